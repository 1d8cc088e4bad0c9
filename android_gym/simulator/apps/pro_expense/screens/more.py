"""The remaining pages: backup, feedback, about and settings."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.dialogs import (
    CurrencySheet,
    ExportSheet,
    LanguageSheet,
    ThemeDialog,
)
from android_gym.simulator.apps.pro_expense.format import date_range
from android_gym.simulator.apps.pro_expense.look import (
    CARD,
    app_bar,
    card,
    filled_button,
    round_button,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    EditText,
    ImageView,
    TextView,
)

__all__ = ["about", "backup", "feedback", "settings"]

EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,255}\.[^@\s]{1,255}")


def _page(app: Actions, title: str, *children: View | None) -> View:
    return full_column(
        app_bar(title, menu=app.open_drawer),
        ScrollView(
            wide_column(*children, padding=(16, 8, 16, 32)), width=MATCH, height=0, weight=1
        ),
        class_name="android.view.ViewGroup",
    )


# -- backup


def backup(app: Actions) -> View:
    """Build the backup page: export, import, and the list of backups."""
    logs = [
        wide_row(
            column(
                TextView(name, id="tv_backup_name", size=16),
                TextView(
                    date_range(app.moment(made), app.moment(made)), id="tv_date", style="caption"
                ),
                width=0,
                weight=1,
            ),
            TextView(f"{items} items", id="tv_items", size=14),
            round_button("delete", "imv_delete", partial(_delete_backup, app, number)),
            key=number,
            padding=(0, 8),
        )
        for number, name, made, items in app.store.backups()
    ]
    return _page(
        app,
        "Backup",
        wide_row(
            _big(app, "Export", "cv_export", "file_export", lambda: app.show_dialog(ExportSheet())),
            View(width=12),
            _big(app, "Import", "cv_import", "file_import", lambda: _import(app)),
        ),
        TextView(
            "Backup Logs", id="tv_backup_logs", size=18, weight_font=500, margin=(0, 20, 0, 8)
        ),
        *logs,
        None if logs else TextView("No Data", id="tv_no_data", margin=(0, 24)),
    )


def _big(app: Actions, text: str, name: str, icon: str, on_click: Any) -> View:
    return column(
        ImageView(icon, size=40, tint="primary"),
        TextView(text, size=16, margin=(0, 8, 0, 0)),
        id=name,
        class_name=CARD,
        width=0,
        weight=1,
        height=130,
        content_gravity="center",
        background=Rounded("card", 2),
        elevation=2,
        on_click=on_click,
    )


def _delete_backup(app: Actions, number: int) -> None:
    app.store.database.execute("DELETE FROM backup WHERE backup_id = ?", (number,))


def _import(app: Actions) -> None:
    intent = Intent(
        action="android.intent.action.OPEN_DOCUMENT",
        type="application/vnd.ms-excel",
        categories=("android.intent.category.OPENABLE",),
    )
    if not app.start_activity(intent, request="import"):
        app.show_snackbar("No app can open documents", duration_ms=2000)


# -- feedback


def feedback(app: Actions) -> View:
    """Build the form for a message to the developers."""
    state = app.state.more

    def field(name: str, hint: str, value: str, key: str, **options: Any) -> View:
        return TextInputLayout(
            EditText(
                value,
                id=name,
                hint=hint,
                on_text_change=lambda text: app.update(more=app.state.more.typed(key, text)),
                **options,
            ),
            error=state.error[1] if state.error[0] == key else None,
            width=MATCH,
            margin=(0, 12, 0, 0),
        )

    def send() -> None:
        entered = app.state.more
        if not entered.comment.strip():
            app.update(more=replace(entered, error=("comment", "Empty Comment")))
        elif entered.email and not EMAIL.fullmatch(entered.email):
            app.update(more=replace(entered, error=("email", "Invalid Email Address")))
        else:
            # The phone has no server to reach; the app shows this message when sending fails.
            app.hide_keyboard()
            app.show_snackbar("Connection Lost!", duration_ms=2000)

    return _page(
        app,
        "Feedback",
        field("edt_name", "Name", state.name, "name", ime_action="next"),
        field("edt_email", "Email", state.email, "email", input_type="email", ime_action="next"),
        field("edt_comment", "Your Comments*", state.comment, "comment", multi_line=True),
        filled_button("Send Feedback", "btn_send", send, width=MATCH, margin=(0, 16, 0, 0)),
    )


# -- about


def about(app: Actions) -> View:
    """Build the about page: version and links."""
    manifest = app.context.manifest

    def link(text: str, name: str, address: str) -> View:
        def follow() -> None:
            if not app.start_activity(Intent(action="android.intent.action.VIEW", data=address)):
                app.show_snackbar("No app can open this link", duration_ms=2000)

        return wide_row(
            TextView(text, size=16, width=0, weight=1),
            ImageView("chevron_right"),
            id=name,
            min_height=56,
            padding=(16, 0),
            content_gravity="center_vertical",
            on_click=follow,
        )

    home = "https://github.com/arduia/ProExpense"
    return _page(
        app,
        "About",
        card(
            TextView("Pro Expense", style="headline6"),
            TextView(f"Version {manifest.version_name}", id="tv_version", style="caption"),
        ),
        link("Privacy and Policy", "fl_privacy", f"{home}/blob/master/privacy-policy.md"),
        link("Opens-Source Libraries", "fl_open_source", f"{home}#libraries"),
        link("Contribute the app", "fl_contribute", home),
    )


# -- settings


def settings(app: Actions) -> View:
    """Build the settings: language, currency, theme."""
    language = app.preference("selected_language", "en")
    number = app.preference("selected_currency_number", "840")

    def line(text: str, name: str, value: View | None, on_click: Any) -> View:
        return wide_row(
            TextView(text, size=16, width=0, weight=1),
            value,
            id=name,
            class_name="android.widget.FrameLayout",
            height=56,
            padding=(8, 0),
            on_click=on_click,
        )

    return _page(
        app,
        "Settings",
        line(
            "Language",
            "fl_language",
            ImageView("translate", id="imv_language"),
            lambda: app.show_dialog(LanguageSheet(language)),
        ),
        line(
            "Currency",
            "fl_currency",
            TextView(app.currency.symbol, id="tv_currency_value", size=16, weight_font=500),
            lambda: app.show_dialog(CurrencySheet(number)),
        ),
        line(
            "Theme Mode",
            "fl_theme",
            None,
            lambda: app.show_dialog(ThemeDialog(app.preference("theme_mode", 2))),
        ),
    )

"""The drawer, and the pages that are rarely opened: backup, feedback, about, settings."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from android_gym.simulator.apps.pro_expense.format import date_range
from android_gym.simulator.apps.pro_expense.look import (
    CARD,
    app_bar,
    card,
    filled_button,
    round_button,
    sheet_body,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    ScrollView,
    SwipeLayout,
    column,
    row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import (
    Button,
    CheckedTextView,
    EditText,
    ImageView,
    RadioButton,
    TextView,
)

if TYPE_CHECKING:
    from android_gym.simulator.apps.pro_expense.screens import MainActivity

__all__ = ["about", "backup", "drawer", "export_sheet", "feedback", "settings", "theme_dialog"]

EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,255}\.[^@\s]{1,255}")
THEMES = (
    (2, "Dark Theme", "rb_dark_theme"),
    (1, "Light Theme", "rb_light_theme"),
    (-1, "System Default", "rb_system_default"),
)


def drawer(app: MainActivity) -> View:
    """The navigation drawer with its scrim."""
    from android_gym.simulator.apps.pro_expense.screens import DESTINATIONS

    close = lambda: app.update(drawer=False)  # noqa: E731
    here = app.state.here
    rows = [
        row(
            ImageView(icon, tint="primary" if name == here else "icon"),
            CheckedTextView(
                label,
                id="design_menu_item_text",
                size=14,
                weight_font=500,
                color="primary" if name == here else "text_primary",
                margin=(32, 0, 0, 0),
            ),
            key=name,
            checked=name == here,
            width=MATCH,
            height=48,
            padding=(16, 0),
            background=Rounded("chip_checked", 4) if name == here else None,
            margin=(8, 2),
            on_click=partial(app.go, name),
        )
        for name, label, icon in DESTINATIONS
    ]
    panel = column(
        column(
            round_button("arrow_left", "btn_close", close),
            row(
                ImageView("wallet", id="imv_app_logo", size=40, tint="primary"),
                TextView("Pro Expense", id="tv_app_name", size=20, weight_font=500, margin=(12, 0)),
                TextView(
                    "BETA",
                    size=11,
                    weight_font=500,
                    color="#212121",
                    padding=(8, 2),
                    background=Rounded("warning", 10),
                ),
                margin=(0, 16, 0, 0),
            ),
            width=MATCH,
            padding=16,
        ),
        RecyclerView(rows, id="design_navigation_view", width=MATCH, height=0, weight=1),
        id="nv_main",
        class_name="android.widget.FrameLayout",
        width=300,
        height=MATCH,
        background="sheet",
        elevation=16,
    )
    scrim = View(width=MATCH, height=MATCH, background="scrim", key="scrim", on_click=close)
    scrim.focusable = False
    return SwipeLayout([scrim, panel], on_swipe={"left": close}, width=MATCH, height=MATCH)


def _page(app: MainActivity, title: str, *children: View | None) -> View:
    return column(
        app_bar(app, title),
        ScrollView(
            column(*children, width=MATCH, padding=(16, 8, 16, 32)), width=MATCH, height=0, weight=1
        ),
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=MATCH,
    )


# -- backup


def backup(app: MainActivity) -> View:
    """Export, import, and the backups made so far."""
    logs = [
        row(
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
            width=MATCH,
            padding=(0, 8),
        )
        for number, name, made, items in app.store.backups()
    ]
    return _page(
        app,
        "Backup",
        row(
            _big(
                app, "Export", "cv_export", "file_export", lambda: app.update(sheet=("export", ()))
            ),
            View(width=12),
            _big(app, "Import", "cv_import", "file_import", lambda: _import(app)),
            width=MATCH,
        ),
        TextView(
            "Backup Logs", id="tv_backup_logs", size=18, weight_font=500, margin=(0, 20, 0, 8)
        ),
        *logs,
        None if logs else TextView("No Data", id="tv_no_data", margin=(0, 24)),
    )


def _big(app: MainActivity, text: str, name: str, icon: str, on_click: Any) -> View:
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


def _delete_backup(app: MainActivity, number: int) -> None:
    app.store.database.execute("DELETE FROM backup WHERE backup_id = ?", (number,))


def _import(app: MainActivity) -> None:
    intent = Intent(
        action="android.intent.action.OPEN_DOCUMENT",
        type="application/vnd.ms-excel",
        categories=("android.intent.category.OPENABLE",),
    )
    if not app.start_activity(intent, request="import"):
        app.show_snackbar("No app can open documents", duration_ms=2000)


def export_sheet(app: MainActivity) -> View:
    """Asks for the name of the file to export to."""
    state = app.state.more

    def save() -> None:
        app.update(sheet=None)
        intent = Intent(
            action="android.intent.action.CREATE_DOCUMENT",
            type="application/vnd.ms-excel",
            categories=("android.intent.category.OPENABLE",),
        )
        if not app.start_activity(intent, request="export"):
            app.show_snackbar("No app can save documents", duration_ms=2000)

    return sheet_body(
        TextView("Export", size=18, weight_font=500),
        TextInputLayout(
            EditText(
                state.file,
                id="edt_name",
                hint="Name",
                on_text_change=lambda text: app.update(more=replace(app.state.more, file=text)),
            ),
            width=MATCH,
            margin=(0, 12, 0, 0),
        ),
        filled_button("Save as", "btn_export_now", save, width=MATCH, margin=(0, 16, 0, 0)),
    )


# -- feedback


def feedback(app: MainActivity) -> View:
    """A message to the makers."""
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
            # The phone reaches no server; the app says so when sending fails.
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


def about(app: MainActivity) -> View:
    """Version and links."""
    manifest = app.context.manifest

    def link(text: str, name: str, address: str) -> View:
        def follow() -> None:
            if not app.start_activity(Intent(action="android.intent.action.VIEW", data=address)):
                app.show_snackbar("No app can open this link", duration_ms=2000)

        return row(
            TextView(text, size=16, width=0, weight=1),
            ImageView("chevron_right"),
            id=name,
            width=MATCH,
            height=56,
            padding=(16, 0),
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


def settings(app: MainActivity) -> View:
    """Language, currency, theme."""
    language = app.preference("selected_language", "en")
    number = app.preference("selected_currency_number", "840")
    choices = replace(app.state.onboarding, search="", language=language, currency=number)

    def line(text: str, name: str, value: View | None, on_click: Any) -> View:
        return row(
            TextView(text, size=16, width=0, weight=1),
            value,
            id=name,
            class_name="android.widget.FrameLayout",
            width=MATCH,
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
            lambda: app.update(sheet=("language", ()), onboarding=choices),
        ),
        line(
            "Currency",
            "fl_currency",
            TextView(app.currency.symbol, id="tv_currency_value", size=16, weight_font=500),
            lambda: app.update(sheet=("currency", ()), onboarding=choices),
        ),
        line(
            "Theme Mode",
            "fl_theme",
            None,
            lambda: app.update(
                dialog="theme",
                more=replace(app.state.more, theme=app.preference("theme_mode", 2)),
            ),
        ),
    )


def theme_dialog(app: MainActivity) -> Overlay:
    """Dark, light, or as the system is."""
    marked = app.state.more.theme

    def restart() -> None:
        app.context.preferences().put(theme_mode=app.state.more.theme)
        app.start_again()

    def choose(mode: int, _: bool) -> None:
        app.update(more=replace(app.state.more, theme=mode))

    choices = [
        RadioButton(
            text,
            id=name,
            checked=mode == marked,
            margin=(0, 4),
            on_checked_change=partial(choose, mode),
        )
        for mode, text, name in THEMES
    ]
    content = column(
        TextView("Choose Theme", style="headline6", margin=(0, 0, 0, 12)),
        *choices,
        row(
            View(width=0, weight=1),
            Button(
                "Cancel", id="btn_cancel", all_caps=True, on_click=lambda: app.update(dialog="")
            ),
            Button("Restart", id="btn_restart", all_caps=True, on_click=restart),
            width=MATCH,
            margin=(0, 12, 0, 0),
        ),
        width=300,
        padding=(24, 20, 16, 8),
        background=Rounded("sheet", 4),
    )
    return Overlay(
        FrameLayout([content]),
        key="theme",
        dim=0.6,
        on_dismiss=lambda: app.update(dialog=""),
        title="Choose Theme",
    )

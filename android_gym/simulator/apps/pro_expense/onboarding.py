"""Splash screen, onboarding, and the two lists of choices that Settings shows again."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from android_gym.simulator.apps.pro_expense.currencies import CURRENCIES, Currency
from android_gym.simulator.apps.pro_expense.look import CARD, filled_button
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText, ImageView, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.pro_expense.screens import MainActivity

__all__ = ["currencies", "languages", "onboarding", "splash"]

LANGUAGES = (
    ("my", "Myanmar(Burma)", "\U0001f1f2\U0001f1f2"),
    ("en", "United States(English)", "\U0001f1fa\U0001f1f8"),
    ("zh", "China (Chinese)", "\U0001f1e8\U0001f1f3"),
)


def splash(app: MainActivity) -> View:
    """The app's icon, for a second."""
    return FrameLayout(
        [
            ImageView(
                "wallet",
                id="icon",
                size=100,
                tint="#FFFFFF",
                width=100,
                height=100,
                gravity="center",
            )
        ],
        width=MATCH,
        height=MATCH,
    )


def onboarding(app: MainActivity) -> View:
    """Language, then currency."""
    page = app.state.onboarding.page
    return column(
        ImageView(
            "wallet",
            id="imv_app",
            size=110,
            tint="#039BE5",
            width=130,
            height=130,
            gravity="center_horizontal",
            margin=(0, 16, 0, 0),
        ),
        TextView(
            "Hello! Welcome to Pro Expense",
            id="tv_welcome",
            style="headline6",
            align="center",
            width=MATCH,
            margin=(16, 8),
        ),
        FrameLayout(
            [currencies(app) if page else languages(app)],
            id="vp_config",
            class_name="androidx.viewpager.widget.ViewPager",
            width=MATCH,
            height=0,
            weight=1,
            padding=(16, 8),
        ),
        filled_button(
            "Continue" if page else "Next",
            "btn_continue",
            lambda: _continue(app),
            width=MATCH,
            margin=16,
        ),
        background="surface",
        width=MATCH,
        height=MATCH,
    )


def _continue(app: MainActivity) -> None:
    state = app.state.onboarding
    app.hide_keyboard()
    if state.page == 0:
        app.update(onboarding=replace(state, page=1, search=""))
        return
    app.context.preferences().put(
        isFirstTime=False,
        selected_language=state.language,
        selected_currency_number=state.currency,
    )
    app.start_again()


def _search(app: MainActivity) -> View:
    state = app.state.onboarding
    return row(
        EditText(
            state.search,
            id="edt_search",
            hint="Search",
            on_text_change=lambda text: app.update(
                onboarding=replace(app.state.onboarding, search=text)
            ),
            ime_action="search",
            width=0,
            weight=1,
            padding=(12, 12),
        ),
        ImageView("magnify", id="imv_search", margin=(0, 0, 12, 0)),
        id="cv_search",
        class_name=CARD,
        width=MATCH,
        margin=(0, 8),
        background=Rounded("chip", 4),
    )


def languages(app: MainActivity) -> View:
    """The three languages, with a search box."""
    state = app.state.onboarding
    wanted = state.search.strip().casefold()
    rows = [
        row(
            TextView(
                flag,
                size=22,
                id="imv_flag",
                class_name="android.widget.ImageView",
                text_description="",
                important_for_accessibility="no",
            ),
            TextView(name, id="tv_language_name", size=16, width=0, weight=1, margin=(16, 0)),
            _tick("imv_checked", code == state.language),
            id="cd_language",
            key=code,
            class_name=CARD,
            width=MATCH,
            padding=(12, 14),
            margin=(0, 3),
            background=Rounded("card", 2),
            on_click=partial(app.update, onboarding=replace(app.state.onboarding, language=code)),
        )
        for code, name, flag in LANGUAGES
        if wanted in name.casefold()
    ]
    return column(
        TextView("Choose Language", id="tv_lang", size=18, weight_font=500),
        _search(app),
        RecyclerView(rows, id="rv_languages", width=MATCH),
        width=MATCH,
    )


def currencies(app: MainActivity) -> View:
    """All currencies, with a search box."""
    state = app.state.onboarding
    wanted = state.search.strip().casefold()
    found = [c for c in CURRENCIES if wanted in f"{c.name} {c.symbol} {c.code}".casefold()]

    def line(index: int) -> View:
        item: Currency = found[index]
        return row(
            TextView(item.symbol, id="tv_symbol", size=16, weight_font=500, width=56),
            TextView(item.name, id="tv_currency", size=16, width=0, weight=1),
            _tick("imv_selected", item.number == state.currency),
            id="cv_currency",
            key=item.number,
            class_name=CARD,
            width=MATCH,
            padding=(12, 14),
            margin=(0, 3),
            background=Rounded("card", 2),
            on_click=lambda: app.update(
                onboarding=replace(app.state.onboarding, currency=item.number)
            ),
        )

    listed: View = RecyclerView(len(found), line, id="rv_currencies", width=MATCH, height=360)
    if not found:
        listed = TextView("No Items", id="tv_no_item", align="center", width=MATCH, padding=24)
    return column(
        TextView("Choose Currency", id="tv_lang", size=18, weight_font=500),
        _search(app),
        listed,
        width=MATCH,
    )


def _tick(name: str, shown: bool) -> View:
    return ImageView(
        "check", id=name, tint="primary", visibility="visible" if shown else "invisible"
    )

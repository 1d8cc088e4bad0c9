"""The splash screen and the onboarding."""

from __future__ import annotations

from dataclasses import replace

from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.choices import currencies, languages
from android_gym.simulator.apps.pro_expense.look import filled_button
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["onboarding", "splash"]


def splash(app: Actions) -> View:
    """Build the splash screen with the app's icon."""
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


def onboarding(app: Actions) -> View:
    """Build the choice of the language, then of the currency."""
    state = app.state.onboarding
    page = state.page

    def search(text: str) -> None:
        app.update(onboarding=replace(app.state.onboarding, search=text))

    def language(code: str) -> None:
        app.update(onboarding=replace(app.state.onboarding, language=code))

    def currency(number: str) -> None:
        app.update(onboarding=replace(app.state.onboarding, currency=number))

    if page:
        choices = currencies(state.search, state.currency, search, currency)
    else:
        choices = languages(state.search, state.language, search, language)
    return full_column(
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
            [choices],
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
    )


def _continue(app: Actions) -> None:
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

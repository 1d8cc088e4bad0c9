"""Pro Expense's activity: the current destination, and the navigation drawer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.dialogs import (
    CurrencySheet,
    DeleteSheet,
    EntryDate,
    EntryTime,
    ExpenseSheet,
    ExportSheet,
    FilterDay,
    FilterSheet,
    LanguageSheet,
    ThemeDialog,
)
from android_gym.simulator.apps.pro_expense.look import round_button
from android_gym.simulator.apps.pro_expense.screens import (
    entry,
    home,
    logs,
    more,
    onboarding,
    statistics,
)
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    SwipeLayout,
    column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckedTextView, ImageView, TextView

__all__ = ["MainActivity"]

DESTINATIONS = (
    ("home", "Home", "home"),
    ("logs", "Expense Logs", "format_list_bulleted"),
    ("statistics", "Statistics", "chart_bar"),
    ("backup", "Backup", "cloud_upload"),
    ("feedback", "Feedback", "message_text"),
    ("about", "About", "information"),
    ("settings", "Settings", "cog"),
)
"""Destinations in the drawer: name, label, icon."""

SCREENS: dict[str, Callable[[Actions], View]] = {
    "splash": onboarding.splash,
    "onboarding": onboarding.onboarding,
    "home": home.home,
    "logs": logs.logs,
    "entry": entry.entry,
    "statistics": statistics.statistics,
    "backup": more.backup,
    "feedback": more.feedback,
    "about": more.about,
    "settings": more.settings,
}


class MainActivity(Actions):
    """The only activity; each screen is a destination on its stack."""

    DIALOGS = (
        CurrencySheet,
        DeleteSheet,
        EntryDate,
        EntryTime,
        ExpenseSheet,
        ExportSheet,
        FilterDay,
        FilterSheet,
        LanguageSheet,
        ThemeDialog,
    )

    def build(self) -> Screen:
        """Build the destination, the drawer over it, and open sheets and dialogs."""
        state = self.state
        content = SCREENS[state.here](self)
        if state.drawer:
            # DrawerLayout hides the content behind an open drawer from accessibility services.
            content.important = "no_hide_descendants"
            content = FrameLayout([content, drawer(self)], width=MATCH, height=MATCH)
        splash = state.here == "splash"
        bars = "#000000" if self.theme().dark and not splash else None
        return Screen(
            FrameLayout(
                [FrameLayout([content], id="fc_main", width=MATCH, height=MATCH)],
                id="dl_main",
                class_name="android.view.ViewGroup",
                width=MATCH,
                height=MATCH,
            ),
            background="#039BE5" if splash else "background",
            light_bars=False if splash else None,
            status_bar=bars,
            navigation_bar=bars,
            resize=state.here != "onboarding",
        )


def drawer(app: Actions) -> View:
    """Build the navigation drawer with its scrim."""
    close = partial(app.update, drawer=False)
    here = app.state.here
    rows = [
        wide_row(
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
            height=48,
            padding=(16, 0),
            background=Rounded("chip_checked", 4) if name == here else None,
            margin=(8, 2),
            on_click=partial(app.go, name),
        )
        for name, label, icon in DESTINATIONS
    ]
    panel = column(
        wide_column(
            round_button("arrow_left", "btn_close", close),
            row(
                ImageView("wallet", id="imv_app_logo", size=60, tint="primary"),
                column(
                    TextView("Pro Expense", id="tv_app_name", size=20, weight_font=500),
                    TextView(
                        "BETA",
                        size=14,
                        color="#212121",
                        padding=4,
                        background=Rounded("warning", 4),
                    ),
                    id="ln_app_name",
                    margin=(16, 0, 0, 0),
                ),
                margin=(0, 16, 0, 0),
            ),
            padding=16,
        ),
        RecyclerView(rows, id="design_navigation_view", width=MATCH, height=0, weight=1),
        id="nv_main",
        eats_touches=True,
        class_name="android.widget.FrameLayout",
        width=300,
        height=MATCH,
        background="sheet",
        elevation=16,
    )
    scrim = View(width=MATCH, height=MATCH, background="scrim", key="scrim", on_click=close)
    scrim.focusable = False
    return SwipeLayout([scrim, panel], on_swipe={"left": close}, width=MATCH, height=MATCH)

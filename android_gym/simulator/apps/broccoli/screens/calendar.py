"""The seasonal calendar: a tab for each month."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.broccoli.actions import MainActions
from android_gym.simulator.apps.broccoli.model import MONTHS
from android_gym.simulator.apps.broccoli.seasons import Calendar, month_range
from android_gym.simulator.ui.components import Tab, TabLayout, ViewPager
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import OverflowScroll, RecyclerView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, Divider, TextView

__all__ = ["calendar"]


def calendar(app: MainActions) -> View:
    """Build the months, or a link to the settings if no calendar is configured."""
    configured = app.calendar
    if configured is None:
        message = column(
            TextView(
                "The seasonal calendar has not been fully configured yet.",
                id="seasons_message",
                size=22,
                align="center",
                width=MATCH,
                padding=16,
            ),
            Button(
                "Configure",
                id="seasons_configure",
                kind="filled",
                icon="cog",
                margin=(0, 16, 0, 0),
                min_height=48,
                padding=16,
                background=Rounded("primary", 40),
                gravity="center_horizontal",
                on_click=lambda: app.go("settings"),
            ),
            id="seasons_not_configured_layout",
            width=MATCH,
            content_gravity="center_vertical",
        )
        return OverflowScroll(message, fill_viewport=True)
    today = app.context.system.clock.today().month - 1
    month = app.state.month if 0 <= app.state.month < 12 else today
    return column(
        TabLayout(
            [Tab(name) for name in MONTHS],
            month,
            lambda index: app.update(month=index),
            id="seasons_tablayout",
            content_description="Seasonal calendar",
            scrollable=True,
            background="background",
            width=MATCH,
        ),
        ViewPager(
            len(MONTHS),
            partial(_month, app, configured),
            current=month,
            on_page=lambda index: app.update(month=index),
            id="seasons_pager",
            width=MATCH,
            height=0,
            weight=1,
        ),
    )


def _month(app: MainActions, configured: Calendar, month: int) -> View:
    foods = configured.of(month)

    def line(index: int) -> View:
        food = foods[index]
        return column(
            column(
                TextView(food.name, id="seasonal_food_name", size=22),
                TextView(
                    f"[{', '.join(food.terms)}]",
                    id="seasonal_food_terms",
                    size=14,
                    color="text_secondary",
                ),
                TextView(month_range(food), id="seasonal_food_months", size=14, color="primary"),
                width=MATCH,
                padding=16,
            ),
            Divider(),
            key=food.name,
            class_name="android.widget.LinearLayout",
            width=MATCH,
            on_click=lambda: app.show_food(food.name),
        )

    return RecyclerView(
        len(foods),
        line,
        id="recycler_view",
        content_description="Seasonal ingredients",
        width=MATCH,
        height=MATCH,
        padding=(0, 0, 0, 90),
    )

"""Statistics: each category's share of the expenses."""

from __future__ import annotations

from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.dialogs import FilterSheet
from android_gym.simulator.apps.pro_expense.format import date_range
from android_gym.simulator.apps.pro_expense.look import action, app_bar, card
from android_gym.simulator.apps.pro_expense.model import CATEGORIES
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ProgressBar, TextView

__all__ = ["statistics"]


def statistics(app: Actions) -> View:
    """Build the list of categories with their shares of the expenses."""
    span = app.span("statistics")

    def open_filter() -> None:
        first, last = span or (0, 0)
        app.show_dialog(FilterSheet("statistics", first, last))

    shares = app.store.shares(*span) if span is not None else []
    lines = [
        wide_column(
            TextView(CATEGORIES[category][0], id="tv_category_name", size=14),
            wide_row(
                ProgressBar(
                    share,
                    id="pv_progress",
                    class_name="android.view.View",
                    thickness=20,
                    width=0,
                    weight=1,
                ),
                TextView(
                    f"{round(share * 100, 1):g}%", id="tv_progress", size=14, width=64, align="end"
                ),
                margin=(0, 4, 0, 0),
            ),
            margin=(0, 12, 0, 0),
        )
        for category, share in shares
    ]
    return full_column(
        app_bar(
            "Statistics",
            date_range(app.moment(span[0]), app.moment(span[1])) if span else None,
            (action("Calendar", "filter_variant", open_filter, enabled=span is not None),),
            menu=app.open_drawer,
            id="tb_statistic",
            bar="ab_statistic",
        ),
        ScrollView(
            wide_column(
                card(
                    TextView(
                        "Category Statistics",
                        id="tv_category_statistics",
                        size=18,
                        weight_font=500,
                    ),
                    wide_column(
                        *lines,
                        id="rv_category_statistics",
                        class_name="androidx.recyclerview.widget.RecyclerView",
                    )
                    if lines
                    else TextView("No Data", id="tv_no_data", margin=(0, 24), gravity="center"),
                    id="cv_statistic",
                ),
                padding=8,
                id="lnl_category",
            ),
            id="nsv_statistic",
            width=MATCH,
            height=0,
            weight=1,
        ),
        class_name="android.view.ViewGroup",
        background=Rounded("background"),
    )

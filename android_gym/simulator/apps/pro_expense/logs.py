"""Expense Logs and Statistics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from android_gym.simulator.apps.pro_expense.format import date_range
from android_gym.simulator.apps.pro_expense.look import action, app_bar, card, expense_row
from android_gym.simulator.apps.pro_expense.storage import CATEGORIES, PAGE, Expense
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
from android_gym.simulator.ui.widgets import ImageView, ProgressBar, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.pro_expense.model import LogsState
    from android_gym.simulator.apps.pro_expense.screens import MainActivity

__all__ = ["logs", "span_of", "statistics"]

ROW_HEIGHT = 70
OPEN_BY = 80
"""How far an opened row slides to the left, dp."""

LOCKED_BY = 46
"""How far a selected row stays to the right, dp."""

SWIPE_OPEN = 100
SWIPE_SELECT = 75


def span_of(app: MainActivity, state: LogsState) -> tuple[int, int] | None:
    """First and last moment shown: the filter's, else all there is."""
    if state.first_ms is not None and state.last_ms is not None:
        return state.first_ms, state.last_ms
    return app.store.span()


def logs(app: MainActivity) -> View:
    """All expenses in a list."""
    state = app.state.logs
    span = span_of(app, state)
    if span is None or not app.store.count(*span):
        listed = _empty()
    else:
        listed = _list(app, state, span)
    return column(
        _bar(app, state, span),
        listed,
        id="ml_expense",
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=MATCH,
    )


def _bar(app: MainActivity, state: LogsState, span: tuple[int, int] | None) -> View:
    if state.selected:
        count = len(state.selected)
        return app_bar(
            app,
            "1 item" if count == 1 else f"{count} items",
            None,
            (action("Delete", "delete", lambda: app.update(sheet=("delete", state.selected))),),
            back=lambda: app.update(logs=replace(app.state.logs, selected=())),
            id="tb_expense",
        )
    subtitle = None
    if span is not None:
        order = "DESC" if state.descending else "ASC"
        subtitle = f"{date_range(app.moment(span[0]), app.moment(span[1]))} . {order}"

    def open_filter() -> None:
        first, last = span or (0, 0)
        draft = (first, last, state.descending)
        app.update(sheet=("filter", ()), logs=replace(app.state.logs, draft=draft))

    return app_bar(
        app,
        "Expense Logs",
        subtitle,
        (action("Filter", "filter_variant", open_filter, enabled=span is not None),),
        id="tb_expense",
    )


def _empty() -> View:
    return column(
        ImageView("note_off_outline", id="imv_no_expense", size=96, tint="text_secondary"),
        TextView("NO EXPENSE LOGS", id="tv_no_expense_logs", margin=(0, 16, 0, 0)),
        width=MATCH,
        height=0,
        weight=1,
        content_gravity="center",
    )


def _list(app: MainActivity, state: LogsState, span: tuple[int, int]) -> View:
    store, symbol = app.store, app.currency.symbol
    pages: dict[int, list[Expense]] = {}

    def expense(index: int) -> Expense:
        number, place = divmod(index, PAGE)
        if number not in pages:
            pages[number] = store.page(*span, state.descending, number)
        return pages[number][place]

    return RecyclerView(
        store.count(*span),
        lambda index: _row(app, state, expense(index), symbol),
        id="rv_expense",
        width=MATCH,
        height=0,
        weight=1,
        padding=(0, 0, 0, 80),
    )


def _row(app: MainActivity, state: LogsState, expense: Expense, symbol: str) -> View:
    number = expense.id
    opened = state.open_row == number
    ticked = number in state.selected

    def change(**changes: Any) -> None:
        app.update(logs=replace(app.state.logs, **changes))

    def toggle_open() -> None:
        change(open_row=None if opened else number, selected=())

    def slide_left() -> None:
        if ticked:
            toggle_tick()
        elif not opened:
            change(open_row=number, selected=())

    def toggle_tick() -> None:
        if opened:
            change(open_row=None)
            return
        kept = tuple(n for n in state.selected if n != number)
        change(selected=kept if ticked else (*kept, number), open_row=None)

    under = row(
        ImageView("check", id="imv_check", tint="#FFFFFF", width=35, height=35, margin=(6, 0)),
        View(width=0, weight=1),
        column(
            ImageView(
                "delete",
                id="imv_delete_icon",
                tint="#FFFFFF",
                width=35,
                height=35,
                on_click=(lambda: app.update(sheet=("delete", (number,)))) if opened else None,
            ),
            TextView("Delete", id="tv_undo", size=12, color="#FFFFFF"),
            content_gravity="center_horizontal",
            margin=(0, 0, 20, 0),
        ),
        id="fl_back",
        class_name="android.widget.FrameLayout",
        width=MATCH,
        height=ROW_HEIGHT,
        background="positive" if ticked else "#EF5350",
    )
    offset = LOCKED_BY if ticked else -OPEN_BY if opened else 0
    front = SwipeLayout(
        [
            row(
                *expense_row(expense, app.row_date(expense.modified_ms), symbol, 50),
                id="cd_expense",
                class_name="android.widget.RelativeLayout",
                width=MATCH,
                height=ROW_HEIGHT,
                padding=(16, 0),
                background="card",
            ),
            View(
                id="view_bg",
                width=MATCH,
                height=ROW_HEIGHT,
                on_click=lambda: app.update(sheet=("detail", (number,))),
                on_long_click=toggle_open,
            ),
        ],
        on_swipe={"left": slide_left, "right": toggle_tick},
        distance={"left": SWIPE_OPEN, "right": SWIPE_SELECT},
        width=MATCH,
        margin=(offset, 0, -offset, 0.5),
    )
    return FrameLayout([under, front], key=number, width=MATCH)


def statistics(app: MainActivity) -> View:
    """What share of the expenses each category has."""
    state = app.state.statistics
    span = span_of(app, state)

    def open_filter() -> None:
        first, last = span or (0, 0)
        draft = (first, last, True)
        app.update(sheet=("range", ()), statistics=replace(app.state.statistics, draft=draft))

    shares = app.store.shares(*span) if span is not None else []
    lines = [
        column(
            TextView(CATEGORIES[category][0], id="tv_category_name", size=14),
            row(
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
                width=MATCH,
                margin=(0, 4, 0, 0),
            ),
            width=MATCH,
            margin=(0, 12, 0, 0),
        )
        for category, share in shares
    ]
    return column(
        app_bar(
            app,
            "Statistics",
            date_range(app.moment(span[0]), app.moment(span[1])) if span else None,
            (action("Calendar", "filter_variant", open_filter, enabled=span is not None),),
            id="tb_statistic",
        ),
        ScrollView(
            column(
                card(
                    TextView(
                        "Category Statistics",
                        id="tv_category_statistics",
                        size=18,
                        weight_font=500,
                    ),
                    column(
                        *lines,
                        id="rv_category_statistics",
                        class_name="androidx.recyclerview.widget.RecyclerView",
                        width=MATCH,
                    )
                    if lines
                    else TextView("No Data", id="tv_no_data", margin=(0, 24), gravity="center"),
                    id="cv_statistic",
                ),
                width=MATCH,
                padding=8,
            ),
            width=MATCH,
            height=0,
            weight=1,
        ),
        class_name="android.view.ViewGroup",
        background=Rounded("background"),
        width=MATCH,
        height=MATCH,
    )

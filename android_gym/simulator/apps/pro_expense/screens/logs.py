"""Expense Logs: the list of all expenses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.dialogs import DeleteSheet, ExpenseSheet, FilterSheet
from android_gym.simulator.apps.pro_expense.format import date_range
from android_gym.simulator.apps.pro_expense.look import action, app_bar, expense_row
from android_gym.simulator.apps.pro_expense.model import PAGE, Expense, LogsState
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    SwipeLayout,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["logs"]

ROW_HEIGHT = 70
OPEN_BY = 80
"""Distance in dp that an opened row is shifted to the left."""

LOCKED_BY = 46
"""Distance in dp that a selected row is shifted to the right."""

SWIPE_OPEN = 100
SWIPE_SELECT = 75


def logs(app: Actions) -> View:
    """Build the list of all expenses."""
    state = app.state.logs
    span = app.span("logs")
    if span is None or not app.store.count(*span):
        listed = _empty()
    else:
        listed = _list(app, state, span)
    return full_column(
        _bar(app, state, span), listed, id="ml_expense", class_name="android.view.ViewGroup"
    )


def _bar(app: Actions, state: LogsState, span: tuple[int, int] | None) -> View:
    if state.selected:
        count = len(state.selected)
        return app_bar(
            "1 item" if count == 1 else f"{count} items",
            None,
            (action("Delete", "delete", lambda: app.show_dialog(DeleteSheet(state.selected))),),
            back=lambda: app.update(logs=replace(app.state.logs, selected=())),
            id="tb_expense",
            bar="app_bar",
        )
    subtitle = None
    if span is not None:
        order = "DESC" if state.descending else "ASC"
        subtitle = f"{date_range(app.moment(span[0]), app.moment(span[1]))} . {order}"

    def open_filter() -> None:
        first, last = span or (0, 0)
        app.show_dialog(FilterSheet("logs", first, last, state.descending))

    return app_bar(
        "Expense Logs",
        subtitle,
        (action("Filter", "filter_variant", open_filter, enabled=span is not None),),
        menu=app.open_drawer,
        id="tb_expense",
        bar="app_bar",
    )


def _empty() -> View:
    return wide_column(
        ImageView("information", id="imv_no_expense", size=50, tint="primary", margin=(0, 16)),
        TextView(
            "No Expense Logs", id="tv_no_expense_logs", size=16, all_caps=True, margin=(0, 16, 0, 0)
        ),
        TextView(
            "There is no expense logs.\n Please start adding your expense.",
            id="tv_no_expense_description",
            align="center",
            margin=(0, 8, 0, 16),
            visibility="invisible",
        ),
        id="layout_no_data",
        class_name="android.widget.RelativeLayout",
        margin=(0, 32, 0, 0),
        content_gravity="center_horizontal",
    )


def _list(app: Actions, state: LogsState, span: tuple[int, int]) -> View:
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


def _row(app: Actions, state: LogsState, expense: Expense, symbol: str) -> View:
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

    under = wide_row(
        ImageView("check", id="imv_check", tint="#FFFFFF", width=35, height=35, margin=(6, 0)),
        View(width=0, weight=1),
        column(
            ImageView(
                "delete",
                id="imv_delete_icon",
                tint="#FFFFFF",
                width=35,
                height=35,
                on_click=lambda: app.show_dialog(DeleteSheet((number,))),
            ),
            TextView("Delete", id="tv_undo", size=12, color="#FFFFFF"),
            content_gravity="center_horizontal",
            margin=(0, 0, 20, 0),
        ),
        id="fl_back",
        class_name="android.widget.FrameLayout",
        height=ROW_HEIGHT,
        background="positive" if ticked else "#EF5350",
    )
    offset = LOCKED_BY if ticked else -OPEN_BY if opened else 0
    front = SwipeLayout(
        [
            wide_row(
                *expense_row(expense, app.row_date(expense.modified_ms), symbol, 50),
                id="cd_expense",
                class_name="android.widget.RelativeLayout",
                height=ROW_HEIGHT,
                padding=(20, 0, 16, 0),
                background="surface",
            ),
            View(
                id="view_bg",
                width=MATCH,
                height=ROW_HEIGHT,
                on_click=lambda: app.show_dialog(ExpenseSheet(number)),
                on_long_click=toggle_open,
            ),
        ],
        on_swipe={"left": slide_left, "right": toggle_tick},
        distance={"left": SWIPE_OPEN, "right": SWIPE_SELECT},
        width=MATCH,
        margin=(offset, 0, -offset, 0.5),
    )
    return FrameLayout([under, front], key=number, width=MATCH)

"""The history: expressions and results, by day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.calculator.actions import Actions
from android_gym.simulator.apps.calculator.reals import CalculationError
from android_gym.simulator.apps.calculator.writing import with_commas, write
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, full_column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, TextView

__all__ = ["history"]

_WIDTH = 24
"""Largest number of characters of a result in a row."""


def history(app: Actions, ask_to_clear: Callable[[], object]) -> View:
    """Build the toolbar and the rows, the newest at the bottom."""
    numbers = app.expressions.ids()[::-1]
    body: View
    if numbers:
        body = RecyclerView(
            len(numbers),
            lambda index: _row(app, numbers[index], numbers[index - 1] if index else 0),
            row_key=lambda index: numbers[index],
            id="history_recycler_view",
            width=MATCH,
            height=0,
            weight=1,
        )
    else:
        body = TextView(
            "No history",
            id="empty_history_view",
            size=16,
            color="text_secondary",
            align="center",
            vertical="center",
            width=MATCH,
            height=0,
            weight=1,
        )
    clear = MenuItem(
        "Clear", ask_to_clear, id="menu_clear_history",
        enabled=bool(numbers), action=False,
    )  # fmt: skip
    bar = Toolbar(
        "History",
        id="history_toolbar",
        navigation="arrow_back",
        on_navigation=lambda: app.update(history=False),
        menu=[clear],
    )
    return full_column(bar, body, id="history_frame")


def _row(app: Actions, number: int, before: int) -> View:
    store = app.expressions
    entry, above = store.get(number), store.get(before) if before else None
    if entry is None:
        return View(key=number)
    clock = app.context.system.clock
    day = clock.datetime(entry.time).date()
    first = above is None or clock.datetime(above.time).date() != day
    try:
        formula = with_commas("".join(token.text for token in store.tokens(number)))
        result = write(store.value(number), _WIDTH)
    except CalculationError as error:
        formula, result = "", str(error)

    def insert() -> None:
        if app.insert_result(number):
            app.update(history=False)

    return wide_column(
        Divider() if first and before else None,
        TextView(
            _day(day, clock.today()), id="history_date", size=14, weight_font=500,
            color="text_secondary", margin=(24, 16, 24, 0),
        ) if first else None,
        TextView(
            formula, id="history_formula", size=20, align="end", width=MATCH,
            padding=(24, 12, 24, 4), color="text_secondary", max_lines=2,
            on_click=partial(_restore, app, number),
        ),
        TextView(
            result, id="history_result", size=24, align="end", width=MATCH, padding=(24, 4, 24, 12),
            max_lines=1, on_click=insert,
        ),
        key=number,
    )  # fmt: skip


def _restore(app: Actions, number: int) -> None:
    if app.restore(number):
        app.update(history=False)


def _day(day: dt.date, today: dt.date) -> str:
    if day == today:
        return "Today"
    if day == today - dt.timedelta(days=1):
        return "Yesterday"
    return f"{day:%B} {day.day}" + ("" if day.year == today.year else f", {day.year}")

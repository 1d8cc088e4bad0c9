"""Home: the week's totals and graph, and the newest expenses."""

from __future__ import annotations

import datetime as dt

from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.dialogs import ExpenseSheet
from android_gym.simulator.apps.pro_expense.format import amount_text, week_range, week_start
from android_gym.simulator.apps.pro_expense.look import app_bar, card, expense_row, medium_title
from android_gym.simulator.apps.pro_expense.model import Expense
from android_gym.simulator.ui.charts import LineChart
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, TextView

__all__ = ["home"]

DAYS = ("SU", "MO", "TU", "WE", "TH", "FR", "SA")


def home(app: Actions) -> View:
    """Build the home screen."""
    app.context.system.clock.today()
    now = app.now()
    since = int(week_start(now).timestamp() * 1000)
    cards = [_totals(app, since, week_range(now)), _graph(app, since, now, week_range(now))]
    recent = app.store.recent()
    if recent:
        cards.append(_recent(app, recent))
    body = full_column(
        app_bar("Home", menu=app.open_drawer, bar="abl_home"),
        RecyclerView(cards, id="rv_home", width=MATCH, height=0, weight=1, padding=(8, 8, 8, 96)),
        id="ml_home",
        class_name="android.view.ViewGroup",
    )
    # The button reappears once a snackbar is gone, and is hidden behind the sheets.
    hidden = app.snackbar_shown or bool(app.dialogs)
    add = ImageButton(
        "plus",
        id="fb_main_add",
        tint="on_primary",
        width=56,
        height=56,
        gravity="end|bottom",
        margin=(0, 0, 16, 32),
        background=Rounded("primary", 28),
        elevation=6,
        on_click=app.new_entry,
    )
    return FrameLayout(
        [body, None if hidden else add],
        id="cl_main",
        class_name="android.view.ViewGroup",
        width=MATCH,
        height=MATCH,
    )


def _totals(app: Actions, since: int, label: str) -> View:
    income, outcome = app.store.totals(since)
    code = app.currency.code

    def sum_of(title: str, amount: int, names: tuple[str, str, str], below: float) -> list[View]:
        name, value, symbol = names
        return [
            TextView(
                title,
                id=name,
                size=10,
                all_caps=True,
                letter_spacing=0.1667,
                margin=(32, 16, 0, 0),
            ),
            row(
                TextView(
                    amount_text(amount), id=value, size=20, font="poppins", letter_spacing=0.0125
                ),
                TextView(code, id=symbol, size=14, color="text_secondary", margin=(0, 0, 0, 8)),
                content_gravity="bottom",
                margin=(32, 0, 0, below),
            ),
        ]

    return card(
        *_heading("Totals", "tv_expense_in_out_title", label),
        *sum_of("Income", income, ("tv_income", "tv_income_value", "tv_income_symobol"), 0),
        *sum_of("Outcome", outcome, ("tv_outcome", "tv_outcome_value", "tv_outcome_symbol"), 32),
        margin=(0, 0, 0, 8),
        padding=0,
    )


def _heading(title: str, name: str, label: str) -> list[View]:
    return [
        medium_title(title, name, margin=(16, 16, 16, 0)),
        TextView(
            label,
            id="tv_date_range",
            size=15,
            min_height=28,
            padding=(0, 1, 0, 0),
            letter_spacing=0.03,
            color="text_secondary",
            margin=(16, 4, 16, 0),
        ),
    ]


def _graph(app: Actions, since: int, now: dt.datetime, label: str) -> View:
    days = app.store.outcome_by_day(since)
    # Future days have no point, and a week without expenses has none at all.
    known = [amount / 100 for amount in days[: (now.weekday() + 1) % 7 + 1]] if any(days) else []
    return card(
        *_heading("Expenses in this Week", "tv_title", label),
        LineChart(
            [*known, *[None] * (7 - len(known))],
            labels=DAYS,
            dots=2.5,
            line_width=1,
            mark=True,
            text_color="primary",
            id="expense_graph",
            width=MATCH,
            height=160,
            padding=(16, 12, 16, 6),
            margin=(0, 0, 0, 16),
            important_for_accessibility="no_hide_descendants",
        ),
        margin=(0, 0, 0, 8),
        padding=0,
    )


def _recent(app: Actions, expenses: list[Expense]) -> View:
    code = app.currency.code

    def line(expense: Expense) -> View:
        return wide_row(
            *expense_row(expense, app.row_date(expense.modified_ms), code, 55),
            id="cd_expense",
            key=expense.id,
            class_name="android.widget.RelativeLayout",
            padding=(16, 8),
            on_click=lambda: app.show_dialog(ExpenseSheet(expense.id)),
        )

    return card(
        medium_title("Recent", "tv_recent_lists", margin=(16, 16, 16, 0)),
        wide_column(
            *[line(expense) for expense in expenses],
            id="rv_recent_lists",
            class_name="androidx.recyclerview.widget.RecyclerView",
            margin=(8, 8, 8, 0),
        ),
        Button(
            "More",
            id="btn_more_logs",
            all_caps=True,
            width=MATCH,
            margin=(16, 0, 16, 4),
            on_click=lambda: app.go("logs"),
        ),
        padding=0,
    )

"""Home: totals of the week, its graph, the newest expenses."""

from __future__ import annotations

from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.dialogs import ExpenseSheet
from android_gym.simulator.apps.pro_expense.format import amount_text, week_range, week_start
from android_gym.simulator.apps.pro_expense.look import app_bar, card, expense_row
from android_gym.simulator.apps.pro_expense.model import Expense
from android_gym.simulator.ui.charts import LineChart
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageButton, TextView

__all__ = ["home"]

DAYS = ("SU", "MO", "TU", "WE", "TH", "FR", "SAT")


def home(app: Actions) -> View:
    """The first screen."""
    app.context.system.clock.today()
    now = app.now()
    since = int(week_start(now).timestamp() * 1000)
    cards = [_totals(app, since, week_range(now)), _graph(app, since, week_range(now))]
    recent = app.store.recent()
    if recent:
        cards.append(_recent(app, recent))
    body = full_column(
        app_bar("Home", menu=app.open_drawer),
        RecyclerView(cards, id="rv_home", width=MATCH, height=0, weight=1, padding=(8, 8, 8, 96)),
        id="ml_home",
        class_name="android.view.ViewGroup",
    )
    # The button comes back once a snackbar has gone, and hides behind the sheets.
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

    def line(title: str, amount: int, name: str, value: str, symbol: str, color: str) -> View:
        return wide_row(
            TextView(title, id=name, size=16, color=color, width=0, weight=1),
            TextView(amount_text(amount), id=value, size=20, weight_font=500),
            TextView(code, id=symbol, style="caption", margin=(6, 0, 0, 0)),
            margin=(0, 14, 0, 0),
        )

    return card(
        _heading("Totals", "tv_expense_in_out_title", label),
        line("Income", income, "tv_income", "tv_income_value", "tv_income_symobol", "positive"),
        line("Outcome", outcome, "tv_outcome", "tv_outcome_value", "tv_outcome_symbol", "negative"),
        margin=(0, 0, 0, 8),
    )


def _heading(title: str, name: str, label: str) -> View:
    return wide_row(
        TextView(title, id=name, size=18, weight_font=500, width=0, weight=1),
        TextView(label, id="tv_date_range", style="caption"),
    )


def _graph(app: Actions, since: int, label: str) -> View:
    days = app.store.outcome_by_day(since)
    return card(
        _heading("Expenses in this Week", "tv_title", label),
        LineChart(
            [amount / 100 for amount in days],
            labels=DAYS,
            id="expense_graph",
            width=MATCH,
            height=160,
            margin=(0, 12, 0, 0),
            important_for_accessibility="no_hide_descendants",
        ),
        margin=(0, 0, 0, 8),
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
        TextView("Recent", id="tv_recent_lists", size=18, weight_font=500, margin=(16, 0, 16, 8)),
        wide_column(
            *[line(expense) for expense in expenses],
            id="rv_recent_lists",
            class_name="androidx.recyclerview.widget.RecyclerView",
        ),
        Button(
            "More",
            id="btn_more_logs",
            all_caps=True,
            gravity="end",
            margin=(8, 0),
            on_click=lambda: app.go("logs"),
        ),
        padding=(0, 16, 0, 8),
    )

"""Bottom sheets and dialogs of Pro Expense."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from android_gym.simulator.apps.pro_expense import more, onboarding
from android_gym.simulator.apps.pro_expense.entry import for_update
from android_gym.simulator.apps.pro_expense.format import amount_text
from android_gym.simulator.apps.pro_expense.logs import span_of
from android_gym.simulator.apps.pro_expense.look import (
    CARD,
    card,
    category_circle,
    filled_button,
    round_button,
    sheet_body,
)
from android_gym.simulator.apps.pro_expense.storage import Expense
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.pickers import date_picker_dialog, time_picker_dialog
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.pro_expense.model import LogsState
    from android_gym.simulator.apps.pro_expense.screens import MainActivity

__all__ = ["dialog", "sheet"]


def sheet(app: MainActivity) -> Overlay | None:
    """The bottom sheet that is open."""
    if app.state.sheet is None:
        return None
    name, about = app.state.sheet
    if name == "detail":
        expense = app.store.get(about[0])
        content = _detail(app, expense) if expense is not None else None
    elif name == "delete":
        content = _delete(app, about)
    elif name in ("filter", "range"):
        content = _filter(app, ordered=name == "filter")
    elif name == "language":
        content = _choice(app, onboarding.languages(app), "Restart", lambda: _restart(app))
    elif name == "currency":
        content = _choice(app, onboarding.currencies(app), "Save", lambda: _save_currency(app))
    else:
        content = more.export_sheet(app)
    if content is None:
        return None
    return Overlay(
        content,
        key=f"sheet:{name}",
        gravity="bottom",
        width=MATCH,
        dim=0.6,
        on_dismiss=lambda: app.update(sheet=None),
        title=name.title(),
    )


def _close(app: MainActivity) -> Callable[[], None]:
    return lambda: app.update(sheet=None)


def _heading(app: MainActivity, text: str, name: str, close: str) -> View:
    return row(
        TextView(text, id=name, size=18, weight_font=500, width=0, weight=1),
        round_button("chevron_down", close, _close(app)),
        width=MATCH,
        margin=(0, 0, 0, 12),
    )


def _detail(app: MainActivity, expense: Expense) -> View:
    # Home shows the currency's code, the list its symbol.
    money = app.currency.code if app.state.here == "home" else app.currency.symbol

    def line(label: str, name: str, *value: View, shown: bool = True) -> View:
        return row(
            TextView(label, id=name, style="caption", size=14, width=96),
            *value,
            width=MATCH,
            margin=(0, 12, 0, 0),
            visibility="visible" if shown else "invisible",
        )

    def edit() -> None:
        opened = for_update(expense, app.context.system.clock.elapsed_ms())
        app.update(sheet=None, stack=(*app.state.stack, "entry"), entry=opened)

    return sheet_body(
        _heading(app, "Expense Detail", "tv_expense_detail", "btn_close"),
        card(
            row(
                category_circle(expense.category, 55),
                TextView(
                    expense.name,
                    id="tv_name_value",
                    style="headline6",
                    width=0,
                    weight=1,
                    margin=(16, 0),
                ),
                round_button(
                    "delete_outline",
                    "btn_delete",
                    lambda: app.update(sheet=("delete", (expense.id,))),
                    class_name="android.widget.ImageView",
                ),
                width=MATCH,
            ),
            line(
                "Amount",
                "tv_amount",
                TextView(amount_text(expense.amount), id="tv_amount_value", size=18),
                TextView(money, id="tv_currency_symbol", style="caption", margin=(4, 0, 0, 0)),
            ),
            line(
                "Date",
                "tv_date",
                TextView(app.row_date(expense.modified_ms), id="tv_date_value", size=16),
            ),
            line(
                "Note",
                "tv_note",
                TextView(expense.note, id="tv_note_value", size=16),
                shown=bool(expense.note),
            ),
            id="cd_info",
        ),
        filled_button("Edit", "btn_edit", edit, width=MATCH, icon="pencil", margin=(0, 16, 0, 0)),
    )


def _delete(app: MainActivity, numbers: tuple[int, ...]) -> View:
    def confirm() -> None:
        app.store.delete(numbers)
        app.update(sheet=None, logs=replace(app.state.logs, selected=(), open_row=None))
        if app.state.here == "home":
            app.show_snackbar("Item Deleted", duration_ms=1000)

    many = f"{len(numbers)} items" if len(numbers) > 1 else "item"
    return sheet_body(
        _heading(app, "Delete Items", "tv_delete_item", "imv_drop_close"),
        row(
            TextView(many, id="tv_items", size=16, weight_font=500),
            TextView("will be deleted!", id="tv_delete_description", size=16, margin=(4, 0, 0, 0)),
            id="cv_description_bg",
            class_name=CARD,
            width=MATCH,
            padding=16,
            background=Rounded("card", 2),
        ),
        filled_button(
            "Confirm",
            "btn_confirm",
            confirm,
            fill="negative",
            width=MATCH,
            margin=(0, 16, 0, 0),
        ),
    )


def _filter(app: MainActivity, *, ordered: bool) -> View:
    kept = app.state.logs if ordered else app.state.statistics
    first, last, descending = kept.draft

    def keep(part: LogsState) -> None:
        if ordered:
            app.update(logs=part)
        else:
            app.update(statistics=part)

    def draft(order: bool) -> None:
        part = app.state.logs if ordered else app.state.statistics
        keep(replace(part, draft=(*part.draft[:2], order)))

    def day(label: str, name: str, millis: int, dialog_name: str) -> View:
        moment = app.moment(millis)
        return column(
            TextView(label, id=f"tv_{'from' if name == 'start' else 'to'}", style="caption"),
            column(
                TextView(f"{moment:%b}", id=f"tv_{name}_month", size=14),
                TextView(str(moment.day), id=f"tv_{name}_day", size=28, weight_font=500),
                TextView(str(moment.year), id=f"tv_{name}_year", size=14),
                id=f"cv_{name}_date",
                class_name=CARD,
                content_gravity="center_horizontal",
                width=MATCH,
                padding=12,
                margin=(0, 6, 0, 0),
                background=Rounded("card", 2),
                on_click=lambda: app.update(dialog=dialog_name),
            ),
            width=0,
            weight=1,
            margin=(4, 0),
        )

    def order_button(text: str, name: str, value: bool) -> View:
        chosen = descending == value
        return Button(
            text,
            id=name,
            all_caps=True,
            checked=chosen,
            width=0,
            weight=1,
            color="primary" if chosen else "text_secondary",
            background=Rounded("chip_checked" if chosen else "chip", 4),
            on_click=lambda: draft(value),
        )

    def apply() -> None:
        state = app.state
        part = state.logs if ordered else state.statistics
        a, b, order = part.draft
        new = replace(part, first_ms=_midnight(app, a), last_ms=_day_end(app, b), descending=order)
        app.update(sheet=None)
        keep(new)

    return sheet_body(
        _heading(app, "Filter", "tv_filter", "btn_close"),
        row(
            day("From", "start", first, "from"),
            day("To", "end", last, "to"),
            width=MATCH,
        ),
        TextView("Order by Date in", id="tv_sorted_by", style="caption", margin=(4, 16, 0, 8))
        if ordered
        else None,
        row(
            order_button("Desc", "btn_date_order_desc", True),
            View(width=8),
            order_button("Asc", "btn_date_order_asc", False),
            id="tg_date_order",
            width=MATCH,
        )
        if ordered
        else None,
        filled_button("Apply Filter", "btn_apply_filter", apply, width=MATCH, margin=(0, 16, 0, 0)),
    )


def _midnight(app: MainActivity, millis: int) -> int:
    start = app.moment(millis).replace(hour=0, minute=0, second=0, microsecond=0)
    return int(start.timestamp() * 1000)


def _day_end(app: MainActivity, millis: int) -> int:
    return _midnight(app, millis) + 86_400_000 - 1


def _choice(app: MainActivity, choices: View, label: str, done: Callable[[], None]) -> View:
    return sheet_body(
        choices,
        filled_button(label, "btn_save", done, width=MATCH, margin=(0, 12, 0, 0)),
    )


def _restart(app: MainActivity) -> None:
    app.context.preferences().put(selected_language=app.state.onboarding.language)
    app.start_again()


def _save_currency(app: MainActivity) -> None:
    app.context.preferences().put(selected_currency_number=app.state.onboarding.currency)
    app.update(sheet=None)


# -- dialogs


def dialog(app: MainActivity) -> Overlay | None:
    """The dialog that is open over everything."""
    name = app.state.dialog
    close = lambda: app.update(dialog="")  # noqa: E731
    if name == "theme":
        return more.theme_dialog(app)
    if name == "date":
        day = app.moment(app.state.entry.when_ms).date()
        return date_picker_dialog(
            day, lambda chosen: _set_date(app, chosen), close, today=app.now().date(), all_caps=True
        )
    if name == "time":
        time = app.moment(app.state.entry.when_ms).time()
        return time_picker_dialog(time, lambda chosen: _set_time(app, chosen), close, all_caps=True)
    if name in ("from", "to"):
        ordered = app.state.here == "logs"
        part = app.state.logs if ordered else app.state.statistics
        span = app.store.span() or span_of(app, part) or (0, 0)
        return date_picker_dialog(
            app.moment(part.draft[0 if name == "from" else 1]).date(),
            lambda chosen: _set_range(app, name, chosen, ordered),
            close,
            first=app.moment(span[0]).date(),
            last=app.moment(span[1]).date(),
            today=app.now().date(),
            all_caps=True,
        )
    return None


def _set_date(app: MainActivity, day: dt.date) -> None:
    moment = app.moment(app.state.entry.when_ms)
    chosen = moment.replace(year=day.year, month=day.month, day=day.day)
    when = int(chosen.timestamp()) * 1000 + chosen.microsecond // 1000
    app.update(dialog="", entry=replace(app.state.entry, when_ms=when))


def _set_time(app: MainActivity, time: dt.time) -> None:
    moment = app.moment(app.state.entry.when_ms)
    # The app sets hour, minute and milliseconds, and leaves the seconds.
    chosen = moment.replace(hour=time.hour, minute=time.minute, microsecond=0)
    when = int(chosen.timestamp()) * 1000
    app.update(dialog="", entry=replace(app.state.entry, when_ms=when))


def _set_range(app: MainActivity, end: str, day: dt.date, ordered: bool) -> None:
    part = app.state.logs if ordered else app.state.statistics
    first, last, order = part.draft
    noon = dt.datetime.combine(day, dt.time(12), tzinfo=app.now().tzinfo)
    millis = int(noon.timestamp() * 1000)
    if end == "from":
        first = millis
        if app.moment(last).date() < day:
            last = millis
            app.toast("End Date Changed to Start Date!")
    else:
        last = millis
        if app.moment(first).date() > day:
            first = millis
            app.toast("Start Date Changed to End Date!")
    new = replace(part, draft=(first, last, order))
    app.update(dialog="")
    if ordered:
        app.update(logs=new)
    else:
        app.update(statistics=new)

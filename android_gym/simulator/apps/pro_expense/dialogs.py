"""Pro Expense's bottom sheets and dialogs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal

from android_gym.simulator.appkit.dialogs import DateDialog, TimeDialog
from android_gym.simulator.apps.pro_expense.actions import Actions
from android_gym.simulator.apps.pro_expense.choices import currencies, languages
from android_gym.simulator.apps.pro_expense.format import amount_text
from android_gym.simulator.apps.pro_expense.look import (
    CARD,
    card,
    category_circle,
    filled_button,
    list_sheet,
    round_button,
    sheet_body,
)
from android_gym.simulator.apps.pro_expense.model import Range
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, RadioButton, TextView

__all__ = [
    "CurrencySheet",
    "DeleteSheet",
    "EntryDate",
    "EntryTime",
    "ExpenseSheet",
    "ExportSheet",
    "FilterDay",
    "FilterSheet",
    "LanguageSheet",
    "ThemeDialog",
]

DAY_MS = 86_400_000

THEMES = (
    (2, "Dark Theme", "rb_dark_theme"),
    (1, "Light Theme", "rb_light_theme"),
    (-1, "System Default", "rb_system_default"),
)


class _Sheet(Dialog[Actions]):
    """Base of the bottom sheets.

    Attributes:
        TITLE: Title of the window.
    """

    TITLE: ClassVar[str]

    def content(self, app: Actions) -> View | None:
        """Build the sheet's content; None if its subject is gone."""
        raise NotImplementedError(f"{type(self).__name__} must build its content.")

    def build(self, screen: Actions) -> Overlay | None:
        """Build the sheet."""
        content = self.content(screen)
        if content is None:
            return None
        return Overlay(content, gravity="bottom", width=MATCH, dim=0.6, title=self.TITLE)


def _heading(app: Actions, text: str, name: str, close: str) -> View:
    return wide_row(
        TextView(text, id=name, size=18, weight_font=500, width=0, weight=1),
        round_button("chevron_down", close, app.dismiss_dialog),
        margin=(0, 0, 0, 12),
    )


@dataclass(frozen=True)
class ExpenseSheet(_Sheet):
    """Details of an expense.

    Attributes:
        number: Id of the expense.
    """

    TITLE = "Detail"
    number: int

    def content(self, app: Actions) -> View | None:
        """Build the details, and the buttons to delete and edit."""
        expense = app.store.get(self.number)
        if expense is None:
            return None
        # Home shows the currency's code, the list its symbol.
        money = app.currency.code if app.state.here == "home" else app.currency.symbol

        def line(label: str, name: str, *value: View, shown: bool = True) -> View:
            return wide_row(
                TextView(label, id=name, style="caption", size=14, width=96),
                *value,
                margin=(0, 12, 0, 0),
                visibility="visible" if shown else "invisible",
            )

        def edit() -> None:
            app.dismiss_dialog()
            app.edit(expense)

        def delete() -> None:
            app.dismiss_dialog()
            app.show_dialog(DeleteSheet((expense.id,)))

        return sheet_body(
            _heading(app, "Expense Detail", "tv_expense_detail", "btn_close"),
            card(
                wide_row(
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
                        delete,
                        class_name="android.widget.ImageView",
                    ),
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
            button=filled_button("Edit", "btn_edit", edit, width=MATCH, icon="pencil"),
        )


@dataclass(frozen=True)
class DeleteSheet(_Sheet):
    """Ask before deleting expenses.

    Attributes:
        numbers: Ids of the expenses.
    """

    TITLE = "Delete"
    numbers: tuple[int, ...]

    def content(self, app: Actions) -> View:
        """Build the question."""

        def confirm() -> None:
            app.dismiss_dialog()
            app.delete(self.numbers)

        numbers = self.numbers
        many = f"{len(numbers)} items" if len(numbers) > 1 else "item"
        return sheet_body(
            _heading(app, "Delete Items", "tv_delete_item", "imv_drop_close"),
            wide_row(
                TextView(many, id="tv_items", size=16, weight_font=500),
                TextView(
                    "will be deleted!", id="tv_delete_description", size=16, margin=(4, 0, 0, 0)
                ),
                id="cv_description_bg",
                class_name=CARD,
                padding=16,
                background=Rounded("card", 2),
            ),
            button=filled_button(
                "Confirm",
                "btn_confirm",
                confirm,
                fill="negative",
                width=MATCH,
            ),
        )


@dataclass(frozen=True)
class FilterSheet(_Sheet):
    """Choose the dates shown in the list or statistics, and the order of the list.

    Attributes:
        part: Whether the filter is the list's or the statistics'.
        first_ms: First date, epoch milliseconds.
        last_ms: Last date, epoch milliseconds.
        descending: Whether the newest expenses come first.
    """

    TITLE = "Filter"
    part: Range
    first_ms: int
    last_ms: int
    descending: bool = True

    def content(self, app: Actions) -> View:
        """Build the two dates and the order."""
        ordered = self.part == "logs"

        def day(label: str, name: str, millis: int, end: Literal["from", "to"]) -> View:
            moment = app.moment(millis)
            return column(
                TextView(label, id=f"tv_{'from' if name == 'start' else 'to'}", style="caption"),
                wide_column(
                    TextView(f"{moment:%b}", id=f"tv_{name}_month", size=14),
                    TextView(str(moment.day), id=f"tv_{name}_day", size=28, weight_font=500),
                    TextView(str(moment.year), id=f"tv_{name}_year", size=14),
                    id=f"cv_{name}_date",
                    class_name=CARD,
                    content_gravity="center_horizontal",
                    padding=12,
                    margin=(0, 6, 0, 0),
                    background=Rounded("card", 2),
                    on_click=lambda: app.show_dialog(FilterDay(self, end)),
                ),
                width=0,
                weight=1,
                margin=(4, 0),
            )

        def order_button(text: str, name: str, value: bool) -> View:
            chosen = self.descending == value
            return Button(
                text,
                id=name,
                all_caps=True,
                checked=chosen,
                width=0,
                weight=1,
                color="primary" if chosen else "text_secondary",
                background=Rounded("chip_checked" if chosen else "chip", 4),
                on_click=lambda: app.update_dialog(replace(self, descending=value)),
            )

        def apply() -> None:
            app.dismiss_dialog()
            shown = replace(
                app.range(self.part),
                first_ms=_midnight(app, self.first_ms),
                last_ms=_midnight(app, self.last_ms) + DAY_MS - 1,
                descending=self.descending,
            )
            app.set_range(self.part, shown)

        return sheet_body(
            _heading(app, "Filter", "tv_filter", "btn_close"),
            wide_row(
                day("From", "start", self.first_ms, "from"), day("To", "end", self.last_ms, "to")
            ),
            TextView("Order by Date in", id="tv_sorted_by", style="caption", margin=(4, 16, 0, 8))
            if ordered
            else None,
            wide_row(
                order_button("Desc", "btn_date_order_desc", True),
                View(width=8),
                order_button("Asc", "btn_date_order_asc", False),
                id="tg_date_order",
            )
            if ordered
            else None,
            button=filled_button("Apply Filter", "btn_apply_filter", apply, width=MATCH),
        )

    def picked(self, app: Actions, end: Literal["from", "to"], day: dt.date) -> FilterSheet:
        """Return the sheet with one date changed; the other is moved if it is out of order."""
        first, last = self.first_ms, self.last_ms
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
        return replace(self, first_ms=first, last_ms=last)


def _midnight(app: Actions, millis: int) -> int:
    start = app.moment(millis).replace(hour=0, minute=0, second=0, microsecond=0)
    return int(start.timestamp() * 1000)


@dataclass(frozen=True)
class FilterDay(DateDialog[Actions]):
    """Pick one of a filter's two dates.

    Attributes:
        sheet: The filter sheet.
        end: Which of its dates to pick.
    """

    ALL_CAPS = True
    sheet: FilterSheet
    end: Literal["from", "to"]

    def day(self, screen: Actions) -> dt.date:
        """Return the current date."""
        chosen = self.sheet.first_ms if self.end == "from" else self.sheet.last_ms
        return screen.moment(chosen).date()

    def span(self, screen: Actions) -> tuple[dt.date, dt.date]:
        """Return the range of dates with expenses."""
        first, last = screen.store.span() or screen.span(self.sheet.part) or (0, 0)
        return screen.moment(first).date(), screen.moment(last).date()

    def on_pick(self, screen: Actions, day: dt.date) -> None:
        """Change the filter."""
        screen.update_dialog(self.sheet.picked(screen, self.end, day))


@dataclass(frozen=True)
class EntryDate(DateDialog[Actions]):
    """Pick the date of the expense on the entry screen."""

    ALL_CAPS = True

    def day(self, screen: Actions) -> dt.date:
        """Return the current date."""
        return screen.moment(screen.state.entry.when_ms).date()

    def on_pick(self, screen: Actions, day: dt.date) -> None:
        """Set the date and keep the time of day."""
        entry = screen.state.entry
        chosen = screen.moment(entry.when_ms).replace(year=day.year, month=day.month, day=day.day)
        when = int(chosen.timestamp()) * 1000 + chosen.microsecond // 1000
        screen.update(entry=replace(entry, when_ms=when))


@dataclass(frozen=True)
class EntryTime(TimeDialog[Actions]):
    """Pick the time of the expense on the entry screen, always in the 12-hour format."""

    ALL_CAPS = True

    def time(self, screen: Actions) -> dt.time:
        """Return the current time."""
        return screen.moment(screen.state.entry.when_ms).time()

    def is_24(self, screen: Actions) -> bool:
        """Return False, because the app always uses the 12-hour format."""
        return False

    def on_pick(self, screen: Actions, time: dt.time) -> None:
        """Set the hour and minute and clear the milliseconds; the app keeps the seconds."""
        entry = screen.state.entry
        moment = screen.moment(entry.when_ms)
        chosen = moment.replace(hour=time.hour, minute=time.minute, microsecond=0)
        screen.update(entry=replace(entry, when_ms=int(chosen.timestamp()) * 1000))


def _choice(choices: View, label: str, done: Callable[[], None]) -> View:
    choices.margin = (16, 12)
    return list_sheet(choices, filled_button(label, "btn_save", done, width=MATCH))


@dataclass(frozen=True)
class LanguageSheet(_Sheet):
    """Choose the language.

    Attributes:
        language: Code of the selected language.
        search: Text in the search box.
    """

    TITLE = "Language"
    language: str
    search: str = ""

    def content(self, app: Actions) -> View:
        """Build the list."""

        def restart() -> None:
            app.context.preferences().put(selected_language=self.language)
            app.start_again()

        listed = languages(
            self.search,
            self.language,
            lambda text: app.update_dialog(replace(self, search=text)),
            lambda code: app.update_dialog(replace(self, language=code)),
        )
        return _choice(listed, "Restart", restart)


@dataclass(frozen=True)
class CurrencySheet(_Sheet):
    """Choose the currency.

    Attributes:
        currency: Number of the selected currency.
        search: Text in the search box.
    """

    TITLE = "Currency"
    currency: str
    search: str = ""

    def content(self, app: Actions) -> View:
        """Build the list."""

        def save() -> None:
            app.dismiss_dialog()
            app.context.preferences().put(selected_currency_number=self.currency)

        listed = currencies(
            self.search,
            self.currency,
            lambda text: app.update_dialog(replace(self, search=text)),
            lambda number: app.update_dialog(replace(self, currency=number)),
        )
        return _choice(listed, "Save", save)


@dataclass(frozen=True)
class ExportSheet(_Sheet):
    """Ask for the name of the export file; the previously typed name is kept."""

    TITLE = "Export"

    def content(self, app: Actions) -> View:
        """Build the field and the button."""

        def save() -> None:
            app.dismiss_dialog()
            intent = Intent(
                action="android.intent.action.CREATE_DOCUMENT",
                type="application/vnd.ms-excel",
                categories=("android.intent.category.OPENABLE",),
            )
            if not app.start_activity(intent, request="export"):
                app.show_snackbar("No app can save documents", duration_ms=2000)

        return sheet_body(
            TextView("Export", size=18, weight_font=500),
            TextInputLayout(
                EditText(
                    app.state.more.file,
                    id="edt_name",
                    hint="Name",
                    on_text_change=lambda text: app.update(more=replace(app.state.more, file=text)),
                ),
                width=MATCH,
                margin=(0, 12, 0, 0),
            ),
            button=filled_button("Save as", "btn_export_now", save, width=MATCH),
        )


@dataclass(frozen=True)
class ThemeDialog(Dialog[Actions]):
    """Choose the dark, light or system theme.

    Attributes:
        mode: The selected mode.
    """

    mode: int

    def build(self, screen: Actions) -> Overlay:
        """Build the choices and the buttons."""

        def restart() -> None:
            screen.context.preferences().put(theme_mode=self.mode)
            screen.start_again()

        def choose(mode: int, _: bool) -> None:
            screen.update_dialog(replace(self, mode=mode))

        choices = [
            RadioButton(
                text,
                id=name,
                checked=mode == self.mode,
                margin=(0, 4),
                on_checked_change=partial(choose, mode),
            )
            for mode, text, name in THEMES
        ]
        content = column(
            TextView("Choose Theme", style="headline6", margin=(0, 0, 0, 12)),
            *choices,
            wide_row(
                View(width=0, weight=1),
                Button("Cancel", id="btn_cancel", all_caps=True, on_click=screen.dismiss_dialog),
                Button("Restart", id="btn_restart", all_caps=True, on_click=restart),
                margin=(0, 12, 0, 0),
            ),
            width=300,
            padding=(24, 20, 16, 8),
            background=Rounded("sheet", 4),
        )
        return Overlay(FrameLayout([content]), dim=0.6, title="Choose Theme")

"""Dialogs for an event's repetition, type and colour."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from android_gym.simulator.appkit.dialogs import DateDialog
from android_gym.simulator.appkit.simple_colors import ColorPickerDialog
from android_gym.simulator.appkit.simple_commons import RadioGroupDialog
from android_gym.simulator.appkit.simple_views import argb, color_of
from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.dialogs import (
    CustomSpan,
    number_field,
    ok_cancel,
    radio,
)
from android_gym.simulator.apps.simple_calendar.editor import EditorActions
from android_gym.simulator.apps.simple_calendar.look import RELATIVE
from android_gym.simulator.apps.simple_calendar.model import (
    DAY_S,
    LAST_DAY,
    LAST_WEEKDAY,
    MONTH_S,
    ORDER_WEEKDAY,
    SAME_DAY,
    WEEK_S,
    YEAR_S,
)
from android_gym.simulator.apps.simple_calendar.months import day_span
from android_gym.simulator.apps.simple_calendar.recurrence import local
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, Divider, EditText, ImageView, TextView


@dataclass(frozen=True)
class ChooseInterval(RadioGroupDialog[EditorActions]):
    """Choose the interval of an event's repetition."""

    @staticmethod
    def _seconds(screen: EditorActions) -> list[int]:
        own = screen.draft.repetition.interval
        offered = [seconds for seconds, _ in texts.INTERVALS]
        return offered if own in offered else [*offered, own]

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return the suggested intervals, including the current one."""
        return [*map(texts.interval, self._seconds(screen)), "Custom"]

    def selected(self, screen: EditorActions) -> int:
        """Return the index of the current interval."""
        return self._seconds(screen).index(screen.draft.repetition.interval)

    def on_choose(self, screen: EditorActions, index: int) -> None:
        """Set the interval, or ask for a custom one."""
        offered = self._seconds(screen)
        if index < len(offered):
            screen.set_interval(offered[index])
        else:
            screen.show_dialog(CustomInterval())


@dataclass(frozen=True)
class CustomInterval(CustomSpan):
    """Ask for a custom interval."""

    STEM = "dialog_custom_repeat_interval"
    UNITS: ClassVar[Mapping[str, int]] = {
        "days": DAY_S, "weeks": WEEK_S, "months": MONTH_S, "years": YEAR_S,
    }  # fmt: skip
    MOST = 4
    HOLDER = "dialog_custom_repeat_interval_holder"

    def on_span(self, screen: EditorActions, span: int) -> None:
        """Set the interval."""
        screen.set_interval(span)


@dataclass(frozen=True)
class ChooseWeekdays(Dialog[EditorActions]):
    """Choose the weekdays of an event's repetition.

    Attributes:
        rule: Checked days, as bits from Monday on.
    """

    rule: int

    def build(self, screen: EditorActions) -> Overlay:
        """Build a check box for each day."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.set_rule(self.rule)

        def toggle(day: int) -> Callable[[bool], None]:
            return lambda _: screen.update_dialog(replace(self, rule=self.rule ^ 1 << day))

        order = (6, *range(6)) if screen.settings.sunday_first else tuple(range(7))
        boxes = column(
            *(
                CheckBox(
                    texts.DAYS[day],
                    id="my_checkbox",
                    key=day,
                    checked=bool(self.rule >> day & 1),
                    size=16,
                    width=MATCH,
                    min_height=48,
                    on_checked_change=toggle(day),
                )
                for day in order
            ),
            id="dialog_vertical_linear_layout",
            width=MATCH,
            padding=(16, 16, 16, 0),
        )
        return ok_cancel(screen, ScrollView(boxes, width=MATCH), accept)


@dataclass(frozen=True)
class ChooseRule(RadioGroupDialog[EditorActions]):
    """Choose the day of the month or year of an event's repetition."""

    @staticmethod
    def _rules(screen: EditorActions) -> list[tuple[int, str]]:
        day = screen.moment(end=False).date()
        yearly = screen.draft.repetition.interval % YEAR_S == 0
        span = "every year" if yearly else "each month"
        within = f" in {texts.MONTHS[day.month - 1]}" if yearly else ""
        rules = [(SAME_DAY, f"Repeat on the same day {span}")]
        rules.append((ORDER_WEEKDAY, f"Repeat every {texts.order_of(day, last=False)}{within}"))
        if (day + dt.timedelta(days=7)).month != day.month:
            rules.append((LAST_WEEKDAY, f"Repeat every {texts.order_of(day, last=True)}{within}"))
        if not yearly and (day + dt.timedelta(days=1)).month != day.month:
            rules.append((LAST_DAY, "Repeat on the last day of the month"))
        return rules

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return the rules that match the start date."""
        return [text for _, text in self._rules(screen)]

    def selected(self, screen: EditorActions) -> int:
        """Return the index of the current rule."""
        rules = [rule for rule, _ in self._rules(screen)]
        present = screen.draft.repetition.rule
        return rules.index(present) if present in rules else 0

    def on_choose(self, screen: EditorActions, index: int) -> None:
        """Set the rule."""
        screen.set_rule(self._rules(screen)[index][0])


@dataclass(frozen=True)
class ChooseLimit(Dialog[EditorActions]):
    """Choose when the repetition ends.

    Attributes:
        mode: 0 on a date, 1 after a number of times, 2 never.
        until: The date, in epoch seconds.
        text: Typed number of times.
    """

    HINT: ClassVar[str] = "Value"
    mode: int
    until: int
    text: str = ""

    def build(self, screen: EditorActions) -> Overlay:
        """Build the three options, with a date and a number."""

        def accept() -> None:
            screen.dismiss_dialog()
            limits = self.until, -int(self.text or 0), 0
            screen.set_limit(limits[self.mode])

        def choose(mode: int) -> Callable[[], object]:
            return lambda: screen.update_dialog(replace(self, mode=mode))

        day = local(self.until, screen.zone).date()
        date = EditText(
            texts.full_date(day),
            hint=self.HINT,
            id="repeat_type_date",
            focusable=False,
            on_click=lambda: screen.show_dialog(LimitDay(self)),
            width=MATCH,
        )
        count = number_field(
            self.text,
            "repeat_type_count",
            lambda text: screen.update_dialog(replace(self, text=text, mode=1)),
            most=5,
        )
        count.width, count.margin = 200, (40, 0, 0, 0)
        group = column(
            radio("Repeat till a date", "repeat_type_till_date", self.mode == 0, choose(0)),
            TextInputLayout(date, id="repeat_type_date_hint", width=200, margin=(40, 0, 0, 0)),
            radio(
                "Stop repeating after x occurrences",
                "repeat_type_x_times",
                self.mode == 1,
                choose(1),
            ),
            count,
            radio("Repeat forever", "repeat_type_forever", self.mode == 2, choose(2)),
            id="dialog_radio_view",
            class_name="android.widget.RadioGroup",
            width=MATCH,
            padding=16,
        )
        return ok_cancel(
            screen, ScrollView(group, id="dialog_repeat_type_picker_holder", width=MATCH), accept
        )


@dataclass(frozen=True)
class LimitDay(DateDialog[EditorActions]):
    """Choose the last day of a repetition.

    Attributes:
        limit: The dialog to return to.
    """

    ALL_CAPS = True
    limit: ChooseLimit

    def day(self, screen: EditorActions) -> dt.date:
        """Return the current last day."""
        return local(self.limit.until, screen.zone).date()

    def first_weekday(self, screen: EditorActions) -> int:
        """Return Sunday or Monday, as set in the settings."""
        return 6 if screen.settings.sunday_first else 0

    def on_pick(self, screen: EditorActions, day: dt.date) -> None:
        """Set the limit to the end of the day."""
        until = day_span(day, screen.zone)[1]
        screen.update_dialog(replace(self.limit, until=until, mode=0))


# -- event types and colours


def swatch(color: int, name: str) -> View:
    """Build a colour's circle."""
    return ImageView(
        None, id=name, width=34, height=34, background=Oval(argb(color)), clickable=False
    )


@dataclass(frozen=True)
class ChooseType(Dialog[EditorActions]):
    """Choose the event type; a tap chooses."""

    def build(self, screen: EditorActions) -> Overlay:
        """Build a row for each type, and a link to the list of types."""

        def choose(number: int) -> Callable[[], None]:
            def chosen() -> None:
                screen.dismiss_dialog()
                screen.change(event_type=number)

            return chosen

        def manage() -> None:
            screen.dismiss_dialog()
            screen.start_activity(".activities.ManageEventTypesActivity")

        rows = []
        for kind in screen.store.types():
            button = radio(
                kind.title,
                "dialog_radio_button",
                kind.id == screen.draft.event_type,
                choose(kind.id),
            )
            button.width, button.weight = 0, 1
            rows.append(
                row(
                    button,
                    swatch(kind.color, "dialog_radio_color"),
                    key=kind.id,
                    class_name=RELATIVE,
                    width=MATCH,
                    padding=(0, 0, 8, 0),
                    content_gravity="center_vertical",
                )
            )
        group = column(
            *rows,
            id="dialog_radio_group",
            class_name="android.widget.RadioGroup",
            width=MATCH,
            padding=(16, 12),
        )
        link = TextView(
            "Manage event types",
            id="dialog_manage_event_types",
            size=16,
            width=MATCH,
            padding=(24, 16, 16, 16),
            on_click=manage,
        )
        holder = column(group, Divider(width=MATCH), link, id="dialog_wrapper", width=MATCH)
        return alert_dialog(
            content=ScrollView(holder, id="dialog_radio_holder", width=MATCH),
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class ChooseColor(ColorPickerDialog[EditorActions]):
    """Choose an event's own colour; the third button resets it to the type's colour."""

    NEUTRAL = "Default"

    def on_color(self, screen: EditorActions, color: str) -> None:
        """Set the colour; the event type's colour counts as no own colour."""
        own = screen.store.type_of(screen.draft.event_type).color
        screen.change(color=0 if color_of(color) == own else color_of(color))

    def on_neutral(self, screen: EditorActions) -> None:
        """Use the colour of the event type."""
        screen.change(color=0)

"""The calendar's dialogs, except those about repetition."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Unpack

from typing_extensions import TypeVar

from android_gym.simulator.appkit.dialogs import DateDialog, DialogScreen, TimeDialog
from android_gym.simulator.appkit.simple_commons import ConfirmationDialog, RadioGroupDialog
from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.actions import Actions, MainActions
from android_gym.simulator.apps.simple_calendar.editor import EditorActions
from android_gym.simulator.apps.simple_calendar.model import NO_REMINDER, Mark
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column
from android_gym.simulator.ui.options import LinearOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, RadioButton, TextView


def radio(label: str, name: str, checked: bool, on_click: Callable[[], object]) -> View:
    """Build a radio button for a dialog with OK and Cancel buttons."""
    return RadioButton(
        label,
        id=name,
        checked=checked,
        size=16,
        width=MATCH,
        min_height=48,
        clickable=True,
        on_click=on_click,
    )


def radios(
    labels: Mapping[str, str],
    chosen: int | None,
    choose: Callable[[int], object],
    **common: Unpack[LinearOptions],
) -> View:
    """Build a column of radio buttons.

    Args:
        labels: Labels by view id.
        chosen: Index of the checked one; None for none.
        choose: Called with the index of the tapped one.
        **common: See `column`.
    """
    buttons = (
        radio(label, name, index == chosen, partial(choose, index))
        for index, (name, label) in enumerate(labels.items())
    )
    common["class_name"], common["width"] = "android.widget.RadioGroup", MATCH
    return column(*buttons, **common)


def ok_cancel(
    screen: DialogScreen, content: View, accept: Callable[[], object], title: str | None = None
) -> Overlay:
    """Build a dialog with an OK button, which calls `accept`, and a Cancel button."""
    return alert_dialog(
        title,
        content=content,
        positive="OK",
        on_positive=accept,
        negative="Cancel",
        on_dismiss=screen.dismiss_dialog,
    )


def number_field(
    text: str, name: str, on_text: Callable[[str], None], *, most: int, focused: bool = False
) -> TextInputLayout:
    """Build a dialog's field for a number of at most `most` digits."""
    field = EditText(
        text,
        hint="Value",
        id=name,
        input_type="number",
        max_length=most,
        autofocus=focused,
        on_text_change=on_text,
        width=MATCH,
    )
    return TextInputLayout(field, id=f"{name.removesuffix('_value')}_hint", width=MATCH)


@dataclass(frozen=True)
class CustomSpan(Dialog[EditorActions]):
    """Ask for a number and its unit.

    Attributes:
        STEM: Prefix of the view ids.
        UNITS: Names and factors of the units.
        MOST: Maximum number of digits.
        text: The number typed so far.
        unit: Index of its unit.
    """

    STEM: ClassVar[str]
    UNITS: ClassVar[Mapping[str, int]]
    MOST: ClassVar[int]
    HOLDER: ClassVar[str | None] = None
    text: str = ""
    unit: int = 0

    def on_span(self, screen: EditorActions, span: int) -> None:
        """Take the number multiplied by its unit's factor."""
        raise NotImplementedError(f"{type(self).__name__} must take the span.")

    def build(self, screen: EditorActions) -> Overlay:
        """Build the field and the units."""

        def accept() -> None:
            screen.dismiss_dialog()
            self.on_span(screen, int(self.text or 0) * [*self.UNITS.values()][self.unit])

        field = number_field(
            self.text,
            f"{self.STEM}_value",
            lambda text: screen.update_dialog(replace(self, text=text)),
            most=self.MOST,
            focused=True,
        )
        units = radios(
            {f"dialog_radio_{name}": name for name in self.UNITS},
            self.unit,
            lambda unit: screen.update_dialog(replace(self, unit=unit)),
            id="dialog_radio_view",
            padding=(0, 12),
        )
        holder = column(field, units, id=self.HOLDER, width=MATCH, padding=(16, 16, 16, 0))
        return ok_cancel(
            screen, ScrollView(holder, id=f"{self.STEM}_scrollview", width=MATCH), accept
        )


# -- deleting


D = TypeVar("D", contravariant=True, bound=Actions[Any])


@dataclass(frozen=True)
class _Delete(Dialog[D]):
    """Ask for confirmation of a deletion, and which occurrences to delete.

    Attributes:
        marks: Occurrences to delete.
        mode: Which occurrences of repeating events to delete.
    """

    CHOICES: ClassVar[Mapping[str, str]] = {
        "delete_event_one_only": "Delete the selected occurrence only",
        "delete_event_future": "Delete this and all future occurrences",
        "delete_event_all": "Delete all occurrences",
    }
    marks: tuple[Mark, ...] = ()
    mode: int = 0

    def on_confirm(self, screen: D) -> None:
        """Delete the occurrences; called on confirmation."""
        raise NotImplementedError(f"{type(self).__name__} must delete.")

    def build(self, screen: D) -> Overlay:
        """Build the question, with radio buttons if anything repeats."""
        repeats = screen.repeats(self.marks)
        several = len(self.marks) > 1

        def accept() -> None:
            screen.dismiss_dialog()
            self.on_confirm(screen)

        about = "The selection contains repeating events" if several else "The event is repeatable"
        question = TextView(
            "Are you sure you want to proceed with the deletion?",
            id="delete_event_description",
            size=16,
            width=MATCH,
        )
        details = (
            TextView(about, id="delete_event_repeat_description", padding=(0, 16, 0, 12)),
            radios(
                self.CHOICES,
                self.mode,
                lambda mode: screen.update_dialog(replace(self, mode=mode)),
                id="delete_event_radio_view",
            ),
        )
        return alert_dialog(
            content=column(
                question,
                *(details if repeats else ()),
                id="delete_event_holder",
                width=MATCH,
                padding=(24, 24, 24, 0),
            ),
            positive="Yes",
            on_positive=accept,
            negative="No",
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class DeleteMarked(_Delete[MainActions]):
    """Ask before deleting selected rows."""

    def on_confirm(self, screen: MainActions) -> None:
        """Delete the occurrences."""
        screen.delete_marked(self.marks, self.mode)


@dataclass(frozen=True)
class DeleteThis(_Delete[EditorActions]):
    """Ask before deleting the edited event or task."""

    def on_confirm(self, screen: EditorActions) -> None:
        """Delete the event or task."""
        screen.delete_this(self.mode)


# -- the editor


@dataclass(frozen=True)
class UpdateWhich(Dialog[EditorActions]):
    """Choose which occurrences of a repeating event to change; a tap chooses."""

    CHOICES: ClassVar[Mapping[str, str]] = {
        "edit_repeating_event_one_only": "Update the selected occurrence only",
        "edit_repeating_event_this_and_future_occurences": "Update this and all future occurrences",
        "edit_repeating_event_all_occurrences": "Update all occurrences",
    }

    def build(self, screen: EditorActions) -> Overlay:
        """Build the three choices."""

        def choose(mode: int) -> None:
            screen.dismiss_dialog()
            screen.save_as(mode)

        holder = column(
            TextView("The event is repeatable", id="edit_repeating_event_title", size=16),
            radios(
                self.CHOICES, None, choose, id="edit_repeating_event_radiogroup", margin=(0, 16)
            ),
            id="edit_repeating_event_holder",
            width=MATCH,
            padding=(24, 24, 24, 0),
        )
        return alert_dialog(content=holder, on_dismiss=screen.dismiss_dialog)


@dataclass(frozen=True)
class Disclaimer(Dialog[EditorActions]):
    """Warn, before the first event is saved, that reminders may fail.

    Attributes:
        reminder: Index of the tapped reminder; None when saving.
    """

    TEXT: ClassVar[str] = (
        "Please make sure the reminders work properly before relying on them. Check your device "
        "battery and notification settings, if there is nothing blocking the reminders, or "
        "killing the app in the background."
    )
    reminder: int | None = None

    def build(self, screen: EditorActions) -> Overlay:
        """Build the text with its buttons; touches outside are ignored."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.accept_disclaimer(self.reminder)
            if self.reminder is not None:
                screen.show_dialog(ChooseReminder(self.reminder))

        def settings() -> None:
            screen.dismiss_dialog()
            screen.open_notification_settings()

        return alert_dialog(
            "Disclaimer",
            content=TextView(
                self.TEXT, id="reminder_warning", size=16, padding=(24, 8, 24, 12), width=MATCH
            ),
            positive="OK",
            on_positive=accept,
            neutral="Settings",
            on_neutral=settings,
            on_dismiss=lambda: None,
            cancelable=False,
        )


@dataclass(frozen=True)
class SaveBeforeExit(ConfirmationDialog[EditorActions]):
    """Ask whether to save changes when BACK leaves the editor."""

    MESSAGE = "You have unsaved changes. Save before exit?"
    POSITIVE = "Save"
    NEGATIVE = "Discard"

    def on_confirm(self, screen: EditorActions) -> None:
        """Save the changes."""
        screen.save()

    def build(self, screen: EditorActions) -> Overlay:
        """Build the question; its second button discards, a touch outside only closes it."""

        def save() -> None:
            screen.dismiss_dialog()
            self.on_confirm(screen)

        def discard() -> None:
            screen.dismiss_dialog()
            screen.finish()

        message = TextView(
            self.MESSAGE,
            id="message",
            style="dialog_message",
            width=MATCH,
            padding=(24, 24, 24, 12),
        )
        return alert_dialog(
            content=ScrollView(message, id="message_scrollview", width=MATCH),
            positive=self.POSITIVE,
            on_positive=save,
            negative=self.NEGATIVE,
            on_negative=discard,
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class ChooseDay(DateDialog[EditorActions]):
    """Choose the date of the start or the end.

    Attributes:
        end: Whether to choose the end's date.
    """

    ALL_CAPS = True
    end: bool = False

    def day(self, screen: EditorActions) -> dt.date:
        """Return the current date."""
        return screen.moment(end=self.end).date()

    def first_weekday(self, screen: EditorActions) -> int:
        """Return Sunday or Monday, as set in the settings."""
        return 6 if screen.settings.sunday_first else 0

    def on_pick(self, screen: EditorActions, day: dt.date) -> None:
        """Set the date."""
        screen.set_day(day, end=self.end)


@dataclass(frozen=True)
class ChooseTime(TimeDialog[EditorActions]):
    """Choose the time of the start or the end.

    Attributes:
        end: Whether to choose the end's time.
    """

    MATERIAL = True
    end: bool = False

    def time(self, screen: EditorActions) -> dt.time:
        """Return the current time."""
        return screen.moment(end=self.end).time().replace(second=0, microsecond=0)

    def is_24(self, screen: EditorActions) -> bool:
        """Return whether the 24-hour format is used."""
        return texts.is_24(screen.context)

    def on_pick(self, screen: EditorActions, time: dt.time) -> None:
        """Set the time."""
        screen.set_time(time, end=self.end)


@dataclass(frozen=True)
class ChooseReminder(RadioGroupDialog[EditorActions]):
    """Choose how long before the start to be reminded.

    Attributes:
        which: Index of the reminder, 0 to 2.
    """

    which: int

    def _minutes(self, screen: EditorActions) -> list[int]:
        own = screen.draft.reminders[self.which]
        rest = sorted({*texts.REMINDERS, own} - {NO_REMINDER})
        return [NO_REMINDER, *rest]

    def choices(self, screen: EditorActions) -> Sequence[str]:
        """Return the suggested reminders, including the current one."""
        offered = [*map(texts.reminder, self._minutes(screen)), "Custom"]
        return [*offered, "During the day at hh:mm"] if screen.draft.all_day else offered

    def selected(self, screen: EditorActions) -> int:
        """Return the index of the current reminder."""
        return self._minutes(screen).index(screen.draft.reminders[self.which])

    def on_choose(self, screen: EditorActions, index: int) -> None:
        """Set the reminder, or ask for a custom one."""
        offered = self._minutes(screen)
        if index < len(offered):
            screen.set_reminder(self.which, offered[index])
        elif index == len(offered):
            screen.show_dialog(CustomReminder(which=self.which))
        else:
            screen.show_dialog(TimeOfReminder(self.which))


@dataclass(frozen=True)
class TimeOfReminder(TimeDialog[EditorActions]):
    """Choose the time of day at which an all-day event sends a reminder.

    Attributes:
        which: Index of the reminder, 0 to 2.
    """

    MATERIAL = True
    which: int

    def time(self, screen: EditorActions) -> dt.time:
        """Return the reminder's time, or the current time if there is none."""
        minutes = -screen.draft.reminders[self.which]
        if minutes <= 1:
            return screen.context.system.clock.datetime().time().replace(second=0, microsecond=0)
        return dt.time(minutes // 60 % 24, minutes % 60)

    def is_24(self, screen: EditorActions) -> bool:
        """Return whether the 24-hour format is used."""
        return texts.is_24(screen.context)

    def on_pick(self, screen: EditorActions, time: dt.time) -> None:
        """Set the reminder; minutes after midnight of the first day are stored as negative."""
        screen.set_reminder(self.which, -(60 * time.hour + time.minute))


@dataclass(frozen=True)
class CustomReminder(CustomSpan):
    """Ask for a custom reminder.

    Attributes:
        which: Index of the reminder, 0 to 2.
    """

    STEM = "dialog_custom_interval"
    UNITS: ClassVar[Mapping[str, int]] = {"minutes": 1, "hours": 60, "days": 1440}
    MOST = 5
    which: int = 0

    def on_span(self, screen: EditorActions, span: int) -> None:
        """Set the reminder."""
        screen.set_reminder(self.which, span)

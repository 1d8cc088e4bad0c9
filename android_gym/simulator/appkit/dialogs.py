"""Families of dialogs, each a frozen dataclass: what it is about, its window, what its result does.

    @dataclass(frozen=True)
    class DeleteNotes(ConfirmDialog[NotesActions]):
        POSITIVE = "Delete"
        notes: tuple[int, ...] = ()

        def message(self, screen: NotesActions) -> str:
            return f"Delete {len(self.notes)} notes?"

        def on_confirm(self, screen: NotesActions) -> None:
            screen.delete(self.notes)

    screen.show_dialog(DeleteNotes(notes=(1, 2)))

The type argument is the activity, or the class or protocol that says what the dialog needs of it.
What a dialog is about and what has been typed or chosen in it are its fields; words that never
change are class attributes; words that do are methods. A dialog closes itself before its result is
handed on. What no family covers subclasses `Dialog` and builds any `Overlay`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol

from typing_extensions import TypeVar

from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.options import Capitalize, InputType, Insets, TextOptions
from android_gym.simulator.ui.pickers import (
    FIRST_DATE,
    LAST_DATE,
    NumberPicker,
    color_grid,
    date_picker_dialog,
    material_date_picker,
    material_time_picker,
    time_picker_dialog,
)
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import EditText

__all__ = [
    "ChoiceDialog",
    "ColorDialog",
    "ConfirmDialog",
    "DateDialog",
    "DialogScreen",
    "MessageDialog",
    "MultiChoiceDialog",
    "NumberDialog",
    "TextDialog",
    "TimeDialog",
]


class DialogScreen(Protocol):
    """What a dialog needs of the activity that shows it; every `Activity` has it."""

    @property
    def context(self) -> Any:
        """The app's context."""

    def dismiss_dialog(self) -> None:
        """Close the topmost dialog."""

    def update_dialog(self, dialog: Any) -> None:
        """Replace the topmost open dialog of the same class."""


A_contra = TypeVar("A_contra", contravariant=True, bound=DialogScreen)


class _Titled(Dialog[A_contra]):
    """A dialog with a title, a message and buttons.

    Attributes:
        TITLE: Title; None for none.
        MESSAGE: Text below it; None for none.
        POSITIVE: Label of the button that accepts.
        NEGATIVE: Label of the button that only closes; None for none.
        CANCELABLE: Whether BACK and a tap outside close it.
        ALL_CAPS: Upper-case labels of buttons; None as the theme has it.
    """

    TITLE: ClassVar[str | None] = None
    MESSAGE: ClassVar[str | None] = None
    POSITIVE: ClassVar[str] = "OK"
    NEGATIVE: ClassVar[str | None] = "Cancel"
    CANCELABLE: ClassVar[bool] = True
    ALL_CAPS: ClassVar[bool | None] = None

    def title(self, screen: A_contra) -> str | None:
        """Return the title; `TITLE` unless overridden."""
        return self.TITLE

    def message(self, screen: A_contra) -> str | None:
        """Return the message; `MESSAGE` unless overridden."""
        return self.MESSAGE

    def positive(self, screen: A_contra) -> str:
        """Return the label of the button that accepts; `POSITIVE` unless overridden."""
        return self.POSITIVE

    def negative(self, screen: A_contra) -> str | None:
        """Return the label of the button that only closes; `NEGATIVE` unless overridden."""
        return self.NEGATIVE

    def on_cancel(self, screen: A_contra) -> None:
        """Called when it was closed without a result."""

    def cancel(self, screen: A_contra) -> None:
        """Close it without a result."""
        screen.dismiss_dialog()
        self.on_cancel(screen)

    def alert(
        self,
        screen: A_contra,
        accept: Callable[[], object] | None = None,
        *,
        enabled: bool = True,
        **parts: Any,
    ) -> Overlay:
        """Return an alert dialog with the title, message and buttons of the class.

        Args:
            screen: The activity.
            accept: Called by the positive button after the dialog is closed; without it there is no
                positive button.
            enabled: Whether that button can be tapped.
            **parts: Further arguments of `alert_dialog`: ``content``, ``items`` ...
        """

        def done() -> None:
            screen.dismiss_dialog()
            if accept is not None:
                accept()

        def cancel() -> None:
            self.cancel(screen)

        return alert_dialog(
            self.title(screen),
            self.message(screen),
            on_dismiss=cancel,
            positive=self.positive(screen) if accept is not None else None,
            on_positive=done,
            positive_enabled=enabled,
            negative=self.negative(screen),
            cancelable=self.CANCELABLE,
            all_caps=self.ALL_CAPS,
            **parts,
        )


class MessageDialog(_Titled[A_contra]):
    """Tells something; its one button closes it."""

    NEGATIVE: ClassVar[str | None] = None

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the message and the button."""
        return self.alert(screen, lambda: self.on_cancel(screen))


class ConfirmDialog(_Titled[A_contra]):
    """A question with two answers."""

    def on_confirm(self, screen: A_contra) -> None:
        """Called when the positive button was tapped."""
        raise NotImplementedError(f"{type(self).__name__} must say what its button does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the question and its buttons."""
        return self.alert(screen, lambda: self.on_confirm(screen))


class ChoiceDialog(_Titled[A_contra]):
    """A list to choose one from; a tap chooses and closes.

    Attributes:
        MARKED: Whether a radio button marks the present choice.
    """

    MARKED: ClassVar[bool] = True

    def choices(self, screen: A_contra) -> Sequence[str]:
        """Return the labels."""
        raise NotImplementedError(f"{type(self).__name__} must list its choices.")

    def selected(self, screen: A_contra) -> int:
        """Return the index of the present choice, -1 for none."""
        return -1

    def on_choose(self, screen: A_contra, index: int) -> None:
        """Called with the index of the choice that was tapped."""
        raise NotImplementedError(f"{type(self).__name__} must say what its choice does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the list."""

        def choose(index: int) -> None:
            screen.dismiss_dialog()
            self.on_choose(screen, index)

        return self.alert(
            screen,
            items=list(self.choices(screen)),
            selected=self.selected(screen) if self.MARKED else None,
            on_item=choose,
        )


@dataclass(frozen=True)
class MultiChoiceDialog(_Titled[A_contra]):
    """A list to tick some of; the positive button accepts.

    Attributes:
        ticked: Indices of what is ticked so far.
    """

    ticked: frozenset[int] = frozenset()

    def choices(self, screen: A_contra) -> Sequence[str]:
        """Return the labels."""
        raise NotImplementedError(f"{type(self).__name__} must list its choices.")

    def on_accept(self, screen: A_contra, ticked: frozenset[int]) -> None:
        """Called with the indices that are ticked."""
        raise NotImplementedError(f"{type(self).__name__} must say what its choices do.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the list."""
        choices = list(self.choices(screen))
        return self.alert(
            screen,
            lambda: self.on_accept(screen, self.ticked),
            items=choices,
            checked=[index in self.ticked for index in range(len(choices))],
            on_checked=lambda index, _: screen.update_dialog(
                replace(self, ticked=self.ticked ^ {index})
            ),
        )


@dataclass(frozen=True)
class TextDialog(_Titled[A_contra]):
    """A field to type into; the positive button accepts what `valid` lets pass.

    Attributes:
        text: What has been typed so far.
    """

    HINT: ClassVar[str | None] = None
    INPUT_TYPE: ClassVar[InputType] = "text"
    CAPITALIZE: ClassVar[Capitalize] = "none"
    MAX_LENGTH: ClassVar[int | None] = None
    MULTI_LINE: ClassVar[bool] = False
    FIELD_ID: ClassVar[str] = "android:id/edit"

    text: str = ""

    def hint(self, screen: A_contra) -> str | None:
        """Return the hint; `HINT` unless overridden."""
        return self.HINT

    def input_type(self, screen: A_contra) -> InputType:
        """Return what the field takes; `INPUT_TYPE` unless overridden."""
        return self.INPUT_TYPE

    def padding(self, screen: A_contra) -> Insets:
        """Return the room around the field."""
        return (24, 8)

    def field_options(self, screen: A_contra) -> TextOptions:
        """Return further options of the field: its id and width unless overridden."""
        return {"id": self.FIELD_ID, "width": MATCH}

    def max_length(self, screen: A_contra) -> int | None:
        """Return the length at which text is cut; `MAX_LENGTH` unless overridden."""
        return self.MAX_LENGTH

    def heading(self, screen: A_contra) -> View | None:
        """Return what stands above the field."""
        return None

    def valid(self, screen: A_contra) -> bool:
        """Return whether the positive button can be tapped; always unless overridden."""
        return True

    def typed(self, text: str) -> str:
        """Return the text that an edit leaves in the field; the edited text unless overridden."""
        return text

    def on_accept(self, screen: A_contra, text: str) -> None:
        """Called with the text when the positive button was tapped."""
        raise NotImplementedError(f"{type(self).__name__} must say what its text does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the field."""
        field = EditText(
            self.text,
            hint=self.hint(screen),
            on_text_change=lambda text: screen.update_dialog(replace(self, text=self.typed(text))),
            input_type=self.input_type(screen),
            capitalize=self.CAPITALIZE,
            max_length=self.max_length(screen),
            multi_line=self.MULTI_LINE,
            autofocus=True,
            **self.field_options(screen),
        )
        return self.alert(
            screen,
            lambda: self.on_accept(screen, self.text),
            enabled=self.valid(screen),
            content=column(self.heading(screen), field, width=MATCH, padding=self.padding(screen)),
        )


class DateDialog(_Titled[A_contra]):
    """A date picker: the platform's, or Material's.

    Attributes:
        MATERIAL: Material's calendar in place of the platform's.
        FIRST_WEEKDAY: 0 for Monday to 6 for Sunday.
    """

    MATERIAL: ClassVar[bool] = False
    FIRST_WEEKDAY: ClassVar[int] = 6

    def day(self, screen: A_contra) -> dt.date:
        """Return the day it begins with."""
        raise NotImplementedError(f"{type(self).__name__} must say which day it begins with.")

    def span(self, screen: A_contra) -> tuple[dt.date, dt.date]:
        """Return the first and the last day that can be picked."""
        return FIRST_DATE, LAST_DATE

    def first_weekday(self, screen: A_contra) -> int:
        """Return the first day of a week; `FIRST_WEEKDAY` unless overridden."""
        return self.FIRST_WEEKDAY

    def on_pick(self, screen: A_contra, day: dt.date) -> None:
        """Called with the day that was picked."""
        raise NotImplementedError(f"{type(self).__name__} must say what its day does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the picker."""

        def pick(day: dt.date) -> None:
            screen.dismiss_dialog()
            self.on_pick(screen, day)

        first, last = self.span(screen)
        today = screen.context.system.clock.datetime().date()
        if self.MATERIAL:
            return material_date_picker(
                self.day(screen),
                pick,
                lambda: self.cancel(screen),
                title=self.title(screen) or "Select date",
                first=first,
                last=last,
                first_weekday=self.first_weekday(screen),
                today=today,
            )
        return date_picker_dialog(
            self.day(screen),
            pick,
            lambda: self.cancel(screen),
            first=first,
            last=last,
            first_weekday=self.first_weekday(screen),
            today=today,
            positive=self.positive(screen),
            negative=self.negative(screen) or "Cancel",
            all_caps=self.ALL_CAPS,
        )


class TimeDialog(_Titled[A_contra]):
    """A time picker: the platform's, or Material's; 12 or 24 hours as the phone is set.

    Attributes:
        MATERIAL: Material's clock in place of the platform's.
    """

    MATERIAL: ClassVar[bool] = False

    def time(self, screen: A_contra) -> dt.time:
        """Return the time it begins with."""
        raise NotImplementedError(f"{type(self).__name__} must say which time it begins with.")

    def is_24(self, screen: A_contra) -> bool:
        """Return whether it has 24 hours; as the phone is set unless overridden."""
        return bool(screen.context.system.settings.get("system", "time_12_24") == "24")

    def on_pick(self, screen: A_contra, time: dt.time) -> None:
        """Called with the time that was picked."""
        raise NotImplementedError(f"{type(self).__name__} must say what its time does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the picker."""

        def pick(time: dt.time) -> None:
            screen.dismiss_dialog()
            self.on_pick(screen, time)

        def cancel() -> None:
            self.cancel(screen)

        is_24 = self.is_24(screen)
        if self.MATERIAL:
            title = self.title(screen) or "Select time"
            return material_time_picker(self.time(screen), pick, cancel, is_24=is_24, title=title)
        return time_picker_dialog(
            self.time(screen),
            pick,
            cancel,
            is_24=is_24,
            positive=self.positive(screen),
            negative=self.negative(screen) or "Cancel",
            all_caps=self.ALL_CAPS,
        )


@dataclass(frozen=True)
class NumberDialog(_Titled[A_contra]):
    """A wheel of numbers.

    Attributes:
        value: The number chosen so far.
    """

    MINIMUM: ClassVar[int] = 0
    MAXIMUM: ClassVar[int] = 100
    LABELS: ClassVar[Sequence[str]] = ()

    value: int = 0

    def on_accept(self, screen: A_contra, value: int) -> None:
        """Called with the number when the positive button was tapped."""
        raise NotImplementedError(f"{type(self).__name__} must say what its number does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the wheel."""
        wheel = NumberPicker(
            self.value,
            self.MINIMUM,
            self.MAXIMUM,
            lambda value: screen.update_dialog(replace(self, value=value)),
            labels=self.LABELS,
        )
        return self.alert(
            screen,
            lambda: self.on_accept(screen, self.value),
            content=column(
                wheel, width=MATCH, content_gravity="center_horizontal", padding=(24, 8)
            ),
        )


@dataclass(frozen=True)
class ColorDialog(_Titled[A_contra]):
    """Samples of colours; a tap marks one, the positive button accepts.

    Attributes:
        color: The colour marked so far.
    """

    COLORS: ClassVar[Sequence[str]] = ()
    COLUMNS: ClassVar[int] = 5

    color: str = ""

    def on_accept(self, screen: A_contra, color: str) -> None:
        """Called with the colour when the positive button was tapped."""
        raise NotImplementedError(f"{type(self).__name__} must say what its colour does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Build the samples."""
        colors = list(self.COLORS)
        grid = color_grid(
            colors,
            colors.index(self.color) if self.color in colors else -1,
            lambda index: screen.update_dialog(replace(self, color=colors[index])),
            columns=self.COLUMNS,
            descriptions=colors,
        )
        return self.alert(
            screen,
            lambda: self.on_accept(screen, self.color),
            content=column(grid, width=MATCH, padding=(24, 8)),
        )

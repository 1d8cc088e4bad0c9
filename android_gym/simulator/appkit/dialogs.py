"""Base classes of dialogs, which are frozen dataclasses with a subject, a window and a result.

    @dataclass(frozen=True)
    class DeleteNotes(ConfirmDialog[NotesActions]):
        POSITIVE = "Delete"
        notes: tuple[int, ...] = ()

        def message(self, screen: NotesActions) -> str:
            return f"Delete {len(self.notes)} notes?"

        def on_confirm(self, screen: NotesActions) -> None:
            screen.delete(self.notes)

    screen.show_dialog(DeleteNotes(notes=(1, 2)))

The type argument is the activity, or a class or protocol with the members that the dialog needs. A
dialog's subject, and what has been typed or chosen in it, are its fields; constant texts are class
attributes; computed texts are methods. A dialog closes itself before it passes on its result.
Dialogs for which there is no base class here subclass `Dialog` and build any `Overlay`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from android_gym.simulator.appkit.dialog_base import A_contra, DialogScreen, TitledDialog
from android_gym.simulator.appkit.picker_dialogs import (
    ColorDialog,
    DateDialog,
    NumberDialog,
    TimeDialog,
)
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.dialogs import Choice
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.options import Capitalize, InputType, Insets, TextOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

__all__ = [
    "Choice",
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
    "TitledDialog",
]


class MessageDialog(TitledDialog[A_contra]):
    """A message with a single button that closes it."""

    NEGATIVE: ClassVar[str | None] = None

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with message and button."""
        return self.alert(screen, lambda: self.on_cancel(screen))


class ConfirmDialog(TitledDialog[A_contra]):
    """A question with two answers."""

    def on_confirm(self, screen: A_contra) -> None:
        """React to a tap on the positive button."""
        raise NotImplementedError(f"{type(self).__name__} must say what its button does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the question and its buttons."""
        return self.alert(screen, lambda: self.on_confirm(screen))


class ChoiceDialog(TitledDialog[A_contra]):
    """A list with a single choice; a tap selects and closes.

    Attributes:
        MARKED: Whether a radio button marks the current choice.
        BEGINS_AT_CHOICE: Whether a long list is scrolled to the current choice.
    """

    MARKED: ClassVar[bool] = True
    BEGINS_AT_CHOICE: ClassVar[bool] = False

    def choices(self, screen: A_contra) -> Sequence[str | Choice]:
        """Return the labels; a `Choice` can be a heading, or disabled."""
        raise NotImplementedError(f"{type(self).__name__} must list its choices.")

    def selected(self, screen: A_contra) -> int:
        """Return the index of the current choice, -1 for none."""
        return -1

    def on_choose(self, screen: A_contra, index: int) -> None:
        """React to a choice, given by its index."""
        raise NotImplementedError(f"{type(self).__name__} must say what its choice does.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the list."""

        def choose(index: int) -> None:
            screen.dismiss_dialog()
            self.on_choose(screen, index)

        return self.alert(
            screen,
            items=list(self.choices(screen)),
            selected=self.selected(screen) if self.MARKED else None,
            first=max(0, self.selected(screen)) if self.BEGINS_AT_CHOICE else 0,
            on_item=choose,
        )


@dataclass(frozen=True)
class MultiChoiceDialog(TitledDialog[A_contra]):
    """A list with a multiple choice; the positive button accepts.

    Attributes:
        ticked: Indices of the items ticked so far.
    """

    ticked: frozenset[int] = frozenset()

    def choices(self, screen: A_contra) -> Sequence[str | Choice]:
        """Return the labels; a `Choice` can be a heading, or disabled."""
        raise NotImplementedError(f"{type(self).__name__} must list its choices.")

    def on_accept(self, screen: A_contra, ticked: frozenset[int]) -> None:
        """React to the choice, given by the indices of the ticked items."""
        raise NotImplementedError(f"{type(self).__name__} must say what its choices do.")

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with the list."""
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
class TextDialog(TitledDialog[A_contra]):
    """A text field; the positive button accepts a text for which `valid` is True.

    Attributes:
        text: The text typed so far.
    """

    HINT: ClassVar[str | None] = None
    INPUT_TYPE: ClassVar[InputType] = "text"
    CAPITALIZE: ClassVar[Capitalize] = "none"
    MAX_LENGTH: ClassVar[int | None] = None
    MULTI_LINE: ClassVar[bool] = False
    FIELD_ID: ClassVar[str] = "android:id/edit"
    SELECTED: ClassVar[bool] = False
    """True for a dialog whose first text is selected, so that typing replaces it."""

    text: str = ""

    def hint(self, screen: A_contra) -> str | None:
        """Return the hint; `HINT` unless overridden."""
        return self.HINT

    def input_type(self, screen: A_contra) -> InputType:
        """Return the input type of the field; `INPUT_TYPE` unless overridden."""
        return self.INPUT_TYPE

    def padding(self, screen: A_contra) -> Insets:
        """Return the padding around the field."""
        return (24, 8)

    def field_options(self, screen: A_contra) -> TextOptions:
        """Return further options of the field: id and width unless overridden."""
        return {"id": self.FIELD_ID, "width": MATCH}

    def max_length(self, screen: A_contra) -> int | None:
        """Return the length to which text is truncated; `MAX_LENGTH` unless overridden."""
        return self.MAX_LENGTH

    def heading(self, screen: A_contra) -> View | None:
        """Return a view above the field; None for none."""
        return None

    def typed(self, text: str) -> str:
        """Return the text that is left in the field after an edit; unchanged unless overridden."""
        return text

    def on_accept(self, screen: A_contra, text: str) -> None:
        """React to a tap on the positive button, with the text."""
        raise NotImplementedError(f"{type(self).__name__} must say what its text does.")

    def body(self, screen: A_contra) -> View | None:
        """Return the field."""
        field = EditText(
            self.text,
            hint=self.hint(screen),
            on_text_change=lambda text: screen.update_dialog(replace(self, text=self.typed(text))),
            input_type=self.input_type(screen),
            capitalize=self.CAPITALIZE,
            max_length=self.max_length(screen),
            multi_line=self.MULTI_LINE,
            cursor=(0, len(self.text)) if self.SELECTED else None,
            autofocus=True,
            **self.field_options(screen),
        )
        return wide_column(self.heading(screen), field, padding=self.padding(screen))

    def build(self, screen: A_contra) -> Overlay | None:
        """Return the window with field and buttons."""
        return self.alert(screen, lambda: self.on_accept(screen, self.text))

"""Editable text: text fields of apps, and fields in web pages.

Keyboard, key events, clipboard and focus only use these protocols. A view that can be edited
returns itself from `View.editor`, and one that can also map its characters to places on the screen
from `View.text_field`. `TypedText` implements the rules of typing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Protocol

from android_gym.simulator.ui.options import Capitalize, ImeAction, InputType

if TYPE_CHECKING:
    from android_gym.simulator.ui.geometry import Rect
    from android_gym.simulator.ui.text import TextLayout
    from android_gym.simulator.ui.ui import Path, Ui

__all__ = ["Editable", "TextField", "TypedText"]


class Editable(Protocol):
    """Text that can be edited, and the settings of the keyboard for it."""

    ui: Ui
    id: str | None
    key: Hashable
    enabled: bool

    @property
    def path(self) -> Path:
        """Path of the view in its window."""

    @property
    def text(self) -> str:
        """The text."""

    @property
    def selection(self) -> tuple[int, int]:
        """Fixed and moving end of the selection, as character indices; equal for a cursor."""

    @property
    def input_type(self) -> InputType:
        """See `widgets.EditText`."""

    @property
    def capitalize(self) -> Capitalize:
        """See `widgets.EditText`."""

    @property
    def ime_action(self) -> ImeAction:
        """See `widgets.EditText`."""

    @property
    def multi_line(self) -> bool:
        """True if Enter inserts a line break."""

    @property
    def hidden(self) -> bool:
        """True if dots are shown in place of the text."""

    @property
    def text_layout(self) -> TextLayout | None:
        """Layout of its text; None before it is laid out, and for a field of a web page."""

    @property
    def autofocus(self) -> bool:
        """True if it takes the focus when its window first appears."""

    @property
    def soft_keyboard(self) -> bool:
        """False if the app has its own keys."""

    def set_text(self, text: str, start: int, end: int | None = None) -> bool:
        """Replace text and selection; return True if the edit was accepted."""

    def insert(self, text: str) -> bool:
        """Type text in place of the selection; return True if the edit was accepted."""

    def paste(self, text: str) -> bool:
        """Paste text from the clipboard over the selection; return True if it was accepted."""

    def delete(self, *, forward: bool = False) -> None:
        """Delete the selection, or the character before (or after) the cursor."""

    def clear(self) -> None:
        """Delete all of the text."""

    def select(self, start: int, end: int) -> None:
        """Set the selection."""

    @property
    def on_focus_change(self) -> Callable[[bool], object] | None:
        """Called with True or False when it gains or loses the focus."""

    @property
    def on_editor_action(self) -> Callable[[], object] | None:
        """Called for the keyboard's action key; None leaves the action to the window."""

    @property
    def on_enter(self) -> Callable[[], object] | None:
        """Called for Enter; None for the same as for the action key."""


class TextField(Editable, Protocol):
    """An `Editable` that maps its characters to places on the screen, for selection by touch."""

    @property
    def bounds(self) -> Rect:
        """Its bounds on the screen, in pixels."""

    @property
    def touched(self) -> bool:
        """True if the selection was made by touch, and so has handles and a toolbar."""

    def text_origin(self) -> tuple[int, int]:
        """Return the top left corner of `text_layout`, in pixels of the screen."""

    def selection_bounds(self) -> Rect:
        """Return the rectangle around the selection (or cursor), in pixels of the screen."""

    def offset_at(self, x: float, y: float) -> int:
        """Return the index of the character boundary nearest to a point of the screen."""

    def word_at(self, offset: int) -> tuple[int, int]:
        """Return start and end of the word around an index, as selected by a long press."""


_TYPED = {
    "number": "",
    "number_password": "",
    "signed": "+-",
    "decimal": ".",
    "phone": "#*+-(),/N. ;",
}
"""Characters besides digits that numeric fields accept, by input type."""


class TypedText:
    """Implementation of the rules of typing for `Editable` views; they implement `set_text`."""

    text: str = ""
    selection: tuple[int, int] = (0, 0)
    input_type: InputType = "text"
    capitalize: Capitalize = "none"
    ime_action: ImeAction = "done"
    multi_line: bool = False
    max_length: int | None = None
    accept: Callable[[str], bool] | None = None
    autofocus: bool = False
    soft_keyboard: bool = True
    filters: bool = True  # whether the input type drops typed characters, as a KeyListener does
    on_focus_change: Callable[[bool], object] | None = None
    on_editor_action: Callable[[], object] | None = None
    on_enter: Callable[[], object] | None = None

    @property
    def hidden(self) -> bool:
        """True if dots are shown in place of the text."""
        return self.input_type in ("password", "number_password")

    @property
    def text_layout(self) -> TextLayout | None:
        """Layout of its text; None if it has none of its own."""
        return None

    def set_text(self, text: str, start: int, end: int | None = None) -> bool:
        """Replace text and selection; return True if the edit was accepted."""
        raise NotImplementedError

    def insert(self, text: str) -> bool:
        """Type text over the selection, dropping characters that the input type doesn't accept."""
        start, end = sorted(self.selection)
        if not self.multi_line:
            text = text.replace("\n", " ")
        if self.filters and self.input_type in _TYPED:
            before, after = self.text[:start], self.text[end:]
            # The app's own filters run before those of the key listener.
            if self.accept is not None and not self.accept(before + text + after):
                return False
            text = self._numeric(text, before, after)
        if self.max_length is not None:
            room = self.max_length - (len(self.text) - (end - start))
            text = text[: max(0, room)]
            if not text and start == end:
                return False
        return self.set_text(self.text[:start] + text + self.text[end:], start + len(text))

    def paste(self, text: str) -> bool:
        """Paste text from the clipboard over the selection, as if it were typed."""
        return self.insert(text)

    def _numeric(self, text: str, before: str, after: str) -> str:
        """Return what DigitsKeyListener (or DialerKeyListener) keeps of typed text."""
        others = _TYPED[self.input_type]
        kept = ""
        for character in text:
            if character not in "0123456789":
                if character not in others:
                    continue
                if self.input_type == "signed" and (before or kept or after[:1] in ("+", "-")):
                    continue
                if self.input_type == "decimal" and "." in before + kept + after:
                    continue
            kept += character
        return kept

    def delete(self, *, forward: bool = False) -> None:
        """Delete the selection, or the character before (or after) the cursor."""
        start, end = sorted(self.selection)
        if start == end:
            if forward:
                end = min(len(self.text), end + 1)
            else:
                start = max(0, start - 1)
        if start != end:
            self.set_text(self.text[:start] + self.text[end:], start)

    def clear(self) -> None:
        """Delete all of the text."""
        if self.text:
            self.set_text("", 0)

    def select(self, start: int, end: int) -> None:
        """Set the selection."""
        self.set_text(self.text, start, end)

    def word_at(self, offset: int) -> tuple[int, int]:
        """Return start and end of the word around an index, as selected by a long press."""
        text = self.text
        start = end = min(offset, len(text))

        def joined(character: str) -> bool:
            return character.isalnum() or character in "_'\u2019"

        while start > 0 and joined(text[start - 1]):
            start -= 1
        while end < len(text) and joined(text[end]):
            end += 1
        return (start, end) if start != end else (start, min(len(text), start + 1))

"""Editable texts: a text field of an app, a field inside a web page.

The keyboard, the keys, the clipboard and the focus know nothing but these protocols. A view that
can be edited returns itself from `View.editor`, and one whose characters have places on the screen
from `View.text_field`; `TypedText` has the rules of typing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Protocol

from android_gym.simulator.ui.options import Capitalize, ImeAction, InputType

if TYPE_CHECKING:
    from android_gym.simulator.ui.text import TextLayout
    from android_gym.simulator.ui.view import Path, Rect, Ui

__all__ = ["Editable", "TextField", "TypedText"]


class Editable(Protocol):
    """Text that is edited, and how the keyboard should be for it."""

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
        """Fixed and moving end of the selection, as indices of characters; equal for a cursor."""

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
        """True if Enter makes a new line."""

    @property
    def hidden(self) -> bool:
        """True if letters are shown as dots."""

    @property
    def autofocus(self) -> bool:
        """True if it takes the focus when its window first appears."""

    @property
    def soft_keyboard(self) -> bool:
        """False where the app has keys of its own."""

    def set_text(self, text: str, start: int, end: int | None = None) -> bool:
        """Replace text and selection; return True if the edit was accepted."""

    def insert(self, text: str) -> bool:
        """Type text in place of the selection; return True if the edit was accepted."""

    def paste(self, text: str) -> bool:
        """Put text from the clipboard in place of the selection; return True if it was accepted."""

    def delete(self, *, forward: bool = False) -> None:
        """Delete the selection, or the character before (or after) the cursor."""

    def select(self, start: int, end: int) -> None:
        """Move the selection."""

    @property
    def on_focus_change(self) -> Callable[[bool], object] | None:
        """Called with True or False when it gets or loses the focus."""

    @property
    def on_editor_action(self) -> Callable[[], object] | None:
        """Called for the keyboard's action key; None leaves that to the window."""


class TextField(Editable, Protocol):
    """An `Editable` whose characters have places on the screen: fingers can select them."""

    @property
    def bounds(self) -> Rect:
        """Its place on the screen, in pixels."""

    @property
    def touched(self) -> bool:
        """True if a finger has made the selection: it then has handles and a toolbar."""

    @property
    def text_layout(self) -> TextLayout | None:
        """Return its characters' places, from `text_origin` on; None before it is laid out."""

    def text_origin(self) -> tuple[int, int]:
        """Return the left, top corner of its text, in pixels of the screen."""

    def selection_bounds(self) -> Rect:
        """Return the rectangle around the selection (or cursor), in pixels of the screen."""

    def offset_at(self, x: float, y: float) -> int:
        """Return the index of the character boundary nearest to a point of the screen."""

    def word_at(self, offset: int) -> tuple[int, int]:
        """Return start and end of the word around an index, as a long press selects it."""


_TYPED = {
    "number": "",
    "number_password": "",
    "signed": "+-",
    "decimal": ".",
    "phone": "#*+-(),/N. ;",
}
"""Characters besides digits that fields of numbers take, by input type."""


class TypedText:
    """The rules of typing, for views that are `Editable`: they implement `set_text`."""

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
    on_focus_change: Callable[[bool], object] | None = None
    on_editor_action: Callable[[], object] | None = None

    @property
    def hidden(self) -> bool:
        """True if letters are shown as dots."""
        return self.input_type in ("password", "number_password")

    def set_text(self, text: str, start: int, end: int | None = None) -> bool:
        """Replace text and selection; return True if the edit was accepted."""
        raise NotImplementedError

    def insert(self, text: str) -> bool:
        """Type text in place of the selection, as far as the input type takes its characters."""
        start, end = sorted(self.selection)
        if not self.multi_line:
            text = text.replace("\n", " ")
        if self.input_type in _TYPED:
            before, after = self.text[:start], self.text[end:]
            # The app's own filters come before the key listener's.
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
        """Put text from the clipboard in place of the selection, as if it were typed."""
        return self.insert(text)

    def _numeric(self, text: str, before: str, after: str) -> str:
        """Return what DigitsKeyListener (or DialerKeyListener) leaves of text that is typed."""
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

    def select(self, start: int, end: int) -> None:
        """Move the selection."""
        self.set_text(self.text, start, end)

    def word_at(self, offset: int) -> tuple[int, int]:
        """Return start and end of the word around an index, as a long press selects it."""
        text = self.text
        start = end = min(offset, len(text))

        def joined(character: str) -> bool:
            return character.isalnum() or character in "_'\u2019"

        while start > 0 and joined(text[start - 1]):
            start -= 1
        while end < len(text) and joined(text[end]):
            end += 1
        return (start, end) if start != end else (start, min(len(text), start + 1))

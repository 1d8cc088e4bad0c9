"""``EditText``: a text field."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from android_gym.simulator.ui.editable import TypedText
from android_gym.simulator.ui.options import Capitalize, ImeAction, InputType, TextOptions, check
from android_gym.simulator.ui.text import layout_text
from android_gym.simulator.ui.text_view import TextView
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.ui.editable import Editable, TextField
    from android_gym.simulator.ui.text import TextLayout

__all__ = ["EditState", "EditText"]


@dataclass(frozen=True)
class EditState:
    """The editing state of a text field.

    Attributes:
        text: The text.
        start: Start of the selection (character index).
        end: End of the selection; equal to `start` for a cursor.
        given: The text last set by the app.
        scroll: Scroll offset in pixels: horizontal for a single line, else vertical.
        dragged: Whether a finger has scrolled it since the last edit.
    """

    text: str
    start: int
    end: int
    given: str | None
    scroll: int = 0
    dragged: bool = False


class EditText(TypedText, TextView):
    """A text field.

    With `on_text_change` the app owns the text: it is told of every edit and passes in the new
    text. Without it, `text` is only the initial text, and the view itself keeps the current one.

    Args:
        text: Text set by the app.
        hint: Shown while the text is empty.
        on_text_change: Called with the whole new text after each edit.
        on_editor_action: Called when the keyboard's action key (or Enter) is pressed.
        on_focus_change: Called with True or False when the focus changes.
        input_type: "text", "number", "decimal", "signed", "phone", "email", "uri", "password",
            "number_password", "datetime"; see `ui.keyboard` for their keyboards.
        capitalize: "none", "sentences", "words" or "characters"; sets the keyboard's shift state.
        ime_action: "none", "done", "next", "search", "send", "go" or "previous".
        multi_line: Whether Enter inserts a line break.
        max_length: Longer text is truncated.
        accept: Called with the text that an edit would result in; False rejects the edit.
        autofocus: Whether it takes the focus (and shows the keyboard) when its window first
            appears.
        cursor: Position of the cursor in newly set text, or (start, end) of a selection; by default
            the end of the text.
        soft_keyboard: False if the app has its own keys (showSoftInputOnFocus).
        select_all: Whether the tap that gives it the focus selects its text (selectAllOnFocus).
        colored: Sorted (start, end, colour) of parts of the given text that are coloured.
        **common: See `TextView`. Without a background it has Android's underline; "transparent"
            removes that.
    """

    CLASS = "android.widget.EditText"
    TEXTS = (*View.TEXTS, "hint")  # typed text isn't translated
    STYLE = "edit_text"
    START_FOLLOWS = False
    ATTACHES_AGAIN = True

    def __init__(
        self,
        text: str | None = None,
        *,
        hint: str | None = None,
        on_text_change: Callable[[str], None] | None = None,
        on_editor_action: Callable[[], object] | None = None,
        on_focus_change: Callable[[bool], None] | None = None,
        input_type: InputType = "text",
        capitalize: Capitalize = "none",
        ime_action: ImeAction = "done",
        multi_line: bool = False,
        max_length: int | None = None,
        accept: Callable[[str], bool] | None = None,
        autofocus: bool = False,
        cursor: int | tuple[int, int] | None = None,
        soft_keyboard: bool = True,
        select_all: bool = False,
        hint_color: str | int = "text_hint",
        colored: Sequence[tuple[int, int, str]] = (),
        **common: Unpack[TextOptions],
    ) -> None:
        common.setdefault("clickable", True)
        common.setdefault("focusable", True)
        common.setdefault("max_lines", None if multi_line else 1)
        common.setdefault("ellipsize", None)
        self.underlined = common.get("background") is None
        if self.underlined:
            common.setdefault("padding", (4, 10, 4, 11))
        super().__init__(text or "", **common)
        self.long_clickable = True
        self.given = text
        self.hint = hint
        self.on_text_change = on_text_change
        self.on_editor_action = on_editor_action
        self.on_focus_change = on_focus_change
        check(self, "input_type", input_type)
        check(self, "capitalize", capitalize)
        check(self, "ime_action", ime_action)
        self.input_type = input_type
        self.capitalize = capitalize
        self.ime_action = ime_action
        self.multi_line = multi_line
        self.max_length = max_length
        self.accept = accept
        self.autofocus = autofocus
        self.cursor = cursor
        self.soft_keyboard = soft_keyboard
        self.select_all = select_all
        self.hint_color = hint_color
        self.colored = tuple(colored)
        # If in a TextInputLayout, that shows the hint.
        self.label_floats = False
        self.selection = (0, 0)
        # True if the selection was made by touch, and so has handles and a toolbar.
        self.touched = False
        self.SCROLLS = "y" if multi_line else None
        self._has_focus = False
        self._scroll = 0
        self._range = 0

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the view, and restore the text being edited."""
        super().attach(ui, parent, position)
        kept: EditState | None = ui.read(self)
        controlled = self.on_text_change is not None
        if kept is None or (controlled and kept.given != self.given and kept.text != self.given):
            self.text = self.given or ""
            start = end = len(self.text)
            if self.cursor is not None:
                chosen = self.cursor
                wanted = chosen if isinstance(chosen, tuple) else (chosen, chosen)
                start, end = (max(0, min(offset, end)) for offset in wanted)
            self.selection = (start, end)
            self._scroll = 0
        else:
            self.text = kept.text
            self._scroll = kept.scroll
            self.selection = (min(kept.start, len(kept.text)), min(kept.end, len(kept.text)))
        self._has_focus = ui.focused(self)
        ui.fields.append(self)
        if self.underlined and not self.label_floats:
            from android_gym.simulator.ui.painting import underline

            self.background = underline(self._has_focus, self.enabled)
        self.touched = self._has_focus and ui.windows.toolbar.target.get() == (ui.window, self.path)
        if self.touched and not ui.windows.toolbar.selecting.get():
            from android_gym.simulator.ui.text_toolbar import text_toolbar

            ui.popups.append(text_toolbar(self))

    def shown_text(self) -> str:
        """Return the text, dots in its place, or the hint."""
        if not self.text:
            return "" if self.label_floats else self.hint or ""
        return "\u2022" * len(self.text) if self.hidden else self.text

    def current_color(self) -> int:
        """Return the text colour, or the hint's if there is no text."""
        if not self.text:
            return self.ui.color(self.hint_color)
        return super().current_color()

    def set_text(self, text: str, start: int, end: int | None = None) -> bool:
        """Replace text and selection, as an edit by the user does.

        Returns:
            True if the edit was accepted (possibly truncated to `max_length`).
        """
        if self.max_length is not None and len(text) > self.max_length:
            text = text[: self.max_length]
        changed = text != self.text
        if changed and self.accept is not None and not self.accept(text):
            return False
        start = min(start, len(text))
        end = start if end is None else min(end, len(text))
        given = text if self.on_text_change is not None else self.given
        self.text = text
        self._text_style = None
        self.selection = (start, end)
        self.ui.write(self, EditState(text, start, end, given, self._scroll))
        if changed:
            if self.ui.windows.toolbar.target.peek() is not None:
                self.ui.windows.toolbar.hide()  # an edit ends the selection
            if self.on_text_change is not None:
                self.on_text_change(text)
        return True

    # -- layout: the text may be longer than the field

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Return the size of its text; a single line is never wrapped."""
        wanted = super().measure_content(width, width_mode, height, height_mode)
        self._unbreak()
        return wanted

    def _unbreak(self) -> None:
        """Lay out single-line text without wrapping, so that it scrolls."""
        if self.multi_line or self.max_lines != 1 or not self.text:
            return
        layout = layout_text(self.shown_text(), self.text_style(), self.ui.density, None, 1, None)
        room = self._layout.width if self._layout is not None else 0
        if layout.longest_line > room or self.align == "start":
            self._layout = layout

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the view, and scroll the cursor into sight."""
        super().layout(left, top, right, bottom)
        self._unbreak()
        x0, y0, x1, y1 = self.inner
        layout = self._layout
        if layout is None:
            return
        x, caret_top, caret_bottom = layout.caret(self.selection[1] if self.text else 0)
        if self.multi_line:
            room, size = y1 - y0, math.ceil(layout.height)
            low, high = caret_top, caret_bottom
        else:
            start, end, _ = self._icon_room()
            room, size = x1 - x0 - start - end, math.ceil(layout.longest_line)
            low, high = math.floor(x), math.ceil(x) + self.ui.px(2)
            size = max(size, high) if self._has_focus else size
        self._range = max(0, size - room)
        scroll = min(self._scroll, self._range)
        if self._has_focus and self._range and not self._dragged:
            scroll = max(min(scroll, low), high - room)
        self._scroll = max(0, min(scroll, self._range))

    @property
    def _dragged(self) -> bool:
        """True if a finger has scrolled it since the last edit, maybe away from the cursor."""
        kept = self.ui.offset(self, None)
        return self.multi_line and kept is not None and kept.dragged

    def can_scroll(self, amount: int) -> bool:
        """Return whether it can scroll in this direction."""
        if not self.multi_line:
            return False
        return self._scroll < self._range if amount > 0 else self._scroll > 0

    def scroll(self, amount: int) -> int:
        """Scroll the lines."""
        scroll = max(0, min(self._range, self._scroll + amount))
        moved = scroll - self._scroll
        if moved:
            start, end = self.selection
            given = self.text if self.on_text_change is not None else self.given
            self._scroll = scroll
            self.ui.set_offset(self, EditState(self.text, start, end, given, scroll, dragged=True))
        return moved

    def text_origin(self) -> tuple[int, int]:
        """Return the top left corner of the text, including the scroll offset."""
        x, y = super().text_origin()
        if self.multi_line:
            return x, max(y, self.inner[1]) - self._scroll
        return x - self._scroll, y

    def selection_bounds(self) -> tuple[int, int, int, int]:
        """Return the rectangle around the selection (or cursor), in pixels of the window."""
        left, top, right, bottom = self.bounds
        if self._layout is None:
            return self.bounds
        x, y = self.text_origin()
        first, last = sorted(self.selection) if self.text else (0, 0)
        from_x, from_top, _ = self._layout.caret(first)
        to_x, to_top, to_bottom = self._layout.caret(last)
        if from_top != to_top:
            from_x, to_x = left - x, right - x
        begin, end = max(left, round(x + from_x)), min(right, round(x + to_x))
        if self.ui.mirrored:
            begin, end = left + right - end, left + right - begin
        return begin, max(top, round(y + from_top)), end, min(bottom, round(y + to_bottom))

    @property
    def text_layout(self) -> TextLayout | None:
        """Layout of its text, relative to `text_origin`; None before it is laid out."""
        return self._layout

    def offset_at(self, x: float, y: float) -> int:
        """Return the index of the character boundary nearest to a point of the screen."""
        if self._layout is None or not self.text:
            return 0
        left, top = self.text_origin()
        return min(len(self.text), self._layout.offset_at(x - left, y - top))

    @property
    def editor(self) -> Editable | None:
        """The view itself; None for a field that can't take the focus and only shows a choice."""
        return self if self.focusable else None

    @property
    def text_field(self) -> TextField | None:
        """The view itself if it can be edited, or else None."""
        return self if self.focusable else None

    def appearance(self) -> Hashable | None:
        """Return text, hint, selection and cursor."""
        base = super().appearance()
        if self.colored:
            base = (base, self.colored)
        if self._range:
            base = (base, self._scroll)
        if not self._has_focus:
            return base
        return "edit", base, self.selection, self.touched, self.ui.color("primary")

    def draw(self, canvas: Any) -> None:
        """Paint selection, text and cursor."""
        from android_gym.simulator.ui.painting import paint_editor

        paint_editor(canvas, self, self._layout, focused=self._has_focus, clipped=self._range > 0)

    def draw_text(self, canvas: Any) -> None:
        """Paint only the text."""
        if not self.colored or self._layout is None or self.text != self.given:
            super().draw(canvas)
            return
        from android_gym.simulator.ui.painting import paint_colored

        colors = [(start, end, self.ui.color(color)) for start, end, color in self.colored]
        paint_colored(canvas, self._layout, *self.text_origin(), colors)

    def draw_margin(self) -> int:
        """Return room for the cursor, just outside the text, and for the handles below."""
        if not self._has_focus:
            return 0
        return self.ui.px(2 if self.selection[0] == self.selection[1] else 24)

    def accessibility_text(self) -> str | None:
        """Return the text (dots for passwords), or else the hint, as Android reports it."""
        if not self.text:
            return self.hint or ""
        return self.shown_text()

    def accessibility_hint(self) -> str | None:
        """Return the hint."""
        return self.hint

    @property
    def editable(self) -> bool:
        """True if it can take the focus."""
        return self.focusable

    @property
    def password(self) -> bool:
        """True if it shows dots in place of its text."""
        return self.hidden

    @property
    def text_selection(self) -> tuple[int, int]:
        """Start and end of the selection; (-1, -1) without focus."""
        return self.selection if self._has_focus else (-1, -1)

"""The keyboard window: letters, symbols and a number pad, typed by taps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from android_gym.simulator.ui.activity import Overlay, SystemWindow
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import LinearLayout, column, row
from android_gym.simulator.ui.theme import SYSTEM_UI, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView
from android_gym.simulator.ui.windows import EditorInfo

__all__ = ["Keyboard", "KeyboardState"]

LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
SYMBOLS = ("1234567890", "@#$_&-+()/", "*\"':;!?")
MORE_SYMBOLS = (
    "~`|\u2022\u221a\u03c0\u00f7\u00d7\u00b6\u0394",
    "\u00a3\u00a2\u20ac\u00a5^\u00b0={}\\",
    "%\u00a9\u00ae\u2122\u2713[]",
)
EMOJI = (
    "\U0001f600\U0001f602\U0001f60a\U0001f60d\U0001f618\U0001f60e\U0001f914\U0001f622\U0001f62d\U0001f621",
    "\U0001f44d\U0001f44e\U0001f44f\U0001f64f\U0001f4aa\U0001f389\U0001f381\U0001f525\U0001f4af\U0001f31e",
    "\u2764\U0001f499\U0001f49a\U0001f436\U0001f431\U0001f354\u2615",
)
NUMBER_PAD = ("123-", "456 ", "789\b", ",0.\n")
PHONE_PAD = ("123-", "456 ", "789\b", "*0#\n")

ACTIONS = {
    "done": ("Done", "check"),
    "next": ("Next", "keyboard_tab"),
    "search": ("Search", "magnify"),
    "send": ("Send", "send"),
    "go": ("Go", "arrow_right"),
    "previous": ("Previous", "chevron_left"),
    "none": ("Enter", "keyboard_return"),
}
PAD_TYPES = ("number", "decimal", "signed", "number_password", "datetime")


@dataclass(frozen=True)
class KeyboardState:
    """State of the keyboard.

    Attributes:
        layer: "letters", "symbols", "more" or "emoji".
        shift: "auto" (as the text asks), "on" (next letter), "off" or "lock".
    """

    layer: str = "letters"
    shift: str = "auto"


class Keyboard(SystemWindow[KeyboardState]):
    """The keyboard's window."""

    LAYER = 10

    def theme(self) -> Theme:
        """Light keys, whatever the app's theme."""
        return SYSTEM_UI

    def on_back(self) -> bool:
        """Back hides it (the window manager does so before it asks)."""
        self.context.windows.hide_keyboard()
        return True

    def build(self) -> Overlay | None:
        """Builds the keyboard for the focused field, while it is shown."""
        windows = self.context.windows
        editor = windows.input_method.editor() if windows.keyboard_shown else None
        if editor is None:
            return None
        if editor.input_type in PAD_TYPES:
            rows = self._pad(NUMBER_PAD, editor)
        elif editor.input_type == "phone":
            rows = self._pad(PHONE_PAD, editor)
        else:
            rows = self._letters(editor)
        keys = column(
            self._strip(),
            *rows,
            id="keyboard_holder",
            width=MATCH,
            padding=(3, 0, 3, 4),
        )
        below = row(
            self._small("keyboard_close", "Back", windows.hide_keyboard),
            View(weight=1, width=0),
            self._small("keyboard", "Switch input method", self._switch),
            width=MATCH,
            height=self._height(50),
            padding=(24, 0, 24, 8),
        )
        return Overlay(
            column(keys, below, width=MATCH, background="keyboard"),
            key="keyboard",
            gravity="bottom",
            width=MATCH,
            modal=False,
            focusable=False,
            kind="input_method",
            title="Gboard",
        )

    def _switch(self) -> None:
        self.context.system.status_bar.show_toast(
            self.context.package, "Gboard is the only keyboard installed"
        )

    def _small(self, icon: str, description: str, action: Callable[[], None]) -> View:
        return ImageView(
            icon,
            size=20,
            tint="on_key",
            content_description=description,
            width=44,
            height=self._height(44),
            on_click=action,
        )

    def _strip(self) -> View:
        return row(
            self._small("chevron_right", "Open features menu", self._switch),
            View(weight=1, width=0),
            self._small("microphone", "Voice input", self._no_voice),
            width=MATCH,
            height=self._height(46),
            padding=(4, 0),
        )

    def _no_voice(self) -> None:
        self.context.system.status_bar.show_toast(
            self.context.package, "Voice input needs the network"
        )

    # -- typing

    def _type(self, text: str) -> None:
        field = self.context.windows.focused_field()
        if field is not None:
            field.insert(text)
        state = self.state
        if state.shift in ("on", "off"):
            self.update(shift="auto")
        if text == " " and state.layer in ("symbols", "more"):
            self.update(layer="letters")

    def _delete(self) -> None:
        field = self.context.windows.focused_field()
        if field is not None:
            field.delete()

    def _enter(self, editor: EditorInfo) -> None:
        if editor.multi_line:
            self._type("\n")
        else:
            self.context.windows.input_method.editor_action()

    def _upper(self, editor: EditorInfo) -> bool:
        shift = self.state.shift
        return editor.capital if shift == "auto" else shift != "off"

    def _shift(self, upper: bool) -> None:
        state = self.state
        if state.shift == "on":
            self.update(shift="lock")
        elif state.shift == "lock" or upper:
            self.update(shift="off")
        else:
            self.update(shift="on")

    # -- layouts

    def _letters(self, editor: EditorInfo) -> list[View]:
        state = self.state
        if state.layer == "emoji":
            lines: tuple[str, ...] = EMOJI
        else:
            lines = {"letters": LETTERS, "symbols": SYMBOLS, "more": MORE_SYMBOLS}[state.layer]
        upper = state.layer == "letters" and self._upper(editor)
        rows: list[View] = []
        for number, line in enumerate(lines):
            keys: list[View] = [
                self._key(c.upper() if upper else c, number, place) for place, c in enumerate(line)
            ]
            if number == 1 and state.layer == "letters":
                keys = [View(width=0, weight=0.5), *keys, View(width=0, weight=0.5)]
            if number == 2:
                keys = [
                    *self._left_of_third_row(upper),
                    *keys,
                    self._special("backspace_outline", "Delete", self._delete, "key_pos_del"),
                ]
            rows.append(self._line(keys))
        rows.append(self._bottom(editor))
        return rows

    def _left_of_third_row(self, upper: bool) -> list[View]:
        state = self.state
        if state.layer == "emoji":
            return []
        if state.layer == "letters":
            icon = "arrow_up_bold" if upper else "arrow_up_bold_outline"
            if state.shift == "lock":
                icon = "apple_keyboard_caps"
            return [self._special(icon, "Shift", lambda: self._shift(upper), "key_pos_shift")]
        if state.layer == "symbols":
            more = self._label("=\\<", "More symbols", lambda: self.update(layer="more"), 1.5)
            return [more]
        return [self._label("?123", "Symbol keyboard", lambda: self.update(layer="symbols"), 1.5)]

    def _bottom(self, editor: EditorInfo) -> View:
        letters = self.state.layer == "letters"
        name, icon = ACTIONS["none" if editor.multi_line else editor.ime_action]
        first = self._label(
            "?123" if letters else "ABC",
            "Symbol keyboard" if letters else "Letter keyboard",
            lambda: self.update(layer="symbols" if letters else "letters"),
            1.5,
        )
        comma = "@" if editor.input_type == "email" else "/" if editor.input_type == "uri" else ","
        return self._line(
            [
                first,
                self._key(comma, 3, 1),
                self._special(
                    "emoticon_outline",
                    "Emoji button",
                    lambda: self.update(layer="emoji" if letters else "letters"),
                    "key_pos_3_2",
                    1,
                ),
                self._space(),
                self._key(".", 3, 4),
                self._special(
                    icon,
                    name,
                    lambda: self._enter(editor),
                    "key_pos_ime_action",
                    fill="key_action",
                    color="on_key_action",
                ),
            ]
        )

    def _pad(self, lines: tuple[str, ...], editor: EditorInfo) -> list[View]:
        rows = []
        name, icon = ACTIONS[editor.ime_action]
        for number, line in enumerate(lines):
            keys: list[View] = []
            for place, c in enumerate(line):
                if c == "\b":
                    keys.append(
                        self._special("backspace_outline", "Delete", self._delete, "key_pos_del", 1)
                    )
                elif c == "\n":
                    keys.append(
                        self._special(
                            icon,
                            name,
                            lambda: self._enter(editor),
                            "key_pos_ime_action",
                            1,
                            "key_action",
                            "on_key_action",
                        )
                    )
                elif c == " ":
                    keys.append(
                        self._special(
                            "keyboard_space", "Space", lambda: self._type(" "), "key_pos_space", 1
                        )
                    )
                else:
                    keys.append(self._key(c, number, place))
            rows.append(self._line(keys))
        return rows

    def _height(self, upright: float) -> float:
        """Heights are less where the phone lies on its side."""
        width, height = self.context.windows.size
        return upright if height >= width else upright * 2 / 3

    def _line(self, keys: list[View]) -> View:
        return LinearLayout(keys, width=MATCH, height=self._height(60))

    def _key(self, text: str, line: int, place: int) -> View:
        return TextView(
            text,
            id=f"key_pos_{line}_{place}",
            style="keyboard_key",
            align="center",
            vertical="center",
            width=0,
            weight=1,
            height=MATCH,
            margin=(2.5, 5),
            background=Rounded("key", 6),
            on_click=lambda: self._type(text),
        )

    def _label(
        self, text: str, description: str, action: Callable[[], None], weight: float
    ) -> View:
        return TextView(
            text,
            content_description=description,
            style="keyboard_label",
            align="center",
            vertical="center",
            width=0,
            weight=weight,
            height=MATCH,
            margin=(2.5, 5),
            background=Rounded("key_special", 6),
            on_click=action,
        )

    def _special(
        self,
        icon: str,
        description: str,
        action: Callable[[], None],
        id: str,
        weight: float = 1.5,
        fill: str = "key_special",
        color: str = "on_key",
    ) -> View:
        return ImageView(
            icon,
            id=id,
            size=22,
            tint=color,
            content_description=description,
            class_name="android.widget.FrameLayout",
            width=0,
            weight=weight,
            height=MATCH,
            margin=(2.5, 5),
            background=Rounded(fill, 6 if fill != "key_action" else 24),
            on_click=action,
        )

    def _space(self) -> View:
        return TextView(
            "English",
            text_description="",
            content_description="Space",
            id="key_pos_space",
            style="keyboard_label",
            color="text_tertiary",
            align="center",
            vertical="center",
            width=0,
            weight=4,
            height=MATCH,
            margin=(2.5, 5),
            background=Rounded("key", 6),
            on_click=lambda: self._type(" "),
        )

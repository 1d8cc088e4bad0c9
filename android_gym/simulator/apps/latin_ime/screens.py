"""The keyboard's window: letters, symbols, emoji and number pads, typed by taps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypedDict

from android_gym.simulator.apps.latin_ime.model import KeyboardState, Layer
from android_gym.simulator.ui.activity import Overlay, SystemWindow
from android_gym.simulator.ui.drawables import Drawable, Rounded
from android_gym.simulator.ui.layouts import LinearLayout, wide_column, wide_row
from android_gym.simulator.ui.options import Insets
from android_gym.simulator.ui.theme import SYSTEM_UI, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView
from android_gym.simulator.ui.windows import EditorInfo

__all__ = ["Keyboard"]

_LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SYMBOLS = ("1234567890", "@#$_&-+()/", "*\"':;!?")
_MORE_SYMBOLS = (
    "~`|\u2022\u221a\u03c0\u00f7\u00d7\u00b6\u0394",
    "\u00a3\u00a2\u20ac\u00a5^\u00b0={}\\",
    "%\u00a9\u00ae\u2122\u2713[]",
)
_EMOJI = (
    "\U0001f600\U0001f602\U0001f60a\U0001f60d\U0001f618\U0001f60e\U0001f914\U0001f622\U0001f62d\U0001f621",
    "\U0001f44d\U0001f44e\U0001f44f\U0001f64f\U0001f4aa\U0001f389\U0001f381\U0001f525\U0001f4af\U0001f31e",
    "\u2764\U0001f499\U0001f49a\U0001f436\U0001f431\U0001f354\u2615",
)
LAYERS: Final = {
    "letters": _LETTERS,
    "symbols": _SYMBOLS,
    "more": _MORE_SYMBOLS,
    "emoji": _EMOJI,
}
"""Three rows of keys for each layer."""

NUMBER_PAD = ("123-", "456 ", "789\b", ",0.\n")
PHONE_PAD = ("123-", "456 ", "789\b", "*0#\n")

DELETE: Final = ("backspace_outline", "Delete")
"""Icon and description of the key that deletes."""

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


class Keyboard(SystemWindow[KeyboardState]):
    """The keyboard's window."""

    LAYER = 10

    def theme(self) -> Theme:
        """Return light keys, whatever the app's theme."""
        return SYSTEM_UI

    def on_back(self) -> bool:
        """Hide it (the window manager does so before it asks)."""
        self.context.windows.hide_keyboard()
        return True

    def build(self) -> Overlay | None:
        """Build the keyboard for the focused field, while it is shown."""
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
        only = partial(self.context.toast, "Gboard is the only keyboard installed")
        no_voice = partial(self.context.toast, "Voice input needs the network")
        strip = wide_row(
            self._small("chevron_right", "Open features menu", only),
            View(weight=1, width=0),
            self._small("microphone", "Voice input", no_voice),
            height=self._height(46),
            padding=(4, 0),
        )
        keys = wide_column(strip, *rows, id="keyboard_holder", padding=(3, 0, 3, 4))
        below = wide_row(
            self._small("keyboard_close", "Back", windows.hide_keyboard),
            View(weight=1, width=0),
            self._small("keyboard", "Switch input method", only),
            height=self._height(50),
            padding=(24, 0, 24, 8),
        )
        return Overlay(
            wide_column(keys, below, background="keyboard"),
            key="keyboard",
            gravity="bottom",
            width=MATCH,
            modal=False,
            focusable=False,
            kind="input_method",
            title="Gboard",
        )

    def _small(self, icon: str, description: str, action: Callable[[], object]) -> View:
        return ImageView(
            icon,
            size=20,
            tint="on_key",
            content_description=description,
            width=44,
            height=self._height(44),
            on_click=action,
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
        shift = self.state.shift
        if shift == "on":
            self.update(shift="lock")
        else:
            self.update(shift="off" if shift == "lock" or upper else "on")

    # -- layouts

    def _letters(self, editor: EditorInfo) -> list[View]:
        """Return the rows of a layer, and the one with the space bar."""
        state = self.state
        upper = state.layer == "letters" and self._upper(editor)
        first, second, third = (
            [self._key(c.upper() if upper else c, number, place) for place, c in enumerate(line)]
            for number, line in enumerate(LAYERS[state.layer])
        )
        if state.layer == "letters":
            second = [View(width=0, weight=0.5), *second, View(width=0, weight=0.5)]
            icon = "arrow_up_bold" if upper else "arrow_up_bold_outline"
            if state.shift == "lock":
                icon = "apple_keyboard_caps"
            shift = partial(self._shift, upper)
            third.insert(0, self._special(icon, "Shift", shift, "key_pos_shift", 1.5))
        elif state.layer == "symbols":
            third.insert(0, self._layer("=\\<", "More symbols", "more"))
        elif state.layer == "more":
            third.insert(0, self._layer("?123", "Symbol keyboard", "symbols"))
        third.append(self._special(*DELETE, self._delete, "key_pos_del", 1.5))
        lines = (first, second, third, self._bottom(editor))
        return [self._line(line) for line in lines]

    def _bottom(self, editor: EditorInfo) -> list[View]:
        letters = self.state.layer == "letters"
        comma = {"email": "@", "uri": "/"}.get(editor.input_type, ",")
        emoji = partial(self.update, layer="emoji" if letters else "letters")
        space = TextView(
            "English",
            text_description="",
            content_description="Space",
            id="key_pos_space",
            style="keyboard_label",
            color="text_tertiary",
            align="center",
            vertical="center",
            **_place(4, "key", partial(self._type, " ")),
        )
        return [
            self._layer("?123", "Symbol keyboard", "symbols")
            if letters
            else self._layer("ABC", "Letter keyboard", "letters"),
            self._key(comma, 3, 1),
            self._special("emoticon_outline", "Emoji button", emoji, "key_pos_3_2"),
            space,
            self._key(".", 3, 4),
            self._action(editor, 1.5),
        ]

    def _pad(self, lines: tuple[str, ...], editor: EditorInfo) -> list[View]:
        """Return the rows of a number pad."""

        def key(c: str, number: int, place: int) -> View:
            match c:
                case "\b":
                    return self._special(*DELETE, self._delete, "key_pos_del")
                case "\n":
                    return self._action(editor)
                case " ":
                    space = partial(self._type, " ")
                    return self._special("keyboard_space", "Space", space, "key_pos_space")
            return self._key(c, number, place)

        return [
            self._line([key(c, number, place) for place, c in enumerate(line)])
            for number, line in enumerate(lines)
        ]

    def _height(self, upright: float) -> float:
        """Return a height in dp; a third is taken off where the phone lies on its side."""
        width, height = self.context.windows.size
        return upright if height >= width else upright * 2 / 3

    def _line(self, keys: list[View]) -> View:
        return LinearLayout(keys, width=MATCH, height=self._height(60))

    def _key(self, text: str, line: int, place: int) -> View:
        """Return a key that types a text."""
        return TextView(
            text,
            id=f"key_pos_{line}_{place}",
            style="keyboard_key",
            align="center",
            vertical="center",
            **_place(1, "key", partial(self._type, text)),
        )

    def _layer(self, text: str, description: str, layer: Layer) -> View:
        """Return a key that shows another layer."""
        return TextView(
            text,
            content_description=description,
            style="keyboard_label",
            align="center",
            vertical="center",
            **_place(1.5, "key_special", partial(self.update, layer=layer)),
        )

    def _action(self, editor: EditorInfo, weight: float = 1) -> View:
        """Return the key that ends a line, or does what the field's action is."""
        name, icon = ACTIONS["none" if editor.multi_line else editor.ime_action]
        view = self._special(icon, name, partial(self._enter, editor), "key_pos_ime_action", weight)
        view.background, view.tint = Rounded("key_action", 24), "on_key_action"
        return view

    def _special(
        self,
        icon: str,
        description: str,
        action: Callable[[], object],
        id: str,
        weight: float = 1,
    ) -> ImageView:
        """Return a key with an icon."""
        return ImageView(
            icon,
            id=id,
            size=22,
            tint="on_key",
            content_description=description,
            class_name="android.widget.FrameLayout",
            **_place(weight, "key_special", action),
        )


class _Place(TypedDict):
    """Options that all keys share: their place in a row and their shape."""

    width: float
    weight: float
    height: float
    margin: Insets
    background: Drawable
    on_click: Callable[[], object]


def _place(weight: float, fill: str, on_click: Callable[[], object]) -> _Place:
    return _Place(
        width=0,
        weight=weight,
        height=MATCH,
        margin=(2.5, 5),
        background=Rounded(fill, 6),
        on_click=on_click,
    )

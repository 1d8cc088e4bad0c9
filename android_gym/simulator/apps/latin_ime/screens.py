"""The keyboard window: letters, symbols, emoji, clipboard and number pads.

The sizes are those of Gboard 12 on a Pixel 6: rows of 59 dp, a header of 44 dp above them, and a
navigation bar of 50 dp below.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from android_gym.simulator.apps.latin_ime import panels, tables
from android_gym.simulator.apps.latin_ime.keys import PILL, Face, Key, KeyRow
from android_gym.simulator.apps.latin_ime.look import theme_of
from android_gym.simulator.apps.latin_ime.model import Layer
from android_gym.simulator.apps.latin_ime.typing import Typist
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.windows import EditorInfo

__all__ = ["Keyboard"]

_LINE: Final = 59
_BAR: Final = 50
_PADS: Final = ("number", "decimal", "signed", "number_password", "datetime", "phone")
_NO_WORDS: Final = ("password", "email", "uri")
_PAGES: Final = ("emoji", "clipboard")
_DELETE: Final = Face(icon="backspace_outline", fill="key_special")


class Keyboard(Typist):
    """The keyboard's window."""

    TITLE = "Gboard"

    def theme(self) -> Theme:
        """Return the keyboard's colours, whatever the app's theme."""
        return theme_of(self.context.system.display.dark)

    def keys(self, editor: EditorInfo) -> View:
        """Build the keys for a field, with the header above and the bar below."""
        pad = editor.input_type in _PADS
        rows = self._pad(editor) if pad else self._lines(editor)
        area = wide_column(*rows, id="input_area", padding=(2.7, 9 if pad else 3, 2.7, 0))
        header = None if pad else self._header(editor)
        holder = wide_column(header, area, id="keyboard_holder", padding=(0, 0, 0, 0 if pad else 3))
        return panels.Board([holder, self._bar()], self)

    def _high(self, upright: float) -> float:
        """Return a height in dp; in landscape, two thirds of it."""
        width, height = self.context.windows.size
        return upright if height >= width else upright * 2 / 3

    # -- above and below the keys

    def _header(self, editor: EditorInfo) -> View:
        height = self._high(panels.HEADER)
        if self.state.layer in ("emoji", "emoji_search"):
            return panels.emoji_header(self, height)
        if editor.input_type in _NO_WORDS and self.state.layer == "letters":
            return panels.digits(self, height)
        return panels.Header(self, height)

    def _bar(self) -> View:
        """Build the keyboard's own navigation bar."""
        methods = self.context.system.input_methods
        several = len(methods.enabled) > 1
        other = methods.select_next if several else self.tell("Gboard is the only keyboard enabled")
        back = Key(
            Face(icon="chevron_down", fill="", size=24),
            "Back",
            self.context.windows.hide_keyboard,
            44,
            id="android:id/input_method_nav_back",
            class_name="android.widget.ImageView",
        )
        switch = Key(
            Face(icon="keyboard_outline", fill="", size=20, ink="key_hint"),
            "Switch input method",
            other,
            44,
            id="android:id/input_method_nav_ime_switcher",
            class_name="android.widget.ImageView",
        )
        return _Ends(
            back, switch, self._high(_BAR), id="android:id/input_method_navigation_bar_view"
        )

    # -- letters and symbols

    def _lines(self, editor: EditorInfo) -> list[View]:
        layer, line = self.state.layer, self._high(_LINE)
        if layer == "clipboard":
            return [*panels.clipboard_page(self, 3 * line), self._row(self._bottom(editor))]
        if layer == "emoji":
            return [*panels.emoji_page(self, line, 3 * line), self._row(self._page_bottom(editor))]
        if layer == "emoji_search":
            results = panels.emoji_results(self, self._high(panels.HEADER))
            return [results, *self._letters(editor, "letters")]
        return self._letters(editor, layer)

    def _letters(self, editor: EditorInfo, layer: Layer) -> list[View]:
        """Build the rows of a layer and the row with the space bar."""
        upper = layer == "letters" and self.upper(editor)
        first, second, third = (
            [self._key(c, number, place, upper) for place, c in enumerate(line)]
            for number, line in enumerate(tables.LAYERS[layer])
        )
        if layer == "letters":
            for key, left, right in ((second[0], 1 / 3, 0.0), (second[-1], 0.0, 1 / 3)):
                key.share, key.face = 1.5, self._letter_face(key.face.text, left, right)
            third.insert(0, self._shift_key(upper))
        elif layer == "symbols":
            third.insert(0, self._layer("=\\<", "More symbols", "more", "key_special"))
        else:
            third.insert(0, self._layer("?123", "Symbol keyboard", "symbols", "key_special"))
        third.append(self._delete_key(_DELETE, 1.5))
        return [self._row(keys) for keys in (first, second, third, self._bottom(editor))]

    def _shift_key(self, upper: bool) -> Key:
        icon = "arrow_up_bold" if upper else "arrow_up_bold_outline"
        if self.state.shift == "lock":
            icon = "apple_keyboard_caps"
        return Key(
            Face(icon=icon, fill="key_special"),
            "Shift",
            partial(self.shift, upper),
            1.5,
            id="key_pos_shift",
        )

    def _delete_key(self, face: Face, share: float = 1) -> Key:
        return Key(
            face,
            "Delete",
            self.delete,
            share,
            on_hold=self.hold_delete,
            on_follow=lambda event: None,
            id="key_pos_del",
        )

    def _bottom(self, editor: EditorInfo) -> list[Key]:
        letters = self.state.layer in ("letters", "emoji_search")
        comma = {"email": "@", "uri": "/"}.get(editor.input_type, ",")
        keys = [
            self._layer("?123", "Symbol keyboard", "symbols")
            if letters
            else self._layer("ABC", "Letter keyboard", "letters"),
            self._key(comma, 3, 1, fill="key_special"),
            Key(
                Face(icon="emoticon_outline"),
                "Emoji button",
                partial(self.show, "emoji"),
                id="key_pos_3_2",
            ),
            self._space(4),
            self._key(".", 3, 4, fill="key_special"),
            self._action(editor, 1.5),
        ]
        if editor.input_type in _NO_WORDS and letters:
            keys[2:4] = [self._space(5)]
        return keys

    def _page_bottom(self, editor: EditorInfo) -> list[Key]:
        return [
            self._layer("ABC", "Letter keyboard", "letters"),
            self._space(5),
            self._delete_key(_DELETE, 1.5),
            self._action(editor, 1.5),
        ]

    def _space(self, share: float) -> Key:
        return Key(Face(), "Space", self.space, share, on_slide=self.slide, id="key_pos_space")

    def _row(self, keys: list[Key]) -> View:
        if self._high(1) != 1:
            for key in keys:
                key.face = replace(key.face, gap=self._high(key.face.gap))
        return KeyRow(keys, self._high(_LINE))

    def _letter_face(self, text: str, left: float = 0, right: float = 0, fill: str = "key") -> Face:
        corner = tables.hint(text)
        return Face(text, hint=corner, fill=fill, left=left, right=right)

    def _key(self, text: str, line: int, place: int, upper: bool = False, fill: str = "key") -> Key:
        """Build a key that types a text."""
        others = tables.ALTERNATES.get(text, "")
        if upper:
            text, others = text.upper(), _upper(others)
        name = f"key_pos_{line}_{place}"
        face = self._letter_face(text, fill=fill)
        action = partial(self.type, text)
        if not others:
            return Key(face, text, action, id=name)
        return Key(
            face,
            text,
            action,
            id=name,
            on_hold=partial(self.hold, name, tuple(others)),
            on_follow=self.follow,
        )

    def _layer(self, text: str, description: str, layer: Layer, fill: str = "key_layer") -> Key:
        """Build a key that switches to another layer."""
        radius = PILL if fill == "key_layer" else 6
        face = Face(text, fill=fill, size=16, radius=radius, bold=True)
        return Key(face, description, partial(self.show, layer), 1.5)

    def _action(self, editor: EditorInfo, share: float = 1) -> Key:
        """Build the key for Enter or the field's IME action."""
        name, icon = tables.ACTIONS["none" if editor.multi_line else editor.ime_action]
        face = Face(icon=icon, fill="key_action", ink="on_key_action", radius=PILL)
        return Key(face, name, partial(self.enter, editor), share, id="key_pos_ime_action")

    # -- numbers

    def _pad(self, editor: EditorInfo) -> list[View]:
        """Build the rows of a number pad."""
        phone = editor.input_type == "phone"
        symbols = phone and self.state.layer != "letters"
        lines = tables.PHONE_PAD if phone else tables.NUMBER_PAD
        return [
            self._row(
                [
                    self._pad_key(c, f"key_pos_number_line{number}_{place}", editor, symbols)
                    for place, c in enumerate(line, 1)
                ]
            )
            for number, line in enumerate(tables.PHONE_SYMBOLS if symbols else lines, 1)
        ]

    def _pad_key(self, c: str, id: str, editor: EditorInfo, symbols: bool) -> Key:
        phone = editor.input_type == "phone"
        gap = 5
        face = Face(c, size=24, radius=PILL, gap=gap)
        match c:
            case "\b":
                return self._delete_key(
                    Face(icon="backspace_outline", fill="key_delete", radius=PILL, gap=gap)
                )
            case "\n":
                return self._action(editor)
            case " ":
                space = Face(icon="keyboard_space", fill="key_special", radius=PILL, gap=gap)
                return Key(space, "Space", partial(self.type, " "), id="key_pos_space")
            case "p" | "w":
                name, text = ("Pause", ",") if c == "p" else ("Wait", ";")
                return Key(
                    Face(name, size=16, radius=PILL, gap=gap), name, partial(self.type, text)
                )
            case "1" if symbols:
                back = Face("123", size=18, radius=PILL, gap=gap)
                return Key(back, "Phone keyboard", partial(self.show, "letters"), id=id)
            case "*" if phone and not symbols:
                more = Face("* #", size=20, radius=PILL, gap=gap)
                return Key(more, "Phone symbols", partial(self.show, "symbols"), id=id)
            case "-":
                face = Face(c, fill="key_special", size=24, radius=PILL, gap=gap)
        if phone and c in tables.PHONE_LETTERS:
            beside = tables.PHONE_LETTERS[c]
            face = Face(c, hint=beside, size=24, radius=PILL, gap=gap, beside=True)
        if phone and c == "0":
            plus = partial(self.hold, id, ("+",))
            typed = partial(self.type, c)
            return Key(face, c, typed, id=id, on_hold=plus, on_follow=self.follow)
        return Key(face, c, partial(self.type, c), id=id)


def _upper(texts: str) -> str:
    """Return the texts in upper case, except those without a one-character form (the sharp s)."""
    return "".join(t.upper() if len(t.upper()) == 1 else t for t in texts)


class _Ends(KeyRow):
    """A row with two keys, each 44 dp wide, near its ends."""

    def __init__(self, first: Key, last: Key, height: float, id: str) -> None:
        super().__init__([first, last], height, id=id)

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Place each key 21 dp from its edge."""
        View.layout(self, left, top, right, bottom)
        edge, width = self.ui.px(21), self.ui.px(44)
        first, last = self._keys
        first.layout(left + edge, top, left + edge + width, bottom)
        last.layout(right - edge - width, top, right - edge, bottom)

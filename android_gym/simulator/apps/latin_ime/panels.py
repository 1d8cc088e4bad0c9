"""Panels above or instead of the keys: toolbar, suggestions, emoji, clipboard."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Final

from android_gym.simulator.apps.latin_ime import emoji
from android_gym.simulator.apps.latin_ime.keys import PILL, Face, Key, KeyRow
from android_gym.simulator.apps.latin_ime.model import Touched
from android_gym.simulator.apps.latin_ime.typing import ALTERNATE_DP, Typist
from android_gym.simulator.apps.latin_ime.words import suggestions
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.direction import mirrored_rect
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import LinearLayout, RecyclerView, ScrollView, wide_column
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "HEADER",
    "Board",
    "Header",
    "clipboard_page",
    "digits",
    "emoji_header",
    "emoji_page",
    "emoji_results",
]

Click = Callable[[], object]

HEADER: Final = 44
"""Height in dp of the header above the keys."""

_COLUMNS: Final = 9
_NO_NETWORK: Final = "You\u2019re offline. Check your connection"


class Board(LinearLayout):
    """The root view of the keyboard's window; alternates over a held key are a popup of it.

    Args:
        children: The keyboard's parts.
        typist: The keyboard window.
    """

    def __init__(self, children: Sequence[View], typist: Typist) -> None:
        super().__init__(children, orientation="vertical", width=MATCH, background="keyboard")
        self._typist = typist

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the keys, and the popup of alternates if there is one."""
        super().attach(ui, parent, position)
        popup = _alternates(self._typist.touched.get(), ui)
        if popup is not None:
            ui.popups.append(popup)


def _alternates(touched: Touched, ui: Ui) -> Overlay | None:
    alternates = touched.alternates
    if alternates is None:
        return None
    box = mirrored_rect(alternates.box, ui.size[0]) if ui.mirrored else alternates.box
    faces = (
        Face(text, fill="key_action" if number == alternates.chosen else "", gap=4)
        for number, text in enumerate(alternates.texts)
    )
    cells = [Key(face, face.text, lambda: None) for face in faces]
    strip = KeyRow(cells, 48)
    strip.width = ALTERNATE_DP * len(cells)
    strip.background = Rounded("key_popup", 8)
    strip.elevation = 3
    return Overlay(
        strip,
        key="alternates",
        gravity="start",
        anchor=lambda: box,
        above_anchor=True,
        modal=False,
        focusable=False,
        touchable=False,
        accessible=False,
    )


class Header(Themed):
    """The header above the keys: tools or suggestions.

    Args:
        typist: The keyboard window.
        height: Height in dp.
    """

    def __init__(self, typist: Typist, height: float) -> None:
        super().__init__((), width=MATCH, height=height, id="keyboard_header_view_holder")
        self._typist = typist
        self._high = height

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Show tools until a letter has been typed, then suggestions."""
        word = ui.windows.input_method.composing
        return [self._words(word) if word else self._tools()]

    def _tools(self) -> View:
        typist = self._typist
        gap = min(6.0, self._high / 8)
        round_tile = Face(icon="dots_grid", size=20, radius=PILL, gap=gap)
        offline = typist.tell(_NO_NETWORK)

        def tile(icon: str, name: str, action: Click, text: str = "") -> Key:
            face = Face(text, icon, size=14 if text else 20, radius=12, gap=gap, bold=bool(text))
            return Key(face, name, action, 1.55)

        tools = [
            Key(
                round_tile,
                "Open features menu",
                typist.tell("All features are in the toolbar"),
                id="key_pos_header_access_points_menu",
            ),
            tile("sticker_emoji", "Stickers", offline),
            tile("", "GIF", offline, "GIF"),
            tile("clipboard_text_outline", "Clipboard", partial(typist.show, "clipboard")),
            tile("cog", "Settings", typist.open_settings),
            tile("palette", "Theme", typist.tell("The keyboard follows the system\u2019s theme")),
            _voice(typist),
        ]
        return KeyRow(tools, self._high, padding=(3, 0))

    def _words(self, word: str) -> View:
        typist = self._typist
        best, *others = suggestions(word)
        placed = [*others[:1], best, *others[1:]]
        keys = [
            Key(
                Face(text, fill="", size=16, bold=text == best),
                text,
                partial(typist.suggest, text),
                3,
            )
            for text in placed
        ]
        return KeyRow([*keys, _voice(typist)], self._high, id="softkey_holder_fixed_candidates")


def _voice(typist: Typist) -> Key:
    return Key(
        Face(icon="microphone", fill="", size=22),
        "Voice input",
        typist.tell("Voice input needs the network"),
        id="key_pos_header_power_key",
    )


def digits(typist: Typist, height: float) -> View:
    """Build the row of digits above the letters, for fields without suggestions."""
    keys = [Key(Face(digit, fill=""), digit, partial(typist.type, digit)) for digit in "1234567890"]
    return KeyRow(keys, height, id="keyboard_header_view_holder", padding=(2.7, 0))


def emoji_header(typist: Typist, height: float) -> View:
    """Build the search field for emoji."""
    query = typist.state.query
    search = typist.state.layer == "emoji_search"
    text = query or "Search emoji"
    ink = "on_key" if query else "key_hint"
    field = Key(
        Face(text, ink=ink, size=15, radius=PILL, gap=4),
        "Search emoji",
        partial(typist.show, "emoji_search"),
        8,
        text=query,
        id="emoji_search_bar",
        class_name="android.widget.EditText",
    )
    back = Key(
        Face(icon="arrow_left", fill="", size=20),
        "Back to emoji" if search else "Back to letters",
        partial(typist.show, "emoji" if search else "letters"),
    )
    clear = Key(Face(icon="close", fill="", size=20), "Clear", partial(typist.update, query=""))
    return KeyRow([back, field, clear] if query else [back, field], height, padding=(3, 0))


def emoji_results(typist: Typist, height: float) -> View:
    """Build the row of emoji found."""
    found = emoji.search(typist.state.query)
    return RecyclerView(
        len(found),
        lambda index: _emoji(typist, found[index], ALTERNATE_DP, height),
        orientation="horizontal",
        id="emoji_results",
        width=MATCH,
        height=height,
    )


def _emoji(typist: Typist, text: str, width: float, height: float) -> Key:
    key = Key(
        Face(text, fill="", size=min(26, height * 0.6)),
        emoji.name(text),
        partial(typist.put, text),
        text=text,
    )
    key.width, key.height = width, height
    return key


def emoji_page(typist: Typist, line: float, height: float) -> list[View]:
    """Build the category tabs and a page of emoji.

    Args:
        typist: The keyboard window.
        line: Height of a row of keys in dp.
        height: Height of the page in dp, including the tabs.
    """
    category = typist.state.category
    tabs = [
        Key(
            Face(
                icon=page.icon,
                fill="key_special" if number == category else "",
                size=20,
                radius=PILL,
                gap=4,
            ),
            page.title,
            partial(typist.update, category=number),
        )
        for number, page in enumerate(emoji.categories())
    ]
    for number, tab in enumerate(tabs):
        tab.selected = number == category
    shown = emoji.categories()[category].emoji
    tab_height = line * 0.65
    grid = RecyclerView(
        len(shown),
        lambda index: _emoji(typist, shown[index], MATCH, line * 0.8),
        columns=_COLUMNS,
        key=("emoji", category),
        id="emoji_list",
        width=MATCH,
        height=height - tab_height,
    )
    return [KeyRow(tabs, tab_height, padding=(3, 0)), grid]


def clipboard_page(typist: Typist, height: float) -> list[View]:
    """Build the clipboard page; a tap types its text."""
    text = typist.context.system.clipboard.text
    if text:
        content: View = TextView(
            text[:1000],
            id="clipboard_item",
            style="body_medium",
            color="on_key",
            max_lines=4,
            width=MATCH,
            padding=(16, 12),
            margin=(8, 4),
            background=Rounded("key", 12),
            on_click=typist.paste,
        )
    else:
        content = TextView(
            "Text that you copy will be shown here",
            style="body_medium",
            color="key_hint",
            align="center",
            width=MATCH,
            padding=(24, 24),
        )
    return [ScrollView(wide_column(content), width=MATCH, height=height)]

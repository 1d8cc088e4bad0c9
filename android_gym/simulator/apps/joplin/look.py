"""Joplin's theme and shared widgets, as the Android views that React Native creates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import icon_character
from android_gym.simulator.ui.layouts import LinearLayout, full_column, row, wide_column, wide_row
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, ImageView, TextView

__all__ = [
    "BUTTON",
    "CHECK_BOX",
    "GROUP",
    "HEADER",
    "SCROLL",
    "THEMES",
    "WEB",
    "Glyph",
    "back_button",
    "check_box",
    "glyph",
    "header",
    "header_button",
    "list_row",
    "message",
    "native_button",
    "options_list",
    "screen_of",
    "theme_of",
    "touchable",
    "words",
]

Click = Callable[[], object]

BUTTON: Final = "android.widget.Button"
CHECK_BOX: Final = "android.widget.CheckBox"
GROUP: Final = "android.view.ViewGroup"
SCROLL: Final = "android.widget.ScrollView"
WEB: Final = "android.webkit.WebView"

HEADER: Final = 52.0
"""Height of the header bar in dp."""

THEMES: Final = (
    (1, "Light"),
    (2, "Dark"),
    (3, "Solarised Light"),
    (4, "Solarised Dark"),
    (5, "Dracula"),
    (6, "Nord"),
    (7, "Aritim Dark"),
    (22, "OLED Dark"),
)
"""Number and name of each theme."""


class _Palette(NamedTuple):
    ground: str
    text: str
    faded: str
    divider: str
    selected: str
    url: str
    header: str
    on_header: str
    raised: str
    code: str
    dark: bool


_LIGHT: Final = _Palette(
    "#FFFFFF", "#32373F", "#7C8B9E", "#DDDDDD", "#E5E5E5", "#155BDA", "#313640", "#FFFFFF",
    "#E5E5E5", "#F3F3F3", False,
)  # fmt: skip
_PALETTES: Final = {
    1: _LIGHT,
    2: _Palette(
        "#1D2024", "#DDDDDD", "#999999", "#555555", "#616161", "#A6A6FF", "#181A1D", "#FFFFFF",
        "#474747", "#2F3031", True,
    ),
    3: _Palette(
        "#FDF6E3", "#657B83", "#839496", "#EEE8D5", "#EEE8D5", "#268BD2", "#002B36", "#EEE8D5",
        "#EEE8D5", "#EEE8D5", False,
    ),
    4: _Palette(
        "#002B36", "#93A1A1", "#657B83", "#586E75", "#073642", "#268BD2", "#073642", "#FDF6E3",
        "#073642", "#073642", True,
    ),
    5: _Palette(
        "#282A36", "#F8F8F2", "#6272A4", "#6272A4", "#44475A", "#8BE9FD", "#21222C", "#F8F8F2",
        "#44475A", "#44475A", True,
    ),
    6: _Palette(
        "#2E3440", "#ECEFF4", "#4C566A", "#4C566A", "#434C5E", "#88C0D0", "#242933", "#ECEFF4",
        "#434C5E", "#3B4252", True,
    ),
    7: _Palette(
        "#10151A", "#D3DAE3", "#666A73", "#2B3038", "#2B5278", "#6CACE4", "#141A21", "#D3DAE3",
        "#2B3038", "#0F1317", True,
    ),
    22: _Palette(
        "#000000", "#DDDDDD", "#777777", "#3D444E", "#3D444E", "#A6A6FF", "#181A1D", "#FFFFFF",
        "#0F2051", "#2F3031", True,
    ),
}  # fmt: skip


@cache
def theme_of(number: int) -> Theme:
    """Return a theme's colours by its number; the light theme's for an unknown number."""
    look = _PALETTES.get(number, _LIGHT)
    return material_theme(
        look.header,
        "#009688",
        dark=look.dark,
        material=2,
        background=look.ground,
        surface=look.ground,
        name=f"joplin {number}",
        colors=(
            ("text_primary", look.text),
            ("text_secondary", look.faded),
            ("text_hint", look.faded),
            ("icon", look.text),
            ("divider", look.divider),
            ("selected", look.selected),
            ("url", look.url),
            ("header", look.header),
            ("on_header", look.on_header),
            ("raised", look.raised),
            ("code_ground", look.code),
            ("status_bar", look.header),
            ("fab_red", "#E74C3C"),
            ("fab_purple", "#9B59B6"),
            ("on_fab", "#FFFFFF"),
            ("native_button", "#2196F3"),
        ),
    )


class Glyph(ImageView):
    """An icon: a one-letter text in an icon font, as accessibility services read it."""

    CLASS = "android.widget.TextView"
    IMPORTANT = True

    def accessibility_text(self) -> str:
        """Return the letter."""
        return icon_character(str(self.source))


def glyph(icon: str, size: float = 22, color: str = "icon", **common: Any) -> Glyph:
    """Build an icon; the size is in dp."""
    return Glyph(icon, size=size, tint=color, width=size, height=size, **common)


def words(text: str, **options: Any) -> TextView:
    """Build a text in the default size and colour."""
    options.setdefault("size", 16)
    options.setdefault("color", "text_primary")
    options.setdefault("letter_spacing", 0.0)
    return TextView(text, **options)


def touchable(*children: View | None, **options: Any) -> LinearLayout:
    """Build a tappable row; accessibility services see a ViewGroup unless a class is given."""
    options.setdefault("class_name", GROUP)
    options.setdefault("content_gravity", "center_vertical")
    return row(*children, **options)


def check_box(checked: bool, label: str | None, on_click: Click, **options: Any) -> LinearLayout:
    """Build a check box with an accessibility label."""
    icon = "checkbox_marked_outline" if checked else "checkbox_blank_outline"
    options.setdefault("class_name", CHECK_BOX)
    return touchable(
        glyph(icon, 20),
        content_description=label,
        checked=checked,
        on_click=on_click,
        **options,
    )


# -- the header bar


def header_button(
    icon: str, description: str, on_click: Click | None, *, wide: bool = False, **options: Any
) -> View:
    """Build a button of the header bar."""
    options.setdefault("class_name", BUTTON)
    return touchable(
        glyph(icon, 30, "on_header"),
        key=description,
        content_description=description,
        on_click=on_click,
        height=HEADER,
        padding=(15, 0, 5, 0) if wide else (8, 0),
        **options,
    )


def back_button(on_click: Click) -> View:
    """Build the back arrow at the start of the header bar."""
    return header_button("arrow_left", "Back", on_click, wide=True)


def header(left: View, title: str | View, *buttons: View | None) -> View:
    """Build the header bar: a button, a title or picker, then more buttons."""
    if isinstance(title, str):
        title = words(
            title,
            color="on_header",
            weight_font=700,
            max_lines=1,
            padding=(10, 15),
        )
    title.width, title.weight = 0, 1
    return wide_row(
        left,
        title,
        *buttons,
        class_name=GROUP,
        content_gravity="center_vertical",
        min_height=HEADER,
        background="header",
        elevation=5,
        key="header",
    )


def native_button(title: str, on_click: Click | None, **options: Any) -> View:
    """Build React Native's default button: capital letters on a raised background."""
    from android_gym.simulator.ui.drawables import Rounded

    options.setdefault("class_name", BUTTON)
    enabled = on_click is not None
    return touchable(
        words(
            title.upper(),
            size=14,
            weight_font=500,
            color="on_header" if enabled else "text_hint",
            align="center",
            padding=8,
            width=MATCH,
        ),
        key=title,
        on_click=on_click,
        enabled=enabled,
        background=Rounded("native_button" if enabled else "divider", 2),
        **options,
    )


def screen_of(*parts: View | None) -> View:
    """Lay out the parts of a screen from top to bottom."""
    return full_column(*parts, background="background", class_name=GROUP)


def list_row(*children: View | None, **options: Any) -> View:
    """Build a list row with a divider below it."""
    clicks = {k: options.pop(k) for k in ("on_click", "on_long_click") if k in options}
    return wide_column(
        touchable(*children, width=MATCH, **clicks, **options),
        Divider(width=MATCH),
        class_name=GROUP,
    )


def message(text: str) -> View:
    """Build the message shown for an empty list."""
    return words(text, width=MATCH, align="center", padding=15)


def options_list(entries: Sequence[tuple[str, Click]]) -> list[View]:
    """Build the rows of a dialog with a list of actions."""
    return [
        touchable(words(label, padding=(15, 12), width=MATCH), width=MATCH, on_click=click)
        for label, click in entries
    ]

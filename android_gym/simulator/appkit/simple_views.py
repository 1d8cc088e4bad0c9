"""Views and colours shared by the Simple Mobile Tools: avatars, placeholders, bars, contacts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypedDict, Unpack

from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.options import ImageOptions, LinearOptions, ViewOptions
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = [
    "BARE",
    "FAINT",
    "GROUP",
    "RELATIVE",
    "argb",
    "avatar",
    "color_name",
    "color_of",
    "contact_row",
    "icon_button",
    "ink_on",
    "link",
    "marking_bar",
    "placeholder",
]

RELATIVE = "android.widget.RelativeLayout"
GROUP = "android.view.ViewGroup"
FAINT = "text_primary@0.6"


class _BareOptions(TypedDict):
    background: str
    vertical: Literal["center"]
    width: float
    weight: float


BARE: Final = _BareOptions(background="transparent", vertical="center", width=0, weight=1)
"""Options of a text field without an underline, which fills the remaining space in a row."""

_AVATARS = (
    "#D32F2F", "#C2185B", "#1976D2", "#0288D1", "#0097A7",
    "#00796B", "#388E3C", "#689F38", "#F57C00", "#CCE64A19",
)  # fmt: skip


def argb(color: int) -> str:
    """Convert Android's signed integer to a colour for views."""
    return f"#{color & 0xFFFFFFFF:08X}"


def color_name(color: int) -> str:
    """Convert Android's signed integer to a colour ``#RRGGBB``, without its opacity."""
    return f"#{color & 0xFFFFFF:06X}"


def color_of(name: str) -> int:
    """Convert an opaque colour ``#RRGGBB`` to Android's signed integer."""
    return int(f"FF{name[1:]}", 16) - (1 << 32)


def ink_on(color: int) -> str:
    """Return the text colour on a background: white, or dark grey if that is bright."""
    red, green, blue = color >> 16 & 255, color >> 8 & 255, color & 255
    return "#333333" if (299 * red + 587 * green + 114 * blue) / 1000 >= 149 else "#FFFFFF"


def _hash(text: str) -> int:
    """Return Java's String.hashCode."""
    value = 0
    for unit in text.encode("utf-16-be")[1::2] if text.isascii() else map(ord, text):
        value = (31 * value + unit) & 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def avatar(name: str, size: float, id: str, /, **common: Unpack[ViewOptions]) -> View:
    """Return a circle with a name's first letter."""
    letter = (name.strip() or "?")[0].upper()
    common["id"] = id
    common["class_name"] = "android.widget.ImageView"
    common["important_for_accessibility"] = "no"
    common["width"] = common["height"] = size
    common["background"] = Oval(_AVATARS[abs(_hash(name)) % len(_AVATARS)])
    return TextView(
        letter,
        text_description="",
        size=size * 0.5,
        most_scale=1.0,
        color="#FFFFFF",
        align="center",
        vertical="center",
        **common,
    )


def icon_button(
    icon: str,
    id: str,
    description: str | None,
    on_click: Callable[[], object],
    extent: float = 48,
    /,
    **common: Unpack[ImageOptions],
) -> View:
    """Return a tappable icon, in a square of `extent` dp."""
    common["id"] = id
    if description is not None:
        common["content_description"] = description
    common["width"] = common["height"] = extent
    common["on_click"] = on_click
    return ImageView(icon, **common)


def placeholder(text: str, id: str, color: str = "text_primary@0.8", bottom: float = 0) -> View:
    """Return the text shown in place of an empty list, with `bottom` dp of space below it."""
    return TextView(
        text,
        id=id,
        size=16,
        italic=True,
        color=color,
        align="center",
        width=MATCH,
        padding=(16, 20, 16, bottom),
    )


def link(text: str, id: str, on_click: Callable[[], object]) -> View:
    """Return the underlined text below a placeholder."""
    return TextView(
        text, id=id, size=16, color="primary", underline=True, padding=8, on_click=on_click
    )


def marking_bar(
    marked: int,
    total: int,
    on_close: Callable[[], None],
    on_all: Callable[[], None],
    *menu: MenuItem | None,
) -> View:
    """Return the app bar for selected rows.

    Args:
        marked: Number of selected rows.
        total: Number of rows.
        on_close: Called when the arrow is tapped.
        on_all: Called when the count is tapped.
        *menu: Actions.
    """
    count = TextView(
        f"{marked} / {total}",
        style="app_bar_title",
        color="on_app_bar",
        width=MATCH,
        margin=(8, 0),
        on_click=on_all,
    )
    return Toolbar(
        navigation="arrow_back",
        navigation_description="Done",
        on_navigation=on_close,
        content=count,
        menu=menu,
        id="action_context_bar",
    )


def contact_row(
    name: str, detail: View, on_click: Callable[[], object], /, **holder: Unpack[LinearOptions]
) -> View:
    """Return a row with a contact's avatar, name and a detail; options are for the inner row."""
    holder["width"] = MATCH
    holder["padding"] = (16, 8)
    title = TextView(name, id="item_contact_name", size=16, max_lines=1)
    texts = column(title, detail, width=0, weight=1, margin=(16, 0, 0, 0))
    inner = row(avatar(name, 48, "item_contact_image"), texts, **holder)
    return FrameLayout([inner], id="item_contact_frame", width=MATCH, on_click=on_click)

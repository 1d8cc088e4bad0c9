"""Theme, and small parts that several screens share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Literal, TypedDict, Unpack

from android_gym.simulator.appkit import simple_commons
from android_gym.simulator.appkit.simple_commons import avatar
from android_gym.simulator.apps.sms_messenger.model import Attachment
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.options import ImageOptions, LinearOptions
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import ImageView, TextView

RELATIVE = "android.widget.RelativeLayout"
GROUP = "android.view.ViewGroup"
FAINT = "text_primary@0.6"


class _BareOptions(TypedDict):
    background: str
    vertical: Literal["center"]
    width: float
    weight: float


BARE: Final = _BareOptions(background="transparent", vertical="center", width=0, weight=1)
"""Options of a field without a line, which takes the room that is left in a row."""


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's default theme."""
    return simple_commons.theme_of(dark).having(
        bubble="#44888888", search_pill="#4076D1FF" if dark else "#40219BCC"
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
    """Build an icon to tap, in a square of `extent` dp."""
    common["id"] = id
    if description is not None:
        common["content_description"] = description
    common["width"] = common["height"] = extent
    common["on_click"] = on_click
    return ImageView(icon, **common)


def placeholder(text: str, id: str, color: str = "text_primary@0.8", bottom: float = 0) -> View:
    """Build the text in place of an empty list, with `bottom` dp of room below it."""
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
    """Build the underlined text below a placeholder."""
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
    """Build the bar that replaces the toolbar while rows are marked.

    Args:
        marked: Number of marked rows.
        total: Number of rows.
        on_close: Called by the arrow.
        on_all: Called by a tap on the count.
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
    """Build a row with a contact's picture, name and a detail; options are the inner row's."""
    holder["width"] = MATCH
    holder["padding"] = (16, 8)
    title = TextView(name, id="item_contact_name", size=16, max_lines=1)
    texts = column(title, detail, width=0, weight=1, margin=(16, 0, 0, 0))
    inner = row(avatar(name, 48, "item_contact_image"), texts, **holder)
    return FrameLayout([inner], id="item_contact_frame", width=MATCH, on_click=on_click)


def file_row(
    attachment: Attachment,
    on_click: Callable[[], object] | None = None,
    on_long_click: Callable[[], object] | None = None,
) -> View:
    """Build a file's icon and name."""
    kind = attachment.mime.partition("/")[0]
    icon = {"image": "image", "video": "video", "audio": "microphone"}.get(kind, "file")
    name = TextView(
        attachment.name,
        id="filename",
        size=14,
        color="on_primary",
        max_lines=1,
        ellipsize="middle",
        padding=(8, 0, 0, 0),
    )
    return row(
        ImageView(icon, id="icon", tint="on_primary"),
        name,
        key=attachment.uri,
        min_height=48,
        padding=(12, 4),
        margin=(0, 2),
        content_gravity="center_vertical",
        background=Rounded("primary", 16),
        on_click=on_click,
        on_long_click=on_long_click,
    )

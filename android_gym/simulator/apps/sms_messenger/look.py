"""Theme, and small parts that several screens share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from android_gym.simulator.appkit import simple_commons
from android_gym.simulator.apps.sms_messenger.model import Attachment
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView


@cache
def theme_of(dark: bool) -> Theme:
    """Return the app's default theme."""
    return simple_commons.theme_of(dark).having(
        bubble="#44888888", search_pill="#4076D1FF" if dark else "#40219BCC"
    )


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

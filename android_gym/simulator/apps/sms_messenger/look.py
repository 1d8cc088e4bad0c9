"""Theme and widgets shared by the screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from android_gym.simulator.appkit import simple_theme
from android_gym.simulator.appkit.simple_theme import Look
from android_gym.simulator.appkit.simple_views import avatar
from android_gym.simulator.appkit.vcards import VCard
from android_gym.simulator.apps.sms_messenger.model import Attachment
from android_gym.simulator.system.documents import shared_path
from android_gym.simulator.system.files import Files
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.theme import Theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

MOST_PICTURE_BYTES = 4_000_000
"""Maximum size of a picture that is shown; larger ones get an icon."""


@lru_cache(maxsize=64)
def theme_of(look: Look) -> Theme:
    """Return the app's theme for a look."""
    return simple_theme.theme_of(look).having(bubble="#44888888")


def thumbnail(
    files: Files,
    attachment: Attachment,
    width: float,
    height: float,
    radius: float,
    on_click: Callable[[], object] | None = None,
    on_long_click: Callable[[], object] | None = None,
) -> View | None:
    """Build the thumbnail of a picture file; None if the file can't be shown as a picture."""
    path = shared_path(attachment.uri) or attachment.uri
    if not attachment.mime.startswith("image/") or not files.is_file(path):
        return None
    if files.stat(path).size > MOST_PICTURE_BYTES:
        return None
    picture = Bitmap(files.read(path), "center_crop", radius)
    if picture.size is None:
        return None
    return ImageView(
        picture,
        id="thumbnail" if on_click is None else "attachment_image",
        scale="fit",
        key=attachment.uri,
        width=width,
        height=height,
        margin=(0, 2),
        on_click=on_click,
        on_long_click=on_long_click,
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


def card_row(
    cards: Sequence[VCard],
    key: str,
    on_click: Callable[[], object],
    on_long_click: Callable[[], object] | None = None,
) -> View:
    """Build a vCard file's row: the first contact's picture, name, and number or address."""
    first, more = cards[0], len(cards) - 1
    about = next((field.text for field in first.fields if field.kind in ("phone", "email")), "")
    if more:
        about = f"and {more} other{'s' if more > 1 else ''}"
    title = first.name or about
    texts = column(
        TextView(title, id="vcard_title", size=14, weight_font=700, max_lines=1),
        TextView(about, id="vcard_subtitle", size=12, max_lines=1) if about != title else None,
        TextView("View contact details", id="vcard_view", size=12, color="primary"),
        margin=(12, 0, 0, 0),
    )
    return row(
        avatar(title, 36, "vcard_photo"),
        texts,
        id="vcard_attachment_holder",
        key=key,
        min_height=64,
        padding=12,
        margin=(0, 2),
        content_gravity="center_vertical",
        background=Rounded("background", 16, "text_primary@0.3"),
        on_click=on_click,
        on_long_click=on_long_click,
    )

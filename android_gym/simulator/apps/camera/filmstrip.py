"""What was taken, one at a time: share, edit, delete, undo."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING, Any

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.apps.camera import storage
from android_gym.simulator.apps.camera.storage import Item
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.components import MenuItem, OverflowButton
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Bitmap, Oval, Rounded
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout, row
from android_gym.simulator.ui.picture_viewer import Picture
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageButton, TextView

if TYPE_CHECKING:
    from android_gym.simulator.apps.camera.camera import CameraActivity

__all__ = ["page"]


def _taken(app: CameraActivity, item: Item) -> dt.datetime:
    return app.context.system.clock.datetime(app.context.system.files.stat(item.path).mtime_ms)


def page(app: CameraActivity, items: list[Item]) -> tuple[View, Overlay | None]:
    """The filmstrip, and the dialog over it."""
    index = min(app.state.item, len(items) - 1)
    item = items[index]
    when = _taken(app, item)
    words = f"{'Video' if item.video else 'Photo'} taken on {when:%b} {when.day}, {when.year}"

    def move(step: int) -> None:
        place = index + step
        if place < 0:
            app.update(item=-1)
        elif place < len(items):
            app.update(item=place, deleted=None)

    picture = Bitmap(storage.poster(app.context, item), "fit_center")
    play = ImageButton(
        "play",
        id="play_button",
        size=48,
        width=80,
        height=80,
        gravity="center",
        background=Oval("#99000000"),
        tint="#FFFFFF",
        content_description="Play video",
        on_click=partial(_play, app, item),
    )
    strip = SwipeLayout(
        [
            Surface(
                Picture(picture),
                id="filmstrip_item",
                key=item.path,
                class_name="android.widget.ImageView",
                width=MATCH,
                height=MATCH,
                margin=(0, 64, 0, 64),
                content_description=words,
                on_click=lambda: app.update(bars=not app.state.bars),
            ),
            play if item.video else None,
            _top(app) if app.state.bars else None,
            _bottom(app, item) if app.state.bars else None,
            _undo(app) if app.state.deleted else None,
        ],
        on_swipe={"left": partial(move, 1), "right": partial(move, -1)},
        id="filmstrip_layout",
        width=MATCH,
        height=MATCH,
    )
    return strip, _details(app, item) if app.state.details else None


def _top(app: CameraActivity) -> View:
    return row(
        ImageButton(
            "arrow_back",
            tint="#FFFFFF",
            content_description="Navigate up",
            on_click=partial(app.update, item=-1),
        ),
        View(width=0, height=1, weight=1),
        OverflowButton(
            [MenuItem("Details", partial(app.update, details=True))],
            tint="#FFFFFF",
            class_name="android.widget.ImageButton",
        ),
        width=MATCH,
        padding=(4, 40, 8, 0),
        gravity="top",
    )


def _bottom(app: CameraActivity, item: Item) -> View:
    def control(name: str, icon: str, words: str, click: Any) -> View:
        return ImageButton(
            icon, id=f"filmstrip_bottom_control_{name}", tint="#FFFFFF", width=0, weight=1,
            height=64, content_description=words, on_click=click,
        )  # fmt: skip

    edit = None
    if not item.video:
        edit = control("edit", "pencil", "Edit", partial(_edit, app, item))
    return row(
        control("share", "share_variant", "Share", partial(_share, app, item)),
        edit,
        control("delete", "delete", "Delete", partial(_delete, app, item)),
        id="filmstrip_bottom_panel",
        width=MATCH,
        gravity="bottom",
        background="#66000000",
    )


def _undo(app: CameraActivity) -> View:
    return FrameLayout(
        [
            row(
                TextView("Deleted", color="#FFFFFF", size=16, width=0, weight=1),
                Button(
                    "Undo",
                    id="camera_undo_deletion_button",
                    color="#FFFFFF",
                    icon="undo",
                    on_click=partial(_bring_back, app),
                ),
                width=MATCH,
                padding=(20, 4, 8, 4),
                content_gravity="center_vertical",
                background=Rounded("#E6424242", 2),
            )
        ],
        width=MATCH,
        padding=(16, 0, 16, 76),
        gravity="bottom",
    )


def _media(app: CameraActivity, item: Item) -> Intent:
    from android_gym.simulator.apps.camera.camera import media_uri

    return media_uri(app, item)


def _play(app: CameraActivity, item: Item) -> None:
    media = _media(app, item)
    view = Intent("android.intent.action.VIEW", data=media.data, type=media.type)
    if not app.start_activity(view):
        app.toast("Can\u2019t play video.")


def _edit(app: CameraActivity, item: Item) -> None:
    media = _media(app, item)
    if not app.start_activity(Intent("android.intent.action.EDIT", media.data, media.type)):
        app.toast("No app can edit this photo.")


def _share(app: CameraActivity, item: Item) -> None:
    media = _media(app, item)
    extras = Map({"android.intent.extra.STREAM": media.data})
    send = Intent("android.intent.action.SEND", type=media.type, extras=extras)
    chooser = {"android.intent.extra.INTENT": send, "android.intent.extra.TITLE": "Share via"}
    app.start_activity(Intent("android.intent.action.CHOOSER", extras=Map(chooser)))


def _delete(app: CameraActivity, item: Item) -> None:
    try:
        content = app.context.system.files.read(item.path)
    except FileError:
        return
    when_ms = app.context.system.files.stat(item.path).mtime_ms
    app.update(deleted=(item.path, content, when_ms))
    storage.delete(app.context, item.path)
    left = len(storage.items(app.context))
    app.update(item=min(app.state.item, left - 1))


def _bring_back(app: CameraActivity) -> None:
    path, data, mtime_ms = app.state.deleted or ("", b"", 0)
    app.update(deleted=None)
    try:
        app.context.system.files.write(path, data, owner=app.context.uid, mtime_ms=mtime_ms)
    except FileError:
        app.toast("Low on storage space.")


def _details(app: CameraActivity, item: Item) -> Overlay:
    when = _taken(app, item)
    name = item.path.rpartition("/")[2]
    size = app.context.system.files.stat(item.path).size
    lines = [
        f"Title: {name.rpartition('.')[0]}",
        f"Time: {when:%b} {when.day}, {when.year} {when:%H:%M:%S}",
        f"File size: {size / 1000:.0f} kB",
        f"Path: {item.path}",
    ]
    if not item.video and (pixels := Bitmap(storage.poster(app.context, item)).size):
        lines[2:2] = [f"Width: {pixels[0]}", f"Height: {pixels[1]}"]
    return alert_dialog(
        "Details",
        "\n".join(lines),
        on_dismiss=partial(app.update, details=False),
        positive="Close",
    )

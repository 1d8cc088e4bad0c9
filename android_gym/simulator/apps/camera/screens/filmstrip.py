"""The filmstrip: one photo or video at a time, with actions to share, edit, delete, undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.camera import storage
from android_gym.simulator.apps.camera.actions import Actions
from android_gym.simulator.apps.camera.dialogs import Details
from android_gym.simulator.apps.camera.model import Item
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import MenuItem, OverflowButton
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, SwipeLayout, wide_row
from android_gym.simulator.ui.picture_viewer import Picture
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, TextView

__all__ = ["filmstrip"]


def filmstrip(app: Actions, items: list[Item]) -> View:
    """Build the current item with its controls."""
    item = items[min(app.state.item, len(items) - 1)]
    when = app.taken_at(item)
    words = f"{'Video' if item.video else 'Photo'} taken on {when:%b} {when.day}, {when.year}"
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
        on_click=partial(app.play, item),
    )
    return SwipeLayout(
        [
            Surface(
                Picture(Bitmap(storage.poster(app.context, item), "fit_center")),
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
            _top(app, item) if app.state.bars else None,
            _bottom(app, item) if app.state.bars else None,
            _undo(app) if app.state.deleted else None,
        ],
        on_swipe={"left": partial(app.turn, 1), "right": partial(app.turn, -1)},
        id="filmstrip_layout",
        width=MATCH,
        height=MATCH,
    )


def _top(app: Actions, item: Item) -> View:
    return wide_row(
        ImageButton(
            "arrow_back",
            tint="#FFFFFF",
            content_description="Navigate up",
            on_click=partial(app.update, item=-1),
        ),
        View(width=0, height=1, weight=1),
        OverflowButton(
            [MenuItem("Details", lambda: app.show_dialog(Details(item.path)))],
            tint="#FFFFFF",
            class_name="android.widget.ImageButton",
        ),
        padding=(4, 40, 8, 0),
        gravity="top",
    )


def _bottom(app: Actions, item: Item) -> View:
    def control(name: str, icon: str, words: str, click: Callable[[], object]) -> View:
        return ImageButton(
            icon, id=f"filmstrip_bottom_control_{name}", tint="#FFFFFF", width=0, weight=1,
            height=64, content_description=words, on_click=click,
        )  # fmt: skip

    edit = None
    if not item.video:
        edit = control("edit", "pencil", "Edit", partial(app.edit, item))
    return wide_row(
        control("share", "share_variant", "Share", partial(app.share, item)),
        edit,
        control("delete", "delete", "Delete", partial(app.delete, item)),
        id="filmstrip_bottom_panel",
        gravity="bottom",
        background="#66000000",
    )


def _undo(app: Actions) -> View:
    return FrameLayout(
        [
            wide_row(
                TextView("Deleted", color="#FFFFFF", size=16, width=0, weight=1),
                Button(
                    "Undo",
                    id="camera_undo_deletion_button",
                    color="#FFFFFF",
                    icon="undo",
                    on_click=app.bring_back,
                ),
                padding=(20, 4, 8, 4),
                content_gravity="center_vertical",
                background=Rounded("#E6424242", 2),
            )
        ],
        width=MATCH,
        padding=(16, 0, 16, 76),
        gravity="bottom",
    )

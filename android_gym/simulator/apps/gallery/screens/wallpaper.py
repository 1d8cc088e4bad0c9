"""The screen that sets a part of a picture as the wallpaper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from android_gym.simulator.appkit.platform import set_wallpaper
from android_gym.simulator.appkit.simple_commons import RadioGroupDialog
from android_gym.simulator.appkit.simple_views import GROUP, RELATIVE
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.canvas import WHOLE, EditCanvas, framed
from android_gym.simulator.apps.gallery.images import (
    changed,
    encoded,
    picture_size,
    preview,
    size_after,
)
from android_gym.simulator.apps.gallery.look import UPWARDS, content_of
from android_gym.simulator.apps.gallery.model import Change, EditState, WallpaperState
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import full_column, wide_column, wide_row
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView

__all__ = ["SetWallpaperActivity"]


@dataclass(frozen=True)
class ChooseScreens(RadioGroupDialog[Actions[Any]]):
    """Asks for the screens to set the wallpaper of."""

    def choices(self, screen: Actions[Any]) -> Sequence[str]:
        """Return the labels of the screens."""
        return "Home screen", "Lock screen", "Home and lock screen"

    def on_choose(self, screen: Actions[Any], index: int) -> None:
        """Set the wallpaper."""
        screen.set_as_wallpaper(home=index != 1, lock=index != 0)


class SetWallpaperActivity(Actions[WallpaperState]):
    """Shows a frame over a picture, with the screen's aspect ratio."""

    DIALOGS = (ChooseScreens,)

    def on_create(self) -> WallpaperState:
        """Open the picture, or report that it can't be opened."""
        path = self.path_of(self.intent.data or "") or ""
        size = picture_size(content_of(self.files, path)) if path else None
        if size is None:
            self.toast("Unknown file location")
            return WallpaperState()
        ratio = self.context.windows.size
        return WallpaperState(
            path, False, EditState(path, tool="crop", ratio=ratio, crop=framed(size, ratio))
        )

    def on_resume(self) -> None:
        """Finish if there is no picture."""
        if not self.state.path or not content_of(self.files, self.state.path):
            self.finish()

    def _frame(self, ratio: tuple[int, int], *more: Change) -> EditState:
        edit = self.state.edit
        changes = (*edit.changes, *more)
        size = picture_size(content_of(self.files, edit.path)) or (1, 1)
        crop = framed(size_after(size, changes), ratio)
        return replace(edit, changes=changes, ratio=ratio, crop=crop)

    def _toggle(self) -> None:
        free = not self.state.free
        ratio = (0, 0) if free else self.context.windows.size
        self.update(free=free, edit=self._frame(ratio))

    def _turn(self) -> None:
        self.update(edit=self._frame(self.state.edit.ratio, Change("rotate", (90.0,))))

    def set_as_wallpaper(self, *, home: bool, lock: bool) -> None:
        """Set the part in the frame as wallpaper, and finish."""
        edit = self.state.edit
        content = content_of(self.files, edit.path)
        width, height = size_after(picture_size(content) or (1, 1), edit.changes)
        left, top, right, bottom = edit.crop
        cut = Change("crop", (left * width, top * height, right * width, bottom * height))
        pixels = changed(content, (*edit.changes, cut) if edit.crop != WHOLE else edit.changes)
        picture = None if pixels is None else encoded(pixels, "png")
        self.toast("Setting wallpaper\u2026")
        if picture is None or not set_wallpaper(self.files, picture, home=home, lock=lock):
            self.toast("An error occurred")
            return
        self.toast("Wallpaper set successfully")
        self.finish(-1)

    def build(self) -> Screen:
        """Build the toolbar, the picture with the frame, and the button that rotates it."""
        edit, content = self.state.edit, content_of(self.files, self.state.path)
        bar = self.toolbar(
            "Simple Wallpaper",
            MenuItem("Save", lambda: self.show_dialog(ChooseScreens()), id="save", icon="check"),
            MenuItem("Allow changing the aspect ratio", self._toggle, checked=self.state.free),
            id="set_wallpaper_toolbar",
        )
        view: View = View(width=MATCH, height=0, weight=1)
        if content:
            size = size_after(picture_size(content) or (1, 1), edit.changes)
            shown = Bitmap(preview(content, edit.changes))
            view = Surface(
                EditCanvas(shown, size, self.context.windows.density),
                edit,
                on_change=lambda new: self.update(edit=new),
                id="crop_image_view",
                class_name="android.view.View",
                important_for_accessibility="yes",
                width=MATCH,
                height=0,
                weight=1,
            )
        turn = ImageView(
            "rotate_right", id="bottom_set_wallpaper_rotate", tint="#FFFFFF", width=0, weight=1,
            height=48, content_description="Rotate", on_click=self._turn,
        )  # fmt: skip
        tools = wide_row(
            turn,
            id="bottom_set_wallpaper_actions",
            height=64,
            content_gravity="center_vertical",
            background=UPWARDS,
        )
        holder = wide_column(
            view, tools, id="set_wallpaper_holder", class_name=RELATIVE, height=0, weight=1
        )
        return Screen(
            full_column(bar, holder, id="set_wallpaper_coordinator", class_name=GROUP),
            title="Simple Wallpaper",
        )

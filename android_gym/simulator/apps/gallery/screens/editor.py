"""The editor: filters, crops, rotates, flips, resizes and draws."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ColorDialog
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.simple_commons import RadioGroupDialog, UnsavedChangesDialog
from android_gym.simulator.appkit.simple_views import GROUP, RELATIVE
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.canvas import WHOLE, EditCanvas, framed
from android_gym.simulator.apps.gallery.dialogs import Overwrite, ResizeImage, SaveAs
from android_gym.simulator.apps.gallery.images import (
    FILTERS,
    changed,
    encoded,
    picture_size,
    preview,
    size_after,
)
from android_gym.simulator.apps.gallery.look import UPWARDS, content_of
from android_gym.simulator.apps.gallery.model import Change, EditState, mime_type, split_name
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.bitmap import Bitmap
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    column,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.surface import Surface
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, SeekBar, TextView

__all__ = ["EditActivity"]

Tool = Literal["", "filter", "crop", "draw"]

_CROP: Final = "com.android.camera.action.CROP"
_STREAM: Final = "android.intent.extra.STREAM"
_ROW_DP: Final = 64
_THUMBNAIL: Final = 128
_RATIOS: Final = ((0, 0, "free", "FREE"), (1, 1, "one_one", "1:1"), (4, 3, "four_three", "4:3"),
                  (16, 9, "sixteen_nine", "16:9"))  # fmt: skip
_OTHERS: Final = ((2, 1), (3, 2), (4, 3), (5, 3), (16, 9), (19, 9),
                  (1, 2), (2, 3), (3, 4), (3, 5), (9, 16), (9, 19))  # fmt: skip
COLORS: Final = tuple(
    "#" + "".join(f"{round(255 * part):02X}" for part in colorsys.hls_to_rgb(hue / 12, light, 0.9))
    for light in (0.35, 0.5, 0.65)
    for hue in range(12)
) + ("#000000", "#808080", "#FFFFFF")
"""Colours offered for the brush."""


@dataclass(frozen=True)
class UnsavedChanges(UnsavedChangesDialog[Actions[Any]]):
    """Asks whether to save before changes are lost."""

    def on_save(self, screen: Actions[Any]) -> None:
        """Ask for a name."""
        screen.ask_to_save()


@dataclass(frozen=True)
class OtherRatio(RadioGroupDialog[Actions[Any]]):
    """Asks for an aspect ratio."""

    def choices(self, screen: Actions[Any]) -> Sequence[str]:
        """Return the labels of the ratios."""
        return [f"{width}:{height}" for width, height in _OTHERS]

    def on_choose(self, screen: Actions[Any], index: int) -> None:
        """Use the chosen ratio."""
        screen.set_ratio(_OTHERS[index])


@dataclass(frozen=True)
class BrushColor(ColorDialog[Actions[Any]]):
    """Asks for the colour of the brush."""

    TITLE = "Change color"
    COLORS = COLORS
    COLUMNS = 6

    def on_accept(self, screen: Actions[Any], color: str) -> None:
        """Use the chosen colour."""
        if color:
            screen.set_color(color)


class EditActivity(Actions[EditState]):
    """Edits a picture, which is saved under its own or another name."""

    DIALOGS = (BrushColor, OtherRatio, Overwrite, ResizeImage, SaveAs, UnsavedChanges)

    # -- lifecycle

    def on_create(self) -> EditState:
        """Open the picture, or report that it can't be opened."""
        intent = self.intent
        path = intent.get_str("path") or self.path_of(intent.data or "") or ""
        size = picture_size(content_of(self.files, path)) if path else None
        if size is None:
            self.toast("Invalid image path" if path else "Unknown file location")
            return EditState()
        if not self.cropping:
            return EditState(path)
        ratio = max(0, intent.get_int("aspectX")), max(0, intent.get_int("aspectY"))
        return EditState(path, tool="crop", ratio=ratio, crop=framed(size, ratio))

    def on_resume(self) -> None:
        """Finish if there is nothing to edit."""
        if not self.state.path or not self.content:
            self.finish()

    def on_back(self) -> bool:
        """Ask whether to save before changes are lost."""
        if not self.all_changes:
            return False
        self.show_dialog(UnsavedChanges())
        return True

    @property
    def cropping(self) -> bool:
        """True if another app requested a cropped picture."""
        return self.intent.action == _CROP

    # -- the picture

    @property
    def content(self) -> bytes:
        """The file; empty if it can't be shown."""
        return content_of(self.files, self.state.path)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) after all changes except the crop frame."""
        return size_after(picture_size(self.content) or (1, 1), self.state.changes)

    @property
    def all_changes(self) -> tuple[Change, ...]:
        """The changes, including the crop frame on screen as the last."""
        state = self.state
        if state.tool != "crop" or state.crop == WHOLE:
            return state.changes
        width, height = self.size
        left, top, right, bottom = state.crop
        cut = (left * width, top * height, right * width, bottom * height)
        return (*state.changes, Change("crop", cut))

    def change(self, *changes: Change) -> None:
        """Change the picture, and reset the crop frame to the whole picture."""
        done = (*self.all_changes, *changes)
        self.update(changes=done, crop=WHOLE, ratio=(0, 0), line=())

    def open_tool(self, tool: Tool) -> None:
        """Open or close a row of tools, which applies the crop frame."""
        state = self.state
        self.update(
            changes=self.all_changes,
            crop=WHOLE,
            ratio=(0, 0),
            ratios=False,
            line=(),
            tool="" if state.tool == tool else tool,
        )

    def set_ratio(self, ratio: tuple[int, int]) -> None:
        """Set the crop frame's aspect ratio."""
        self.update(ratio=ratio, crop=framed(self.size, ratio))

    def set_size(self, width: int, height: int) -> None:
        """Resize the picture."""
        self.change(Change("resize", (float(width), float(height))))

    def set_color(self, color: str) -> None:
        """Set the colour of the brush."""
        self.update(color=color)

    def set_filter(self, number: int) -> None:
        """Replace the filter."""
        rest = tuple(change for change in self.state.changes if change.kind != "filter")
        more = (Change("filter", (float(number),)),) if number else ()
        self.update(changes=(*rest, *more))

    def undo(self) -> None:
        """Remove the last line."""
        changes = self.state.changes
        last = max(index for index, change in enumerate(changes) if change.kind == "line")
        self.update(changes=changes[:last] + changes[last + 1 :])

    # -- saving

    def _file(self, ending: str) -> bytes | None:
        pixels = changed(self.content, self.all_changes)
        return None if pixels is None else encoded(pixels, ending)

    def ask_to_save(self) -> None:
        """Ask for the name to save under, or return the cropped picture that an app requested."""
        if not self.cropping:
            self.show_dialog(SaveAs.of(self.state.path, append=True))
            return
        output = self.intent.extra("output")
        path = document_path(output) if isinstance(output, str) else None
        path = path or self.state.path
        if not self.files.as_user(self.context.uid).may(path, "w"):
            self.toast("Image editing failed")
            return
        self.save_picture(path)

    def save_picture(self, path: str) -> None:
        """Save the edited picture and finish."""
        content = self._file(split_name(path)[1])
        if content is None or not self.changes.write(path, content, like=self.state.path):
            self.toast("Image editing failed")
            return
        self.toast("File saved successfully")
        self.finish(RESULT_OK, Intent(data=self.address_of(path), flags=1))

    def share_edited(self) -> None:
        """Share the edited picture."""
        content = self._file(split_name(self.state.path)[1])
        name = self.state.path.rpartition("/")[2]
        folder = f"{self.context.data_dir}/cache/images"
        try:
            if not self.files.is_dir(folder):
                self.files.mkdir(folder, parents=True, owner=self.context.uid)
            self.files.write(f"{folder}/{name}", content or b"", owner=self.context.uid)
        except FileError:
            self.toast("An unknown error occurred")
            return
        address = f"content://{self.context.package}.provider{folder}/{name}"
        extras = Map({_STREAM: address})
        send = Intent("android.intent.action.SEND", type=mime_type(name), extras=extras)
        choose_app(self, send, "Share via")

    def edit_with(self) -> None:
        """Open the picture in another editor."""
        path = self.state.path
        choose_app(
            self,
            Intent("android.intent.action.EDIT", self.address_of(path), mime_type(path)),
            "Edit with",
        )

    # -- views

    def build(self) -> Screen:
        """Build the toolbar, the picture and the tools."""
        state = self.state
        content = self.content
        bar = self.toolbar(
            "Editor",
            MenuItem("Save as", self.ask_to_save, id="save_as", icon="check"),
            None if self.cropping else
            MenuItem("Edit with", self.edit_with, id="edit", icon="pencil"),
            None if self.cropping else
            MenuItem("Share", self.share_edited, id="share", icon="share_variant"),
            id="editor_toolbar",
        )  # fmt: skip
        names = {"crop": "crop_image_view", "draw": "editor_draw_canvas"}
        shown = preview(content, state.changes) if content else b""
        view: View = View(width=MATCH, height=0, weight=1)
        if shown:
            view = Surface(
                EditCanvas(Bitmap(shown), self.size, self.context.windows.density),
                state,
                on_change=self.reset,
                id=names.get(state.tool, "default_image_view"),
                class_name="android.view.View" if state.tool else "android.widget.ImageView",
                important_for_accessibility="yes",
                width=MATCH,
                height=0,
                weight=1,
                margin=(0, 0, 0, 8),
            )
        rows = self._rows(content) if state.tool else ()
        tools = wide_column(
            *rows,
            self._primary() if not self.cropping else None,
            id="bottom_editor_actions_background",
            class_name=RELATIVE,
            background=UPWARDS,
        )
        holder = wide_column(
            view, tools, id="activity_edit_holder", class_name=RELATIVE, height=0, weight=1
        )
        return Screen(
            full_column(bar, holder, id="editor_coordinator", class_name=GROUP), title="Editor"
        )

    def _button(
        self, id: str, icon: str, words: str, click: Callable[[], object], on: bool = False
    ) -> View:
        return ImageView(
            icon,
            id=id,
            tint="primary" if on else "#FFFFFF",
            content_description=words,
            width=0,
            weight=1,
            height=48,
            on_click=click,
        )

    def _row(self, id: str, *views: View | None) -> View:
        return wide_row(
            *views, id=id, class_name=GROUP, height=_ROW_DP, content_gravity="center_vertical"
        )

    def _primary(self) -> View:
        tool = self.state.tool

        def button(id: str, icon: str, words: str, name: Tool) -> View:
            return self._button(
                f"bottom_primary_{id}", icon, words, lambda: self.open_tool(name), tool == name
            )

        return self._row(
            "bottom_editor_primary_actions_wrapper",
            button("filter", "image_filter_vintage", "Filter", "filter"),
            button("crop_rotate", "crop_rotate", "Transform", "crop"),
            button("draw", "draw", "Draw", "draw"),
        )

    def _rows(self, content: bytes) -> Sequence[View | None]:
        state = self.state
        if state.tool == "filter":
            return (self._filters(content),)
        if state.tool == "draw":
            return (self._brush(),)
        if self.cropping:
            return ()
        return (
            self._ratios() if state.ratios else None,
            self._row(
                "bottom_editor_actions_wrapper",
                self._button("bottom_rotate", "rotate_right", "Rotate",
                             lambda: self.change(Change("rotate", (90.0,)))),
                self._button("bottom_resize", "arrow_collapse", "Resize", self._ask_size),
                self._button("bottom_aspect_ratio", "aspect_ratio", "Crop",
                             lambda: self.update(ratios=not state.ratios), state.ratios),
                self._button("bottom_flip_horizontally", "flip_horizontal", "Flip horizontally",
                             lambda: self.change(Change("flip_x"))),
                self._button("bottom_flip_vertically", "flip_vertical", "Flip vertically",
                             lambda: self.change(Change("flip_y"))),
            ),
        )  # fmt: skip

    def _ask_size(self) -> None:
        width, height = size_after(picture_size(self.content) or (1, 1), self.all_changes)
        self.show_dialog(ResizeImage("", str(width), str(height), (width, height)))

    def _ratios(self) -> View:
        chosen = self.state.ratio

        def button(id: str, text: str, on: bool, click: Callable[[], object]) -> View:
            return TextView(
                text,
                id=f"bottom_aspect_ratio_{id}",
                size=18,
                most_scale=1.3,
                max_lines=1,
                color="primary" if on else "#FFFFFF",
                align="center",
                padding=(0, 16),
                width=0,
                weight=1,
                on_click=click,
            )

        def choose(ratio: tuple[int, int]) -> Callable[[], object]:
            return lambda: self.set_ratio(ratio)

        known = [(width, height) for width, height, _, _ in _RATIOS]
        return self._row(
            "bottom_aspect_ratios_wrapper",
            *(
                button(id, text, chosen == (width, height), choose((width, height)))
                for width, height, id, text in _RATIOS
            ),
            button("other", "OTHER", chosen not in known, lambda: self.show_dialog(OtherRatio())),
        )

    def _filters(self, content: bytes) -> View:
        changes = self.state.changes
        present = next((int(c.numbers[0]) for c in changes if c.kind == "filter"), 0)
        rest = tuple(change for change in changes if change.kind != "filter")

        def cell(index: int) -> View:
            small = preview(content, (*rest, Change("filter", (float(index),))), _THUMBNAIL)
            picture = FrameLayout(
                [ImageView(Bitmap(small, "center_crop"), scale="fit", width=MATCH, height=MATCH)],
                id="editor_filter_item_thumbnail",
                class_name="android.widget.ImageView",
                important_for_accessibility="yes",
                width=70,
                height=70,
                padding=1,
                background=Rounded(None, stroke="primary" if index == present else "#00000000"),
            )
            return column(
                picture,
                TextView(
                    FILTERS[index][0], id="editor_filter_item_label", size=12, color="#FFFFFF",
                    align="center", width=76,
                ),
                id="editor_filter_item_holder",
                key=index,
                class_name=RELATIVE,
                content_gravity="center_horizontal",
                on_click=lambda: self.set_filter(index),
            )  # fmt: skip

        return RecyclerView(
            len(FILTERS),
            cell,
            orientation="horizontal",
            id="bottom_actions_filter_list",
            width=MATCH,
            height=90,
            background="#BB000000",
        )

    def _brush(self) -> View:
        state = self.state
        drawn = any(change.kind == "line" for change in state.changes)
        color = FrameLayout(
            [],
            id="bottom_draw_color_clickable",
            class_name="android.widget.ImageView",
            content_description="Change color",
            width=40,
            height=40,
            margin=4,
            background=Oval(state.color, "#FFFFFF", 1),
            on_click=lambda: self.show_dialog(BrushColor(state.color)),
        )
        return self._row(
            "bottom_editor_draw_actions_wrapper",
            SeekBar(
                state.width,
                100,
                on_change=lambda width: self.update(width=float(round(width))),
                id="bottom_draw_width",
                width=0,
                weight=1,
                margin=(16, 0),
            ),
            color,
            ImageView(
                "undo",
                id="bottom_draw_undo",
                content_description="Undo",
                tint="#FFFFFF" if drawn else "#66FFFFFF",
                width=48,
                height=48,
                margin=(0, 0, 12, 0),
                on_click=self.undo if drawn else None,
            ),
        )

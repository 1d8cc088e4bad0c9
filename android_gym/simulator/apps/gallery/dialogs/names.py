"""Dialogs with text fields: names of files and folders, sizes, slideshow interval."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from android_gym.simulator.appkit.dialog_base import setter
from android_gym.simulator.appkit.simple_commons import ConfirmationDialog
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs.parts import box, fixed, form, radios
from android_gym.simulator.apps.gallery.model import Transfer, split_name
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TextInputLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText, TextView

__all__ = [
    "CreateFolder",
    "Overwrite",
    "RenameItem",
    "RenameItems",
    "ResizeImage",
    "SaveAs",
    "Slideshow",
    "shown_path",
]

Screen = Actions[Any]


class _Typed(Dialog[Screen]):
    """Base class of dialogs with text fields, each of whose texts is a field of the dialog."""

    def field(
        self, screen: Screen, name: str, hint: str, id: str, *, focused: bool = False, **rest: Any
    ) -> View:
        """Build a labelled text field."""
        return TextInputLayout(
            EditText(
                getattr(self, name),
                hint=hint,
                id=id,
                autofocus=focused,
                max_lines=1,
                on_text_change=setter(screen, self, name),
                width=MATCH,
                **rest,
            ),
            id=f"{id}_hint",
            width=MATCH,
            margin=(0, 0, 0, 16),
        )


@dataclass(frozen=True)
class CreateFolder(_Typed):
    """Asks for the name of a new folder.

    Attributes:
        folder: The parent folder.
        name: The name typed so far.
        plan: The files to copy or move into it.
        choosing: Whether it becomes the destination of `plan`.
    """

    folder: str = ""
    name: str = ""
    plan: Transfer = Transfer()
    choosing: bool = False

    def build(self, screen: Screen) -> Overlay:
        """Build the path and the field; the dialog stays open while the name is invalid."""

        def accept() -> None:
            wrong = screen.changes.make_folder(self.folder, self.name)
            if wrong:
                screen.toast(wrong)
                return
            path = f"{self.folder}/{self.name}"
            screen.dismiss_dialog()
            if self.choosing:
                screen.choose_destination(self.plan, path)
            else:
                included = screen.settings.texts("included_folders")
                screen.settings.put(included_folders=included | {path})

        return form(
            "Create new folder",
            [
                fixed(f"{shown_path(self.folder)}/", "folder_path", "Folder"),
                self.field(
                    screen, "name", "Title", "folder_name", focused=True, capitalize="sentences"
                ),
            ],
            "dialog_holder",
            accept,
            screen.dismiss_dialog,
        )


def shown_path(path: str) -> str:
    """Return a path as the user sees it, with "Internal" for the internal storage."""
    storage = "/storage/emulated/0"
    return "Internal" + path.removeprefix(storage) if path.startswith(storage) else path


@dataclass(frozen=True)
class RenameItem(_Typed):
    """Asks for a new name of a medium or folder.

    Attributes:
        path: The file or folder.
        name: The name typed so far, without its extension.
        ending: The extension; None for a folder, which has none.
    """

    path: str = ""
    name: str = ""
    ending: str | None = None

    @classmethod
    def of(cls, path: str, *, folder: bool = False) -> RenameItem:
        """Return the dialog with the current name."""
        name = path.rpartition("/")[2]
        stem, ending = (name, None) if folder else split_name(name)
        return cls(path, stem, ending)

    def build(self, screen: Screen) -> Overlay:
        """Build the fields; the dialog stays open while the name is invalid."""

        def accept() -> None:
            wrong = screen.changes.name_error(self.name, self.ending)
            full = self.name if self.ending is None else f"{self.name}.{self.ending}"
            wrong = wrong or screen.changes.rename(self.path, full)
            if wrong:
                screen.toast(wrong)
                return
            screen.dismiss_dialog()
            screen.settled()
            screen.renamed(self.path, f"{self.path.rpartition('/')[0]}/{full}")

        return form(
            "Rename",
            [
                self.field(screen, "name", "Title", "rename_item_name", focused=True),
                self.field(screen, "ending", "Extension", "rename_item_extension")
                if self.ending is not None
                else None,
            ],
            "rename_item_holder",
            accept,
            screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class RenameItems(_Typed):
    """Asks for a text to prepend or append to the names of several media.

    Attributes:
        paths: The media.
        text: The text typed so far.
        before: Whether it is prepended.
    """

    paths: tuple[str, ...] = ()
    text: str = ""
    before: bool = False

    def build(self, screen: Screen) -> Overlay:
        """Build the field and the two choices."""

        def accept() -> None:
            wrong = screen.changes.name_error(self.text)
            if self.text and wrong:
                screen.toast(wrong)
                return
            screen.dismiss_dialog()
            for path in self.paths if self.text else ():
                stem, ending = split_name(path.rpartition("/")[2])
                name = f"{self.text}{stem}" if self.before else f"{stem}{self.text}"
                screen.changes.rename(path, f"{name}.{ending}" if ending else name)
            screen.settled()

        return form(
            "Rename",
            [
                self.field(screen, "text", "String to add", "rename_simple_value", focused=True),
                radios(
                    "rename_simple_radio_group",
                    [
                        ("rename_simple_radio_append", "Append filenames"),
                        ("rename_simple_radio_prepend", "Prepend filenames"),
                    ],
                    int(self.before),
                    lambda index: screen.update_dialog(replace(self, before=bool(index))),
                ),
            ],
            "rename_simple_holder",
            accept,
            screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class Overwrite(ConfirmationDialog[Screen]):
    """Asks for confirmation before a file is overwritten.

    Attributes:
        path: The file.
    """

    path: str = ""

    def message(self, screen: Screen) -> str:
        """Return the message, which names the file."""
        return f'File "{self.path.rpartition("/")[2]}" already exists. Overwrite?'

    def on_confirm(self, screen: Screen) -> None:
        """Close the dialog that asked for the name, and save."""
        screen.dismiss_dialog()
        screen.save_picture(self.path)


@dataclass(frozen=True)
class SaveAs(_Typed):
    """Asks for the name to save a picture under.

    Attributes:
        folder: Folder to save it in.
        name: The name typed so far, without its extension.
        ending: The extension typed so far.
    """

    folder: str = ""
    name: str = ""
    ending: str = ""

    @classmethod
    def of(cls, path: str, *, append: bool) -> SaveAs:
        """Return the dialog for a picture.

        Args:
            path: The picture.
            append: Whether to propose another name than its own.
        """
        folder, _, name = path.rpartition("/")
        stem, ending = split_name(name)
        return cls(folder, f"{stem}_1" if append else stem, ending)

    def build(self, screen: Screen) -> Overlay:
        """Build the fields; the dialog stays open while the name is invalid or already exists."""

        def accept() -> None:
            wrong = screen.changes.name_error(self.name, self.ending)
            path = f"{self.folder}/{self.name}.{self.ending}"
            if wrong:
                screen.toast(wrong)
            elif screen.files.exists(path):
                screen.show_dialog(Overwrite(path))
            else:
                screen.dismiss_dialog()
                screen.save_picture(path)

        return form(
            "Save as",
            [
                fixed(f"{shown_path(self.folder)}/", "folder_value", "Path"),
                self.field(screen, "name", "Filename", "filename_value", focused=True),
                self.field(screen, "ending", "Extension", "extension_value"),
            ],
            "save_as_holder",
            accept,
            screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class ResizeImage(_Typed):
    """Asks for a picture's new size.

    Attributes:
        path: The picture; empty for the one in the editor.
        width: Digits typed so far.
        height: Digits typed so far.
        size: Its current width and height.
        ratio: Whether the aspect ratio is kept.
        name: Name to save it under, without its extension.
    """

    path: str = ""
    width: str = ""
    height: str = ""
    size: tuple[int, int] = (1, 1)
    ratio: bool = True
    name: str = ""

    def _number(self, screen: Screen, side: Literal["width", "height"]) -> View:
        def typed(text: str) -> None:
            digits = text if text.isascii() and text.isdecimal() else ""
            values = {"width": self.width, "height": self.height, side: digits}
            if self.ratio and digits:
                across, down = self.size
                if side == "width":
                    values["height"] = str(round(int(digits) * down / across))
                else:
                    values["width"] = str(round(int(digits) * across / down))
            screen.update_dialog(replace(self, width=values["width"], height=values["height"]))

        return TextInputLayout(
            EditText(
                getattr(self, side),
                hint=side.capitalize(),
                id=f"resize_image_{side}",
                input_type="number",
                max_length=6,
                max_lines=1,
                autofocus=side == "width",
                on_text_change=typed,
                width=MATCH,
            ),
            id=f"resize_image_{side}_hint",
            width=100,
        )

    def build(self, screen: Screen) -> Overlay:
        """Build the two numbers and, for a file, its name."""

        def accept() -> None:
            width, height = int(self.width or "0"), int(self.height or "0")
            if not (0 < width <= 20_000 and 0 < height <= 20_000):
                screen.toast("Please enter a valid resolution")
                return
            wrong = screen.changes.name_error(self.name) if self.path else ""
            if wrong:
                screen.toast(wrong)
                return
            screen.dismiss_dialog()
            if not self.path:
                screen.set_size(width, height)
                return
            folder, _, old = self.path.rpartition("/")
            name = f"{self.name}.{split_name(old)[1]}"
            screen.resize(self.path, f"{folder}/{name}", (width, height))

        return form(
            "Resize",
            [
                wide_row(
                    self._number(screen, "width"),
                    TextView(":", id="resize_image_colon", size=16, weight_font=700, padding=20),
                    self._number(screen, "height"),
                    content_gravity="center_vertical",
                ),
                box(
                    "Keep aspect ratio",
                    "keep_aspect_ratio",
                    self.ratio,
                    lambda on: screen.update_dialog(replace(self, ratio=on)),
                ),
                fixed(f"{shown_path(self.path.rpartition('/')[0])}/", "folder", "Folder")
                if self.path
                else None,
                self.field(screen, "name", "Filename", "filename_value") if self.path else None,
            ],
            "resize_image_holder" if not self.path else "resize_image_with_path_holder",
            accept,
            screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class Slideshow(_Typed):
    """Asks for the options of a slideshow.

    Attributes:
        interval: Seconds that each medium is shown.
        random: Whether the order is random.
        backwards: Whether the order is reversed.
        loop: Whether it starts again at the end.
    """

    interval: str = "3"
    random: bool = False
    backwards: bool = False
    loop: bool = False

    def build(self, screen: Screen) -> Overlay:
        """Build the interval and the check boxes."""
        tick = partial(setter, screen, self)

        def accept() -> None:
            seconds = int(self.interval) if self.interval.isdecimal() else 0
            screen.settings.put(
                slideshow_interval=min(max(seconds, 1), 3600),
                slideshow_random_order=self.random,
                slideshow_move_backwards=self.backwards,
                loop_slideshow=self.loop,
            )
            screen.dismiss_dialog()
            screen.start_slideshow()

        return form(
            "Slideshow",
            [
                column(
                    self.field(
                        screen,
                        "interval",
                        "Interval (seconds):",
                        "interval_value",
                        input_type="number",
                        max_length=4,
                    ),
                    width=MATCH,
                ),
                box("Random order", "random_order", self.random, tick("random")),
                box("Move backwards", "move_backwards", self.backwards, tick("backwards")),
                box("Loop slideshow", "loop_slideshow", self.loop, tick("loop")),
            ],
            "slideshow_holder",
            accept,
            screen.dismiss_dialog,
        )

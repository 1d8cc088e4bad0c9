"""Dialogs of the settings: thumbnail styles, the viewer's bottom actions and details."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from android_gym.simulator.appkit.dialog_base import setter
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs.parts import box, divider, form, radios
from android_gym.simulator.ui.activity import Dialog, Overlay

__all__ = ["BottomActions", "ExtendedDetails", "FileLook", "FolderLook"]

Screen = Actions[Any]

_SPACES = (0, 1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True)
class FileLook(Dialog[Screen]):
    """Asks how media look in the grid.

    Attributes:
        rounded: Whether corners are rounded.
        timed: Whether the duration of videos is shown.
        typed: Whether the file type is shown.
        starred: Whether favourites are marked with a star.
        gap: Spacing in pixels.
    """

    rounded: bool = False
    timed: bool = False
    typed: bool = True
    starred: bool = True
    gap: int = 1

    @classmethod
    def of(cls, screen: Screen) -> FileLook:
        """Return the dialog with the current settings."""
        settings = screen.settings
        return cls(
            settings.flag("file_rounded_corners"),
            settings.flag("show_thumbnail_video_duration"),
            settings.flag("show_thumbnail_file_types", True),
            settings.flag("mark_favorite_items", True),
            settings.number("thumbnail_spacing", 1, 0, 64),
        )

    def build(self, screen: Screen) -> Overlay:
        """Build the spacings and the check boxes."""
        tick = partial(setter, screen, self)

        def accept() -> None:
            screen.dismiss_dialog()
            screen.settings.put(
                file_rounded_corners=self.rounded,
                show_thumbnail_video_duration=self.timed,
                show_thumbnail_file_types=self.typed,
                mark_favorite_items=self.starred,
                thumbnail_spacing=self.gap,
            )

        style = "dialog_file_style"
        return form(
            "Thumbnail spacing",
            [
                radios(
                    f"{style}_spacing",
                    [("", f"{space}x") for space in _SPACES],
                    _SPACES.index(self.gap) if self.gap in _SPACES else 1,
                    lambda index: screen.update_dialog(replace(self, gap=_SPACES[index])),
                    height=40,
                ),
                divider(key="spacing divider"),
                box("Rounded corners", f"{style}_rounded_corners", self.rounded, tick("rounded")),
                box(
                    "Show video durations",
                    f"{style}_show_thumbnail_video_duration",
                    self.timed,
                    tick("timed"),
                ),
                box(
                    "Show image file types",
                    f"{style}_show_thumbnail_file_types",
                    self.typed,
                    tick("typed"),
                ),
                box(
                    "Mark favorite items",
                    f"{style}_mark_favorite_items",
                    self.starred,
                    tick("starred"),
                ),
            ],
            "dialog_holder",
            accept,
            screen.dismiss_dialog,
            scroll_id="dialog_scrollview",
        )


@dataclass(frozen=True)
class FolderLook(Dialog[Screen]):
    """Asks how folders look in the grid.

    Attributes:
        style: 1 for square, 2 for rounded corners.
        count: Position of the number of media: 1 in its own line, 2 in brackets, 3 hidden.
        limited: Whether long names are cut to one line.
    """

    style: int = 1
    count: int = 1
    limited: bool = False

    @classmethod
    def of(cls, screen: Screen) -> FolderLook:
        """Return the dialog with the current settings."""
        settings = screen.settings
        return cls(
            settings.number("folder_thumbnail_style", 1, 1, 2),
            settings.number("folder_media_count", 1, 1, 3),
            settings.flag("folder_limit_title"),
        )

    def build(self, screen: Screen) -> Overlay:
        """Build the styles, the count positions and the check box."""

        def accept() -> None:
            screen.dismiss_dialog()
            screen.settings.put(
                folder_thumbnail_style=self.style,
                folder_media_count=self.count,
                folder_limit_title=self.limited,
            )

        return form(
            "Folder thumbnail style",
            [
                radios(
                    "dialog_radio_folder_style",
                    [
                        ("dialog_radio_folder_square", "Square"),
                        ("dialog_radio_folder_rounded_corners", "Rounded corners"),
                    ],
                    self.style - 1,
                    lambda index: screen.update_dialog(replace(self, style=index + 1)),
                ),
                divider(key="style divider"),
                radios(
                    "dialog_radio_folder_count_holder",
                    [
                        ("dialog_radio_folder_count_line", "Show file count on a separate line"),
                        ("dialog_radio_folder_count_brackets", "Show file count in brackets"),
                        ("dialog_radio_folder_count_none", "Do not show file count"),
                    ],
                    self.count - 1,
                    lambda index: screen.update_dialog(replace(self, count=index + 1)),
                ),
                divider(key="count divider"),
                box(
                    "Limit long folder titles to 1 line",
                    "dialog_folder_limit_title",
                    self.limited,
                    lambda on: screen.update_dialog(replace(self, limited=on)),
                ),
            ],
            "dialog_holder",
            accept,
            screen.dismiss_dialog,
            scroll_id="dialog_scrollview",
        )


@dataclass(frozen=True)
class _Bits(Dialog[Screen]):
    """Base class of dialogs with several choices, stored as the bits of a number.

    Attributes:
        bits: The bits checked so far.
    """

    bits: int = 0

    def window(
        self, screen: Screen, setting: str, id: str, choices: tuple[tuple[int, str, str], ...]
    ) -> Overlay:
        """Build the check boxes from the bit, resource id and label of each."""

        def tick(bit: int) -> Callable[[bool], object]:
            return lambda on: screen.update_dialog(
                replace(self, bits=self.bits | bit if on else self.bits & ~bit)
            )

        def accept() -> None:
            screen.dismiss_dialog()
            screen.settings.put(**{setting: self.bits})

        boxes = [box(label, name, bool(self.bits & bit), tick(bit)) for bit, name, label in choices]
        return form(None, boxes, id, accept, screen.dismiss_dialog, padding=(16, 8, 16, 0))


@dataclass(frozen=True)
class BottomActions(_Bits):
    """Asks for the actions at the bottom of the viewer."""

    def build(self, screen: Screen) -> Overlay:
        """Build the check boxes."""
        names = (
            (1, "toggle_favorite", "Toggle favorite"), (2, "edit", "Edit"), (4, "share", "Share"),
            (8, "delete", "Delete"), (16, "rotate", "Rotate"), (32, "properties", "Properties"),
            (64, "change_orientation", "Change orientation"), (128, "slideshow", "Slideshow"),
            (256, "show_on_map", "Show on map"),
            (512, "toggle_visibility", "Toggle file visibility"), (1024, "rename", "Rename"),
            (2048, "set_as", "Set as"), (4096, "copy", "Copy"), (8192, "move", "Move"),
            (16384, "resize", "Resize"),
        )  # fmt: skip
        choices = tuple((bit, f"manage_bottom_actions_{id}", label) for bit, id, label in names)
        return self.window(
            screen, "visible_bottom_actions", "manage_bottom_actions_holder", choices
        )


@dataclass(frozen=True)
class ExtendedDetails(_Bits):
    """Asks for the details to show over media."""

    def build(self, screen: Screen) -> Overlay:
        """Build the check boxes."""
        names = (
            (1, "name", "Filename"), (2, "path", "Path"), (4, "size", "Size"),
            (8, "resolution", "Resolution"), (16, "last_modified", "Last modified"),
            (32, "date_taken", "Date taken"), (64, "camera", "Camera"), (128, "exif", "EXIF"),
            (2048, "gps_coordinates", "GPS coordinates"),
        )  # fmt: skip
        choices = tuple((bit, f"manage_extended_details_{id}", label) for bit, id, label in names)
        return self.window(screen, "extended_details", "manage_extended_details_holder", choices)

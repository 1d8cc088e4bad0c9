"""Dialogs that change files: access, deletion, hiding, name conflicts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from android_gym.simulator.appkit.simple_commons import ConfirmationDialog
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs.parts import box, divider, form, radios
from android_gym.simulator.apps.gallery.model import (
    Decision,
    Transfer,
    folder_name,
    size_text,
)
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView
from android_gym.simulator.ui.widgets import TextView

__all__ = [
    "DeleteFiles",
    "DeleteFolders",
    "EmptyBin",
    "FileConflict",
    "GrantAllFiles",
    "HideFolders",
]

Screen = Actions[Any]

_PROCEED = "Are you sure you want to delete {}?"
_INTO_BIN = "Are you sure you want to move {} into the Recycle Bin?"


def _items(count: int) -> str:
    return f"{count} item" if count == 1 else f"{count} items"


@dataclass(frozen=True)
class GrantAllFiles(Dialog[Screen]):
    """Asks for access to all files, or to media alone."""

    def build(self, screen: Screen) -> Overlay:
        """Build the text and the two buttons; the dialog stays until one is tapped."""

        def all_files() -> None:
            screen.dismiss_dialog()
            screen.open_all_files_page()

        def media_only() -> None:
            screen.dismiss_dialog()
            screen.open_media_page()

        message = TextView(
            "Please grant our app access to all your files, it might not work well without it."
            "\n\nIf you do not want to do it, you can also go into your device Settings - Apps - "
            "Special app access - Media management apps and allow this app to manage media.",
            id="message",
            style="dialog_message",
            width=MATCH,
            padding=(24, 24, 24, 12),
        )
        return alert_dialog(
            content=ScrollView(message, id="message_scrollview", width=MATCH),
            positive="All files",
            on_positive=all_files,
            neutral="Media only",
            on_neutral=media_only,
            cancelable=False,
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class DeleteFiles(Dialog[Screen]):
    """Asks for confirmation before media are deleted.

    Attributes:
        paths: The files.
        remember: Whether to stop asking until the app's process ends.
        skip: Whether to delete permanently, without the recycle bin.
    """

    paths: tuple[str, ...] = ()
    remember: bool = False
    skip: bool = False

    def _what(self, screen: Screen) -> str:
        if len(self.paths) != 1:
            return _items(len(self.paths))
        medium = screen.library.at(self.paths[0])
        size = f" ({size_text(medium.size)})" if medium is not None else ""
        return f'"{self.paths[0].rpartition("/")[2]}"{size}'

    def build(self, screen: Screen) -> Overlay:
        """Build the question and its check boxes."""
        in_bin = all(path.startswith(screen.library.bin_folder) for path in self.paths)
        into_bin = screen.settings.uses_bin and not in_bin
        words = (_INTO_BIN if into_bin else _PROCEED).format(self._what(screen))

        def yes() -> None:
            if self.remember:
                screen.remember(delete="forever" if self.skip else "bin")
            screen.dismiss_dialog()
            screen.delete(self.paths, forever=self.skip)

        return form(
            None,
            [
                TextView(words, id="delete_remember_title", size=16, padding=(4, 0, 0, 16)),
                box(
                    "Do not ask again in this session",
                    "delete_remember_checkbox",
                    self.remember,
                    lambda on: screen.update_dialog(replace(self, remember=on)),
                ),
                box(
                    "Skip the Recycle Bin, delete files directly",
                    "skip_the_recycle_bin_checkbox",
                    self.skip,
                    lambda on: screen.update_dialog(replace(self, skip=on)),
                )
                if into_bin
                else None,
            ],
            "delete_remember_holder",
            yes,
            screen.dismiss_dialog,
            padding=(24, 24, 24, 0),
            positive="Yes",
            negative="No",
        )


@dataclass(frozen=True)
class DeleteFolders(Dialog[Screen]):
    """Asks for confirmation before all media of folders are deleted.

    Attributes:
        folders: Their paths.
    """

    folders: tuple[str, ...] = ()

    def build(self, screen: Screen) -> Overlay:
        """Build the question and the warning."""
        count, into_bin = len(self.folders), screen.settings.uses_bin
        what = f'"{folder_name(self.folders[0])}"' if count == 1 else _items(count)
        plural = "folder" if count == 1 else "folders"

        def yes() -> None:
            screen.dismiss_dialog()
            screen.changes.delete_folders(
                self.folders, into_bin=into_bin, hidden=screen.shows_hidden
            )
            screen.settled()

        return form(
            None,
            [
                TextView((_INTO_BIN if into_bin else _PROCEED).format(what), id="message", size=16),
                TextView(
                    f"WARNING: You are deleting {count} {plural}",
                    id="message_warning",
                    size=16,
                    color="#D32F2F",
                    padding=(0, 24, 0, 16),
                ),
            ],
            "dialog_confirm_delete_folder_holder",
            yes,
            screen.dismiss_dialog,
            padding=(24, 24, 24, 0),
            positive="Yes",
            negative="No",
        )


@dataclass(frozen=True)
class EmptyBin(ConfirmationDialog[Screen]):
    """Asks for confirmation before the recycle bin is emptied.

    Attributes:
        disable: Whether to disable the recycle bin as well.
    """

    MESSAGE: ClassVar[str | None] = (
        "Are you sure you want to empty the Recycle Bin? The files will be permanently lost."
    )

    disable: bool = False

    def on_confirm(self, screen: Screen) -> None:
        """Empty the recycle bin."""
        screen.empty_bin(disable=self.disable)


@dataclass(frozen=True)
class HideFolders(ConfirmationDialog[Screen]):
    """Asks for confirmation before folders are hidden by a file ``.nomedia``.

    Attributes:
        folders: Their paths.
    """

    MESSAGE: ClassVar[str | None] = (
        "This function hides the folder by adding a '.nomedia' file into it, it will hide all "
        "subfolders too. You can see them by toggling the 'Show hidden items' option in Settings. "
        "Continue?"
    )

    folders: tuple[str, ...] = ()

    def on_confirm(self, screen: Screen) -> None:
        """Hide the folders."""
        screen.changes.hide_folders(self.folders, True)
        screen.settled()


@dataclass(frozen=True)
class FileConflict(Dialog[Screen]):
    """Asks what to do with a file whose name already exists at the destination.

    Attributes:
        plan: The files being copied or moved.
        path: The file.
        choice: The choice so far.
        all: Whether the choice applies to all other files, too.
    """

    plan: Transfer = Transfer()
    path: str = ""
    choice: Decision = "skip"
    all: bool = True

    def build(self, screen: Screen) -> Overlay:
        """Build the three choices."""
        ways: tuple[Decision, ...] = ("skip", "overwrite", "keep")
        names = ("Skip", "Overwrite", "Keep both")
        ids = ("skip", "overwrite", "keep_both")
        plan = self.plan
        several = len(plan.paths) - len(plan.decided) > 1

        def accept() -> None:
            screen.dismiss_dialog()
            place = plan.paths.index(self.path)
            gap: list[Decision] = [""] * (place - len(plan.decided))
            rest: Decision = self.choice if several and self.all else ""
            decided: tuple[Decision, ...] = (*plan.decided, *gap, self.choice)
            screen.go_on(replace(plan, decided=decided, rest=rest))

        return form(
            None,
            [
                TextView(
                    f'File "{self.path.rpartition("/")[2]}" already exists',
                    id="conflict_dialog_title",
                    size=16,
                    padding=(4, 4, 4, 16),
                ),
                radios(
                    "conflict_dialog_radio_group",
                    [
                        (f"conflict_dialog_radio_{id}", name)
                        for id, name in zip(ids, names, strict=True)
                    ],
                    ways.index(self.choice),
                    lambda index: screen.update_dialog(replace(self, choice=ways[index])),
                ),
                divider("conflict_dialog_divider") if several else None,
                box(
                    "Apply to all",
                    "conflict_dialog_apply_to_all",
                    self.all,
                    lambda on: screen.update_dialog(replace(self, all=on)),
                )
                if several
                else None,
            ],
            "conflict_dialog_holder",
            accept,
            screen.dismiss_dialog,
        )

"""Dialogs that pick a folder or a medium: among those with media, or anywhere in the storage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from android_gym.errors import FileError
from android_gym.simulator.appkit.simple_search import search_bar
from android_gym.simulator.appkit.simple_views import GROUP, RELATIVE
from android_gym.simulator.apps.gallery.actions import Actions
from android_gym.simulator.apps.gallery.dialogs.names import CreateFolder
from android_gym.simulator.apps.gallery.look import (
    DirectoryLook,
    MediumLook,
    directory_cell,
    medium_cell,
)
from android_gym.simulator.apps.gallery.model import STORAGE, Directory, Transfer, size_text
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import FloatingActionButton
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    HorizontalScrollView,
    RecyclerView,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["FilePicker", "PickDirectory", "PickMedium"]

Screen = Actions[Any]
Purpose = Literal["transfer", "include", "exclude", "cover", "slideshow"]

_MARGINS_DP = 48
_HEIGHT_DP = 480


def _round(icon: str, id: str, on_click: Callable[[], object], margin: Any) -> View:
    return FloatingActionButton(
        icon,
        id=id,
        gravity="bottom|end",
        margin=margin,
        background=Rounded("fab", 16),
        on_click=on_click,
    )


def _room(screen: Screen) -> tuple[float, float]:
    """Return the width and height in dp available to a dialog's content."""
    windows = screen.context.windows
    width, height = windows.size
    across, down = width / windows.density - _MARGINS_DP, height / windows.density
    return across, max(180.0, min(_HEIGHT_DP, down - 330))


@dataclass(frozen=True)
class PickDirectory(Dialog[Screen]):
    """Asks for one of the folders with media.

    Attributes:
        plan: The files to copy or move there.
        purpose: What the folder is for.
        query: Search text; None while not searching.
        hidden: Whether hidden folders are listed, too.
    """

    plan: Transfer = Transfer()
    purpose: Purpose = "transfer"
    query: str | None = None
    hidden: bool = False

    def build(self, screen: Screen) -> Overlay:
        """Build search, grid and buttons."""
        hidden = self.hidden or screen.shows_hidden
        found = screen.library.directories(hidden, screen.shows_excluded, special=False)
        wanted = (self.query or "").casefold()
        shown = [one for one in found if wanted in one.name.casefold()]
        across, down = _room(screen)
        columns = min(screen.settings.number("dir_column_cnt", 2, 1, 20), 4)
        density, files = screen.context.windows.density, screen.files
        look = DirectoryLook(across / columns)

        def choose(one: Directory) -> Callable[[], object]:
            if self.purpose == "cover":
                return lambda: screen.show_dialog(PickMedium(one.path))
            return lambda: screen.choose_destination(self.plan, one.path)

        def cell(index: int) -> View:
            one = shown[index]
            return directory_cell(files, one, replace(look, on_click=choose(one)), density)

        def other() -> None:
            folder = screen.settings.text("last_copy_path")
            if not folder or not files.is_dir(folder):
                folder = self.plan.paths[0].rpartition("/")[0] if self.plan.paths else STORAGE
            screen.dismiss_dialog()
            screen.show_dialog(FilePicker(self.plan, folder=folder, hidden=hidden))

        grid: View = RecyclerView(
            len(shown),
            cell,
            row_key=lambda index: shown[index].path,
            columns=columns,
            id="directories_grid",
            width=MATCH,
            height=MATCH,
        )
        if not shown:
            grid = TextView(
                "No items found.", id="directories_empty_placeholder", size=16, italic=True,
                align="center", width=MATCH, padding=(16, 16, 16, 0), color="text_primary@0.8",
            )  # fmt: skip
        content = FrameLayout(
            [
                wide_column(
                    search_bar(
                        self.query,
                        on_search=lambda text: screen.update_dialog(replace(self, query=text)),
                        on_open=lambda: screen.update_dialog(replace(self, query="")),
                        on_close=lambda: screen.update_dialog(replace(self, query=None)),
                        hint="Search folders",
                        holder_id="folder_search_view",
                    ),
                    FrameLayout(
                        [grid],
                        id="directories_fastscroller",
                        class_name=RELATIVE,
                        width=MATCH,
                        height=0,
                        weight=1,
                        margin=(0, 8, 0, 0),
                    ),
                    id="directories_grid_holder",
                    class_name=RELATIVE,
                    height=MATCH,
                    padding=(0, 8, 0, 0),
                ),
                _round(
                    "eye",
                    "directories_show_hidden",
                    lambda: screen.update_dialog(replace(self, hidden=True)),
                    16,
                )
                if not hidden and screen.manages
                else None,
            ],
            id="directories_holder",
            class_name=GROUP,
            width=MATCH,
            height=down,
        )
        transfers = self.purpose == "transfer"
        return alert_dialog(
            "Select destination" if transfers else "Select a folder",
            content=content,
            positive="OK",
            on_positive=screen.dismiss_dialog,
            negative="Cancel",
            neutral="Other folder" if transfers else None,
            on_neutral=other,
            on_dismiss=screen.dismiss_dialog,
        )


@dataclass(frozen=True)
class FilePicker(Dialog[Screen]):
    """Asks for any folder of the storage; BACK goes up.

    Attributes:
        plan: The files to copy or move there.
        purpose: What the folder is for.
        folder: The folder on screen.
        hidden: Whether hidden files are listed.
    """

    plan: Transfer = Transfer()
    purpose: Purpose = "transfer"
    folder: str = STORAGE
    hidden: bool = False

    def _up(self, screen: Screen) -> None:
        if self.folder == STORAGE or not self.folder.startswith(f"{STORAGE}/"):
            screen.dismiss_dialog()
        else:
            self._enter(screen, self.folder.rpartition("/")[0])

    def _enter(self, screen: Screen, folder: str) -> None:
        screen.update_dialog(replace(self, folder=folder))

    def _crumbs(self, screen: Screen) -> View:
        inside = self.folder.removeprefix(STORAGE).strip("/")
        steps, path = [("Internal", STORAGE)], STORAGE
        for name in inside.split("/") if inside else ():
            path = f"{path}/{name}"
            steps.append((f"> {name}", path))

        def crumb(index: int, label: str, target: str) -> View:
            last = index == len(steps) - 1
            return TextView(
                label,
                id="breadcrumb_text",
                key=("crumb", index),
                size=14,
                color="primary" if last else "text_primary",
                vertical="center",
                min_height=48,
                padding=(4, 8),
                on_click=lambda: None if last else self._enter(screen, target),
            )

        return HorizontalScrollView(
            row(*(crumb(index, *step) for index, step in enumerate(steps))),
            id="filepicker_breadcrumbs",
            width=MATCH,
            margin=(0, 8, 0, 0),
            padding=(16, 4, 4, 4),
        )

    def _entries(self, screen: Screen) -> list[tuple[str, bool, str]]:
        """Return (name, whether it is a folder, size or number of children) of each entry."""
        try:
            entries = screen.files.stats(self.folder).items()
        except FileError:
            return []
        found = []
        for name, stat in entries:
            if name[0] != "." or self.hidden:
                found.append((name, stat.kind == "dir", stat.size))
        found.sort(key=lambda entry: (not entry[1], entry[0].lower(), entry[0]))
        return [(name, folder, "" if folder else size_text(size)) for name, folder, size in found]

    def _children(self, screen: Screen, name: str) -> str:
        try:
            names = screen.files.names(f"{self.folder}/{name}")
        except FileError:
            return ""
        count = sum(1 for key, _ in names.values() if self.hidden or key[0] != ".")
        return f"{count} item" if count == 1 else f"{count} items"

    def build(self, screen: Screen) -> Overlay:
        """Build the breadcrumbs, the list and the buttons."""
        found = self._entries(screen)

        def line(index: int) -> View:
            name, folder, details = found[index]
            path = f"{self.folder}/{name}"
            return wide_row(
                ImageView(
                    "folder" if folder else "file_outline",
                    id="list_item_icon",
                    tint="primary" if folder else "text_primary@0.6",
                    size=38,
                    width=54,
                    height=54,
                ),
                column(
                    TextView(name, id="list_item_name", size=16, max_lines=1),
                    TextView(
                        self._children(screen, name) if folder else details,
                        id="list_item_details",
                        size=14,
                        color="text_primary@0.6",
                        max_lines=1,
                    ),
                    id="list_item_text_holder",
                    class_name=RELATIVE,
                    width=0,
                    weight=1,
                    padding=4,
                ),
                id="list_item_holder",
                key=name,
                class_name=RELATIVE,
                padding=(0, 2, 16, 2),
                content_gravity="center_vertical",
                on_click=lambda: self._enter(screen, path) if folder else None,
            )

        def accept() -> None:
            screen.dismiss_dialog()
            screen.choose_folder(self.purpose, self.plan, self.folder)

        def make() -> None:
            screen.show_dialog(
                CreateFolder(self.folder, plan=self.plan, choosing=self.purpose == "transfer")
            )

        listing = FrameLayout(
            [
                RecyclerView(
                    len(found),
                    line,
                    row_key=lambda index: found[index][0],
                    id="filepicker_list",
                    key=("filepicker_list", self.folder),
                    width=MATCH,
                    height=MATCH,
                    margin=(8, 0, 0, 0),
                    padding=(0, 0, 0, 88),
                )
            ],
            id="filepicker_fastscroller",
            class_name=RELATIVE,
            width=MATCH,
            height=0,
            weight=1,
        )
        show = partial(screen.update_dialog, replace(self, hidden=True))
        files = full_column(
            self._crumbs(screen), listing, id="filepicker_files_holder", class_name=RELATIVE
        )
        hides = not self.hidden and screen.manages
        content = FrameLayout(
            [
                FrameLayout(
                    [files], id="filepicker_holder", class_name=RELATIVE, width=MATCH, height=MATCH
                ),
                FrameLayout(
                    [_round("eye", "filepicker_fab_show_hidden", show, (0, 0, 16, 88))],
                    id="filepicker_fabs_holder",
                    class_name="android.widget.LinearLayout",
                    gravity="bottom|end",
                )
                if hides
                else None,
                _round("plus", "filepicker_fab", make, 16),
            ],
            id="filepicker_coordinator",
            class_name=GROUP,
            width=MATCH,
            height=_room(screen)[1],
        )  # fmt: skip
        window = alert_dialog(
            "Select a folder",
            content=content,
            positive="OK",
            on_positive=accept,
            negative="Cancel",
            on_negative=screen.dismiss_dialog,
            on_dismiss=lambda: self._up(screen),
        )
        # Dismissing by BACK goes up a folder; a touch outside must not.
        window.canceled_on_touch_outside = False
        return window


@dataclass(frozen=True)
class PickMedium(Dialog[Screen]):
    """Asks for one of a folder's media.

    Attributes:
        folder: The folder.
    """

    folder: str = ""

    def build(self, screen: Screen) -> Overlay:
        """Build the grid."""
        media = screen.media(self.folder)
        across, down = _room(screen)
        columns, files = 3, screen.files
        look = MediumLook(across / columns)

        def cell(index: int) -> View:
            medium = media[index]

            def choose() -> None:
                screen.dismiss_dialogs()
                screen.choose_cover(medium.path)

            density = screen.context.windows.density
            return medium_cell(files, medium, replace(look, on_click=choose), density)

        grid = RecyclerView(
            len(media),
            cell,
            row_key=lambda index: media[index].path,
            columns=columns,
            id="media_grid",
            width=MATCH,
            height=MATCH,
        )
        content = FrameLayout(
            [grid], id="media_grid_holder", class_name=RELATIVE, width=MATCH, height=down
        )
        return alert_dialog(
            "Select photo",
            content=content,
            positive="OK",
            on_positive=screen.dismiss_dialog,
            negative="Cancel",
            on_dismiss=screen.dismiss_dialog,
        )

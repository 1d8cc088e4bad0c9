"""The media of a folder, all folders, the recycle bin or the favourites; the search in all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.simple_commons import COMMONS
from android_gym.simulator.appkit.simple_search import search_bar
from android_gym.simulator.appkit.simple_views import (
    GROUP,
    RELATIVE,
    link,
    marking_bar,
    placeholder,
)
from android_gym.simulator.apps.gallery.dialogs import (
    ChangeGrouping,
    ChangeSorting,
    ChangeViewType,
    ColumnCount,
    EmptyBin,
    FilterMedia,
    Properties,
    Slideshow,
)
from android_gym.simulator.apps.gallery.dialogs.names import CreateFolder
from android_gym.simulator.apps.gallery.grouping import Line, lines_of
from android_gym.simulator.apps.gallery.look import MediumLook, medium_cell, medium_row
from android_gym.simulator.apps.gallery.model import (
    ALL_KINDS,
    RECYCLE_BIN,
    VIDEO,
    MediaState,
    Medium,
    folder_name,
)
from android_gym.simulator.apps.gallery.screens.common import (
    FileScreen,
    columns_of,
    pinched,
    quarter_turns,
)
from android_gym.simulator.apps.gallery.storage import Group
from android_gym.simulator.apps.gallery.videos import duration_text, video_at
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    RecyclerView,
    full_column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["MediaActivity", "SearchActivity"]


class MediaActivity(FileScreen[MediaState]):
    """Shows media in a grid or a list, with headings if they are grouped."""

    DIALOGS = (
        ChangeGrouping, ChangeSorting, ChangeViewType, ColumnCount, FilterMedia,
    )  # fmt: skip
    PART: ClassVar[str] = "media"
    """Prefix of the resource ids."""
    _lines: tuple[list[Medium], Group, int, object, list[Line]] | None = None

    # -- lifecycle

    def on_create(self) -> MediaState:
        """Show the folder that the intent names."""
        return MediaState(folder=self.intent.get_str("directory"))

    def on_resume(self) -> None:
        """Finish if the folder is empty."""
        state = self.state
        if state.query is None and not self.shown() and self._gone():
            self.finish()

    def _gone(self) -> bool:
        return bool(self.state.folder) and self.settings.kinds == ALL_KINDS

    def on_back(self) -> bool:
        """Clear the selection, then close the search."""
        if self.state.selected:
            self.update(selected=())
        elif self.state.query is not None:
            self._search(None)
        else:
            return False
        return True

    @property
    def folder(self) -> str:
        """The folder on screen; empty for all."""
        return self.state.folder

    @property
    def picks(self) -> str:
        """The kind that another app requested, "image" or "video"; empty for none."""
        return self.intent.get_str("picks")

    def settled(self) -> None:
        """Clear the selection; finish if the folder has become empty."""
        self.update(selected=())
        if not self.shown() and self._gone() and not self.state.query:
            self.finish()

    # -- media

    def shown(self) -> list[Medium]:
        """List the media on screen: those whose names contain the search text."""
        media = self.media(self.folder)
        if picks := self.picks:
            media = [m for m in media if (m.kind == VIDEO) == (picks == "video")]
        if wanted := (self.state.query or "").casefold():
            media = [medium for medium in media if wanted in medium.name.casefold()]
        return media

    def _open(self, medium: Medium) -> None:
        if self.picks:
            uri = self.address_of(medium.path)
            self.finish(RESULT_OK, Intent(data=uri, flags=1))
            return
        self.start_activity(
            ".activities.ViewPagerActivity",
            path=medium.path,
            directory=self.folder,
            query=self.state.query or "",
        )

    def start_slideshow(self) -> None:
        """Start a slideshow with the first medium."""
        media = self.shown()
        if not media:
            self.toast("No media for the slideshow have been found")
            return
        self.start_activity(
            ".activities.ViewPagerActivity",
            path=media[0].path,
            directory=self.folder,
            slideshow=True,
        )

    def toggle(self, path: str) -> None:
        """Select a medium, or deselect it."""
        self.update(selected=toggled(self.state.selected, path))

    def _search(self, query: str | None) -> None:
        if query is None:
            self.hide_keyboard()
        self.update(query=query)

    # -- toolbars

    def _bar(self) -> View:
        folder, settings, session = self.folder, self.settings, self.session
        in_bin, named = folder == RECYCLE_BIN, settings.flag("display_file_names")
        listed = settings.is_list(folder)
        everything = not folder
        toggle = MenuItem(
            "Toggle filename visibility",
            lambda: settings.put(display_file_names=not named),
            id="toggle_filename",
            icon="label_outline",
        )
        sort = MenuItem(
            "Sort by", lambda: self.show_dialog(ChangeSorting.of(self, folder)), id="sort",
            icon="sort",
        )  # fmt: skip
        back_to_folders = MenuItem(
            "Switch to folder view", self.finish, id="folder_view", icon="folder_multiple"
        )
        actions = [item for item in (
            None if listed else toggle,
            back_to_folders if everything else None,
        ) if item is not None]  # fmt: skip
        kept = len(actions) < 2
        if kept:
            actions.append(sort)
        default = settings.text("default_folder") == folder
        overflow: Sequence[MenuItem | None] = (
            None if kept else MenuItem("Sort by", sort.on_click),
            MenuItem("Filter media", lambda: self.show_dialog(FilterMedia(settings.kinds))),
            MenuItem("Change view type", lambda: self.show_dialog(ChangeViewType.of(self, folder))),
            MenuItem(
                "Stop showing hidden media" if session.hidden else "Temporarily show hidden",
                self.toggle_hidden,
            ) if not in_bin else None,
            MenuItem("Empty the Recycle Bin", lambda: self.show_dialog(EmptyBin()))
            if in_bin else None,
            MenuItem(
                "Empty and disable the Recycle Bin", lambda: self.show_dialog(EmptyBin(True))
            ) if in_bin else None,
            MenuItem("Open the Recycle Bin", lambda: self.open_folder(RECYCLE_BIN))
            if settings.uses_bin and not in_bin else None,
            MenuItem("Restore all files", lambda: self.restore([m.path for m in self.shown()]))
            if in_bin else None,
            MenuItem("Open camera", self.open_camera) if everything else None,
            MenuItem("Group by", lambda: self.show_dialog(ChangeGrouping.of(self, folder))),
            MenuItem("Set as default folder", lambda: settings.put(default_folder=folder))
            if not default else
            MenuItem("Unset as default folder", lambda: settings.put(default_folder="")),
            MenuItem("Create new folder", lambda: self.show_dialog(CreateFolder(folder)))
            if folder.startswith("/") else None,
            MenuItem("Column count", self._ask_columns) if not listed else None,
            MenuItem("Slideshow", self._ask_slideshow),
            MenuItem("Settings", lambda: self.start_activity(".activities.SettingsActivity")),
            MenuItem("About", lambda: self.start_activity(f"{COMMONS}.AboutActivity"))
            if everything else None,
        )  # fmt: skip
        if self.picks:
            actions, overflow = [toggle], ()
        return search_bar(
            self.state.query,
            on_search=self._search,
            on_open=lambda: self._search(""),
            on_close=lambda: self._close(),
            back=True,
            actions=actions,
            overflow=overflow,
            hint=f"Search in {folder_name(folder)}" if folder else "Search files",
            icon_description=("Search", "Back"),
            holder_id=f"{self.PART}_menu",
        )

    def _ask_columns(self) -> None:
        self.show_dialog(ColumnCount(*columns_of(self, "media")))

    def _close(self) -> None:
        if self.state.query is not None:
            self._search(None)
        else:
            self.finish()

    def _ask_slideshow(self) -> None:
        settings = self.settings
        self.show_dialog(
            Slideshow(
                str(settings.number("slideshow_interval", 3, 1, 3600)),
                settings.flag("slideshow_random_order"),
                settings.flag("slideshow_move_backwards"),
                settings.flag("loop_slideshow"),
            )
        )

    def _marking(self, shown: Sequence[Medium]) -> View:
        marked, records = self.state.selected, self.library.records
        only = marked[0] if len(marked) == 1 else ""
        in_bin = self.folder == RECYCLE_BIN
        pictures = all(not self.is_video(path) for path in marked)
        hidden = [path.rpartition("/")[2].startswith(".") for path in marked]
        favorites = [records.is_favorite(path) for path in marked]

        def pick_all() -> None:
            self.update(selected=tuple(medium.path for medium in shown))

        def do(action: Callable[[Sequence[str]], object]) -> Callable[[], object]:
            return lambda: action(marked)

        return marking_bar(
            len(marked),
            len(shown),
            lambda: self.update(selected=()),
            pick_all,
            MenuItem("Delete", do(self.ask_delete), id="cab_delete", icon="delete"),
            MenuItem("Share", do(self.share), id="cab_share", icon="share_variant"),
            MenuItem(
                "Rotate", submenu=quarter_turns("cab", lambda degrees: self.turn(marked, degrees))
            ) if pictures and not in_bin else None,
            MenuItem("Properties", lambda: self.show_dialog(Properties(marked))),
            MenuItem("Rename", do(self.ask_name)) if not in_bin else None,
            MenuItem("Hide", lambda: self.hide(marked, True))
            if not in_bin and not all(hidden) else None,
            MenuItem("Unhide", lambda: self.hide(marked, False))
            if not in_bin and any(hidden) else None,
            MenuItem("Copy to", lambda: self.start_transfer(marked, move=False)),
            MenuItem("Move to", lambda: self.start_transfer(marked, move=True)),
            MenuItem("Open with", lambda: self.open_with(only)) if only else None,
            MenuItem("Set as", lambda: self.set_as(only)) if only and pictures else None,
            MenuItem("Resize", lambda: self.ask_size(only)) if only and pictures else None,
            MenuItem("Edit", lambda: self.edit(only)) if only and pictures else None,
            MenuItem("Add to favorites", lambda: self.favor(marked, True))
            if not in_bin and not all(favorites) else None,
            MenuItem("Remove from favorites", lambda: self.favor(marked, False))
            if not in_bin and any(favorites) else None,
            MenuItem("Restore selected files", do(self.restore)) if in_bin else None,
            MenuItem("Fix Date Taken value", do(self._fix_dates)) if not in_bin else None,
            MenuItem("Select all", pick_all),
        )  # fmt: skip

    def _fix_dates(self, paths: Sequence[str]) -> None:
        """Set the files' times of change to the times when the pictures were taken."""
        found = False
        for path in paths:
            medium = self.library.at(path)
            if medium is not None and medium.taken_ms != medium.modified_ms:
                self.files.utime(path, medium.taken_ms)
                found = True
        self.toast("Dates fixed successfully" if found else "No Date Taken values have been found")
        self.settled()

    # -- views

    def build(self) -> Screen:
        """Build the toolbar and the media."""
        shown = self.shown()
        body = self._grid(shown) if shown else self._nothing()
        body.width, body.height = MATCH, MATCH
        holder = FrameLayout(
            [body],
            id=f"{self.PART}_holder",
            class_name=RELATIVE,
            width=MATCH,
            height=0,
            weight=1,
        )
        bar = self._marking(shown) if self.state.selected else self._bar()
        content = full_column(bar, holder, id=f"{self.PART}_coordinator", class_name=GROUP)
        return Screen(content, title="Gallery")

    def _nothing(self) -> View:
        filtered = self.settings.kinds != ALL_KINDS
        text = (
            "No media files have been found with the selected filters."
            if filtered and not self.state.query
            else "No items found."
        )
        return wide_column(
            placeholder(text, f"{self.PART}_empty_text_placeholder"),
            link(
                "Change filters",
                f"{self.PART}_empty_text_placeholder_2",
                lambda: self.show_dialog(FilterMedia(self.settings.kinds)),
            )
            if filtered and not self.state.query
            else None,
            content_gravity="center_horizontal",
        )

    def _look(self, columns: int) -> MediumLook:
        settings, windows = self.settings, self.context.windows
        return MediumLook(
            windows.size[0] / windows.density / columns,
            named=settings.flag("display_file_names"),
            typed=settings.flag("show_thumbnail_file_types", True),
            crop=settings.flag("crop_thumbnails", True),
            rounded=settings.flag("file_rounded_corners"),
            gap=settings.number("thumbnail_spacing", 1, 0, 64),
        )

    def _grid(self, shown: list[Medium]) -> View:
        _, columns = columns_of(self, "media")
        look, marked, files = self._look(columns), self.state.selected, self.files
        settings, density = self.settings, self.context.windows.density
        listed = settings.is_list(self.folder)
        timed = settings.flag("show_thumbnail_video_duration")
        stars = settings.flag("mark_favorite_items", True)
        favorites = frozenset(self.library.records.favorites()) if stars else frozenset()

        def one(medium: Medium) -> View:
            path = medium.path
            own = replace(
                look,
                selected=path in marked,
                favorite=path in favorites,
                duration=self._length(medium) if timed else "",
                on_click=lambda: self.toggle(path) if marked else self._open(medium),
                on_long_click=None if self.picks else lambda: self.toggle(path),
            )
            if listed:
                return medium_row(files, medium, own)
            return medium_cell(files, medium, own, density)

        groups = settings.groups(self.folder)
        if groups.by == 1 or self.folder == RECYCLE_BIN:
            grid = RecyclerView(
                len(shown),
                lambda index: one(shown[index]),
                row_key=lambda index: shown[index].path,
                columns=1 if listed else columns,
                id=f"{self.PART}_grid",
                width=MATCH,
                height=MATCH,
                on_scale=None if listed else pinched(self, "media", self.state.pinch),
            )
        else:
            grid = self._grouped(shown, groups, 1 if listed else columns, one)
        fast = FrameLayout(
            [grid], id=f"{self.PART}_fastscroller", class_name=RELATIVE, width=MATCH, height=MATCH
        )
        if self.PART == "search":
            return fast
        return FrameLayout([fast], id=f"{self.PART}_refresh_layout", class_name=GROUP)

    def _length(self, medium: Medium) -> str:
        """Return a video's duration as text; empty for pictures."""
        found = video_at(self.files, medium.path) if medium.kind == VIDEO else None
        return duration_text(found[1].duration_ms) if found is not None else ""

    def _grouped(
        self, shown: list[Medium], group: Group, columns: int, one: Callable[[Medium], View]
    ) -> RecyclerView:
        today = self.context.system.clock.datetime().date()
        known = self._lines
        if known is None or known[0] is not shown or known[1:4] != (group, columns, today):
            lines = lines_of(self.context, shown, group, columns)
            self._lines = (shown, group, columns, today, lines)
        else:
            lines = known[4]

        def build(index: int) -> View:
            line = lines[index]
            if line.heading:
                return TextView(
                    line.heading, id="thumbnail_section", size=16, width=MATCH, padding=16
                )
            if columns == 1:
                return one(line.media[0])
            cells = [one(medium) for medium in line.media]
            cells += [View(key=("rest", n)) for n in range(columns - len(cells))]
            for cell in cells:
                cell.width, cell.weight = 0, 1
            return wide_row(*cells, important_for_accessibility="no")

        return RecyclerView(
            len(lines),
            build,
            row_key=lambda index: lines[index].key,
            id=f"{self.PART}_grid",
            width=MATCH,
            height=MATCH,
            on_scale=pinched(self, "media", self.state.pinch) if columns > 1 else None,
        )


class SearchActivity(MediaActivity):
    """The search in the media of all folders."""

    PART = "search"

    def on_create(self) -> MediaState:
        """Start with the search text of the first screen."""
        self.show_keyboard("top_toolbar_search")
        return MediaState(query=self.intent.get_str("query"))

    def _bar(self) -> View:
        named = self.settings.flag("display_file_names")
        return search_bar(
            self.state.query,
            on_search=self._search,
            on_open=lambda: None,
            on_close=self.finish,
            back=True,
            actions=(
                MenuItem(
                    "Toggle filename visibility",
                    lambda: self.settings.put(display_file_names=not named),
                    id="toggle_filename",
                    icon="label_outline",
                ),
            ),
            hint="Search files",
            icon_description=("Search", "Back"),
            holder_id="search_menu",
        )

    def on_back(self) -> bool:
        """Clear the selection, or finish."""
        if self.state.selected:
            self.update(selected=())
            return True
        return False

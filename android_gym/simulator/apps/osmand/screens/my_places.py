"""My Places: favourites by group, and tracks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from android_gym.errors import FileError
from android_gym.simulator.appkit.dialogs import ConfirmDialog, TextDialog
from android_gym.simulator.apps.osmand.actions import OsmandScreen
from android_gym.simulator.apps.osmand.look import bar, button, list_row, sheet
from android_gym.simulator.apps.osmand.model import Favorite, PlacesState
from android_gym.simulator.apps.osmand.overlays import ICONS, color_of
from android_gym.simulator.apps.osmand.screens.geo import show_on_map
from android_gym.simulator.system.location import distance_m
from android_gym.simulator.ui.activity import Dialog, Overlay
from android_gym.simulator.ui.components import TabLayout
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView, full_column
from android_gym.simulator.ui.mercator import Camera
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, TextView

__all__ = ["MyPlacesActivity"]

Row = tuple[str, str]
"""Names of a group and a favourite; for the group's heading, the second is empty."""


class PlacesScreen(OsmandScreen[PlacesState]):
    """Actions of My Places, without its views."""

    def toggle(self, group: str) -> None:
        """Expand or collapse a group."""
        self.update(open=self.state.open ^ {group})

    def delete_favorite(self, favorite: Favorite) -> None:
        """Delete a favourite."""
        try:
            self.favorites.delete(favorite.group, frozenset((favorite.name,)))
        except FileError as error:
            self.toast(str(error))

    def delete_group(self, group: str) -> None:
        """Delete a group with its favourites."""
        try:
            self.favorites.delete_group(group)
        except FileError as error:
            self.toast(str(error))

    def rename_track(self, path: str, name: str) -> None:
        """Rename a track."""
        try:
            self.tracks.rename(path, name)
        except FileError as error:
            self.toast(str(error))

    def show_track(self, path: str) -> None:
        """Show a track on the map."""
        show_on_map(self, f"track\n{path}")

    def toggle_track(self, path: str) -> None:
        """Show or hide a track on the map."""
        self.tracks.show(self.tracks.shown() ^ {path})


@dataclass(frozen=True)
class FavoriteSheet(Dialog[PlacesScreen]):
    """Lists the actions on a favourite."""

    group: str
    name: str

    def build(self, screen: PlacesScreen) -> Overlay | None:
        """Build the rows."""
        favorite = screen.favorites.get(self.group, self.name)
        if favorite is None:
            return None

        def show() -> None:
            screen.dismiss_dialog()
            show_on_map(screen, f"favorite\n{self.group}\n{self.name}")

        def delete() -> None:
            screen.dismiss_dialog()
            screen.show_dialog(DeletePlace(self.group, self.name))

        rows: list[View | None] = [
            list_row("Show on map", icon="map_marker", on_click=show),
            list_row("Delete", icon="delete", on_click=delete),
        ]
        close = button("Close", "dismiss_button", screen.dismiss_dialog)
        return sheet(favorite.name, rows, screen.dismiss_dialog, close)


@dataclass(frozen=True)
class DeletePlace(ConfirmDialog[PlacesScreen]):
    """Asks for confirmation before a favourite is deleted."""

    MESSAGE = "Delete Favorite point '{name}'?"
    POSITIVE = "Yes"
    NEGATIVE = "No"

    group: str = ""
    name: str = ""

    def on_confirm(self, screen: PlacesScreen) -> None:
        """Delete the favourite."""
        favorite = screen.favorites.get(self.group, self.name)
        if favorite is not None:
            screen.delete_favorite(favorite)


@dataclass(frozen=True)
class DeleteGroup(ConfirmDialog[PlacesScreen]):
    """Asks for confirmation before a group is deleted."""

    MESSAGE = "Delete the group '{group}' with all its favorites?"
    POSITIVE = "Yes"
    NEGATIVE = "No"

    group: str = ""

    def on_confirm(self, screen: PlacesScreen) -> None:
        """Delete the group."""
        screen.delete_group(self.group)


@dataclass(frozen=True)
class TrackSheet(Dialog[PlacesScreen]):
    """Lists the actions on a track."""

    path: str

    def build(self, screen: PlacesScreen) -> Overlay | None:
        """Build the rows."""
        name = self.path.rpartition("/")[2].removesuffix(".gpx")
        if not screen.context.system.files.is_file(self.path):
            return None
        shown = self.path in screen.tracks.shown()

        def then(click: Callable[[], object]) -> None:
            screen.dismiss_dialog()
            click()

        rows: list[View | None] = [
            list_row(
                "Show on map", icon="map_marker",
                on_click=partial(then, partial(screen.show_track, self.path)),
            ),
            list_row(
                "Hide from map" if shown else "Keep on map", icon="eye_off" if shown else "eye",
                on_click=partial(then, partial(screen.toggle_track, self.path)),
            ),
            list_row("Share", icon="share_variant",
                     on_click=partial(then, partial(screen.share, name))),
            list_row(
                "Rename", icon="pencil",
                on_click=partial(then, lambda: screen.show_dialog(RenameTrack(name, self.path))),
            ),
            list_row(
                "Delete", icon="delete",
                on_click=partial(then, lambda: screen.show_dialog(DeleteTrack(self.path))),
            ),
        ]  # fmt: skip
        close = button("Close", "dismiss_button", screen.dismiss_dialog)
        return sheet(name, rows, screen.dismiss_dialog, close)


@dataclass(frozen=True)
class RenameTrack(TextDialog[PlacesScreen]):
    """Asks for a track's new name."""

    TITLE = "Rename"
    POSITIVE = "Save"
    MAX_LENGTH = 200

    path: str = ""

    def valid(self, screen: PlacesScreen) -> bool:
        """Return whether the name is valid and not used by another track."""
        name = self.text.strip()
        folder = self.path.rpartition("/")[0]
        free = not screen.context.system.files.exists(f"{folder}/{name}.gpx")
        return bool(name) and "/" not in name and not name.startswith(".") and free

    def on_accept(self, screen: PlacesScreen, text: str) -> None:
        """Rename the track."""
        screen.rename_track(self.path, text.strip())


@dataclass(frozen=True)
class DeleteTrack(ConfirmDialog[PlacesScreen]):
    """Asks for confirmation before a track is deleted."""

    POSITIVE = "Yes"
    NEGATIVE = "No"

    path: str = ""

    def message(self, screen: PlacesScreen) -> str:
        """Return the message, which names the track."""
        return f"Delete {self.path.rpartition('/')[2]}?"

    def on_confirm(self, screen: PlacesScreen) -> None:
        """Delete the track."""
        screen.tracks.delete([self.path])


class MyPlacesActivity(PlacesScreen):
    """Shows favourites and tracks in two tabs."""

    DIALOGS = (DeleteGroup, DeletePlace, DeleteTrack, FavoriteSheet, RenameTrack, TrackSheet)

    def build(self) -> View:
        """Build the toolbar, the tabs and a list."""
        state = self.state
        content = self._favorites() if state.tab == 0 else self._tracks()
        return full_column(
            bar("My Places", self.finish),
            TabLayout(
                ["Favorites", "Tracks"],
                state.tab,
                lambda tab: self.update(tab=tab),
                id="sliding_tabs",
            ),
            content,
        )

    def _place(self) -> tuple[float, float]:
        kept = self.context.preferences("net.osmand.settings")
        lat, lon = kept.get("last_known_map_lat"), kept.get("last_known_map_lon")
        if isinstance(lat, float) and isinstance(lon, float):
            return self.fix() or (lat, lon)
        return self.fix() or Camera().place

    def _favorites(self) -> View:
        groups = self.favorites.groups()
        if not any(group.favorites for group in groups):
            return _nothing("You do not have any favorites yet")
        rows: list[tuple[str, Favorite | None, int]] = []
        for group in groups:
            rows.append((group.name, None, len(group.favorites)))
            if group.name in self.state.open:
                rows += [(group.name, favorite, 0) for favorite in group.favorites]
        place = self._place()

        def build(index: int) -> View:
            name, favorite, count = rows[index]
            if favorite is None:
                return self._group(name, count)
            sheet_of = FavoriteSheet(name, favorite.name)
            return list_row(
                favorite.name or "-",
                self.far(distance_m(favorite.lat, favorite.lon, *place)),
                icon=ICONS.get(favorite.icon, "star"),
                tint=color_of(favorite.color, 0xFFEECC22),
                key=("favorite", index),
                on_click=partial(show_on_map, self, f"favorite\n{name}\n{favorite.name}"),
                on_long_click=lambda: self.show_dialog(sheet_of),
                trailing=ImageButton(
                    "dots_vertical",
                    content_description="More options",
                    on_click=lambda: self.show_dialog(sheet_of),
                ),
            )

        return RecyclerView(
            len(rows), build, row_key=lambda index: index, id="list", width=MATCH, height=0,
            weight=1, background="card",
        )  # fmt: skip

    def _group(self, name: str, count: int) -> View:
        return list_row(
            name or "Favorites",
            f"{count} points",
            icon="folder",
            tint="#EECC22",
            key=("group", name),
            on_click=partial(self.toggle, name),
            on_long_click=lambda: self.show_dialog(DeleteGroup(name)),
            trailing=ImageButton(
                "chevron_up" if name in self.state.open else "chevron_down",
                content_description="Collapse" if name in self.state.open else "Expand",
                on_click=partial(self.toggle, name),
            ),
        )

    def _tracks(self) -> View:
        paths = self.tracks.paths()
        if not paths:
            return _nothing("You do not have any tracks yet")
        shown = self.tracks.shown()

        def build(index: int) -> View:
            path = paths[index]
            track = self.tracks.get(path)
            detail = "The file can't be read"
            if track is not None:
                detail = f"{self.far(track.length)} • points: {len(track.points)}"
            return list_row(
                path.rpartition("/")[2].removesuffix(".gpx"),
                detail,
                icon="map_marker_path",
                tint="primary" if path in shown else "icon",
                key=path,
                on_click=partial(self.show_track, path),
                on_long_click=lambda: self.show_dialog(TrackSheet(path)),
                trailing=ImageButton(
                    "dots_vertical",
                    content_description="More options",
                    on_click=lambda: self.show_dialog(TrackSheet(path)),
                ),
            )

        return RecyclerView(
            len(paths), build, row_key=lambda index: paths[index], id="list", width=MATCH,
            height=0, weight=1, background="card",
        )  # fmt: skip


def _nothing(text: str) -> View:
    label = TextView(text, id="empty_title", size=18, align="center", padding=(24, 64), width=MATCH)
    return ScrollView(label, width=MATCH, height=0, weight=1)

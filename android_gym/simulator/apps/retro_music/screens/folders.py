"""The folders tab: songs by the folders of their files."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import empty, list_row
from android_gym.simulator.apps.retro_music.menus import LazyMenu, songs_items
from android_gym.simulator.apps.retro_music.model import Song
from android_gym.simulator.apps.retro_music.screens.lists import song_row, tab_bar, under_bar
from android_gym.simulator.ui.components import MenuItem
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import HorizontalScrollView, RecyclerView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["folders"]

STORAGE = "/storage/emulated/0"


def folders(app: Actions) -> View:
    """Build the breadcrumbs, the folder's subfolders, and its songs."""
    folder = app.state.folder
    start = f"{folder}/"
    here: list[Song] = []
    below: dict[str, list[Song]] = {}
    for song in app.library.songs:
        if song.path.startswith(start):
            name, slash, _ = song.path.removeprefix(start).partition("/")
            if slash:
                below.setdefault(name, []).append(song)
            else:
                here.append(song)
    names = sorted(below, key=str.casefold)
    bar = tab_bar(app, "Folders", [MenuItem("Go to start directory", partial(_start, app))])
    top = column(bar, _crumbs(app, folder), width=MATCH)
    if not names and not here:
        return under_bar(top, empty("Nothing to see"))

    def build(index: int) -> View:
        if index >= len(names):
            place = index - len(names)
            return song_row(app, here[place], partial(app.play_all, here, place))
        name = names[index]
        return list_row(
            name,
            f"{start}{name}",
            icon="folder",
            menu=_menu(app, f"{start}{name}", below[name]),
            on_click=partial(app.update, folder=f"{start}{name}"),
        )

    listing = RecyclerView(
        len(names) + len(here), build, id="recyclerView", padding=(0, 0, 0, 56), key=folder
    )
    return under_bar(top, listing, scrolling=listing)


def _start(app: Actions) -> None:
    kept = app.context.preferences().get("start_directory", f"{STORAGE}/Music")
    inside = f"{kept}/".startswith(f"{STORAGE}/")
    app.update(folder=kept if inside else STORAGE)


def _menu(app: Actions, path: str, songs: list[Song]) -> LazyMenu:
    def remember() -> None:
        app.context.preferences().put(start_directory=path)
        app.toast(f"{path} is the new start directory.")

    return LazyMenu(
        lambda: [
            *songs_items(app, lambda: songs),
            MenuItem("Set as start directory", remember),
            MenuItem("Scan", lambda: app.context.system.media.scan(path)),
            MenuItem("Add to Blacklist", lambda: app.blacklist.add(path)),
        ]
    )


def _crumbs(app: Actions, folder: str) -> View:
    """Build the breadcrumbs, each of which opens its folder."""
    parts = folder.removeprefix(STORAGE).strip("/").split("/") if folder != STORAGE else []
    paths = [STORAGE, *(f"{STORAGE}/{'/'.join(parts[:end])}" for end in range(1, len(parts) + 1))]
    views: list[View] = []
    for place, path in enumerate(paths):
        last = place == len(paths) - 1
        views.append(
            TextView(
                path.rpartition("/")[2],
                size=14,
                color="text_primary" if last else "text_secondary",
                padding=(8, 14),
                on_click=partial(app.update, folder=path),
            )
        )
        if not last:
            views.append(ImageView("chevron_right", tint="icon"))
    return HorizontalScrollView(
        row(*views, padding=(60, 0, 8, 0)), id="breadCrumbs", width=MATCH, height=48
    )

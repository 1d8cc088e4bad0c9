"""Actions of Retro Music's main activity, without its views."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.list_bars import toggled
from android_gym.simulator.appkit.preferences import PreferenceActivity
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.retro_music.library import Library, library_of
from android_gym.simulator.apps.retro_music.look import theme_of
from android_gym.simulator.apps.retro_music.model import TABS, Destination, Kind, MainState, Song
from android_gym.simulator.apps.retro_music.player import Player
from android_gym.simulator.apps.retro_music.playlist_files import (
    FOLDER,
    playlist_file,
    read_playlist,
)
from android_gym.simulator.apps.retro_music.storage import FAVORITES, BlacklistStore, PlaylistStore
from android_gym.simulator.system.app_ops import WRITE_SETTINGS
from android_gym.simulator.system.documents import document_path, document_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, S_co, callback
from android_gym.simulator.ui.theme import Theme

__all__ = [
    "EDIT_ALBUM",
    "EDIT_SONG",
    "PERMISSIONS",
    "Actions",
    "RetroScreen",
]

RESULT_OK = -1
PERMISSIONS = ("android.permission.READ_MEDIA_AUDIO", "android.permission.POST_NOTIFICATIONS")
"""Permissions that the app can't run without."""

ASK_PERMISSIONS = ".activities.PermissionActivity"
EDIT_SONG = ".activities.tageditor.SongTagEditorActivity"
EDIT_ALBUM = ".activities.tageditor.AlbumTagEditorActivity"
NO_APP = "No app found to handle this action."


class RetroScreen(Activity[S_co]):
    """Base class of all screens."""

    def theme(self) -> Theme:
        """Return the theme that the settings ask for."""
        return theme_of(self.context)

    @property
    def library(self) -> Library:
        """The songs of the phone."""
        return library_of(self.context)

    @property
    def playlists(self) -> PlaylistStore:
        """Playlists, history and play counts."""
        return PlaylistStore(self.context)

    @property
    def blacklist(self) -> BlacklistStore:
        """The blacklisted paths, whose songs are hidden."""
        return BlacklistStore(self.context)

    @property
    def player(self) -> Player:
        """The playing queue and its player."""
        return Player(self.context)

    @property
    def may_run(self) -> bool:
        """True if the app has the permissions that it needs."""
        return all(map(self.context.granted, PERMISSIONS))

    @property
    def may_write_settings(self) -> bool:
        """True if the user lets the app change the phone's settings."""
        packages = self.context.system.packages
        return packages.app_op(self.context.package, WRITE_SETTINGS) == "allow"

    def is_on(self, key: str, default: bool = False) -> bool:
        """Return a boolean preference."""
        return self.context.preferences().get(key, default)


class Actions(RetroScreen[MainState], PreferenceActivity[MainState]):
    """The main activity: its tabs, the pages over them, and the mini and full player."""

    # -- lifecycle

    def on_create(self) -> MainState:
        """Start with the last used tab, or play a song passed by another app."""
        preferences = self.context.preferences()
        if not preferences.get("initialized_blacklist", False):
            self.blacklist.begin()
            preferences.put(initialized_blacklist=True)
        self._play_handed()
        if not self.may_run:
            return MainState()
        last = preferences.get("last_used_tab", "home")
        known = next((kind for kind in self.tabs() if kind == last), self.tabs()[0])
        keep = preferences.get("remember_last_tab", True)
        return MainState(tab=known if keep else self.tabs()[0])

    def on_new_intent(self) -> None:
        """Play a song passed by another app."""
        self._play_handed()

    def _play_handed(self) -> None:
        intent = self.intent
        if not (intent.action or "").endswith(".VIEW"):
            return
        path = document_path(intent.data or "")
        if path is None:
            return
        # /sdcard is a link to the shared storage.
        song = self.library.by_path.get(self.context.system.files.resolve(path))
        if song is not None:
            self.player.open([song], 0)

    def on_resume(self) -> None:
        """Request missing permissions; show the changelog once per version."""
        if not self.may_run:
            self.start_activity(ASK_PERMISSIONS)
            self.finish()
            return
        # The app reads its databases when it starts, which creates missing ones.
        _ = self.playlists.database, self.player.count, self.blacklist.database
        preferences = self.context.preferences()
        version = self.context.manifest.version_code
        if preferences.get("last_changelog_version", 0) < version:
            preferences.put(last_changelog_version=version)
            self.show_news()

    def show_news(self) -> None:
        """Show the changelog; the screen defines its sheet."""
        raise NotImplementedError(f"{type(self).__name__} must show the news.")

    # -- navigation

    def tabs(self) -> list[Kind]:
        """Return the visible tabs."""
        listed = self.context.preferences().get("library_categories", "").split(",")
        chosen: list[Kind] = [kind for kind in TABS if kind in listed]
        chosen.sort(key=listed.index)
        return chosen[:5] or ["home", "songs", "albums", "artists", "playlists"]

    @property
    def here(self) -> Destination:
        """The page in front."""
        return self.state.destination

    def go(self, tab: Kind) -> None:
        """Show a tab."""
        self.hide_keyboard()
        self.update(tab=tab, stack=(), selected=(), query="", chip="")
        self.context.preferences().put(last_used_tab=tab)

    def open_page(self, destination: Destination) -> None:
        """Open a page, unless it is in front already."""
        self.hide_keyboard()
        if destination == self.here:
            self.update(expanded=False)
            return
        stack = (*self.state.stack, destination)[-20:]
        self.update(stack=stack, selected=(), expanded=False)

    def close_page(self) -> None:
        """Close the page in front."""
        self.hide_keyboard()
        self.update(stack=self.state.stack[:-1], selected=())

    def on_back(self) -> bool:
        """Clear the selection, collapse the player, close the page, or show the first tab."""
        state = self.state
        if state.selected:
            self.clear_selection()
        elif state.expanded:
            self.update(expanded=False)
        elif state.stack:
            was_queue = self.here.kind == "queue"
            self.close_page()
            if was_queue and self.player.count:
                self.update(expanded=True)
        elif self._up_a_folder():
            return True
        elif state.tab != self.tabs()[0]:
            self.go(self.tabs()[0])
        else:
            return False
        return True

    def _up_a_folder(self) -> bool:
        folder = self.state.folder
        if self.state.tab != "folders" or folder == "/storage/emulated/0":
            return False
        self.update(folder=folder.rpartition("/")[0])
        return True

    # -- selection

    def toggle(self, number: int) -> None:
        """Select a row, or deselect it."""
        self.update(selected=toggled(self.state.selected, number))

    def clear_selection(self) -> None:
        """Clear the selection."""
        self.update(selected=())

    def ending(self, action: Callable[[], object]) -> Callable[[], None]:
        """Return a function that clears the selection and runs an action."""

        def run() -> None:
            self.clear_selection()
            action()

        return run

    # -- songs

    def play_all(self, songs: Sequence[Song], place: int = 0) -> None:
        """Replace the queue with songs, and play from one of them on."""
        if songs:
            self.player.open(songs, place)

    def play_shuffled(self, songs: Sequence[Song]) -> None:
        """Replace the queue with songs in random order, and play."""
        if songs:
            self.player.open_shuffled(songs)

    def play_next(self, songs: Sequence[Song]) -> None:
        """Add songs after the current one."""
        if songs:
            self.player.play_next(songs)
            self._say_added(len(songs))

    def enqueue(self, songs: Sequence[Song]) -> None:
        """Add songs to the end of the queue."""
        if songs:
            self.player.enqueue(songs)
            self._say_added(len(songs))

    def _say_added(self, count: int) -> None:
        one = "Added 1 title to the playing queue."
        self.toast(one if count == 1 else f"Added {count} titles to the playing queue.")

    def go_to_album(self, song: Song) -> None:
        """Open a song's album."""
        self.open_page(Destination("album", song.album_id))

    def go_to_artist(self, song: Song) -> None:
        """Open a song's artist."""
        self.open_page(Destination("artist", song.artist_id))

    def share(self, songs: Sequence[Song]) -> None:
        """Share the songs' files with an app that the user chooses."""
        if not songs:
            return
        uris = tuple(document_uri(song.path) for song in songs)
        several = len(uris) > 1
        action = "android.intent.action.SEND_MULTIPLE" if several else "android.intent.action.SEND"
        stream = "\n".join(uris)
        extras = Map({"android.intent.extra.STREAM": stream})
        choose_app(self, Intent(action, type="audio/*", extras=extras))

    def share_text(self, text: str) -> None:
        """Share a text with an app that the user chooses."""
        extras = Map({"android.intent.extra.TEXT": text})
        choose_app(self, Intent("android.intent.action.SEND", type="text/plain", extras=extras))

    def toggle_lyrics(self) -> None:
        """Show or hide the lyrics on the player's cover."""
        self.context.preferences().put(show_lyrics=not self.is_on("show_lyrics"))

    def open_link(self, address: str) -> None:
        """Open a web page."""
        if not self.start_activity(Intent("android.intent.action.VIEW", data=address)):
            self.toast(NO_APP)

    def edit_tags(self, song: Song) -> None:
        """Open the tag editor."""
        self.start_activity(EDIT_SONG, song=song.id)

    def set_ringtone(self, song: Song) -> None:
        """Set a song as the ringtone, if the app may change settings."""
        if not self.may_write_settings:
            self.ask_write_settings()
            return
        uri = f"content://media/external/audio/media/{song.id}"
        self.context.system.settings.put("system", "ringtone", uri)
        self.toast(f"Set {song.title} as your ringtone.")

    def ask_write_settings(self) -> None:
        """Ask for permission to change settings; the screen defines the dialog."""
        raise NotImplementedError(f"{type(self).__name__} must ask.")

    def open_write_settings(self) -> None:
        """Open the system page that grants permission to change settings."""
        action = "android.settings.action.MANAGE_WRITE_SETTINGS"
        if not self.start_activity(Intent(action, data=f"package:{self.context.package}")):
            self.toast(NO_APP)

    def hide_song(self, song: Song) -> None:
        """Add a song to the blacklist, which hides it."""
        self.blacklist.add(song.path)

    def delete_songs(self, songs: Sequence[Song]) -> None:
        """Delete songs' files, and remove the songs wherever they are listed."""
        for song in songs:
            try:
                self.context.system.files.remove(song.path)
            except FileError:
                pass  # already deleted
            self.context.system.media.scan(song.path)
            self.playlists.forget(song.id)
            self.player.forget(song.id)
        self.toast(f"Deleted {len(songs)} songs.")

    def say_cleared(self, songs: tuple[Song, ...]) -> None:
        """Show that the history was cleared, with an action to undo that."""
        ids = tuple(song.id for song in songs)
        self.show_snackbar("History cleared", action="Undo", method="undo", arguments=(ids,))

    @callback
    def undo(self, ids: tuple[int, ...]) -> None:
        """Restore the history from the ids of its songs, the newest first."""
        now = self.context.system.clock.now_ms()
        self.playlists.restore_history(self.library.some(ids), now)

    # -- playlists

    def create_playlist(self, name: str, songs: Sequence[Song]) -> None:
        """Create a playlist with songs, or add them to the one with this name."""
        if not name:
            return
        store = self.playlists
        number = store.named(name)
        if number is None:
            number = store.add(name)
            self.toast(f"{name} created successfully")
        self.add_to_playlist(number, name, songs)

    def add_to_playlist(self, number: int, name: str, songs: Sequence[Song]) -> None:
        """Add songs to the end of a playlist."""
        self.playlists.add_songs(number, songs)
        self.toast(f"Added {len(songs)} song(s) to {name}")

    def delete_playlists(self, numbers: Iterable[int]) -> None:
        """Delete playlists; if one of them is on screen, its page closes."""
        gone = tuple(numbers)
        self.playlists.delete(gone)
        if self.here.kind == "playlist" and self.here.subject in gone:
            self.close_page()

    def songs_of_playlists(self, numbers: Iterable[int]) -> list[Song]:
        """Return the songs of playlists, one playlist after the other."""
        return [song for number in numbers for song in self.playlists.songs(number)]

    @property
    def is_favorite(self) -> bool:
        """True if the current song is in the favourites."""
        song = self.player.current
        number = self.playlists.named(FAVORITES) if song is not None else None
        return bool(
            song is not None and number is not None and self.playlists.holds(number, song.id)
        )

    def toggle_favorite(self) -> None:
        """Add the current song to the favourites, or remove it."""
        song, store = self.player.current, self.playlists
        if song is None:
            return
        number = store.named(FAVORITES)
        if number is None:
            number = store.add(FAVORITES)
        if store.holds(number, song.id):
            store.remove_songs(number, [song.id])
        else:
            store.add_songs(number, [song])

    # -- playlists as files

    def save_playlist(self, number: int) -> None:
        """Ask where to save a playlist."""
        playlist = self.playlists.get(number)
        if playlist is None:
            return
        intent = Intent(
            "android.intent.action.CREATE_DOCUMENT",
            type="audio/mpegurl",
            categories=("android.intent.category.OPENABLE",),
            extras=Map({"android.intent.extra.TITLE": playlist.name}),
        )
        if self.start_activity(intent, request=f"save {number}"):
            self.show_saving()
        else:
            self.toast(NO_APP)

    def show_saving(self) -> None:
        """Show that a playlist is being saved; the screen defines the dialog."""
        raise NotImplementedError(f"{type(self).__name__} must say so.")

    def save_playlists(self, numbers: Sequence[int]) -> None:
        """Save several playlists in the folder for playlists."""
        files, count = self.context.system.files, 0
        for number in numbers:
            playlist = self.playlists.get(number)
            if playlist is None:
                continue
            name = playlist.name.replace("/", "_")
            try:
                if not files.exists(FOLDER):
                    files.mkdir(FOLDER, parents=True)
                files.write(f"{FOLDER}/{name}.m3u", playlist_file(self.playlists.songs(number)))
            except FileError:
                continue
            count += 1
        self.toast(f"Saved {count} playlists to {FOLDER}.")

    def import_playlists(self) -> None:
        """Import the playlist files in shared storage, merging those with the same name."""
        library = self.library
        for file in self.context.system.media.files():
            if not file.path.lower().endswith((".m3u", ".m3u8")):
                continue
            songs = read_playlist(self.context.system.files, file.path, library.by_path)
            name = file.display_name.rpartition(".")[0]
            if songs and name:
                number = self.playlists.named(name)
                if number is None:
                    number = self.playlists.add(name)
                self.playlists.add_songs(number, songs)

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Save a playlist to the file chosen by the user."""
        kind, _, number = str(request).partition(" ")
        if kind != "save" or code != RESULT_OK or data is None or not number.isdecimal():
            return
        path = document_path(data.data or "")
        self.dismiss_dialog()
        if path is None:
            return
        try:
            content = playlist_file(self.playlists.songs(int(number)))
            self.context.system.files.write(path, content)
        except FileError:
            self.toast("Failed to save playlist.")
            return
        last = (data.data or "").rpartition("/")[2]
        self.toast(f"Saved playlist to {document_name(last)}.")


def document_name(segment: str) -> str:
    """Return the decoded last segment of a document's URI."""
    from urllib.parse import unquote

    return unquote(segment)

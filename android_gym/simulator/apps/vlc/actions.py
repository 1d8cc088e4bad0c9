"""Actions of VLC's screens, sheets and dialogs, without their views."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.appkit.storage_access import may_manage_files
from android_gym.simulator.apps.vlc.favorites import Favorites
from android_gym.simulator.apps.vlc.library import Library
from android_gym.simulator.apps.vlc.look import theme_of
from android_gym.simulator.apps.vlc.model import Entry, Media, Memory, Subject
from android_gym.simulator.apps.vlc.playing import Player
from android_gym.simulator.apps.vlc.playlists import Playlists
from android_gym.simulator.apps.vlc.storage import is_on, setting
from android_gym.simulator.apps.vlc.titles import media_kind, natural_key, plural
from android_gym.simulator.system.documents import document_uri
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.listing import Listing
from android_gym.simulator.ui.activity import Activity, S_co, callback
from android_gym.simulator.ui.theme import Theme

__all__ = ["Actions", "Option"]

Option = tuple[str, str, str]
"""An entry of a sheet: label, icon and the action's name."""

_ALL_FILES: Final = "android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION"


def _listing(folder: str, hidden: bool, every: bool, down: bool) -> Listing[Entry]:
    """Return a folder's contents, sorted again only if they have changed."""

    def make(name: str, stat: Stat) -> Entry | None:
        if name.startswith(".") and not hidden:
            return None
        if stat.kind == "dir":
            return Entry(f"{folder}/{name}", True)
        if stat.kind == "file" and (every or media_kind(name)):
            return Entry(f"{folder}/{name}", False, stat.size)
        return None

    def by_name(entries: Iterable[Entry]) -> list[Entry]:
        found = sorted(entries, key=lambda e: (natural_key(e.name), e.name), reverse=down)
        return [*(e for e in found if e.folder), *(e for e in found if not e.folder)]

    return Listing(folder, make, by_name)


class Actions(Activity[S_co]):
    """Base class of all screens."""

    # The last listing, with the settings it was made for: a large folder is read again only if a
    # name in it has changed. Rows look up sizes themselves.
    _listing: tuple[tuple[str, bool, bool, bool], object, Listing[Entry], list[Entry]] | None = None

    def theme(self) -> Theme:
        """Return VLC's colours."""
        return theme_of(self.context)

    @property
    def library(self) -> Library:
        """The media library."""
        return Library(self.context)

    @property
    def playlists(self) -> Playlists:
        """The playlists in the library."""
        return Playlists(self.library)

    @property
    def player(self) -> Player:
        """The player."""
        return Player(self.context, self.library)

    def on(self, key: str) -> bool:
        """Return whether a preference is on."""
        return is_on(self.context, key)

    def put(self, **values: str | bool | int) -> None:
        """Store preferences."""
        self.context.preferences().put(**values)

    @property
    def granted(self) -> bool:
        """True if the app may manage all files."""
        return may_manage_files(self.context)

    def refresh(self) -> None:
        """Scan the storage for media."""
        self.library.scan()

    def open_storage_settings(self) -> None:
        """Open the system page that grants access to all files."""
        self.start_activity(Intent(_ALL_FILES, data=f"package:{self.context.package}"))

    # -- sheets and dialogs, which the subclasses open

    def show_options(self, subject: Subject) -> None:
        """Open the sheet of actions on a subject."""
        raise NotImplementedError(f"{type(self).__name__} has no sheet of options.")

    def show_playlists(self, subjects: Sequence[Subject]) -> None:
        """Open the sheet that adds subjects to a playlist."""
        raise NotImplementedError(f"{type(self).__name__} has no sheet of playlists.")

    def ask_delete(self, subjects: Sequence[Subject]) -> None:
        """Ask for confirmation before subjects are deleted."""
        raise NotImplementedError(f"{type(self).__name__} deletes nothing.")

    def show_stats(self) -> None:
        """Show statistics of the playing video."""
        raise NotImplementedError(f"{type(self).__name__} shows no video.")

    def set_aspect(self, aspect: int) -> None:
        """Set the aspect ratio, an index in `ASPECTS`, of the playing video."""
        raise NotImplementedError(f"{type(self).__name__} shows no video.")

    def ask_resume(self, subject: Subject) -> None:
        """Ask whether to resume a video where it was left."""
        raise NotImplementedError(f"{type(self).__name__} plays nothing.")

    def ask_group(self, subjects: Sequence[Subject]) -> None:
        """Ask for the group to put videos into."""
        raise NotImplementedError(f"{type(self).__name__} groups nothing.")

    def ask_name(self, subject: Subject) -> None:
        """Ask for a new name."""
        raise NotImplementedError(f"{type(self).__name__} renames nothing.")

    def clear_selection(self) -> None:
        """Clear the selection."""

    def neighbours(self, subject: Subject) -> list[int]:
        """Return the ids of all media in the subject's list; by default only the subject's own."""
        return self.media_ids((subject,))

    # -- contents of subjects

    def media_ids(self, subjects: Sequence[Subject]) -> list[int]:
        """Return the ids of all media in the subjects, in order; files are added to the library."""
        library, found = self.library, []
        for subject in subjects:
            match subject.kind:
                case "media" | "queue":
                    found.append(subject.number)
                case "track":
                    track = self.playlists.track(subject.number, subject.position)
                    found += [track.media.id] if track is not None else []
                case "group":
                    found += library.video_ids(group=subject.number)
                case "folder":
                    found += library.video_ids(folder=subject.number)
                case "playlist":
                    found += self.playlists.media_ids(subject.number)
                case "file":
                    found.append(library.ensure(subject.path))
                case "dir":
                    found += [library.ensure(path) for path in self.files_in(subject.path)]
                case "artist":
                    found += library.track_ids("artists", subject.number)
                case "album":
                    found += library.track_ids("albums", subject.number)
                case "genre":
                    found += library.track_ids("genres", subject.number)
        return found

    def count_of(self, subjects: Sequence[Subject]) -> int:
        """Return how many media the subjects contain, without adding files to the library."""
        files = [subject for subject in subjects if subject.kind == "file"]
        folders = [subject for subject in subjects if subject.kind == "dir"]
        rest = [subject for subject in subjects if subject.kind not in ("file", "dir")]
        inside = sum(len(self.files_in(folder.path)) for folder in folders)
        return len(files) + inside + len(self.media_ids(rest))

    def files_in(self, folder: str, *, deep: bool = False) -> list[str]:
        """Return the paths of the media files in a folder, in the browser's order."""
        found = []
        for entry in self.entries(folder):
            if entry.folder:
                found += self.files_in(entry.path, deep=True) if deep else []
            elif media_kind(entry.name):
                found.append(entry.path)
        return found

    def entries(self, folder: str) -> list[Entry]:
        """Return the entries of a folder as the browser shows them: folders, then files."""
        wanted = (
            folder,
            self.on("browser_show_hidden_files"),
            self.on("browser_show_all_files"),
            self.on("browser_sort_desc"),
        )
        files = self.context.system.files
        try:
            names: object = files.names(folder)
        except FileError:
            return []
        kept = self._listing
        if kept is None or kept[0] != wanted or kept[1] is not names:
            listing = kept[2] if kept is not None and kept[0] == wanted else _listing(*wanted)
            self._listing = kept = (wanted, names, listing, listing.read(files))
        return kept[3]

    def filled(self, entry: Entry) -> Entry:
        """Return a file's entry with its size, or a folder's with the number of its contents."""
        files = self.context.system.files
        try:
            if not entry.folder:
                return Entry(entry.path, False, files.stat(entry.path).size)
            stats = files.stats(entry.path)
        except FileError:
            return entry
        folders = sum(
            stat.kind == "dir" and not name.startswith(".") for name, stat in stats.items()
        )
        media = sum(stat.kind == "file" and bool(media_kind(name)) for name, stat in stats.items())
        return Entry(entry.path, True, 0, folders, media)

    def path_of(self, subject: Subject) -> str:
        """Return the path of a subject's file or folder; empty if it has none."""
        if subject.path:
            return subject.path
        found = self.library.media(self.media_ids((subject,))[:1])
        return found[0].path if found else ""

    # -- other screens

    def open_list(self, subject: Subject) -> None:
        """Open the screen that lists what a subject contains."""
        if subject.kind in ("playlist", "album"):
            self.start_activity(
                ".gui.HeaderMediaListActivity", kind=subject.kind, number=subject.number
            )
        else:
            self.start_activity(
                ".gui.SecondaryActivity",
                fragment=subject.kind,
                number=subject.number,
                path=subject.path,
            )

    def open_folder(self, path: str) -> None:
        """Open the file browser at a folder."""
        self.start_activity(".gui.SecondaryActivity", fragment="dir", path=path, number=0)

    def open_info(self, subject: Subject) -> None:
        """Open the information page of a media."""
        numbers = self.media_ids((subject,))
        if numbers:
            self.start_activity(".gui.InfoActivity", number=numbers[0])

    def show_now_playing(self, media: Media | None) -> None:
        """Show the player of a video; for music, the mini player appears by itself."""
        if media is None:
            self.toast("The location cannot be played.")
        elif media.is_video and not self.player.queue.as_audio:
            self.start_activity(".gui.video.VideoPlayerActivity")

    # -- actions

    def play(
        self,
        subjects: Sequence[Subject],
        *,
        as_audio: bool = False,
        from_start: bool = False,
        shuffle: bool = False,
    ) -> None:
        """Play subjects in order."""
        numbers = self.media_ids(subjects)
        player = self.player
        if shuffle != player.queue.shuffle:
            player.toggle_shuffle()
        position = 0 if from_start else None
        self.show_now_playing(player.play(numbers, as_audio=as_audio, position_ms=position))

    def play_among(self, subject: Subject) -> None:
        """Play the subject's whole list, starting with the subject."""
        numbers, own = self.neighbours(subject), self.media_ids((subject,))
        index = numbers.index(own[0]) if own and own[0] in numbers else 0
        self.show_now_playing(self.player.play(numbers, index))

    def tap_media(self, subject: Subject) -> None:
        """Play what was tapped, and the rest of its list if the settings say so."""
        numbers = self.media_ids((subject,))
        media = self.library.one(numbers[0]) if numbers else None
        video = media is not None and media.is_video
        asks = setting(self.context, "video_confirm_resume") == "2"
        if media is not None and asks and self.player.may_resume(media):
            self.ask_resume(subject)
        elif self.on("force_play_all_video" if video else "force_play_all_audio"):
            self.play_among(subject)
        else:
            self.play((subject,))

    def act(self, action: str, subjects: Sequence[Subject]) -> None:
        """Run an action of a sheet or of the selection's toolbar."""
        self.clear_selection()
        if subjects:
            self._actions()[action](subjects)

    def _actions(self) -> Mapping[str, Callable[[Sequence[Subject]], object]]:
        """Return the functions that run the actions, by name."""
        return {
            "play": self.play,
            "play_from_start": partial(self.play, from_start=True),
            "play_all": self._play_all_of,
            "play_as_audio": partial(self.play, as_audio=True),
            "play_shuffled": partial(self.play, shuffle=True),
            "append": self._append,
            "insert_next": self._insert_next,
            "subtitles": lambda _: self.toast("Service unavailable. Please try again later"),
            "information": lambda chosen: self.open_info(chosen[0]),
            "add_to_playlist": self.show_playlists,
            "add_subfolders": self._add_subfolders,
            "delete": self.ask_delete,
            "remove": lambda chosen: self.remove_from_playlist(chosen[0]),
            "share": self.share,
            "add_to_group": self.ask_group,
            "remove_from_group": lambda chosen: self.library.remove_from_group(
                self.media_ids(chosen)
            ),
            "regroup": self.regroup,
            "rename": lambda chosen: self.ask_name(chosen[0]),
            "ungroup": self._ungroup,
            "played": partial(self._mark, played=True),
            "not_played": partial(self._mark, played=False),
            "browse_parent": self._browse_parent,
            "favorite": lambda chosen: self.toggle_favorite(chosen[0].path),
            "ringtone": lambda chosen: self.set_ringtone(chosen[0]),
        }

    def _play_all_of(self, subjects: Sequence[Subject]) -> None:
        if len(subjects) == 1:
            self.play_among(subjects[0])
        else:
            self.play(subjects)

    def _append(self, subjects: Sequence[Subject]) -> None:
        count = self.player.append(self.media_ids(subjects))
        self.show_snackbar(plural(count, "Track appended", "Tracks appended"))

    def _insert_next(self, subjects: Sequence[Subject]) -> None:
        count = self.player.insert_next(self.media_ids(subjects))
        self.show_snackbar(plural(count, "Track inserted", "Tracks inserted"))

    def _add_subfolders(self, subjects: Sequence[Subject]) -> None:
        paths = self.files_in(subjects[0].path, deep=True)
        self.show_playlists([Subject("file", path=path) for path in paths])

    def _ungroup(self, subjects: Sequence[Subject]) -> None:
        for subject in subjects:
            if subject.kind == "group":
                self.library.ungroup(subject.number)

    def _mark(self, subjects: Sequence[Subject], *, played: bool) -> None:
        self.library.mark_played(self.media_ids(subjects), played=played)

    def _browse_parent(self, subjects: Sequence[Subject]) -> None:
        path = self.path_of(subjects[0])
        if path:
            self.open_folder(posixpath.dirname(path))

    def share(self, subjects: Sequence[Subject]) -> None:
        """Share files with an app that the user chooses."""
        media = [each for each in self.library.media(self.media_ids(subjects)) if each.path]
        if not media:
            self.toast("Invalid file. Cannot be shared.")
            return
        kind = "video/*" if media[0].is_video else "audio/*"
        extras = Map({"android.intent.extra.STREAM": document_uri(media[0].path)})
        choose_app(self, Intent("android.intent.action.SEND", type=kind, extras=extras))

    def set_ringtone(self, subject: Subject) -> None:
        """Make a track the phone's ringtone."""
        media = self.library.media(self.media_ids((subject,)))
        if media and media[0].path:
            uri = document_uri(media[0].path)
            self.context.system.settings.put("system", "ringtone", uri)
            self.toast(f"The file '{media[0].title}' was set as the ringtone.")

    def regroup(self, subjects: Sequence[Subject]) -> None:
        """Put videos into groups by title again, as the scanner does with new ones."""
        from android_gym.simulator.apps.vlc.scanner import Scanner

        library = self.library
        scanner = Scanner(self.context, library.database)
        for media in library.media(self.media_ids(subjects)):
            library.set_group((media.id,), scanner.group_of(media.title))

    # -- favourite folders

    def favorites(self) -> list[str]:
        """Return the favourite folders, sorted by name."""
        return Favorites(self.context).all()

    def toggle_favorite(self, path: str) -> None:
        """Add a folder to the favourites, or remove it."""
        Favorites(self.context).toggle(path)

    # -- changing

    def delete(self, subjects: Sequence[Subject]) -> None:
        """Delete files with their media, and playlists."""
        files, library = self.context.system.files, self.library
        self.playlists.delete([each.number for each in subjects if each.kind == "playlist"])
        for subject in subjects:
            if subject.kind == "playlist":
                continue
            if subject.kind == "dir":
                self._try(files.rmtree, subject.path)
                continue
            if subject.kind == "file":
                self._try(files.remove, subject.path)
                continue
            for media in library.media(self.media_ids((subject,))):
                if media.path and files.exists(media.path):
                    self._try(files.remove, media.path)
        library.scan()

    def _try(self, change: Callable[[str], None], path: str) -> None:
        try:
            change(path)
        except FileError:
            self.show_snackbar(f"Failed to delete media {posixpath.basename(path)}")

    def remove_from_playlist(self, subject: Subject) -> None:
        """Remove an entry from a playlist; a snackbar offers to put it back."""
        media = self.playlists.remove(subject.number, subject.position)
        self.show_snackbar(
            f"{subject.name} has been dismissed from playlist",
            action="Cancel",
            method="put_back",
            arguments=(subject.number, media, subject.position),
        )

    @callback
    def put_back(self, playlist: int, media: int, position: int) -> None:
        """Put a removed entry back into a playlist."""
        if self.playlists.get(playlist) is not None and media:
            self.playlists.insert(playlist, media, position)

    def in_playlist(self, playlist: int, media: Sequence[int]) -> list[int]:
        """Return those media that the playlist already contains."""
        known = set(self.playlists.media_ids(playlist))
        return [number for number in media if number in known]

    def memory(self) -> Memory:
        """Return the state that is lost when the process dies."""
        return self.context.memory_of(Memory).get()

    def sorting(self, key: str) -> tuple[str, bool]:
        """Return a list's sort key, and whether its order is descending."""
        return setting(self.context, f"{key}_sort"), self.on(f"{key}_sort_desc")

    def sort_by(self, key: str, order: str) -> None:
        """Sort a list; sorting by the same key again reverses the order."""
        before, down = self.sorting(key)
        values: dict[str, str | bool] = {f"{key}_sort": order}
        values[f"{key}_sort_desc"] = not down if before == order else False
        self.put(**values)

"""Scans the shared storage for the library: finds new, changed and deleted files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from android_gym.errors import FileError
from android_gym.simulator.apps.vlc.model import AUDIO, ROOT, VIDEO
from android_gym.simulator.apps.vlc.storage import changing
from android_gym.simulator.apps.vlc.titles import (
    GROUP_LENGTH,
    clean_title,
    common_prefix,
    group_key,
    media_kind,
    mrl_of,
)
from android_gym.simulator.system.databases import Database
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.media.metadata import MediaMetadata, read_metadata
from android_gym.simulator.ui.activity import Context

__all__ = ["MOST_MEDIA", "Scanner"]

MOST_MEDIA: Final = 20_000
"""Largest number of files in the library."""

_BANNED: Final = frozenset(
    f"{ROOT}/{name}".lower()
    for name in (
        "Android/data", "Android/media", "Alarms", "Ringtones", "Notifications",
        "audio/Alarms", "audio/Ringtones", "audio/Notifications",
    )
)  # fmt: skip
"""Folders that are not scanned, in lower case."""

_DEEPEST: Final = 40
_MAIN: Final = 1  # File::Type::Main
_INTERNAL, _EXTERNAL = 0, 1
_STORAGE_UUID: Final = "primary"


class Scanner:
    """Brings the library up to date.

    Args:
        context: The app's context.
        database: The library.
    """

    def __init__(self, context: Context, database: Database) -> None:
        self._context = context
        self._files = context.system.files
        self._database = database
        self._now_s = context.system.clock.now_ms() // 1000
        paths: frozenset[str] = context.preferences().get("banned_folders", frozenset())
        self._banned = _BANNED | {path.lower() for path in paths}
        self._groups: dict[str, tuple[int, str]] | None = None

    def run(self) -> bool:
        """Scan the storage; return whether anything in the library has changed."""
        database = self._database
        found = {mrl_of(path): (path, stat) for path, stat in self._walk(ROOT, 0)}
        rows = database.query(
            # A file whose media was deleted is treated like an external one, and read again.
            "SELECT mrl, media_id, last_modification_date, size, is_external OR m.id_media IS NULL "
            "FROM File LEFT JOIN Media m ON m.id_media = media_id "
            "WHERE media_id IS NOT NULL AND File.type = 1 AND is_network = 0"
        )
        known = {mrl: tuple(rest) for mrl, *rest in rows if isinstance(mrl, str)}
        gone = [
            (mrl, media)
            for mrl, (media, _, _, outside) in known.items()
            if mrl not in found and not outside
        ]
        new = [mrl for mrl in found if mrl not in known]
        changed = [
            mrl
            for mrl, (_, modified, size, outside) in known.items()
            if mrl in found
            and (
                outside or (found[mrl][1].mtime_ms // 1000, found[mrl][1].size) != (modified, size)
            )
        ]
        if not (gone or new or changed):
            return False
        changes: list[Callable[[], None]] = []
        changes += [partial(self._lost, mrl, media) for mrl, media in gone]
        changes += [partial(self._add, mrl, *found[mrl]) for mrl in new]
        changes += [partial(self._renew, mrl, known[mrl][0], *found[mrl]) for mrl in changed]
        whole = False
        with changing(database):
            for change in changes:
                change()
            whole = True
        if not whole:  # one was refused: handle each on its own, so that the others are done
            for change in changes:
                self._groups = None
                with changing(database):
                    change()
            self._groups = None
        return True

    # -- scanning

    def _walk(self, folder: str, depth: int) -> Iterator[tuple[str, Stat]]:
        """Yield the media files below a folder, sorted by path."""
        try:
            stats = self._files.stats(folder)
        except FileError:
            return
        if depth > _DEEPEST or ".nomedia" in stats:
            return
        for name in sorted(stats):
            stat, path = stats[name], f"{folder}/{name}"
            if stat.kind == "dir":
                if not name.startswith(".") and path.lower() not in self._banned:
                    yield from self._walk(path, depth + 1)
            elif stat.kind == "file" and media_kind(name) and not name.startswith("."):
                yield path, stat

    def _metadata(self, path: str) -> MediaMetadata:
        try:
            data = self._files.read(path)
        except FileError:
            data = b""
        return read_metadata(posixpath.basename(path), data)

    # -- changing

    def _lost(self, mrl: str, media: int) -> None:
        """Remove a file from the library; one in a playlist stays as external."""
        database = self._database
        kept = database.value("SELECT nb_playlists FROM Media WHERE id_media = ?", (media,), 0)
        if kept:
            database.update(
                "Media",
                {"import_type": _EXTERNAL, "folder_id": None, "group_id": None, "device_id": None},
                "id_media = ?",
                (media,),
            )
            changes: dict[str, Any] = {"is_external": 1, "folder_id": None}
            database.update("File", changes, "mrl = ?", (mrl,))
            return
        database.execute("DELETE FROM Media WHERE id_media = ?", (media,))
        database.execute("DELETE FROM File WHERE media_id = ? OR mrl = ?", (media, mrl))
        for table in ("VideoTrack", "AudioTrack"):
            database.execute(f"DELETE FROM {table} WHERE media_id = ?", (media,))

    def _add(self, mrl: str, path: str, stat: Stat) -> None:
        """Add a file to the library."""
        database = self._database
        if database.value("SELECT count(*) FROM Media", default=0) >= MOST_MEDIA:
            return
        values = self._values(path)
        values |= {"insertion_date": self._now_s, "filename": posixpath.basename(path)}
        media = database.insert("Media", values)
        self._file(mrl, media, values["folder_id"], stat)
        self._tracks(media, path)

    def _renew(self, mrl: str, media: int, path: str, stat: Stat) -> None:
        """Read a file again that was changed or has come back."""
        database = self._database
        values = self._values(path)
        if not database.query("SELECT 1 FROM Media WHERE id_media = ?", (media,)):
            # The media was deleted but not the file's row.
            database.execute("DELETE FROM File WHERE mrl = ?", (mrl,))
            self._add(mrl, path, stat)
            return
        database.update("Media", values, "id_media = ?", (media,))
        database.update(
            "File",
            {
                "last_modification_date": stat.mtime_ms // 1000,
                "size": stat.size,
                "is_external": 0,
                "folder_id": values["folder_id"],
            },
            "mrl = ?",
            (mrl,),
        )
        for table in ("VideoTrack", "AudioTrack"):
            database.execute(f"DELETE FROM {table} WHERE media_id = ?", (media,))
        self._tracks(media, path)

    def _file(self, mrl: str, media: int, folder: int, stat: Stat) -> None:
        self._database.insert(
            "File",
            {
                "media_id": media,
                "mrl": mrl,
                "type": _MAIN,
                "last_modification_date": stat.mtime_ms // 1000,
                "size": stat.size,
                "folder_id": folder,
                "is_removable": 0,
                "is_external": 0,
                "is_network": 0,
            },
        )

    def _values(self, path: str) -> dict[str, Any]:
        """Return a media's columns that are derived from its file."""
        name = posixpath.basename(path)
        metadata = self._metadata(path)
        audio = media_kind(name) == "audio"
        title = (metadata.title if audio else None) or clean_title(name)
        values: dict[str, Any] = {
            "type": AUDIO if audio else VIDEO,
            "duration": metadata.duration_ms if metadata.duration_ms else -1,
            "title": title,
            "is_present": 1,
            "import_type": _INTERNAL,
            "device_id": self._device(),
            "folder_id": self._folder(posixpath.dirname(path)),
        }
        if audio:
            values |= self._music(metadata)
        else:
            values["group_id"] = self.group_of(title)
        return values

    def _music(self, metadata: MediaMetadata) -> dict[str, Any]:
        """Return the artist, album, genre and track number of a song; missing rows are created."""
        artist = self._named("Artist", "name", metadata.artist)
        owner = self._named("Artist", "name", metadata.album_artist) or artist
        album = None
        if metadata.album:
            database = self._database
            album = database.value(
                "SELECT id_album FROM Album WHERE title = ? AND artist_id IS ?",
                (metadata.album, owner),
            ) or database.insert(
                "Album",
                {"title": metadata.album, "artist_id": owner, "release_year": metadata.year or 0},
            )
        return {
            "artist_id": artist,
            "album_id": album,
            "genre_id": self._named("Genre", "name", metadata.genre),
            "track_number": metadata.track or 0,
            "disc_number": 0,
        }

    def _named(self, table: str, column: str, name: str | None) -> int | None:
        """Return the id of the row with a name; create it if it's missing."""
        if not name:
            return None
        database, key = self._database, f"id_{table.lower()}"
        sql = f"SELECT {key} FROM {table} WHERE {column} = ?"
        found: int | None = database.value(sql, (name,))
        return found if found is not None else database.insert(table, {column: name})

    def _device(self) -> int:
        """Return the id of the storage's row."""
        database = self._database
        found: int | None = database.value(
            "SELECT id_device FROM Device WHERE uuid = ?", (_STORAGE_UUID,)
        )
        if found is not None:
            return found
        values = {"uuid": _STORAGE_UUID, "scheme": "file://", "is_removable": 0, "is_present": 1}
        device = database.insert("Device", {**values, "is_network": 0, "last_seen": self._now_s})
        mount = {"device_id": device, "mrl": mrl_of(ROOT) + "/", "last_seen": self._now_s}
        database.insert("DeviceMountpoint", mount)
        return device

    def _folder(self, path: str) -> int:
        """Return the id of a folder's row; create it and its ancestors' if missing."""
        database, mrl = self._database, mrl_of(path) + "/"
        found: int | None = database.value("SELECT id_folder FROM Folder WHERE path = ?", (mrl,))
        if found is not None:
            return found
        parent = None if path == ROOT else self._folder(posixpath.dirname(path))
        name = "" if path == ROOT else posixpath.basename(path)
        values = {"path": mrl, "name": name, "parent_id": parent, "device_id": self._device()}
        return database.insert("Folder", {**values, "is_removable": 0})

    def group_of(self, title: str) -> int:
        """Return the id of the group for a title; create or rename the group if needed."""
        database = self._database
        if self._groups is None:
            rows = database.query(
                "SELECT id_group, name FROM MediaGroup WHERE ifnull(forced_singleton, 0) = 0 "
                "AND ifnull(user_interacted, 0) = 0 ORDER BY id_group DESC"
            )
            self._groups = {group_key(str(name)): (number, str(name)) for number, name in rows}
        key = group_key(title)
        known = self._groups.get(key)
        if known is not None and len(key) == GROUP_LENGTH:
            number, name = known
            if database.query("SELECT 1 FROM MediaGroup WHERE id_group = ?", (number,)):
                prefix = common_prefix(name, title)
                if prefix != name:
                    changes = {"name": prefix, "last_modification_date": self._now_s}
                    database.update("MediaGroup", changes, "id_group = ?", (number,))
                self._groups[key] = (number, prefix)
                return number
        number = database.insert(
            "MediaGroup",
            {
                "name": title,
                "creation_date": self._now_s,
                "last_modification_date": self._now_s,
                "user_interacted": 0,
                "forced_singleton": 0,
            },
        )
        self._groups[key] = (number, title)
        return number

    def _tracks(self, media: int, path: str) -> None:
        """Store the properties of a file's video and audio tracks."""
        metadata, database = self._metadata(path), self._database
        if metadata.width and metadata.height:
            values: dict[str, Any] = {"width": metadata.width, "height": metadata.height}
            values |= {"codec": "mp4v", "bitrate": metadata.bitrate or 0, "media_id": media}
            database.insert("VideoTrack", values | {"language": "", "description": ""})
        if metadata.sample_rate:
            values = {"samplerate": metadata.sample_rate, "nb_channels": metadata.channels or 2}
            values |= {"bitrate": metadata.bitrate or 0, "media_id": media, "codec": ""}
            database.insert("AudioTrack", values)

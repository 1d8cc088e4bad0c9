"""MediaStore: the files on shared storage, with the metadata of those that are media.

The rows are those of the media provider's ``external.db``. Nothing is scanned until somebody asks:
a change to a file only records its path, and the next query scans just the recorded paths. The rows
are cached as long as neither a file nor the database changes, so that rebuilding a screen costs
nothing.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import posixpath
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.state import Computed, Observation, State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.databases import Database, Databases
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.media.metadata import (
    MediaMetadata,
    MediaType,
    media_type_of,
    mime_type_of,
    read_metadata,
)
from android_gym.simulator.system.media.schema import DATABASE, PACKAGE, VERSION, create

__all__ = ["STORAGE", "UNKNOWN", "MediaFile", "MediaStore"]

STORAGE: Final = "/storage/emulated/0"
UNKNOWN: Final = "<unknown>"
"""Artist of a song that names none (MediaStore.UNKNOWN_STRING)."""

MOST_READ: Final = 256 << 20
"""Bytes of the largest file that is read for its tags; for others only the type is known."""

_KEY: Final = "media"
_NUMBERS: Final[dict[MediaType, int]] = {"none": 0, "image": 1, "audio": 2, "video": 3}
_KINDS: Final = {number: kind for kind, number in _NUMBERS.items()}
_PRIVATE: Final = (f"{STORAGE}/Android/data", f"{STORAGE}/Android/obb")
_PURPOSES: Final = {
    "is_ringtone": "ringtones",
    "is_notification": "notifications",
    "is_alarm": "alarms",
    "is_podcast": "podcasts",
    "is_audiobook": "audiobooks",
    "is_recording": "recordings",
}
_READ: Final = (
    "SELECT _id, _data, _display_name, _size, date_added, date_modified, mime_type, media_type, "
    "title, artist, album, album_artist, composer, genre, track, year, duration, width, height, "
    "bitrate, orientation, album_id, artist_id, bucket_id, bucket_display_name, datetaken, "
    "is_music, is_download FROM files"
)


@dataclass(frozen=True)
class MediaFile:
    """A row of MediaStore.

    Attributes:
        id: Row id, the last part of its URI.
        path: Path of the file, below ``/storage/emulated/0``.
        display_name: Name of the file.
        size: Bytes.
        date_added: Epoch seconds of when it was first seen.
        date_modified: Epoch seconds of the file's last change.
        metadata: Metadata as MediaStore keeps it: a song without a title has its file's name,
            without an album its folder's name, without an artist `UNKNOWN`; sample rate and
            channels are not kept.
        album_id: Id of the album; None if it isn't audio.
        artist_id: Id of the artist; None if it isn't audio.
        bucket_id: Id of its folder, as a string.
        bucket_name: Name of its folder; "" at the top of the storage.
        date_taken: Epoch milliseconds of when a picture or video was taken; None if unknown.
        is_music: Whether it is music rather than a ringtone or a recording, judged by its folder.
        is_download: Whether it is in Download.
    """

    id: int
    path: str
    display_name: str
    size: int
    date_added: int
    date_modified: int
    metadata: MediaMetadata
    album_id: int | None
    artist_id: int | None
    bucket_id: str
    bucket_name: str
    date_taken: int | None
    is_music: bool
    is_download: bool

    @property
    def uri(self) -> str:
        """``content://`` URI of the file in the collection of its kind."""
        kind = {"image": "images/media", "audio": "audio/media", "video": "video/media"}
        return f"content://media/external/{kind.get(self.metadata.media_type, 'file')}/{self.id}"


class _Index:
    """Rows read from the database, with what tells whether they are still up to date."""

    def __init__(self, seen: Observation, files: dict[str, MediaFile]) -> None:
        self.seen = seen
        self.files = files  # by path in lower case
        self.revision = sum(map(_digest, files.values())) % (1 << 128)
        self._sorted: dict[MediaType | None, tuple[MediaFile, ...]] = {}
        self._folders = Counter(folder for path in files for folder in _folders(path))

    def below(self, path: str) -> list[str]:
        """Return the paths of the files at and below a path, all in lower case."""
        found = [path] if path in self.files else []
        if self._folders[path]:
            found += [name for name in self.files if name.startswith(f"{path}/")]
        return found

    def put(self, file: MediaFile) -> None:
        """Add or replace a file."""
        self.remove(file.path)
        self.files[file.path.lower()] = file
        self._folders.update(_folders(file.path.lower()))
        self.revision = (self.revision + _digest(file)) % (1 << 128)

    def remove(self, path: str) -> MediaFile | None:
        """Remove a file, and return it; None if it isn't there."""
        known = self.files.pop(path.lower(), None)
        self._sorted.clear()
        if known is not None:
            self._folders.subtract(_folders(path.lower()))
            self.revision = (self.revision - _digest(known)) % (1 << 128)
        return known

    def of(self, kind: MediaType | None) -> tuple[MediaFile, ...]:
        """Return the files of a kind (None: all), sorted by id."""
        found = self._sorted.get(kind)
        if found is None:
            wanted = (f for f in self.files.values() if kind in (None, f.metadata.media_type))
            found = self._sorted[kind] = tuple(sorted(wanted, key=lambda file: file.id))
        return found


def _folders(path: str) -> list[str]:
    """Return all folders above a path on shared storage, including the storage itself."""
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(4, len(parts))]


_OWN_FIELDS: Final = attrgetter(*(f.name for f in fields(MediaFile) if f.name != "metadata"))
_TAGS: Final = attrgetter(*(field.name for field in fields(MediaMetadata)))


def _digest(file: MediaFile) -> int:
    # The dataclass's own repr takes ten times as long.
    said = repr((_OWN_FIELDS(file), _TAGS(file.metadata)))
    digest = hashlib.blake2b(said.encode(), digest_size=16)
    return int.from_bytes(digest.digest(), "big")


class MediaStore:
    """The collection of media on shared storage.

    Args:
        state: The root of state.
        clock: Clock for the time when a file is first seen.
        files: The phone's files, whose changes it listens to.
        databases: Service that opens the database with the rows.
    """

    def __init__(self, state: State, clock: Clock, files: Files, databases: Databases) -> None:
        self._state = state
        self._clock = clock
        self._files = files
        self._databases = databases
        self._pending = state.slot(
            "media.pending",
            Map[str, bool](),
            holds=Map[str, bool],
            observable=False,
            shown=False,
        )
        self._index: _Index | None = None
        self._shown = Computed(state, "media", self._known)
        self._nomedia: dict[str, bool] = {}
        files.listen(STORAGE, self._changed)

    # -- queries

    def audio(self) -> tuple[MediaFile, ...]:
        """Return all songs, ringtones and recordings, by id."""
        return self._read().of("audio")

    def images(self) -> tuple[MediaFile, ...]:
        """Return all pictures, by id."""
        return self._read().of("image")

    def videos(self) -> tuple[MediaFile, ...]:
        """Return all videos, by id."""
        return self._read().of("video")

    def files(self) -> tuple[MediaFile, ...]:
        """Return all files, of whatever kind, by id."""
        return self._read().of(None)

    def at(self, path: str) -> MediaFile | None:
        """Return the file at a path; None if MediaStore has none."""
        index = self._read()
        return index.files.get(self._canonical(path).lower())

    def get(self, number: int) -> MediaFile | None:
        """Return the file with an id; None if there is none."""
        return next((file for file in self._read().of(None) if file.id == number), None)

    @property
    def revision(self) -> int:
        """Hash of all rows: it changes when any row does, and equal rows have the same."""
        return self._read().revision

    def database(self) -> Database:
        """Return the database, updated with what is on shared storage."""
        self._read()
        return self._open()

    # -- changes

    def scan(self, path: str) -> MediaFile | None:
        """Scan a file, or everything below a folder, again.

        Returns:
            The file's row; None for a folder, or if there is no file.
        """
        path = self._canonical(path)
        if path == STORAGE or path.startswith(f"{STORAGE}/"):
            self._changed(path)
        return self.at(path)

    def delete(self, number: int) -> bool:
        """Delete a row and its file; return whether there was one."""
        file = self.get(number)
        if file is None:
            return False
        try:
            self._files.remove(file.path)
        except FileError:
            pass  # gone already
        self._changed(file.path)
        self._read()
        return True

    # -- underneath

    def _canonical(self, path: str) -> str:
        try:
            return self._files.resolve(path)
        except FileError:
            return path

    def _changed(self, path: str) -> None:
        """Record that something has changed at a path, or below it."""
        if posixpath.basename(path) == ".nomedia":  # affects the whole folder
            path = posixpath.dirname(path)
        if _hidden(path):
            return
        self._pending.set(self._pending.peek().set(path, True))
        self._state.touch(_KEY, observable=False)

    def _open(self) -> Database:
        return self._databases.open(DATABASE, PACKAGE, version=VERSION, create=self._create)

    def _create(self, database: Database) -> None:
        create(database)
        self._pending.set(self._pending.peek().set(STORAGE, True))

    def _read(self) -> _Index:
        """Return the rows, after scanning what has changed since the last time."""
        index = self._index
        if index is None or self._pending.peek() or index.seen.changed():
            with self._state.unobserved():
                index = self._index = self._refreshed(index)
        self._shown.get(again=self._read)
        return index

    def _known(self) -> Hashable:
        """Return a value that identifies all rows; it equals no other if they are out of date."""
        self._state.depend(_KEY)
        pending, index = self._pending.get(), self._index
        if pending or index is None:
            return object()
        self._state.depend_on(index.seen)
        return object() if index.seen.changed() else index.revision

    def _refreshed(self, index: _Index | None) -> _Index:
        database = self._open()
        if index is None or index.seen.changed():
            index = _Index(Observation(), self._rows(database))
        pending = self._pending.peek()
        if pending:
            self._pending.set(Map())
            self._nomedia.clear()
            with database.transaction():
                for path in _outermost(pending):
                    self._look(database, index, path)
        with self._state.observe() as seen:
            database.query("SELECT generation FROM local_metadata")
        index.seen = seen
        return index

    @staticmethod
    def _rows(database: Database, more: str = "", *parameters: Any) -> dict[str, MediaFile]:
        rows = database.query(_READ + more, parameters)
        return {file.path.lower(): file for file in map(_from_row, rows)}

    def _look(self, database: Database, index: _Index, path: str) -> None:
        """Update the rows of the files at and below a path, and drop those of missing files."""
        found: dict[str, tuple[str, Stat]] = {}
        try:
            for name, stat in self._files.walk(path):
                if stat.kind == "file" and not _hidden(name):
                    found[name.lower()] = name, stat
        except FileError:
            pass  # it has gone
        for name in index.below(path.lower()):
            if name not in found:
                gone = index.remove(name)
                if gone is not None:
                    database.execute("DELETE FROM files WHERE _id = ?", (gone.id,))
        for key, (name, stat) in found.items():
            before = index.files.get(key)
            named = key == path.lower()
            if before is None or named or _differs(before, name, stat, self._kind(name)):
                self._put(database, index, name, stat, before)

    def _kind(self, path: str) -> MediaType:
        """Return a file's kind; "none" in or below a folder with a ``.nomedia`` file."""
        kind = media_type_of(mime_type_of(posixpath.basename(path)))
        return "none" if kind != "none" and self._silent(posixpath.dirname(path)) else kind

    def _silent(self, folder: str) -> bool:
        known = self._nomedia.get(folder)
        if known is None:
            known = self._files.exists(f"{folder}/.nomedia")
            if not known and folder.startswith(f"{STORAGE}/"):
                known = self._silent(posixpath.dirname(folder))
            self._nomedia[folder] = known
        return known

    def _put(
        self, database: Database, index: _Index, path: str, stat: Stat, before: MediaFile | None
    ) -> None:
        name = posixpath.basename(path)
        is_read = media_type_of(mime_type_of(name)) != "none" and stat.size <= MOST_READ
        data = self._files.read(path) if is_read else b""
        values = self._values(path, stat, read_metadata(name, data))
        database.execute("UPDATE local_metadata SET generation = generation + 1")
        generation = database.value("SELECT generation FROM local_metadata", default=0)
        values["generation_modified"] = generation
        if before is None:
            values["date_added"] = self._clock.now_ms() // 1000
            values["generation_added"] = generation
            number = database.insert("files", values)
        else:
            number = before.id
            database.update("files", values, "_id = ?", (number,))
        for file in self._rows(database, " WHERE _id = ?", number).values():
            index.put(file)

    def _values(self, path: str, stat: Stat, found: MediaMetadata) -> dict[str, Any]:
        """Return the columns of a file's row, except those that say when it was added."""
        folder, name = posixpath.split(path)
        inside = folder.removeprefix(STORAGE).strip("/")
        kind = self._kind(path)
        bucket = posixpath.basename(inside) or None
        parts = inside.split("/") if inside else []
        values: dict[str, Any] = {
            "_data": path,
            "_display_name": name,
            "_size": stat.size,
            "format": 0x3000,
            "mime_type": found.mime_type,
            "media_type": _NUMBERS[kind],
            "title": found.title or posixpath.splitext(name)[0],
            "date_modified": stat.mtime_ms // 1000,
            "relative_path": f"{inside}/" if inside else "/",
            "bucket_id": str(_java_hash(folder.lower())),
            "bucket_display_name": bucket,
            "primary_directory": parts[0] if parts else None,
            "secondary_directory": parts[1] if len(parts) > 1 else None,
            "volume_name": "external_primary",
            "is_download": int(parts[:1] == ["Download"]),
            "width": found.width or None,
            "height": found.height or None,
            "resolution": f"{found.width}\u00d7{found.height}" if found.width else None,
            "duration": found.duration_ms or None,
            "bitrate": found.bitrate or None,
            "orientation": found.orientation if kind in ("image", "video") else None,
            "datetaken": self._taken_ms(found.taken),
        }
        for name_, tag in (
            ("composer", found.composer),
            ("album_artist", found.album_artist),
            ("genre", found.genre),
            ("year", found.year),
        ):
            values[name_] = tag
        if kind in ("audio", "video"):
            values["artist"] = found.artist or UNKNOWN
            values["album"] = found.album or bucket or "0"
        if kind == "audio":
            values |= _of_audio(found, values["artist"], values["album"], folder)
        return values

    def _taken_ms(self, taken: str) -> int | None:
        try:
            moment = dt.datetime.strptime(taken, "%Y:%m:%d %H:%M:%S")
            return int(moment.replace(tzinfo=self._clock.zone()).timestamp()) * 1000
        except (ValueError, OverflowError):
            return None


def _of_audio(found: MediaMetadata, artist: str, album: str, folder: str) -> dict[str, Any]:
    below = f"{folder.lower()}/"
    purposes = {column: int(f"/{word}/" in below) for column, word in _PURPOSES.items()}
    whose = found.album_artist or (artist if artist != UNKNOWN else folder)
    values: dict[str, Any] = {
        "track": found.track,
        "title_key": None,
        "artist_id": _key_id("artist", artist),
        "album_id": _key_id("album", f"{album}\n{whose}"),
        "genre_id": None if found.genre is None else _key_id("genre", found.genre),
        "is_music": int(not any(purposes.values()) or "/music/" in below),
        **purposes,
    }
    return values


def _differs(before: MediaFile, path: str, stat: Stat, kind: MediaType) -> bool:
    return (before.path, before.size, before.date_modified, before.metadata.media_type) != (
        path,
        stat.size,
        stat.mtime_ms // 1000,
        kind,
    )


def _from_row(row: tuple[Any, ...]) -> MediaFile:
    """Make a file from a row of `_READ`; cells may hold anything, as adb can write to them."""
    (number, path, name, size, added, modified, mime, media, *tags) = row
    (title, artist, album, album_artist, composer, genre, track, year, *rest) = tags
    (duration, width, height, bitrate, orientation, *where) = rest
    (album_id, artist_id, bucket_id, bucket, taken, music, download) = where
    metadata = MediaMetadata(
        str(mime or "application/octet-stream"),
        _KINDS.get(_whole(media), "none"),
        title=_text(title),
        artist=_text(artist),
        album=_text(album),
        album_artist=_text(album_artist),
        composer=_text(composer),
        genre=_text(genre),
        track=None if track is None else _whole(track),
        year=None if year is None else _whole(year),
        duration_ms=_whole(duration),
        width=_whole(width),
        height=_whole(height),
        bitrate=_whole(bitrate),
        orientation=_whole(orientation),
    )
    path = str(path or "")
    return MediaFile(
        int(number),
        path,
        str(name or posixpath.basename(path)),
        _whole(size),
        _whole(added),
        _whole(modified),
        metadata,
        None if album_id is None else _whole(album_id),
        None if artist_id is None else _whole(artist_id),
        str(bucket_id or ""),
        str(bucket or ""),
        None if taken is None else _whole(taken),
        _whole(music) != 0,
        _whole(download) != 0,
    )


def _text(cell: Any) -> str | None:
    return None if cell is None else str(cell)


def _whole(cell: Any) -> int:
    return cell if isinstance(cell, int) else 0


def _hidden(path: str) -> bool:
    """Return whether MediaStore ignores a path: in an app's own folder, or hidden by a dot."""
    return "/." in path or any(f"{path}/".startswith(f"{folder}/") for folder in _PRIVATE)


def _outermost(paths: Map[str, bool]) -> list[str]:
    """Return the paths sorted, without those that lie below another."""
    kept: list[str] = []
    for path in sorted(paths, key=lambda path: path.rstrip("/") + "/"):
        if not kept or not path.startswith(f"{kept[-1]}/"):
            kept.append(path)
    return kept


def _java_hash(text: str) -> int:
    """Return what Java's ``String.hashCode`` returns."""
    units = text.encode("utf-16-be", "surrogatepass")
    value = 0
    for at in range(0, len(units), 2):
        value = (31 * value + (units[at] << 8 | units[at + 1])) & 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value


def _key_id(kind: str, text: str) -> int:
    """Return a non-negative 63-bit id for an artist, album or genre, ignoring case."""
    digest = hashlib.blake2b(f"{kind}\n{text.casefold().strip()}".encode(), digest_size=8)
    return int.from_bytes(digest.digest(), "big") >> 1

"""The device's side of adb's file transfer (``sync:``): requests in, replies out.

Versions 1 and 2 of each request are supported. Replies are sent in pieces of nearly a frame, as
smaller ones would each wait for an acknowledgement. The next piece is made when the host has taken
the last, and incoming content takes up space on the phone as it comes, so a transfer holds no more
than its file.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from android_gym.errors import FileError, SimulatorError
from android_gym.simulator.system.uploads import Upload

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.system.files import Files
    from android_gym.simulator.system.inodes import Stat

__all__ = ["SyncService"]

_CHUNK: Final = 64 << 10
_MAX_PATH: Final = 4096 + 16  # may be followed by ",33188"
_MAX_LINK: Final = 4096
_PIECE: Final = 15 * _CHUNK
"""Bytes of one reply piece: with their headers they fit a frame of 1 MiB."""

_FILE_TYPES: Final = {"file": 0o100000, "dir": 0o040000, "link": 0o120000, "char": 0o020000}
_LINK, _DIRECTORY, _TYPE = 0o120000, 0o040000, 0o170000

Parser: TypeAlias = Generator[int | bytes, bytes, Any]
"""Yields the number of bytes it needs, and is sent them; or yields bytes of a reply."""


class _Failed(Exception):
    """A request that can't be served; its message goes to the host."""


class SyncService:
    """One ``sync:`` stream.

    Args:
        phone: The phone whose files are transferred.
        uid: User id: 0 for root, 2000 for shell.
        reply: Called with bytes for the host.
        has_room: Returns whether the host has taken enough of the replies to send more; see
            `resume`.
    """

    def __init__(
        self,
        phone: Phone,
        uid: int,
        reply: Callable[[bytes], None],
        has_room: Callable[[], bool] = lambda: True,
    ) -> None:
        self._phone = phone
        self._files = phone.system.files.as_user(uid)
        self._reply = reply
        self._has_room = has_room
        self._buffer = bytearray()
        self._parser = self._serve()
        self._wanted: int | bytes = next(self._parser)

    @property
    def is_sending(self) -> bool:
        """Return whether a reply is waiting for room; the host's next requests have to wait."""
        return isinstance(self._wanted, bytes)

    def receive(self, data: bytes) -> bool:
        """Process bytes from the host; return whether more are expected.

        Raises:
            SimulatorError: If they are not a valid request; close the stream.
        """
        self._buffer += data
        return self.resume()

    def resume(self) -> bool:
        """Continue after waiting for room for replies; return whether more bytes are expected.

        Raises:
            SimulatorError: As `receive`.
        """
        buffer = self._buffer
        position = 0
        try:
            while True:
                if isinstance(self._wanted, bytes):
                    if not self._has_room():
                        break
                    self._reply(self._wanted)
                    self._wanted = self._parser.send(b"")
                    continue
                if len(buffer) - position < self._wanted:
                    break
                piece = bytes(memoryview(buffer)[position : position + self._wanted])
                position += self._wanted
                self._wanted = self._parser.send(piece)
        except StopIteration:
            self._wanted = 8  # placeholder: the stream is closed
            return False
        finally:
            del buffer[:position]
        return True

    def close(self) -> None:
        """End the stream, discarding incomplete files."""
        self._parser.close()
        self._buffer.clear()

    def _serve(self) -> Parser:
        while True:
            name, length = _header((yield 8))
            if name == b"QUIT":
                return
            handler = _HANDLERS.get(name)
            if handler is None:
                self._fail(f"unknown command {int.from_bytes(name, 'little'):08x}")
                raise SimulatorError(f"adb's sync has no request {name!r}.")
            if length > _MAX_PATH:
                self._fail("path too long")
                raise SimulatorError(f"A path of {length} bytes came over adb's sync.")
            path = (yield length).decode("utf-8", "surrogateescape")
            if not path.startswith("/"):
                path = f"/{path}"  # adbd's working directory is the root
            try:
                yield from handler(self, path)
            except _Failed as error:
                self._fail(str(error))

    def _fail(self, message: str) -> None:
        text = message.encode("utf-8", "surrogateescape")
        self._reply(struct.pack("<4sI", b"FAIL", len(text)) + text)

    # --- looking ---------------------------------------------------------------------------------

    def _stat_v1(self, path: str) -> Parser:
        stat = self._stat(path, follow=False)
        values = (0, 0, 0) if isinstance(stat, FileError) else _short(stat)
        self._reply(struct.pack("<4s3I", b"STAT", *values))
        yield from ()

    def _stat_v2(self, path: str) -> Parser:
        self._reply(b"STA2" + _long(self._stat(path, follow=True)))
        yield from ()

    def _lstat_v2(self, path: str) -> Parser:
        self._reply(b"LST2" + _long(self._stat(path, follow=False)))
        yield from ()

    def _list_v1(self, path: str) -> Parser:
        done = struct.pack("<4s4I", b"DONE", 0, 0, 0, 0)
        yield from self._list(path, lambda stat: struct.pack("<4s3I", b"DENT", *_short(stat)), done)

    def _list_v2(self, path: str) -> Parser:
        yield from self._list(
            path, lambda stat: b"DNT2" + _long(stat), b"DONE" + bytes(_LONG.size + 4)
        )

    def _list(self, path: str, entry: Callable[[Stat], bytes], done: bytes) -> Parser:
        out = bytearray()
        for name, stat in self._entries(path):
            out += entry(stat) + struct.pack("<I", len(name)) + name
            if len(out) >= _PIECE:
                yield bytes(out)
                out.clear()
        yield bytes(out) + done

    def _stat(self, path: str, follow: bool) -> Stat | FileError:
        try:
            return self._files.stat(path) if follow else self._files.lstat(path)
        except FileError as error:
            return error

    def _entries(self, path: str) -> Iterator[tuple[bytes, Stat]]:
        folder = path.rstrip("/") or "/"
        try:
            names = self._files.listdir(folder)
        except FileError:
            return
        base = "" if folder == "/" else folder
        for name in (".", "..", *names):
            stat = self._stat(f"{base}/{name}", follow=False)
            if not isinstance(stat, FileError):  # otherwise it was removed meanwhile
                yield name.encode("utf-8", "surrogateescape"), stat

    # --- reading and writing ---------------------------------------------------------------------

    def _receive_v1(self, path: str) -> Parser:
        yield from self._send_file(path)

    def _receive_v2(self, path: str) -> Parser:
        name, flags = _header((yield 8))
        if name != b"RCV2" or flags:
            raise _Failed(f"unsupported flags {flags:#x}")
        yield from self._send_file(path)

    def _send_file(self, path: str) -> Parser:
        try:
            data = self._files.read(path)
        except FileError as error:
            raise _Failed(f"open failed: {error.strerror}") from error
        content = memoryview(data)
        place = 0
        with _Reading(self._files, path, data) as reading:
            while place + _PIECE < len(data):
                yield _data_messages(content[place : place + _PIECE])
                place += _PIECE
                reading.check()
            yield _data_messages(content[place:]) + struct.pack("<4sI", b"DONE", 0)

    def _write_v1(self, spec: str) -> Parser:
        path, _, mode = spec.rpartition(",")
        if not path or not mode.isdecimal():
            yield from self._take_content(None, "missing , in ID_SEND_V1")
        else:
            yield from self._take_file(path, int(mode))

    def _write_v2(self, path: str) -> Parser:
        name, mode, flags = struct.unpack("<4s2I", (yield 12))
        if name != b"SND2" or flags:
            yield from self._take_content(None, f"unsupported flags {flags:#x}")
        else:
            yield from self._take_file(path, mode)

    def _take_file(self, path: str, mode: int) -> Parser:
        is_link = mode & _TYPE == _LINK
        refused = ""
        try:
            self._check_place(path)
            if not is_link:
                self._make_way(path)
        except _Failed as error:
            refused = str(error)
        except FileError as error:
            refused = f"couldn't create file: {error.strerror}"
        with Upload(self._files, path) as upload:
            seconds = yield from self._take_content(upload, refused, _MAX_LINK if is_link else None)
            if seconds is None:
                return
            content = upload.take()
        try:
            if is_link:
                self._link(path, content.rstrip(b"\0").decode("utf-8", "surrogateescape"))
            else:
                mode = mode & 0o777 or 0o644
                self._phone.push(
                    path, content, mode=mode, mtime_ms=seconds * 1000, files=self._files
                )
        except FileError as error:
            raise _Failed(f"couldn't create file: {error.strerror}") from error
        yield struct.pack("<4sI", b"OKAY", 0)

    def _make_way(self, path: str) -> None:
        """Remove the file that is about to be sent again, as adbd does, and free its space."""
        if self._files.is_dir(path):
            raise _Failed("couldn't create file: Is a directory")
        if self._files.is_file(path):
            self._files.remove(path)

    def _take_content(
        self, upload: Upload | None, refused: str = "", most: int | None = None
    ) -> Generator[int | bytes, bytes, int | None]:
        """Receive a file's content.

        An error is reported at once. The host may be in the middle of sending, so the rest of the
        file is received too, and discarded.

        Args:
            upload: Collects the content; None to discard it.
            refused: Why the file can't be stored; empty if it can.
            most: Maximum bytes of the content.

        Returns:
            The file's time in seconds since 1970; None if it could not be stored.
        """
        if refused:
            self._fail(refused)
        while True:
            name, length = _header((yield 8))
            if name == b"DONE":
                return None if refused else length
            if name != b"DATA" or length > _CHUNK:
                self._fail("invalid data message")
                raise SimulatorError(f"adb's sync got {name!r} of {length} bytes in a file.")
            piece = yield length
            if refused or upload is None:
                continue
            try:
                if most is not None and upload.size + length > most:
                    raise _Failed("write failed: File name too long")
                upload.write(piece)
            except FileError as error:
                refused = f"write failed: {error.strerror}"
            except _Failed as error:
                refused = str(error)
            if refused:
                upload.drop()
                self._fail(refused)

    def _link(self, path: str, target: str) -> None:
        folder = path.rpartition("/")[0]
        if folder and not self._files.exists(folder):
            self._files.mkdir(folder, parents=True)
        try:
            self._files.remove(path)
        except FileError:
            pass
        self._files.symlink(target, path)

    def _check_place(self, path: str) -> None:
        """Raise an error if the user may not write to the file or nearest existing directory."""
        place = path
        while place and not self._files.exists(place):
            place = place.rpartition("/")[0]
        self._files.check(place or "/", "w")


class _Reading:
    """A file's content being sent. If the file is removed meanwhile, its space stays taken."""

    def __init__(self, files: Files, path: str, data: bytes) -> None:
        self._files = files
        self._path = path
        self._data = data
        self._ino, _ = files.identify(path)
        self._taken = 0

    def check(self) -> None:
        """Reserve space for the content if its file is gone.

        Raises:
            _Failed: If there is no space.
        """
        if self._taken or self._ino is None:
            return
        if self._files.content_of(self._ino) is self._data:
            return
        try:
            self._files.take_room(len(self._data), self._path)
        except FileError as error:
            raise _Failed(f"read failed: {error.strerror}") from error
        self._taken = len(self._data)

    def __enter__(self) -> _Reading:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.give_room(self._taken)
        self._taken = 0


def _header(data: bytes) -> tuple[bytes, int]:
    name, length = struct.unpack("<4sI", data)
    return name, length


def _data_messages(content: memoryview) -> bytes:
    pieces: list[bytes | memoryview] = []
    for start in range(0, len(content), _CHUNK):
        piece = content[start : start + _CHUNK]
        pieces += struct.pack("<4sI", b"DATA", len(piece)), piece
    return b"".join(pieces)


_LONG: Final = struct.Struct("<IQQIIIIQqqq")


def _mode(stat: Stat) -> int:
    return _FILE_TYPES[stat.kind] | stat.mode


def _short(stat: Stat) -> tuple[int, int, int]:
    return _mode(stat), min(stat.size, 0xFFFFFFFF), min(stat.mtime_ms // 1000, 0xFFFFFFFF)


def _long(stat: Stat | FileError) -> bytes:
    if isinstance(stat, FileError):
        return _LONG.pack(stat.errno, *([0] * 10))
    return _LONG.pack(
        0, stat.device, stat.ino, _mode(stat), stat.nlink, stat.uid, stat.gid, stat.size,
        stat.atime_ms // 1000, stat.mtime_ms // 1000, stat.ctime_ms // 1000,
    )  # fmt: skip


_HANDLERS: Final = {
    b"STAT": SyncService._stat_v1,
    b"STA2": SyncService._stat_v2,
    b"LST2": SyncService._lstat_v2,
    b"LIST": SyncService._list_v1,
    b"LIS2": SyncService._list_v2,
    b"RECV": SyncService._receive_v1,
    b"RCV2": SyncService._receive_v2,
    b"SEND": SyncService._write_v1,
    b"SND2": SyncService._write_v2,
}

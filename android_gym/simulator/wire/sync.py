"""adb's file transfer (``sync:``), the device's side: requests in, replies out.

Versions 1 and 2 of each request. The replies to a request come as one piece: small ones would each
wait for an acknowledgement.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from android_gym.errors import FileError, SimulatorError

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone
    from android_gym.simulator.system.files import Stat

__all__ = ["SyncService"]

_CHUNK: Final = 64 << 10
_MAX_PATH: Final = 4096 + 16  # ",33188" comes after it

_FILE_TYPES: Final = {"file": 0o100000, "dir": 0o040000, "link": 0o120000, "char": 0o020000}
_LINK, _DIRECTORY, _TYPE = 0o120000, 0o040000, 0o170000

Parser: TypeAlias = Generator[int, bytes, Any]
"""Yields how many bytes it needs, and is sent them."""


class _Failed(Exception):
    """The request can't be served; its message goes to the host."""


class SyncService:
    """One ``sync:`` stream.

    Args:
        phone: Whose files these are.
        uid: Who asks: 0 root, 2000 shell.
        reply: Takes bytes for the host.
    """

    def __init__(self, phone: Phone, uid: int, reply: Callable[[bytes], None]) -> None:
        self._phone = phone
        self._files = phone.system.files
        self._uid = uid
        self._reply = reply
        self._buffer = bytearray()
        self._parser = self._serve()
        self._wanted = next(self._parser)

    def receive(self, data: bytes) -> bool:
        """Takes bytes from the host; returns whether more are expected.

        Raises:
            SimulatorError: If they make no request; close the stream.
        """
        self._buffer += data
        buffer = self._buffer
        position = 0
        try:
            while len(buffer) - position >= self._wanted:
                piece = bytes(memoryview(buffer)[position : position + self._wanted])
                position += self._wanted
                self._wanted = self._parser.send(piece)
        except StopIteration:
            return False
        finally:
            del buffer[:position]
        return True

    def _serve(self) -> Parser:
        while True:
            name, length = struct.unpack("<4sI", (yield 8))
            if name == b"QUIT":
                return
            handler = _HANDLERS.get(name)
            if handler is None:
                self._fail(f"unknown command {name!r}")
                raise SimulatorError(f"adb's sync has no request {name!r}.")
            if length > _MAX_PATH:
                self._fail("path too long")
                raise SimulatorError(f"A path of {length} bytes came over adb's sync.")
            path = (yield length).decode("utf-8", "surrogateescape")
            if not path.startswith("/"):
                path = f"/{path}"  # adbd runs in the root
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
        out = bytearray()
        for name, stat in self._entries(path):
            out += struct.pack("<4s4I", b"DENT", *_short(stat), len(name)) + name
        self._reply(bytes(out) + struct.pack("<4s4I", b"DONE", 0, 0, 0, 0))
        yield from ()

    def _list_v2(self, path: str) -> Parser:
        out = bytearray()
        for name, stat in self._entries(path):
            out += b"DNT2" + _long(stat) + struct.pack("<I", len(name)) + name
        self._reply(bytes(out) + b"DONE" + bytes(_LONG.size + 4))
        yield from ()

    def _stat(self, path: str, follow: bool) -> Stat | FileError:
        try:
            return self._files.stat(path) if follow else self._files.lstat(path)
        except FileError as error:
            return error

    def _entries(self, path: str) -> Iterator[tuple[bytes, Stat]]:
        folder = path.rstrip("/") or "/"
        try:
            self._demand(folder, "r")
            names = self._files.listdir(folder)
        except (FileError, _Failed):
            return
        base = "" if folder == "/" else folder
        for name in (".", "..", *names):
            yield name.encode("utf-8", "surrogateescape"), self._files.lstat(f"{base}/{name}")

    # --- reading and writing ---------------------------------------------------------------------

    def _receive_v1(self, path: str) -> Parser:
        self._send_file(path)
        yield from ()

    def _receive_v2(self, path: str) -> Parser:
        name, flags = struct.unpack("<4sI", (yield 8))
        if name != b"RCV2" or flags:
            raise _Failed(f"unsupported flags {flags:#x}")
        self._send_file(path)

    def _send_file(self, path: str) -> None:
        try:
            self._demand(path, "r")
            data = self._files.read(path)
        except FileError as error:
            raise _Failed(f"open failed: {error.strerror}") from error
        out = bytearray()
        for start in range(0, len(data), _CHUNK):
            piece = data[start : start + _CHUNK]
            out += struct.pack("<4sI", b"DATA", len(piece)) + piece
        self._reply(bytes(out) + struct.pack("<4sI", b"DONE", 0))

    def _write_v1(self, spec: str) -> Parser:
        path, _, mode = spec.rpartition(",")
        if not path or not mode.isdecimal():
            yield from self._take_content()
            raise _Failed("missing , in ID_SEND_V1")
        yield from self._take_file(path, int(mode))

    def _write_v2(self, path: str) -> Parser:
        name, mode, flags = struct.unpack("<4s2I", (yield 12))
        if name != b"SND2" or flags:
            yield from self._take_content()
            raise _Failed(f"unsupported flags {flags:#x}")
        yield from self._take_file(path, mode)

    def _take_file(self, path: str, mode: int) -> Parser:
        # All is taken before anything is said, as a host that is still sending reads no answer.
        content, seconds = yield from self._take_content()
        try:
            self._demand_place(path)
            if mode & _TYPE == _LINK:
                self._link(path, content.rstrip(b"\0").decode("utf-8", "surrogateescape"))
            else:
                if self._files.is_dir(path):
                    raise _Failed("couldn't create file: Is a directory")
                self._phone.push(path, content, mode=mode & 0o777 or 0o644, mtime_ms=seconds * 1000)
        except FileError as error:
            raise _Failed(f"couldn't create file: {error.strerror}") from error
        self._reply(struct.pack("<4sI", b"OKAY", 0))

    def _take_content(self) -> Parser:
        pieces: list[bytes] = []
        while True:
            name, length = struct.unpack("<4sI", (yield 8))
            if name == b"DONE":
                return b"".join(pieces), length
            if name != b"DATA" or length > _CHUNK:
                self._fail("invalid data message")
                raise SimulatorError(f"adb's sync got {name!r} of {length} bytes in a file.")
            pieces.append((yield length))

    def _link(self, path: str, target: str) -> None:
        folder = path.rpartition("/")[0]
        if folder and not self._files.exists(folder):
            self._files.mkdir(folder, parents=True)
        try:
            self._files.remove(path)
        except FileError:
            pass
        self._files.symlink(target, path)

    def _demand(self, path: str, want: str) -> None:
        if self._uid and not self._files.may(path, self._uid, want):
            raise _Failed("open failed: Permission denied")

    def _demand_place(self, path: str) -> None:
        """Refuses where this user may not write: the file, or the nearest folder there is."""
        place = path
        while place and not self._files.exists(place):
            place = place.rpartition("/")[0]
        self._demand(place or "/", "w")


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

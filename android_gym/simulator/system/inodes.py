"""Inodes, the tree that holds them, and path errors."""

from __future__ import annotations

import errno as codes
import functools
import hashlib
import posixpath
from typing import Any, Final, NamedTuple

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.system import users

__all__ = [
    "DATA",
    "MAX_PATH",
    "MOST_DIGESTED",
    "PROC",
    "READ_ONLY",
    "ROOT",
    "SHARED",
    "TMPFS",
    "Inode",
    "Place",
    "Stat",
    "Tree",
    "allows",
    "digest",
    "encode",
    "file_error",
    "key_in",
    "last_part",
    "linked",
    "parts_of",
    "restat",
    "shared_mode",
    "unlinked",
    "vacant",
]


_MAX_NAME: Final = 255  # bytes
MAX_PATH: Final = 4096  # bytes, with the closing NUL
# Volumes, which are also the device numbers reported by stat(2).
ROOT, DATA, SHARED, TMPFS, PROC = range(1, 6)
READ_ONLY: Final = frozenset({ROOT, PROC})
_STRERROR: Final = {
    codes.EACCES: "Permission denied",
    codes.EBUSY: "Device or resource busy",
    codes.EEXIST: "File exists",
    codes.EINVAL: "Invalid argument",
    codes.EISDIR: "Is a directory",
    codes.ELOOP: "Too many symbolic links encountered",
    codes.ENAMETOOLONG: "File name too long",
    codes.ENOENT: "No such file or directory",
    codes.ENOSPC: "No space left on device",
    codes.ENOTDIR: "Not a directory",
    codes.ENOTEMPTY: "Directory not empty",
    codes.EPERM: "Operation not permitted",
    codes.EROFS: "Read-only file system",
}


def file_error(errno: int, path: str) -> FileError:
    """Return a `FileError` for `errno` and `path`, worded as in bionic."""
    return FileError(errno, _STRERROR[errno], path)


class Stat(NamedTuple):
    """Result of stat(2).

    Attributes:
        kind: ``file``, ``dir``, ``link`` or ``char`` (a character device such as ``/dev/null``).
        mode: Permission bits, 0 to 0o7777.
        uid: Owner; see `users.user_name`.
        gid: Group.
        size: Bytes; a directory's is 4096, a link's the length of its target.
        mtime_ms: Last change of the content, in milliseconds since 1970.
        atime_ms: When it was created, or what `Files.utime` set.
        ctime_ms: Last change of anything.
        ino: Number of the inode. It stays when a file is renamed or written, and is another one
            when a file is replaced.
        nlink: 1, or 2 plus the number of sub-directories.
        device: Number of the volume.
        target: Where a link leads; empty for others.
        label: SELinux label that was set; empty for that of its path.
    """

    kind: str
    mode: int
    uid: int
    gid: int
    size: int
    mtime_ms: int
    atime_ms: int
    ctime_ms: int
    ino: int
    nlink: int
    device: int
    target: str = ""
    label: str = ""


class Inode(NamedTuple):
    """An inode: its status, and a file's content or a directory's entries."""

    stat: Stat
    data: bytes = b""
    entries: Map[str, tuple[str, int]] | None = None  # by key, see `key_in`


class Tree(NamedTuple):
    """All inodes by number."""

    inodes: Map[int, Inode]
    next_ino: int
    used: int
    binds: Map[int, str]  # inodes of directories with two paths -> the canonical path


class Place(NamedTuple):
    """The place a path leads to: a directory, a name in it, and its inode (None if it is free)."""

    parent: Inode
    name: str
    inode: Inode | None
    path: str  # canonical


MOST_DIGESTED: Final = 2**20
"""Bytes of a content up to which its `digest` is cheap enough to tell whether it is as it was."""


@functools.lru_cache(maxsize=32)
def digest(content: bytes) -> bytes:
    """Return the SHA-256 of a content, which is often asked for again."""
    return hashlib.sha256(content).digest()


def encode(text: str) -> bytes:
    """Return the bytes that a text was decoded from."""
    return text.encode("utf-8", "surrogateescape")


def parts_of(path: str) -> list[str]:
    """Return the components of a path in reverse order."""
    if "\0" in path:
        raise file_error(codes.EINVAL, path)
    if not path.startswith("/"):
        raise file_error(codes.ENOENT, path)
    parts = path.split("/")
    if len(path) > MAX_PATH // 4 and len(encode(path)) >= MAX_PATH:
        raise file_error(codes.ENAMETOOLONG, path)
    parts.reverse()
    return parts


def vacant(parent: Inode, parent_path: str, name: str, on_the_way: bool, path: str) -> Place:
    """Return the place of a missing name, if something could be created there."""
    if len(name) > _MAX_NAME // 4 and len(encode(name)) > _MAX_NAME:
        raise file_error(codes.ENAMETOOLONG, path)
    if on_the_way:
        raise file_error(codes.ENOENT, path)
    return Place(parent, name, None, f"{parent_path}/{name}")


def last_part(path: str) -> str:
    """Return the last component of a path."""
    return posixpath.basename(path.rstrip("/"))


def _fold(name: str) -> str:
    return name.lower() if name.isascii() else name.casefold()


def shared_mode(kind: str) -> int:
    """Return the mode of every file or directory in shared storage."""
    return 0o770 if kind == "dir" else 0o660


def restat(inode: Inode, **attributes: Any) -> Inode:
    """Return an inode with changed attributes."""
    return inode._replace(stat=inode.stat._replace(**attributes))


def key_in(parent: Inode, name: str) -> str:
    """Return the key of a name in a directory: case-folded on case-insensitive volumes."""
    return _fold(name) if parent.stat.device == SHARED else name


def linked(parent: Inode, name: str, child: Inode, now: int) -> Inode:
    """Return the directory with a child added."""
    assert parent.entries is not None
    entries = parent.entries.set(key_in(parent, name), (name, child.stat.ino))
    nlink = parent.stat.nlink + (child.entries is not None)
    return restat(parent, nlink=nlink, mtime_ms=now, ctime_ms=now)._replace(entries=entries)


def unlinked(parent: Inode, name: str, child: Inode, now: int) -> Inode:
    """Return the directory with a child removed."""
    assert parent.entries is not None
    entries = parent.entries.delete(key_in(parent, name))
    nlink = parent.stat.nlink - (child.entries is not None)
    return restat(parent, nlink=nlink, mtime_ms=now, ctime_ms=now)._replace(entries=entries)


def allows(stat: Stat, uid: int, want: str) -> bool:
    """Return whether a user may read (``r``), write (``w``) or execute (``x``) an inode itself."""
    if stat.device == SHARED:
        return want != "x" or stat.kind == "dir"
    if uid == users.ROOT:
        return want != "x" or stat.kind == "dir" or bool(stat.mode & 0o111)
    shift = 6 if stat.uid == uid else 3 if stat.gid in users.groups_of(uid) else 0
    return bool(stat.mode >> shift & {"r": 4, "w": 2, "x": 1}[want])

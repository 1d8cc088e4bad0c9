"""The phone's files: one persistent tree of inodes, with Android's paths, owners and errors.

An inode is an immutable record under its number; a directory's record maps names to numbers. A
change replaces a few records in a persistent map, so a snapshot of every file on the phone is one
reference, and renaming a folder or taking a copy moves no content.

Three things are Android's rather than POSIX's:

- ``/sdcard``, ``/storage/emulated/0`` and ``/data/media/0`` lead to the same inode; below it, names
  are case-insensitive and case-preserving, owners and modes are fixed (``chmod`` succeeds and does
  nothing), and the group is ``media_rw``. ``/data/user/0`` and ``/data/data`` are one inode too.
- ``/data`` is mounted ``noatime``: reading doesn't move a file's atime, and writing doesn't either.
- ``/system`` and its like are read-only.

Nobody's permission is checked here: the caller is the phone itself. `Files.may` answers what a user
could do. No path of the phone leads to the host.
"""

from __future__ import annotations

import errno as codes
import functools
import posixpath
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any, Final, NamedTuple, Protocol

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.state import State
from android_gym.simulator.system import users
from android_gym.simulator.system.clock import START_MS, Clock

__all__ = [
    "BUILD_PROP",
    "CAPACITY_BYTES",
    "MAX_INODES",
    "Files",
    "LiveContent",
    "Space",
    "Stat",
    "file_error",
]

CAPACITY_BYTES: Final = 7_934_000_000
"""Size of the data partition, shared storage included."""

_USED_BYTES: Final = 3_094_000_000  # by what a fresh phone has on it and this tree does not hold
MAX_INODES: Final = 484_800
"""Files, directories and links that the data partition has room for."""
_USED_INODES: Final = 6_000  # of the same
_MAX_NAME: Final = 255  # bytes
_MAX_PATH: Final = 4096  # bytes, with the closing NUL
_MAX_LINKS: Final = 40
_LONG_PATH: Final = 256  # characters
_MAX_KNOWN: Final = 4096
_IMAGE_MS: Final = 1_230_768_000_000  # 2009-01-01, the time of every file in a system image

# Volumes, which are also the device numbers that stat(2) shows.
_ROOT, _DATA, _SHARED, _TMPFS, _PROC = range(1, 6)
_READ_ONLY: Final = frozenset({_ROOT, _PROC})
_MOUNTS: Final = ("/data/data", "/data/media/0", "/data/user/0", "/storage/emulated/0")

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
    """Return the error `errno` about `path`, in bionic's words."""
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


class Space(NamedTuple):
    """Room on the data partition.

    Attributes:
        total: Bytes.
        used: Bytes, with what uploads under way have taken.
        free: Bytes.
        free_inodes: Files and directories that can still be made, of `MAX_INODES`.
    """

    total: int
    used: int
    free: int
    free_inodes: int


class LiveContent(Protocol):
    """Content that is kept elsewhere while in use, such as that of an open database."""

    def flush(self) -> None:
        """Called before the content or the size of the file is looked at."""

    def overwritten(self) -> None:
        """Called after somebody else has written to the file."""

    def removed(self, content: bytes) -> None:
        """Called, after `flush`, when the last name of the file has gone."""


class _Inode(NamedTuple):
    stat: Stat
    data: bytes = b""
    entries: Map[str, tuple[str, int]] | None = None  # key, which is folded where case is not told
    # apart -> (name, ino)


class _Tree(NamedTuple):
    inodes: Map[int, _Inode]
    next_ino: int
    used: int
    binds: Map[int, str]  # directories with two paths -> the canonical one


class _Place(NamedTuple):
    """Destination of a path: a directory, a name in it, and what is there (None: nothing)."""

    parent: _Inode
    name: str
    inode: _Inode | None
    path: str  # canonical


class Files:
    """Every file of the phone. Paths are absolute; text is UTF-8; times are milliseconds."""

    def __init__(self, state: State, clock: Clock) -> None:
        self._state = state
        self._clock = clock
        self._tree = state.slot("files", _initial_tree())
        self._live: dict[int, LiveContent] = {}
        self._listeners: list[tuple[str, Callable[[str], None]]] = []
        # Inodes of directories by path, as long as nothing is removed or moved.
        self._known: dict[str, tuple[int, str, tuple[str, ...]]] = {}
        # Directories in long paths that were walked along: the shell charges for them. A path
        # that is known costs the same, so that a phone's past makes no difference.
        self.ticks = 0
        self._known_in: _Tree | None = None
        self._incoming = 0

    # Looking

    def stat(self, path: str) -> Stat:
        """Return what is at `path`, links followed.

        Raises:
            FileError: If it can't be reached.
        """
        return self._get(path).stat

    def lstat(self, path: str) -> Stat:
        """Return what is at `path`; a link itself rather than what it leads to."""
        return self._get(path, follow=False).stat

    def exists(self, path: str) -> bool:
        """Return whether `path` leads to anything, links followed."""
        return self._kind(path) is not None

    def is_dir(self, path: str) -> bool:
        """Return whether `path` leads to a directory."""
        return self._kind(path) == "dir"

    def is_file(self, path: str) -> bool:
        """Return whether `path` leads to a regular file."""
        return self._kind(path) == "file"

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        inode = self._get(path)
        if inode.entries is not None:
            raise file_error(codes.EISDIR, path)
        return inode.data

    def read_text(self, path: str) -> str:
        """Return the content of a file as text; bytes that are not UTF-8 become U+FFFD."""
        return self.read(path).decode("utf-8", "replace")

    def readlink(self, path: str) -> str:
        """Return where a link leads.

        Raises:
            FileError: EINVAL if it is no link.
        """
        stat = self.lstat(path)
        if stat.kind != "link":
            raise file_error(codes.EINVAL, path)
        return stat.target

    def resolve(self, path: str) -> str:
        """Return the canonical path of something that exists or could be created.

        There are no links in it, names are spelt as stored, and of two paths to one tree it is the
        one that apps see: ``/storage/emulated/0`` and ``/data/data``.
        """
        return self._find(path).path

    def listdir(self, path: str) -> list[str]:
        """Return the names in a directory, sorted by code point."""
        return sorted(name for name, _ in self._entries(path).values())

    def names(self, path: str) -> Map[str, tuple[str, int]]:
        """Return an unchangeable mapping that is another object once any name has changed.

        To tell in no time whether a directory has other entries than before; `listdir` says which.
        """
        return self._entries(path)

    def scandir(self, path: str) -> list[tuple[str, Stat]]:
        """Return names and `lstat`s of what is in a directory, sorted by name."""
        return sorted(self.stats(path).items(), key=itemgetter(0))

    def stats(self, path: str) -> dict[str, Stat]:
        """Return the `lstat`s of what is in a directory by name, in no order.

        What has not changed is the same object as before.
        """
        entries = self._entries(path).values()
        if self._state.observing:
            # A file that is written in its place leaves the directory itself as it was.
            self._state.depend(f"inside:{self._find(path).path}")
        if self._live:
            for _, ino in entries:
                if ino in self._live:
                    self._live[ino].flush()
        inodes = self._tree.peek().inodes
        return {name: inodes[ino].stat for name, ino in entries}

    def walk(self, path: str) -> Iterator[tuple[str, Stat]]:
        """Yield `path` and all below it: parents before children, names sorted, links unfollowed.

        Paths begin with `path` as it was given. What is removed on the way is not descended into.
        """
        pending = [(path, self._get(path, follow=False).stat.ino)]
        while pending:
            path, ino = pending.pop()
            if self._state.observing:
                self._state.depend(f"file:{ino}")
            inode = self._tree.peek().inodes.get(ino)
            if inode is None:
                continue
            yield path, self._fresh(inode).stat
            inode = self._tree.peek().inodes.get(ino)
            if inode is not None and inode.entries:
                base = path if path.endswith("/") else f"{path}/"
                children = sorted(inode.entries.values(), reverse=True)
                pending.extend((base + name, child) for name, child in children)

    def usage(self, path: str) -> int:
        """Return the sum of the sizes of all files at and below `path`, in bytes."""
        return sum(stat.size for _, stat in self.walk(path) if stat.kind == "file")

    def space(self) -> Space:
        """Return how full the data partition is."""
        tree = self._tree.peek()
        used = _USED_BYTES + tree.used + self._incoming
        free_inodes = MAX_INODES - _USED_INODES - len(tree.inodes)
        return Space(CAPACITY_BYTES, used, max(0, CAPACITY_BYTES - used), max(0, free_inodes))

    def may(self, path: str, uid: int, want: str) -> bool:
        """Return whether user `uid` may read (``r``), write (``w``) or execute (``x``) `path`.

        Directories on the way must let the user through. An app is in the group of its own uid and,
        like the shell, reaches shared storage.
        """
        if uid == users.ROOT:
            return True
        place = self._find(path)
        inode = place.inode
        target = place.parent if inode is None else inode
        on_the_way = place.path
        while on_the_way != "/":
            on_the_way = posixpath.dirname(on_the_way)
            if not _allows(self._get(on_the_way).stat, uid, "x"):
                return False
        return _allows(target.stat, uid, want)

    # Changing

    def write(
        self,
        path: str,
        data: bytes,
        *,
        mode: int = 0o660,
        owner: int | None = None,
        group: int | None = None,
        mtime_ms: int | None = None,
        append: bool = False,
    ) -> None:
        """Write a file, creating it where needed. A file that exists stays the same inode.

        Args:
            path: Where; links are followed.
            data: The content.
            mode: Permission bits of a new file.
            owner: User id of a new file; None: that of its directory.
            group: Group id of a new file; None: `owner`'s own, or that of the directory.
            mtime_ms: Time of the change; None: now.
            append: Whether to add to what is there.

        Raises:
            FileError: If it can't be written there (ENOENT, ENOTDIR, EISDIR, EROFS, ENOSPC,
                ENAMETOOLONG, ELOOP).
        """
        if path.endswith("/"):
            self._existing(path.rstrip("/").rpartition("/")[0] + "/")
            raise file_error(codes.EISDIR, path)
        place = self._find(path)
        inode = place.inode
        if inode is None:
            self._create(place, path, "file", mode, owner, group, bytes(data), mtime_ms=mtime_ms)
            return
        if inode.entries is not None:
            raise file_error(codes.EISDIR, path)
        if inode.stat.kind == "char":
            return
        self._check_writable(inode, path)
        content = self._fresh(inode).data + data if append else bytes(data)
        self._replace_content(inode, content, mtime_ms, path)
        live = self._live.get(inode.stat.ino)
        if live is not None:
            live.overwritten()
        self._notify(place.path)

    def write_text(self, path: str, text: str, *, mode: int = 0o660) -> None:
        """Write text as UTF-8; otherwise as `write`."""
        self.write(path, text.encode(), mode=mode)

    def mkdir(
        self,
        path: str,
        parents: bool = False,
        mode: int = 0o771,
        *,
        owner: int | None = None,
        group: int | None = None,
    ) -> None:
        """Create a directory.

        Args:
            path: Where.
            parents: Whether to create what is missing on the way, and to accept one that exists.
            mode: Its permission bits.
            owner: Its user id; None: that of the directory around it.
            group: Its group id; None: `owner`'s own, or that of the directory around it.

        Raises:
            FileError: EEXIST if something is there, or as `write`.
        """
        if parents:
            if self.is_dir(path):
                return
            missing = []
            head = posixpath.dirname(path.rstrip("/"))
            while head not in ("", "/") and not self.exists(head):
                missing.append(head)
                head = posixpath.dirname(head)
            for head in reversed(missing):
                self.mkdir(head, mode=mode, owner=owner, group=group)
        place = self._named(path, codes.EEXIST, codes.EEXIST)
        if place.inode is not None:
            raise file_error(codes.EEXIST, path)
        self._create(place, path, "dir", mode, owner, group, b"")

    def symlink(self, target: str, path: str, *, owner: int | None = None) -> None:
        """Create a link at `path` that leads to `target`."""
        place = self._named(path, codes.EEXIST, codes.EEXIST)
        if place.inode is not None:
            raise file_error(codes.EEXIST, path)
        if path.endswith("/"):
            raise file_error(codes.ENOENT, path)
        if place.parent.stat.device == _SHARED:
            raise file_error(codes.EPERM, path)
        self._create(place, path, "link", 0o777, owner, None, b"", target=target)

    def hard_link(self, source: str, path: str) -> None:
        """Give a file a second name; a copy, for the tree has one name for each file.

        Raises:
            FileError: EPERM in the shared storage, which has no links.
        """
        place = self._named(path, codes.EEXIST, codes.EEXIST)
        if place.inode is not None:
            raise file_error(codes.EEXIST, path)
        if place.parent.stat.device == _SHARED:
            raise file_error(codes.EPERM, path)
        self.copy(source, path, preserve=True)

    def remove(self, path: str) -> None:
        """Remove a file or a link.

        Raises:
            FileError: EISDIR if it is a directory.
        """
        place = self._named(path, codes.EISDIR, codes.EISDIR)
        if place.inode is None:
            raise file_error(codes.ENOENT, path)
        if place.inode.entries is not None:
            raise file_error(codes.EISDIR, path)
        if path.endswith("/"):
            raise file_error(codes.ENOTDIR, path)
        self._unlink(place, path)

    def rmdir(self, path: str) -> None:
        """Remove an empty directory."""
        place = self._named(path, codes.EINVAL, codes.ENOTEMPTY)
        if place.inode is None:
            raise file_error(codes.ENOENT, path)
        if place.inode.entries is None:
            raise file_error(codes.ENOTDIR, path)
        if place.inode.entries:
            raise file_error(codes.ENOTEMPTY, path)
        self._unlink(place, path)

    def rmtree(self, path: str) -> None:
        """Remove what is at `path` and everything below it; links are not followed."""
        place = self._existing(path, follow=False)
        self._unlink(place, path)

    def rename(self, source: str, destination: str) -> None:
        """Move a file or directory. A file or an empty directory that is there is replaced.

        Between volumes it is copied and removed, as ``mv`` does.

        Raises:
            FileError: As rename(2).
        """
        old = self._named(source, codes.EBUSY, codes.EBUSY)
        new = self._named(destination, codes.EBUSY, codes.EBUSY)
        moved, there = old.inode, new.inode
        if moved is None:
            raise file_error(codes.ENOENT, source)
        if moved.entries is None and (source.endswith("/") or destination.endswith("/")):
            raise file_error(codes.ENOTDIR, source)
        if f"{new.path}/".startswith(f"{old.path}/") and new.path != old.path:
            raise file_error(codes.EINVAL, destination)
        self._check_movable(old, source)
        self._check_writable(new.parent, destination)
        name = _last(destination)
        if there is not None and there.stat.ino == moved.stat.ino:
            if name == old.name:
                return
            there = None  # the same file in other capitals
        if there is not None:
            if f"{old.path}/".startswith(f"{new.path}/"):
                raise file_error(codes.ENOTEMPTY, destination)
            if moved.entries is not None and there.entries is None:
                raise file_error(codes.ENOTDIR, destination)
            if moved.entries is None and there.entries is not None:
                raise file_error(codes.EISDIR, destination)
            if there.entries:
                raise file_error(codes.ENOTEMPTY, destination)
            self._unlink(new, destination)
        old, new = (self._find(path.rstrip("/"), follow=False) for path in (source, destination))
        if moved.stat.device != new.parent.stat.device:
            self._copy(moved, destination.rstrip("/"), preserve=True)
            self._unlink(self._find(source.rstrip("/"), follow=False), source)
        else:
            self._relink(old, moved, new, name)

    def copy(self, source: str, destination: str, *, preserve: bool = False) -> None:
        """Copy a file, or a directory with all that is in it, to a path where nothing is.

        Args:
            source: What; a link is copied as a link.
            destination: Where to.
            preserve: Whether owners, modes and times are kept.

        Raises:
            FileError: EEXIST if something is there, or as `write`.
        """
        inode = self._get(source, follow=False)
        place = self._find(destination.rstrip("/") or "/", follow=False)
        if place.inode is not None:
            raise file_error(codes.EEXIST, destination)
        if f"{place.path}/".startswith(f"{self._find(source, follow=False).path}/"):
            raise file_error(codes.EINVAL, destination)
        self._copy(inode, destination.rstrip("/"), preserve)

    def chmod(self, path: str, mode: int) -> None:
        """Set permission bits; on shared storage it succeeds and do nothing."""
        self._set_attributes(self._existing(path), path, mode=mode & 0o7777)

    def chown(self, path: str, owner: int, group: int | None = None) -> None:
        """Set owner and group (None: leave it); on shared storage it does nothing."""
        place = self._existing(path)
        assert place.inode is not None
        group = place.inode.stat.gid if group is None else group
        self._set_attributes(place, path, uid=owner, gid=group)

    def utime(self, path: str, mtime_ms: int, atime_ms: int | None = None) -> None:
        """Set the time of the last change, and that of access (None: the same)."""
        place = self._existing(path)
        assert place.inode is not None
        self._check_writable(place.inode, path)
        atime_ms = mtime_ms if atime_ms is None else atime_ms
        inode = self._fresh(place.inode)
        self._commit(
            {
                inode.stat.ino: _restat(
                    inode, mtime_ms=mtime_ms, atime_ms=atime_ms, ctime_ms=self._now()
                )
            }
        )
        self._notify(place.path)

    def listen(self, prefix: str, listener: Callable[[str], None]) -> None:
        """Have `listener` called with the canonical path of whatever changes at or below `prefix`.

        It is called after each creation, write, move (once for each of the two paths), removal and
        change of times; for a directory once, not for what is below it. Not called on restore.

        Args:
            prefix: A canonical directory.
            listener: Has to look itself at what is there now.
        """
        self._listeners.append((prefix.rstrip("/"), listener))

    # For content that is on its way in

    def take_room(self, count: int, path: str) -> None:
        """Take room for content that has arrived and is no file yet; see `uploads.Upload`.

        Args:
            count: Bytes.
            path: What it will be.

        Raises:
            FileError: ENOSPC if there is no such room.
        """
        self._check_room(count, path)
        self._incoming += count

    def give_room(self, count: int) -> None:
        """Give back what `take_room` took: the content is a file now, or was dropped."""
        self._incoming -= count

    # For services whose files are kept elsewhere while in use

    def identify(self, path: str) -> tuple[int | None, str]:
        """Return the inode number of a file (None: no such file) and its canonical path."""
        place = self._find(path)
        return (None if place.inode is None else place.inode.stat.ino), place.path

    def attach(self, ino: int, live: LiveContent) -> None:
        """Make `live` the keeper of a file's content."""
        self._live[ino] = live

    def detach(self, ino: int) -> None:
        """Make the file an ordinary one again."""
        self._live.pop(ino, None)

    def content_of(self, ino: int) -> bytes | None:
        """Return the stored content of an inode, not asking its keeper; None if it has gone."""
        inode = self._tree.peek().inodes.get(ino)
        return None if inode is None else inode.data

    def store_content_of(self, ino: int, data: bytes, mtime_ms: int) -> None:
        """Store an inode's content for its keeper, who has told of the change already."""
        tree = self._tree.peek()
        inode = tree.inodes[ino]
        used = tree.used + len(data) - inode.stat.size
        inode = _restat(inode, size=len(data), mtime_ms=mtime_ms, ctime_ms=mtime_ms)
        inodes = tree.inodes.set(ino, inode._replace(data=data))
        self._tree.set_quietly(tree._replace(inodes=inodes, used=used))

    def changed(self, ino: int) -> None:
        """Note for its keeper that a file's content is another one now."""
        self._state.touch(f"file:{ino}")

    # Finding

    def _find(self, path: str, follow: bool = True) -> _Place:
        """Walk along `path`. Its last part may be missing; nothing else may."""
        tree = self._tree.peek()
        if len(path) > _LONG_PATH:
            self.ticks += path.count("/")
        return self._find_fast(tree, path, follow) or self._find_slowly(tree, path, follow)

    def _find_slowly(self, tree: _Tree, path: str, follow: bool) -> _Place:
        """Walk along each part of a path, and note where its directory leads."""
        pending = _parts(path)
        inodes, binds = tree.inodes, tree.binds
        passed: list[str] = []  # what this depends on
        folder = path.rpartition("/")[0] if self._known_in is tree else None
        root = inodes[1]
        above: list[tuple[_Inode, str]] = []  # the directories passed, with their paths
        here, here_path = root, ""
        links = 0
        while pending:
            part = pending.pop()
            entries = here.entries
            if entries is None:
                raise file_error(codes.ENOTDIR, path)
            if part in ("", ".", ".."):
                if part == ".." and above:
                    here, here_path = above.pop()
                continue
            self._state.depend(key := f"file:{here.stat.ino}")
            passed.append(key)
            if folder is not None and not pending:
                self._known[folder], folder = (here.stat.ino, here_path, tuple(passed)), None
            entry = entries.get(_key(here, part))
            if entry is None:
                return _vacant(here, here_path, part, any(pending), path)
            name, ino = entry
            child = inodes[ino]
            if child.stat.kind == "link" and (follow or pending):
                links += 1
                if links > _MAX_LINKS:
                    raise file_error(codes.ELOOP, path)
                pending.extend(reversed(child.stat.target.split("/")))
                if child.stat.target.startswith("/"):
                    above.clear()
                    here, here_path = root, ""
                continue
            above.append((here, here_path))
            here, here_path = child, binds.get(ino) or f"{here_path}/{name}"
        self._state.depend(f"file:{here.stat.ino}")
        parent = above[-1][0] if above else root
        return _Place(parent, here_path.rpartition("/")[2], here, here_path or "/")

    def _find_fast(self, tree: _Tree, path: str, follow: bool) -> _Place | None:
        """Do the same where the directory is known and its entry is plain; else None."""
        if tree is not self._known_in or len(self._known) > _MAX_KNOWN:
            self._known.clear()
            self._known_in = tree
            return None
        folder, _, part = path.rpartition("/")
        known = self._known.get(folder)
        if known is None or path[0] != "/" or part in ("", ".", "..") or "\0" in part:
            return None
        if len(path) >= (_MAX_PATH if path.isascii() else _MAX_PATH // 4):
            return None
        here, here_path, passed = tree.inodes[known[0]], known[1], known[2]
        assert here.entries is not None
        entry = here.entries.get(_key(here, part))
        child = None if entry is None else tree.inodes[entry[1]]
        if follow and child is not None and child.stat.kind == "link":
            return None
        if self._state.observing:
            for key in passed:
                self._state.depend(key)
            if child is not None:
                self._state.depend(f"file:{child.stat.ino}")
        if entry is None or child is None:
            return _vacant(here, here_path, part, False, path)
        name, ino = entry
        child_path = tree.binds.get(ino) or f"{here_path}/{name}"
        return _Place(here, child_path.rpartition("/")[2], child, child_path)

    def _named(self, path: str, if_dot: int, if_dots: int) -> _Place:
        """Find what is to be made, removed or renamed; a link itself, also before a slash."""
        path = path.rstrip("/") or "/"
        name = _last(path)
        if name in (".", ".."):
            self._existing(path[: -len(name)])
            raise file_error(if_dot if name == "." else if_dots, path)
        return self._find(path, follow=False)

    def _existing(self, path: str, follow: bool = True) -> _Place:
        place = self._find(path, follow)
        if place.inode is None:
            raise file_error(codes.ENOENT, path)
        return place

    def _get(self, path: str, follow: bool = True) -> _Inode:
        inode = self._find(path, follow).inode
        if inode is None:
            raise file_error(codes.ENOENT, path)
        return self._fresh(inode)

    def _fresh(self, inode: _Inode) -> _Inode:
        """Return the inode as it is once whoever keeps its content has stored it."""
        if self._live and (live := self._live.get(inode.stat.ino)) is not None:
            live.flush()
            return self._tree.peek().inodes[inode.stat.ino]
        return inode

    def _kind(self, path: str, follow: bool = True) -> str | None:
        try:
            inode = self._find(path, follow).inode
        except FileError:
            return None
        return None if inode is None else inode.stat.kind

    def _entries(self, path: str) -> Map[str, tuple[str, int]]:
        inode = self._get(path)
        if inode.entries is None:
            raise file_error(codes.ENOTDIR, path)
        return inode.entries

    # Changing, underneath

    def _now(self) -> int:
        return self._clock.now_ms()

    def _commit(
        self,
        changes: dict[int, _Inode | None],
        next_ino: int | None = None,
        used: int = 0,
        *,
        keeps_paths: bool = True,
    ) -> None:
        """Replace (None: remove) inodes, and tell who has read them.

        Args:
            changes: The new inodes by number.
            next_ino: Number of the next inode; None: as before.
            used: Bytes more than before.
            keeps_paths: Whether all paths of directories lead where they did.
        """
        tree = self._tree.peek()
        with tree.inodes.mutate() as inodes:
            for ino, inode in changes.items():
                if inode is None:
                    del inodes[ino]
                else:
                    inodes[ino] = inode
            new = tree._replace(
                inodes=inodes.finish(),
                next_ino=tree.next_ino if next_ino is None else next_ino,
                used=tree.used + used,
            )
        self._tree.set_quietly(new)
        if self._known_in is tree and keeps_paths:
            self._known_in = new
        for ino in changes:
            self._state.touch(f"file:{ino}")

    def _notify(self, path: str) -> None:
        self._state.touch(f"inside:{posixpath.dirname(path)}")
        for prefix, listener in self._listeners:
            if path.startswith(prefix) and path[len(prefix) : len(prefix) + 1] in ("", "/"):
                listener(path)

    def _check_writable(self, inode: _Inode, path: str) -> None:
        if inode.stat.device in _READ_ONLY:
            raise file_error(codes.EROFS, path)

    def _check_movable(self, place: _Place, path: str) -> None:
        """Refuse to take away mount points and what is on a read-only volume."""
        assert place.inode is not None
        if any(f"{mount}/".startswith(place.path.rstrip("/") + "/") for mount in _MOUNTS):
            raise file_error(codes.EBUSY, path)
        self._check_writable(place.parent, path)

    def _check_room(self, more: int, path: str) -> None:
        used = _USED_BYTES + self._tree.peek().used + self._incoming
        if more > 0 and used + more > CAPACITY_BYTES:
            raise file_error(codes.ENOSPC, path)

    def _create(
        self,
        place: _Place,
        path: str,
        kind: str,
        mode: int,
        owner: int | None,
        group: int | None,
        data: bytes,
        *,
        mtime_ms: int | None = None,
        target: str = "",
    ) -> None:
        """Make a new inode at a place where there is none."""
        parent = place.parent
        self._check_writable(parent, path)
        self._check_room(len(data), path)
        if len(self._tree.peek().inodes) >= MAX_INODES - _USED_INODES:
            raise file_error(codes.ENOSPC, path)
        now = self._now()
        device = parent.stat.device
        gid = group if group is not None else parent.stat.gid if owner is None else owner
        uid = parent.stat.uid if owner is None else owner
        if device == _SHARED:
            mode, gid = _shared_mode(kind), users.MEDIA_RW
        ino = self._tree.peek().next_ino
        size = 4096 if kind == "dir" else len(_encode(target)) if kind == "link" else len(data)
        when = now if mtime_ms is None else mtime_ms
        stat = Stat(kind, mode & 0o7777, uid, gid, size, when, when, now, ino, 1, device, target)
        if kind == "dir":
            stat = stat._replace(nlink=2)
        inode = _Inode(stat, data, Map() if kind == "dir" else None)
        self._commit(
            {parent.stat.ino: _linked(parent, place.name, inode, now), ino: inode},
            next_ino=ino + 1,
            used=len(data),
        )
        self._notify(place.path)

    def _replace_content(self, inode: _Inode, data: bytes, mtime_ms: int | None, path: str) -> None:
        more = len(data) - inode.stat.size
        self._check_room(more, path)
        now = self._now()
        new = _restat(
            inode, size=len(data), mtime_ms=now if mtime_ms is None else mtime_ms, ctime_ms=now
        )
        self._commit({inode.stat.ino: new._replace(data=data)}, used=more)

    def _set_attributes(self, place: _Place, path: str, **attributes: int) -> None:
        inode = place.inode
        assert inode is not None
        self._check_writable(inode, path)
        if inode.stat.device == _SHARED or inode.stat.kind == "char":
            return
        inode = self._fresh(inode)
        if any(getattr(inode.stat, name) != value for name, value in attributes.items()):
            self._commit({inode.stat.ino: _restat(inode, ctime_ms=self._now(), **attributes)})

    def _unlink(self, place: _Place, path: str) -> None:
        """Remove what is at a place, with all below it."""
        assert place.inode is not None
        self._check_movable(place, path)
        parent = place.parent
        doomed = list(self._below(place.inode))
        orphans: list[tuple[LiveContent, bytes]] = []
        for inode in doomed if self._live else ():
            live = self._live.get(inode.stat.ino)
            if live is not None:
                orphans.append((live, self._fresh(inode).data))
        freed = sum(inode.stat.size for inode in doomed if inode.stat.kind == "file")
        changes: dict[int, _Inode | None] = {inode.stat.ino: None for inode in doomed}
        changes[parent.stat.ino] = _unlinked(parent, place.name, place.inode, self._now())
        self._commit(changes, used=-freed, keeps_paths=place.inode.stat.kind == "file")
        for live, content in orphans:
            live.removed(content)
        self._notify(place.path)

    def _below(self, inode: _Inode) -> Iterator[_Inode]:
        inodes = self._tree.peek().inodes
        pending = [inode]
        while pending:
            inode = pending.pop()
            yield inode
            pending.extend(inodes[ino] for _, ino in (inode.entries or {}).values())

    def _relink(self, old: _Place, moved: _Inode, new: _Place, name: str) -> None:
        now = self._now()
        moved = _restat(self._fresh(moved), ctime_ms=now)
        inodes = self._tree.peek().inodes
        source = _unlinked(inodes[old.parent.stat.ino], old.name, moved, now)
        target = (
            source if old.parent.stat.ino == new.parent.stat.ino else inodes[new.parent.stat.ino]
        )
        target = _linked(target, name, moved, now)
        changes: dict[int, _Inode | None] = {source.stat.ino: source, moved.stat.ino: moved}
        changes[target.stat.ino] = target
        self._commit(changes, keeps_paths=moved.stat.kind == "file")
        self._notify(old.path)
        self._notify(posixpath.join(posixpath.dirname(new.path), name))

    def _copy(self, inode: _Inode, path: str, preserve: bool) -> None:
        made: list[tuple[str, Stat]] = []
        pending = [(inode, path)]
        while pending:
            inode, path = pending.pop()
            inode = self._fresh(inode)
            stat = inode.stat
            place = self._find(path, follow=False)
            kind = "file" if stat.kind == "char" else stat.kind
            if kind == "link" and place.parent.stat.device == _SHARED:
                raise file_error(codes.EPERM, path)
            owner, group = (stat.uid, stat.gid) if preserve else (None, None)
            self._create(place, path, kind, stat.mode, owner, group, inode.data, target=stat.target)
            made.append((path, stat))
            inodes = self._tree.peek().inodes
            children = sorted((inode.entries or {}).values(), reverse=True)
            pending.extend((inodes[ino], posixpath.join(path, name)) for name, ino in children)
        for path, stat in made if preserve else ():
            copy = self._get(path, follow=False)
            copy = _restat(copy, mtime_ms=stat.mtime_ms, atime_ms=stat.atime_ms)
            self._commit({copy.stat.ino: copy})


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _parts(path: str) -> list[str]:
    """Return the parts of a path, last first."""
    if "\0" in path:
        raise file_error(codes.EINVAL, path)
    if not path.startswith("/"):
        raise file_error(codes.ENOENT, path)
    parts = path.split("/")
    if len(path) > _MAX_PATH // 4 and len(_encode(path)) >= _MAX_PATH:
        raise file_error(codes.ENAMETOOLONG, path)
    parts.reverse()
    return parts


def _vacant(parent: _Inode, parent_path: str, name: str, on_the_way: bool, path: str) -> _Place:
    """Return the place of a name that is missing, if something could be created there."""
    if len(name) > _MAX_NAME // 4 and len(_encode(name)) > _MAX_NAME:
        raise file_error(codes.ENAMETOOLONG, path)
    if on_the_way:
        raise file_error(codes.ENOENT, path)
    return _Place(parent, name, None, f"{parent_path}/{name}")


def _last(path: str) -> str:
    return posixpath.basename(path.rstrip("/"))


def _fold(name: str) -> str:
    return name.lower() if name.isascii() else name.casefold()


def _shared_mode(kind: str) -> int:
    return 0o770 if kind == "dir" else 0o660


def _restat(inode: _Inode, **attributes: Any) -> _Inode:
    return inode._replace(stat=inode.stat._replace(**attributes))


def _key(parent: _Inode, name: str) -> str:
    return _fold(name) if parent.stat.device == _SHARED else name


def _linked(parent: _Inode, name: str, child: _Inode, now: int) -> _Inode:
    """Return the directory with a child more."""
    assert parent.entries is not None
    entries = parent.entries.set(_key(parent, name), (name, child.stat.ino))
    nlink = parent.stat.nlink + (child.entries is not None)
    return _restat(parent, nlink=nlink, mtime_ms=now, ctime_ms=now)._replace(entries=entries)


def _unlinked(parent: _Inode, name: str, child: _Inode, now: int) -> _Inode:
    """Return the directory with a child less."""
    assert parent.entries is not None
    entries = parent.entries.delete(_key(parent, name))
    nlink = parent.stat.nlink - (child.entries is not None)
    return _restat(parent, nlink=nlink, mtime_ms=now, ctime_ms=now)._replace(entries=entries)


def _allows(stat: Stat, uid: int, want: str) -> bool:
    if stat.device == _SHARED:
        return True
    shift = 6 if stat.uid == uid else 3 if stat.gid == uid else 0
    return bool(stat.mode >> shift & {"r": 4, "w": 2, "x": 1}[want])


# The tree of a fresh phone

BUILD_PROP: Final = {
    "ro.build.id": "TE1A.220922.034",
    "ro.build.display.id": "sdk_gphone64_x86_64-userdebug 13 TE1A.220922.034 10940250 dev-keys",
    "ro.build.version.incremental": "10940250",
    "ro.build.version.sdk": "33",
    "ro.build.version.codename": "REL",
    "ro.build.version.release": "13",
    "ro.build.version.security_patch": "2023-10-05",
    "ro.build.type": "userdebug",
    "ro.build.user": "android-build",
    "ro.build.tags": "dev-keys",
    "ro.build.flavor": "sdk_gphone64_x86_64-userdebug",
    "ro.build.characteristics": "emulator",
    "ro.build.fingerprint": (
        "google/sdk_gphone64_x86_64/emu64xa:13/TE1A.220922.034/10940250:userdebug/dev-keys"
    ),
    "ro.product.model": "sdk_gphone64_x86_64",
    "ro.product.brand": "google",
    "ro.product.name": "sdk_gphone64_x86_64",
    "ro.product.device": "emu64xa",
    "ro.product.manufacturer": "Google",
    "ro.product.board": "goldfish_x86_64",
    "ro.product.cpu.abi": "x86_64",
    "ro.product.cpu.abilist": "x86_64,arm64-v8a",
    "ro.product.locale": "en-US",
    "ro.hardware": "ranchu",
}
"""Build properties, as ``/system/build.prop`` has them."""

# (mode, owner, group, paths); what is not named is made by its first child: 0755 root root.
_DIRECTORIES: Final[tuple[tuple[int, str, str, str], ...]] = (
    (0o755, "root", "root", "/acct /apex /bootstrap-apex /debug_ramdisk /linkerconfig"),
    (0o755, "root", "root", "/odm /odm_dlkm /oem /postinstall /second_stage_resources"),
    (0o755, "root", "root", "/system_dlkm /system_ext /vendor /vendor_dlkm /product /config"),
    (0o755, "root", "root", "/data_mirror /metadata /mnt /sys /system/app /system/etc"),
    (0o755, "root", "root", "/system/fonts /system/framework /system/lib /system/lib64"),
    (0o755, "root", "root", "/system/media /system/priv-app /system/usr /system/etc/security"),
    (0o751, "root", "shell", "/system/bin /storage"),
    (0o700, "root", "root", "/lost+found"),
    (0o771, "system", "system", "/data /data/app /data/app-private /data/app-lib"),
    (0o771, "system", "system", "/data/app-asec /data/app-ephemeral /data/app-staging"),
    (0o771, "system", "system", "/data/data /data/system /data/user /data/user_de"),
    (0o771, "system", "system", "/data/user_de/0 /data/dalvik-cache /data/resource-cache"),
    (0o771, "system", "cache", "/data/cache /data/ota /data/ota_package"),
    (0o775, "system", "system", "/data/anr /data/tombstones /data/preloads"),
    (
        0o700,
        "root",
        "root",
        "/data/lost+found /data/adb /data/property /data/per_boot /data/unencrypted",
    ),
    (0o700, "system", "system", "/data/backup /data/misc_ce /data/misc_de /data/system_ce"),
    (0o700, "system", "system", "/data/system_de /data/vendor_ce /data/vendor_de"),
    (0o751, "root", "root", "/data/local"),
    (0o771, "shell", "shell", "/data/local/tmp"),
    (0o777, "shell", "shell", "/data/local/traces"),
    (0o770, "media_rw", "media_rw", "/data/media"),
    (0o770, "drm", "drm", "/data/drm /data/mediadrm"),
    (0o771, "system", "misc", "/data/misc /data/vendor /data/nfc"),
    (0o755, "root", "root", "/mnt/media_rw /mnt/user/0 /storage/self /storage/emulated"),
    (0o755, "root", "root", "/dev/pts /dev/block /dev/input"),
)
_SHARED_FOLDERS: Final = (
    "Alarms Android Audiobooks DCIM Documents Download Movies Music Notifications Pictures "
    "Podcasts Recordings Ringtones Android/data Android/media Android/obb"
)
_LINKS: Final = {
    "/bin": "/system/bin",
    "/bugreports": "/data/user_de/0/com.android.shell/files/bugreports",
    "/cache": "/data/cache",
    "/d": "/sys/kernel/debug",
    "/etc": "/system/etc",
    "/init": "/system/bin/init",
    "/mnt/sdcard": "/storage/self/primary",
    "/mnt/user/0/primary": "/storage/emulated/0",
    "/sdcard": "/storage/self/primary",
    "/storage/self/primary": "/storage/emulated/0",
    "/system/product": "/product",
    "/system/system_ext": "/system_ext",
    "/system/vendor": "/vendor",
}
_CONTENTS: Final = {
    "/system/build.prop": "".join(f"{name}={value}\n" for name, value in BUILD_PROP.items()),
    "/system/etc/hosts": "127.0.0.1       localhost\n::1             ip6-localhost\n",
    "/proc/cmdline": "androidboot.hardware=ranchu androidboot.qemu=1 loop.max_part=7\n",
    "/proc/cpuinfo": "".join(
        f"processor\t: {core}\nvendor_id\t: GenuineIntel\nmodel name\t: Android virtual processor\n"
        "cpu MHz\t\t: 2400.000\n\n"
        for core in range(4)
    ),
    "/proc/filesystems": "nodev\tproc\nnodev\ttmpfs\n\text4\nnodev\tfuse\n",
    "/proc/loadavg": "0.08 0.03 0.01 1/1042 5583\n",
    "/proc/meminfo": (
        "MemTotal:        2023516 kB\nMemFree:          412340 kB\nMemAvailable:    1043112 kB\n"
        "Buffers:            5412 kB\nCached:           702108 kB\nSwapTotal:       1517632 kB\n"
        "SwapFree:        1517632 kB\n"
    ),
    "/proc/mounts": (
        "/dev/block/dm-0 / ext4 ro,seclabel,relatime 0 0\n"
        "tmpfs /dev tmpfs rw,seclabel,nosuid,relatime,mode=755 0 0\n"
        "proc /proc proc rw,relatime,gid=3009,hidepid=invisible 0 0\n"
        "/dev/block/dm-5 /data ext4 rw,seclabel,nosuid,nodev,noatime 0 0\n"
        "/dev/fuse /storage/emulated fuse rw,lazytime,nosuid,nodev,noexec,noatime 0 0\n"
    ),
    "/proc/version": (
        "Linux version 5.15.41-android13-8-00055-g4f5025129fe8-ab8949913 "
        "(build-user@build-host) #1 SMP PREEMPT Mon Aug 15 18:33:14 UTC 2022\n"
    ),
}
_DEVICES: Final = "/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev/fuse"
_VOLUMES: Final = (
    ("/data/media/0", _SHARED),
    ("/data/", _DATA),
    ("/dev", _TMPFS),
    ("/mnt", _TMPFS),
    ("/storage", _TMPFS),
    ("/proc", _PROC),
    ("/sys/", _PROC),
)


@functools.cache
def _initial_tree() -> _Tree:
    return _TreeBuilder().build()


class _TreeBuilder:
    """Builds the first tree, whose volumes are read-only once it stands."""

    def __init__(self) -> None:
        self.inodes: dict[int, _Inode] = {}
        self.numbers: dict[str, int] = {}

    def build(self) -> _Tree:
        self.add("/", "dir", 0o755)
        for mode, owner, group, paths in _DIRECTORIES:
            for path in paths.split():
                self.add(path, "dir", mode, owner, group)
        self.add("/data/media/0", "dir", 0o770, "media_rw", "media_rw")
        for folder in _SHARED_FOLDERS.split():
            self.add(f"/data/media/0/{folder}", "dir", 0o770, "media_rw", "media_rw")
        for path, target in _LINKS.items():
            self.add(path, "link", 0o777, target=target)
        for path, text in _CONTENTS.items():
            self.add(
                path, "file", 0o444 if path.startswith("/proc/") else 0o644, data=text.encode()
            )
        for path in _DEVICES.split():
            self.add(path, "char", 0o666)
        self.link("/storage/emulated/0", self.numbers["/data/media/0"])
        self.link("/data/user/0", self.numbers["/data/data"])
        binds = {
            self.numbers["/data/media/0"]: "/storage/emulated/0",
            self.numbers["/data/data"]: "/data/data",
        }
        return _Tree(Map(self.inodes), len(self.inodes) + 1, 0, Map(binds))

    def add(
        self,
        path: str,
        kind: str,
        mode: int,
        owner: str = "root",
        group: str = "root",
        *,
        data: bytes = b"",
        target: str = "",
    ) -> None:
        parent = posixpath.dirname(path)
        assert path not in self.numbers, path
        if path != "/" and parent not in self.numbers:
            self.add(parent, "dir", 0o755)
        uid, gid = users.user_id(owner), users.user_id(group)
        assert uid is not None and gid is not None
        device = next(
            (number for prefix, number in _VOLUMES if f"{path}/".startswith(prefix)), _ROOT
        )
        when = START_MS if device in (_DATA, _SHARED) else _IMAGE_MS
        ino = len(self.inodes) + 1
        size = {"dir": 4096, "link": len(target)}.get(kind, len(data))
        nlink = 2 if kind == "dir" else 1
        stat = Stat(kind, mode, uid, gid, size, when, when, when, ino, nlink, device, target)
        self.inodes[ino] = _Inode(stat, data, Map() if kind == "dir" else None)
        self.numbers[path] = ino
        if path != "/":
            self.link(path, ino)

    def link(self, path: str, ino: int) -> None:
        number = self.numbers[posixpath.dirname(path)]
        parent = self.inodes[number]
        when = parent.stat.mtime_ms
        self.inodes[number] = _linked(parent, posixpath.basename(path), self.inodes[ino], when)

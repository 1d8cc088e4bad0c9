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

The system itself may do anything. `Files.as_user` gives the same files to a process of a user:
there the tree checks permissions, whatever the path and the call. No path of the phone leads to the
host.
"""

from __future__ import annotations

import copy
import errno as codes
import posixpath
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from operator import itemgetter

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.state import State
from android_gym.simulator.system.builds import ANDROID_13, Build
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.file_tree import (
    CAPACITY_BYTES,
    MAX_INODES,
    FileTree,
    LiveContent,
    Space,
)
from android_gym.simulator.system.inodes import SHARED, Stat, file_error, last_part, restat

__all__ = ["CAPACITY_BYTES", "MAX_INODES", "Files", "LiveContent"]


class Files:
    """Every file of the phone. Paths are absolute; text is UTF-8; times are milliseconds."""

    def __init__(self, state: State, clock: Clock, build: Build = ANDROID_13) -> None:
        self._state = state
        self._clock = clock
        self._tree = FileTree(state, clock, build)

    def as_user(self, uid: int) -> Files:
        """Return these files as a process of a user reaches them.

        Each call then needs the permissions that Linux asks for: to search every directory that is
        passed, links included; to read or write the file or the directory; to own what gets other
        attributes. What is created belongs to the user. Root may do everything, too, but also owns
        what it creates.

        Raises:
            FileError: By all methods that raise it: EACCES or EPERM.
        """
        files = copy.copy(self)
        files._tree = self._tree.as_user(uid)
        return files

    @property
    def ticks(self) -> int:
        """Directories walked in long paths; the shell charges work for them."""
        return self._tree.common.ticks

    # Looking

    def stat(self, path: str) -> Stat:
        """Return the status of `path`, following links.

        Raises:
            FileError: If it can't be reached.
        """
        return self._tree.get(path).stat

    def lstat(self, path: str) -> Stat:
        """Return the status of `path`, without following a link."""
        return self._tree.get(path, follow=False).stat

    def exists(self, path: str) -> bool:
        """Return whether `path` exists, following links."""
        return self._tree.kind(path) is not None

    def is_dir(self, path: str) -> bool:
        """Return whether `path` leads to a directory."""
        return self._tree.kind(path) == "dir"

    def is_file(self, path: str) -> bool:
        """Return whether `path` leads to a regular file."""
        return self._tree.kind(path) == "file"

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        inode = self._tree.get(path)
        if inode.entries is not None:
            raise file_error(codes.EISDIR, path)
        if self._tree.user:
            self._tree.check_access(inode, path, "r")
        return inode.data

    def read_text(self, path: str) -> str:
        """Return the content of a file as text; bytes that are not UTF-8 become U+FFFD."""
        return self.read(path).decode("utf-8", "replace")

    def readlink(self, path: str) -> str:
        """Return the target of a link.

        Raises:
            FileError: EINVAL if it is not a link.
        """
        stat = self.lstat(path)
        if stat.kind != "link":
            raise file_error(codes.EINVAL, path)
        return stat.target

    def resolve(self, path: str) -> str:
        """Return the canonical path of something that exists or could be created.

        It contains no links, spells names as stored, and of two paths to one tree it is the one
        that apps see: ``/storage/emulated/0`` and ``/data/data``.
        """
        return self._tree.find(path).path

    def listdir(self, path: str) -> list[str]:
        """Return the names in a directory, sorted by code point."""
        return sorted(name for name, _ in self._tree.entries(path).values())

    def names(self, path: str) -> Map[str, tuple[str, int]]:
        """Return an immutable mapping that is replaced by a new object whenever a name changes.

        It tells in constant time whether the directory's entries have changed; `listdir` returns
        them.
        """
        return self._tree.entries(path)

    def scandir(self, path: str) -> list[tuple[str, Stat]]:
        """Return the names in a directory with their `lstat`s, sorted by name."""
        return sorted(self.stats(path).items(), key=itemgetter(0))

    def stats(self, path: str) -> dict[str, Stat]:
        """Return the `lstat`s of a directory's entries by name, unordered.

        The `Stat` of an unchanged file is the same object as before.
        """
        entries = self._tree.entries(path).values()
        if self._state.observing:
            # Overwriting a file in place leaves the directory's own inode unchanged.
            self._state.depend(f"inside:{self._tree.find(path).path}")
        if self._tree.live:
            for _, ino in entries:
                if ino in self._tree.live:
                    self._tree.live[ino].flush()
        inodes = self._tree.current().inodes
        return {name: inodes[ino].stat for name, ino in entries}

    def walk(
        self, path: str, refused: Callable[[FileError], None] | None = None
    ) -> Iterator[tuple[str, Stat]]:
        """Yield `path` and all below it: parents before children, names sorted, links unfollowed.

        Paths begin with `path` as given. Directories removed during the walk are not descended
        into.

        Args:
            path: The path.
            refused: Called with the error of each directory that may not be listed; by default the
                error is raised.
        """
        pending = [(path, self._tree.get(path, follow=False).stat.ino)]
        while pending:
            path, ino = pending.pop()
            if self._state.observing:
                self._tree.depend(ino)
            inode = self._tree.current().inodes.get(ino)
            if inode is None:
                continue
            yield path, self._tree.fresh(inode).stat
            inode = self._tree.current().inodes.get(ino)
            if inode is None or inode.entries is None:
                continue
            try:
                self._tree.check_listable(inode, path)
            except FileError as error:
                if refused is None:
                    raise
                refused(error)
                continue
            base = path if path.endswith("/") else f"{path}/"
            children = sorted(inode.entries.values(), reverse=True)
            pending.extend((base + name, child) for name, child in children)

    def usage(self, path: str) -> int:
        """Return the total size of all files at and below `path`, in bytes."""
        return sum(stat.size for _, stat in self.walk(path) if stat.kind == "file")

    def space(self) -> Space:
        """Return how full the data partition is."""
        return self._tree.space()

    def check(self, path: str, want: str) -> None:
        """Raise an error unless the user may read (``r``), write (``w``) or execute (``x``) `path`.

        Of what does not exist, its directory is asked about.

        Raises:
            FileError: EACCES, EROFS, or that it can't be reached.
        """
        place = self._tree.find(path)
        self._tree.check_access(place.parent if place.inode is None else place.inode, path, want)

    def may(self, path: str, want: str) -> bool:
        """Return whether `check` raises no error."""
        try:
            self.check(path, want)
        except FileError:
            return False
        return True

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
        """Write a file, creating it if needed. An existing file keeps its inode.

        Args:
            path: Path of the file; links are followed.
            data: The content.
            mode: Permission bits of a new file.
            owner: User id of a new file; None for that of its directory.
            group: Group id of a new file; None for `owner`'s own, or that of the directory.
            mtime_ms: Modification time; None for now.
            append: Whether to append to the existing content.

        Raises:
            FileError: If it can't be written there (ENOENT, ENOTDIR, EISDIR, EROFS, ENOSPC,
                ENAMETOOLONG, ELOOP).
        """
        if path.endswith("/"):
            self._tree.existing(path.rstrip("/").rpartition("/")[0] + "/")
            raise file_error(codes.EISDIR, path)
        place = self._tree.find(path)
        inode = place.inode
        if inode is None:
            self._tree.create(
                place, path, "file", mode, owner, group, bytes(data), mtime_ms=mtime_ms
            )
            return
        if inode.entries is not None:
            raise file_error(codes.EISDIR, path)
        if inode.stat.kind == "char":
            return
        self._tree.check_access(inode, path, "w")
        content = self._tree.fresh(inode).data + data if append else bytes(data)
        self._tree.replace_content(inode, content, mtime_ms, path)
        live = self._tree.live.get(inode.stat.ino)
        if live is not None:
            live.overwritten()
        self._tree.notify(place.path)

    def write_text(self, path: str, text: str) -> None:
        """Write text as UTF-8; otherwise as `write`."""
        self.write(path, text.encode())

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
            path: Path of the directory.
            parents: Whether to create missing parents, and to accept an existing directory.
            mode: Its permission bits.
            owner: Its user id; None for that of its parent.
            group: Its group id; None for `owner`'s own, or that of its parent.

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
        place = self._tree.named(path, codes.EEXIST, codes.EEXIST)
        if place.inode is not None:
            raise file_error(codes.EEXIST, path)
        self._tree.create(place, path, "dir", mode, owner, group, b"")

    def symlink(self, target: str, path: str, *, owner: int | None = None) -> None:
        """Create a symbolic link at `path` to `target`."""
        place = self._tree.named(path, codes.EEXIST, codes.EEXIST)
        if place.inode is not None:
            raise file_error(codes.EEXIST, path)
        if path.endswith("/"):
            raise file_error(codes.ENOENT, path)
        if place.parent.stat.device == SHARED:
            raise file_error(codes.EPERM, path)
        self._tree.create(place, path, "link", 0o777, owner, None, b"", target=target)

    def hard_link(self, source: str, path: str) -> None:
        """Give a file a second name by copying it, as the tree has one name for each file.

        Raises:
            FileError: EPERM in shared storage, which does not support links, and for a directory.
        """
        place = self._tree.named(path, codes.EEXIST, codes.EEXIST)
        if place.inode is not None:
            raise file_error(codes.EEXIST, path)
        if place.parent.stat.device == SHARED or self.is_dir(source):
            raise file_error(codes.EPERM, path)
        self.copy(source, path, preserve=True)

    def remove(self, path: str) -> None:
        """Remove a file or a link.

        Raises:
            FileError: EISDIR if it is a directory.
        """
        place = self._tree.named(path, codes.EISDIR, codes.EISDIR)
        if place.inode is None:
            raise file_error(codes.ENOENT, path)
        if place.inode.entries is not None:
            raise file_error(codes.EISDIR, path)
        if path.endswith("/"):
            raise file_error(codes.ENOTDIR, path)
        self._tree.unlink(place, path)

    def rmdir(self, path: str) -> None:
        """Remove an empty directory."""
        place = self._tree.named(path, codes.EINVAL, codes.ENOTEMPTY)
        if place.inode is None:
            raise file_error(codes.ENOENT, path)
        if place.inode.entries is None:
            raise file_error(codes.ENOTDIR, path)
        if place.inode.entries:
            raise file_error(codes.ENOTEMPTY, path)
        self._tree.unlink(place, path)

    def rmtree(self, path: str) -> None:
        """Remove `path` and everything below it; links are not followed."""
        place = self._tree.existing(path, follow=False)
        self._tree.unlink(place, path)

    def rename(self, source: str, destination: str) -> None:
        """Move a file or directory, replacing a file or empty directory at the destination.

        If the names differ only in case, nothing happens, as on a phone's shared storage. Between
        volumes it is copied and removed, as ``mv`` does.

        Raises:
            FileError: As rename(2).
        """
        old = self._tree.named(source, codes.EBUSY, codes.EBUSY)
        new = self._tree.named(destination, codes.EBUSY, codes.EBUSY)
        moved, there = old.inode, new.inode
        if moved is None:
            raise file_error(codes.ENOENT, source)
        if moved.entries is None and (source.endswith("/") or destination.endswith("/")):
            raise file_error(codes.ENOTDIR, source)
        if f"{new.path}/".startswith(f"{old.path}/") and new.path != old.path:
            raise file_error(codes.EINVAL, destination)
        self._tree.check_movable(old, source)
        self._tree.check_access(new.parent, destination, "w")
        if moved.entries is not None and new.parent.stat.ino != old.parent.stat.ino:
            self._tree.check_access(moved, source, "w")  # its ".." changes
        name = last_part(destination)
        if there is not None and there.stat.ino == moved.stat.ino:
            return  # also if the case differs: Linux does nothing if both names are of one file
        if there is not None:
            if f"{old.path}/".startswith(f"{new.path}/"):
                raise file_error(codes.ENOTEMPTY, destination)
            if moved.entries is not None and there.entries is None:
                raise file_error(codes.ENOTDIR, destination)
            if moved.entries is None and there.entries is not None:
                raise file_error(codes.EISDIR, destination)
            if there.entries:
                raise file_error(codes.ENOTEMPTY, destination)
            self._tree.unlink(new, destination)
        old, new = (
            self._tree.find(path.rstrip("/"), follow=False) for path in (source, destination)
        )
        if moved.stat.device != new.parent.stat.device:
            self._tree.copy(moved, destination.rstrip("/"), preserve=True)
            self._tree.unlink(self._tree.find(source.rstrip("/"), follow=False), source)
        else:
            self._tree.relink(old, moved, new, name)

    def copy(self, source: str, destination: str, *, preserve: bool = False) -> None:
        """Copy a file, or a directory with its contents, to a path that does not exist.

        Args:
            source: Path of the source; a link is copied as a link.
            destination: Path of the copy.
            preserve: Whether owners, modes and times are kept.

        Raises:
            FileError: EEXIST if something is there, or as `write`.
        """
        inode = self._tree.get(source, follow=False)
        place = self._tree.find(destination.rstrip("/") or "/", follow=False)
        if place.inode is not None:
            raise file_error(codes.EEXIST, destination)
        if f"{place.path}/".startswith(f"{self._tree.find(source, follow=False).path}/"):
            raise file_error(codes.EINVAL, destination)
        self._tree.copy(inode, destination.rstrip("/"), preserve)

    def chmod(self, path: str, mode: int) -> None:
        """Set permission bits; on shared storage this does nothing."""
        self._tree.set_attributes(self._tree.existing(path), path, mode=mode & 0o7777)

    def chown(self, path: str, owner: int, group: int | None = None) -> None:
        """Set owner and group (None: unchanged); on shared storage this does nothing."""
        place = self._tree.existing(path)
        assert place.inode is not None
        before = place.inode.stat
        group = before.gid if group is None else group
        self._tree.check_mount(place.inode, path)
        if self._tree.user and (owner, group) != (before.uid, before.gid):
            raise file_error(codes.EPERM, path)  # only root gives files away
        self._tree.set_attributes(place, path, uid=owner, gid=group)

    def relabel(self, path: str, label: str) -> None:
        """Set the SELinux label; empty for the path's own. On shared storage this does nothing."""
        self._tree.set_attributes(self._tree.existing(path, follow=False), path, label=label)

    def utime(self, path: str, mtime_ms: int, atime_ms: int | None = None) -> None:
        """Set the modification time, and the access time (None: the same)."""
        place = self._tree.existing(path)
        assert place.inode is not None
        self._tree.check_mount(place.inode, path)
        if not self._tree.owns(place.inode):
            self._tree.check_access(place.inode, path, "w")
        atime_ms = mtime_ms if atime_ms is None else atime_ms
        inode = self._tree.fresh(place.inode)
        self._tree.commit(
            {
                inode.stat.ino: restat(
                    inode, mtime_ms=mtime_ms, atime_ms=atime_ms, ctime_ms=self._clock.now_ms()
                )
            }
        )
        self._tree.notify(place.path)

    def listen(self, prefix: str, listener: Callable[[str], None]) -> None:
        """Have `listener` called with the canonical path of each change at or below `prefix`.

        It is called after each creation, write, move (once for each of the two paths), removal and
        change of times; for a directory only once, not for its contents. Not called on restore.

        Args:
            prefix: A canonical directory.
            listener: The callback; it must look up the present state itself.
        """
        self._tree.listeners.append((prefix.rstrip("/"), listener))

    # For incoming content

    @contextmanager
    def remounted(self) -> Iterator[None]:
        """Let the system write to volumes that are read-only for everybody else."""
        before, self._tree.remounted = self._tree.remounted, True
        try:
            yield
        finally:
            self._tree.remounted = before

    def take_room(self, count: int, path: str) -> None:
        """Reserve space for content that is not in a file yet; see `uploads.Upload`.

        Args:
            count: Number of bytes.
            path: Path of the file to be.

        Raises:
            FileError: ENOSPC if there is not enough space.
        """
        self._tree.check_room(count, path)
        self._tree.common.incoming += count

    def give_room(self, count: int) -> None:
        """Release space from `take_room`: the content is in a file now, or was dropped."""
        self._tree.common.incoming -= count

    # For services that hold the content of their files while in use

    def identify(self, path: str) -> tuple[int | None, str]:
        """Return a file's inode number (None if it does not exist) and canonical path."""
        place = self._tree.find(path)
        return (None if place.inode is None else place.inode.stat.ino), place.path

    def attach(self, ino: int, live: LiveContent) -> None:
        """Let `live` hold a file's content."""
        self._tree.live[ino] = live

    def detach(self, ino: int) -> None:
        """Make the file an ordinary one again, whose content is stored here."""
        self._tree.live.pop(ino, None)

    def content_of(self, ino: int) -> bytes | None:
        """Return an inode's stored content, bypassing its holder; None if the inode is gone."""
        inode = self._tree.current().inodes.get(ino)
        return None if inode is None else inode.data

    def store_content_of(self, ino: int, data: bytes, mtime_ms: int) -> None:
        """Store an inode's content for its holder, which has already reported the change."""
        tree = self._tree.current()
        inode = tree.inodes[ino]
        used = tree.used + len(data) - inode.stat.size
        inode = restat(inode, size=len(data), mtime_ms=mtime_ms, ctime_ms=mtime_ms)
        inodes = tree.inodes.set(ino, inode._replace(data=data))
        self._tree.put_quietly(tree._replace(inodes=inodes, used=used))

    def append_moved(self, ino: int, data: bytes) -> None:
        """Append to a file that was moved while it was open; do nothing if it was removed."""
        inode = self._tree.current().inodes.get(ino)
        if inode is not None:
            content = self._tree.fresh(inode).data + data
            self._tree.replace_content(inode, content, None, "")
            if (live := self._tree.live.get(ino)) is not None:
                live.overwritten()

    def changed(self, ino: int) -> None:
        """Report, for its holder, that a file's content has changed."""
        self._state.touch(f"file:{ino}")

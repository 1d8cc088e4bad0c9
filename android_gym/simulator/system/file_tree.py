"""The tree of files: resolving paths, and replacing inodes."""

from __future__ import annotations

import copy
import errno as codes
import posixpath
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.state import State
from android_gym.simulator.system import users
from android_gym.simulator.system.builds import ANDROID_13, Build
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.initial_files import initial_tree
from android_gym.simulator.system.inodes import (
    MAX_PATH,
    MOST_DIGESTED,
    READ_ONLY,
    SHARED,
    Inode,
    Place,
    Stat,
    Tree,
    allows,
    digest,
    encode,
    file_error,
    key_in,
    last_part,
    linked,
    parts_of,
    restat,
    shared_mode,
    unlinked,
    vacant,
)

__all__ = [
    "CAPACITY_BYTES",
    "MAX_INODES",
    "FileTree",
    "LiveContent",
    "Space",
]

CAPACITY_BYTES: Final = 7_934_000_000
"""Size of the data partition, shared storage included."""

_USED_BYTES: Final = 3_094_000_000  # used on a fresh phone by files that this tree doesn't hold
MAX_INODES: Final = 484_800
"""Files, directories and links that the data partition has room for."""
_USED_INODES: Final = 6_000  # used by the same files
_MAX_LINKS: Final = 40
_LONG_PATH: Final = 256  # characters
_MAX_KNOWN: Final = 4096
_MOST_KEPT: Final = 65_536  # bytes of a file whose content is kept to be compared with later ones

_MOUNTS: Final = ("/data/data", "/data/media/0", "/data/user/0", "/storage/emulated/0")


class LiveContent(Protocol):
    """Content that is kept elsewhere while in use, such as that of an open database."""

    def flush(self) -> None:
        """Called before the content or the size of the file is read."""

    def overwritten(self) -> None:
        """Called after somebody else has written to the file."""

    def removed(self, content: bytes) -> None:
        """Called, after `flush`, when the last name of the file has been removed."""


@dataclass(slots=True)
class _Common:
    """Counts and caches that all users of a tree share.

    Attributes:
        ticks: Directories in long paths that were resolved. Cached paths count, too, so that a
            phone's past makes no difference.
        incoming: Bytes that have arrived but are not in a file yet.
        known: Cache of directories by path, valid as long as no directory is removed or moved:
            inode number, canonical path, and the inodes that the lookup depends on.
        known_in: The tree for which `known` is valid.
    """

    ticks: int = 0
    incoming: int = 0
    known: dict[str, tuple[int, str, tuple[int, ...]]] = field(default_factory=dict)
    known_in: Tree | None = None


class FileTree:
    """The tree of files, with the keepers of live content and the listeners for changes.

    Attributes:
        user: Whose permissions are checked, and who owns what is created; None for the system
            itself, which may do anything and creates files for the owner of their directory.
        common: What is shared by the trees of all users.
        live: Keeper of a file's content, by the file's inode number.
        listeners: Directories, and what to call for changes at or below them.
        remounted: Whether the system itself is writing to its read-only volumes.
    """

    def __init__(self, state: State, clock: Clock, build: Build = ANDROID_13) -> None:
        self._state = state
        self._clock = clock
        self._slot = state.slot("files", initial_tree(build))
        self.live: dict[int, LiveContent] = {}
        self.listeners: list[tuple[str, Callable[[str], None]]] = []
        self.user: int | None = None
        self.common = _Common()
        self.remounted = False

    def as_user(self, uid: int) -> FileTree:
        """Return the same tree for a user."""
        tree = copy.copy(self)
        tree.user, tree.remounted = uid, False
        return tree

    def current(self) -> Tree:
        """Return the current tree."""
        return self._slot.peek()

    def put_quietly(self, tree: Tree) -> None:
        """Replace the tree without notice: the caller touches what has changed."""
        self._slot.set_quietly(tree)

    def space(self) -> Space:
        """Return how full the data partition is."""
        tree = self.current()
        used = _USED_BYTES + tree.used + self.common.incoming
        free_inodes = MAX_INODES - _USED_INODES - len(tree.inodes)
        return Space(CAPACITY_BYTES, used, max(0, CAPACITY_BYTES - used), max(0, free_inodes))

    def depend(self, ino: int) -> None:
        """Depend on everything about an inode."""
        self._state.depend(f"file:{ino}", self._value, ino)

    def depend_on_names(self, ino: int) -> None:
        """Depend on a directory's entries, but not its times, or on a link's target."""
        self._state.depend(f"names:{ino}", self._names, ino)

    def depend_on_kind(self, ino: int) -> None:
        """Depend on an inode's kind alone."""
        self._state.depend(f"kind:{ino}", self._kind, ino)

    def _value(self, ino: int) -> Hashable:
        """Return an inode to compare, with the digest of a long content in its place.

        It is an object that equals no other if comparing isn't cheap, or if a keeper may not have
        stored the content yet.
        """
        inode = self.current().inodes.get(ino)
        if inode is not None and (ino in self.live or len(inode.data) > MOST_DIGESTED):
            return object()
        if inode is None or len(inode.data) <= _MOST_KEPT:
            return inode
        return inode._replace(data=digest(inode.data))

    def _names(self, ino: int) -> Hashable:
        """Return the entries of a directory, or the target of a link; None if there is no inode."""
        inode = self.current().inodes.get(ino)
        return None if inode is None else (inode.entries, inode.stat.target)

    def _kind(self, ino: int) -> str | None:
        """Return an inode's kind; None if there is no such inode."""
        inode = self.current().inodes.get(ino)
        return None if inode is None else inode.stat.kind

    # Finding

    def find(self, path: str, follow: bool = True, whole: bool = True) -> Place:
        """Resolve a path. Only its last part may be missing.

        Args:
            path: The path.
            follow: Whether to follow a link at its end.
            whole: Whether to depend on the whole inode, not only on its kind.
        """
        tree = self.current()
        if len(path) > _LONG_PATH:
            self.common.ticks += path.count("/")
        place = self._find_fast(tree, path, follow) or self._find_slowly(tree, path, follow)
        if place.inode is not None and self._state.observing:
            (self.depend if whole else self.depend_on_kind)(place.inode.stat.ino)
        return place

    def _find_slowly(self, tree: Tree, path: str, follow: bool) -> Place:
        """Resolve a path part by part, and cache its directory."""
        pending = parts_of(path)
        inodes, binds = tree.inodes, tree.binds
        passed: list[int] = []  # inodes that this depends on
        known = self.common.known if self.common.known_in is tree else None
        folder = None if known is None else path.rpartition("/")[0]
        root = inodes[1]
        above: list[tuple[Inode, str]] = []  # the directories passed, with their paths
        here, here_path = root, ""
        links = 0
        while pending:
            part = pending.pop()
            entries = here.entries
            if entries is None:
                raise file_error(codes.ENOTDIR, path)
            if part:
                passed.append(here.stat.ino)
                if self.user:
                    self.check_access(here, path, "x")
            if part in ("", ".", ".."):
                if part == ".." and above:
                    here, here_path = above.pop()
                continue
            self.depend_on_names(here.stat.ino)
            if known is not None and folder is not None and not pending:
                known[folder], folder = (here.stat.ino, here_path, tuple(passed)), None
            entry = entries.get(key_in(here, part))
            if entry is None:
                return vacant(here, here_path, part, any(pending), path)
            name, ino = entry
            child = inodes[ino]
            if child.stat.kind == "link" and (follow or pending):
                self.depend_on_names(ino)
                passed.append(ino)
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
        parent = above[-1][0] if above else root
        return Place(parent, here_path.rpartition("/")[2], here, here_path or "/")

    def _find_fast(self, tree: Tree, path: str, follow: bool) -> Place | None:
        """Resolve a plain path whose directory is cached; None if only `_find_slowly` can."""
        common = self.common
        if tree is not common.known_in or len(common.known) > _MAX_KNOWN:
            common.known.clear()
            common.known_in = tree
            return None
        folder, _, part = path.rpartition("/")
        known = common.known.get(folder)
        if known is None or path[0] != "/" or part in ("", ".", "..") or "\0" in part:
            return None
        if len(path) >= (MAX_PATH if path.isascii() else MAX_PATH // 4):
            return None
        here, here_path, passed = tree.inodes[known[0]], known[1], known[2]
        assert here.entries is not None
        if self.user:
            for ino in passed:
                self.check_access(tree.inodes[ino], path, "x")
        entry = here.entries.get(key_in(here, part))
        child = None if entry is None else tree.inodes[entry[1]]
        if follow and child is not None and child.stat.kind == "link":
            return None
        if self._state.observing:
            for ino in passed:
                self.depend_on_names(ino)
        if entry is None or child is None:
            return vacant(here, here_path, part, False, path)
        name, ino = entry
        child_path = tree.binds.get(ino) or f"{here_path}/{name}"
        return Place(here, child_path.rpartition("/")[2], child, child_path)

    def named(self, path: str, if_dot: int, if_dots: int) -> Place:
        """Find what to create, remove or rename; a link itself, even if a slash follows it."""
        path = path.rstrip("/") or "/"
        name = last_part(path)
        if name in (".", ".."):
            self.existing(path[: -len(name)])
            raise file_error(if_dot if name == "." else if_dots, path)
        return self.find(path, follow=False)

    def existing(self, path: str, follow: bool = True) -> Place:
        """Find what exists at a path; ENOENT if nothing does."""
        place = self.find(path, follow)
        if place.inode is None:
            raise file_error(codes.ENOENT, path)
        return place

    def get(self, path: str, follow: bool = True) -> Inode:
        """Return the inode at a path, with its content up to date; ENOENT if there is none."""
        inode = self.find(path, follow).inode
        if inode is None:
            raise file_error(codes.ENOENT, path)
        return self.fresh(inode)

    def fresh(self, inode: Inode) -> Inode:
        """Return the inode with its content up to date: its keeper, if any, stores it first."""
        if self.live and (live := self.live.get(inode.stat.ino)) is not None:
            live.flush()
            return self.current().inodes[inode.stat.ino]
        return inode

    def kind(self, path: str, follow: bool = True) -> str | None:
        """Return the kind of what is at a path; None if there is nothing."""
        try:
            inode = self.find(path, follow, whole=False).inode
        except FileError:
            return None
        return None if inode is None else inode.stat.kind

    def entries(self, path: str) -> Map[str, tuple[str, int]]:
        """Return the entries of a directory; ENOTDIR of anything else."""
        inode = self.get(path)
        if inode.entries is None:
            raise file_error(codes.ENOTDIR, path)
        if self.user:
            self.check_listable(inode, path)
        return inode.entries

    # Changing, underneath

    def _now(self) -> int:
        return self._clock.now_ms()

    def commit(
        self,
        changes: dict[int, Inode | None],
        next_ino: int | None = None,
        used: int = 0,
        *,
        keeps_paths: bool = True,
    ) -> None:
        """Replace or remove inodes, and mark them as changed for their readers.

        Args:
            changes: The new inodes by number; None removes one.
            next_ino: Number of the next inode to create; None leaves it as it is.
            used: Bytes used in addition.
            keeps_paths: Whether all paths of directories still lead to the same ones.
        """
        tree = self.current()
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
        self._slot.set_quietly(new)
        if self.common.known_in is tree and keeps_paths:
            self.common.known_in = new
        for ino, inode in changes.items():
            self._state.touch(f"file:{ino}")
            before = tree.inodes.get(ino)
            if before is None or inode is None:
                self._state.touch(f"kind:{ino}")
                self._state.touch(f"names:{ino}")
            elif before.entries is not inode.entries:
                self._state.touch(f"names:{ino}")

    def notify(self, path: str) -> None:
        """Call the listeners at or above a path."""
        self._state.touch(f"inside:{posixpath.dirname(path)}")
        for prefix, listener in self.listeners:
            if path.startswith(prefix) and path[len(prefix) : len(prefix) + 1] in ("", "/"):
                listener(path)

    def check_access(self, inode: Inode, path: str, want: str) -> None:
        """Refuse to read (``r``), write (``w``) or execute (``x``) what the user may not."""
        if want == "w":
            self.check_mount(inode, path)
        if self.user is not None and not allows(inode.stat, self.user, want):
            raise file_error(codes.EACCES, path)

    def check_listable(self, inode: Inode, path: str) -> None:
        """Refuse to list a directory and look at its entries unless the user may do both."""
        self.check_access(inode, path, "r")
        self.check_access(inode, path, "x")

    def check_mount(self, inode: Inode, path: str) -> None:
        """Refuse to change what is on a read-only volume."""
        if inode.stat.device in READ_ONLY and not self.remounted:
            raise file_error(codes.EROFS, path)

    def owns(self, inode: Inode) -> bool:
        """Return whether the user may change an inode's attributes."""
        return not self.user or inode.stat.uid == self.user or inode.stat.device == SHARED

    def check_movable(self, place: Place, path: str) -> None:
        """Refuse to move or remove mount points and what is on a read-only volume."""
        assert place.inode is not None
        if any(f"{mount}/".startswith(place.path.rstrip("/") + "/") for mount in _MOUNTS):
            raise file_error(codes.EBUSY, path)
        self.check_access(place.parent, path, "w")

    def check_room(self, more: int, path: str) -> None:
        """Refuse more bytes than the data partition has room for."""
        used = _USED_BYTES + self.current().used + self.common.incoming
        if more > 0 and used + more > CAPACITY_BYTES:
            raise file_error(codes.ENOSPC, path)

    def create(
        self,
        place: Place,
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
        """Create an inode at a place where there is none."""
        parent = place.parent
        self.check_access(parent, path, "w")
        self.check_room(len(data), path)
        if len(self.current().inodes) >= MAX_INODES - _USED_INODES:
            raise file_error(codes.ENOSPC, path)
        if self.user is not None and (owner is None or self.user):
            owner, group = self.user, None  # only root gives files away
        now = self._now()
        device = parent.stat.device
        gid = group if group is not None else parent.stat.gid if owner is None else owner
        uid = parent.stat.uid if owner is None else owner
        if device == SHARED:
            mode, gid = shared_mode(kind), users.MEDIA_RW
        ino = self.current().next_ino
        size = 4096 if kind == "dir" else len(encode(target)) if kind == "link" else len(data)
        when = now if mtime_ms is None else mtime_ms
        stat = Stat(kind, mode & 0o7777, uid, gid, size, when, when, now, ino, 1, device, target)
        if kind == "dir":
            stat = stat._replace(nlink=2)
        inode = Inode(stat, data, Map() if kind == "dir" else None)
        self.commit(
            {parent.stat.ino: linked(parent, place.name, inode, now), ino: inode},
            next_ino=ino + 1,
            used=len(data),
        )
        self.notify(place.path)

    def replace_content(self, inode: Inode, data: bytes, mtime_ms: int | None, path: str) -> None:
        """Replace a file's content, without telling its keeper."""
        more = len(data) - inode.stat.size
        self.check_room(more, path)
        now = self._now()
        new = restat(
            inode, size=len(data), mtime_ms=now if mtime_ms is None else mtime_ms, ctime_ms=now
        )
        self.commit({inode.stat.ino: new._replace(data=data)}, used=more)

    def set_attributes(self, place: Place, path: str, **attributes: int | str) -> None:
        """Set attributes of a place's inode, if any of them differs."""
        inode = place.inode
        assert inode is not None
        self.check_mount(inode, path)
        if not self.owns(inode):
            raise file_error(codes.EPERM, path)
        if inode.stat.device == SHARED or inode.stat.kind == "char":
            return
        inode = self.fresh(inode)
        if any(getattr(inode.stat, name) != value for name, value in attributes.items()):
            self.commit({inode.stat.ino: restat(inode, ctime_ms=self._now(), **attributes)})

    def unlink(self, place: Place, path: str) -> None:
        """Remove what is at a place, with everything below it."""
        assert place.inode is not None
        self.check_movable(place, path)
        parent = place.parent
        doomed = list(self._below(place.inode))
        for inode in doomed if self.user else ():
            if inode.entries:
                self.check_listable(inode, path)
                self.check_access(inode, path, "w")
        orphans: list[tuple[LiveContent, bytes]] = []
        for inode in doomed if self.live else ():
            live = self.live.get(inode.stat.ino)
            if live is not None:
                orphans.append((live, self.fresh(inode).data))
        freed = sum(inode.stat.size for inode in doomed if inode.stat.kind == "file")
        changes: dict[int, Inode | None] = {inode.stat.ino: None for inode in doomed}
        changes[parent.stat.ino] = unlinked(parent, place.name, place.inode, self._now())
        self.commit(changes, used=-freed, keeps_paths=place.inode.stat.kind == "file")
        for live, content in orphans:
            live.removed(content)
        self.notify(place.path)

    def _below(self, inode: Inode) -> Iterator[Inode]:
        inodes = self.current().inodes
        pending = [inode]
        while pending:
            inode = pending.pop()
            yield inode
            pending.extend(inodes[ino] for _, ino in (inode.entries or {}).values())

    def relink(self, old: Place, moved: Inode, new: Place, name: str) -> None:
        """Move an inode to another name on its volume."""
        now = self._now()
        moved = restat(self.fresh(moved), ctime_ms=now)
        inodes = self.current().inodes
        source = unlinked(inodes[old.parent.stat.ino], old.name, moved, now)
        target = (
            source if old.parent.stat.ino == new.parent.stat.ino else inodes[new.parent.stat.ino]
        )
        target = linked(target, name, moved, now)
        changes: dict[int, Inode | None] = {source.stat.ino: source, moved.stat.ino: moved}
        changes[target.stat.ino] = target
        self.commit(changes, keeps_paths=moved.stat.kind == "file")
        self.notify(old.path)
        self.notify(posixpath.join(posixpath.dirname(new.path), name))

    def copy(self, inode: Inode, path: str, preserve: bool) -> None:
        """Copy an inode, with everything below it, to a path where there is nothing."""
        made: list[tuple[str, Stat]] = []
        pending = [(inode, path)]
        while pending:
            inode, path = pending.pop()
            inode = self.fresh(inode)
            stat = inode.stat
            if stat.kind != "link":
                self.check_access(inode, path, "r")
            if inode.entries:
                self.check_access(inode, path, "x")
            place = self.find(path, follow=False)
            kind = "file" if stat.kind == "char" else stat.kind
            if kind == "link" and place.parent.stat.device == SHARED:
                raise file_error(codes.EPERM, path)
            owner, group = (stat.uid, stat.gid) if preserve else (None, None)
            self.create(place, path, kind, stat.mode, owner, group, inode.data, target=stat.target)
            made.append((path, stat))
            inodes = self.current().inodes
            children = sorted((inode.entries or {}).values(), reverse=True)
            pending.extend((inodes[ino], posixpath.join(path, name)) for name, ino in children)
        for path, stat in made if preserve else ():
            copy = self.get(path, follow=False)
            copy = restat(copy, mtime_ms=stat.mtime_ms, atime_ms=stat.atime_ms)
            self.commit({copy.stat.ino: copy})


class Space(NamedTuple):
    """Room on the data partition.

    Attributes:
        total: Bytes.
        used: Bytes, including those of uploads under way.
        free: Bytes.
        free_inodes: Files and directories that can still be created, of `MAX_INODES`.
    """

    total: int
    used: int
    free: int
    free_inodes: int

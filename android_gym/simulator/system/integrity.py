"""Consistency checks for state from outside, such as a snapshot.

The codec checks types (see `simulator.codec`). This module checks what the services take for
granted beyond types: that files form a tree, that references lead somewhere, and that numbers are
in range.
"""

from __future__ import annotations

import zoneinfo
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from android_gym.errors import SnapshotError
from android_gym.simulator.state import State
from android_gym.simulator.system.activity_records import Activities, token_of
from android_gym.simulator.system.activity_stack import MAX_RECENT_TASKS
from android_gym.simulator.system.clock import MAX_EPOCH_MS, Clock, Timers
from android_gym.simulator.system.databases import OpenDatabases
from android_gym.simulator.system.display import DisplayState
from android_gym.simulator.system.files import CAPACITY_BYTES, Files
from android_gym.simulator.system.inodes import Inode, Tree, key_in
from android_gym.simulator.system.logs import (
    BUFFER_SIZES,
    BUFFERS,
    CAPACITY,
    PRIORITIES,
    LogRing,
    entry_size,
)
from android_gym.simulator.system.media.playback import MOST_ITEMS, SessionState
from android_gym.simulator.system.packages import InstalledPackages

if TYPE_CHECKING:
    from android_gym.simulator.system import System

__all__ = ["check"]

MOST_DEPTH: Final = 2048
"""Maximum directory depth: what a path of 4096 bytes can name."""

MOST_TIMERS: Final = 2_000
"""Maximum number of timers; each due timer is compared with all others."""

MOST_ACTIVITIES: Final = 10_000

_ROOT: Final = 1
_KINDS: Final = frozenset({"file", "dir", "link", "char"})
_SIZE: Final = (200, 8192)
_DENSITY: Final = (72, 1000)


def check(values: Mapping[str, Any], system: System) -> None:
    """Check the values of all slots against one another.

    Args:
        values: Values by slot name, already of the declared types.
        system: The services of the phone that is to be restored.

    Raises:
        SnapshotError: If the values could not occur on a phone.
    """
    _check_clock(values)
    _check_display(values["display"])
    _check_files(values["files"])
    _check_databases(values["databases"], values["files"])
    _check_packages(values["packages"], frozenset(system.packages.apps))
    _check_activities(values["activities"], values["packages"])
    for buffer in BUFFERS:
        _check_log(buffer, values[f"logs.{buffer}"])
    _check_sessions(values["media.sessions"])


def _refuse(reason: str) -> NoReturn:
    raise SnapshotError(f"{reason}.")


def _distinct(what: str, found: list[Hashable]) -> None:
    for item, count in Counter(found).items():
        if count > 1:
            _refuse(f"{what} {str(item)[:80]!r} is there {count} times")


def _check_clock(values: Mapping[str, Any]) -> None:
    elapsed, boot, zone = (values[f"clock.{name}"] for name in ("elapsed", "boot", "zone"))
    if not 0 <= elapsed <= MAX_EPOCH_MS or not 0 <= boot + elapsed <= MAX_EPOCH_MS:
        _refuse(f"The clock can't show {boot} + {elapsed} ms; 1970 to 9999 is what it can")
    try:
        zoneinfo.ZoneInfo(zone)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        _refuse(f"There is no time zone {zone[:80]!r}")
    timers: Timers = values["clock.timers"]
    if len(timers.pending) > MOST_TIMERS:
        _refuse(f"There are {len(timers.pending)} timers; {MOST_TIMERS} are the most")
    _distinct("Timer", [timer.id for timer in timers.pending])
    if any(timer.id >= timers.next_id for timer in timers.pending):
        _refuse(f"There is a timer with a number that is not given yet ({timers.next_id} is next)")


def _check_display(display: DisplayState) -> None:
    for name, value, (least, most) in (
        ("width", display.width, _SIZE),
        ("height", display.height, _SIZE),
        ("density", display.density_dpi, _DENSITY),
    ):
        if not least <= value <= most:
            _refuse(f"The screen's {name} is {value}; {least} to {most} can be drawn")
    if display.held not in range(4):
        _refuse(f"The phone is held {display.held} quarter turns; 0 to 3 there are")


def _check_files(tree: Tree) -> None:
    fresh = _fresh_tree()
    if tree.binds != fresh.binds:
        _refuse("Directories are mounted where no phone has them")
    if not 0 <= tree.used <= CAPACITY_BYTES:
        _refuse(f"Files take {tree.used} bytes of {CAPACITY_BYTES}")
    for ino, inode in tree.inodes.items():
        _check_inode(ino, inode, tree.next_ino)
    names = _names(tree.inodes)
    for ino, mounts in _names(fresh.inodes).items():
        if ino in tree.binds and names.get(ino) != mounts:
            _refuse(f"{tree.binds[ino]} is not mounted where it belongs")
    for ino, found in names.items():
        if ino == _ROOT or (len(found) > 1 and ino not in tree.binds):
            _refuse(f"Inode {ino} stands in several directories, {sorted(found)[0]} among them")
    _check_reached(tree.inodes)


def _fresh_tree() -> Tree:
    state = State()
    Files(state, Clock(state))
    tree: Tree = state.slots["files"].peek()
    return tree


def _check_inode(ino: int, inode: Inode, next_ino: int) -> None:
    stat, entries = inode.stat, inode.entries
    if stat.ino != ino or not 0 < ino < next_ino:
        _refuse(f"Inode {ino} says that it is {stat.ino}, and {next_ino} is the next to be given")
    if stat.kind not in _KINDS or (stat.kind == "dir") is (entries is None):
        _refuse(f"Inode {ino} is of the kind {stat.kind[:20]!r}, and does not hold what those hold")
    size = {"dir": 4096, "link": len(stat.target.encode("utf-8", "surrogatepass"))}.get(
        stat.kind, len(inode.data)
    )
    if stat.size != size or (inode.data and stat.kind != "file"):
        _refuse(f"Inode {ino} says that it has {stat.size} bytes, and has {size}")
    if not 0 <= stat.mode <= 0o7777 or not 0 < stat.device <= 5 or stat.nlink < 1:
        _refuse(f"Inode {ino} has mode {stat.mode}, device {stat.device}, {stat.nlink} links")
    if not 0 <= stat.uid < 2**31 or not 0 <= stat.gid < 2**31:
        _refuse(f"Inode {ino} belongs to user {stat.uid}, group {stat.gid}")
    for key, (name, _) in (entries or {}).items():
        encoded = name.encode("utf-8", "surrogatepass")
        if name in ("", ".", "..") or "/" in name or "\0" in name or len(encoded) > 255:
            _refuse(f"Inode {ino} has an entry of the name {name[:80]!r}")
        if key != key_in(inode, name):
            _refuse(f"Inode {ino} keeps {name[:80]!r} as {key[:80]!r}")


def _names(inodes: Mapping[int, Inode]) -> dict[int, set[tuple[int, str]]]:
    """Return, by inode, the directories it is listed in, with its name there."""
    found: dict[int, set[tuple[int, str]]] = {}
    for ino, inode in inodes.items():
        for name, child in (inode.entries or {}).values():
            found.setdefault(child, set()).add((ino, name))
    return found


def _check_reached(inodes: Mapping[int, Inode]) -> None:
    """Ensure that every inode is reachable from the root; each is known to be in one place."""
    pending, reached = [(_ROOT, 0)], set()
    while pending:
        ino, depth = pending.pop()
        if ino not in inodes:
            _refuse(f"A directory has an entry for inode {ino}, which is not there")
        if depth > MOST_DEPTH:
            _refuse(f"Directories are nested more than {MOST_DEPTH} deep")
        if ino not in reached:
            reached.add(ino)
            entries = inodes[ino].entries
            if entries is not None:
                pending += [(child, depth + 1) for _, child in entries.values()]
    if lost := set(inodes) - reached:
        _refuse(f"Inode {min(lost)} stands in no directory")


def _check_databases(table: OpenDatabases, tree: Tree) -> None:
    open_inos = {handle.ino for handle in table.handles.values()}
    for (owner, path), handle in table.handles.items():
        inode = tree.inodes.get(handle.ino)
        if handle.ino not in table.orphans and (inode is None or inode.stat.kind != "file"):
            _refuse(f"{owner[:80]} has {path[:80]!r} open, of which there is no file")
    if lost := set(table.orphans) - open_inos:
        _refuse(f"The removed file {min(lost)} is kept, and nobody has it open")
    if both := set(table.orphans) & set(tree.inodes):
        _refuse(f"File {min(both)} is both there and removed")


def _check_packages(packages: InstalledPackages, apps: frozenset[str]) -> None:
    for name, apk in packages.extra.items():
        if name != apk.package or name in apps or name not in packages.states:
            _refuse(f"The package {name[:80]!r} is said to have been installed, and is an app here")
    if missing := sorted(set(packages.states) - set(packages.extra) - apps):
        raise SnapshotError(
            f"The package {missing[0][:80]!r} is not on this phone; "
            "restore the snapshot on a phone with it."
        )
    if max((state.uid for state in packages.states.values()), default=0) >= packages.next_uid:
        _refuse(f"A package has a user id that is not given yet ({packages.next_uid} is next)")


def _check_activities(activities: Activities, packages: InstalledPackages) -> None:
    tasks = activities.tasks
    records = [record for task in tasks for record in task.records]
    if len(records) > MOST_ACTIVITIES:
        _refuse(f"There are {len(records)} activities; {MOST_ACTIVITIES} are the most")
    _distinct("Activity", [record.token for record in records])
    _distinct("Task", [task.id for task in (*tasks, *activities.ended)])
    if not all(task.records for task in tasks):
        _refuse("There is a task without activities")
    if len(activities.ended) > MAX_RECENT_TASKS:
        _refuse(f"{len(activities.ended)} tasks have ended; {MAX_RECENT_TASKS} are the most kept")
    if any(len(task.records) != 1 or task.top.created or task.home for task in activities.ended):
        _refuse("A task has ended and has activities")
    for record in records:
        start = record.token >> 32
        given = 1 <= start <= activities.starts.get(record.component, 0)
        if not given or record.token != token_of(record.component, start):
            _refuse(f"An activity has a number that {record.component[:80]!r} was not given")
    if not set(activities.processes) <= set(activities.starts):
        _refuse("A process runs that was never started")
    if any(task.id >= activities.next_task for task in (*tasks, *activities.ended)):
        _refuse(f"A task has a number that is not given yet ({activities.next_task} is next)")
    ended = {task.top.package for task in activities.ended}
    for package in {record.package for record in records} | set(activities.processes) | ended:
        if package not in packages.states:
            _refuse(f"{package[:80]!r} runs, and is not installed")


def _check_sessions(sessions: Mapping[str, SessionState]) -> None:
    for package, session in sessions.items():
        if not 0.1 <= session.speed <= 10 or abs(session.position_ms) > MAX_EPOCH_MS:
            _refuse(f"The media session of {package[:80]!r} is at no place")
        if len(session.queue) > MOST_ITEMS or any(
            not 0 <= item.duration_ms <= MAX_EPOCH_MS for item in session.queue
        ):
            _refuse(f"The media session of {package[:80]!r} has no such queue")


def _check_log(buffer: str, ring: LogRing) -> None:
    size = ring.end - ring.first
    if not 0 <= size <= CAPACITY or size != len(ring.entries) or ring.first < 0:
        _refuse(
            f"The log {buffer!r} has {len(ring.entries)} entries from {ring.first} to {ring.end}"
        )
    for number, entry in ring.entries.items():
        if not ring.first <= number < ring.end or entry.buffer != buffer:
            _refuse(f"The log {buffer!r} has an entry {number} of {entry.buffer[:20]!r}")
        if len(entry.priority) != 1 or entry.priority not in PRIORITIES:
            _refuse(f"The log {buffer!r} has an entry of priority {entry.priority[:20]!r}")
    held = sum(map(entry_size, ring.entries.values()))
    if ring.most not in BUFFER_SIZES:
        _refuse(f"The log {buffer!r} is given {ring.most} bytes")
    if ring.size != held or held > ring.most:
        _refuse(f"The log {buffer!r} has {held} bytes, and says {ring.size}")

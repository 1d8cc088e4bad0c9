"""Records of activities and tasks, and the interface of the code that runs them."""

from __future__ import annotations

import zlib
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol

from immutables import Map

from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.system.orientation import Orientation
from android_gym.simulator.system.packages import Manifest, ReceiverInfo, ServiceInfo

__all__ = [
    "MOST_DIALOGS",
    "RESULT_OK",
    "Activities",
    "ActivityHost",
    "ActivityRecord",
    "ActivityTask",
    "StartResult",
    "find_record",
    "same_filter",
    "saved_in",
    "token_of",
    "wishes",
]


RESULT_OK = -1
RESULT_CANCELED = 0


MOST_DIALOGS = 32
"""Maximum number of dialogs that one activity can have open."""


@dataclass(frozen=True)
class ActivityRecord:
    """One activity instance.

    Attributes:
        token: Unique number, never used twice; see `token_of`.
        component: ``package/full.Class`` that was started (an alias keeps its own name).
        intent: The intent it was started with, or the newest one delivered to it.
        saved: The screen's state, a frozen dataclass that survives the death of the process.
        dialogs: Open dialogs, the last on top: frozen dataclasses of types that the screen
            declares; they survive the process too.
        created: Whether it exists in its process (False until shown, and after its death).
        result_to: Token of the activity that waits for a result.
        request: The request code that the waiting activity gave.
        result: (code, data) set so far.
        results: What the activities that it started have returned (request, code, data); delivered
            before it is resumed.
        orientation: The orientation that it requests while it is in front.
    """

    token: int
    component: str
    intent: Intent
    saved: Any = None
    dialogs: tuple[object, ...] = ()
    created: bool = False
    result_to: int | None = None
    request: Hashable = None
    result: tuple[int, Any] = (RESULT_CANCELED, None)
    results: tuple[tuple[Hashable, int, Any], ...] = ()
    orientation: Orientation = "unspecified"

    @property
    def package(self) -> str:
        """Package that the activity belongs to."""
        return self.component.partition("/")[0]


@dataclass(frozen=True)
class ActivityTask:
    """A task: activities from the bottom to the top of its back stack."""

    id: int
    affinity: str
    records: tuple[ActivityRecord, ...]
    home: bool = False
    intent: Intent = field(default_factory=Intent)
    last_active_ms: int = 0

    @property
    def top(self) -> ActivityRecord:
        """The activity on top."""
        return self.records[-1]


@dataclass(frozen=True)
class StartResult:
    """Outcome of starting an activity.

    Attributes:
        status: "started", "brought_to_front", "delivered" (to the running top instance, or the
            task is in front already), "not_found", "not_exported".
        component: What the intent resolved to, or the activity that this opens in its place.
        token: The record now on top.
    """

    status: str
    component: str | None = None
    token: int | None = None

    @property
    def ok(self) -> bool:
        """Return whether an activity is showing as a result."""
        return self.token is not None


class ActivityHost(Protocol):
    """Interface through which `ActivityManager` calls the activities' code."""

    def create(self, record: ActivityRecord) -> Any:
        """Build the activity's first state (``onCreate``); return what to save."""

    def new_intent(self, record: ActivityRecord) -> None:
        """Deliver a new intent to a running instance (``onNewIntent``)."""

    def resume(self, record: ActivityRecord) -> None:
        """Tell an activity that it is on top now (``onResume``)."""

    def pause(self, record: ActivityRecord) -> None:
        """Tell an activity that it is no longer on top (``onPause``)."""

    def destroy(self, record: ActivityRecord) -> None:
        """Tell an activity that it is finished (``onDestroy``); its views may be dropped."""

    def result(self, record: ActivityRecord, request: Hashable, code: int, data: Any) -> None:
        """Deliver a result (``onActivityResult``)."""

    def receive(self, manifest: Manifest, info: ReceiverInfo, intent: Intent) -> BroadcastResult:
        """Run a manifest-declared receiver (``onReceive``)."""

    def start_service(self, manifest: Manifest, info: ServiceInfo, intent: Intent) -> None:
        """Run a manifest-declared service's start command (``onStartCommand``)."""


@dataclass(frozen=True)
class Activities:
    """All tasks and the running processes.

    Attributes:
        ended: Tasks whose activities are all finished, the last one first; Recents keeps them. Each
            has the record of its first activity, for what Recents shows of it.
        starts: Number of starts of each component, and of each package's process.
    """

    tasks: tuple[ActivityTask, ...] = ()
    ended: tuple[ActivityTask, ...] = ()
    starts: Map[str, int] = field(default_factory=Map)
    next_task: int = 2
    processes: Map[str, int] = field(default_factory=Map)
    next_pid: int = 2001
    resumed: int | None = None
    # Token of the activity created last, and when it was created, in milliseconds since boot.
    launched: tuple[int, int] = (0, 0)


def token_of(component: str, start: int) -> int:
    """Return the token that a component gets at its `start`-th start, counted from 1.

    It does not depend on what else was started, so an app opened in another episode has the same
    tokens, and cached screens stay valid.
    """
    return start << 32 | zlib.crc32(component.encode())


def find_record(value: Activities, token: int) -> ActivityRecord | None:
    """Return the record of a token, if there is one."""
    for task in value.tasks:
        for record in task.records:
            if record.token == token:
                return record
    return None


def saved_in(record: ActivityRecord | None) -> Any:
    """Return the saved state of an activity's screen; None without a record."""
    return None if record is None else record.saved


def wishes(value: Activities) -> tuple[tuple[str, Orientation], ...]:
    """List activities from front to back with the orientations they request.

    Returns:
        Component and orientation of each; empty if none requests one.
    """
    records = [record for task in value.tasks for record in reversed(task.records)]
    if all(record.orientation == "unspecified" for record in records):
        return ()
    return tuple((record.component, record.orientation) for record in records)


def same_filter(a: Intent, b: Intent) -> bool:
    """Return whether two intents are equal except for flags and extras (Intent.filterEquals)."""
    return (a.action, a.data, a.type, a.package, a.component, set(a.categories)) == (
        b.action,
        b.data,
        b.type,
        b.package,
        b.component,
        set(b.categories),
    )

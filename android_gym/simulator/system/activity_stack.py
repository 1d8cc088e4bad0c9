"""The activity stack: the tasks and the activities on each.

Records are only looked up and replaced here, without notifying anyone. `ActivityManager` starts,
finishes and kills, and notifies the activities.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from immutables import Map

from android_gym.errors import SimulatorError
from android_gym.simulator.sources import replace
from android_gym.simulator.state import State
from android_gym.simulator.system.activity_records import (
    Activities,
    ActivityRecord,
    ActivityTask,
    find_record,
    saved_in,
    token_of,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import ActivityInfo, Manifest, PackageManager

__all__ = ["MAX_RECENT_TASKS", "ActivityStack"]

MAX_RECENT_TASKS = 48
"""Tasks kept besides the launcher's; the oldest is dropped (``getMaxRecentTasksStatic``)."""

T = TypeVar("T")


class ActivityStack:
    """Tasks with their activities, and the packages' processes.

    Args:
        state: The root of state.
        packages: Looks up how activities are declared.
    """

    def __init__(self, state: State, packages: PackageManager) -> None:
        self._slot = state.slot("activities", Activities())
        self._packages = packages

    # -- looking

    @property
    def tasks(self) -> tuple[ActivityTask, ...]:
        """All tasks, the foreground one first."""
        return self._slot.get().tasks

    @property
    def top(self) -> ActivityRecord | None:
        """The activity in the foreground."""
        tasks = self._slot.get().tasks
        return tasks[0].top if tasks else None

    @property
    def last_created(self) -> tuple[int, int]:
        """Token of the activity that was created last, and when, in milliseconds since boot."""
        return self._slot.peek().launched

    def record(self, token: int) -> ActivityRecord | None:
        """Find an activity by token."""
        return self._slot.select(("record", token), lambda value: find_record(value, token))

    def part(self, token: int, name: Hashable, function: Callable[[ActivityRecord | None], T]) -> T:
        """Return a function of an activity's record; an observation depends on the result alone.

        Args:
            token: The activity's token.
            name: Identifies the function: equal names must mean equal functions.
            function: A cheap, pure function of the record (None if there is none).
        """
        return self._slot.select(
            ("part", token, name), lambda value: function(find_record(value, token))
        )

    def saved(self, token: int) -> Any:
        """Return the saved state of an activity's screen; None without one."""
        return self.part(token, "saved", saved_in)

    def intent(self, token: int) -> Intent | None:
        """Return the intent last delivered to an activity; None without the activity."""
        return self.part(token, "intent", lambda record: None if record is None else record.intent)

    def dialogs(self, token: int) -> tuple[object, ...]:
        """Return the open dialogs of an activity, the last on top."""
        return self.part(token, "dialogs", lambda record: () if record is None else record.dialogs)

    def recent_among(self, packages: frozenset[str], count: int) -> tuple[str, ...]:
        """Return which of some packages were on top of a task, the last one used first.

        Args:
            packages: Which.
            count: Most of them.
        """

        def among(value: Activities) -> tuple[str, ...]:
            tops = dict.fromkeys(task.top.package for task in value.tasks)
            return tuple(package for package in tops if package in packages)[:count]

        return self._slot.select(("recent among", packages, count), among)

    @property
    def front_package(self) -> str | None:
        """Package of the activity in front; None while there is no task."""
        return self._slot.select(
            "front package", lambda value: value.tasks[0].top.package if value.tasks else None
        )

    @property
    def front_package_unless_supported(self) -> str | None:
        """The same; None also where it is an app of the phone's made for an Android of today."""
        return self._slot.select("front package unless supported", self._front_unless_supported)

    def _front_unless_supported(self, value: Activities) -> str | None:
        front = value.tasks[0].top.package if value.tasks else None
        return None if front is None or self._packages.is_supported(front) else front

    @property
    def ended_tasks(self) -> tuple[ActivityTask, ...]:
        """Tasks whose activities are all finished, which Recents keeps, the last one first."""
        return self._slot.get().ended

    @property
    def known_tasks(self) -> tuple[ActivityTask, ...]:
        """All tasks and those that have ended, the most recently used first."""
        known = list(self.tasks)
        for ended in reversed(self.ended_tasks):
            older = (
                place
                for place, task in enumerate(known)
                if not task.home and task.last_active_ms <= ended.last_active_ms
            )
            known.insert(next(older, len(known)), ended)
        return tuple(known)

    @property
    def recent_tasks(self) -> tuple[ActivityTask, ...]:
        """The tasks that Recents shows, the most recently used first."""
        return tuple(
            task
            for task in self.known_tasks
            if not task.home and not self.info(task.records[0])[1].exclude_from_recents
        )

    def task_of(self, token: int) -> ActivityTask | None:
        """Find the task that holds an activity."""
        for task in self._slot.get().tasks:
            if any(record.token == token for record in task.records):
                return task
        return None

    def info(self, record: ActivityRecord) -> tuple[Manifest, ActivityInfo]:
        """Return the manifest and the declaration of a record's activity."""
        found = self._packages.activity(record.component)
        if found is None:
            raise SimulatorError(f"{record.component} is on the back stack but not installed.")
        return found

    def visible(self) -> tuple[ActivityRecord, ...]:
        """Activities on screen from bottom to top: the top one, and those seen through it."""
        shown: list[ActivityRecord] = []
        for task in self._slot.get().tasks:
            for record in reversed(task.records):
                shown.append(record)
                if not self.info(record)[1].translucent:
                    return tuple(reversed(shown))
        return tuple(reversed(shown))

    def running(self, package: str) -> bool:
        """Return whether the package has a process."""
        return package in self._slot.get().processes

    def process(self, package: str) -> int | None:
        """Return the pid of a package's process; None if it has none."""
        return self._slot.select(("process", package), lambda value: value.processes.get(package))

    def process_start(self, package: str) -> int | None:
        """Return how often a package's process was started; None if it has none now."""
        return self._slot.select(
            ("process start", package),
            lambda value: value.starts.get(package) if package in value.processes else None,
        )

    @property
    def processes(self) -> Map[str, int]:
        """Process id by package."""
        return self._slot.get().processes

    def _is_single_instance(self, task: ActivityTask) -> bool:
        return self.info(task.records[0])[1].launch_mode == "singleInstance"

    def _task_for(self, intent: Intent, info: ActivityInfo, affinity: str) -> ActivityTask | None:
        """Find the task that an activity with NEW_TASK joins: its own, else one of its affinity."""
        for task in self.tasks:
            if info.launch_mode == "singleInstance":
                if task.records[0].component == intent.component:
                    return task
            elif task.affinity == affinity and not self._is_single_instance(task):
                return task
        return None

    # -- changing

    def _push(self, task_id: int, intent: Intent, result_to: int | None, request: Hashable) -> int:
        value = self._slot.get()
        component = intent.component or ""
        found = self._packages.activity(component)
        start = value.starts.get(component, 0) + 1
        while find_record(value, token_of(component, start)) is not None:
            start += 1  # another component has the same checksum
        record = ActivityRecord(
            token_of(component, start),
            component,
            intent,
            result_to=result_to,
            request=request,
            orientation=found[1].orientation if found is not None else "unspecified",
        )
        self._slot.set(replace(value, starts=value.starts.set(component, start)))
        task = next(task for task in value.tasks if task.id == task_id)
        self._replace_task(replace(task, records=(*task.records, record)))
        return record.token

    def _replace_task(self, changed: ActivityTask) -> None:
        value = self._slot.get()
        tasks = tuple(changed if task.id == changed.id else task for task in value.tasks)
        self._slot.set(replace(value, tasks=tasks))

    def change(self, token: int, **changes: Any) -> None:
        """Replace fields of an activity's record; does nothing if no value changes."""
        value = self._slot.get()
        for i, task in enumerate(value.tasks):
            for j, record in enumerate(task.records):
                if record.token == token:
                    new = replace(record, **changes)
                    if new == record:
                        return
                    records = (*task.records[:j], new, *task.records[j + 1 :])
                    tasks = list(value.tasks)
                    tasks[i] = replace(task, records=records)
                    self._slot.set(replace(value, tasks=tuple(tasks)))
                    return

    def _remove_task(self, task_id: int) -> None:
        value = self._slot.get()
        self._slot.set(replace(value, tasks=tuple(t for t in value.tasks if t.id != task_id)))

    def _remove_record(self, token: int) -> None:
        """Remove an activity's record; a task that had no other stays in Recents."""
        task = self.task_of(token)
        if task is None:
            return
        records = tuple(record for record in task.records if record.token != token)
        if records:
            self._replace_task(replace(task, records=records))
            return
        self._remove_task(task.id)
        self._keep_ended([task])

    def _remove_package(self, package: str) -> None:
        """Remove a package's activities; tasks that had no others stay in Recents."""
        value = self._slot.get()
        tasks = []
        ended = []
        finished: list[ActivityRecord] = []
        for task in value.tasks:
            records = tuple(record for record in task.records if record.package != package)
            finished += (record for record in task.records if record.package == package)
            if not records:
                ended.append(task)
            elif len(records) < len(task.records):
                tasks.append(replace(task, records=records))
            else:
                tasks.append(task)
        self._slot.set(replace(value, tasks=tuple(tasks)))
        self._keep_ended(ended)
        for record in finished:
            self._return_result(record)

    def _return_result(self, record: ActivityRecord) -> None:
        """Keep a finished activity's result for the activity that waits for it, if there is one."""
        waiting = self.record(record.result_to) if record.result_to is not None else None
        if waiting is not None:
            returned = (record.request, *record.result)
            self.change(waiting.token, results=(*waiting.results, returned))

    def _keep_ended(self, tasks: Sequence[ActivityTask]) -> None:
        """Keep tasks without activities in Recents; the most recently used one comes first."""
        new = []
        for task in tasks:
            if not task.home:
                first = task.records[0]
                kept = ActivityRecord(first.token, first.component, first.intent)
                new.append(replace(task, records=(kept,)))
        if new:
            ended = (*new, *self._slot.get().ended)
            self._slot.update(ended=ended[:MAX_RECENT_TASKS])

    def _forget_ended(self, forgets: Callable[[ActivityTask], bool]) -> bool:
        """Drop tasks that have ended; return whether there were any."""
        ended = self._slot.get().ended
        kept = tuple(task for task in ended if not forgets(task))
        if len(kept) < len(ended):
            self._slot.update(ended=kept)
        return len(kept) < len(ended)

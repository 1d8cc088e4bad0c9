"""Activities: tasks, the back stack, results, broadcasts and processes.

This service only keeps records. What an activity shows and does lives in `ui`, which registers
itself as the `ActivityHost`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from immutables import Map

from android_gym.simulator.sources import replace
from android_gym.simulator.state import Computed, State
from android_gym.simulator.system import intents, users
from android_gym.simulator.system.activity_records import (
    ActivityHost,
    ActivityRecord,
    ActivityTask,
    StartResult,
    same_filter,
    wishes,
)
from android_gym.simulator.system.activity_stack import MAX_RECENT_TASKS, ActivityStack
from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.system.orientation import Orientation
from android_gym.simulator.system.packages import (
    CATEGORY_HOME,
    MIN_SUPPORTED_SDK,
    RESOLVER,
    ActivityInfo,
    Manifest,
    PackageManager,
)

__all__ = ["MAX_RECENT_TASKS", "ActivityManager"]

ACTION_REVIEW = "android.intent.action.REVIEW_PERMISSIONS"
SUSPENDED = "android/com.android.internal.app.SuspendedAppActivity"


class ActivityManager(ActivityStack):
    """Starts, stacks and finishes activities, and kills their processes.

    Args:
        state: The root of state.
        packages: Resolves intents.
        elapsed_ms: Returns the time since boot, recorded as a task's last active time.
    """

    def __init__(
        self, state: State, packages: PackageManager, elapsed_ms: Callable[[], int]
    ) -> None:
        super().__init__(state, packages)
        self._elapsed_ms = elapsed_ms
        self.host: ActivityHost
        self._listeners: dict[str, list[Callable[[Intent], BroadcastResult | None]]] = {}
        self._death: list[Callable[[str], None]] = []
        self._stopped: list[Callable[[str], object]] = []
        self._shown: list[Callable[[ActivityRecord], None]] = []
        self._starts: list[Callable[[str], None]] = []
        self._requests: list[Callable[[Intent, int], None]] = []
        # Whether a package keeps crashing, so that only the user may start it.
        self.is_bad: Callable[[str], bool] = lambda package: False
        # Whether a package runs a foreground service, which keeps its process alive.
        self.is_foreground_service: Callable[[str], bool] = lambda package: False
        # Whether the activity on top may be resumed: not while the screen is off or locked.
        self.may_resume: Callable[[ActivityRecord], bool] = lambda record: True
        self._orientation = Computed(state, "orientation", self._find_orientation)

    # -- looking

    @property
    def orientation(self) -> Orientation:
        """The orientation requested by the activity in front.

        A translucent activity that requests none leaves the choice to the one behind it. While the
        screen is off or locked, only activities shown there count.
        """
        return self._orientation.get()

    def _find_orientation(self) -> Orientation:
        for component, orientation in self._slot.select("wishes", wishes):
            if orientation != "unspecified":
                top = self.top
                return orientation if top is not None and self.may_resume(top) else "unspecified"
            found = self._packages.activity(component)
            if found is not None and not found[1].translucent:
                break
        return "unspecified"

    # -- starting

    def start(
        self,
        intent: Intent,
        *,
        caller: int | None = None,
        request: Hashable = None,
        from_shell: bool = False,
    ) -> StartResult:
        """Start an activity.

        Args:
            intent: Explicit or implicit.
            caller: Token of the activity that starts it; None from outside (a new task).
            request: With `caller`: ask for a result under this name.
            from_shell: Whether the adb shell starts it (root may start unexported activities).
        """
        component = self._packages.resolve_activity(intent)
        if component is None:
            return StartResult("not_found", intent.component)
        if component == RESOLVER and intent.component is None:
            intent = Intent(component=RESOLVER, extras=Map({"intent": intent}))
        found = self._packages.activity(component)
        if found is None:
            return StartResult("not_found", component)
        manifest, info = found
        intent = replace(intent, component=component)
        calling = self.record(caller) if caller is not None else None
        outside = users.SHELL if from_shell else users.SYSTEM
        uid = outside if calling is None else self._packages.state(calling.package).uid
        for heard in self._requests:
            heard(intent, uid)
        foreign = calling is not None and calling.package != manifest.package
        if foreign and not info.exported and not from_shell:
            return StartResult("not_exported", component)
        instead = self._instead(manifest, intent)
        if instead is not None:
            return self.start(instead, caller=caller, request=request)
        self._packages.change(manifest.package, stopped=False)
        if not self.running(manifest.package):
            for listener in self._starts:
                listener(manifest.package)
        affinity = info.task_affinity or manifest.package
        status, token = self._place(intent, info, affinity, calling, request)
        self._settle()
        return StartResult(status, self._packages.forwarded(component), token)

    def _instead(self, manifest: Manifest, intent: Intent) -> Intent | None:
        """Return what starts instead of an app that is suspended, or old and not reviewed yet."""
        state = self._packages.state(manifest.package)
        extras = Map({"package": manifest.package, "intent": intent})
        if state.suspended:
            return Intent(component=SUSPENDED, extras=extras)
        review = Intent(action=ACTION_REVIEW, extras=extras)
        old = manifest.target_sdk < MIN_SUPPORTED_SDK and not state.reviewed
        return review if old and self._packages.resolve_activity(review) else None

    def _place(
        self,
        intent: Intent,
        info: ActivityInfo,
        affinity: str,
        calling: ActivityRecord | None,
        request: Hashable,
    ) -> tuple[str, int]:
        """Do what ActivityStarter does: find or create the task, and put the activity on top."""
        flags = intent.flags
        shown = replace(intent, component=self._packages.forwarded(intent.component or ""))
        single = info.launch_mode in ("singleTask", "singleInstance")
        task = self.task_of(calling.token) if calling is not None else None
        new_task = (
            task is None
            or single
            or bool(flags & intents.FLAG_ACTIVITY_NEW_TASK)
            or self._is_single_instance(task)
        )
        if request is not None and task is not None:
            new_task = False
        if new_task:
            several = flags & intents.FLAG_ACTIVITY_MULTIPLE_TASK
            task = None if several and not single else self._task_for(intent, info, affinity)
        home = any(CATEGORY_HOME in f.categories for f in info.filters)
        if task is None:
            return "started", self._new_task(intent, shown, affinity, home)
        if flags & intents.FLAG_ACTIVITY_CLEAR_TASK and new_task:
            for record in reversed(task.records):
                self._destroy(record)
            self._remove_task(task.id)
            return "started", self._new_task(intent, shown, affinity, home)
        in_front = self.tasks[0].id == task.id
        self.move_to_front(task.id, settle=False)
        running = next((r for r in reversed(task.records) if r.component == shown.component), None)
        if running is not None:
            token = self._reuse(task, running, shown, info, asked=request is not None)
            if token is not None:
                return "delivered", token
            if flags & intents.FLAG_ACTIVITY_CLEAR_TOP:
                self._clear_above(running.token)
                token = self._push(task.id, shown, None, None)
                self._drop(running.token)
                return "started", token
        if new_task and not single and same_filter(task.intent, intent):
            # The task's own intent (its icon tapped again) shows the task as it was left.
            return "delivered" if in_front else "brought_to_front", task.top.token
        result_to = calling.token if calling is not None and request is not None else None
        return "started", self._push(task.id, shown, result_to, request)

    def _reuse(
        self,
        task: ActivityTask,
        running: ActivityRecord,
        intent: Intent,
        info: ActivityInfo,
        *,
        asked: bool,
    ) -> int | None:
        """Deliver the intent to a running instance if the launch mode or flags ask for it.

        One that was asked for a result is not the one on top, but a new one (singleTop).

        Returns:
            The instance's token; None if a new instance is needed.
        """
        flags = intent.flags
        single = info.launch_mode in ("singleTask", "singleInstance")
        single_top = flags & intents.FLAG_ACTIVITY_SINGLE_TOP or info.launch_mode != "standard"
        if single or (single_top and flags & intents.FLAG_ACTIVITY_CLEAR_TOP):
            self._clear_above(running.token)
        elif flags & intents.FLAG_ACTIVITY_REORDER_TO_FRONT:
            records = (*(r for r in task.records if r is not running), running)
            self._replace_task(replace(task, records=records))
        elif asked or not single_top or task.top is not running:
            return None
        return self._deliver(running.token, intent)

    def _deliver(self, token: int, intent: Intent) -> int:
        self._deliver_results(token)
        self.change(token, intent=intent)
        record = self.record(token)
        if record is not None and record.created:
            self.host.new_intent(record)
        return token

    def _new_task(self, intent: Intent, shown: Intent, affinity: str, home: bool) -> int:
        # As in RecentTasks, a new task takes the place of one of its affinity that has ended.
        self._forget_ended(lambda ended: ended.affinity == affinity)
        value = self._slot.get()
        task = ActivityTask(value.next_task, affinity, (), home=home, intent=intent)
        self._slot.set(replace(value, next_task=value.next_task + 1, tasks=(task, *value.tasks)))
        token = self._push(task.id, shown, None, None)
        apps = [task for task in self._slot.get().tasks if not task.home]
        for forgotten in apps[MAX_RECENT_TASKS:]:
            for record in reversed(forgotten.records):
                self._destroy(record)
            self._remove_task(forgotten.id)
        return token

    # -- changing

    def finish(self, token: int, code: int | None = None, data: Any = None) -> None:
        """Finish an activity; the one that waits for its result gets it before it is resumed."""
        if code is not None:
            self.change(token, result=(code, data))
        self._drop(token)
        self._settle()

    def move_to_front(self, task_id: int, *, settle: bool = True) -> bool:
        """Bring a task to the foreground; return False if there is no task with this id.

        The activity of a task that has ended is started again.
        """
        value = self._slot.get()
        task = next((t for t in value.tasks if t.id == task_id), None)
        ended = next((t for t in value.ended if t.id == task_id), None)
        if ended is not None:
            self._forget_ended(lambda each: each.id == task_id)
            return self.start(ended.intent).ok
        if task is None:
            return False
        if value.tasks[0].id != task_id:
            rest = tuple(t for t in value.tasks if t.id != task_id)
            self._slot.set(replace(value, tasks=(task, *rest)))
        if settle:
            self._settle()
        return True

    def move_to_back(self, task_id: int) -> None:
        """Send a task behind the launcher, as BACK on a root launcher activity does.

        The task below it is shown: the app that it was started from, or the launcher.
        """
        value = self._slot.get()
        task = next((t for t in value.tasks if t.id == task_id), None)
        rest = [t for t in value.tasks if t.id != task_id]
        home = next((i for i, t in enumerate(rest) if t.home), None)
        if task is not None and home is not None:
            rest.insert(home + 1, task)
            self._slot.set(replace(value, tasks=tuple(rest)))
            self._settle()

    def remove_task(self, task_id: int) -> bool:
        """Remove a task with all its activities, as swiping it out of Recents does.

        The process of the app that started it ends too, unless the app has other tasks or a
        foreground service.
        """
        task = next((t for t in self.known_tasks if t.id == task_id), None)
        if task is None or task.home:
            return False
        if not self._forget_ended(lambda ended: ended.id == task_id):
            for record in reversed(task.records):
                self._destroy(record)
            self._remove_task(task_id)
        package = task.records[0].package
        if not (
            self.is_foreground_service(package)
            or any(record.package == package for task in self.tasks for record in task.records)
        ):
            self.kill(package)
        self._settle()
        return True

    def home(self) -> StartResult:
        """Show the launcher."""
        intent = Intent(
            action="android.intent.action.MAIN",
            categories=(CATEGORY_HOME,),
            flags=intents.FLAG_ACTIVITY_NEW_TASK,
        )
        return self.start(intent)

    def _clear_above(self, token: int) -> None:
        task = self.task_of(token)
        for record in reversed(task.records if task is not None else ()):
            if record.token == token:
                return
            self._drop(record.token)

    def _drop(self, token: int) -> None:
        record = self.record(token)
        if record is None:
            return
        self._return_result(record)
        self._destroy(record)
        self._remove_record(token)

    def _destroy(self, record: ActivityRecord) -> None:
        if not record.created:
            return
        if record.token == self._slot.get().resumed:
            self._slot.update(resumed=None)
            self.host.pause(record)
        self.host.destroy(record)

    def settle(self) -> None:
        """Resume or pause the top activity after the screen was turned on or off, or unlocked."""
        self._settle()

    def _settle(self) -> None:
        """Create the activities that have become visible, and resume the new top one."""
        if not self._slot.get().tasks:
            self.home()
            return
        before = self._slot.get().resumed
        front = self._slot.get().tasks[0].top
        old = self.record(before) if before is not None else None
        left = before != front.token
        if old is not None and old.created and (left or not self.may_resume(front)):
            self._slot.update(resumed=None)
            self.host.pause(old)
            flags = old.intent.flags
            if left and (self.info(old)[1].no_history or flags & intents.FLAG_ACTIVITY_NO_HISTORY):
                self._drop(old.token)
        for seen in self.visible():
            # Creating the previous one may have finished this one, or created it.
            record = self.record(seen.token)
            if record is not None and not record.created and not self.is_bad(record.package):
                self._create(record)
        top = self.top
        if top is None or not top.created or not self.may_resume(top):
            return
        if top.results:
            self._deliver_results(top.token)
            self._settle()  # its code may have finished it, or started another
            return
        value = self._slot.get()
        if top.token == value.resumed:
            return
        first = replace(value.tasks[0], last_active_ms=self._elapsed_ms())
        self._slot.set(replace(value, resumed=top.token, tasks=(first, *value.tasks[1:])))
        self.host.resume(top)
        if self._slot.get().resumed == top.token:  # unless it has crashed
            for listener in self._shown:
                listener(top)

    def _deliver_results(self, token: int) -> None:
        """Deliver an activity's results, unless it has crashed or finished itself."""
        record = self.record(token)
        while record is not None and record.created and record.results:
            self.change(token, results=record.results[1:])
            self.host.result(record, *record.results[0])
            record = self.record(token)

    def _create(self, record: ActivityRecord) -> None:
        self.start_process(record.package)
        self.change(record.token, created=True)
        self._slot.update(launched=(record.token, self._elapsed_ms()))
        saved = self.host.create(replace(record, created=True))
        if saved is not record.saved:
            self.change(record.token, saved=saved)

    # -- processes

    def start_process(self, package: str) -> int:
        """Ensure that the package has a process; return its pid."""
        pid = self.process(package)
        if pid is None:
            value = self._slot.get()
            pid = value.next_pid
            self._slot.set(
                replace(
                    value,
                    processes=value.processes.set(package, pid),
                    next_pid=pid + 17,
                    starts=value.starts.set(package, value.starts.get(package, 0) + 1),
                )
            )
        return pid

    def on_process_death(self, listener: Callable[[str], None]) -> None:
        """Register a listener for the death of a package's process, to drop what died with it."""
        self._death.append(listener)

    def on_force_stop(self, listener: Callable[[str], object]) -> None:
        """Register a listener for packages that are force-stopped, to drop what they left."""
        self._stopped.append(listener)

    def on_shown(self, listener: Callable[[ActivityRecord], None]) -> None:
        """Register a listener for each activity that comes to the foreground."""
        self._shown.append(listener)

    def on_request(self, listener: Callable[[Intent, int], None]) -> None:
        """Register a listener for requests to start an activity: the intent, the caller's uid."""
        self._requests.append(listener)

    def on_start(self, listener: Callable[[str], None]) -> None:
        """Register a listener for packages whose process is about to start for an activity."""
        self._starts.append(listener)

    def kill(self, package: str, *, background_only: bool = True) -> bool:
        """Kill a package's process; its activities come back with their saved state.

        Args:
            package: Whose process.
            background_only: Whether to spare a process that is on screen, as ``am kill`` does.
        """
        if not self.running(package):
            return False
        on_screen = any(record.package == package for record in self.visible())
        if on_screen and background_only:
            return False
        self._end_process(package)
        if on_screen:
            self._settle()
        return True

    def crash(self, package: str, *, everything: bool = False) -> list[ActivityRecord]:
        """End the process of a package that has crashed, as Android 13 does.

        In each task the package's top activity is finished, and the one below if it had not been
        stopped yet; all others are recreated from their saved state when they are shown. No
        lifecycle callback is called. The home screen stays.

        Args:
            package: Whose process.
            everything: Whether to finish all its activities: it keeps crashing, or was closed.

        Returns:
            The activities that were finished.
        """
        value = self._slot.get()
        doomed: list[ActivityRecord] = []
        for task in value.tasks:
            own = [r for r in task.records[task.home :] if r.package == package]
            if everything:
                doomed += reversed(own)
            elif own and own[-1] is task.top and task.top.created:
                doomed.append(task.top)
                if value.launched == (task.top.token, self._elapsed_ms()):
                    doomed += [r for r in task.records[-2:-1] if r in own and r.created]
        self._end_process(package, frozenset(record.token for record in doomed))
        for record in doomed:
            self._return_result(record)
        self._settle()
        return doomed

    def _end_process(self, package: str, doomed: frozenset[int] = frozenset()) -> None:
        """End a package's process and forget the activities in `doomed`."""
        value = self._slot.get()
        resumed = self.record(value.resumed) if value.resumed is not None else None
        tasks = []
        for task in value.tasks:
            records = tuple(
                replace(r, created=False) if r.created and r.package == package else r
                for r in task.records
                if r.token not in doomed
            )
            if records:
                tasks.append(replace(task, records=records))
        processes = value.processes
        if package in processes:
            processes = processes.delete(package)
        if resumed is not None and resumed.package == package:
            value = replace(value, resumed=None)
        self._slot.set(replace(value, tasks=tuple(tasks), processes=processes))
        for listener in self._death:
            listener(package)

    def force_stop(self, package: str, *, forget: bool = False) -> None:
        """Stop a package as Settings' "Force stop" and ``am force-stop`` do.

        Args:
            package: Its name.
            forget: Whether its tasks go from Recents too, as its data or code goes away.
        """
        self._remove_package(package)
        if forget:
            self._forget_ended(lambda ended: ended.top.package == package)
        value = self._slot.get()
        if package in value.processes:
            self._slot.set(replace(value, processes=value.processes.delete(package)))
        if self._packages.installed(package):
            self._packages.change(package, stopped=True)
        for listener in (*self._death, *self._stopped):  # even if dead: a provider may hold things
            listener(package)
        self._settle()

    def reboot(self) -> None:
        """End every process and show the launcher; other tasks stay in Recents."""
        value = self._slot.get()
        for package in sorted(value.processes):
            for listener in self._death:
                listener(package)
        tasks = tuple(
            replace(task, records=tuple(replace(r, created=False) for r in task.records))
            for task in value.tasks
        )
        self._slot.set(replace(value, tasks=tasks, processes=Map(), resumed=None))
        self.home()

    # -- broadcasts

    def listen(self, action: str, listener: Callable[[Intent], BroadcastResult | None]) -> None:
        """Register a service's listener for a broadcast action."""
        self._listeners.setdefault(action, []).append(listener)

    def broadcast(self, intent: Intent) -> BroadcastResult:
        """Send an ordered broadcast; return the last receiver's result.

        Packages that are disabled or keep crashing don't receive it; neither do stopped packages,
        unless the intent names their component or includes stopped packages. A package that
        receives it is no longer stopped.
        """
        result = BroadcastResult()
        for listener in self._listeners.get(intent.action or "", ()):
            result = listener(intent) or result
        for manifest, info in self._packages.query_receivers(intent):
            if self.is_bad(manifest.package):
                continue
            self._packages.change(manifest.package, stopped=False)
            self.start_process(manifest.package)
            result = self.host.receive(manifest, info, intent)
        return result

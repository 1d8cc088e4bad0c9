"""Dumps of ``dumpsys activity``: activities, recents, processes, providers and views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from android_gym.simulator.shell.activity import configuration
from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.dumps_of_services import dump_services
from android_gym.simulator.shell.identities import identity, process_record, uid_of, user_of
from android_gym.simulator.system.activity_records import ActivityRecord, ActivityTask
from android_gym.simulator.system.intents import describe, flatten_short

__all__ = ["dump_activity", "record_line"]


_LAUNCHER: Final = "com.google.android.apps.nexuslauncher"


def record_line(record: ActivityRecord, task: ActivityTask) -> str:
    """Return a record's name in dumps."""
    return (
        f"ActivityRecord{{{identity('activity', record.token)} u0 "
        f"{flatten_short(record.component)} t{task.id}}}"
    )


def _task(io: Invocation, task: ActivityTask) -> str:
    package = task.top.package
    uid = uid_of(io, package)
    kind = "home" if task.home else "standard"
    visible = str(task in io.system.activities.tasks[:1] and io.system.display.on).lower()
    return (
        f"Task{{{identity('task', task.id)} #{task.id} type={kind} A={uid}:{task.affinity} "
        f"U=0 visible={visible} visibleRequested={visible} mode=fullscreen translucent=false "
        f"sz={len(_live(io, task))}}}"
    )


def _live(io: Invocation, task: ActivityTask) -> tuple[ActivityRecord, ...]:
    """Return the activities of a task; none if it has ended."""
    return () if task in io.system.activities.ended_tasks else task.records


def dump_activity(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``activity``."""
    words = [word for word in args if not word.startswith("-")]
    what = words[0] if words else ""
    sections: dict[str, Callable[[Invocation], None]] = {
        "recents": _recents, "r": _recents, "activities": _activities, "a": _activities,
        "containers": _activities, "starter": _starter, "lru": _lru, "processes": _processes,
        "p": _processes, "broadcasts": _broadcasts, "b": _broadcasts, "services": dump_services,
        "s": dump_services, "intents": _pending_intents, "i": _pending_intents,
        "providers": _providers, "prov": _providers, "settings": _no_section,
        "oom": _lru, "o": _lru,
    }  # fmt: skip
    if what in sections:
        sections[what](io)
    elif what == "top":
        _top(io)
    elif what in ("service", "provider"):
        io.out("No services match: all\n" if what == "service" else "No providers match: all\n")
    elif what:
        _package_activities(io, what)
    else:
        for number, section in enumerate(
            (_pending_intents, _broadcasts, _providers, dump_services, _recents, _activities, _lru)
        ):
            if number:
                io.out("-" * 79 + "\n")
            section(io)


def _no_section(io: Invocation) -> None:
    """Print nothing, for a section without content."""


def _recents(io: Invocation) -> None:
    out = [
        "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n",
        f"mRecentsUid={uid_of(io, _LAUNCHER)}\n",
        f"mRecentsComponent=ComponentInfo{{{_LAUNCHER}/com.android.quickstep.RecentsActivity}}\n",
        "mFreezeTaskListReordering=false\n",
        "mFreezeTaskListReorderingPendingTimeout=null\n",
        "  Recent tasks:\n",
    ]
    tasks = io.system.activities.known_tasks
    now = io.system.clock.elapsed_ms()
    for number, task in enumerate(tasks):
        base = task.records[0]
        intent = describe(task.intent).removeprefix("Intent ")
        out.append(
            f"  * Recent #{number}: {_task(io, task)}\n"
            f"    userId=0 effectiveUid={user_of(io, base.package)} "
            f"mCallingUid={user_of(io, _LAUNCHER)} mUserSetupComplete=true mCallingPackage=android "
            "mCallingFeatureId=null\n"
            f"    affinity={task.affinity}\n"
            f"    intent={intent}\n"
            f"    mActivityComponent={flatten_short(base.component)}\n"
            f"    rootWasReset=true mNeverRelinquishIdentity=true mReuseTask=false "
            "mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE\n"
            f"    Activities={[record_line(record, task) for record in _live(io, task)]}\n".replace(
                "'", ""
            )
            + f"    askedCompatMode=false inRecents=true isAvailable=true\n"
            f"    taskId={task.id} rootTaskId={task.id}\n"
            f"    hasChildPipActivity=false\n"
            f"    mHasBeenVisible=true\n"
            f"    mResizeMode=RESIZE_MODE_RESIZEABLE mSupportsPictureInPicture=false "
            "isResizeable=true\n"
            f"    lastActiveTime={task.last_active_ms} "
            f"(inactive for {max(now - task.last_active_ms, 0) // 1000}s)\n"
        )
    out.append("  Visible recent tasks (most recent first):\n")
    shown = [task for task in tasks if not task.home and not _excluded(io, task)]
    for number, task in enumerate(shown):
        base = task.records[0]
        intent = describe(task.intent).removeprefix("Intent ")
        out.append(
            f"  * RecentTaskInfo #{number}: \n"
            f"    id={task.id} userId=0 hasTask=true lastActiveTime={task.last_active_ms}\n"
            f"    baseIntent=Intent {intent}\n"
            f"    baseActivity={{{base.component}}}\n"
            f"    topActivity={{{task.top.component}}}\n"
            f"    origActivity=null\n"
            f"    realActivity={{{base.component}}}\n"
        )
    io.out("".join(out))


def _excluded(io: Invocation, task: ActivityTask) -> bool:
    found = io.system.packages.activity(task.records[0].component)
    return found is not None and found[1].exclude_from_recents


def _activities(io: Invocation) -> None:
    width, height = io.system.display.size
    out = [
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n",
        "Display #0 (activities from top to bottom):\n",
    ]
    tasks = io.system.activities.tasks
    for task in tasks:
        out.append(
            f"  * {_task(io, task)}\n    mBounds=Rect(0, 0 - 0, 0)\n    mMinWidth=-1 "
            "mMinHeight=-1\n    mLastNonFullscreenBounds=null\n"
        )
        for number in range(len(task.records) - 1, -1, -1):
            record = task.records[number]
            top = record is task.top and task is tasks[0]
            state = "RESUMED" if top else "STOPPED"
            pid = io.system.activities.processes.get(record.package, 0)
            out.append(
                f"      * Hist  #{number}: {record_line(record, task)}\n"
                f"          packageName={record.package} processName={record.package}\n"
                f"          launchedFromUid=0 launchedFromPackage=null\n"
                f"          app={process_record(io, record.package, pid)}\n"
                f"          {describe(record.intent)}\n"
                f"          mActivityComponent={flatten_short(record.component)}\n"
                f"          mLastReportedConfigurations:\n"
                f"          CurrentConfiguration={configuration(io)}\n"
                f"          taskAffinity={task.affinity}\n"
                f"          mState={state} finishing=false\n"
                f"          mVisibleRequested={str(top).lower()} mVisible={str(top).lower()} "
                f"mBounds=Rect(0, 0 - {width}, {height})\n"
            )
        out.append("\n")
    if tasks:
        top_record = record_line(tasks[0].top, tasks[0])
        out.append(
            f"  ResumedActivity:{top_record}\n\n"
            f"  mFocusedApp={top_record}\n"
            f"  topResumedActivity={top_record}\n"
            f"  mLastFocusedRootTask={_task(io, tasks[0])}\n\n"
            f"  ResumedActivity: {top_record}\n"
        )
    io.out("".join(out))


def _starter(io: Invocation) -> None:
    io.out("ACTIVITY MANAGER STARTER (dumpsys activity starter)\n")


def _lru(io: Invocation) -> None:
    io.out("ACTIVITY MANAGER LRU PROCESSES (dumpsys activity lru)\n")
    processes = sorted(io.system.activities.processes.items(), key=lambda item: -item[1])
    top = io.system.activities.top
    for number, (package, pid) in enumerate(processes):
        state = "TOP " if top is not None and top.package == package else "CAC "
        io.out(
            f"  #{len(processes) - number - 1:2d}: fg     {state}--- {pid}:{package}/"
            f"{user_of(io, package)} act:activities|recents\n"
        )


def _processes(io: Invocation) -> None:
    io.out(
        "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n"
    )
    for package, pid in sorted(io.system.activities.processes.items()):
        uid = uid_of(io, package)
        io.out(
            f"  *APP* UID {uid} {process_record(io, package, pid)}\n"
            f"    user #0 uid={uid} gids={{3003, 9997}}\n"
            f"    packageList={{{package}}}\n    pid={pid} starting=false\n"
        )


def _broadcasts(io: Invocation) -> None:
    io.out(
        "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  Registered Receivers:\n"
    )


def _pending_intents(io: Invocation) -> None:
    io.out("ACTIVITY MANAGER PENDING INTENTS (dumpsys activity intents)\n  (nothing)\n")


def _providers(io: Invocation) -> None:
    io.out("ACTIVITY MANAGER CONTENT PROVIDERS (dumpsys activity providers)\n")
    for package in io.system.packages.names:
        for info in io.system.packages.manifest(package).providers:
            io.out(
                f"  * ContentProviderRecord{{{identity('provider', info.authority)} u0 "
                f"{package}/{info.handler.partition(':')[2]}}}\n"
                f"    authority={info.authority}\n"
            )


def _top(io: Invocation) -> None:
    for task in reversed(io.system.activities.tasks):
        io.out(f"TASK {task.affinity} id={task.id} userId=0\n")
        _dump_activity(io, task, task.top)
        io.out("\n")


def _package_activities(io: Invocation, name: str) -> None:
    found = False
    for task in io.system.activities.tasks:
        for record in reversed(task.records):
            if name in record.component or name == "all":
                if not found or record is task.top:
                    io.out(f"TASK {task.affinity} id={task.id} userId=0\n")
                found = True
                _dump_activity(io, task, record)
    if not found:
        io.out(f"Bad activity command, or no activities match: {name}\nUse -h for help.\n")


def _dump_activity(io: Invocation, task: ActivityTask, record: ActivityRecord) -> None:
    pid = io.system.activities.processes.get(record.package)
    shown = str(pid) if pid is not None else "(not running)"
    resumed = io.system.activities.top is record
    mark = identity("activity", record.token)
    io.out(
        f"  ACTIVITY {flatten_short(record.component)} {mark} pid={shown}\n"
        f"    Local Activity {mark} State:\n"
        f"      mResumed={str(resumed).lower()} mStopped={str(not resumed).lower()} "
        "mFinished=false\n"
        "      mIsInMultiWindowMode=false mIsInPictureInPictureMode=false\n"
        "      mChangingConfigurations=false\n"
        f"      mCurrentConfig={configuration(io)}\n"
    )
    _view_hierarchy(io, record)


def _view_hierarchy(io: Invocation, record: ActivityRecord) -> None:
    """Print an activity window's view hierarchy, as android_env's dumpsys task extras parse it."""
    from android_gym.simulator.ui import nodes

    io.phone.windows.refresh()
    window = next(
        (
            item
            for item in io.phone.windows.windows()
            if item.owner == record.token and item.overlay is None
        ),
        None,
    )
    io.out("    View Hierarchy:\n")
    if window is None:
        return
    lines: list[str] = []

    def add(node: nodes.Node, parent: tuple[int, ...], depth: int) -> None:
        view = node.view
        left, top, right, bottom = node.bounds
        x, y = parent[:2]
        flags = "".join(
            (
                "V" if node.visible else "I",
                "F" if view.focusable else ".",
                "E" if view.enabled else ".",
                ".",
                ".",
                "V" if view.scrollable else ".",
                "C" if view.clickable else ".",
                "L" if view.long_clickable else ".",
                ".",
            )
        )
        name = view.resource_name or ""
        package, _, entry = name.partition(":id/")
        owner = "app" if package == record.package else package
        label = f" #{identity('id', name)} {owner}:id/{entry}"
        kind = "com.android.internal.policy.DecorView" if depth == 0 else view.class_name
        lines.append(
            f"{'  ' * (depth + 3)}{kind}{{{identity(record.token, len(lines))} {flags} "
            f"........ {left - x},{top - y}-{right - x},{bottom - y}"
            f"{label if name else ''}}}\n"
        )
        for child in node.children:
            add(child, node.bounds, depth + 1)

    add(nodes.nodes_of(window, io.phone.screen, everything=True), (0, 0, 0, 0), 0)
    io.out("".join(lines))

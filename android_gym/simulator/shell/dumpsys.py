"""`dumpsys`: what system services say of themselves, as Android 13 has it.

The lines that scripts look for are there, with true values; what nobody reads is left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from android_gym.simulator.shell.activity import configuration
from android_gym.simulator.shell.command import Invocation, command
from android_gym.simulator.shell.intents import describe, short_component
from android_gym.simulator.shell.media_dumps import dump_audio, dump_media_session
from android_gym.simulator.shell.package import RUNTIME_PERMISSIONS, apk_path
from android_gym.simulator.shell.processes import process_table
from android_gym.simulator.shell.services import IME, SERVICES, wifi_status
from android_gym.simulator.system.activities import ActivityRecord, ActivityTask

_Dump = Callable[[Invocation, list[str]], None]


def _identity(*parts: object) -> str:
    """Seven hexadecimal digits, as Java's identity hash codes look; the same for the same parts."""
    return (
        hashlib.md5(repr(parts).encode(), usedforsecurity=False).hexdigest()[:7].lstrip("0") or "0"
    )


@command("dumpsys", cost=5_000)
def run(io: Invocation) -> int:
    """Dump one service, or all."""
    args = list(io.args)
    skipped: list[str] = []
    listing = "Currently running services:\n" + "".join(f"  {name}\n" for name in SERVICES)
    while args and args[0].startswith("-"):
        word = args.pop(0)
        if word in ("-t", "-T", "--priority", "--skip") and args:
            value = args.pop(0)
            skipped = value.split(",") if word == "--skip" else skipped
        elif word in ("-l", "--help", "-h"):
            io.out(listing if word == "-l" else _HELP)
            return 0
        elif word not in ("--pid", "--thread", "--proto", "--stability", "--clients"):
            io.out(f"Unknown option: {word}\n")
            return 255
    if args:
        name = args[0]
        if name not in SERVICES and name not in _DUMPS:
            io.err(f"Can't find service: {name}\n")
            return 0
        _DUMPS.get(name, _nothing)(io, args[1:])
        return 0
    io.out(listing)
    for name in SERVICES:
        if name not in skipped:
            io.out(f"{'-' * 79}\nDUMP OF SERVICE {name}:\n")
            _DUMPS.get(name, _nothing)(io, [])
            now = io.system.clock.datetime().strftime("%Y-%m-%d %H:%M:%S")
            io.out(f"--------- 0.002s was the duration of dumpsys {name}, ending at: {now}\n")
    return 0


_HELP = """usage: dumpsys
         To dump all services.
or:
       dumpsys [-t TIMEOUT] [--priority LEVEL] [--clients] [--pid] [--thread] [--help | -l |\
 --skip SERVICES | SERVICE [ARGS]]
"""


def _nothing(io: Invocation, args: list[str]) -> None:
    """A service that has nothing to say."""


# --- activity ------------------------------------------------------------------------------------


def _record(record: ActivityRecord, task: ActivityTask) -> str:
    return (
        f"ActivityRecord{{{_identity('activity', record.token)} u0 "
        f"{short_component(record.component)} t{task.id}}}"
    )


def _task(io: Invocation, task: ActivityTask) -> str:
    package = task.top.package
    packages = io.system.packages
    uid = packages.state(package).uid if packages.installed(package) else 10_000
    kind = "home" if task.home else "standard"
    visible = str(task in io.system.activities.tasks[:1] and io.system.display.on).lower()
    return (
        f"Task{{{_identity('task', task.id)} #{task.id} type={kind} A={uid}:{task.affinity} "
        f"U=0 visible={visible} visibleRequested={visible} mode=fullscreen translucent=false "
        f"sz={len(task.records)}}}"
    )


def _activity(io: Invocation, args: list[str]) -> None:
    words = [word for word in args if not word.startswith("-")]
    what = words[0] if words else ""
    sections: dict[str, Callable[[Invocation], None]] = {
        "recents": _recents, "r": _recents, "activities": _activities, "a": _activities,
        "containers": _activities, "starter": _starter, "lru": _lru, "processes": _processes,
        "p": _processes, "broadcasts": _broadcasts, "b": _broadcasts, "services": _app_services,
        "s": _app_services, "intents": _pending_intents, "i": _pending_intents,
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
            (_pending_intents, _broadcasts, _providers, _app_services, _recents, _activities, _lru)
        ):
            if number:
                io.out("-" * 79 + "\n")
            section(io)


def _no_section(io: Invocation) -> None:
    """A section without content."""


def _recents(io: Invocation) -> None:
    out = [
        "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n",
        "mRecentsUid=10097\n",
        "mRecentsComponent=ComponentInfo{com.google.android.apps.nexuslauncher/"
        "com.android.quickstep.RecentsActivity}\n",
        "mFreezeTaskListReordering=false\n",
        "mFreezeTaskListReorderingPendingTimeout=null\n",
        "  Recent tasks:\n",
    ]
    tasks = io.system.activities.tasks
    now = io.system.clock.elapsed_ms()
    for number, task in enumerate(tasks):
        base = task.records[0]
        intent = describe(task.intent).removeprefix("Intent ")
        out.append(
            f"  * Recent #{number}: {_task(io, task)}\n"
            f"    userId=0 effectiveUid=u0a{io.system.packages.state(base.package).uid % 10_000} "
            "mCallingUid=u0a97 mUserSetupComplete=true mCallingPackage=android "
            "mCallingFeatureId=null\n"
            f"    affinity={task.affinity}\n"
            f"    intent={intent}\n"
            f"    mActivityComponent={short_component(base.component)}\n"
            f"    rootWasReset=true mNeverRelinquishIdentity=true mReuseTask=false "
            "mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE\n"
            f"    Activities={[_record(record, task) for record in task.records]}\n".replace(
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
                f"      * Hist  #{number}: {_record(record, task)}\n"
                f"          packageName={record.package} processName={record.package}\n"
                f"          launchedFromUid=0 launchedFromPackage=null\n"
                f"          app=ProcessRecord{{{_identity('process', pid)} {pid}:{record.package}/"
                f"u0a{io.system.packages.state(record.package).uid % 10_000}}}\n"
                f"          {describe(record.intent)}\n"
                f"          mActivityComponent={short_component(record.component)}\n"
                f"          mLastReportedConfigurations:\n"
                f"          CurrentConfiguration={configuration(io)}\n"
                f"          taskAffinity={task.affinity}\n"
                f"          mState={state} finishing=false\n"
                f"          mVisibleRequested={str(top).lower()} mVisible={str(top).lower()} "
                f"mBounds=Rect(0, 0 - {width}, {height})\n"
            )
        out.append("\n")
    if tasks:
        top_record = _record(tasks[0].top, tasks[0])
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
        uid = io.system.packages.state(package).uid % 10_000
        io.out(
            f"  #{len(processes) - number - 1:2d}: fg     {state}--- {pid}:{package}/u0a{uid} "
            "act:activities|recents\n"
        )


def _processes(io: Invocation) -> None:
    io.out(
        "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n"
    )
    for package, pid in sorted(io.system.activities.processes.items()):
        uid = io.system.packages.state(package).uid
        io.out(
            f"  *APP* UID {uid} ProcessRecord{{{_identity('process', pid)} {pid}:{package}/"
            f"u0a{uid % 10_000}}}\n    user #0 uid={uid} gids={{3003, 9997}}\n"
            f"    packageList={{{package}}}\n    pid={pid} starting=false\n"
        )


def _broadcasts(io: Invocation) -> None:
    io.out(
        "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  Registered Receivers:\n"
    )


def _app_services(io: Invocation) -> None:
    io.out("ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)\n")


def _pending_intents(io: Invocation) -> None:
    io.out("ACTIVITY MANAGER PENDING INTENTS (dumpsys activity intents)\n  (nothing)\n")


def _providers(io: Invocation) -> None:
    io.out("ACTIVITY MANAGER CONTENT PROVIDERS (dumpsys activity providers)\n")
    for package in io.system.packages.names:
        for info in io.system.packages.manifest(package).providers:
            io.out(
                f"  * ContentProviderRecord{{{_identity('provider', info.authority)} u0 "
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
    mark = _identity("activity", record.token)
    io.out(
        f"  ACTIVITY {short_component(record.component)} {mark} pid={shown}\n"
        f"    Local Activity {mark} State:\n"
        f"      mResumed={str(resumed).lower()} mStopped={str(not resumed).lower()} "
        "mFinished=false\n"
        "      mIsInMultiWindowMode=false mIsInPictureInPictureMode=false\n"
        "      mChangingConfigurations=false\n"
        f"      mCurrentConfig={configuration(io)}\n"
    )
    _view_hierarchy(io, record)


def _view_hierarchy(io: Invocation, record: ActivityRecord) -> None:
    """The views of an activity's window, as android_env's dumpsys task extras read them."""
    from android_gym.simulator.ui import nodes

    io.phone.screen_revision  # noqa: B018 - brings the windows up to date
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
        label = f" #{_identity('id', name)} {owner}:id/{entry}"
        kind = "com.android.internal.policy.DecorView" if depth == 0 else view.class_name
        lines.append(
            f"{'  ' * (depth + 3)}{kind}{{{_identity(record.token, len(lines))} {flags} "
            f"........ {left - x},{top - y}-{right - x},{bottom - y}"
            f"{label if name else ''}}}\n"
        )
        for child in node.children:
            add(child, node.bounds, depth + 1)

    add(nodes.nodes_of(window, io.phone.screen, everything=True), (0, 0, 0, 0), 0)
    io.out("".join(lines))


# --- window, input, display ----------------------------------------------------------------------


def _focus(io: Invocation) -> tuple[str, str]:
    """The focused window and the focused app, as ``dumpsys window`` names them."""
    tasks = io.system.activities.tasks
    app = _record(tasks[0].top, tasks[0]) if tasks else "null"
    if not io.system.display.on:
        return "null", app
    window = io.phone.windows.top_focusable()
    if window is None:
        return "null", app
    if isinstance(window.owner, int):
        record = io.system.activities.record(window.owner)
        title = record.component if record is not None else window.title
    else:
        title = {"NotificationShade": "NotificationShade", "Keyguard": "NotificationShade"}.get(
            str(window.owner), window.title or str(window.owner)
        )
    return f"Window{{{_identity('window', window.key)} u0 {title}}}", app


def _window(io: Invocation, args: list[str]) -> None:
    words = [word for word in args if not word.startswith("-")]
    what = words[0] if words else ""
    display = io.system.display
    width, height = display.size
    physical_width, physical_height = display.physical_size
    focus, app = _focus(io)
    rotation = display.rotation * 90
    bar = 63 if display.size[1] >= display.size[0] else 0
    if what in ("", "displays", "d", "all", "a"):
        override = display.override_size
        current = f"cur={width}x{height} app={width}x{height - bar}"
        locked = io.system.settings.get("system", "accelerometer_rotation") == "0"
        kept = io.system.settings.get_int("system", "user_rotation", 0)
        base = f"base={override[0]}x{override[1]} {display.density_dpi}dpi " if override else ""
        io.out(
            "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
            "  Display: mDisplayId=0\n"
            f"    init={physical_width}x{physical_height} {display.physical_density_dpi}dpi {base}"
            f"{current} rng=1080x1017-2337x2274\n"
            "    deferred=false mLayoutNeeded=false mTouchExcludeRegion=SkRegion()\n\n"
            f"  mLayoutSeq=121\n  mCurrentFocus={focus}\n  mFocusedApp={app}\n\n"
            "  DisplayRotation\n"
            f"    mCurrentAppOrientation=SCREEN_ORIENTATION_UNSPECIFIED\n"
            f"    mLastOrientation=-1\n    mRotation={display.rotation} "
            "mDeferredRotationPauseCount=0\n"
            f"    mLandscapeRotation=ROTATION_90 mSeascapeRotation=ROTATION_270\n"
            f"    mPortraitRotation=ROTATION_0 mUpsideDownRotation=ROTATION_180\n"
            f"    mUserRotationMode=USER_ROTATION_"
            f"{'LOCKED' if locked else 'FREE'} mUserRotation=ROTATION_{kept * 90}\n"
            f"    mCurrentRotation=ROTATION_{rotation}\n"
        )
    if what in ("", "windows", "w", "visible", "all", "a"):
        io.out("WINDOW MANAGER WINDOWS (dumpsys window windows)\n")
        io.phone.screen_revision  # noqa: B018 - brings the windows up to date
        for number, window in enumerate(reversed(io.phone.windows.windows())):
            title = window.title
            if isinstance(window.owner, int):
                record = io.system.activities.record(window.owner)
                title = record.component if record is not None else title
            left, top, right, bottom = window.frame_on_screen
            io.out(
                f"  Window #{number} Window{{{_identity('window', window.key)} u0 "
                f"{title or window.owner}}}:\n"
                f"    mDisplayId=0 rootTaskId=1 mSession=Session{{{_identity(window.package)} "
                f"583:1000}}\n    mOwnerUid=10097 showForAllUsers=false package={window.package} "
                "appop=NONE\n"
                f"    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false\n"
                f"    Frames: parent=[0,0][{width},{height}] display=[0,0][{width},{height}] "
                f"frame=[{left},{top}][{right},{bottom}]\n"
            )
        io.out(
            f"\n  mGlobalConfiguration={configuration(io)}\n"
            f"  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n"
            f"  mCurrentFocus={focus}\n  mFocusedApp={app}\n  mBlurEnabled=false\n"
            f"  mLastDisplayFreezeDuration=0 due to new-config\n  mSystemBooted=true "
            "mDisplayEnabled=true\n"
        )
    if what in ("", "policy", "p"):
        awake, keyguard = str(display.on).lower(), str(io.system.keyguard.showing).lower()
        io.out(
            "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
            f"    mSafeMode=false mSystemReady=true mSystemBooted=true\n"
            f"    screenState=SCREEN_STATE_{'ON' if display.on else 'OFF'}\n"
            f"    interactiveState=INTERACTIVE_STATE_{'AWAKE' if display.on else 'SLEEP'}\n"
            f"    mAwake={awake} mScreenOnEarly={awake} mScreenOnFully={awake}\n"
            f"    isKeyguardShowing={keyguard}\n    mDreamingLockscreen={keyguard}\n"
            f"    KeyguardServiceDelegate\n      showing={keyguard}\n"
        )


def _viewport(io: Invocation) -> str:
    display = io.system.display
    width, height = display.size
    return (
        "Viewport INTERNAL: displayId=0, uniqueId=local:4619827259835644672, port=0, "
        f"orientation={display.rotation}, logicalFrame=[0, 0, {width}, {height}], "
        f"physicalFrame=[0, 0, {width}, {height}], deviceSize=[{width}, {height}], isActive=[1]"
    )


def _input(io: Invocation, args: list[str]) -> None:
    display = io.system.display
    width, height = display.physical_size
    focus, _ = _focus(io)
    viewport = _viewport(io)
    title = focus.rpartition(" ")[2].rstrip("}")
    io.out(
        "INPUT MANAGER (dumpsys input)\n\n"
        "Input Manager State:\n  Interactive: true\n  System UI Lights Out: false\n"
        "  Pointer Speed: 0\n\n"
        "Event Hub State:\n  BuiltInKeyboardId: -1\n  Devices:\n"
        "    1: qwerty2\n      Classes: KEYBOARD | ALPHAKEY | DPAD\n      Path: /dev/input/event0\n"
        "    2: virtio_input_multi_touch_1\n      Classes: TOUCH | TOUCH_MT\n"
        "      Path: /dev/input/event2\n\n"
        "Input Reader State (Nums of device: 8):\n"
        "  Device 3: virtio_input_multi_touch_1\n    EventHub Devices: [ 2 ] \n"
        "    Generation: 24\n    IsExternal: false\n    AssociatedDisplayPort: 0\n"
        "    Sources: 0x00001102\n    KeyboardType: 0\n    ControllerNum: 0\n"
        "    Touch Input Mapper (mode - DIRECT):\n"
        "      Parameters:\n        GestureMode: multi-touch\n        DeviceType: touchScreen\n"
        "        AssociatedDisplay: hasAssociatedDisplay=true, isExternal=false, displayId=''\n"
        "        OrientationAware: true\n"
        f"      {viewport}\n"
        f"      DisplayWidth: {display.size[0]}px\n"
        f"      DisplayHeight: {display.size[1]}px\n"
        f"      PhysicalWidth: {width}px\n"
        f"      PhysicalHeight: {height}px\n"
        "      PhysicalLeft: 0\n"
        "      PhysicalTop: 0\n"
        f"      SurfaceOrientation: {display.rotation}\n"
        f"      InputDeviceOrientation: {display.rotation}\n"
        "  Configuration:\n"
        "    ExcludedDeviceNames: []\n"
        f"    {viewport}\n\n"
        "Input Dispatcher State:\n"
        "  DispatchEnabled: true\n  DispatchFrozen: false\n  InputFilterEnabled: false\n"
        "  FocusedDisplayId: 0\n"
        "  FocusedApplications:\n"
        f"    displayId=0, name='{_focus(io)[1]}', dispatchingTimeout=5000ms\n"
        "  FocusedWindows:\n"
        f"    displayId=0, name='{title}'\n"
        "  TouchStates: <no displays touched>\n"
    )


def _display(io: Invocation, args: list[str]) -> None:
    display = io.system.display
    width, height = display.size
    state = "ON" if display.on else "OFF"
    float_value = io.system.settings.get("system", "screen_brightness_float") or "0.4"
    io.out(
        "DISPLAY MANAGER (dumpsys display)\n  mSafeMode=false\n  mPendingTraversal=false\n"
        f"  mGlobalDisplayState={state}\n  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, "
        f"isActive=true, displayId=0, uniqueId='local:4619827259835644672', physicalPort=0, "
        f"orientation={display.rotation}, logicalFrame=Rect(0, 0 - {width}, {height}), "
        f"physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, "
        f"deviceHeight={height}}}]\n"
        f'\nDisplay Devices: size=1\n  DisplayDeviceInfo{{"Built-in Screen": uniqueId="local:'
        f'4619827259835644672", {width} x {height}, density {display.density_dpi}}}\n'
        f"    mState={state}\n    mBrightnessState={float_value}\n"
        f"\nDisplay Power Controller:\n  mScreenState={state}\n  mActualBrightness={float_value}\n"
        f"  mScreenBrightness={display.brightness}\n"
    )


def _power(io: Invocation, args: list[str]) -> None:
    on = io.system.display.on
    battery = io.system.battery.state
    stay_on = io.system.settings.get("global", "stay_on_while_plugged_in") or "0"
    io.out(
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mDirty=0x0\n"
        f"  mWakefulness={'Awake' if on else 'Asleep'}\n  mWakefulnessChanging=false\n"
        f"  mIsPowered={str(battery.ac or battery.usb or battery.wireless).lower()}\n"
        f"  mBatteryLevel={battery.level}\n  mStayOn={str(stay_on != '0').lower()}\n"
        f"  mBootCompleted=true\n  mSystemReady=true\n  mHoldingDisplaySuspendBlocker="
        f"{str(on).lower()}\n  mLastWakeTime={io.system.clock.elapsed_ms()}\n"
        "\nWake Locks: size=0\n"
        f"\nDisplay Power: state={'ON' if on else 'OFF'}\n"
    )


def _surface_flinger(io: Invocation, args: list[str]) -> None:
    if "--list" in args:
        for window in io.phone.windows.windows():
            io.out(f"{window.title or window.owner}#{window.id}\n")
        return
    if "--display-id" in args:
        io.out(
            'Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL displayName="EMU_'
            'display_0"\n'
        )


def _input_method(io: Invocation, args: list[str]) -> None:
    io.phone.screen_revision  # noqa: B018 - brings the windows up to date
    shown = io.phone.windows.keyboard_shown
    editor = io.phone.windows.input_method.editor()
    flag = str(shown).lower()
    client = io.system.activities.top
    io.out(
        "Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=2\n"
        f"  InputMethod #0:\n    mId={IME} mSettingsActivityName=null mIsVrOnly=false\n"
        f"  Clients:\n  mCurMethodId={IME}\n"
        f"  mCurClient=ClientState{{{_identity('client', client and client.token)} uid=10097 "
        f"pid=2001 displayId=0}} mCurSeq=1\n"
        "  mCurFocusedWindow=android.os.BinderProxy@"
        f"{_identity('focus', client and client.token)}\n"
        f"  mShowRequested={flag} mShowExplicitlyRequested={flag} mShowForced=false "
        f"mInputShown={flag}\n"
        f"  mInFullscreenMode=false\n  mSystemReady=true mInteractive=true\n"
        "\nCurrent input method:\n"
        f"  mServedView={'EditText' if editor is not None else 'null'}\n"
        f"  mInputStarted={str(editor is not None).lower()}\n"
        f"  mIsInputViewShown={flag}\n"
    )


# --- battery and radios --------------------------------------------------------------------------

_BATTERY_FIELDS = {"ac": "ac", "usb": "usb", "wireless": "wireless", "status": "status",
                   "level": "level", "temp": "temperature", "present": "present"}  # fmt: skip


def _battery(io: Invocation, args: list[str]) -> None:
    words = [word for word in args if not re.fullmatch("-[a-z]", word)]
    battery = io.system.battery
    if words[:1] == ["unplug"]:
        battery.change(ac=False, usb=False, wireless=False)
        return
    if words[:1] == ["reset"]:
        battery.reset()
        return
    if words[:1] == ["get"] and len(words) > 1:
        field = _BATTERY_FIELDS.get(words[1])
        value = getattr(battery.state, field) if field else "Unknown get option: " + words[1]
        io.out(f"{int(value) if isinstance(value, bool) else value}\n")
        return
    if words[:1] == ["set"]:
        if len(words) != 3:
            io.out("No value specified\n")
            return
        field = _BATTERY_FIELDS.get(words[1])
        if field is None:
            io.out(f"Unknown set option: {words[1]}\n")
            return
        number = int(words[2]) if re.fullmatch(r"[-+]?[0-9]{1,10}", words[2]) else 1 << 31
        if not -(1 << 31) <= number < 1 << 31:  # Java's Integer.parseInt
            io.out(f"Bad value: {words[2]}\n")
            return
        old = getattr(battery.state, field)
        battery.change(**{field: bool(number) if isinstance(old, bool) else number})
        return
    state = battery.state
    io.out(
        "Current Battery Service state:\n"
        + ("  (UPDATES STOPPED -- use 'reset' to restart)\n" if state.overridden else "")
        + f"  AC powered: {str(state.ac).lower()}\n  USB powered: {str(state.usb).lower()}\n"
        f"  Wireless powered: {str(state.wireless).lower()}\n  Dock powered: false\n"
        "  Max charging current: 0\n"
        "  Max charging voltage: 0\n  Charge counter: 10000\n"
        f"  status: {state.status}\n  health: 2\n  present: {str(state.present).lower()}\n"
        f"  level: {state.level}\n  scale: 100\n  voltage: 5000\n"
        f"  temperature: {state.temperature}\n  technology: Li-ion\n"
    )


def _wifi(io: Invocation, args: list[str]) -> None:
    connectivity = io.system.connectivity
    enabled = connectivity.wifi_enabled
    connected = connectivity.wifi_connected
    io.out(
        f"Wi-Fi is {'enabled' if enabled else 'disabled'}\n"
        f"Verbose logging is off\nmVerboseAlwaysOnLevel 0\nStay-awake conditions: 0\n"
        f"mInIdleMode false\nmScanPending false\n"
        f"curState={'L3ConnectedState' if connected else 'DisconnectedState'}\n"
    )
    for line in wifi_status(io)[3:]:
        io.out(f"mWifiInfo {line.removeprefix('WifiInfo: ')}\n" if "SSID" in line else "")
    io.out(
        "mNetworkInfo [type: WIFI[], state: "
        + ("CONNECTED/CONNECTED" if connected else "DISCONNECTED/DISCONNECTED")
        + ", reason: (unspecified), extra: (none), failover: false, available: true, "
        "roaming: false]\n"
    )


def _connectivity(io: Invocation, args: list[str]) -> None:
    connectivity = io.system.connectivity
    active = connectivity.active_network
    number = {"wifi": 101, "mobile": 100}.get(active or "", 0)
    io.out(
        "NetworkProviders for:\n\n"
        + (
            f"Active default network: {number}\n\n"
            if active
            else "Active default network: none\n\n"
        )
        + "Current Networks:\n"
    )
    if active:
        kind = "WIFI" if active == "wifi" else "MOBILE[LTE]"
        transport = "WIFI" if active == "wifi" else "CELLULAR"
        io.out(
            f"  NetworkAgentInfo{{network{{{number}}}  handle{{{number << 32 | 0xCAFED00D}}}  "
            f"ni{{{kind} CONNECTED extra: }} nc{{[ Transports: {transport} Capabilities: "
            "NOT_METERED&INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN&VALIDATED]}}\n"
        )


def _bluetooth(io: Invocation, args: list[str]) -> None:
    state = io.system.connectivity.bluetooth_state
    names = {"on": "ON", "off": "OFF", "turning_on": "TURNING_ON", "turning_off": "TURNING_OFF"}
    io.out(
        f"Bluetooth Status\n  enabled: {str(state == 'on').lower()}\n  state: {names[state]}\n"
        "  address: 3C:5A:B4:01:02:03\n  name: sdk_gphone64_x86_64\n"
    )


_PRECISE = {"active": 1, "held": 2, "dialing": 3, "alerting": 4, "incoming": 5, "waiting": 6}
"""``PreciseCallState``."""


def _telephony(io: Invocation, args: list[str]) -> None:
    service = 3 if io.system.connectivity.airplane_mode else 0
    calls = io.system.telephony.calls
    ringing = next((call for call in calls if call.ringing), None)
    held = any(call.state == "held" for call in calls)
    front = [_PRECISE[c.state] for c in calls if not c.ringing and c.state != "held"]
    io.out(
        "last known state:\n  Phone Id=0\n"
        f"    mCallState={io.system.telephony.call_state}\n"
        f"    mRingingCallState={_PRECISE[ringing.state] if ringing else 0}\n"
        f"    mForegroundCallState={front[-1] if front else 0}\n"
        f"    mBackgroundCallState={2 if held else 0}\n"
        f"    mServiceState={{mVoiceRegState={service}, mDataRegState={service}, "
        "mOperatorAlphaLong=T-Mobile}\n"
        f"    mCallIncomingNumber={ringing.number if ringing else ''}\n    mDataConnectionState="
        f"{2 if io.system.connectivity.active_network == 'mobile' else 0}\n"
    )


def _telecom(io: Invocation, args: list[str]) -> None:
    names = {"incoming": "RINGING", "waiting": "RINGING", "held": "ON_HOLD", "alerting": "DIALING"}
    telephony = io.system.telephony
    route = "SPEAKER" if telephony.speaker else "EARPIECE"
    io.out("CallsManager: \n  mCalls: \n")
    for call in telephony.calls:
        state = names.get(call.state, call.state.upper())
        io.out(
            f"    [Call id=TC@{call.id}, state={state}, tpac=null, cmgr=ComponentInfo"
            "{com.android.phone/com.android.services.telephony.TelephonyConnectionService}, "
            f"handle=tel:{'*' * len(call.number)}, vidst=A, childs(0), has_parent(false)]\n"
        )
    io.out(
        "  mCallAudioManager:\n    mCallAudioState: "
        f"[AudioState isMuted: {str(telephony.muted).lower()}, route: {route}, "
        "supportedRouteMask: EARPIECE, SPEAKER]\n"
    )


# --- packages, notifications, memory, the rest ---------------------------------------------------


def _package(io: Invocation, args: list[str]) -> None:
    words = [word for word in args if not word.startswith("-")]
    packages = io.system.packages
    if not words:
        io.out("Packages:\n")
        for name in packages.names:
            _one_package(io, name)
        return
    name = words[-1] if words[0] in ("package", "p") and len(words) > 1 else words[0]
    if name in ("permissions", "perm", "features", "feat", "libraries", "preferred", "providers"):
        return
    if not packages.installed(name):
        io.out(f"Unable to find package: {name}\n")
        return
    manifest = packages.manifest(name)
    if manifest.activities:
        io.out("Activity Resolver Table:\n  Non-Data Actions:\n")
        actions: dict[str, list[str]] = {}
        for info in manifest.activities:
            for item in info.filters:
                for action in item.actions:
                    actions.setdefault(action, []).append(manifest.component(info.name))
        for action in sorted(actions):
            io.out(f"      {action}:\n")
            for component in actions[action]:
                io.out(
                    f"        {_identity(component)} {short_component(component)} filter "
                    f"{_identity(component, action)}\n"
                )
        io.out("\n")
    io.out("Packages:\n")
    _one_package(io, name)


def _one_package(io: Invocation, name: str) -> None:
    packages = io.system.packages
    manifest, state = packages.manifest(name), packages.state(name)
    installed = io.system.clock.datetime(state.first_install_ms or None)
    when = installed.strftime("%Y-%m-%d %H:%M:%S")
    path = apk_path(io, name)
    flags = (
        "[ SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA ]"
        if manifest.system
        else ("[ HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]")
    )
    enabled = 0 if state.enabled else 3
    out = [
        f"  Package [{name}] ({_identity('package', name)}):\n    userId={state.uid}\n"
        f"    pkg=Package{{{_identity('pkg', name)} {name}}}\n"
        f"    codePath={path.rpartition('/')[0]}\n    resourcePath={path.rpartition('/')[0]}\n"
        f"    primaryCpuAbi=x86_64\n    versionCode={manifest.version_code} "
        f"minSdk={manifest.min_sdk} targetSdk={manifest.target_sdk}\n"
        f"    versionName={manifest.version_name}\n    splits=[base]\n"
        f"    flags={flags}\n    dataDir=/data/user/0/{name}\n    supportsScreens=[small, medium, "
        f"large, xlarge, resizeable, anyDensity]\n    timeStamp={when}\n"
        f"    firstInstallTime={when}\n    lastUpdateTime={when}\n"
    ]
    if manifest.permissions:
        out.append("    requested permissions:\n")
        out.extend(f"      {permission}\n" for permission in manifest.permissions)
    install_time = [item for item in manifest.permissions if item not in RUNTIME_PERMISSIONS]
    if install_time:
        out.append("    install permissions:\n")
        out.extend(f"      {permission}: granted=true\n" for permission in install_time)
    out.append(
        f"    User 0: ceDataInode={_inode(io, name)} installed=true hidden=false suspended=false "
        f"distractionFlags=0 stopped={str(state.stopped).lower()} notLaunched=false "
        f"enabled={enabled} instant=false virtual=false\n      gids=[3003]\n"
        "      runtime permissions:\n"
    )
    for permission in manifest.permissions:
        if permission in RUNTIME_PERMISSIONS:
            granted = str(permission in state.granted).lower()
            out.append(
                f"        {permission}: granted={granted}, flags=[ USER_SENSITIVE_WHEN_"
                "GRANTED|USER_SENSITIVE_WHEN_DENIED]\n"
            )
    io.out("".join(out))


def _inode(io: Invocation, package: str) -> int:
    stat = io.process.stat(f"/data/data/{package}")
    return stat.ino if stat is not None else 0


def _notification(io: Invocation, args: list[str]) -> None:
    out = ["Current Notification Manager state:\n", "  Notification List:\n"]
    for item in io.system.notifications.active():
        out.append(
            f"    NotificationRecord(0x{_identity('notification', item.key)}: pkg={item.package} "
            f"user=UserHandle{{0}} id={item.id} tag={item.tag or 'null'} "
            f"importance={item.importance} key={item.key}: "
            f"Notification(channel={item.channel} shortcut=null contentView=null vibrate=null "
            "sound=null defaults=0x0 flags=0x10 color=0x00000000 vis=PRIVATE))\n"
            f"      uid={item.uid} userId=0\n      key={item.key}\n      seen=false\n"
            f"      extras={{\n          android.title=String ({item.title})\n"
            f"          android.text=String ({item.text})\n      }}\n"
        )
    zen = io.system.settings.get("global", "zen_mode") or "0"
    names = {"0": "ZEN_MODE_OFF", "1": "ZEN_MODE_IMPORTANT_INTERRUPTIONS",
             "2": "ZEN_MODE_NO_INTERRUPTIONS", "3": "ZEN_MODE_ALARMS"}  # fmt: skip
    out.append(f"  Zen Mode:\n    mZenMode={names.get(zen, 'ZEN_MODE_OFF')}\n")
    io.out("".join(out))


def _meminfo(io: Invocation, args: list[str]) -> None:
    words = [word for word in args if not word.startswith("-")]
    now = io.system.clock.elapsed_ms()
    io.out(f"Applications Memory Usage (in Kilobytes):\nUptime: {now} Realtime: {now}\n\n")
    processes = io.system.activities.processes
    if words:
        pid = processes.get(words[0])
        if pid is None:
            io.out(f"No process found for: {words[0]}\n")
            return
        resident = 120_000 + pid % 97 * 512
        io.out(
            f"** MEMINFO in pid {pid} [{words[0]}] **\n"
            f"           TOTAL PSS:   {resident:7d}            TOTAL RSS:   {resident:7d}\n"
        )
        return
    io.out("Total PSS by process:\n")
    for pid, _, _, resident, name in process_table(io):
        if resident:
            io.out(f"    {resident:,}K: {name} (pid {pid})\n")
    io.out("\nTotal RAM: 2,023,516K (status normal)\n Free RAM: 1,043,112K\n Used RAM: 980,404K\n")


def _usage(io: Invocation, args: list[str]) -> None:
    space = io.system.files.space()
    io.out(
        f"Latency: 0ms [512B Data Write]\nData-Free: {space.free // 1024}K / "
        f"{space.total // 1024}K total = {space.free * 100 // space.total}% free\n"
        "File-based Encryption: true\n"
    )


def _settings(io: Invocation, args: list[str]) -> None:
    for namespace in ("global", "secure", "system"):
        io.out(f"{namespace.upper()} SETTINGS (user 0)\n")
        for number, (key, value) in enumerate(io.system.settings.list(namespace)):
            io.out(
                f"_id:{number + 1} name:{key} pkg:android value:{value} default:{value} "
                "defaultSystemSet:true\n"
            )


def _alarm(io: Invocation, args: list[str]) -> None:
    clock = io.system.clock
    io.out(
        "Current Alarm Manager state:\n"
        f"  nowRTC={clock.now_ms()}={clock.datetime():%Y-%m-%d %H:%M:%S}.000 "
        f"nowELAPSED={clock.elapsed_ms()}\n"
    )
    pending = io.system.alarms.pending()
    io.out(f"\n  {len(pending)} pending alarms: \n")
    for number, alarm in enumerate(pending):
        kind = "RTC_WAKEUP" if alarm.wall else "ELAPSED_WAKEUP"
        io.out(
            f"    {kind} #{number}: Alarm{{{number:x} type {0 if alarm.wall else 2} "
            f"when {alarm.due_ms} {alarm.package}}}\n"
            f"      tag=*walarm*:{alarm.intent.action or alarm.tag}\n"
        )


def _text(text: str) -> _Dump:
    return lambda io, args: io.out(text)


def _uimode(io: Invocation, args: list[str]) -> None:
    dark = io.system.display.dark
    io.out(
        f"Current UI Mode Service state:\n  mNightMode={2 if dark else 1} "
        f"({'yes' if dark else 'no'}) mNightModeLocked=false\n"
    )


def _app_ops(io: Invocation, args: list[str]) -> None:
    """List the modes that were set; times of use are left out."""
    packages = io.system.packages
    io.out("Current AppOps service state:\n")
    for name in packages.names:
        ops = packages.state(name).app_ops if packages.installed(name) else {}
        if ops:
            io.out(f"  Uid u0a{packages.state(name).uid - 10_000}:\n    Package {name}:\n")
            io.out("".join(f"      {op} ({ops[op]}): \n" for op in sorted(ops)))


def _location(io: Invocation, args: list[str]) -> None:
    location = io.system.location
    requests = location.requests()
    io.out(
        "Location Manager State:\n  User Info:\n    current users: u[0]\n"
        f"  Location Settings:\n    Location Setting: {str(location.enabled).lower()}\n"
        "  Location Providers:\n    gps provider:\n"
    )
    intervals = [request.interval_ms for _, request in requests]
    service = f"ProviderRequest[@{_span(min(intervals))}, HIGH_ACCURACY]" if intervals else "OFF"
    io.out(f"      service: {service}\n")
    if requests:
        io.out("      listeners:\n")
    for package, request in requests:
        uid = io.system.packages.state(package).uid
        io.out(f"        {uid}/{package} Request[@{_span(request.interval_ms)} HIGH_ACCURACY]\n")
    last = location.last
    shown = "null"
    if last is not None:
        speed = "" if last.speed is None else f" vel={last.speed:.1f}"
        bearing = "" if last.bearing is None else f" bear={last.bearing:.1f}"
        shown = (
            f"Location[gps {last.latitude:.6f},{last.longitude:.6f} hAcc={last.accuracy:.1f} "
            f"et={_span(last.elapsed_ms)} alt={last.altitude:.1f}{speed}{bearing}]"
        )
    io.out(f"      last location={shown}\n      enabled={str(location.enabled).lower()}\n")


def _span(duration_ms: int) -> str:
    """Return a duration as TimeUtils.formatDuration does: ``+1h2m3s4ms``."""
    seconds, ms = divmod(duration_ms, 1000)
    parts = zip((seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60, seconds % 60, ms),
                ("d", "h", "m", "s", "ms"), strict=True)  # fmt: skip
    found = list(parts)
    while len(found) > 1 and not found[0][0]:
        found.pop(0)
    return "+" + "".join(f"{number}{unit}" for number, unit in found)


def _status_bar(io: Invocation, args: list[str]) -> None:
    panel = io.system.status_bar.panel
    io.out(f"  mDisabled1=0x0\n  mExpandedVisible={str(bool(panel)).lower()}\n")


_DUMPS: dict[str, _Dump] = {
    "activity": _activity,
    "activity_task": _activity,
    "window": _window,
    "input": _input,
    "input_method": _input_method,
    "display": _display,
    "power": _power,
    "SurfaceFlinger": _surface_flinger,
    "battery": _battery,
    "wifi": _wifi,
    "connectivity": _connectivity,
    "bluetooth_manager": _bluetooth,
    "telephony.registry": _telephony,
    "telecom": _telecom,
    "package": _package,
    "notification": _notification,
    "meminfo": _meminfo,
    "diskstats": _usage,
    "settings": _settings,
    "alarm": _alarm,
    "appops": _app_ops,
    "uimode": _uimode,
    "location": _location,
    "statusbar": _status_bar,
    "deviceidle": _text(
        "  Settings:\n  mLightEnabled=true  mDeepEnabled=true\n  mState=ACTIVE\n"
        "  mLightState=ACTIVE\n"
    ),  # fmt: skip
    "account": _text("User UserInfo{0:Owner:4c13}:\n  Accounts: 0\n"),
    "user": _text(
        "Users:\n  UserInfo{0:Owner:4c13} serialNo=0 isPrimary=true\n    State: RUNNING_UNLOCKED\n"
    ),  # fmt: skip
    "cpuinfo": _text("Load: 0.08 / 0.03 / 0.01\n0% TOTAL: 0% user + 0% kernel\n"),
    "media_session": dump_media_session,
    "audio": dump_audio,
    "netstats": _text("Active interfaces:\n  iface=wlan0 ident=[{type=1, metered=false}]\n"),
    "batterystats": _text("Battery History (0% used, 0KB used of 4096KB, 0 strings using 0):\n"),
    "procstats": _text("AGGREGATED OVER LAST 24 HOURS:\n"),
    "clipboard": _text(""),
    "trust": _text(
        'Trust manager state:\n User "Owner" (id=0, flags=0x4c13) (current): '
        "trusted=0, deviceLocked=0\n"
    ),  # fmt: skip
}

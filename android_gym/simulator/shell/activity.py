"""The commands `am` and `monkey`, as on Android 13."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from android_gym.simulator.shell.app_states import (
    clear_debug_app,
    get_uid_state,
    package_importance,
    set_debug_app,
)
from android_gym.simulator.shell.command import (
    Arguments,
    CommandExit,
    Invocation,
    JavaError,
    command,
    run_verb,
    says,
)
from android_gym.simulator.shell.content import type_of
from android_gym.simulator.shell.intents import (
    FLAG_RECEIVER_FROM_SHELL,
    flatten,
    join_extras,
    parse_intent,
    to_uri,
    with_flags,
)
from android_gym.simulator.shell.standby import (
    get_inactive,
    get_standby_bucket,
    set_inactive,
    set_standby_bucket,
)
from android_gym.simulator.system.activity_records import ActivityTask, StartResult
from android_gym.simulator.system.intents import (
    FLAG_ACTIVITY_NEW_TASK,
    FLAG_ACTIVITY_RESET_TASK_IF_NEEDED,
    Intent,
    describe,
    flatten_short,
)
from android_gym.simulator.system.launches import LAUNCH_MS
from android_gym.simulator.system.packages import Manifest, ServiceInfo

__all__ = ["configuration", "run"]

_FORCE_STOP_MS = 250
_CURRENT_USER = -2


@command("am", cost=1_000)
def run(io: Invocation) -> int:
    """Run a verb of the activity manager."""
    return run_verb(io, io.args, _VERBS, _HELP)


_HELP = """Activity manager (activity) commands:
  help
      Print this help text.
  start-activity [-D] [-N] [-W] [-P <FILE>] [--start-profiler <FILE>]
          [--sampling INTERVAL] [--streaming] [-R COUNT] [-S]
          [--track-allocation] [--user <USER_ID> | current] <INTENT>
      Start an Activity.
  start-service [--user <USER_ID> | current] <INTENT>
      Start a Service.
  stop-service [--user <USER_ID> | current] <INTENT>
      Stop a Service.
  broadcast [--user <USER_ID> | all | current] <INTENT>
      Send a broadcast Intent.
  force-stop [--user <USER_ID> | all | current] <PACKAGE>
      Completely stop the given application package.
  kill [--user <USER_ID> | all | current] <PACKAGE>
      Kill all background processes associated with the given application.
  kill-all
      Kill all processes that are safe to kill (cached, etc).
  set-standby-bucket [--user <USER_ID> | current] <PACKAGE>
          active|working_set|frequent|rare|restricted
      Puts an app in the standby bucket.
  get-standby-bucket [--user <USER_ID> | current] <PACKAGE>
      Returns the standby bucket of an app.
  get-current-user
      Returns id of the current foreground user.
  stack [COMMAND] [...]: sub-commands for operating on activity stacks.
       list
           List all of the activity stacks and their sizes.
       remove <STACK_ID>
           Remove stack <STACK_ID>.
  task [COMMAND] [...]: sub-commands for operating on activity tasks.
       lock <TASK_ID>
           Bring <TASK_ID> to the front and don't allow other tasks to run.
"""


# --- starting ------------------------------------------------------------------------------------


def _start(io: Invocation, args: Arguments) -> int:
    given: dict[str, str] = {}

    def other(option: str) -> bool:
        if option in _START_VALUES:
            given[option] = args.required(option)
        elif option in _START_FLAGS:
            given[option] = ""
        return option in given

    intent = parse_intent(args, other)
    user = given.get("--user", "current")
    if user == "all":
        io.err("Error: Can't start activity with user 'all'\n")
        return 1
    there = user in ("cur", "current") or _user_number(user) in (0, _CURRENT_USER)
    wait = "-W" in given
    say = io.out if wait else io.err
    for _ in range(min(_integer(given.get("-R", "1")), 20)):
        if "-S" in given and there and not _stop_first(io, intent):
            return 1
        io.out(f"Starting: {describe(intent)}\n")
        intent = with_flags(intent, FLAG_ACTIVITY_NEW_TASK)
        state, result = "COLD", StartResult("not_found")  # nothing is installed for other users
        if there:
            state, result = _launch(io, _typed(io, intent))
        if not _report(say, intent, result) or not wait:
            continue
        total = LAUNCH_MS[state]
        io.phone.advance(total)
        shown = result.component or intent.component or ""
        record = io.system.activities.record(result.token) if result.token is not None else None
        if record is not None and result.status != "started":
            shown = record.component
        io.out(
            f"Status: ok\nLaunchState: {state}\nActivity: {flatten_short(shown)}\n"
            f"TotalTime: {total}\nWaitTime: {total + 4}\nComplete\n"
        )
    return 0


def _typed(io: Invocation, intent: Intent) -> Intent:
    """Return the intent with the type of its content, which ``am`` asks the provider for."""
    if intent.type is None and (intent.data or "").startswith("content://"):
        return replace(intent, type=type_of(io, intent.data or ""))
    return intent


def _stop_first(io: Invocation, intent: Intent) -> bool:
    """Force-stop the package for ``-S``; return False if the intent resolves to none."""
    activities = io.system.activities
    component = intent.component or io.system.packages.resolve_activity(_typed(io, intent)) or ""
    package = component.partition("/")[0] or intent.package
    if not package:
        io.err(f"Error: Intent does not match any activities: {describe(intent)}\n")
        return False
    io.out(f"Stopping: {package}\n")
    activities.force_stop(package)
    io.phone.advance(_FORCE_STOP_MS)
    return True


_START_FLAGS = frozenset(
    "-D -N -S -W --streaming --track-allocation --task-overlay --lock-task "
    "--allow-background-activity-starts --async --dismiss-keyguard "
    "--dismiss-keyguard-if-insecure".split()
)
_START_VALUES = frozenset(
    "-P -R --start-profiler --sampling --attach-agent --attach-agent-bind --user "
    ""
    "--receiver-permission --display --windowingMode --activityType --task "
    "--splashscreen-show-icon "
    "--splashscreen-icon".split()
)


def _launch(io: Invocation, intent: Intent) -> tuple[str, StartResult]:
    """Start the activity; return its launch state and the result."""
    activities = io.system.activities
    running = set(activities.processes)
    known = {record.token for task in activities.tasks for record in task.records if record.created}
    result = activities.start(intent, from_shell=True)
    package = (result.component or "").partition("/")[0]
    if result.status == "delivered":
        return "UNKNOWN (0)", result
    if package not in running:
        return "COLD", result
    return ("HOT" if result.token in known else "WARM"), result


def _report(say: Callable[[str], None], intent: Intent, result: StartResult) -> bool:
    """Print the outcome; return whether an activity is showing."""
    if result.status == "delivered":
        say(
            "Warning: Activity not started, intent has been delivered to currently running "
            "top-most instance.\n"
        )
    elif result.status == "brought_to_front":
        say("Warning: Activity not started, its current task has been brought to the front\n")
    elif result.status == "not_exported":
        say("Error: Activity not started, you do not have permission to access it.\n")
    elif result.status == "not_found":
        if intent.component is not None:
            say(
                f"Error type 3\nError: Activity class {flatten(intent.component)} does not exist.\n"
            )
        else:
            say(f"Error: Activity not started, unable to resolve {describe(intent)}\n")
    return result.ok


def _start_service(io: Invocation, args: Arguments) -> int:
    intent = parse_intent(args, lambda option: _user_option(args, option))
    io.out(f"Starting service: {describe(intent)}\n")
    found = _service(io, intent)
    if found is None:
        io.err("Error: Not found; no service started.\n")
        return 255
    manifest, info = found
    io.phone.host.start_service(manifest, info, intent)
    return 0


def _service(io: Invocation, intent: Intent) -> tuple[Manifest, ServiceInfo] | None:
    """Return the service that an intent resolves to, with its app's manifest."""
    return next(iter(io.system.packages.query_services(intent)), None)


def _stop_service(io: Invocation, args: Arguments) -> int:
    intent = parse_intent(args, lambda option: _user_option(args, option))
    io.out(f"Stopping service: {describe(intent)}\n")
    io.err("Service not stopped: was not running.\n")
    return 255


def _user_option(args: Arguments, option: str) -> bool:
    if option == "--user":
        args.required(option)
        return True
    return option in ("--foreground", "-W")


# --- broadcasts ----------------------------------------------------------------------------------


def _broadcast(io: Invocation, args: Arguments) -> int:
    def other(option: str) -> bool:
        if option in ("--user", "--receiver-permission"):
            args.required(option)
            return True
        return option in ("--async", "--allow-background-activity-starts")

    intent = with_flags(parse_intent(args, other), FLAG_RECEIVER_FROM_SHELL)
    io.out(f"Broadcasting: {describe(intent)}\n")
    result = io.system.activities.broadcast(intent)
    line = f"Broadcast completed: result={result.code}"
    if result.data is not None:
        line += f', data="{result.data}"'
    extras = getattr(result, "extras", None)
    if extras:
        line += f", extras: {join_extras(sorted(extras.items()))}"
    io.out(line + "\n")
    return 0


# --- processes -----------------------------------------------------------------------------------


def _package(args: Arguments) -> str:
    while (option := args.option()) is not None:
        if option != "--user":
            raise JavaError("java.lang.IllegalArgumentException", f"Unknown option: {option}")
        args.required(option)
    return args.required()


def _force_stop(io: Invocation, args: Arguments) -> int:
    io.system.activities.force_stop(_package(args))
    return 0


def _kill(io: Invocation, args: Arguments) -> int:
    _kill_in_background(io, _package(args))
    return 0


def _kill_in_background(io: Invocation, package: str) -> None:
    """Kill an app's process unless it is on screen or has a foreground service."""
    if not io.system.notifications.has_foreground_service(package):
        io.system.activities.kill(package)


def _kill_all(io: Invocation, args: Arguments) -> int:
    for package in sorted(io.system.activities.processes):
        _kill_in_background(io, package)
    return 0


def _crash(io: Invocation, args: Arguments) -> int:
    package = _package(args)
    if io.system.activities.running(package):
        error = JavaError(
            "android.app.RemoteServiceException$CrashedByAdbException", "shell-induced crash"
        )
        io.phone.host.crash(package, error, "am crash")
    return 0


# --- stacks and tasks ----------------------------------------------------------------------------


def configuration(io: Invocation) -> str:
    """Return the configuration as ``am stack list`` prints it."""
    display = io.system.display
    width, height = display.size
    density = display.density
    across, down = round(width / density), round(height / density)
    smallest = min(across, down)
    port = "port" if height >= width else "land"
    night = " night" if display.dark else ""
    bounds = f"Rect(0, 0 - {width}, {height})"
    return (
        f"{{{display.font_scale} 310mcc260mnc [en_US] ldltr sw{smallest}dp w{across}dp "
        f"h{down - 73}dp {display.density_dpi}dpi nrm long hdr widecg {port}{night} finger "
        f"qwerty/v/v dpad/v winConfig={{ mBounds={bounds} mAppBounds={bounds} "
        f"mMaxBounds={bounds} mDisplayRotation=ROTATION_{display.rotation * 90} "
        "mWindowingMode=fullscreen mDisplayWindowingMode=fullscreen mActivityType=standard "
        f"mAlwaysOnTop=undefined mRotation=ROTATION_{display.rotation * 90}}} s.7 "
        "fontWeightAdjustment=0}"
    )


def _stack(io: Invocation, args: Arguments) -> int:
    verb = args.required()
    if verb == "list":
        width, height = io.system.display.size
        config = configuration(io)
        bounds = f"bounds=[0,0][{width},{height}]"
        visible = {record.token for record in io.system.activities.visible()}
        out = []
        for task in io.system.activities.tasks:
            shown = io.system.display.on and any(r.token in visible for r in task.records)
            top = task.top.component
            out.append(
                f"RootTask id={task.id} {bounds} displayId=0 userId=0\n configuration={config}\n"
                f"  taskId={task.id}: {_base(task)} {bounds} userId=0 "
                f"visible={str(shown).lower()} topActivity=ComponentInfo{{{top}}}\n\n"
            )
        io.out("".join(out))
        return 0
    if verb == "remove":
        io.system.activities.remove_task(_integer(args.required()))
        return 0
    if verb in ("move-task", "info", "positiontask", "resize"):
        return 0
    io.out(f"Error: unknown command '{verb}'\n")
    return 255


def _base(task: ActivityTask) -> str:
    """Return the activity that the task was started with."""
    return task.intent.component or task.records[0].component


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise JavaError("java.lang.NumberFormatException",
                        f'For input string: "{text}"') from None  # fmt: skip


def _user_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        message = f"Bad user number: {text}"
        raise JavaError("java.lang.IllegalArgumentException", message) from None


def _task(io: Invocation, args: Arguments) -> int:
    verb = args.required()
    if verb == "lock":
        target = args.required()
        io.out(
            "Activity manager is not in lockTaskMode\n"
            if target == "stop"
            else "Activity manager is in lockTaskMode\n"
        )
        if target != "stop":
            io.system.activities.move_to_front(_integer(target))
        return 0
    if verb in ("resizeable", "resize", "focus"):
        if verb == "focus":
            io.system.activities.move_to_front(_integer(args.required()))
        return 0
    io.out(f"Error: unknown command '{verb}'\n")
    return 255


# --- the rest ------------------------------------------------------------------------------------


def _instrument(io: Invocation, args: Arguments) -> int:
    """Refuse: no package on the phone declares instrumentation."""
    target = args.rest()[-1:] or [""]
    name = target[0]
    io.out(
        "INSTRUMENTATION_STATUS: id=ActivityManagerService\n"
        "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: "
        f"ComponentInfo{{{name}}}\nINSTRUMENTATION_STATUS_CODE: -1\n"
    )
    io.err(
        f"android.util.AndroidException: INSTRUMENTATION_FAILED: {name}\n"
        "\tat com.android.commands.am.Instrument.run(Instrument.java:543)\n"
    )
    return 1


def _to_uri(scheme: bool) -> Callable[[Invocation, Arguments], int]:
    def show(io: Invocation, args: Arguments) -> int:
        io.out(to_uri(parse_intent(args), scheme=scheme) + "\n")
        return 0

    return show


def _switch_user(io: Invocation, args: Arguments) -> int:
    """Stay with the only user."""
    while args.option() is not None:
        pass
    user = _integer(args.required())
    if user == 0:
        return 0
    io.err(f"Error: Failed to switch to user {user}\n")
    return 1


def _started_user_state(io: Invocation, args: Arguments) -> int:
    user = _integer(args.required())
    io.out("RUNNING_UNLOCKED\n" if user == 0 else f"User is not started: {user}\n")
    return 0


def _is_user_stopped(io: Invocation, args: Arguments) -> int:
    io.out(f"{str(_integer(args.required()) != 0).lower()}\n")
    return 0


def _config(io: Invocation, args: Arguments) -> int:
    display = io.system.display
    width, height = display.size
    across, down = round(width / display.density), round(height / display.density)
    port = "port" if height >= width else "land"
    night = "night" if display.dark else "notnight"
    io.out(
        f"config: mcc310-mnc260-en-rUS-ldltr-sw{min(across, down)}dp-w{across}dp-h{down - 73}dp-"
        f"normal-long-notround-lowdr-widecg-{port}-{night}-{display.density_dpi}dpi-finger-"
        f"keysexposed-qwerty-navhidden-dpad-v{io.system.properties.sdk}\nabi: x86_64,arm64-v8a\n"
    )
    return 0


_VERBS: dict[str, Callable[[Invocation, Arguments], int]] = {
    "start": _start,
    "start-activity": _start,
    "startservice": _start_service,
    "start-service": _start_service,
    "start-foreground-service": _start_service,
    "startforegroundservice": _start_service,
    "stopservice": _stop_service,
    "stop-service": _stop_service,
    "broadcast": _broadcast,
    "force-stop": _force_stop,
    "stop-app": _force_stop,
    "kill": _kill,
    "kill-all": _kill_all,
    "crash": _crash,
    "stack": _stack,
    "task": _task,
    "instrument": _instrument,
    "to-uri": _to_uri(False),
    "to-intent-uri": _to_uri(True),
    "get-config": _config,
    "get-current-user": says("0\n"),
    "get-started-user-state": _started_user_state,
    "is-user-stopped": _is_user_stopped,
    "switch-user": _switch_user,
    "wait-for-broadcast-idle": says("All broadcast queues are idle!\n"),
    "idle-maintenance": says("Performing idle maintenance...\n"),
    "set-debug-app": set_debug_app,
    "clear-debug-app": clear_debug_app,
    "screen-compat": says(""),
    "package-importance": package_importance,
    "get-uid-state": get_uid_state,
    "set-standby-bucket": set_standby_bucket,
    "get-standby-bucket": get_standby_bucket,
    "set-inactive": set_inactive,
    "get-inactive": get_inactive,
    "send-trim-memory": says(""),
    "make-uid-idle": says(""),
    "supports-multiwindow": says("true\n"),
    "supports-split-screen-multi-window": says("true\n"),
}


# --- monkey --------------------------------------------------------------------------------------


@command("monkey", cost=5_000)
def run_monkey(io: Invocation) -> int:
    """Launch a package's launcher activity; the remaining events of the count are left out."""
    for word in io.args:
        io.out(f"  bash arg: {word}\n")
    io.err(f"args: [{', '.join(io.args)}]\n")
    for word in io.args:
        io.err(f' arg: "{word}"\n')
    packages, count = _monkey_options(io)
    entries = [
        manifest.component(info.name)
        for manifest, info in io.system.packages.launcher_activities()
        if not packages or manifest.package in packages
    ]
    if not entries:
        io.err("** No activities found to run, monkey aborted.\n")
        return 252
    if count > 0:
        intent = Intent(
            action="android.intent.action.MAIN",
            component=entries[0],
            categories=("android.intent.category.LAUNCHER",),
            flags=FLAG_ACTIVITY_NEW_TASK | FLAG_ACTIVITY_RESET_TASK_IF_NEEDED,
        )
        io.system.activities.start(intent, from_shell=True)
        io.phone.advance(18)
    io.out(f"Events injected: {count}\n")
    io.out("## Network stats: elapsed time=18ms (0ms mobile, 0ms wifi, 18ms not connected)\n")
    return 0


def _monkey_options(io: Invocation) -> tuple[list[str], int]:
    """Return the allowed packages and the event count."""
    packages: list[str] = []
    count = ""
    pending = list(io.args)[::-1]
    while pending:
        word = pending.pop()
        if word in _MONKEY_VALUES or word[:2] in ("-p", "-c", "-s"):
            glued = "" if word in _MONKEY_VALUES else word[2:]
            value = glued or (pending.pop() if pending else "")
            io.err(f'data="{value}"\n')
            if word.startswith("-p"):
                packages.append(value)
        elif not word.startswith("-"):
            count = word
    if not count.isdecimal() or len(count) > 9:
        wrong = f'is not a number: "{count}"' if count else "not specified"
        io.err(
            f"** Error: Count {wrong}\n"
            "usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]\n"
            "              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]\n"
            "              [--ignore-crashes] [--ignore-timeouts]\n              COUNT\n"
        )
        raise CommandExit(255)
    return packages, int(count)


_MONKEY_VALUES = frozenset(
    "--throttle --pct-touch --pct-motion --pct-trackball --pct-nav --pct-majornav --pct-syskeys "
    "--pct-appswitch --pct-anyevent --pct-flip --pct-pinchzoom --pct-rotation --pct-permission "
    "--pkg-blacklist-file --pkg-whitelist-file --setup -f --port --profile-wait "
    "--device-sleep-time".split()
)

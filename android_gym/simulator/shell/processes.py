"""Commands for users, time and the machine, and commands that run others, as in toybox 0.8."""

from __future__ import annotations

import re

from android_gym.errors import FileError
from android_gym.simulator.shell.arguments import batches
from android_gym.simulator.shell.builtins import executable
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.programs import run_program_file, spawn
from android_gym.simulator.shell.selinux import process_label
from android_gym.simulator.shell.streams import Killed
from android_gym.simulator.system.initial_programs import TOYBOX
from android_gym.simulator.system.users import groups_of, user_id, user_name

__all__ = ["MAX_SLEEP_MS", "sleep"]

MAX_SLEEP_MS = 86_400_000
"""Maximum time that one command line may sleep before it is killed."""

KERNEL = "5.15.41-android13-8-00055-g4f5025129fe8-ab8949913"
KERNEL_BUILD = "#1 SMP PREEMPT Mon Aug 15 18:33:14 UTC 2022"


# --- who and where -------------------------------------------------------------------------------


@command("id", "whoami", "logname", "groups")
def run_id(io: Invocation) -> int:
    """Show the user and groups."""
    if io.name in ("whoami", "logname"):
        io.out(user_name(io.uid) + "\n")
        return 0
    found = options(io, "nGgruZ", maximum=1)
    uid = io.uid
    if found.args:
        known = user_id(found.args[0])
        if known is None:
            raise io.fail(f"not integer: {found.args[0]}")
        uid = known
    groups = [uid, *sorted(groups_of(uid) - {uid})]
    show = user_name if "n" in found else str
    context = process_label(io, io.uid)
    if "Z" in found:
        io.out(context + "\n")
    elif "u" in found or "g" in found:
        io.out(show(uid) + "\n")
    elif "G" in found or io.name == "groups":
        io.out(" ".join((user_name if io.name == "groups" else show)(gid) for gid in groups) + "\n")
    else:
        shown = ",".join(f"{gid}({user_name(gid)})" for gid in groups)
        io.out(
            f"uid={uid}({user_name(uid)}) gid={uid}({user_name(uid)}) groups={shown}"
            f" context={context}\n"
        )
    return 0


@command("uname", "arch")
def run_uname(io: Invocation) -> int:
    """Show kernel information."""
    found = options(io, "aomvrns")
    if io.name == "arch":
        io.out("x86_64\n")
        return 0
    parts = {"s": "Linux", "n": "localhost", "r": KERNEL, "v": KERNEL_BUILD, "m": "x86_64",
             "o": "Toybox"}  # fmt: skip
    chosen = [flag for flag in parts if flag in found] or ["s"]
    if "a" in found:
        chosen = list(parts)
    io.out(" ".join(parts[flag] for flag in chosen) + "\n")
    return 0


@command("hostname", "tty", "nproc", "clear", "reset")
def run_facts(io: Invocation) -> int:
    """Print the host name, terminal or processor count, or clear the screen."""
    io.out(
        {"hostname": "localhost\n", "tty": "not a tty\n", "nproc": "4\n"}.get(
            io.name, "\x1b[2J\x1b[H"
        )
    )
    return int(io.name == "tty")


# --- date and sleep ------------------------------------------------------------------------------


@command("sleep", "usleep")
def run_sleep(io: Invocation) -> int:
    """Sleep, which advances the phone's clock."""
    if not io.args:
        raise io.fail(f'Needs 1 argument (see "{io.name} --help")')
    for text in io.args:
        match = re.fullmatch(r"(\d{1,12}(?:\.\d*)?|\.\d+)([smhd]?)", text)
        if match is None:
            raise io.fail(f"Not a number '{text}'")
        unit = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match.group(2)]
        milliseconds = float(match.group(1)) * unit * 1000
        sleep(io, milliseconds / 1_000_000 if io.name == "usleep" else milliseconds)
    return 0


def sleep(io: Invocation, milliseconds: float) -> None:
    """Advance the phone's clock; one command line may sleep a day in total."""
    budget = io.process.budget
    remaining = min(MAX_SLEEP_MS - budget.slept_ms, budget.deadline_ms - budget.slept_ms)
    duration = min(round(milliseconds), remaining)
    budget.slept_ms += duration
    if duration > 0:
        io.phone.advance(duration)
    if milliseconds > remaining:
        raise _Timeout if budget.deadline_ms <= budget.slept_ms < MAX_SLEEP_MS else Killed


class _Timeout(Exception):
    """The time limit given to `timeout` has passed."""


@command("timeout")
def run_timeout(io: Invocation) -> int:
    """Run a command that may not sleep for longer than a given time."""
    found = options(io, "ivk:s:", in_order=True, minimum=2, failure=125)
    match = re.fullmatch(r"(\d{1,12}(?:\.\d*)?|\.\d+)([smhd]?)", found.args[0])
    if match is None:
        raise io.fail(f"Not a number '{found.args[0]}'", 125)
    unit = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match.group(2)]
    budget = io.process.budget
    saved = budget.deadline_ms
    budget.deadline_ms = min(saved, budget.slept_ms + round(float(match.group(1)) * unit * 1000))
    try:
        return io.run(found.args[1:])
    except _Timeout:
        if budget.slept_ms >= saved:
            raise
        return 124
    finally:
        budget.deadline_ms = saved


# --- running others ------------------------------------------------------------------------------


@command("env")
def run_env(io: Invocation) -> int:
    """Show the environment, or run a command in a modified one."""
    found = options(io, "i0u:", in_order=True)
    child = io.process.fork()
    if "i" in found:
        child.variables = {name: value for name, value in child.variables.items()
                           if name not in child.exported}  # fmt: skip
        child.exported = set()
        child.variables["PATH"] = io.process.variables.get("PATH", "")
    for name in found.all("u"):
        child.variables.pop(name, None)
        child.exported.discard(name)
    args = found.args
    while args and "=" in args[0]:
        name, _, value = args.pop(0).partition("=")
        child.variables[name] = value
        child.exported.add(name)
    child.forget_environment()
    if not args:
        end = "\0" if "0" in found else "\n"
        io.out("".join(f"{name}={value}{end}" for name, value in child.environment().items()))
        return 0
    if not executable(child, args[0]):
        io.complain(f"exec {args[0]}: No such file or directory")
        return 127
    return run_program_file(child, args)


@command("printenv")
def run_printenv(io: Invocation) -> int:
    """Show variables of the environment."""
    found = options(io, "0")
    env = io.env
    if not found.args:
        io.out("".join(f"{name}={value}\n" for name, value in env.items()))
        return 0
    io.out("".join(f"{env[name]}\n" for name in found.args if name in env))
    return int(any(name not in env for name in found.args))


@command("nohup", "nice", "setsid", "ionice", "taskset", "time", "chrt")
def run_wrapper(io: Invocation) -> int:
    """Run a command in circumstances that make no difference here."""
    spec = {"nice": "n:", "ionice": "c:n:p:t", "time": "pv", "setsid": "cdw"}.get(io.name, "")
    found = options(io, spec, in_order=True, minimum=1, failure=125 if io.name == "nohup" else 1)
    args = found.args[1:] if io.name == "taskset" else found.args
    if not args:
        raise io.fail(f'Need 2 arguments (see "{io.name} --help")')
    code = io.run(args)
    if io.name == "time":
        io.err(
            "real\t0.00\nuser\t0.00\nsys\t0.00\n"
            if "p" in found
            else "\nreal\t0.000\nuser\t0.000\nsys\t0.000\n"
        )
    return code


@command("xargs")
def run_xargs(io: Invocation) -> int:
    """Run a command with arguments read from standard input."""
    found = options(io, "0prtoE:P:n:s:", in_order=True)
    data = io.stdin.decode("utf-8", "surrogateescape")
    if "0" in found:
        words = data.split("\0")
        words = words[:-1] if words[-1] == "" else words
    else:
        words = data.split()
    if "E" in found and found["E"] in words:
        words = words[: words.index(found["E"])]
    base = found.args or ["echo"]
    count = io.integer(found.get("n", "0")) or max(len(words), 1)
    runs = list(batches(base, words, count))
    if not words and "r" not in found:
        runs = [base]
    if not executable(io.process, base[0]) and runs:
        io.complain(f"exec {base[0]}: No such file or directory")
        return 127
    status = 0
    for argv in runs:
        io.process.step()
        if "t" in found:
            io.err(" ".join(argv) + "\n")
        code = io.run(argv, b"")
        if code == 255:
            io.complain(f"{argv[0]}: exited with status 255; aborting")
            return 124
        if code in (126, 127):
            return code
        status = 123 if code else status
    return status


@command("sh", "mksh")
def run_sh(io: Invocation) -> int:
    """Run a program given with ``-c``, a script, or standard input."""
    args = list(io.args)
    flags: set[str] = set()
    text: str | None = None
    wants_text = False
    while args and args[0][:1] in ("-", "+") and len(args[0]) > 1:
        word = args.pop(0)
        if word == "--":
            break
        wants_text |= "c" in word
        flags |= set(word[1:]) & set("efux")
    name = "/system/bin/sh" if io.name == "sh" else "mksh"
    if wants_text:
        if not args:
            io.process.complain("-c: requires argument")
            return 1
        text = args.pop(0)
        if args:
            name = args.pop(0)
    elif args:
        name = args.pop(0)
        try:
            text = io.read_file(name).decode("utf-8", "surrogateescape")
        except FileError as error:
            io.process.complain(f"{name}: {error.strerror}")
            return 127
    else:
        text = io.stdin.decode("utf-8", "surrogateescape")
    child = io.process.fork()
    child.flags = flags
    return spawn(child, text, name, args, flags)


@command("su", path="/system/xbin")
def run_su(io: Invocation) -> int:
    """Run a command as another user, which userdebug builds allow root and shell."""
    args = list(io.args)
    debuggable = io.system.properties.get("ro.debuggable") == "1"
    if io.uid not in (0, 2000) or not debuggable:
        raise io.fail("not allowed")
    uid = 0
    if args and not args[0].startswith("-"):
        known = user_id(args[0].partition(",")[0])
        if known is None:
            raise io.fail(f"invalid uid/gid '{args[0]}'")
        uid = known
        args.pop(0)
    child = io.process.fork()
    child.uid = uid
    if not args:
        return spawn(child, io.stdin.decode("utf-8", "surrogateescape"), io.process.name, [])
    if args[0] == "-c":
        return spawn(child, " ".join(args[1:2]), io.process.name, args[2:])
    return run_program_file(child, args)


@command("run-as")
def run_run_as(io: Invocation) -> int:
    """Refuse: no app on the phone is debuggable."""
    if len(io.args) < 2:
        io.err("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n")
        return 1
    package = io.args[0]
    known = io.system.packages.installed(package)
    raise io.fail(f"{'package not debuggable' if known else 'unknown package'}: {package}")


@command("which")
def run_which(io: Invocation) -> int:
    """Print the paths of programs."""
    found = options(io, "a", minimum=1)
    status = 0
    for name in found.args:
        path = executable(io.process, name)
        if path:
            io.out(path + "\n")
        else:
            status = 1
    return status


@command("toybox")
def run_toybox(io: Invocation) -> int:
    """Run a toybox command, or list them."""
    if not io.args:
        io.out(" ".join(TOYBOX) + "\n")
        return 0
    if io.args[0] == "--version":
        io.out("toybox 0.8.6-android\n")
        return 0
    if io.args[0] not in TOYBOX:
        io.err(f'toybox: Unknown command {io.args[0]} (see "toybox --help")\n')
        return 127
    return io.run(io.args)


# --- processes -----------------------------------------------------------------------------------


@command("free")
def run_free(io: Invocation) -> int:
    """Show memory usage."""
    found = options(io, "htgmkb")
    shift = 30 if "g" in found else 20 if "m" in found else 10 if "k" in found else 0
    total, used, shared, buffers = 2_072_080_384, 1_649_844_224, 5_242_880, 5_541_888
    swap = 1_554_055_168

    def cells(*values: int) -> str:
        return "".join(f"{value >> shift:12d}" for value in values)

    io.out("\t\ttotal        used        free      shared     buffers\n")
    io.out(f"Mem:{cells(total, used, total - used, shared, buffers)}\n")
    io.out(f"-/+ buffers/cache:{cells(used - buffers, total - used + buffers)}\n")
    io.out(f"Swap:{cells(swap, 0, swap)}\n")
    return 0


# --- the machine ---------------------------------------------------------------------------------


@command("mount")
def run_mount(io: Invocation) -> int:
    """List mounts; mounting is refused."""
    if [word for word in io.args if not word.startswith("-")]:
        raise io.fail(
            f"'{io.args[-2] if len(io.args) > 1 else ''}'->'{io.args[-1]}': Operation not permitted"
        )
    for line in io.read_file("/proc/mounts").decode().splitlines():
        device, place, kind, flags, *_ = line.split()
        io.out(f"{device} on {place} type {kind} ({flags})\n")
    return 0


@command("umount", "insmod", "rmmod", "losetup", "swapon", "swapoff", "mkfs.ext4", "fsck")
def run_refused(io: Invocation) -> int:
    """Refuse to change the machine."""
    raise io.fail(f"{io.args[-1] if io.args else ''}: Operation not permitted")


@command("dmesg")
def run_dmesg(io: Invocation) -> int:
    """Show the kernel's first log message; denied to the shell user."""
    if io.uid:
        raise io.fail("klogctl: Permission denied")
    io.out(f"[    0.000000] Linux version {KERNEL} (build-user@build-host) {KERNEL_BUILD}\n")
    return 0


@command("ping", "ping6")
def run_ping(io: Invocation) -> int:
    """Fail, as there is no network behind the phone."""
    hosts = [word for word in io.args if not word.startswith("-")]
    if not hosts:
        io.err("Usage: ping [-aAbBdDfhLnOqrRUvV64] [-c count] [-i interval] [-I interface]\n")
        return 2
    if re.fullmatch(r"[\d.]+", hosts[-1]):
        io.err("connect: Network is unreachable\n")
        return 2
    io.err(f"ping: unknown host {hosts[-1]}\n")
    return 2


@command("nc", "netcat", "wget", "curl", "telnet", "ftpget")
def run_network(io: Invocation) -> int:
    """Fail, as there is no network behind the phone."""
    hosts = [word for word in io.args if not word.startswith("-")]
    if io.name == "curl":
        io.err("curl: (6) Could not resolve host\n")
        return 6
    raise io.fail(f"{hosts[0] if hosts else ''}: No address associated with hostname")


@command("stop", "start", "reboot")
def run_reboot(io: Invocation) -> int:
    """Restart the phone, or its framework with ``stop`` and ``start``, without service names."""
    if io.uid:
        io.err("reboot: Operation not permitted\n" if io.name == "reboot" else "must be root\n")
        return 1
    if io.name == "reboot" or (io.name == "start" and not io.args):
        io.system.restart(framework=io.name == "start")
    return 0

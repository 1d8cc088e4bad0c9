"""Processes, users, time and the running of other commands, as toybox 0.8 has them."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal, InvalidOperation

from android_gym.errors import FileError, OptionError
from android_gym.simulator.shell.arguments import batches
from android_gym.simulator.shell.builtins import executable, unescape
from android_gym.simulator.shell.command import CommandExit, Invocation, command, options
from android_gym.simulator.shell.file_words import parse_date, parse_posix_date, zone_of
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.shell.streams import Killed
from android_gym.simulator.system.matching import Expression, Subject
from android_gym.simulator.system.users import user_id, user_name

__all__ = ["MAX_SLEEP_MS", "process_table", "sleep"]

MAX_SLEEP_MS = 86_400_000
"""The longest that one command line may sleep; then it is killed."""

KERNEL = "5.15.41-android13-8-00055-g4f5025129fe8-ab8949913"
KERNEL_BUILD = "#1 SMP PREEMPT Mon Aug 15 18:33:14 UTC 2022"

# (pid, parent, user, resident kB, name): what runs on a booted phone besides apps.
_SYSTEM_PROCESSES = (
    (1, 0, 0, 10992, "init"),
    (2, 0, 0, 0, "[kthreadd]"),
    (3, 2, 0, 0, "[rcu_gp]"),
    (10, 2, 0, 0, "[ksoftirqd/0]"),
    (140, 1, 0, 8312, "ueventd"),
    (161, 1, 1036, 7720, "logd"),
    (162, 1, 1000, 5016, "servicemanager"),
    (163, 1, 1000, 5288, "hwservicemanager"),
    (176, 1, 0, 8404, "vold"),
    (262, 1, 0, 6788, "netd"),
    (264, 1, 0, 178344, "zygote64"),
    (266, 1, 0, 141988, "zygote"),
    (311, 1, 1041, 19384, "audioserver"),
    (330, 1, 1000, 38520, "surfaceflinger"),
    (362, 1, 1047, 14772, "cameraserver"),
    (366, 1, 1013, 13416, "mediaserver"),
    (392, 1, 0, 6020, "adbd"),
    (583, 264, 1000, 356184, "system_server"),
)
_SIGNALS = {
    name: number
    for number, name in enumerate(
        "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT "
        "STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(),
        1,
    )
}


# --- who and where -------------------------------------------------------------------------------

_GROUPS = {
    0: "0",
    2000: "2000 1004 1007 1011 1015 1028 1078 1079 3001 3002 3003 3006 3009 3011 3012",
}


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
    groups = [int(text) for text in _GROUPS.get(uid, str(uid)).split()]
    show = user_name if "n" in found else str
    context = "u:r:su:s0" if uid == 0 else "u:r:shell:s0"
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
    """Show the kernel."""
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
    """Small facts."""
    io.out(
        {"hostname": "localhost\n", "tty": "not a tty\n", "nproc": "4\n"}.get(
            io.name, "\x1b[2J\x1b[H"
        )
    )
    return int(io.name == "tty")


@command("uptime")
def run_uptime(io: Invocation) -> int:
    """Show how long the phone has been up."""
    found = options(io, "ps")
    up = io.system.clock.elapsed_ms() // 1000
    clock = io.system.clock
    if "s" in found:
        started = clock.datetime(clock.now_ms() - clock.elapsed_ms()).astimezone(zone_of(io))
        io.out(started.strftime("%Y-%m-%d %H:%M:%S\n"))
        return 0
    now = clock.datetime().astimezone(zone_of(io))
    minutes, days = up // 60, up // 86400
    span = f"{days} day{'s' if days != 1 else ''}, " if days else ""
    hours = minutes // 60 % 24
    span += f"{hours:2d}:{minutes % 60:02d}" if hours else f"{minutes % 60} min"
    io.out(f" {now:%H:%M:%S} up {span},  0 users,  load average: 0.08, 0.03, 0.01\n")
    return 0


# --- date and sleep ------------------------------------------------------------------------------


@command("date")
def run_date(io: Invocation) -> int:
    """Show or set the time."""
    # -I takes its argument glued on, or none.
    io.args = [word if not re.fullmatch("-I[dhmsn]?", word) else f"+{_ISO[word]}"
               for word in io.args]  # fmt: skip
    found = options(io, "d:D:r:us:", long={"date": "d", "utc": "u", "set": "s"})
    clock = io.system.clock
    zone: dt.tzinfo = dt.UTC if "u" in found else zone_of(io)
    when: int | None = clock.now_ms()
    form = "%a %b %e %H:%M:%S %Z %Y"
    if "d" in found:
        when = _parsed(io, found["d"], found.get("D", ""), zone)
        if when is None:
            raise io.fail(f"bad date {found['d']}")
    elif "r" in found:
        stat = io.process.stat(found["r"])
        if stat is None:
            raise io.fail(f"{found['r']}: No such file or directory")
        when = stat.mtime_ms
    to_set = [found["s"]] if "s" in found else []
    for word in found.args:
        if word.startswith("+"):
            form = word[1:]
        else:
            to_set.append(word)
    if to_set:
        text = to_set[0]
        parse = parse_posix_date if re.fullmatch(r"[\d.]+", text) else parse_date
        when = parse(io, text, zone)
        if when is None or len(to_set) > 1:
            raise io.fail(f"bad date {text}")
        if io.uid:
            io.complain("cannot set date: Operation not permitted")
            return 1
        try:
            clock.set_time(when)
        except OptionError:
            io.complain("cannot set date: Invalid argument")
            return 1
    assert when is not None
    try:
        moment = dt.datetime.fromtimestamp(when // 1000, zone)
    except (ValueError, OverflowError, OSError):  # before year 1 or after 9999
        raise io.fail(f"bad date @{when // 1000}") from None
    form = form.replace("%s", str(when // 1000)).replace("%N", f"{when % 1000:03d}000000")
    io.out(moment.strftime(form.encode("utf-8", "replace").decode()) + "\n")
    return 0


_ISO = {"-I": "%Y-%m-%d", "-Id": "%Y-%m-%d", "-Ih": "%Y-%m-%dT%H%:z", "-Im": "%Y-%m-%dT%H:%M%:z",
        "-Is": "%Y-%m-%dT%H:%M:%S%:z", "-In": "%Y-%m-%dT%H:%M:%S,%N%:z"}  # fmt: skip


def _parsed(io: Invocation, text: str, form: str, zone: dt.tzinfo) -> int | None:
    if not form:
        return parse_date(io, text, zone)
    try:
        if form == "%s":
            return int(text) * 1000
        moment = dt.datetime.strptime(text, form).replace(tzinfo=zone)
        return round(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


@command("sleep", "usleep")
def run_sleep(io: Invocation) -> int:
    """Let time pass on the phone's clock."""
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
    """Advance the phone; one command line may sleep a day in all."""
    budget = io.process.budget
    remaining = min(MAX_SLEEP_MS - budget.slept_ms, budget.deadline_ms - budget.slept_ms)
    duration = min(round(milliseconds), remaining)
    budget.slept_ms += duration
    if duration > 0:
        io.phone.advance(duration)
    if milliseconds > remaining:
        raise _Timeout if budget.deadline_ms <= budget.slept_ms < MAX_SLEEP_MS else Killed


class _Timeout(Exception):
    """The time given by `timeout` has passed."""


@command("timeout")
def run_timeout(io: Invocation) -> int:
    """Run a command that may sleep no longer than a given time."""
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
    """Show the environment, or run a command in a changed one."""
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
    return child.run_program_file(args)


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
    """Run a command with arguments from standard input."""
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
    """Run a program text (``-c``), a script, or standard input."""
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
    return child.spawn(text, name, args, flags)


@command("su", path="/system/xbin")
def run_su(io: Invocation) -> int:
    """Run a command as another user (userdebug builds let root and shell do so)."""
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
        return child.spawn(io.stdin.decode("utf-8", "surrogateescape"), io.process.name, [])
    if args[0] == "-c":
        return child.spawn(" ".join(args[1:2]), io.process.name, args[2:])
    return child.run_program_file(args)


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
    """Show where programs are."""
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
        names = [name for name, item in io.process.shell.commands.items()
                 if item.path == f"/system/bin/{name}"]  # fmt: skip
        io.out(" ".join(names) + "\n")
        return 0
    if io.args[0] == "--version":
        io.out("toybox 0.8.6-android\n")
        return 0
    if not executable(io.process, io.args[0]):
        io.err(f'toybox: Unknown command {io.args[0]} (see "toybox --help")\n')
        return 127
    return io.run(io.args)


# --- processes -----------------------------------------------------------------------------------


def process_table(io: Invocation) -> list[tuple[int, int, int, int, str]]:
    """Return (pid, parent pid, uid, resident kB, name) of every process, by pid."""
    rows = list(_SYSTEM_PROCESSES)
    packages = io.system.packages
    for package, pid in sorted(io.system.activities.processes.items()):
        uid = packages.state(package).uid if packages.installed(package) else 10_000
        rows.append((pid, 264, uid, 120_000 + pid % 97 * 512, package))
    shell = io.process.pid
    rows.append((shell, 392, io.uid, 3200, "sh"))
    rows.append((shell + 2, shell, io.uid, 3900, io.name))
    return sorted(rows)


@command("ps", cost=500)
def run_ps(io: Invocation) -> int:
    """List processes."""
    found = options(io, "aAdefglnotTuUwZk:O:o:p:P:G:s:t:u:M".replace("ot", "t"), long={})
    everything = "A" in found or "e" in found
    rows = process_table(io)
    if "p" in found:
        wanted = {text for item in found.all("p") for text in item.split(",")}
        rows = [row for row in rows if str(row[0]) in wanted]
    elif "u" in found:
        users = {user_id(text) for item in found.all("u") for text in item.split(",")}
        rows = [row for row in rows if row[2] in users]
    elif not everything:
        rows = [row for row in rows if row[4] in ("sh", io.name)]
    names = [name for item in found.all("o") for name in item.split(",")]
    if not names:
        names = "USER PID PPID VSZ RSS WCHAN ADDR S NAME".split()
        if "f" in found:
            names = "UID PID PPID C STIME TTY TIME CMD".split()
        elif "l" in found:
            names = "F S UID PID PPID C PRI NI BIT SZ WCHAN TTY TIME CMD".split()
    columns: list[tuple[str, int]] = []
    for name in names:
        key, _, title = name.partition("=")
        key = key.upper()
        if key not in _PS_WIDTHS:
            raise io.fail(f"bad -o {name}")
        columns.append((f"{key}={title}" if "=" in name else key, _PS_WIDTHS[key]))
    lines = [_ps_line([name.partition("=")[2] or name.rstrip("=") for name, _ in columns], columns)]
    for row in rows:
        cells = [_ps_cell(io, name.partition("=")[0], row) for name, _ in columns]
        lines.append(_ps_line(cells, columns))
    io.out("".join(lines))
    return 0


_PS_WIDTHS = {
    "USER": -12, "PID": 6, "PPID": 5, "VSZ": 10, "RSS": 6, "WCHAN": -10, "ADDR": 8, "S": -1,
    "NAME": -27, "UID": -12, "C": 2, "STIME": -5, "TTY": -8, "TIME": 8, "CMD": -27, "ARGS": -27,
    "CMDLINE": -27, "COMM": -15, "F": 1, "PRI": 3, "NI": 3, "BIT": 3, "SZ": 7, "GROUP": -8,
    "TID": 5, "COMMAND": -27, "%CPU": 4, "ETIME": 11, "PCY": 3, "STAT": -5, "LABEL": -30,
}  # fmt: skip


def _ps_cell(io: Invocation, name: str, row: tuple[int, int, int, int, str]) -> str:
    pid, parent, uid, resident, title = row
    kernel = title.startswith("[")
    up = io.system.clock.elapsed_ms()
    started = io.system.clock.datetime(io.system.clock.now_ms() - up)
    return {
        "USER": user_name(uid),
        "UID": user_name(uid),
        "PID": str(pid),
        "TID": str(pid),
        "PPID": str(parent),
        "VSZ": "0" if kernel else str(resident * 7 + 10_700_000),
        "SZ": str(resident // 4),
        "RSS": str(resident),
        "ADDR": "0",
        "F": "0",
        "C": "0",
        "WCHAN": "0" if title in ("sh", io.name) else "do_epoll_wait" if not kernel else "kthreadd",
        "S": "R" if title == io.name else "S",
        "STAT": "S",
        "STIME": started.strftime("%H:%M"),
        "TTY": "?",
        "TIME": "00:00:00",
        "PRI": "19",
        "NI": "0",
        "BIT": "64",
        "GROUP": user_name(uid),
        "%CPU": "0.0",
        "ETIME": f"{up // 60000:02d}:{up // 1000 % 60:02d}",
        "PCY": "fg",
        "LABEL": "u:r:su:s0" if uid == 0 else "u:r:untrusted_app:s0",
        "COMM": title[:15],
    }.get(name, title)


def _ps_line(cells: list[str], columns: list[tuple[str, int]]) -> str:
    out = []
    for cell, (_, width) in zip(cells, columns, strict=True):
        out.append(cell.rjust(width) if width > 0 else cell.ljust(-width))
    return " ".join(out).rstrip() + "\n"


@command("top")
def run_top(io: Invocation) -> int:
    """Show processes once; without ``-n`` too, for the clock stands still meanwhile."""
    found = options(io, "bHqO:h:m:n:k:o:s:u:d:p:")
    rows = process_table(io)
    if "m" in found:
        rows = rows[: io.integer(found["m"])]
    total = len(rows)
    out = (
        f"Tasks: {total} total,   1 running, {total - 1:3d} sleeping,   0 stopped,   0 zombie\n"
        "  Mem:  2023516K total,  1611176K used,   412340K free,     5412K buffers\n"
        " Swap:  1517632K total,        0K used,  1517632K free,   702108K cached\n"
        "400%cpu   3%user   0%nice   3%sys 394%idle   0%iow   0%irq   0%sirq   0%host\n"
        "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS\n"
    )
    for pid, _, uid, resident, name in rows:
        share = resident / 20235.16
        shown = f"{resident / 1024:.0f}M" if resident >= 1024 else f"{resident}K"
        out += (
            f"{pid:5d} {user_name(uid):<12} 20   0  10G {shown:>4} {shown:>4} "
            f"{'R' if name == io.name else 'S'}  0.0 {share:5.1f}   0:00.00 {name}\n"
        )
    io.out(out)
    return 0


@command("pidof", "pgrep")
def run_pidof(io: Invocation) -> int:
    """Find processes by name."""
    spec = "so:x" if io.name == "pidof" else "clfnovxL:d:F:g:P:s:t:U:u:G:"
    found = options(io, spec, minimum=1)
    rows = process_table(io)[:-1]
    if io.name == "pidof":
        pids = [row[0] for row in reversed(rows) if row[4] in found.args]
        if pids:
            io.out(" ".join(map(str, pids)) + "\n")
        return int(not pids)
    regex = _regex(io, found.args[0])
    budget = io.process.budget
    selects = regex.matches if "x" in found else regex.occurs_in
    hits = [row for row in rows if selects(row[4], budget)]
    for row in hits:
        io.out(f"{row[0]} {row[4]}\n" if "l" in found else f"{row[0]}\n")
    return int(not hits)


def _regex(io: Invocation, text: str) -> Expression:
    try:
        return compile_regex(text, io.process.budget, extended=True)
    except RegexFault as fault:
        raise io.fail(f"bad regex '{text}': {fault}") from None


@command("kill", builtin="regular")
def run_kill(io: Invocation) -> int:
    """Send signals; those that end a process kill the app."""
    args = list(io.args)
    signal = "TERM"
    if args and args[0] == "-l":
        if len(args) > 1:
            number = int(args[1]) & 127 if re.fullmatch("[0-9]{1,9}", args[1]) else 0
            io.out(next((name for name, value in _SIGNALS.items() if value == number), args[1]))
            io.out("\n")
        else:
            io.out("".join(f"{value:2d}) SIG{name}\n" for name, value in _SIGNALS.items()))
        return 0
    if args and args[0] == "-s" and len(args) > 1:
        signal = args[1]
        args = args[2:]
    elif args and args[0].startswith("-") and len(args[0]) > 1 and args[0] != "--":
        signal = args.pop(0)[1:]
    args = [word for word in args if word != "--"]
    if not args:
        io.err(
            "usage:\tkill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n"
            "\tkill -l [exit_status ...]\n"
        )
        return 1
    name = signal.upper().removeprefix("SIG")
    number = int(signal) if signal.isdecimal() and len(signal) < 4 else _SIGNALS.get(name, -1)
    if number < 0:
        io.process.complain(f"kill: bad signal '{signal}'")
        return 1
    return _signal(io, args, number)


def _signal(io: Invocation, pids: list[str], number: int) -> int:
    status = 0
    names = {row[0]: row[4] for row in process_table(io)}
    for text in pids:
        pid = int(text) if re.fullmatch("-?[0-9]{1,9}", text) else -1
        if pid == io.process.pid and number in (1, 2, 3, 9, 13, 15):
            raise CommandExit(128 + number) if number != 9 else Killed
        if pid not in names:
            io.process.complain(f"kill: {text}: No such process")
            status = 1
            continue
        if io.uid and names[pid] in io.system.activities.processes:
            io.process.complain(f"kill: {text}: Operation not permitted")
            status = 1
        elif number in (2, 3, 6, 9, 11, 15) and names[pid] in io.system.activities.processes:
            io.system.activities.kill(names[pid], background_only=False)
    return status


@command("killall", "pkill")
def run_killall(io: Invocation) -> int:
    """Send signals to processes by name."""
    args = list(io.args)
    number = 15
    while args and args[0].startswith("-"):
        word = args.pop(0).lstrip("-")
        if re.fullmatch("[0-9]{1,3}", word):
            number = int(word)
        elif word.upper().removeprefix("SIG") in _SIGNALS:
            number = _SIGNALS[word.upper().removeprefix("SIG")]
    if not args:
        raise io.fail(f'Needs 1 argument (see "{io.name} --help")')
    status = 0
    for name in args:
        regex = None if io.name == "killall" else _regex(io, name)
        rows = [
            row
            for row in process_table(io)[:-1]
            if (row[4] == name if regex is None else regex.occurs_in(row[4], io.process.budget))
        ]
        if not rows:
            if io.name == "killall":
                io.complain(f"{name}: No such process")
            status = 1
            continue
        status = _signal(io, [str(row[0]) for row in rows], number) or status
    return status


@command("free")
def run_free(io: Invocation) -> int:
    """Show memory."""
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


# --- numbers and text ----------------------------------------------------------------------------


@command("printf")
def run_printf(io: Invocation) -> int:
    """Format and write; the format is reused while arguments remain."""
    args = list(io.args)
    if args and args[0] == "--":
        args.pop(0)
    if not args:
        raise io.fail('Needs 1 argument (see "printf --help")')
    form = args.pop(0)
    pieces = re.split(r"(%[-+ #0]*(?:\*|\d*)(?:\.(?:\*|\d*))?[A-Za-z%])", form)
    takes = any(piece.startswith("%") and piece != "%%" for piece in pieces[1::2])
    status = 0
    out: list[str] = []
    while True:
        for place, piece in enumerate(pieces):
            if place % 2 == 0:
                text, complete = unescape(_octal(piece))
                out.append(text)
                if not complete:
                    io.out("".join(out))
                    return status
                continue
            if piece == "%%":
                out.append("%")
                continue
            if any(len(digits) > 4 for digits in re.findall("[0-9]+", piece)):
                raise io.fail(f"bad {piece}")
            while "*" in piece:
                piece = piece.replace(
                    "*", str((_integer(args.pop(0) if args else "0") or 0) % 10_000), 1
                )
            text, good, complete = _formatted(io, piece, args.pop(0) if args else None)
            out.append(text)
            status = status if good else 1
            if not complete:
                io.out("".join(out))
                return status
        if not args or not takes:
            break
        io.process.step()
    io.out("".join(out))
    return status


def _octal(text: str) -> str:
    r"""Make printf's ``\101`` into echo's ``\0101``."""
    return re.sub(r"\\(?=[1-7][0-7]{0,2})", r"\\0", text.replace('\\"', '"'))


def _integer(text: str) -> int | None:
    if text[:1] in ("'", '"') and len(text) > 1:
        return ord(text[1])
    match = re.fullmatch(r"\s*([-+]?)(0[xX][0-9a-fA-F]{1,16}|[0-9]{1,20})", text)
    if match is None:
        return None
    digits = match.group(2)
    octal = re.fullmatch("0[0-7]+", digits)
    value = int(digits, 16) if digits[:2] in ("0x", "0X") else int(digits, 8 if octal else 10)
    return -value if match.group(1) == "-" else value


def _formatted(io: Invocation, spec: str, text: str | None) -> tuple[str, bool, bool]:
    r"""One conversion: its text, whether the argument was good, False where ``\c`` said stop."""
    letter = spec[-1]
    if letter == "s":
        return spec % (text or ""), True, True
    if letter == "b":
        shown, complete = unescape(_octal(text or ""))
        return (spec[:-1] + "s") % shown, True, complete
    if letter == "c":
        return (spec[:-1] + "s") % (text or "")[:1], True, True
    if letter in "diouxX":
        value = _integer(text) if text else 0
        if value is None:
            io.err(f"printf: bad %{letter} {text}\n")
        number = value or 0
        if letter in "ouxX" and number < 0:
            number &= 0xFFFFFFFFFFFFFFFF
        return (
            spec.replace(letter, "d" if letter in "iu" else letter) % number,
            value is not None,
            True,
        )
    if letter in "eEfFgG":
        try:
            return spec % float(Decimal(text or "0")), True, True
        except InvalidOperation:
            io.err(f"printf: bad %{letter} {text}\n")
            return spec % 0.0, False, True
    io.err(f"printf: bad %{letter}\n")
    raise CommandExit(1)


@command("expr")
def run_expr(io: Invocation) -> int:
    """Evaluate an expression of its arguments."""
    if not io.args:
        raise io.fail('Needs 1 argument (see "expr --help")', 2)
    reader = _Expression(io, list(io.args))
    value = reader.climb(0)
    if reader.args:
        raise io.fail("syntax error", 2)
    io.out(f"{value}\n")
    return int(str(value) in ("", "0"))


_EXPR_LEVELS = (
    ("|",),
    ("&",),
    ("=", "==", "!=", "<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "%"),
    (":",),
)


class _Expression:
    """`expr`'s grammar: binary operators by level, parentheses, words."""

    def __init__(self, io: Invocation, args: list[str]) -> None:
        self.io = io
        self.args = args

    def climb(self, level: int) -> str:
        if level == len(_EXPR_LEVELS):
            return self.primary()
        value = self.climb(level + 1)
        while self.args and self.args[0] in _EXPR_LEVELS[level]:
            operator = self.args.pop(0)
            value = self.apply(operator, value, self.climb(level + 1))
        return value

    def primary(self) -> str:
        if not self.args:
            raise self.io.fail("syntax error", 2)
        word = self.args.pop(0)
        if word != "(":
            return word
        value = self.climb(0)
        if not self.args or self.args.pop(0) != ")":
            raise self.io.fail("syntax error", 2)
        return value

    def match(self, text: str, pattern: str) -> str:
        """``text : pattern``: the first group, or the length of the match."""
        budget = self.io.process.budget
        subject = Subject(text)
        try:
            regex = compile_regex(pattern, budget)
        except RegexFault as fault:
            raise self.io.fail(f"bad regex '{pattern}': {fault}", 2) from None
        span = regex.match(subject, budget)
        if not regex.groups:
            return str(span[1] if span else 0)
        where = regex.spans(subject, span, budget)[1] if span else None
        return text[where[0] : where[1]] if where else ""

    def apply(self, operator: str, left: str, right: str) -> str:
        if operator == "|":
            return left if left not in ("", "0") else right
        if operator == "&":
            return left if left not in ("", "0") and right not in ("", "0") else "0"
        if operator == ":":
            return self.match(left, right)
        numeric = [re.fullmatch(r"-?[0-9]{1,1000}", text) is not None for text in (left, right)]
        if operator in _EXPR_LEVELS[2]:
            a, b = (int(left), int(right)) if all(numeric) else (left, right)
            return str(int(_EXPR_TESTS[operator](a, b)))
        if not all(numeric):
            raise self.io.fail("non-integer argument", 2)
        one, two = int(left), int(right)
        if operator in "/%":
            if not two:
                raise self.io.fail("division by zero", 2)
            quotient = abs(one) // abs(two) * (1 if (one < 0) == (two < 0) else -1)
            return str(quotient if operator == "/" else one - quotient * two)
        return str({"+": one + two, "-": one - two, "*": one * two}[operator])


_EXPR_TESTS = {
    "=": lambda a, b: a == b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}  # fmt: skip


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
    """Refuse what would change the machine."""
    raise io.fail(f"{io.args[-1] if io.args else ''}: Operation not permitted")


@command("dmesg")
def run_dmesg(io: Invocation) -> int:
    """Show the kernel's first words; refused to the shell user."""
    if io.uid:
        raise io.fail("klogctl: Permission denied")
    io.out(f"[    0.000000] Linux version {KERNEL} (build-user@build-host) {KERNEL_BUILD}\n")
    return 0


@command("ping", "ping6")
def run_ping(io: Invocation) -> int:
    """Refuse: there is no network behind the phone."""
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
    """Refuse: there is no network behind the phone."""
    hosts = [word for word in io.args if not word.startswith("-")]
    if io.name == "curl":
        io.err("curl: (6) Could not resolve host\n")
        return 6
    raise io.fail(f"{hosts[0] if hosts else ''}: No address associated with hostname")


@command("getenforce", "setenforce")
def run_getenforce(io: Invocation) -> int:
    """Show or set whether SELinux enforces: always, here."""
    if io.name == "getenforce":
        io.out("Enforcing\n")
    return 0


@command("stop", "start", "reboot")
def run_reboot(io: Invocation) -> int:
    """Restart the phone, or with ``stop`` and ``start`` its framework; services can't be named."""
    if io.uid:
        io.err("reboot: Operation not permitted\n" if io.name == "reboot" else "must be root\n")
        return 1
    if io.name == "reboot" or (io.name == "start" and not io.args):
        io.system.restart()
    return 0

"""Commands for processes: `ps`, `top`, `pidof`, `kill` and `killall`."""

from __future__ import annotations

import re

from android_gym.simulator.shell.command import CommandExit, Invocation, command, options
from android_gym.simulator.shell.identities import uid_of
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.shell.selinux import process_label
from android_gym.simulator.shell.streams import Killed
from android_gym.simulator.system.logs import SYSTEM_SERVER_PID
from android_gym.simulator.system.matching import Expression
from android_gym.simulator.system.users import user_id, user_name

__all__ = ["process_table"]

# (pid, parent, user, resident kB, name) of the processes on a booted phone, besides apps.
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
    (SYSTEM_SERVER_PID, 264, 1000, 356184, "system_server"),
    (1013, 264, 1001, 131172, "com.android.phone"),
)

_ALWAYS_RUNNING = (
    (812, 248_660, "com.android.systemui"),
    (1046, 152_304, "com.google.android.inputmethod.latin"),
)
"""(pid, resident kB, package) of apps whose processes run although no activity of theirs does."""


_SIGNALS = {
    name: number
    for number, name in enumerate(
        "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT "
        "STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(),
        1,
    )
}

_ENDING = (1, 2, 3, 6, 9, 11, 13, 15)
_STOPPING = frozenset(_SIGNALS[name] for name in ("STOP", "TSTP", "TTIN", "TTOU"))


def process_table(io: Invocation) -> list[tuple[int, int, int, int, str]]:
    """Return (pid, parent pid, uid, resident kB, name) of every process, sorted by pid."""
    rows = list(_SYSTEM_PROCESSES)
    packages = io.system.packages
    for package, pid in sorted(io.system.activities.processes.items()):
        rows.append((pid, 264, uid_of(io, package), 120_000 + pid % 97 * 512, package))
    for pid, resident, package in _ALWAYS_RUNNING:
        if packages.installed(package) and package not in io.system.activities.processes:
            rows.append((pid, 264, packages.state(package).uid, resident, package))
    shell = io.process.pid
    rows.append((shell, 392, io.uid, 3200, "sh"))
    rows.append((shell + 2, shell, io.uid, 3900, io.name))
    rows += [(p.pid, p.parent, p.uid, 4200, p.name) for p in io.system.running]
    return sorted(rows)


def _others(io: Invocation) -> list[tuple[int, int, int, int, str]]:
    """Return `process_table` without the command itself."""
    own = io.process.pid + 2
    return [row for row in process_table(io) if row[0] != own]


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
    if "Z" in found:
        names.insert(0, "LABEL")
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
        "S": _state(io, title),
        "STAT": "T" if io.system.hangs.stopped(title) else "S",
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
        "LABEL": _label(io, row),
        "COMM": title[:15],
    }.get(name, title)


def _label(io: Invocation, row: tuple[int, int, int, int, str]) -> str:
    """Return the SELinux label of a process."""
    _, _, uid, _, title = row
    if row not in _SYSTEM_PROCESSES:
        return process_label(io, uid, title)
    kind = {"[": "kernel", "c": "radio"}.get(title[0], title.removesuffix("64"))
    return f"u:r:{kind}:s0"


def _state(io: Invocation, title: str) -> str:
    """Return the state letter of a process: running, stopped or sleeping."""
    if title == io.name:
        return "R"
    return "T" if io.system.hangs.stopped(title) else "S"


def _ps_line(cells: list[str], columns: list[tuple[str, int]]) -> str:
    out = []
    for cell, (_, width) in zip(cells, columns, strict=True):
        out.append(cell.rjust(width) if width > 0 else cell.ljust(-width))
    return " ".join(out).rstrip() + "\n"


@command("top")
def run_top(io: Invocation) -> int:
    """Show processes once, with or without ``-n``, as the clock stands still meanwhile."""
    found = options(io, "bHqO:h:m:n:k:o:s:u:d:p:")
    rows = process_table(io)
    if "m" in found:
        rows = rows[: io.integer(found["m"])]
    total = len(rows)
    stopped = sum(io.system.hangs.stopped(row[4]) for row in rows)
    out = (
        f"Tasks: {total} total,   1 running, {total - 1 - stopped:3d} sleeping, "
        f"{stopped:3d} stopped,   0 zombie\n"
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
            f"{_state(io, name)}  0.0 {share:5.1f}   0:00.00 {name}\n"
        )
    io.out(out)
    return 0


@command("pidof", "pgrep")
def run_pidof(io: Invocation) -> int:
    """Find processes by name."""
    spec = "so:x" if io.name == "pidof" else "clfnovxL:d:F:g:P:s:t:U:u:G:"
    found = options(io, spec, minimum=1)
    rows = _others(io)
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
    """Send signals: fatal ones kill an app's process, stopping ones make the app hang."""
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
        elif pid in io.system.running:
            status = _end(io, pid, number) or status
        elif number in (2, 3, 6, 9, 11, 15) and names[pid] in io.system.activities.processes:
            io.system.activities.kill(names[pid], background_only=False)
        elif number in _STOPPING:
            io.system.hangs.stop(names[pid])
        elif number == _SIGNALS["CONT"]:
            io.system.hangs.go_on(names[pid])
    return status


def _end(io: Invocation, pid: int, number: int) -> int:
    """Send a signal to another running program."""
    owner = next(process.uid for process in io.system.running if process.pid == pid)
    if io.uid not in (0, owner):
        io.process.complain(f"kill: {pid}: Operation not permitted")
        return 1
    if number in _ENDING:
        io.system.running.signal(pid, number)
    return 0


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
            for row in _others(io)
            if (row[4] == name if regex is None else regex.occurs_in(row[4], io.process.budget))
        ]
        if not rows:
            if io.name == "killall":
                io.complain(f"{name}: No such process")
            status = 1
            continue
        status = _signal(io, [str(row[0]) for row in rows], number) or status
    return status

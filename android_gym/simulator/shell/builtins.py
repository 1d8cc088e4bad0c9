"""The shell's built-in commands."""

from __future__ import annotations

import re

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command
from android_gym.simulator.shell.expansion import quote
from android_gym.simulator.shell.interpreter import Process, canonical
from android_gym.simulator.shell.jumps import Exit, Loop, Return
from android_gym.simulator.shell.parser import parse
from android_gym.simulator.shell.programs import find_program, in_path, invoke, run_program_file

_RESERVED = frozenset(
    "if then else elif fi while until for do done case esac in { } ! [[ time".split()
)
_ECHO = re.compile(
    r"\\(?:(c)|([abefnrtv\\E])|0([0-7]{0,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})"
    r"|U([0-9A-Fa-f]{1,8}))"
)
_SIMPLE_ESCAPES = {
    "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
    "v": "\v", "\\": "\\",
}  # fmt: skip


@command(":", builtin="special")
@command("true", "false", builtin="regular")
def run_true(io: Invocation) -> int:
    """Succeed, or fail."""
    return int(io.name == "false")


@command("echo", builtin="regular")
def run_echo(io: Invocation) -> None:
    """Print the arguments; backslash escapes are expanded, as in mksh, unless ``-E`` is given."""
    args = io.args
    start = 0
    newline = True
    escapes = True
    while start < len(args) and re.fullmatch("-[neE]+", args[start]):
        for flag in args[start][1:]:
            if flag == "n":
                newline = False
            else:
                escapes = flag == "e"
        start += 1
    text = " ".join(args[start:])
    if escapes and "\\" in text:
        text, complete = unescape(text)
        newline = newline and complete
    io.out(text + "\n" if newline else text)


def unescape(text: str) -> tuple[str, bool]:
    r"""Expand echo's escapes; also return False if ``\c`` stopped the output."""
    out: list[str] = []
    place = 0
    for match in _ECHO.finditer(text):
        out.append(text[place : match.start()])
        place = match.end()
        stop, simple, octal, byte, short, long = match.groups()
        if stop:
            return _rejoin(out), False
        if simple:
            out.append(_SIMPLE_ESCAPES[simple])
        elif short or long:
            code = int(short or long, 16)
            out.append(chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd")
        else:
            value = (int(octal or "0", 8) if octal is not None else int(byte, 16)) & 0xFF
            out.append(chr(value) if value < 0x80 else chr(0xDC00 + value))
    out.append(text[place:])
    return _rejoin(out), True


def _rejoin(pieces: list[str]) -> str:
    return "".join(pieces).encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


@command("cd", "chdir", builtin="regular", path="")
def run_cd(io: Invocation) -> int:
    """Change the working directory."""
    process = io.process
    args = [word for word in io.args if word not in ("-L", "-P", "--")]
    target = args[0] if args else process.get("HOME")
    if target is None:
        process.complain("cd: no home directory (HOME not set)")
        return 2
    if target == "-":
        target = process.get("OLDPWD")
        if target is None:
            process.complain("cd: no OLDPWD")
            return 2
    path = canonical(process.absolute(target))
    stat = process.stat(path) if target else None
    if stat is None or stat.kind != "dir" or not process.files.may(path, "x"):
        reason = "No such file or directory"
        if stat is not None:
            reason = "Not a directory" if stat.kind != "dir" else "Permission denied"
        process.complain(f"cd: {target}: {reason}")
        return 2
    if args and args[0] == "-":
        io.out(path + "\n")
    if "-P" in io.args:
        path = io.files.resolve(path)
    process.assign("OLDPWD", process.cwd)
    process.cwd = path
    process.assign("PWD", path)
    return 0


@command("pwd", builtin="regular")
def run_pwd(io: Invocation) -> None:
    """Print the working directory."""
    physical = "-P" in io.args
    io.out((io.files.resolve(io.cwd) if physical else io.cwd) + "\n")


@command("exit", builtin="special")
def run_exit(io: Invocation) -> int:
    """Exit the shell."""
    raise Exit(_status(io))


@command("return", builtin="special")
def run_return(io: Invocation) -> int:
    """Return from a function or sourced script."""
    raise Return(_status(io))


def _status(io: Invocation) -> int:
    if not io.args:
        return io.process.status
    if not re.fullmatch("-?[0-9]{1,18}", io.args[0]):
        raise io.process.fault(f"{io.name}: {io.args[0]}: bad number")
    return int(io.args[0])


@command("break", "continue", builtin="special")
def run_break(io: Invocation) -> int:
    """Leave or continue a loop."""
    levels = 1
    if io.args:
        if not re.fullmatch("0*[1-9][0-9]{0,8}", io.args[0]):
            raise io.process.fault(f"{io.name}: {io.args[0]}: bad value")
        levels = int(io.args[0])
    if not io.process.loops:
        io.process.complain(f"{io.name}: can't {io.name}")
        return 0
    raise Loop(levels, io.name == "continue")


@command("shift", builtin="special")
def run_shift(io: Invocation) -> int:
    """Drop leading positional parameters."""
    count = io.process.compute(io.args[0]) if io.args else 1
    if not 0 <= count <= len(io.process.positional):
        raise io.process.fault("shift: nothing to shift")
    del io.process.positional[:count]
    return 0


@command("eval", builtin="special")
def run_eval(io: Invocation) -> int:
    """Run the arguments as a program."""
    process = io.process
    process.enter()
    try:
        process.status = 0
        return process.run_list(parse(" ".join(io.args)))
    finally:
        process.budget.depth -= 1


@command(".", "source", builtin="special")
def run_source(io: Invocation) -> int:
    """Run a file in this shell."""
    process = io.process
    if not io.args:
        raise process.fault(f"{io.name}: missing argument")
    try:
        data = io.read_file(io.args[0])
    except FileError as error:
        raise process.fault(f"{io.name}: {io.args[0]}: {error.strerror}") from None
    saved = process.positional
    if io.args[1:]:
        process.positional = io.args[1:]
    process.enter()
    try:
        return process.run_list(parse(data.decode("utf-8", "surrogateescape")))
    except Return as leave:
        return leave.code
    finally:
        process.budget.depth -= 1
        process.positional = saved


@command("exec", builtin="special")
def run_exec(io: Invocation) -> int:
    """Replace the shell by a program."""
    if io.args:
        raise Exit(run_program_file(io.process, io.args))
    return 0


@command("builtin", builtin="regular", path="")
def run_builtin(io: Invocation) -> int:
    """Run a built-in command, bypassing functions of that name."""
    if not io.args:
        return 0
    found = io.process.shell.commands.get(io.args[0])
    if found is None or not found.builtin:
        raise io.process.fault(f"builtin: {io.args[0]}: not found")
    return invoke(io.process, found, io.args[0], io.args[1:])


@command("command", builtin="regular", path="")
def run_command(io: Invocation) -> int:
    """Run a command, bypassing functions, or print what a name refers to (``-v``, ``-V``)."""
    args = io.args
    while args and args[0] in ("-p", "--"):
        args = args[1:]
    if args and args[0] in ("-v", "-V"):
        return _describe(io, args[1:], args[0] == "-V")
    if not args:
        return 0
    process = io.process
    found = process.shell.commands.get(args[0])
    if found is not None and found.builtin:
        return invoke(process, found, args[0], args[1:])
    return run_program_file(process, args)


@command("type", "whence", builtin="regular", path="")
def run_type(io: Invocation) -> int:
    """Print what the names in the arguments refer to."""
    args = [word for word in io.args if word not in ("-v", "-p")]
    return _describe(io, args, io.name == "type" or "-v" in io.args)


def _describe(io: Invocation, names: list[str], verbose: bool) -> int:
    process = io.process
    status = 0
    for name in names:
        found = process.shell.commands.get(name)
        short, long = "", "not found"
        if name in _RESERVED:
            short, long = name, "is a reserved word"
        elif name in process.functions:
            short, long = name, "is a function"
        elif found is not None and found.builtin:
            kind = "special shell builtin" if found.builtin == "special" else "shell builtin"
            short, long = name, f"is a {kind}"
        else:
            short = executable(process, name)
            long = f"is a tracked alias for {short}" if "/" not in name else f"is {short}"
        if not short:
            status = 1
            if not verbose:
                break
            io.out(f"{name} not found\n")
            continue
        io.out(f"{name} {long}\n" if verbose else f"{short}\n")
    return status


def executable(process: Process, name: str) -> str:
    """Return the path of the program that a name runs, or an empty string."""
    found = process.shell.commands.get(name.rpartition("/")[2])
    if found is not None and found.path:
        if "/" not in name and in_path(process, found.path):
            return found.path
        if name == found.path:
            return name
    if "/" in name:
        stat = process.stat(name)
        runs = stat is not None and stat.kind == "file"
        return name if runs and process.files.may(process.absolute(name), "x") else ""
    return find_program(process, name)


@command("let", builtin="regular", path="")
def run_let(io: Invocation) -> int:
    """Evaluate arithmetic expressions; return 0 unless the last result is zero."""
    value = 0
    if not io.args:
        io.process.complain("let: missing argument")
        return 1
    for word in io.args:
        value = io.process.compute(word)
    return int(value == 0)


@command("print", builtin="regular", path="")
def run_print(io: Invocation) -> None:
    """Print the arguments, as ksh's version of `echo`."""
    args = list(io.args)
    raw = False
    end = "\n"
    stream = 1
    while args and args[0].startswith("-"):
        word = args.pop(0)
        if word in ("-", "--"):
            break
        raw |= "r" in word or "R" in word
        end = "" if "n" in word else end
        if word[1:2] == "u":
            stream = int(word[2:] or "1")
    text = " ".join(args)
    if not raw:
        text, complete = unescape(text)
        end = end if complete else ""
    io.process.fds[stream].write((text + end).encode("utf-8", "surrogateescape"))


@command("trap", builtin="special")
def run_trap(io: Invocation) -> int:
    """Set the EXIT trap; traps for signals are accepted and ignored, as no signals arrive."""
    args = [word for word in io.args if word != "--"]
    if len(args) >= 2 and ("EXIT" in args[1:] or "0" in args[1:]):
        io.process.exit_trap = "" if args[0] == "-" else args[0]
    elif args in (["EXIT"], ["0"]):
        io.process.exit_trap = ""
    elif not args and io.process.exit_trap:
        io.out(f"trap -- {quote(io.process.exit_trap)} EXIT\n")
    return 0


@command("getopts", builtin="regular", path="")
def run_getopts(io: Invocation) -> int:
    """Parse one option of the positional parameters."""
    process = io.process
    if len(io.args) < 2:
        process.complain("getopts: missing name argument")
        return 2
    spec, name, *given = io.args
    words = given or process.positional
    silent = spec.startswith(":")
    index, _, offset = (process.get("OPTIND") or "1").partition(":")
    place, inside = int(index), int(process.get("_OPTOFF") or "1")
    if place > len(words) or not re.match("-.", words[place - 1]) or words[place - 1] == "--":
        if place <= len(words) and words[place - 1] == "--":
            process.assign("OPTIND", str(place + 1))
        process.assign(name, "?")
        return 1
    word = words[place - 1]
    flag = word[inside]
    inside += 1
    at = spec.find(flag, 1 if silent else 0) if flag != ":" else -1
    process.variables.pop("OPTARG", None)
    takes = at >= 0 and spec[at + 1 : at + 2] == ":"
    result = flag
    if at < 0:
        result = "?"
        if silent:
            process.assign("OPTARG", flag)
        else:
            process.complain(f"-{flag}: unknown option")
    elif takes:
        if inside < len(word):
            process.assign("OPTARG", word[inside:])
        elif place < len(words):
            place += 1
            process.assign("OPTARG", words[place - 1])
        else:
            result = ":" if silent else "?"
            if silent:
                process.assign("OPTARG", flag)
            else:
                process.complain(f"-{flag}: argument expected")
        inside = len(words[place - 1])
    if inside >= len(word) or takes:
        place, inside = place + 1, 1
    process.assign("OPTIND", str(place))
    process.assign("_OPTOFF", str(inside))
    process.assign(name, result)
    return 0


@command("umask", builtin="regular", path="")
def run_umask(io: Invocation) -> int:
    """Show or set the file mode creation mask."""
    if not io.args:
        io.out(f"{io.process.umask:03o}\n")
    elif re.fullmatch("[0-7]{1,4}", io.args[-1]):
        io.process.umask = int(io.args[-1], 8)
    elif io.args[-1] != "-S":
        io.process.complain(f"umask: bad mask: {io.args[-1]}")
        return 1
    return 0


@command("jobs", "fg", "bg", "ulimit", "alias", "unalias", "hash", builtin="regular", path="")
def run_nothing(io: Invocation) -> int:
    """Accept job control, which does not exist here, and limits."""
    if io.name == "ulimit":
        io.out("32768\n" if "-n" in io.args else "unlimited\n")
    return 0


@command("times", builtin="special")
def run_times(io: Invocation) -> None:
    """Print processor times."""
    io.out("0m00.00s 0m00.00s\n0m00.00s 0m00.00s\n")


@command("wait", builtin="regular", path="")
def run_wait(io: Invocation) -> None:
    """Wait for the background jobs given by number, or for all."""
    io.process.shell.wait_jobs([int(word) for word in io.args if re.fullmatch("[0-9]{1,9}", word)])

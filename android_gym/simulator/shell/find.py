"""The command `find`, which walks trees and tests each file with an expression."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass

from android_gym.errors import FileError
from android_gym.simulator.shell.arguments import batches
from android_gym.simulator.shell.command import CommandExit, Invocation, command
from android_gym.simulator.shell.file_words import format_time, join, mode_string
from android_gym.simulator.shell.patterns import compile_pattern
from android_gym.simulator.shell.programs import run_program_file
from android_gym.simulator.system.inodes import Stat
from android_gym.simulator.system.users import user_id, user_name


@dataclass
class _Entry:
    """A file being tested."""

    path: str
    stat: Stat
    depth: int
    prune: bool = False


_Test = Callable[[_Entry], bool]
_UNITS = {"c": 1, "b": 512, "w": 2, "k": 1024, "M": 1 << 20, "G": 1 << 30, "": 512}
_TYPES = {"f": "file", "d": "dir", "l": "link", "c": "char", "b": "", "p": "", "s": ""}
_MONTH_NAMES = "%b %e %H:%M"


class _Quit(Exception):
    """Raised by ``-quit``."""


@command("find")
def run(io: Invocation) -> int:
    """Walk each path, parents first (children first with ``-depth`` or ``-delete``)."""
    args = list(io.args)
    while args and args[0] in ("-H", "-L", "-P"):
        io.process.budget.flush()
        args.pop(0)
    follow = "-L" in io.args[: len(io.args) - len(args)]
    roots: list[str] = []
    while args and not (args[0].startswith("-") and len(args[0]) > 1) and args[0] not in ("!", "("):
        roots.append(args.pop(0))
    finder = _Finder(io, args, follow)
    test = finder.parse()
    try:
        for root in roots or ["."]:
            finder.walk(root, test)
    except _Quit:
        pass
    finder.finish()
    return finder.status


class _Finder:
    """Compiles the expression to a function, and walks the trees."""

    def __init__(self, io: Invocation, args: list[str], follow: bool) -> None:
        self.io = io
        self.args = args
        self.follow = follow
        self.position = 0
        self.least = 0
        self.most = 1 << 30
        self.children_first = False
        self.acts = False
        self.status = 0
        self.batches: list[tuple[list[str], list[str]]] = []

    # --- walking ---

    def walk(self, root: str, test: _Test) -> None:
        try:
            stat = self.look(root)
        except FileError as error:
            self.io.complain(f"'{root}': {error.strerror}")
            self.status = 1
            return
        # An explicit stack: trees can be deeper than Python's recursion limit.
        stack = [(_Entry(root, stat, 0), False)]
        above: list[int] = []  # inodes of the directories being walked
        while stack:
            entry, left = stack.pop()
            tested = self.least <= entry.depth <= self.most
            if left:
                above.pop()
                if tested and self.children_first:
                    test(entry)
                continue
            self.io.process.budget.spend(20 + (len(entry.path) >> 4))
            if self.follow and entry.stat.kind == "dir" and entry.stat.ino in above:
                self.io.complain(f"'{entry.path}': loop detected")
                self.status = 1
                continue
            if tested and not self.children_first:
                test(entry)
            above.append(entry.stat.ino)
            stack.append((entry, True))
            if entry.stat.kind == "dir" and not entry.prune and entry.depth < self.most:
                stack.extend((child, False) for child in reversed(self.children(entry)))

    def look(self, path: str) -> Stat:
        if not path:
            raise FileError(2, "No such file or directory", path)
        files = self.io.files
        absolute = self.io.path(path)
        if self.follow and files.exists(absolute):
            return files.stat(absolute)
        return files.lstat(absolute)

    def names(self, entry: _Entry) -> list[str] | None:
        """Return the names in a directory, sorted; None, after a message, if it can't be read."""
        try:
            names = self.io.files.listdir(self.io.path(entry.path))
        except FileError as error:
            self.io.complain(f"'{entry.path}': {error.strerror}")
            self.status = 1
            return None
        self.io.process.budget.spend(len(names))
        return names

    def children(self, entry: _Entry) -> list[_Entry]:
        """Return a directory's entries, sorted by name."""
        children = []
        for name in self.names(entry) or ():
            path = join(entry.path, name)
            with contextlib.suppress(FileError):  # the expression may have removed it
                children.append(_Entry(path, self.look(path), entry.depth + 1))
        return children

    def finish(self) -> None:
        """Run the collected command lines of ``-exec ... +``."""
        for argv, paths in self.batches:
            for run in batches(argv, paths):
                if run_program_file(self.io.process, run):
                    self.status = 1

    # --- the expression ---

    def fail(self, message: str) -> CommandExit:
        return self.io.fail(message)

    def ahead(self) -> str:
        return self.args[self.position] if self.position < len(self.args) else ""

    def take(self, option: str) -> str:
        if self.position >= len(self.args):
            raise self.fail(f"'{option}' needs 1 arg")
        self.position += 1
        return self.args[self.position - 1]

    def parse(self) -> _Test:
        test: _Test = self.either() if self.args else lambda entry: True
        if self.position < len(self.args):
            raise self.fail(f"bad arg '{self.ahead()}'")
        if self.acts:
            return test

        def print_matches(entry: _Entry) -> bool:
            if test(entry):
                self.io.out(entry.path + "\n")
            return True

        return print_matches

    def either(self) -> _Test:
        test = self.both()
        while self.ahead() in ("-o", "-or"):
            self.position += 1
            test = _or(test, self.both())
        return test

    def both(self) -> _Test:
        test = self.negation()
        while self.ahead() not in ("", ")", "-o", "-or"):
            if self.ahead() in ("-a", "-and"):
                self.position += 1
            test = _and(test, self.negation())
        return test

    def negation(self) -> _Test:
        if self.ahead() in ("!", "-not"):
            self.position += 1
            inner = self.negation()
            return lambda entry: not inner(entry)
        if self.ahead() == "(":
            self.position += 1
            inner = self.either()
            if self.ahead() != ")":
                raise self.fail("need )")
            self.position += 1
            return inner
        return self.primary()

    def primary(self) -> _Test:
        option = self.take("find")
        name = option[1:]
        reader = getattr(self, f"read_{name.replace('-', '_')}", None)
        if not option.startswith("-") or reader is None:
            raise self.fail(f"bad arg '{option}'")
        test: _Test = reader(option)
        return test

    # Each read_X compiles the test or action -X.

    def read_name(self, option: str) -> _Test:
        budget = self.io.process.budget
        pattern = compile_pattern(self.take(option), budget, ignore_case=option == "-iname")
        return lambda entry: pattern.matches(
            entry.path.rstrip("/").rpartition("/")[2] or "/", budget
        )

    read_iname = read_name

    def read_path(self, option: str) -> _Test:
        budget = self.io.process.budget
        ignore_case = option.startswith("-i")
        pattern = compile_pattern(self.take(option), budget, ignore_case=ignore_case)
        return lambda entry: pattern.matches(entry.path, budget)

    read_ipath = read_wholename = read_iwholename = read_path

    def read_type(self, option: str) -> _Test:
        letters = self.take(option)
        for letter in letters.split(","):
            if letter not in _TYPES:
                raise self.fail(f"bad -type '{letter}'")
        kinds = {_TYPES[letter] for letter in letters.split(",")}
        return lambda entry: entry.stat.kind in kinds

    def read_maxdepth(self, option: str) -> _Test:
        self.most = self.number(option, self.take(option))
        return _always

    def read_mindepth(self, option: str) -> _Test:
        self.least = self.number(option, self.take(option))
        return _always

    def read_depth(self, option: str) -> _Test:
        self.children_first = True
        return _always

    read_d = read_depth

    def read_xdev(self, option: str) -> _Test:
        return _always

    read_mount = read_xdev

    def read_true(self, option: str) -> _Test:
        return _always

    def read_false(self, option: str) -> _Test:
        return lambda entry: False

    def read_empty(self, option: str) -> _Test:
        def test(entry: _Entry) -> bool:
            if entry.stat.kind == "dir":
                return self.names(entry) == []
            return entry.stat.kind == "file" and entry.stat.size == 0

        return test

    def read_size(self, option: str) -> _Test:
        text = self.take(option)
        match = re.fullmatch(r"([-+]?)(\d+)([cbwkMG]?)", text)
        if match is None:
            raise self.fail(f"bad -size '{text}'")
        sign, digits, unit = match.groups()
        size = _UNITS[unit]
        return lambda entry: _compare(-(-entry.stat.size // size), sign, int(digits))

    def age(self, option: str, unit_ms: int) -> _Test:
        text = self.take(option)
        match = re.fullmatch(r"([-+]?)(\d+)([smhd]?)", text)
        if match is None:
            raise self.fail(f"bad {option} '{text}'")
        sign, digits, suffix = match.groups()
        unit_ms = {"s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}.get(suffix, unit_ms)
        now = self.io.system.clock.now_ms()
        which = f"{option[1]}time_ms"

        def test(entry: _Entry) -> bool:
            age = (now - getattr(entry.stat, which)) // unit_ms
            return _compare(int(age), sign, int(digits))

        return test

    def read_mtime(self, option: str) -> _Test:
        return self.age(option, 86_400_000)

    read_atime = read_ctime = read_mtime

    def read_mmin(self, option: str) -> _Test:
        return self.age(option, 60_000)

    read_amin = read_cmin = read_mmin

    def read_newer(self, option: str) -> _Test:
        try:
            reference = self.look(self.take(option))
        except FileError as error:
            name = self.args[self.position - 1]
            raise self.fail(f"Can't stat {name}: {error.strerror}") from None
        return lambda entry: entry.stat.mtime_ms > reference.mtime_ms

    read_newermm = read_newer

    def read_newermt(self, option: str) -> _Test:
        from android_gym.simulator.shell.file_words import parse_date

        text = self.take(option)
        when = parse_date(self.io, text)
        if when is None:
            raise self.fail(f"bad date '{text}'")
        return lambda entry: entry.stat.mtime_ms > when

    def read_perm(self, option: str) -> _Test:
        text = self.take(option)
        match = re.fullmatch("([-/]?)([0-7]{1,4})", text)
        if match is None:
            raise self.fail(f"bad -perm '{text}'")
        sign, wanted = match.group(1), int(match.group(2), 8)
        if sign == "-":
            return lambda entry: entry.stat.mode & wanted == wanted
        if sign == "/":
            return lambda entry: not wanted or bool(entry.stat.mode & wanted)
        return lambda entry: entry.stat.mode == wanted

    def read_user(self, option: str) -> _Test:
        text = self.take(option)
        number = user_id(text)
        if number is None:
            raise self.fail(f"bad {'user' if option == '-user' else 'group'} '{text}'")
        if option in ("-user", "-uid"):
            return lambda entry: entry.stat.uid == number
        return lambda entry: entry.stat.gid == number

    read_group = read_uid = read_gid = read_user

    def read_nouser(self, option: str) -> _Test:
        return lambda entry: False

    read_nogroup = read_nouser

    def read_links(self, option: str) -> _Test:
        text = self.take(option)
        sign, number = (text[0], text[1:]) if text[:1] in ("-", "+") else ("", text)
        field = "ino" if option == "-inum" else "nlink"
        count = self.number(option, number)
        return lambda entry: _compare(getattr(entry.stat, field), sign, count)

    read_inum = read_links

    def read_prune(self, option: str) -> _Test:
        def act(entry: _Entry) -> bool:
            entry.prune = True
            return True

        return act

    def read_quit(self, option: str) -> _Test:
        self.acts = True

        def act(entry: _Entry) -> bool:
            raise _Quit

        return act

    def read_print(self, option: str) -> _Test:
        self.acts = True
        end = "\0" if option == "-print0" else "\n"

        def act(entry: _Entry) -> bool:
            self.io.out(entry.path + end)
            return True

        return act

    read_print0 = read_print

    def read_printf(self, option: str) -> _Test:
        self.acts = True
        form = self.take(option)
        for escape, text in (("\\n", "\n"), ("\\t", "\t"), ("\\0", "\0"), ("\\\\", "\\")):
            form = form.replace(escape, text)
        for letter in re.findall(r"%-?\d*(T?.)", form):
            if letter[0] not in "%bcCdDfFgGHiklmMnpPsStTuUyY":
                raise self.fail(f"bad -printf %{letter}")

        def act(entry: _Entry) -> bool:
            self.io.out(self.formatted(form, entry))
            return True

        return act

    def formatted(self, form: str, entry: _Entry) -> str:
        stat = entry.stat
        values = {
            "%": "%", "d": str(entry.depth), "f": entry.path.rstrip("/").rpartition("/")[2] or "/",
            "g": user_name(stat.gid), "G": str(stat.gid), "H": entry.path, "i": str(stat.ino),
            "l": stat.target, "m": f"{stat.mode:o}", "M": mode_string(stat), "n": str(stat.nlink),
            "p": entry.path, "P": entry.path.partition("/")[2], "s": str(stat.size),
            "t": format_time(self.io, stat.mtime_ms, "%a %b %e %H:%M:%S.%N %Y"),
            "T@": f"{stat.mtime_ms / 1000:.3f}000000", "u": user_name(stat.uid),
            "U": str(stat.uid), "y": {"dir": "d", "file": "f", "link": "l"}.get(stat.kind, "c"),
        }  # fmt: skip

        def replace(match: re.Match[str]) -> str:
            width, letter = match.groups()
            value = values.get(letter, "")
            if not width:
                return value
            return f"{value:<{width[1:]}}" if width[0] == "-" else f"{value:>{width}}"

        return re.sub(r"%(-?\d*)(T?.)", replace, form)

    def read_ls(self, option: str) -> _Test:
        self.acts = True

        def act(entry: _Entry) -> bool:
            stat = entry.stat
            when = format_time(self.io, stat.mtime_ms, _MONTH_NAMES)
            self.io.out(
                f"{stat.ino:>7} {-(-stat.size // 1024):>4} {mode_string(stat)} {stat.nlink:>3} "
                f"{user_name(stat.uid):<8} {user_name(stat.gid):<8} {stat.size:>9} {when} "
                f"{entry.path}\n"
            )
            return True

        return act

    def read_delete(self, option: str) -> _Test:
        self.acts = self.children_first = True

        def act(entry: _Entry) -> bool:
            path = self.io.path(entry.path)
            if entry.path in (".", ".."):
                return True
            try:
                if entry.stat.kind == "dir":
                    self.io.files.rmdir(path)
                else:
                    self.io.files.remove(path)
            except FileError as error:
                self.io.complain(f"delete '{entry.path}': {error.strerror}")
                self.status = 1
                return False
            return True

        return act

    def read_exec(self, option: str) -> _Test:
        self.acts = True
        argv: list[str] = []
        while True:
            if self.position >= len(self.args):
                raise self.fail(f"'{option}' needs 1 arg")
            word = self.args[self.position]
            self.position += 1
            if word == ";":
                break
            if word == "+" and argv and argv[-1] == "{}":
                argv.pop()
                return self.batch(argv)
            argv.append(word)
        if not argv:
            raise self.fail(f"'{option}' needs 1 arg")

        def act(entry: _Entry) -> bool:
            path = entry.path
            words = [word.replace("{}", path) for word in argv]
            return run_program_file(self.io.process, words) == 0

        return act

    read_execdir = read_ok = read_okdir = read_exec

    def batch(self, argv: list[str]) -> _Test:
        """Return the action of ``-exec ... {} +``, which runs at the end."""
        paths: list[str] = []
        self.batches.append((argv, paths))

        def gather(entry: _Entry) -> bool:
            paths.append(entry.path)
            return True

        return gather

    def number(self, option: str, text: str) -> int:
        if not text.isdecimal():
            raise self.fail(f"bad {option} '{text}'")
        return int(text)


def _always(entry: _Entry) -> bool:
    return True


def _or(first: _Test, second: _Test) -> _Test:
    return lambda entry: first(entry) or second(entry)


def _and(first: _Test, second: _Test) -> _Test:
    return lambda entry: first(entry) and second(entry)


def _compare(value: int, sign: str, wanted: int) -> bool:
    if sign == "+":
        return value > wanted
    return value < wanted if sign == "-" else value == wanted

"""The command `grep`, as in toybox 0.8."""

from __future__ import annotations

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.file_words import join
from android_gym.simulator.shell.patterns import compile_pattern
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.system.expression_nodes import WORD, Span
from android_gym.simulator.system.matching import Expression
from android_gym.simulator.system.re2_matching import Subject

_LONG = {
    "include": "M", "exclude": "S", "line-number": "n",
    "ignore-case": "i", "invert-match": "v", "count": "c", "quiet": "q", "silent": "q",
    "recursive": "r", "only-matching": "o", "max-count": "m", "word-regexp": "w",
    "extended-regexp": "E", "fixed-strings": "F", "no-messages": "s", "line-regexp": "x",
    "files-with-matches": "l", "no-filename": "h", "with-filename": "H", "regexp": "e",
    "context": "C", "after-context": "A", "before-context": "B",
}  # fmt: skip


@command("grep", "egrep", "fgrep")
def run(io: Invocation) -> int:
    """Search for lines: 0 if found, 1 if not, 2 on error."""
    io.args = [word for word in io.args if not word.startswith(("--color", "--colour"))]
    found = options(io, "EFGHLabchiolnqrsvwxze:f:m:A:B:C:M:S:R", long=_LONG, failure=2)
    patterns = [line for text in found.all("e") for line in text.split("\n")]
    for path in found.all("f"):
        patterns += io.read_file(path).decode("utf-8", "surrogateescape").splitlines()
    names = list(found.args)
    if "e" not in found and "f" not in found:
        if not names:
            raise io.fail("no REGEX", 2)
        patterns = names.pop(0).split("\n")
    kind = found.last("EFG")
    regexes: list[Expression] = []
    for pattern in patterns:
        try:
            regexes.append(
                compile_regex(
                    pattern,
                    io.process.budget,
                    extended=kind == "E" or (not kind and io.name == "egrep"),
                    fixed=kind == "F" or (not kind and io.name == "fgrep"),
                    ignore_case="i" in found,
                )
            )
        except RegexFault as fault:
            raise io.fail(f"bad regex '{pattern}': {fault}", 2) from None
    search = _Search(io, found, regexes)
    recursive = "r" in found or "R" in found
    if recursive and not names:
        names = ["."]
    search.named = ("H" in found or len(names) > 1 or recursive) and "h" not in found
    for name in names or ["-"]:
        search.file(name, recursive)
        if search.hits and "q" in found:
            return 0
    if search.trouble and not (search.hits and "q" in found):
        return search.trouble
    return 0 if search.hits else 1


class _Search:
    """Searches files; `hits` counts selected lines."""

    def __init__(self, io: Invocation, found: object, regexes: list[Expression]) -> None:
        from android_gym.simulator.shell.command import Options

        assert isinstance(found, Options)
        self.io = io
        self.found = found
        self.regexes = regexes
        self.named = False
        self.shown = -1
        self.hits = 0
        self.trouble = 0
        context = found.get("C", "0")
        self.after = self.number(found.get("A", context))
        self.before = self.number(found.get("B", context))
        self.most = self.number(found.get("m", "0"))

    def number(self, text: str) -> int:
        if not text.isdecimal():
            raise self.io.fail(f"not integer: {text}", 2)
        return int(text)

    def file(self, name: str, recursive: bool, above: frozenset[int] = frozenset()) -> None:
        """Search a file or a tree.

        In a tree ``-R`` follows links to directories, ``-r`` does not.

        Args:
            name: Its path.
            recursive: Whether to search the contents of directories.
            above: Inodes of the directories being searched.
        """
        io = self.io
        io.process.step()
        io.process.budget.spend(20)
        try:
            if name == "-":
                self.data("(standard input)" if self.named else "-", io.stdin)
                return
            stat = io.process.stat(name)
            if recursive and stat is not None and stat.kind == "dir":
                if stat.ino in above:
                    io.complain(f"{name}: loop detected")
                    self.trouble = 1
                    return
                above |= {stat.ino}
                io.process.budget.spend(len(above) >> 2)
                for child in io.files.listdir(io.path(name)):
                    path = join(name, child)
                    if "R" in self.found or not self.leads_to_directory(path):
                        self.file(path, True, above)
                return
            base = name.rpartition("/")[2]
            if not all(self.matches(glob, base) for glob in self.found.all("M")[-1:]):
                return
            if any(self.matches(glob, base) for glob in self.found.all("S")):
                return
            self.data(name, io.read_file(name))
        except FileError as error:
            if "s" not in self.found:
                io.complain(f"{name}: {error.strerror}")
            self.trouble = 1 if error.errno == 21 else 2

    def leads_to_directory(self, path: str) -> bool:
        """Return whether a path is a symbolic link to a directory."""
        files, absolute = self.io.files, self.io.path(path)
        return files.lstat(absolute).kind == "link" and files.is_dir(absolute)

    def matches(self, glob: str, name: str) -> bool:
        budget = self.io.process.budget
        return compile_pattern(glob, budget).matches(name, budget)

    def find(self, text: str) -> list[Span]:
        """Return the spans at which a line matches; empty if it does not."""
        found, budget = self.found, self.io.process.budget
        spans: list[Span] = []
        subject = Subject(text)
        for regex in self.regexes:
            if "x" in found:
                if regex.matches(text, budget):
                    spans.append((0, len(text)))
                continue
            place = 0
            while place <= len(text):
                span = regex.search(subject, place, budget)
                if span is None:
                    break
                place = max(span[1], span[0] + 1)
                if "w" in found and not _is_word(text, span):
                    place = span[0] + 1
                    continue
                spans.append(span)
                if "o" not in found:
                    break
        return sorted(spans)

    def data(self, name: str, data: bytes) -> None:
        """Search one file's content."""
        found = self.found
        end = b"\0" if "z" in found else b"\n"
        lines = data.split(end)
        if lines[-1] == b"":
            lines.pop()
        if b"\0" in data and "a" not in found and "z" not in found:
            self.binary(name, lines)
            return
        shows = not any(flag in found for flag in "qlLc")
        count = offset = pending = 0
        self.shown = -1
        for number, line in enumerate(lines):
            text = line.decode("utf-8", "surrogateescape")
            spans = self.find(text)
            if bool(spans) != ("v" in found):
                count += 1
                self.hits += 1
                if shows:
                    self.hit(name, lines, number, spans, offset)
                    pending = self.after
                if "q" in found or "l" in found or count == self.most:
                    break
            elif pending and shows:
                self.line(name, number, "-", text, offset)
                self.shown = number
                pending -= 1
            offset += len(line) + 1
        self.summary(name, count)

    def hit(
        self, name: str, lines: list[bytes], number: int, spans: list[Span], offset: int
    ) -> None:
        """Print a selected line, preceded by the requested context."""
        text = lines[number].decode("utf-8", "surrogateescape")
        if "o" in self.found:
            for left, right in spans:
                if right > left:
                    self.line(name, number, ":", text[left:right], offset)
            return
        start = max(number - self.before, self.shown + 1)
        if (self.after or self.before) and 0 <= self.shown < start - 1:
            self.io.out("--\n")
        for place in range(start, number):
            self.line(name, place, "-", lines[place].decode("utf-8", "surrogateescape"), 0)
        self.line(name, number, ":", text, offset)
        self.shown = number

    def summary(self, name: str, count: int) -> None:
        io, found = self.io, self.found
        if "q" in found:
            return
        if "l" in found:
            if count:
                io.out(name + ("\0" if "z" in found else "\n"))
        elif "L" in found:
            if not count:
                io.out(name + "\n")
        elif "c" in found:
            io.out((f"{name}:" if self.named else "") + f"{count}\n")

    def binary(self, name: str, lines: list[bytes]) -> None:
        count = sum(
            bool(self.find(line.decode("utf-8", "surrogateescape"))) != ("v" in self.found)
            for line in lines
        )
        self.hits += count
        if any(flag in self.found for flag in "qlLc"):
            self.summary(name, count)
        elif count:
            self.io.out(f"Binary file {name} matches\n")

    def line(self, name: str, number: int, mark: str, text: str, offset: int) -> None:
        """Print one line with its prefixes."""
        out = f"{name}{mark}" if self.named else ""
        if "n" in self.found:
            out += f"{number + 1}{mark}"
        if "b" in self.found:
            out += f"{offset}{mark}"
        self.io.out(out + text + ("\0" if "z" in self.found else "\n"))


def _is_word(text: str, span: Span) -> bool:
    start, end = span
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    return not (before and before in WORD) and not (after and after in WORD)

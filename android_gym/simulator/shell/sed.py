"""The command `sed`, a stream editor that processes its input line by line."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.sed_script import COMMAND, Address, Command, ScriptParser
from android_gym.simulator.shell.streams import MAX_VALUE, Killed
from android_gym.simulator.system.expression_nodes import Span
from android_gym.simulator.system.re2_matching import Subject

_END, _QUIT = -1, -2


@command("sed")
def run(io: Invocation) -> int:
    """Edit a stream."""
    found = options(
        io,
        "e:f:i:nErsz".replace("i:", "i"),
        long={
            "expression": "e",
            "quiet": "n",
            "silent": "n",
            "regexp-extended": "E",
            "in-place": "i",
            "null-data": "z",
            "separate": "s",
        },
    )
    names = list(found.args)
    scripts = found.all("e")
    for path in found.all("f"):
        scripts.append(io.read_file(path).decode("utf-8", "surrogateescape").rstrip("\n"))
    if not scripts:
        if not names:
            raise io.fail("no pattern")
        scripts = [names.pop(0)]
    parser = ScriptParser(io, "\n".join(scripts), "E" in found or "r" in found)
    program = parser.run()
    editor = _Editor(io, program, "n" in found or parser.quiet, "\0" if "z" in found else "\n")
    status = 0
    contents: list[tuple[str, str]] = []
    for name in names or ["-"]:
        try:
            data = io.stdin if name == "-" else io.read_file(name)
        except FileError as error:
            io.complain(f"{name}: {error.strerror}")
            status = 1
            continue
        contents.append((name, data.decode("utf-8", "surrogateescape")))
    if "i" in found or "s" in found:
        for name, text in contents:
            code, out = editor.edit(text, name)
            status = code or status
            if "i" in found and name != "-":
                io.write_file(name, out.encode("utf-8", "surrogateescape"))
            else:
                io.out(out)
    else:
        # All files form one stream; a missing newline between them is added.
        whole = ""
        for place, (_, text) in enumerate(contents):
            join = place < len(contents) - 1 and text and not text.endswith(editor.end)
            whole += text + (editor.end if join else "")
        code, out = editor.edit(whole, contents[0][0] if contents else "-")
        io.out(out)
        status = code or status
    return status


class _Editor:
    """Runs a script over a text."""

    def __init__(self, io: Invocation, program: list[Command], quiet: bool, end: str) -> None:
        self.io = io
        self.program = program
        self.quiet = quiet
        self.end = end
        self.exit_code = 0

    def edit(self, text: str, name: str) -> tuple[int, str]:
        """Return the exit code and the result."""
        self.lines = text.split(self.end)
        self.complete = self.lines[-1] == ""
        if self.complete:
            self.lines.pop()
        self.number = 0
        self.hold = ""
        self.out: list[str] = []
        self.name = name
        for item in self.program:
            item.active = False
        code = 0
        while self.number < len(self.lines):
            self.space = self.lines[self.number]
            self.number += 1
            code, done = self.cycle()
            if done:
                break
        result = "".join(self.out)
        if not self.complete and self.number == len(self.lines) and result.endswith(self.end):
            result = result[: -len(self.end)]
        return code, result

    def cycle(self) -> tuple[int, bool]:
        """Run the script on one line; return the exit code, and whether to stop."""
        self.after: list[str] = []
        self.substituted = False
        budget = self.io.process.budget
        place = 0
        while 0 <= place < len(self.program):
            budget.spend(COMMAND + ((len(self.space) + len(self.hold)) >> 6))
            budget.rest()
            if len(self.space) + len(self.hold) > MAX_VALUE:
                raise Killed
            item = self.program[place]
            place += 1
            if self.selects(item) == item.negated:
                place = item.target if item.name == "{" else place
                continue
            jump = _ACTIONS[item.name](self, item)
            place = place if jump is None else jump
        if place == _QUIT:
            return self.exit_code, True
        if place != _END:
            self.close(True)
        return 0, False

    # Each do_X runs a command; it returns where to continue, or None for the next command.

    def do_nothing(self, item: Command) -> None:
        """Do nothing, for ``{``."""

    def do_d(self, item: Command) -> int:
        self.flush()
        return _END

    def do_D(self, item: Command) -> int:
        _, newline, rest = self.space.partition("\n")
        self.flush()
        self.space = rest
        return 0 if newline else _END

    def do_q(self, item: Command) -> int:
        self.close(item.name == "q")
        self.exit_code = item.occurrence
        return _QUIT

    def do_s(self, item: Command) -> None:
        self.substituted = self.substitute(item) or self.substituted

    def do_t(self, item: Command) -> int | None:
        jumps = item.name == "b" or self.substituted == (item.name == "t")
        self.substituted = self.substituted and item.name == "b"
        return item.target if jumps else None

    def do_n(self, item: Command) -> int | None:
        if self.number >= len(self.lines):
            self.close(True)
            self.exit_code = 0
            return _QUIT
        following = self.lines[self.number]
        self.number += 1
        if item.name == "N":
            self.space += "\n" + following
            return None
        if not self.quiet:
            self.out.append(self.space + self.end)
        self.flush()
        self.space = following
        return None

    def do_c(self, item: Command) -> int:
        if item.second is None or not item.active or item.negated:
            self.out.append(item.text)
        self.flush()
        return _END

    def do_text(self, item: Command) -> None:
        (self.after if item.name == "a" else self.out).append(item.text)

    def do_p(self, item: Command) -> None:
        text = self.space if item.name == "p" else self.space.partition("\n")[0]
        self.out.append(text + self.end)

    def do_number(self, item: Command) -> None:
        self.out.append(f"{self.number}\n")

    def do_hold(self, item: Command) -> None:
        space, hold = self.space, self.hold
        self.space, self.hold = {
            "g": (hold, hold),
            "G": (f"{space}\n{hold}", hold),
            "h": (space, space),
            "H": (space, f"{hold}\n{space}"),
            "x": (hold, space),
        }[item.name]

    def do_y(self, item: Command) -> None:
        self.space = self.space.translate(item.table)

    def do_l(self, item: Command) -> None:
        text = self.space.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
        self.out.append(text + "$\n")

    def do_r(self, item: Command) -> None:
        try:
            self.after.append(self.io.read_file(item.text).decode("utf-8", "surrogateescape"))
        except FileError:
            pass

    def do_w(self, item: Command) -> None:
        self.write(item.text)

    def write(self, path: str) -> None:
        data = (self.space + "\n").encode("utf-8", "surrogateescape")
        if path == "/dev/stdout":
            self.out.append(self.space + "\n")
        else:
            self.io.write_file(path, data, append=True)

    def close(self, show: bool) -> None:
        """End a cycle."""
        if show and not self.quiet:
            self.out.append(self.space + self.end)
        self.flush()

    def flush(self) -> None:
        """Print the text queued for after the line."""
        self.out.extend(self.after)
        self.after = []

    def replacement(self, item: Command, subject: Subject, span: Span) -> str:
        """Return the replacement of a match."""
        assert item.regex is not None
        spans: list[Span | None] = [span]
        if any(isinstance(piece, int) and piece for piece in item.replacement):
            spans = item.regex.spans(subject, span, self.io.process.budget)
        out: list[str] = []
        for piece in item.replacement:
            if isinstance(piece, str):
                out.append(piece)
            elif piece < len(spans) and (where := spans[piece]) is not None:
                out.append(subject.text[where[0] : where[1]])
        return "".join(out)

    def selects(self, item: Command) -> bool:
        """Return whether the addresses select the current line."""
        if item.first is None:
            return True
        if item.second is None:
            return self.at(item.first)
        if item.active:
            second = item.second
            if second.plus or (second.number and second.step < 0):
                if self.number >= item.until:
                    item.active = False
                return self.number <= item.until
            if self.at(second):
                item.active = False
            return True
        if not self.at(item.first):
            return False
        second = item.second
        if second.plus:
            item.until = self.number + second.number
        elif second.number:
            item.until = second.number
        item.active = not (second.number or second.plus) or item.until > self.number
        if second.last and self.number == len(self.lines):
            item.active = False
        return True

    def at(self, address: Address) -> bool:
        if address.regex is not None:
            return address.regex.occurs_in(self.space, self.io.process.budget)
        if address.last:
            return self.number == len(self.lines)
        if address.step >= 0:
            if address.step == 0:
                return self.number == address.number
            past = self.number - address.number
            return past >= 0 and past % address.step == 0
        return self.number == address.number

    def substitute(self, item: Command) -> bool:
        regex, budget = item.regex, self.io.process.budget
        assert regex is not None
        text = self.space
        subject = Subject(text)
        out: list[str] = []
        place = count = 0
        previous = -1  # end of the last match
        changed = False
        while place <= len(text):
            span = regex.search(subject, place, budget)
            if span is None:
                break
            start, end = span
            out.append(text[place:start])
            if start == end == previous:  # an empty match directly after another does not count
                out.append(text[start : start + 1])
                place = start + 1
                continue
            count += 1
            if count >= item.occurrence:
                out.append(self.replacement(item, subject, span))
                changed = True
            else:
                out.append(text[start:end])
            previous = place = end
            if changed and "g" not in item.flags:
                break
            if start == end:
                out.append(text[end : end + 1])
                place = end + 1
        if not changed:
            return False
        self.space = "".join(out) + text[place:]
        if "p" in item.flags:
            self.out.append(self.space + self.end)
        if item.text:
            self.write(item.text)
        return True


_ACTIONS: dict[str, Callable[[_Editor, Command], int | None]] = {
    "{": _Editor.do_nothing, "d": _Editor.do_d, "D": _Editor.do_D, "q": _Editor.do_q,
    "Q": _Editor.do_q, "s": _Editor.do_s, "t": _Editor.do_t, "T": _Editor.do_t,
    "b": _Editor.do_t, "n": _Editor.do_n, "N": _Editor.do_n, "c": _Editor.do_c,
    "a": _Editor.do_text, "i": _Editor.do_text, "p": _Editor.do_p, "P": _Editor.do_p,
    "=": _Editor.do_number, "g": _Editor.do_hold, "G": _Editor.do_hold, "h": _Editor.do_hold,
    "H": _Editor.do_hold, "x": _Editor.do_hold, "y": _Editor.do_y, "l": _Editor.do_l,
    "r": _Editor.do_r, "w": _Editor.do_w,
}  # fmt: skip

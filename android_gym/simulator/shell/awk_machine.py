"""Runs AWK programs: statements and expressions, the input, files and pipes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from android_gym.simulator.shell import awk_builtins
from android_gym.simulator.shell.awk_input import Reader, Record, split_records
from android_gym.simulator.shell.awk_output import Outputs
from android_gym.simulator.shell.awk_syntax import Function, Node, Program
from android_gym.simulator.shell.awk_values import (
    UNSET,
    AwkError,
    Field,
    Value,
    compare,
    format_text,
    in_order,
    number_of,
    power,
    text_of,
    true,
)
from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.regexes import RegexFault, compile_regex
from android_gym.simulator.shell.streams import MAX_VALUE, Killed
from android_gym.simulator.system.matching import Expression

__all__ = ["Exit", "Machine"]


class Exit(Exception):
    """The program has ended by ``exit``."""


class _Next(Exception):
    """The rest of the rules is skipped; `file` with the rest of the file."""

    def __init__(self, file: bool = False) -> None:
        self.file = file


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


class _Return(Exception):
    def __init__(self, value: Value) -> None:
        self.value = value


Array = dict[str, Value]
_MAX_DEPTH: Final = 200
"""Parts of a program that run inside of one another, also by calls of its functions."""
_STATEMENT: Final = 4
"""Units of work of a statement; an expression's part costs one."""


class Machine:
    """One run of a program.

    Args:
        io: The command.
        program: The program.
        words: Files, and assignments among them.

    Attributes:
        code: The exit code.
        record: The current record, whose fields are `$1` and so on.
    """

    def __init__(self, io: Invocation, program: Program, words: list[str]) -> None:
        self.io = io
        self.program = program
        self.code = 0
        self.budget = io.process.budget
        self.variables: dict[str, Value | Array] = {
            "FS": " ", "OFS": " ", "ORS": "\n", "RS": "\n", "SUBSEP": "\x1c", "CONVFMT": "%.6g",
            "OFMT": "%.6g", "NR": 0.0, "FNR": 0.0, "RSTART": 0.0, "RLENGTH": -1.0,
            "FILENAME": "", "ARGC": float(len(words) + 1),
            "ARGV": {str(i): Field(word) for i, word in enumerate(["awk", *words])},
            "ENVIRON": {name: Field(value) for name, value in io.env.items()},
        }  # fmt: skip
        self.record = Record(self)
        self.outputs: Outputs = Outputs(io)
        self._reader = Reader(self)
        self._files: dict[tuple[str, str], Iterator[str]] = {}
        self._frames: list[dict[str, Value | Array]] = []
        self._ranges: set[int] = set()
        self._depth = 0
        self._line = program.lines
        self.random: awk_builtins.Random = awk_builtins.Random()

    def run(self) -> None:
        """Run BEGIN, the rules on each record, and END."""
        program = self.program
        try:
            for action in program.begin:
                self.statement(action)
            if program.rules or program.end:
                while self._reader.next():
                    self._rules()
        except Exit:
            pass
        else:
            self._end()
            return
        # "exit" in BEGIN or in a rule still runs END.
        self._end()

    def _end(self) -> None:
        self._depth = 0
        for action in self.program.end:
            self.statement(action)

    def place(self) -> str:
        """Tell where an error has happened: in which record, and in which line of the program."""
        number = text_of(number_of(self.get("FNR")), "%.0f")
        name = self.text("FILENAME")
        read = number_of(self.get("NR")) > 0
        record = f" input record number {number}" + ("" if name == "-" else f", file {name}") + "\n"
        return f"{record if read else ''} source line number {self._line}\n"

    def finish(self) -> None:
        """Write what is left to be written."""
        self.outputs.close_all()

    def _rules(self) -> None:
        self._depth = 0
        try:
            for number, (pattern, action) in enumerate(self.program.rules):
                if self._selects(number, pattern):
                    self.statement(action or ("print", (), "", None))
        except _Next as skip:
            if skip.file:
                self._reader.skip_file()

    def _selects(self, number: int, pattern: Node | None) -> bool:
        if pattern is None:
            return True
        _, self._line, pattern = pattern
        if pattern[0] != "range":
            return true(self.value(pattern))
        if number not in self._ranges and not true(self.value(pattern[1])):
            return False
        self._ranges.add(number)
        if true(self.value(pattern[2])):
            self._ranges.discard(number)
        return True

    # -- variables

    def _scope(self, name: str) -> dict[str, Value | Array]:
        frames = self._frames
        return frames[-1] if frames and name in frames[-1] else self.variables

    def get(self, name: str) -> Value:
        """Return the value of a variable."""
        if name == "NF":
            return float(self.record.count)
        value = self._scope(name).get(name, UNSET)
        if isinstance(value, dict):
            raise AwkError(f"can't read value of {name}; it's an array name.")
        return value

    def text(self, name: str) -> str:
        """Return the value of a variable as text."""
        return text_of(self.get(name), "%.6g")

    def assign(self, name: str, text: str) -> None:
        """Set a variable as by ``-v``."""
        self.put(name, Field(text))

    def put(self, name: str, value: Value) -> None:
        """Set a variable."""
        if name == "NF":
            self.record.resize(int(self._index(value)))
            return
        scope = self._scope(name)
        if isinstance(scope.get(name), dict):
            raise AwkError(f"can't assign to {name}; it's an array name.")
        scope[name] = value

    def array(self, name: str) -> Array:
        """Return an array; it is made if there is none."""
        scope = self._scope(name)
        found = scope.get(name, UNSET)
        if not isinstance(found, dict):
            if found is not UNSET:
                raise AwkError(f"can't use {name}; it's not an array.")
            found = scope[name] = {}
        return found

    def is_array(self, name: str) -> bool:
        """Return whether a name is that of an array."""
        return isinstance(self._scope(name).get(name), dict)

    def key(self, subscript: Node) -> str:
        """Return the key that a subscript names."""
        form = self.text("CONVFMT")
        return self.text("SUBSEP").join(text_of(self.value(n), form) for n in subscript[1])

    def _index(self, value: Value) -> int:
        number = number_of(value)
        if not math.isfinite(number) or number < 0:
            raise AwkError(f"trying to access out of range field {text_of(value)}")
        if number > MAX_VALUE >> 4:
            raise Killed
        return int(number)

    def store(self, target: Node, value: Value) -> None:
        """Assign to a variable, an element or a field."""
        if isinstance(value, str) and len(value) > MAX_VALUE:
            raise Killed
        match target:
            case ("variable", name):
                self.put(name, value)
            case ("element", name, subscript):
                self.array(name)[self.key(subscript)] = value
            case ("field", number):
                self.record.put(self._index(self.value(number)), self.string(value))

    def string(self, value: Value) -> str:
        """Return a value as text, by CONVFMT."""
        return value if isinstance(value, str) else text_of(value, self.text("CONVFMT"))

    # -- statements

    def statement(self, node: Node) -> None:
        """Run a statement."""
        self.budget.spend(_STATEMENT)
        self._deeper()
        if node[0] == "line":
            _, self._line, node = node
        self._run(node)
        self._depth -= 1

    def _run(self, node: Node) -> None:
        match node[0]:
            case "block":
                for part in node[1]:
                    self.statement(part)
            case "expression":
                self.value(node[1])
            case "print" | "printf":
                self._print(node)
            case "if":
                chosen = node[2] if true(self.value(node[1])) else node[3]
                if chosen is not None:
                    self.statement(chosen)
            case "while" | "do" | "for" | "each":
                self._loop(node)
            case "delete":
                self._delete(node)
            case _:
                self._leave(node)

    def _delete(self, node: Node) -> None:
        array = self.array(node[1])
        if node[2] is None:
            array.clear()
        else:
            array.pop(self.key(node[2]), None)

    def _leave(self, node: Node) -> None:
        """Run a statement that something else than the next one follows."""
        match node[0]:
            case "next" | "nextfile":
                raise _Next(node[0] == "nextfile")
            case "exit":
                if node[1] is not None:
                    self.code = int(number_of(self.value(node[1]))) & 255
                raise Exit
            case "return":
                raise _Return(UNSET if node[1] is None else self.value(node[1]))
            case "break":
                raise _Break
        raise _Continue

    def _print(self, node: Node) -> None:
        word, parts, where, target = node
        values = [self.value(part) for part in parts]
        if word == "printf":
            if not values:
                raise AwkError("not enough args in printf()")
            text = format_text(self.string(values[0]), values[1:])
        elif not parts:
            text = self.record.text + self.text("ORS")
        else:
            form = self.text("OFMT")
            shown = [text_of(value, form) for value in values]
            text = self.text("OFS").join(shown) + self.text("ORS")
        self.budget.spend(len(text) >> 6)
        if not where:
            self.outputs.write(text)
        else:
            self.outputs.send(where, self.string(self.value(target)), text)

    def _loop(self, node: Node) -> None:
        depth, line = self._depth, self._line
        try:
            for _ in self._rounds(node):
                self.budget.spend(_STATEMENT)
                self.budget.rest()
                try:
                    self.statement(node[1] if node[0] == "do" else node[-1])
                except _Continue:
                    self._depth = depth
                self._line = line
        except _Break:
            self._depth = depth

    def _rounds(self, node: Node) -> Iterator[None]:
        if node[0] == "each":
            array = self.array(node[2])
            self.budget.spend(len(array))
            for key in in_order(array):
                self.put(node[1], Field(key))
                yield
        elif node[0] == "do":
            yield
            while true(self.value(node[2])):
                yield
        elif node[0] == "while":
            while true(self.value(node[1])):
                yield
        else:
            _, first, test, step, _ = node
            if first is not None:
                self.statement(first)
            while test is None or true(self.value(test)):
                yield
                if step is not None:
                    self.statement(step)

    # -- expressions

    def value(self, node: Node) -> Value:
        """Return the value of an expression."""
        self.budget.spend(1)
        self._deeper()
        result = _EXPRESSIONS[node[0]](self, node)
        self._depth -= 1
        return result

    def _deeper(self) -> None:
        """Note that a part of another part begins to run."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise Killed

    def number(self, node: Node) -> float:
        """Return the value of an expression as a number."""
        return number_of(self.value(node))

    def grouping(self, node: Node) -> Value:
        """Return the last value in parentheses."""
        value: Value = UNSET
        for part in node[1]:
            value = self.value(part)
        return value

    def field(self, node: Node) -> Value:
        """Return a field of the record."""
        return self.record.get(self._index(self.value(node[1])))

    def element(self, node: Node) -> Value:
        """Return an element of an array, which exists from then on."""
        return self.array(node[1]).setdefault(self.key(node[2]), UNSET)

    def matches(self, node: Node) -> Value:
        """Match a text with ``~`` or ``!~``."""
        text = self.string(self.value(node[1]))
        found = self.expression(node[2]).occurs_in(text, self.budget)
        return float(found == (node[0] == "~"))

    def expression(self, node: Node) -> Expression:
        """Return the regular expression that a node is, or whose text it has."""
        return self.regex(node[1] if node[0] == "regex" else self.string(self.value(node)))

    def regex(self, text: str) -> Expression:
        """Compile a regular expression."""
        try:
            return compile_regex(text, self.budget, extended=True)
        except RegexFault as fault:
            raise AwkError(f"{fault} in regular expression {text}") from None

    def concat(self, node: Node) -> Value:
        """Join two texts."""
        # The left operand first, as its side effects are.
        left = self.string(self.value(node[1]))
        text = left + self.string(self.value(node[2]))
        self.budget.spend(len(text) >> 6)
        if len(text) > MAX_VALUE:
            raise Killed
        return text

    def compare(self, node: Node) -> Value:
        """Compare two values."""
        left, right = self.value(node[2]), self.value(node[3])
        order = compare(left, right, self.text("CONVFMT"))
        return float(_ORDERS[node[1]](order))

    def assignment(self, node: Node) -> Value:
        """Assign, or change by an operator such as ``+=``."""
        _, operator, target, right = node
        value = self.value(right)
        if operator:
            value = self.calculated(operator, self.number(target), number_of(value))
        self.store(target, value)
        return value

    def increment(self, node: Node) -> Value:
        """Run ``++`` or ``--`` before or after its operand."""
        where, operator, target = node
        before = self.number(target)
        after = before + (1 if operator == "++" else -1)
        self.store(target, after)
        return before if where == "after" else after

    def calculated(self, operator: str, left: float, right: float) -> float:
        """Return the result of an arithmetic operator."""
        if operator in "/%" and right == 0:
            raise AwkError("division by zero" + (" in %" if operator == "%" else ""))
        try:
            return _OPERATORS[operator](left, right)
        except (OverflowError, ValueError):
            return math.nan

    def membership(self, node: Node) -> Value:
        """Return whether an array has a key."""
        return float(self.key(("subscript", node[1])) in self.array(node[2]))

    def getline(self, node: Node) -> Value:
        """Read a record from the input, a file or a command."""
        _, kind, source, target = node
        if not kind:
            return float(self._reader.getline(target))
        name = self.string(self.value(source))
        if (kind, name) not in self._files:
            data = self.outputs.output_of(name) if kind == "|" else self._reader.read(name)
            if data is None:
                return -1.0
            self._files[kind, name] = split_records(self, data)
        text = next(self._files[kind, name], None)
        if text is None:
            return 0.0
        if kind == "|":
            self.put("NR", number_of(self.get("NR")) + 1)
        if target is None:
            self.record.set(text)
        else:
            self.store(target, Field(text))
        return 1.0

    def close(self, name: str) -> float:
        """Close a file or command."""
        known = [key for key in self._files if key[1] == name]
        for key in known:
            del self._files[key]
        code = self.outputs.close(name)
        return float(code if code is not None else 0 if known else -1)

    def call(self, node: Node) -> Value:
        """Call a function of the program; arrays are passed by reference."""
        _, name, parts = node
        function = self.program.functions.get(name)
        if function is None:
            raise AwkError(f"calling undefined function {name}")
        if len(parts) > len(function.parameters):
            raise AwkError(f"function {name} called with {len(parts)} args, accepts only "
                           f"{len(function.parameters)}")  # fmt: skip
        self.budget.step()
        return self._called(function, parts)

    def _called(self, function: Function, parts: tuple[Node, ...]) -> Value:
        frame: dict[str, Value | Array] = {}
        lent: list[tuple[str, str]] = []
        for name, part in zip(function.parameters, parts, strict=False):
            if part[0] != "variable":
                frame[name] = self.value(part)
                continue
            held = self._scope(part[1]).get(part[1], UNSET)
            if held is UNSET and part[1] != "NF":
                lent.append((name, part[1]))
            frame[name] = held if isinstance(held, dict) else self.get(part[1])
        for name in function.parameters:
            frame.setdefault(name, UNSET)
        self._frames.append(frame)
        depth, line = self._depth, self._line
        result: Value = UNSET
        try:
            self.statement(function.body)
        except _Return as returned:
            result = returned.value
        finally:
            self._frames.pop()
            self._depth = depth
        self._line = line
        # A variable without a value that the function has used as an array is one from then on.
        for name, given in lent:
            made = frame[name]
            if isinstance(made, dict):
                self._scope(given)[given] = made
        return result


_ORDERS: Final[dict[str, Callable[[int], bool]]] = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    "==": lambda order: order == 0,
    "!=": lambda order: order != 0,
    ">=": lambda order: order >= 0,
    ">": lambda order: order > 0,
}
_OPERATORS: Final[dict[str, Callable[[float, float], float]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": math.fmod,
    "^": power,
}

_Evaluate = Callable[[Machine, Node], Value]
_EXPRESSIONS: Final[dict[str, _Evaluate]] = {
    "number": lambda awk, node: float(node[1]),
    "string": lambda awk, node: str(node[1]),
    "regex": lambda awk, node: float(awk.expression(node).occurs_in(awk.record.text, awk.budget)),
    "grouping": Machine.grouping,
    "variable": lambda awk, node: awk.get(node[1]),
    "element": Machine.element,
    "field": Machine.field,
    "assign": Machine.assignment,
    "if?": lambda awk, node: awk.value(node[2] if true(awk.value(node[1])) else node[3]),
    "||": lambda awk, node: float(true(awk.value(node[1])) or true(awk.value(node[2]))),
    "&&": lambda awk, node: float(true(awk.value(node[1])) and true(awk.value(node[2]))),
    "in": Machine.membership,
    "~": Machine.matches,
    "!~": Machine.matches,
    "compare": Machine.compare,
    "getline": Machine.getline,
    "concat": Machine.concat,
    "math": lambda awk, node: awk.calculated(node[1], awk.number(node[2]), awk.number(node[3])),
    "!x": lambda awk, node: float(not true(awk.value(node[1]))),
    "-x": lambda awk, node: -awk.number(node[1]),
    "+x": lambda awk, node: awk.number(node[1]),
    "before": Machine.increment,
    "after": Machine.increment,
    "call": Machine.call,
    "builtin": lambda awk, node: awk_builtins.call(awk, node[1], node[2]),
}

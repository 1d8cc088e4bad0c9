"""The result of an API call: its text, and whether it succeeded.

Android's programs often exit with 0 although they have failed: ``am start`` does so if nothing
answers the intent, and reports it in its output. So failure is read from both the exit code and the
output.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from android_gym.apis.commands import Program

__all__ = ["DONE", "MAX_RESULT", "ApiResult", "cut", "failure_in"]

MAX_RESULT: Final = 4_096
"""Maximum length of a result's text, in characters."""

DONE: Final = "Done."
"""The text of a result without output, as most programs print nothing on success."""

_EXCEPTION: Final = r"^(?:\S+\.)?\w*(?:Exception|Error)(?::.*)?$|^Exception occurred while .*$"
_COMMON: Final = rf"{_EXCEPTION}|^.*: inaccessible or not found$|^Security exception: .*$"
_SAID: Final[Mapping[Program, str]] = {
    "am": r"^Error: .*$|^Error type \d+.*$|^Unknown command: .*$|^Status: (?!ok).*$",
    "cmd": r"^Unknown command: .*$|^cmd: Can't find service.*$|^Error: .*$|^\w+ failed .*$|"
    r"^No shell command implementation\.$",
    "content": r"\A\[ERROR\].*$|\AError while accessing provider.*$",
    "dumpsys": r"\ACan't find service: .*$",
    "monkey": r"^\*\* .*$",
    "pm": r"^Failure.*$|^Error: .*$|^Unknown command: .*$|^Failed$",
    "screencap": r"^usage: screencap .*$|^Error .*$",
    "svc": r"^usage: svc.*$|^Usage: svc.*$",
    "wm": r"^Error: .*$|^Unknown command: .*$",
}
_FAILURES: Final[Mapping[Program, re.Pattern[str]]] = {
    program: re.compile(rf"{own}|{_COMMON}", re.MULTILINE) for program, own in _SAID.items()
}
"""Patterns by which programs report a failure that their exit code does not show."""

_USERS: Final[Mapping[Program, str]] = {"am": 'data="', "content": "Row: "}
"""Marks before users' texts in a program's output; what follows them is no sign of failure."""


@dataclass(frozen=True, slots=True)
class ApiResult:
    """The result of a call.

    Attributes:
        call: The call as text, e.g. ``clock_show_alarms()``.
        text: The phone's output, or why nothing was run.
        failed: True if the command failed, or the call was refused.
        command: The command line that was run, ``""`` if none was.
        package: The package that it brought to the front, ``""`` if none.
    """

    call: str
    text: str
    failed: bool = False
    command: str = ""
    package: str = ""

    def __str__(self) -> str:
        return f"{self.call}: {'failed: ' if self.failed else ''}{self.text}"

    @property
    def told(self) -> str:
        """The call, the app that it showed and its command, for CheckPoints to search."""
        return " ".join(filter(None, (f"{self.call}:", self.package, self.command)))


def failure_in(program: Program, output: str, code: int) -> str | None:
    """Return a program's message of failure, None if it has succeeded.

    Args:
        program: The program that was run.
        output: Its output.
        code: Its exit code.
    """
    pattern = _FAILURES.get(program)
    own = output.partition(_USERS[program])[0] if program in _USERS else output
    found = pattern.search(own) if pattern is not None else None
    if found is not None:
        return found[0]
    if code:
        return f"exit code {code}{': ' if output.strip() else ''}{output.strip()[-200:]}"
    return None


def cut(text: str) -> str:
    """Return a text cut to `MAX_RESULT` characters, with a note on how much is missing."""
    if len(text) <= MAX_RESULT:
        return text
    return f"{text[:MAX_RESULT]}\n... ({len(text) - MAX_RESULT} characters more)"

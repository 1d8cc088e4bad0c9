"""The outcome of an API call: its text, and whether the phone did as told.

Programs of Android often exit with 0 although they have failed: ``am start`` does so where nothing
answers the intent, and says it in its output. So failure is read from exit code and output both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from android_gym.apis.commands import Program

__all__ = ["MAX_RESULT", "ApiResult", "failure_in"]

MAX_RESULT: Final = 4_096
"""Characters of a result's text at most."""

DONE: Final = "Done."
"""The text of a result where the phone said nothing, as most programs do that succeed."""

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
"""Words by which programs report a failure that their exit code does not tell."""

_USERS: Final[Mapping[Program, str]] = {"am": 'data="', "content": "Row: "}
"""Marks before the texts of users in a program's output, which say nothing of failure."""


@dataclass(frozen=True, slots=True)
class ApiResult:
    """The outcome of a call.

    Attributes:
        call: The call as text, e.g. ``clock_show_alarms()``.
        text: What the phone said, or why nothing was run.
        failed: True if the phone did not do as told, or the call was refused.
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
        """The call, the app that it showed and its command, as CheckPoints look for them."""
        return " ".join(filter(None, (f"{self.call}:", self.package, self.command)))


def failure_in(program: Program, output: str, code: int) -> str | None:
    """Return how a program says that it has failed, None if it has not.

    Args:
        program: What was run.
        output: What it printed.
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
    """Return a text of at most `MAX_RESULT` characters, told how much is missing."""
    if len(text) <= MAX_RESULT:
        return text
    return f"{text[:MAX_RESULT]}\n... ({len(text) - MAX_RESULT} characters more)"

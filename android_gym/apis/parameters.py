"""Typed parameters of API calls: their valid values, and how a command writes these."""

from __future__ import annotations

import datetime as dt
import math
import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from android_gym.checks import shown
from android_gym.errors import ActionError
from android_gym.events import ApiValue

__all__ = ["KINDS", "MAX_TEXT", "Kind", "Parameter"]

Kind = Literal[
    "integer", "number", "boolean", "choice", "text", "line", "path", "package", "phone", "url",
    "datetime",
]  # fmt: skip
"""Kinds of parameters:

- ``integer``, ``number``: from `Parameter.minimum` to `Parameter.maximum`;
- ``boolean``: true or false;
- ``choice``: one of `Parameter.choices`;
- ``text``: any text, even with several lines; ``line``: one without control characters;
- ``path``: an absolute path in the shared storage, ``/sdcard/...``;
- ``package``: the name of an app's package;
- ``phone``: digits with ``+*#`` and the usual separators;
- ``url``: URL of a web page, ``http`` or ``https``;
- ``datetime``: ``2023-10-20T09:30:00+00:00``, with its offset; written in milliseconds since 1970.
"""

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

MAX_TEXT: Final = 10_000
"""Default maximum length of a text in characters: adb takes commands of some 100 kB."""

_LINE: Final = 1_000
_ROOTS: Final = ("/sdcard", "/storage/emulated/0")
_PACKAGE: Final = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)+", re.ASCII)
_PHONE: Final = re.compile(r"\+?[0-9*#][0-9*#() .\-]{0,31}")
_URL: Final = re.compile(r"https?://[^\s\x00-\x1f\x7f\"<>\\^`{|}]{1,2000}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an API.

    Attributes:
        name: Its name.
        kind: Its kind.
        description: What it means, with its unit.
        optional: True if a call may leave it out.
        minimum: Least value of a number.
        maximum: Greatest value of a number.
        choices: Values of a choice; if a command writes them differently, `written` says how.
        written: The command's text for a choice, or for ``"true"`` and ``"false"``.
        max_length: Maximum length of a text in characters.
    """

    name: str
    kind: Kind
    description: str
    optional: bool = False
    minimum: float = -math.inf
    maximum: float = math.inf
    choices: tuple[str, ...] = ()
    written: Mapping[str, str] | None = None
    max_length: int = MAX_TEXT

    @property
    def is_free(self) -> bool:
        """True if a value may begin with a hyphen, which a command would take for an option."""
        if self.kind in ("integer", "number"):
            return self.minimum < 0
        return self.kind in ("text", "line")

    @property
    def wanted(self) -> str:
        """The valid values, in words."""
        match self.kind:
            case "integer" | "number":
                what = "a whole number" if self.kind == "integer" else "a number"
                if math.isinf(self.minimum) and math.isinf(self.maximum):
                    return what
                return f"{what} from {self.minimum:.15g} to {self.maximum:.15g}"
            case "boolean":
                return "true or false"
            case "choice":
                return "one of " + ", ".join(map(repr, self.choices))
            case "text":
                return f"a text of 1 to {self.max_length} characters without NUL"
            case "line":
                most = min(self.max_length, _LINE)
                return f"one line of 1 to {most} characters"
            case "path":
                return "an absolute path below /sdcard"
            case "package":
                return "the name of a package such as 'com.android.settings'"
            case "phone":
                return "a phone number such as '+15551234567'"
            case "url":
                return "the address of a web page, 'http://...' or 'https://...'"
            case "datetime":
                return "a time with its offset such as '2023-10-20T09:30:00+00:00'"

    def write(self, value: ApiValue) -> str:
        """Return a value's text in a command.

        Raises:
            ActionError: If it is not a valid value of this parameter; says what is valid.
        """
        text = _WRITERS[self.kind](self, value)
        if text is None:
            raise ActionError(f"{self.name!r} must be {self.wanted}, got {shown(value)}.")
        return text


def _number(parameter: Parameter, value: ApiValue) -> str | None:
    kinds = (int,) if parameter.kind == "integer" else (int, float)
    if type(value) not in kinds or not isinstance(value, int | float):
        return None
    if not parameter.minimum <= value <= parameter.maximum or not math.isfinite(value):
        return None
    return f"{value:d}" if isinstance(value, int) else f"{value:.9g}"


def _boolean(parameter: Parameter, value: ApiValue) -> str | None:
    if not isinstance(value, bool):
        return None
    text = "true" if value else "false"
    return text if parameter.written is None else parameter.written[text]


def _choice(parameter: Parameter, value: ApiValue) -> str | None:
    if not isinstance(value, str) or value not in parameter.choices:
        return None
    return value if parameter.written is None else parameter.written[value]


def _text(parameter: Parameter, value: ApiValue) -> str | None:
    if not isinstance(value, str) or not 0 < len(value) <= parameter.max_length:
        return None
    return value if "\0" not in value and _is_whole(value) else None


def _line(parameter: Parameter, value: ApiValue) -> str | None:
    text = _text(parameter, value)
    if text is None or len(text) > _LINE or text.splitlines() != [text]:
        return None
    return None if any(c < " " or c == "\x7f" for c in text) else text


def _path(parameter: Parameter, value: ApiValue) -> str | None:
    text = _line(parameter, value)
    if text is None or posixpath.normpath(text) != text.rstrip("/") or len(text.encode()) > 1024:
        return None
    below = any(text == root or text.startswith(f"{root}/") for root in _ROOTS)
    return text if below else None


def _datetime(parameter: Parameter, value: ApiValue) -> str | None:
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        time = dt.datetime.fromisoformat(value)
        if time.tzinfo is None:
            return None
        milliseconds = (time - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)) // dt.timedelta(
            milliseconds=1
        )
    except (ValueError, OverflowError):
        return None
    return str(milliseconds) if milliseconds >= 0 else None


def _pattern(pattern: re.Pattern[str]) -> Callable[[Parameter, ApiValue], str | None]:
    def write(parameter: Parameter, value: ApiValue) -> str | None:
        fits = isinstance(value, str) and len(value) <= 2_100 and pattern.fullmatch(value)
        return value if fits and isinstance(value, str) else None

    return write


def _is_whole(text: str) -> bool:
    """Return False for half a character (a lone surrogate), which no command can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_WRITERS: Final[Mapping[Kind, Callable[[Parameter, ApiValue], str | None]]] = {
    "integer": _number,
    "number": _number,
    "boolean": _boolean,
    "choice": _choice,
    "text": _text,
    "line": _line,
    "path": _path,
    "package": _pattern(_PACKAGE),
    "phone": _pattern(_PHONE),
    "url": _pattern(_URL),
    "datetime": _datetime,
}

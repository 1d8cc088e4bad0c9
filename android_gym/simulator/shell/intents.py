"""Parsing and printing of intents by `am` and similar commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from immutables import Map

from android_gym.simulator.shell.command import Arguments, JavaError
from android_gym.simulator.system.intents import MAX_TRANSACTION, Intent, flatten_short, utf16_bytes

__all__ = [
    "FLAG_RECEIVER_FROM_SHELL",
    "flatten",
    "join_extras",
    "parse_intent",
    "to_uri",
    "with_flags",
]

FLAG_RECEIVER_FROM_SHELL = 0x00400000
_FLAG_OPTIONS = {
    "--grant-read-uri-permission": 0x1, "--grant-write-uri-permission": 0x2,
    "--grant-persistable-uri-permission": 0x40, "--grant-prefix-uri-permission": 0x80,
    "--exclude-stopped-packages": 0x10, "--include-stopped-packages": 0x20,
    "--debug-log-resolution": 0x8, "--activity-brought-to-front": 0x00400000,
    "--activity-clear-top": 0x04000000, "--activity-clear-when-task-reset": 0x00080000,
    "--activity-exclude-from-recents": 0x00800000,
    "--activity-launched-from-history": 0x00100000, "--activity-multiple-task": 0x08000000,
    "--activity-no-animation": 0x00010000, "--activity-no-history": 0x40000000,
    "--activity-no-user-action": 0x00040000, "--activity-previous-is-top": 0x01000000,
    "--activity-reorder-to-front": 0x00020000, "--activity-reset-task-if-needed": 0x00200000,
    "--activity-single-top": 0x20000000, "--activity-clear-task": 0x00008000,
    "--activity-task-on-home": 0x00004000, "--activity-match-external": 0x00000800,
    "--receiver-registered-only": 0x40000000, "--receiver-replace-pending": 0x20000000,
    "--receiver-foreground": 0x10000000, "--receiver-no-abort": 0x08000000,
    "--receiver-include-background": 0x01000000,
}  # fmt: skip


def parse_intent(args: Arguments, other: Callable[[str], bool] | None = None) -> Intent:
    """Parse an intent from arguments, as Android's Intent.parseCommandArgs does.

    Args:
        args: The remaining arguments.
        other: Called with each option that does not belong to the intent; returns whether it was
            handled.

    Raises:
        JavaError: If an option is unknown, a value is malformed, or the intent is too large to
            send.
    """
    reader = _IntentReader(args)
    while (option := args.option()) is not None:
        if not reader.take(option) and (other is None or not other(option)):
            raise JavaError("java.lang.IllegalArgumentException", f"Unknown option: {option}")
    last = args.next()
    if last is not None:
        reader.target(last)
    size = reader.size()
    if size > MAX_TRANSACTION:
        kind = "android.os.TransactionTooLargeException"
        raise JavaError(kind, f"data parcel size {size} bytes")
    if not reader.given:
        raise JavaError("java.lang.IllegalArgumentException", "No intent supplied")
    return Intent(
        flags=reader.flags,
        categories=tuple(reader.categories),
        extras=Map(reader.extras),
        **reader.fields,
    )


_FIELDS = {"-a": "action", "-d": "data", "-t": "type", "-p": "package", "-n": "component"}


class _IntentReader:
    """Builds an intent from options; `given` is whether any of them says where it goes."""

    def __init__(self, args: Arguments) -> None:
        self.args = args
        self.fields: dict[str, Any] = {}
        self.categories: list[str] = []
        self.extras: dict[str, Any] = {}
        self.flags = 0
        self.given = False

    def take(self, option: str) -> bool:
        """Handle an option and its value; return whether it belongs to an intent."""
        args = self.args
        if option in _FIELDS:
            text = args.required(option)
            self.fields[_FIELDS[option]] = component(text) if option == "-n" else text
        elif option == "-c":
            self.categories.append(args.required(option))
        elif option == "-f":
            self.flags |= _decode(args.required(option))
        elif option in _FLAG_OPTIONS:
            self.flags |= _FLAG_OPTIONS[option]
        elif option in _EXTRAS:
            key = args.required(option)
            self.extras[key] = _EXTRAS[option](args, option)
        elif option == "-i":
            args.required(option)
        elif option != "--selector":
            return False
        self.given = self.given or option in (*_FIELDS, "-c", "-i")
        return True

    def size(self) -> int:
        """Return the total bytes of the intent's texts and of the texts in its extras."""
        texts = [*self.fields.values(), *self.categories, *self.extras]
        for value in self.extras.values():
            texts.extend(value if isinstance(value, tuple) else (value,))
        return sum(utf16_bytes(text) if isinstance(text, str) else 8 for text in texts)

    def target(self, text: str) -> None:
        """Handle the argument after the options: a URI, a component or a package."""
        self.given = True
        if ":" in text and "/" not in text.partition(":")[0]:
            self.fields.setdefault("action", "android.intent.action.VIEW")
            self.fields.setdefault("data", text)
            return
        if "/" in text:
            self.fields["component"] = component(text)
        else:
            self.fields.setdefault("package", text)
        if "action" not in self.fields:
            self.fields["action"] = "android.intent.action.MAIN"
            self.categories = self.categories or ["android.intent.category.LAUNCHER"]


def component(text: str) -> str:
    """Parse ``pkg/.Cls`` or ``pkg/full.Cls``.

    Raises:
        JavaError: If it is not a component name.
    """
    package, slash, name = text.partition("/")
    if not slash or not name:
        raise JavaError("java.lang.IllegalArgumentException", f"Bad component name: {text}")
    return f"{package}/{package + name if name.startswith('.') else name}"


def _decode(text: str) -> int:
    """Parse an integer as Java's Integer.decode does."""
    match = re.fullmatch(r"([-+]?)(0[xX]|#|0(?=\d))?([0-9a-fA-F]+)", text)
    if match is not None:
        base = {"0x": 16, "#": 16, "0": 8}.get((match.group(2) or "").lower(), 10)
        try:
            value = int(match.group(3), base)
        except ValueError:
            pass
        else:
            return -value if match.group(1) == "-" else value
    raise JavaError("java.lang.NumberFormatException", f'For input string: "{text}"')


def _boolean(args: Arguments, option: str) -> bool:
    text = args.required(option)
    if text.lower() in ("true", "t"):
        return True
    if text.lower() in ("false", "f"):
        return False
    try:
        return _decode(text) != 0
    except JavaError:
        message = f"Invalid boolean value: {text}"
        raise JavaError("java.lang.IllegalArgumentException", message) from None


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise JavaError("java.lang.NumberFormatException",
                        f'For input string: "{text}"') from None  # fmt: skip


def _one(convert: Callable[[str], Any]) -> Callable[[Arguments, str], Any]:
    return lambda args, option: convert(args.required(option))


def _many(convert: Callable[[str], Any]) -> Callable[[Arguments, str], Any]:
    def read(args: Arguments, option: str) -> tuple[Any, ...]:
        # In lists of strings a backslash escapes a comma.
        pieces = re.split(r"(?<!\\),", args.required(option))
        return tuple(convert(piece.replace("\\,", ",")) for piece in pieces)

    return read


_EXTRAS: dict[str, Callable[[Arguments, str], Any]] = {
    "--esn": lambda args, option: None,
    "-e": _one(str), "--es": _one(str), "--ez": _boolean, "--ei": _one(_decode),
    "--el": _one(_decode), "--ef": _one(_float), "--ed": _one(_float), "--eu": _one(str),
    "--ecn": _one(component), "--esa": _many(str), "--esal": _many(str), "--eia": _many(_decode),
    "--eial": _many(_decode), "--ela": _many(_decode), "--elal": _many(_decode),
    "--efa": _many(_float), "--efal": _many(_float), "--eda": _many(_float),
}  # fmt: skip


# --- printing ------------------------------------------------------------------------------------


def flatten(component: str) -> str:
    """Return ``{pkg/full.Cls}``, as Android's ComponentName.toShortString does."""
    return f"{{{component}}}"


def with_flags(intent: Intent, flags: int) -> Intent:
    """Return the intent with more flags."""
    return replace(intent, flags=intent.flags | flags)


def join_extras(extras: Iterable[tuple[str, Any]]) -> str:
    """Return extras as ``Bundle[{a=1}]``."""
    return "Bundle[{" + ", ".join(f"{name}={value}" for name, value in extras) + "}]"


_URI_LETTERS = {bool: "B", str: "S", int: "i", float: "f"}


def to_uri(intent: Intent, *, scheme: bool) -> str:
    """Return the intent as a URI, as Android's Intent.toUri does.

    Lists are left out, as there. An integer is a long (``l``) only if it is too large for an int,
    and every fraction is a float: an `Intent` has one type for both.

    Args:
        intent: The intent.
        scheme: Whether the URI's scheme is ``intent:``.
    """
    data, fields = intent.data or "", []
    known = re.match(r"([a-zA-Z.+-]+):", data) if scheme else None
    if known is not None:
        data = data[known.end() :]
        fields.append(("scheme", known[1]))
    if intent.action not in (None, "android.intent.action.VIEW"):
        fields.append(("action", _encoded(intent.action or "")))
    fields += [("category", _encoded(category)) for category in intent.categories]
    if intent.type is not None:
        fields.append(("type", _encoded(intent.type, "/")))
    if intent.flags:
        fields.append(("launchFlags", f"{intent.flags & 0xFFFFFFFF:#x}"))
    if intent.package is not None:
        fields.append(("package", _encoded(intent.package)))
    if intent.component is not None:
        fields.append(("component", _encoded(flatten_short(intent.component), "/")))
    for name, value in sorted(intent.extras.items()):
        letter = _URI_LETTERS.get(type(value))
        if letter is not None:
            letter = "l" if letter == "i" and not -(2**31) <= value < 2**31 else letter
            text = str(value).lower() if letter == "B" else str(value)
            fields.append((f"{letter}.{_encoded(name)}", _encoded(text)))
    start = "intent:" if scheme and (known is not None or not data) else ""
    fragment = "".join(f"{name}={value};" for name, value in fields)
    return f"{start}{data}" + (f"#Intent;{fragment}end" if fragment else "")


def _encoded(text: str, kept: str = "") -> str:
    """Return a text as Android's Uri.encode does."""
    return quote(text, safe=f"_-!.~'()*{kept}", errors="surrogateescape")

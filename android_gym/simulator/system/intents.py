"""Intents and the results of broadcasts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from immutables import Map

__all__ = [
    "FLAG_ACTIVITY_CLEAR_TOP",
    "FLAG_ACTIVITY_MULTIPLE_TASK",
    "FLAG_ACTIVITY_NEW_DOCUMENT",
    "FLAG_ACTIVITY_NEW_TASK",
    "FLAG_ACTIVITY_RESET_TASK_IF_NEEDED",
    "FLAG_ACTIVITY_SINGLE_TOP",
    "MAX_TRANSACTION",
    "BroadcastResult",
    "Extra",
    "Intent",
    "component_name",
    "describe",
    "flatten_short",
    "short_string",
    "utf16_bytes",
]

MAX_TRANSACTION: Final = (1 << 20) - (8 << 10)
"""Bytes that fit in one binder transaction, text in UTF-16 (``BINDER_VM_SIZE``)."""

FLAG_ACTIVITY_NEW_TASK = 0x10000000
FLAG_ACTIVITY_CLEAR_TOP = 0x04000000
FLAG_ACTIVITY_CLEAR_TASK = 0x00008000
FLAG_ACTIVITY_NEW_DOCUMENT = 0x00080000
FLAG_ACTIVITY_MULTIPLE_TASK = 0x08000000
FLAG_ACTIVITY_SINGLE_TOP = 0x20000000
FLAG_ACTIVITY_NO_HISTORY = 0x40000000
FLAG_ACTIVITY_REORDER_TO_FRONT = 0x00020000
FLAG_ACTIVITY_RESET_TASK_IF_NEEDED = 0x00200000


Extra = str | int | float | bool | bytes | None | tuple[Any, ...] | Map[str, Any]
"""Value of an extra; nested intents are allowed too (for the chooser)."""


@dataclass(frozen=True)
class Intent:
    """An Android intent.

    Attributes:
        action: Such as ``android.intent.action.VIEW``.
        data: URI.
        type: MIME type.
        component: ``package/full.Class``; see `component_name`.
        package: Package that resolution is restricted to.
        categories: Categories, each of which the component must declare.
        flags: ``Intent.FLAG_*`` bits.
        extras: Values by name (str, int, float, bool, None or tuples of these).
    """

    action: str | None = None
    data: str | None = None
    type: str | None = None
    component: str | None = None
    package: str | None = None
    categories: tuple[str, ...] = ()
    flags: int = 0
    extras: Map[str, Any] = field(default_factory=Map)

    def extra(self, name: str, default: Any = None) -> Any:
        """Return an extra of any type, or `default`."""
        return self.extras.get(name, default)

    def get_str(self, name: str, default: str = "") -> str:
        """Return a text extra; the default if it is missing or of another type."""
        value = self.extras.get(name)
        return value if isinstance(value, str) else default

    def get_int(self, name: str, default: int = 0) -> int:
        """Return an integer extra; the default if it is missing or of another type."""
        value = self.extras.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def get_bool(self, name: str, default: bool = False) -> bool:
        """Return a boolean extra; the default if it is missing or of another type."""
        value = self.extras.get(name)
        return value if isinstance(value, bool) else default

    def get_strs(self, name: str) -> tuple[str, ...]:
        """Return an extra that is a list of texts; empty if it is missing or of another type."""
        value = self.extras.get(name)
        if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
            return value
        return ()

    @classmethod
    def to(cls, component: str, /, **extras: Any) -> Intent:
        """Return an explicit intent for a component, with extras."""
        return cls(component=component_name(component), extras=Map(extras))


@dataclass(frozen=True)
class BroadcastResult:
    """Result of an ordered broadcast's receiver (code and data)."""

    code: int = 0
    data: str | None = None


def component_name(text: str, package: str = "") -> str:
    """Normalise ``pkg/.Class``, ``pkg/full.Class`` or (with `package`) ``.Class``."""
    if "/" in text:
        package, _, name = text.partition("/")
    else:
        name = text
    return f"{package}/{package + name if name.startswith('.') else name}"


def flatten_short(component: str) -> str:
    """Shorten ``pkg/pkg.Class`` to ``pkg/.Class``, as ActivityManager prints components."""
    package, _, name = component.partition("/")
    return (
        f"{package}/{name.removeprefix(package)}" if name.startswith(package + ".") else component
    )


def utf16_bytes(text: str) -> int:
    """Return the size of a text in a transaction; slightly too small for texts above the limit."""
    if 2 * len(text) > MAX_TRANSACTION or text.isascii():
        return 2 * len(text)
    return len(text.encode("utf-16-le", "surrogatepass"))


def safe_uri(uri: str) -> str:
    """Return a URI with possibly secret parts removed, as Android's Uri.toSafeString does."""
    scheme, colon, rest = uri.partition(":")
    if not colon:
        return ""
    if scheme.lower() in ("tel", "sip", "sms", "smsto", "mailto"):
        return f"{scheme}:" + "".join(char if char in "-@." else "x" for char in rest)
    if not rest.startswith("/"):
        return f"{scheme}:"
    try:
        parts = urlsplit(uri)
        port = f":{parts.port}" if parts.port else ""
        host = re.sub(r":\d*\Z", "", parts.netloc.rpartition("@")[2])
    except ValueError:
        port = host = ""
    slashes = "//" if rest.startswith("//") else ""
    return f"{scheme}:{slashes}{host}{port}/..."


def describe(intent: Intent) -> str:
    """Return ``Intent { act=... cmp=... }``, as Android's Intent.toString does."""
    inside = short_string(intent)
    return f"Intent {{ {inside} }}" if inside else "Intent { }"


def short_string(intent: Intent) -> str:
    """Return ``act=... cmp=...``, as Android's Intent.toShortString does."""
    parts: list[str] = []
    if intent.action is not None:
        parts.append(f"act={intent.action}")
    if intent.categories:
        parts.append(f"cat=[{','.join(intent.categories)}]")
    if intent.data is not None:
        parts.append(f"dat={safe_uri(intent.data)}")
    if intent.type is not None:
        parts.append(f"typ={intent.type}")
    if intent.flags:
        parts.append(f"flg=0x{intent.flags & 0xFFFFFFFF:x}")
    if intent.package is not None:
        parts.append(f"pkg={intent.package}")
    if intent.component is not None:
        parts.append(f"cmp={flatten_short(intent.component)}")
    if intent.extras:
        parts.append("(has extras)")
    return " ".join(parts)

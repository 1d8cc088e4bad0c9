"""Intents and what is said back to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from immutables import Map

__all__ = ["BroadcastResult", "Intent", "component_name", "flatten_short"]

FLAG_ACTIVITY_NEW_TASK = 0x10000000
FLAG_ACTIVITY_CLEAR_TOP = 0x04000000
FLAG_ACTIVITY_CLEAR_TASK = 0x00008000
FLAG_ACTIVITY_NEW_DOCUMENT = 0x00080000
FLAG_ACTIVITY_MULTIPLE_TASK = 0x08000000
FLAG_ACTIVITY_SINGLE_TOP = 0x20000000
FLAG_ACTIVITY_NO_HISTORY = 0x40000000
FLAG_ACTIVITY_REORDER_TO_FRONT = 0x00020000
FLAG_ACTIVITY_RESET_TASK_IF_NEEDED = 0x00200000


@dataclass(frozen=True)
class Intent:
    """An Android intent.

    Attributes:
        action: Such as ``android.intent.action.VIEW``.
        data: URI.
        type: MIME type.
        component: ``package/full.Class``; see `component_name`.
        package: Restricts resolution to one package.
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
        """Returns an extra, or `default`."""
        return self.extras.get(name, default)

    @classmethod
    def to(cls, component: str, /, **extras: Any) -> Intent:
        """An explicit intent for a component, with extras."""
        return cls(component=component_name(component), extras=Map(extras))


@dataclass(frozen=True)
class BroadcastResult:
    """What an ordered broadcast's receiver leaves behind (result code and data)."""

    code: int = 0
    data: str | None = None


def component_name(text: str, package: str = "") -> str:
    """Normalises ``pkg/.Class``, ``pkg/full.Class`` or (with `package`) ``.Class``."""
    if "/" in text:
        package, _, name = text.partition("/")
    else:
        name = text
    return f"{package}/{package + name if name.startswith('.') else name}"


def flatten_short(component: str) -> str:
    """Shortens ``pkg/pkg.Class`` to ``pkg/.Class``, as ActivityManager prints it."""
    package, _, name = component.partition("/")
    return (
        f"{package}/{name.removeprefix(package)}" if name.startswith(package + ".") else component
    )

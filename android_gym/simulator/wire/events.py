"""Accessibility events in the format of android_env's forwarder.

Taps are reported by the phone. Other events are derived from the screen's trees before and after:
windows that appeared or disappeared, a screen that opened, edited text, other content.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from android_gym.simulator.ui.view import View

__all__ = ["Screen", "acted", "between"]


def acted(kind: str, package: str, view: View, now_ms: int) -> dict[str, str]:
    """Return the event of a tapped view.

    Args:
        kind: ``CLICKED`` or ``LONG_CLICKED``.
        package: Package of the app.
        view: The tapped view.
        now_ms: Milliseconds since boot.
    """
    return _event(
        f"TYPE_VIEW_{kind}",
        package,
        now_ms,
        source_class_name=view.class_name,
        source_text=view.accessibility_text(),
        event_text=view.accessibility_text(),
        source_content_description=view.content_description,
        view_id=view.resource_name,
    )


Screen: TypeAlias = Mapping[Hashable, Any]
"""Windows of an ``AndroidAccessibilityForest``, by a key that is stable for each window."""


def between(old: Screen, new: Screen, now_ms: int) -> Iterator[dict[str, str]]:
    """Yield the events that lead from one screen to another."""
    if old.keys() != new.keys():
        yield _event("TYPE_WINDOWS_CHANGED", "", now_ms)
    for key, window in new.items():
        if not window.tree.nodes:
            continue
        root = window.tree.nodes[0]
        if key not in old:
            yield _event(
                "TYPE_WINDOW_STATE_CHANGED",
                root.package_name,
                now_ms,
                source_class_name=root.class_name,
                event_text=next((node.text for node in window.tree.nodes if node.text), ""),
            )
        elif old[key].tree != window.tree:
            yield from _edits(old[key].tree.nodes, window.tree.nodes, now_ms)
            yield _event(
                "TYPE_WINDOW_CONTENT_CHANGED",
                root.package_name,
                now_ms,
                source_class_name=root.class_name,
            )


def _edits(before: Any, after: Any, now_ms: int) -> Iterator[dict[str, str]]:
    """Yield the text changes of fields that both trees have at the same position."""
    for old, new in zip(before, after, strict=False):
        same = (old.class_name, old.view_id_resource_name) == (
            new.class_name,
            new.view_id_resource_name,
        )
        if not (same and new.is_editable) or old.text == new.text:
            continue
        start = _common(old.text, new.text)
        end = _common(old.text[start:][::-1], new.text[start:][::-1])
        yield _event(
            "TYPE_VIEW_TEXT_CHANGED",
            new.package_name,
            now_ms,
            source_class_name=new.class_name,
            source_text=new.text,
            event_text=new.text,
            before_text=old.text,
            from_index=str(start),
            added_count=str(len(new.text) - start - end),
            removed_count=str(len(old.text) - start - end),
            view_id=new.view_id_resource_name,
        )


def _common(one: str, other: str) -> int:
    """Return the length of the common prefix."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _event(kind: str, package: str, now_ms: int, **more: str | None) -> dict[str, str]:
    """Return an event; fields without a value are left out."""
    event = {"event_type": kind, "event_package_name": package, **more}
    return {name: value for name, value in event.items() if value} | {
        "event_timestamp_ms": str(now_ms)
    }

"""Accessibility events, in the words of android_env's forwarder.

What was tapped is told by the phone. What changed on the screen is told by its trees before and
after: windows that came or went, a screen that opened, text that was edited, other content.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from android_gym.simulator.ui.view import View

__all__ = ["Screen", "acted", "between"]


def acted(kind: str, package: str, view: View, now_ms: int) -> dict[str, str]:
    """The event of a view that was tapped.

    Args:
        kind: ``CLICKED`` or ``LONG_CLICKED``.
        package: Of the app.
        view: What was tapped.
        now_ms: Since the phone was started.
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
"""Windows of an ``AndroidAccessibilityForest``, by a key that a window keeps."""


def between(old: Screen, new: Screen, now_ms: int) -> Iterator[dict[str, str]]:
    """Events that lead from one screen to another."""
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
    """Return what was typed or deleted: fields that both trees have at the same place."""
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
    """Return how many characters both begin with."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _event(kind: str, package: str, now_ms: int, **more: str | None) -> dict[str, str]:
    """An event; what has no value is left out."""
    event = {"event_type": kind, "event_package_name": package, **more}
    return {name: value for name, value in event.items() if value} | {
        "event_timestamp_ms": str(now_ms)
    }

"""Moves in Settings that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.accessibility import UIElement
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS", "toggle"]


def _switch_of(screen: Screen, name: str) -> UIElement | None:
    """Return the switch of a row whose summary may have several lines; None where it is cut."""
    title = screen.find(text=name)
    if title is None or title.bbox_pixels is None:
        return None
    top = title.bbox_pixels.y_min
    below = [
        (e.bbox_pixels.center[1], e)
        for e in screen.find_all(checkable=True)
        if e.bbox_pixels and e.bbox_pixels.center[1] >= top
    ]
    return min(below, key=lambda pair: pair[0])[1] if below else None


def toggle(screen: Screen, name: str, to: str) -> Steps:
    """Bring the switch of a row to a state, "on" or "off"."""
    yield from screen.scroll_to(text=name)
    switch = _switch_of(screen, name)
    if switch is None:
        yield from screen.scroll()
        switch = _switch_of(screen, name)
    if switch is None:
        raise screen.stuck(f"{name!r} has no switch")
    if switch.is_checked != (to == "on"):
        yield from screen.tap(switch)


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {"toggle": toggle}

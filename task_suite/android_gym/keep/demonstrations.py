"""Moves in Keep that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def tap_beside(screen: Screen, item: str, what: str) -> Steps:
    """Tap what is described in the row of a list's item."""
    yield from screen.scroll_to(resource_id="description", text=item)
    row = screen.need(resource_id="description", text=item)
    yield from screen.tap(screen.need(description=what, beside=row))


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {"tap_beside": tap_beside}

"""Moves in Chrome that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def name_it(screen: Screen, name: str) -> Steps:
    """Name the new folder, and confirm it."""
    field = screen.need(class_name="EditText")
    if field.text and field.text != field.hint_text:
        yield from screen.tap(field)
        yield from screen.press("MOVE_END")
        for _ in field.text:
            yield from screen.press("DEL")
    yield from screen.type(name)
    yield from screen.tap_on(resource_id="button1")
    yield from screen.wait_while(resource_id="button1")


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {**pages.MOVES, "name_it": name_it}

"""Moves on pages of settings, for the demonstrations of several apps."""

from __future__ import annotations

from android_gym.task_suite.android_gym.settings.demonstrations import toggle
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "choose", "flip", "toggle"]

_CONFIRM = ("OK", "Set")


def choose(screen: Screen, name: str, to: str) -> Steps:
    """Choose a value in the dialog that a row opens, and confirm it where that is asked for."""
    yield from screen.scroll_to(text=name)
    yield from screen.tap_on(text=name)
    yield from screen.wait_for(text=to, class_name="CheckedTextView")
    yield from screen.tap_on(text=to, class_name="CheckedTextView")
    for label in _CONFIRM:
        if screen.find(text=label, class_name="Button") is not None:
            yield from screen.tap_on(text=label, class_name="Button")
            return


def flip(screen: Screen, to: str) -> Steps:
    """Bring the first switch of a page to a state, "on" or "off"."""
    switch = screen.need(checkable=True)
    if switch.is_checked != (to == "on"):
        yield from screen.tap(switch)


MOVES: dict[str, Script] = {"choose": choose, "flip": flip, "toggle": toggle}

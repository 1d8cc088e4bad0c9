"""Moves in Audio Recorder that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.accessibility import UIElement
from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def open_list(screen: Screen) -> Steps:
    """Open the list of recordings."""
    yield from screen.open_app("Audio Recorder")
    yield from screen.tap_on(resource_id="btn_records_list")
    yield from screen.wait_for(resource_id="list_item_name")


def menu(screen: Screen, name: str, entry: str) -> Steps:
    """Choose an entry of the three dots beside a recording."""
    yield from screen.scroll_to(text=name, resource_id="list_item_name")
    spot = screen.need(text=name, resource_id="list_item_name")
    yield from screen.tap(_below(screen, spot, "list_item_more"))
    yield from screen.tap_on(contains=entry, resource_id="title")


def mark(screen: Screen, name: str) -> Steps:
    """Tap the bookmark of a recording."""
    yield from screen.scroll_to(text=name, resource_id="list_item_name")
    spot = screen.need(text=name, resource_id="list_item_name")
    yield from screen.tap(_below(screen, spot, "list_item_bookmark"))


def _below(screen: Screen, name: UIElement, resource_id: str) -> UIElement:
    """Return the first button at or below a name that can be seen."""
    top = name.bbox_pixels.y_min if name.bbox_pixels else 0.0
    buttons = [
        (e.bbox_pixels.y_min, e)
        for e in screen.find_all(resource_id=resource_id)
        if e.bbox_pixels and e.bbox_pixels.y_min >= top
    ]
    if not buttons:
        raise screen.stuck(f"the row of {name.text!r} is cut")
    return min(buttons, key=lambda pair: pair[0])[1]


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {**pages.MOVES, "mark": mark, "menu": menu, "open_list": open_list}

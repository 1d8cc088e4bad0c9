"""Moves in Contacts that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.accessibility import UIElement
from android_gym.events import Answer
from android_gym.task_suite.android_gym import pages
from android_gym.task_suite.android_world.contacts.demonstrations import fill
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def new_contact(screen: Screen, name: str, number: str) -> Steps:
    """Open the form of a new contact, and fill in names and number."""
    first, _, last = name.partition(" ")
    yield from fill(screen, first, last, number)


def company(screen: Screen, name: str) -> Steps:
    """Open a contact and answer with what stands between its name and the buttons."""
    yield from screen.open_app("Contacts")
    yield from screen.wait_for(description="Create contact")
    yield from screen.tap_on(text=name, resource_id="cliv_name_textview")
    yield from screen.wait_for(resource_id="large_title")
    top, bottom = _y(screen.need(resource_id="large_title")), _y(screen.need(description="Call"))
    texts = [e.text for e in screen.find_all(class_name="TextView") if top < _y(e) < bottom]
    if len(texts) != 1 or not texts[0]:
        raise screen.stuck(f"{texts} stand below the name")
    yield Answer(texts[0])


def _y(element: UIElement) -> float:
    box = element.bbox_pixels
    return box.center[1] if box is not None else 0.0


SCRIPTS: dict[str, Script] = {"ContactsCompanyOf": company}

MOVES: dict[str, Script] = {**pages.MOVES, "new_contact": new_contact}

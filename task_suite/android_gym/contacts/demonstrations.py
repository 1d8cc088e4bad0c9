"""Moves in Contacts that the demonstrations of changes name."""

from __future__ import annotations

from android_gym.task_suite.android_world.contacts.demonstrations import fill
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["MOVES", "SCRIPTS"]


def new_contact(screen: Screen, name: str, number: str) -> Steps:
    """Open the form of a new contact, and fill in names and number."""
    first, _, last = name.partition(" ")
    yield from fill(screen, first, last, number)


SCRIPTS: dict[str, Script] = {}

MOVES: dict[str, Script] = {"new_contact": new_contact}

"""Demonstrations of SPA-Bench's tasks of Contacts."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def add(screen: Screen, first: str, last: str = "", mail: str = "") -> Steps:
    """Contacts > Create contact, the fields that there are, Save."""
    yield from screen.open_app("Contacts")
    yield from screen.tap_on(description="Create contact")
    yield from screen.wait_for(text="Save")
    yield from screen.type_into(first, label="First name", editable=True)
    if last:
        yield from screen.type_into(last, label="Last name", editable=True)
    yield from screen.type_into("+44 1234 567 890", label="Phone", editable=True)
    if mail:
        yield from screen.type_into(mail, label="Email", editable=True)
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")


def agent(screen: Screen) -> Steps:
    """Add a name and a number."""
    yield from add(screen, "Agent")


def agent_two(screen: Screen) -> Steps:
    """Add both names, a number and an address."""
    yield from add(screen, "Agent", "Two", "benchmark@gmail.com")


SCRIPTS: dict[str, Script] = {"ENG-contacts-0": agent, "ENG-contacts-1": agent_two}

"""Second ways to add contacts, starting from the keypad of Phone."""

from __future__ import annotations

from android_gym.task_suite.android_world.open_app.other_ways import (
    start_from_all_apps,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def begin(screen: Screen, number: str, first: str, last: str) -> Steps:
    """Phone > the keypad > the number > Create new contact, then the names."""
    yield from start_from_all_apps(screen, "Phone")
    yield from screen.wait_for(description="key pad")
    yield from screen.tap_on(description="key pad")
    yield from screen.wait_for(description="dial")
    yield from screen.type(number)
    yield from screen.wait_for(text="Create new contact")
    yield from screen.tap_on(text="Create new contact")
    yield from screen.wait_for(text="Save")
    yield from screen.type_into(last, label="Last name", editable=True)
    yield from screen.type_into(first, label="First name", editable=True)


def add_contact(screen: Screen, name: str, number: str) -> Steps:
    """Save, and go home from the contact's page."""
    first, _, last = name.partition(" ")
    yield from begin(screen, number, first, last)
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")
    yield from screen.press("HOME")


def draft(screen: Screen, first: str, last: str, phone: str, phone_label: str) -> Steps:
    """Choose another label first, and don't save."""
    yield from begin(screen, phone, first, last)
    yield from screen.back()  # the keyboard covers the label
    if screen.find(text=phone_label, description=f"{phone_label} Phone") is None:
        yield from screen.tap_on(description="Mobile Phone")
        yield from screen.tap_on(text=phone_label)


SCRIPTS: dict[str, Script] = {
    "ContactsAddContact": add_contact,
    "ContactsNewContactDraft": draft,
}

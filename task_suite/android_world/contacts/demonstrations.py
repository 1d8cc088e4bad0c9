"""Demonstrations of the tasks of Contacts."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "add_contact", "fill"]


def fill(screen: Screen, first: str, last: str, phone: str) -> Steps:
    """Contacts > Create contact, then names and number."""
    yield from screen.open_app("Contacts")
    yield from screen.tap_on(description="Create contact")
    yield from screen.wait_for(text="Save")
    yield from screen.type_into(first, label="First name", editable=True)
    yield from screen.type_into(last, label="Last name", editable=True)
    yield from screen.type_into(phone, label="Phone", editable=True)


def add_contact(screen: Screen, name: str, number: str) -> Steps:
    """Fill in the form and save it."""
    first, _, last = name.partition(" ")
    yield from fill(screen, first, last, number)
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")


def draft(screen: Screen, first: str, last: str, phone: str, phone_label: str) -> Steps:
    """Fill in the form, including the label."""
    yield from fill(screen, first, last, phone)
    yield from screen.back()  # the keyboard covers the label
    if screen.find(text=phone_label, description=f"{phone_label} Phone") is None:
        yield from screen.tap_on(description="Mobile Phone")
        yield from screen.tap_on(text=phone_label)


SCRIPTS: dict[str, Script] = {
    "ContactsAddContact": add_contact,
    "ContactsNewContactDraft": draft,
}

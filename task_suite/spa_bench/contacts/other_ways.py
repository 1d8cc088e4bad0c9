"""Second ways through SPA-Bench's tasks of Contacts: a form that is discarded first."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.contacts.demonstrations import agent, agent_two, change_first

__all__ = ["SCRIPTS"]


def after_a_mistake(screen: Screen, right: Script) -> Steps:
    """Begin a contact, discard it, then do what is asked for."""
    yield from screen.open_app("Contacts")
    yield from screen.tap_on(description="Create contact")
    yield from screen.wait_for(text="Save")
    yield from screen.type_into("Agnet", label="First name", editable=True)
    yield from screen.back()  # closes the keyboard
    yield from screen.back()
    yield from screen.tap_on(text="Discard")
    yield from right(screen)


def change_in_two_goes(screen: Screen) -> Steps:
    """Begin to change the last contact, discard that, then change the first one."""
    yield from screen.open_app("Contacts")
    yield from screen.wait_for(description="Create contact")
    yield from screen.tap(screen.find_all(resource_id="cliv_name_textview")[-1])
    yield from screen.tap_on(description="Edit contact")
    yield from screen.wait_for(text="Save")
    yield from screen.type_into("Huawai", label="Company", editable=True)
    yield from screen.back()  # closes the keyboard
    yield from screen.back()
    yield from screen.tap_on(text="Discard")
    yield from screen.back()
    yield from change_first(screen)


SCRIPTS: dict[str, Script] = {
    "ENG-contacts-0": partial(after_a_mistake, right=agent),
    "ENG-contacts-1": partial(after_a_mistake, right=agent_two),
    "ENG-contacts-2": change_in_two_goes,
}

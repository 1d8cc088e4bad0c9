"""Demonstrations of SPA-Bench's tasks of Contacts."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "agent", "agent_two", "change_first"]


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


def choose_label(screen: Screen, field: str, label: str) -> Steps:
    """Choose the label of the number or the address that there is.

    Args:
        screen: The screen.
        field: Descriptions of its label end so, e.g. "Phone".
        label: The label.
    """
    names = [f"{each} {field}" for each in ("Mobile", "Home", "Work")]
    shown = [e for name in names for e in screen.find_all(description=name)]
    yield from screen.tap(shown[0])
    yield from screen.wait_for(text=label)
    yield from screen.tap(screen.find_all(text=label)[-1])


def replace_text(screen: Screen, old: str, text: str) -> Steps:
    """Replace what is in a field, by the keys of a keyboard."""
    yield from screen.tap_on(text=old, editable=True)
    yield from screen.press("MOVE_END")
    for _ in old:
        yield from screen.press("DEL")
    yield from screen.type(text)


def change_first(screen: Screen) -> Steps:
    """Open the first contact of the list, and its form; change it, and save."""
    yield from screen.open_app("Contacts")
    yield from screen.wait_for(description="Create contact")
    yield from screen.tap_on(resource_id="cliv_name_textview")
    yield from screen.wait_for(resource_id="large_title")
    name = screen.need(resource_id="large_title").text or ""
    yield from screen.tap_on(description="Edit contact")
    yield from screen.wait_for(text="Save")
    yield from replace_text(screen, name.rpartition(" ")[2], "Three")
    yield from screen.type_into("Huawei", label="Company", editable=True)
    yield from screen.scroll_to(description="Mobile Phone")
    yield from choose_label(screen, "Phone", "Work")
    address = "agent.benchmark.2024@gmail.com"
    yield from screen.type_into(address, label="Email", editable=True)
    yield from screen.scroll_to(description="Home Email")
    yield from choose_label(screen, "Email", "Work")
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(text="Save")


SCRIPTS: dict[str, Script] = {
    "ENG-contacts-0": agent,
    "ENG-contacts-1": agent_two,
    "ENG-contacts-2": change_first,
}

"""Demonstrations of telling the time."""

from __future__ import annotations

from android_gym.events import Answer
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "add_city", "open_clock"]


def open_clock(screen: Screen) -> Steps:
    """Open Clock's own tab."""
    yield from screen.open_app("Clock")
    yield from screen.wait_for(description="Clock")
    yield from screen.tap_on(description="Clock")


def add_city(screen: Screen, city: str) -> Steps:
    """Add a city to the clocks of Clock's tab, which is open."""
    yield from screen.tap_on(description="Cities")
    yield from screen.wait_for(resource_id="open_search_view_edit_text")
    yield from screen.type_into(city, resource_id="open_search_view_edit_text")
    yield from screen.wait_for(contains=f"{city}, ")
    yield from screen.tap_on(contains=f"{city}, ")
    yield from screen.wait_for(description="Cities")


def tell(screen: Screen, subject: str) -> Steps:
    """Read the phone's own clock."""
    yield from open_clock(screen)
    yield from screen.wait_for(resource_id="digital_clock")
    yield Answer(screen.need(resource_id="digital_clock").text or "")


def tell_city(screen: Screen, subject: str) -> Steps:
    """Add the city to Clock, and read its time."""
    yield from open_clock(screen)
    yield from add_city(screen, subject)
    yield from screen.scroll_to(text=subject)
    clock = screen.need(resource_id="digital_clock", beside=screen.need(text=subject))
    yield Answer(f"In {subject} it is {clock.text}.")


SCRIPTS: dict[str, Script] = {
    **scripts_of("time", tell),
    **scripts_of("city_time", tell_city),
}

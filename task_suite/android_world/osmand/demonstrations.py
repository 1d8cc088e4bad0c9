"""Demonstrations of OsmAnd's tasks."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["COUNTRY", "SCRIPTS", "find_place", "names_of", "search_for"]

COUNTRY = ", Liechtenstein"


def names_of(waypoints: str) -> list[str]:
    """Split a list of place names that contain commas themselves."""
    parts = waypoints.split(COUNTRY)
    return [part.strip(" ,") for part in parts if part.strip(" ,")]


def search_for(screen: Screen, location: str, action: str) -> Steps:
    """Type a place into the open search and select it.

    Args:
        screen: The screen.
        location: A name, optionally with its country after a comma, or coordinates.
        action: Part of the text above the list: "ON THE MAP", or "SELECT".
    """
    yield from screen.wait_for(resource_id="searchEditText")
    yield from screen.type(location)
    if location[0].isdigit():
        yield from screen.tap_on(text=location, resource_id="title")
        return
    name = location.removesuffix(COUNTRY)
    yield from screen.tap_on(text=name, resource_id="title")
    # A town's streets are listed first; a mountain is shown at once.
    if screen.find(resource_id="searchEditText") is not None:
        yield from screen.tap_on(contains=action, resource_id="buttonToolbarTitle")


def find_place(screen: Screen, location: str) -> Steps:
    """Open OsmAnd and show a place with its context menu."""
    yield from screen.open_app("OsmAnd")
    yield from screen.wait_for(description="Search")
    yield from screen.tap_on(description="Search")
    yield from search_for(screen, location, "ON THE MAP")
    yield from screen.wait_for(resource_id="context_menu_line1")


def add_favorite(screen: Screen, location: str) -> Steps:
    """Find the place, then Add, Save."""
    yield from find_place(screen, location)
    yield from screen.tap_on(text="Add")
    yield from screen.wait_for(text="Save")
    if screen.need(text="Save").is_enabled is False:  # nothing is known at this place
        yield from screen.type(location)
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(resource_id="name_edit")


def add_marker(screen: Screen, location: str) -> Steps:
    """Find the place, then tap Marker."""
    yield from find_place(screen, location)
    yield from screen.tap_on(text="Marker")
    yield from screen.wait_while(resource_id="context_menu_line1")


def save_track(screen: Screen, waypoints: str) -> Steps:
    """Get directions through all waypoints, and save the route."""
    first, *others = names_of(waypoints)
    yield from find_place(screen, first)
    yield from screen.tap_on(text="Actions")
    yield from screen.tap_on(text="Directions from")
    yield from screen.tap_on(resource_id="toText")
    yield from search_for(screen, others[-1], "SELECT")
    yield from screen.wait_for(resource_id="save_as_gpx")
    for name in others[:-1]:
        yield from screen.tap_on(resource_id="ViaView")
        yield from search_for(screen, name, "SELECT")
        yield from screen.wait_for(resource_id="save_as_gpx")
    yield from screen.tap_on(resource_id="save_as_gpx")
    yield from screen.tap_on(resource_id="right_bottom_button")
    yield from screen.wait_for(text="Track saved")


SCRIPTS: dict[str, Script] = {
    "OsmAndFavorite": add_favorite,
    "OsmAndMarker": add_marker,
    "OsmAndTrack": save_track,
}

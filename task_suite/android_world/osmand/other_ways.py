"""Second ways to use OsmAnd: the drawer, other pages, and markers instead of directions."""

from __future__ import annotations

from android_gym.task_suite.android_world.open_app.other_ways import start_from_all_apps
from android_gym.task_suite.android_world.osmand.demonstrations import (
    COUNTRY,
    find_place,
    names_of,
    search_for,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def find_by_drawer(screen: Screen, location: str) -> Steps:
    """Open the search from the drawer, type something wrong first, and view the details."""
    yield from start_from_all_apps(screen, "OsmAnd")
    yield from screen.wait_for(description="Back to menu")
    yield from screen.tap_on(description="Zoom in")
    yield from screen.tap_on(description="Back to menu")
    yield from screen.tap_on(text="Search")
    yield from screen.wait_for(resource_id="searchEditText")
    yield from screen.type("Zzz")
    yield from screen.wait_for(text="Nothing found")
    yield from screen.tap_on(description="Clear")
    yield from search_for(screen, location.removesuffix(COUNTRY), "ON THE MAP")
    yield from screen.wait_for(resource_id="context_menu_line1")
    yield from screen.tap_on(text="Details")
    yield from screen.tap_on(description="Collapse")


def add_favorite(screen: Screen, location: str) -> Steps:
    """Leave the editor once without saving; then set another name and colour."""
    yield from find_by_drawer(screen, location)
    yield from screen.tap_on(text="Add")
    yield from screen.tap_on(text="Cancel")
    yield from screen.tap_on(text="Exit")
    yield from screen.tap_on(text="Add")
    yield from screen.wait_for(resource_id="name_edit")
    yield from screen.type(f"Visit {location}")
    yield from screen.back()  # the keyboard
    yield from screen.tap_on(description="heart")
    yield from screen.tap_on(text="Save")
    yield from screen.wait_while(resource_id="name_edit")


def add_marker(screen: Screen, location: str) -> Steps:
    """Open and close the menu's other entries before setting the marker."""
    yield from find_by_drawer(screen, location)
    yield from screen.tap_on(text="Share")
    yield from screen.tap_on(text="Close")
    yield from screen.tap_on(text="Actions")
    yield from screen.tap_on(text="Close")
    yield from screen.tap_on(text="Marker")
    yield from screen.wait_while(resource_id="context_menu_line1")


def save_track(screen: Screen, waypoints: str) -> Steps:
    """Add markers for the places, plan a route through them, save it, and delete the markers."""
    names = names_of(waypoints)
    for name in names:
        yield from find_place(screen, name)
        yield from screen.tap_on(text="Marker")
        yield from screen.wait_while(resource_id="context_menu_line1")
    yield from open_markers(screen)
    yield from screen.tap_on(description="More options")
    yield from screen.tap_on(text="Plan a route")
    yield from screen.wait_for(text=f"points: {len(names)}")
    yield from screen.tap_on(text="Done")
    yield from screen.wait_for(description="Back to menu")
    yield from screen.wait_while(limit=10, contains="GPX file saved")  # it covers the menu's button
    yield from open_markers(screen)
    for _ in names:
        yield from screen.tap_on(description="Mark passed")
    yield from screen.tap_on(text="History")
    for _ in names:
        yield from screen.tap_on(description="Delete")


def open_markers(screen: Screen) -> Steps:
    """Open the page of map markers."""
    yield from screen.tap_on(description="Back to menu")
    yield from screen.tap_on(text="Map markers")
    yield from screen.wait_for(description="More options")


SCRIPTS: dict[str, Script] = {
    "OsmAndFavorite": add_favorite,
    "OsmAndMarker": add_marker,
    "OsmAndTrack": save_track,
}

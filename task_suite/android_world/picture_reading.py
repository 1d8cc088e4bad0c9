"""Opens pictures in Simple Gallery Pro and reads them, for demonstrations."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from android_gym.accessibility import BoundingBox
from android_gym.events import Event
from android_gym.task_suite.android_world.files import demonstrations as files
from android_gym.task_suite.demonstrations.pixels import in_rows, read_screen
from android_gym.task_suite.demonstrations.script import Observation, Screen, Steps

__all__ = [
    "join_lines",
    "open_folder",
    "open_picture",
    "read_in_files",
    "read_picture",
    "read_shown",
]

PAGE: dict[str, Any] = {"resource_id": "gestures_view"}


def open_folder(screen: Screen, folder: str = "DCIM") -> Steps:
    """Open the gallery and a folder in it."""
    yield from screen.open_app("Simple Gallery Pro")
    yield from screen.wait_for(resource_id="dir_name", text=folder)
    yield from screen.tap(screen.need(resource_id="dir_name", text=folder))
    yield from screen.wait_for(resource_id="medium_thumbnail")


def open_picture(screen: Screen, name: str) -> Steps:
    """Open the gallery, its camera folder, and a picture by its name."""
    yield from open_folder(screen)
    if len(screen.find_all(resource_id="medium_thumbnail")) > 1:
        if screen.find(resource_id="medium_name") is None:
            yield from screen.tap(screen.need(description="Toggle filename visibility"))
            yield from screen.wait_for(resource_id="medium_name")
        yield from screen.scroll_to(resource_id="medium_name", text=name)
        yield from screen.tap(screen.need(resource_id="medium_name", text=name))
    else:
        yield from screen.tap(screen.need(resource_id="medium_thumbnail"))
    yield from screen.wait_for(**PAGE)
    yield from screen.wait_for(text=name)


def read_shown(screen: Screen) -> list[str]:
    """Read the rows of text in the picture shown by the gallery, from top to bottom.

    The bars with the picture's name and with buttons are left out.
    """
    page = screen.need(**PAGE).bbox_pixels
    if page is None:
        raise screen.stuck("the device doesn't say where the picture is")
    top, bottom = page.y_min, page.y_max
    for button in screen.find_all(clickable=True):
        box = button.bbox_pixels
        if box is None or box.height > page.height / 4:
            continue
        if box.center[1] < page.center[1]:
            top = max(top, box.y_max)
        else:
            bottom = min(bottom, box.y_min)
    part = BoundingBox(x_min=page.x_min, x_max=page.x_max, y_min=top, y_max=bottom)
    return in_rows(read_screen(screen, part))


def read_picture(screen: Screen, name: str) -> Generator[Event, Observation, list[str]]:
    """Open a picture and read its rows of text, from top to bottom."""
    yield from open_picture(screen, name)
    return read_shown(screen)


def read_in_files(screen: Screen, name: str) -> Generator[Event, Observation, list[str]]:
    """Open a picture from Files, which shows it in the gallery, and read its rows of text."""
    yield from files.open_folder(screen, "DCIM")
    yield from screen.tap_on(text=name)
    yield from screen.wait_while(description="Show roots")
    for choice in ("Gallery", "Just once"):  # Android asks if several apps can show pictures
        if screen.find(**PAGE) is None and screen.find(text=choice) is not None:
            yield from screen.tap(screen.need(text=choice))
    yield from screen.wait_for(**PAGE)
    yield from screen.wait_for(text=name)
    return read_shown(screen)


def join_lines(rows: list[str], keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """Join lines that were wrapped.

    Args:
        rows: Rows as they appear in the picture.
        keys: Keys that lines begin with, before a colon.

    Returns:
        Key and value of each line. Rows before the first key are left out.
    """
    found: list[tuple[str, str]] = []
    for row in rows:
        key, colon, value = row.partition(":")
        known = _plain(key)
        matching = next((name for name in keys if _plain(name) == known), None)
        if colon and matching is not None:
            found.append((matching, value.strip()))
        elif found:
            last, text = found[-1]
            found[-1] = (last, f"{text} {row.strip()}".strip())
    return found


def _plain(key: str) -> str:
    """Return the letters of a key, as spaces and underscores are hard to recognise."""
    return "".join(letter for letter in key.casefold() if letter.isalpha())

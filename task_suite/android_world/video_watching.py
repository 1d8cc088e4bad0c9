"""Plays videos in VLC and reads what they show, for demonstrations."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.events import Event
from android_gym.task_suite.demonstrations.pixels import in_rows, read_screen
from android_gym.task_suite.demonstrations.script import Observation, Screen, Steps

__all__ = ["play_found", "play_in_folder", "watch_video"]

_TITLE: dict[str, Any] = {"resource_id": "ml_item_title"}
_GLASS: dict[str, Any] = {"resource_id": "player_root"}
_LENGTH: dict[str, Any] = {"resource_id": "player_overlay_length"}
_SEEK_BAR: dict[str, Any] = {"resource_id": "player_overlay_seekbar"}


def play_found(screen: Screen, name: str) -> Steps:
    """Search for a video in VLC, where videos with similar names are grouped, and play it."""
    stem = name.rpartition(".")[0]
    yield from screen.open_app("VLC")
    yield from screen.wait_for(description="Search…")
    if screen.find(**_TITLE, text=stem) is None and _group_of(screen, stem) is None:
        yield from screen.tap(screen.need(description="Search…"))
        yield from screen.wait_for(resource_id="search_src_text")
        yield from screen.type(stem[:6])
        yield from screen.wait_for(**_TITLE)
    group = _group_of(screen, stem)
    if screen.find(**_TITLE, text=stem) is None and group is not None:
        yield from screen.tap(group)
        yield from screen.wait_for(**_TITLE)
    yield from screen.tap_on(**_TITLE, text=stem)
    yield from close_tips(screen)


def _group_of(screen: Screen, stem: str) -> UIElement | None:
    """Return the title element of a video's group, if it is on the screen."""
    groups = screen.find_all(**_TITLE)
    return next((e for e in groups if e.text and e.text != stem and stem.startswith(e.text)), None)


def play_in_folder(screen: Screen, name: str, folder: str = "Download") -> Steps:
    """Play a video from its folder, where other videos are too."""
    yield from screen.open_app("VLC")
    yield from screen.wait_for(description="Browse")
    yield from screen.tap(screen.need(description="Browse", clickable=True))
    yield from screen.wait_for(description="Folder: Internal memory")
    yield from screen.tap_on(description="Folder: Internal memory", clickable=True)
    yield from screen.tap_on(text=folder, resource_id="title")
    yield from screen.wait_for(description=f"Folder: {folder}")
    yield from screen.tap_on(text=name, resource_id="title")
    yield from close_tips(screen)


def close_tips(screen: Screen) -> Steps:
    """Wait for the player, and close the tips shown before the first video."""
    yield from screen.wait_for(**_GLASS)
    if screen.find(resource_id="tips_title") is not None:
        yield from screen.tap(screen.need(resource_id="close"))


def show_controls(screen: Screen) -> Steps:
    """Show the player's controls, which disappear by themselves."""
    if screen.find(**_SEEK_BAR) is None:
        yield from screen.tap(screen.need(**_GLASS))
        yield from screen.wait_for(**_SEEK_BAR)


def read_frame(screen: Screen) -> str:
    """Read the text of the video in the middle of the screen, between the player's controls."""
    page = screen.need(**_GLASS).bbox_pixels
    if page is None:
        raise screen.stuck("the device doesn't say where the video is")
    part = BoundingBox(
        x_min=page.x_min,
        x_max=page.x_max,
        y_min=page.y_min + 0.3 * page.height,
        y_max=page.y_max - 0.3 * page.height,
    )
    return " ".join(in_rows(read_screen(screen, part)))


def watch_video(screen: Screen, every_s: int) -> Generator[Event, Observation, list[str]]:
    """Read what a video shows from its start, right after it began to play.

    Args:
        screen: The player.
        every_s: Seconds between two looks; each is in the middle of such a period.

    Returns:
        The texts read, in order, without consecutive repetitions.
    """
    yield from show_controls(screen)
    minutes, _, seconds = (screen.need(**_LENGTH).text or "").rpartition(":")
    length = 60 * int(minutes or 0) + int(seconds)
    seen = [read_frame(screen)]
    for second in range(every_s + every_s // 2, length, every_s):
        yield from show_controls(screen)
        bar = screen.need(**_SEEK_BAR).bbox_pixels
        if bar is None:
            raise screen.stuck("the device doesn't say where the seek bar is")
        yield from screen.tap_at(bar.x_min + bar.width * second / length, bar.center[1])
        text = read_frame(screen)
        if text != seen[-1]:
            seen.append(text)
    return seen

"""Second ways to use Camera, by way of the other mode, and ending on the home screen."""

from __future__ import annotations

from android_gym.task_suite.android_world.open_app.other_ways import (
    start_from_all_apps,
)
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def choose(screen: Screen, mode: str) -> Steps:
    """Choose a mode."""
    yield from screen.tap_on(description="Toggle mode list")
    yield from screen.tap_on(description=f"Switch to {mode}")


def take_photo(screen: Screen) -> Steps:
    """Switch to video mode and back, then press the shutter."""
    yield from start_from_all_apps(screen, "Camera")
    yield from screen.wait_for(description="Shutter")
    yield from choose(screen, "Video Camera")
    yield from choose(screen, "Camera Mode")
    yield from screen.tap_on(description="Shutter")
    yield from screen.wait()
    yield from screen.press("HOME")


def take_video(screen: Screen) -> Steps:
    """Start the camera from the list of all apps."""
    yield from start_from_all_apps(screen, "Camera")
    yield from screen.wait_for(description="Shutter")
    yield from choose(screen, "Video Camera")
    for _ in range(2):
        yield from screen.tap_on(description="Shutter")
        yield from screen.wait()
    yield from screen.press("HOME")


SCRIPTS: dict[str, Script] = {
    "CameraTakePhoto": take_photo,
    "CameraTakeVideo": take_video,
}

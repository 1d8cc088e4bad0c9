"""Demonstrations of the tasks of Camera."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def take_photo(screen: Screen) -> Steps:
    """Take a photo: Camera > Shutter."""
    yield from screen.open_app("Camera")
    yield from screen.wait_for(description="Shutter")
    yield from screen.tap_on(description="Shutter")
    yield from screen.wait()


def take_video(screen: Screen) -> Steps:
    """Take a video: Camera > Mode list > Video, and the shutter twice."""
    yield from screen.open_app("Camera")
    yield from screen.wait_for(description="Shutter")
    yield from screen.tap_on(description="Toggle mode list")
    yield from screen.tap_on(description="Switch to Video Camera")
    yield from screen.tap_on(description="Shutter")
    yield from screen.wait()
    yield from screen.tap_on(description="Shutter")
    yield from screen.wait()


SCRIPTS: dict[str, Script] = {
    "CameraTakePhoto": take_photo,
    "CameraTakeVideo": take_video,
}

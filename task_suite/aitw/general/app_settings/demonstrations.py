"""Demonstrations of checking an app's settings."""

from __future__ import annotations

from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.instructions import scripts_of
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "app_info"]


def app_info(screen: Screen, subject: str) -> Steps:
    """Settings > Apps > See all apps, and the app."""
    yield from screen.open_app("Settings")
    yield from screen.tap_on(text="Apps")
    yield from screen.wait_for(text="Default apps")
    every = next(e for e in screen.find_all() if (e.text or "").startswith("See all "))
    yield from screen.tap(every)
    yield from screen.wait_for(description="All apps")
    yield from screen.tap_on(text=app_of(subject).label)
    yield from screen.wait_for(text="Force stop")


SCRIPTS: dict[str, Script] = scripts_of("app_settings", app_info)

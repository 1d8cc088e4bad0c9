"""Demonstrations of SPA-Bench's tasks of notifications."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.settings.demonstrations import open_page

__all__ = ["SCRIPTS", "clear_cache", "open_app"]


def open_app(screen: Screen, app: str) -> Steps:
    """Settings > Notifications > App settings, and an app of the list."""
    yield from open_page(screen, "Notifications")
    yield from screen.tap_on(text="App settings")
    yield from screen.wait_for(description="App notifications")
    yield from screen.tap_on(text=app)


def silence_play_store(screen: Screen) -> Steps:
    """Turn off all of the app's notifications."""
    yield from open_app(screen, "Google Play Store")
    yield from screen.wait_for(text="All Google Play Store notifications")
    yield from screen.switch("All Google Play Store notifications", False)


def clear_cache(screen: Screen, app: str) -> Steps:
    """Settings > Apps > See all apps, the app, Storage & cache, Clear cache."""
    yield from screen.tap_on(text="Apps")
    yield from screen.wait_for(text="Default apps")
    every = next(e for e in screen.find_all() if (e.text or "").startswith("See all "))
    yield from screen.tap(every)
    yield from screen.wait_for(description="All apps")
    yield from screen.tap_on(text=app)
    yield from screen.tap_on(text="Storage & cache")
    yield from screen.tap_on(text="Clear cache")


def silence_instagram(screen: Screen) -> Steps:
    """Turn off two kinds, go back to the first page, clear the cache."""
    yield from open_app(screen, "Instagram")
    for kind in ("Alerts", "Likes"):
        yield from screen.switch(kind, False)
    while screen.find(text="Search settings") is None:
        yield from screen.back()
    yield from clear_cache(screen, "Instagram")


SCRIPTS: dict[str, Script] = {
    "ENG-settings-4": silence_play_store,
    "ENG-settings-5": silence_instagram,
}

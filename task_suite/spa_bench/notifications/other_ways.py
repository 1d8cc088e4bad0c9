"""Second ways through SPA-Bench's tasks of notifications: by the list, the cache first."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps
from android_gym.task_suite.spa_bench.notifications.demonstrations import clear_cache, open_app
from android_gym.task_suite.spa_bench.settings.demonstrations import open_page

__all__ = ["SCRIPTS"]


def by_the_list(screen: Screen) -> Steps:
    """Turn the app's switch in the list of apps off, on and off."""
    yield from open_page(screen, "Notifications")
    yield from screen.tap_on(text="App settings")
    yield from screen.wait_for(description="App notifications")
    yield from screen.scroll_to(text="Google Play Store")
    for on in (False, True, False):
        yield from screen.switch("Google Play Store", on)


def cache_first(screen: Screen) -> Steps:
    """Clear the cache, then turn a kind too many off, and on again."""
    yield from screen.open_app("Settings")
    yield from clear_cache(screen, "Instagram")
    while screen.find(text="Search settings") is None:
        yield from screen.back()
    yield from open_app(screen, "Instagram")
    for kind, on in (("Comments", False), ("Comments", True), ("Likes", False), ("Alerts", False)):
        yield from screen.switch(kind, on)


SCRIPTS: dict[str, Script] = {"ENG-settings-4": by_the_list, "ENG-settings-5": cache_first}

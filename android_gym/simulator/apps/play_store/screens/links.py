"""The activity that other apps start with a URL of the store."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.manifest import FINSKY
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View

__all__ = ["MarketDeepLinkHandlerActivity", "target_of"]

_LONGEST = 200
"""Largest number of characters read of a value in a URL."""


def target_of(address: str) -> tuple[str, dict[str, str]]:
    """Return the activity that a URL opens, and its extras.

    ``market://details?id=x`` and ``https://play.google.com/store/apps/details?id=x`` open a page,
    ``market://search?q=x`` and ``https://play.google.com/store/search?q=x`` search results, and all
    others the first screen.
    """
    try:
        parts = urlsplit(address)
        values = parse_qs(parts.query, max_num_fields=20)
    except ValueError:
        return "MainActivity", {}
    place = parts.netloc if parts.scheme == "market" else parts.path.rstrip("/").rsplit("/", 1)[-1]
    match place:
        case "details" if values.get("id"):
            return "DetailsActivity", {"id": values["id"][0][:_LONGEST]}
        case "search" if values.get("q"):
            return "SearchActivity", {"query": values["q"][0][:_LONGEST]}
    return "MainActivity", {}


class MarketDeepLinkHandlerActivity(Store[NoState]):
    """Has no content of its own."""

    def on_create(self) -> NoState:
        """Open the target of the URL."""
        name, extras = target_of(self.intent.data or "")
        component = self.context.manifest.component(f"{FINSKY}.activities.{name}")
        intent = Intent.to(component, **extras)
        self.start_activity(
            Intent(component=component, extras=intent.extras, flags=FLAG_ACTIVITY_NEW_TASK)
        )
        self.finish()
        return NoState()

    def build(self) -> Screen:
        """Build an empty screen."""
        return Screen(View(width=MATCH, height=MATCH), background=None)

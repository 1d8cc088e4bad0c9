"""The activity that other apps start with a URL, which it passes to the main screen."""

from __future__ import annotations

from android_gym.simulator.apps.chrome.actions import Actions
from android_gym.simulator.apps.chrome.intents import from_another_app
from android_gym.simulator.apps.chrome.urls import address_of
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View

__all__ = ["IntentDispatcher"]

_WEB_SEARCH = "android.intent.action.WEB_SEARCH"


class IntentDispatcher(Actions[NoState]):
    """Passes intents to the main screen, without showing anything itself."""

    def on_create(self) -> NoState:
        """Pass the URL to the main screen, which opens a tab for it."""
        url = self.intent.data or ""
        if self.intent.action == _WEB_SEARCH:
            url = address_of(self.intent.get_str("query"), self.settings.engine)
        self.start_activity(from_another_app(url))
        self.finish()
        return NoState()

    def build(self) -> Screen:
        """Build nothing."""
        return Screen(View(width=MATCH, height=MATCH), background=None)

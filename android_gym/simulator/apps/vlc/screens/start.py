"""The activity started by the launcher and other apps: scans, then opens the right screen."""

from __future__ import annotations

from android_gym.simulator.apps.vlc.actions import Actions
from android_gym.simulator.system.documents import document_path
from android_gym.simulator.ui.activity import NoState, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.view import View

__all__ = ["StartActivity"]

_PLAYED = ("android.intent.action.VIEW", "android.intent.action.SEND")
_SEARCHED = ("android.intent.action.SEARCH", "android.media.action.MEDIA_PLAY_FROM_SEARCH")
_STREAM = "android.intent.extra.STREAM"


class StartActivity(Actions[NoState]):
    """Has no content of its own."""

    def on_create(self) -> NoState:
        """Scan the storage, and open what the intent asks for."""
        library, intent = self.library, self.intent
        library.scan()
        if intent.action in _PLAYED:
            stream = intent.extra(_STREAM)
            self._play(intent.data or (stream if isinstance(stream, str) else ""))
        elif intent.action in _SEARCHED:
            self.start_activity(".gui.SearchActivity", query=intent.get_str("query"))
        elif not self.on("app_onboarding_done"):
            self.start_activity(".gui.onboarding.OnboardingActivity")
        else:
            self.start_activity(".gui.MainActivity")
        self.finish()
        return NoState()

    def _play(self, uri: str) -> None:
        """Play a file passed by another app."""
        path = document_path(uri)
        if path is None or not self.context.system.files.is_file(path):
            self.toast(f"The location {uri[:200]} cannot be played.")
            return
        path = self.context.system.files.resolve(path)  # /sdcard is a link
        media = self.player.play((self.library.ensure(path),))
        self.show_now_playing(media)
        if media is not None and not media.is_video:
            self.start_activity(".gui.MainActivity")

    def build(self) -> Screen:
        """Build an empty screen."""
        return Screen(View(width=MATCH, height=MATCH), background=None)

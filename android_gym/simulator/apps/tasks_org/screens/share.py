"""Screens opened by other apps: a new task from shared text, and links to tasks."""

from __future__ import annotations

from immutables import Map

from android_gym.simulator.apps.tasks_org.manifest import MAIN, MANIFEST
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout
from android_gym.simulator.ui.view import View

LENGTH = 100_000
"""Maximum characters used of a text from another app."""


class _Forward(Activity):
    """Starts the main activity and finishes."""

    def target(self) -> Intent:
        """Return the intent to start."""
        raise NotImplementedError

    def on_resume(self) -> None:
        """Start the main activity."""
        self.start_activity(self.target())
        self.finish()

    def build(self) -> View:
        """Build an empty view."""
        return FrameLayout(width=MATCH, height=MATCH)


def _main(**extras: str | int | bool) -> Intent:
    return Intent(component=MANIFEST.component(MAIN), extras=Map(extras))


class ShareLink(_Forward):
    """Creates a task from shared or selected text."""

    def target(self) -> Intent:
        """Return an intent for the edit screen, filled in."""
        intent = self.intent
        if intent.action == "android.intent.action.PROCESS_TEXT":
            text = intent.get_str("android.intent.extra.PROCESS_TEXT")
            return _main(new=True, title=text[:LENGTH])
        title = intent.get_str("android.intent.extra.SUBJECT")
        notes = intent.get_str("android.intent.extra.TEXT")
        if not title:
            title, notes = notes, ""
        return _main(new=True, title=title[:LENGTH], notes=notes[:LENGTH])


class UriHandler(_Forward):
    """Opens a link to an existing or new task: ``content://org.tasks/tasks/7``."""

    def target(self) -> Intent:
        """Return an intent for the edit screen of the task."""
        if self.intent.action == "android.intent.action.INSERT":
            return _main(new=True)
        number = (self.intent.data or "").rpartition("/")[2]
        return _main(task=int(number)) if number.isdecimal() and len(number) < 18 else _main()

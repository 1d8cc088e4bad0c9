"""Clipper's one screen, and what it answers to broadcasts."""

from __future__ import annotations

from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.ui.activity import Activity, Context, Screen
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import MATCH
from android_gym.simulator.ui.widgets import TextView

RESULT_OK = -1

USAGE = """\
Usage:

Get the clipboard's text:
am broadcast -a clipper.get

Set the clipboard's text:
am broadcast -a clipper.set -e text "this can be pasted now"
"""


class Main(Activity):
    """Says how the app is used."""

    def theme(self) -> Theme:
        """Android's old dark-barred light theme."""
        return material_theme("#212121", "#009688", material=2, name="clipper")

    def build(self) -> Screen:
        """A heading and the usage."""
        return Screen(
            column(
                Toolbar("Clipper"),
                TextView(
                    "Clipper service is started.",
                    id="head",
                    size=22,
                    weight_font=700,
                    margin=(16, 16, 16, 8),
                ),
                TextView(USAGE, id="sub", size=14, margin=(16, 0)),
                width=MATCH,
                height=MATCH,
            )
        )


def receive(context: Context, intent: Intent) -> BroadcastResult:
    """Reads or writes the clipboard, which Android gives only to the app in the foreground."""
    top = context.system.activities.top
    focused = top is not None and top.package == context.package
    clipboard = context.system.clipboard
    if intent.action in ("clipper.set", "set"):
        text = intent.extra("text")
        if text is None:
            return BroadcastResult(0, 'No text is provided. Use -e text "text to be pasted"')
        if focused:
            clipboard.set_text(str(text), source=context.package)
        return BroadcastResult(RESULT_OK, "Text is copied into clipboard.")
    if not focused or clipboard.clip is None:
        return BroadcastResult(0, "")
    return BroadcastResult(RESULT_OK, clipboard.text)

"""Clipper's only screen."""

from __future__ import annotations

from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.components import Toolbar
from android_gym.simulator.ui.layouts import full_column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

USAGE = """\
Usage:

Get the clipboard's text:
am broadcast -a clipper.get

Set the clipboard's text:
am broadcast -a clipper.set -e text "this can be pasted now"
"""


class Main(Activity):
    """Shows how the app is used."""

    def theme(self) -> Theme:
        """Return Android's old light theme with dark bars."""
        return material_theme("#212121", "#009688", material=2, name="clipper")

    def build(self) -> View:
        """Build a heading and the usage text."""
        started = "Clipper service is started."
        return full_column(
            Toolbar("Clipper"),
            TextView(started, id="head", size=22, weight_font=700, margin=(16, 16, 16, 8)),
            TextView(USAGE, id="sub", size=14, margin=(16, 0)),
        )

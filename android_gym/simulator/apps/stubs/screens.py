"""The only screen of these apps."""

from __future__ import annotations

from android_gym.simulator.apps.stubs.manifest import APPS
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["Missing"]


class Missing(Activity):
    """Shows what the app would do, and that it is not simulated."""

    def theme(self) -> Theme:
        """Return Material's light or dark theme."""
        return material_theme("#1A73E8", dark=self.context.system.display.dark)

    def build(self) -> View:
        """Build the icon, the name, and the text."""
        app = next(each for each in APPS if each.package == self.context.package)
        icon = AppIcon("#FFFFFF", app.icon, app.color)
        return column(
            ImageView(icon, id="icon", size=72, tint=None, margin=(0, 0, 0, 24)),
            TextView(app.label, id="title", style="title_large"),
            TextView(
                f"{app.missing} is not supported. This phone has only this screen of {app.label}.",
                id="message",
                align="center",
                margin=(32, 12),
            ),
            width=MATCH,
            height=MATCH,
            content_gravity="center",
        )

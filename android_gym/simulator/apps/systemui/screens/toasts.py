"""Toasts."""

from __future__ import annotations

from android_gym.simulator.apps.systemui.screens.parts import decoration
from android_gym.simulator.ui.activity import Overlay, SystemWindow
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.widgets import ImageView, TextView


class Toast(SystemWindow):
    """The toast on screen; since Android 12 with the app's icon."""

    LAYER = 60

    def build(self) -> Overlay | None:
        """Build the toast, if there is one."""
        system = self.context.system
        package, text = system.status_bar.toast or ("", "")
        if not system.packages.installed(package):
            return None
        icon = AppIcon(*system.packages.manifest(package).icon)
        content = row(
            ImageView(icon, size=24, tint=None),
            TextView(text, style="toast", max_lines=2, margin=(10, 0, 0, 0)),
            padding=(16, 10),
            background=Rounded("toast", 28),
            elevation=3,
        )
        return decoration(
            content,
            key="toast",
            gravity="bottom|center_horizontal",
            margin=(24, 24, 24, 72),
            touchable=False,
            accessible=False,
            title="Toast",
        )

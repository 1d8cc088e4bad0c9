"""Toasts."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import PlatformWindow
from android_gym.simulator.apps.systemui.screens.parts import decoration
from android_gym.simulator.system.words import verbatim
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.widgets import ImageView, TextView


class Toast(PlatformWindow):
    """The toast on screen; since Android 12 with the icon of an app that isn't preinstalled."""

    LAYER = 60

    def build(self) -> Overlay | None:
        """Build the toast; None if there is none."""
        system = self.context.system
        package, text = system.status_bar.toast or ("", "")
        if not system.packages.installed(package):
            return None
        manifest = system.packages.manifest(package)
        icon = None
        if not manifest.system:
            icon = ImageView(AppIcon(*manifest.icon), size=24, tint=None, margin=(0, 0, 10, 0))
        content = row(
            icon,
            TextView(verbatim(text), style="toast", max_lines=2),
            padding=(16, 12),
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

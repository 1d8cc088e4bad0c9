"""Toasts."""

from __future__ import annotations

from android_gym.simulator.ui.activity import Overlay, SystemWindow
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import row
from android_gym.simulator.ui.widgets import ImageView, TextView


class Toast(SystemWindow):
    """The toast on screen; since Android 12 with the app's icon."""

    LAYER = 60

    def build(self) -> Overlay | None:
        """Builds the toast, if there is one."""
        toast = self.context.system.status_bar.toast
        if toast is None:
            return None
        package, text = toast
        if not self.context.system.packages.installed(package):
            return None
        background, glyph, color = self.context.system.packages.manifest(package).icon
        content = row(
            ImageView(AppIcon(background, glyph, color), size=24, tint=None),
            TextView(text, style="toast", max_lines=2, margin=(10, 0, 0, 0)),
            padding=(16, 10),
            background=Rounded("toast", 28),
            elevation=3,
        )
        return Overlay(
            content,
            key="toast",
            gravity="bottom|center_horizontal",
            margin=(24, 24, 24, 72),
            modal=False,
            focusable=False,
            touchable=False,
            accessible=False,
            kind="system",
            title="Toast",
        )

"""The permission review on the first start of an app made for Android 5.1 or older."""

from __future__ import annotations

from dataclasses import replace

from android_gym.simulator.appkit.platform import PlatformActivity
from android_gym.simulator.apps.permissioncontroller.model import ReviewState
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import ScrollView, column, full_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, Switch, TextView

_ID = "com.android.permissioncontroller:id/"


class ReviewPermissionsActivity(PlatformActivity[ReviewState]):
    """Asks once for a legacy app's permissions, then starts what was requested."""

    @property
    def _package(self) -> str:
        return str(self.intent.extra("package", ""))

    def build(self) -> Screen:
        """Build the app's icon, a switch for notifications, and two buttons."""
        packages = self.context.system.packages
        if not packages.installed(self._package):
            return Screen(View(width=MATCH, height=MATCH))
        manifest = packages.manifest(self._package)
        on = self.state.notifications
        summary, grey = "show notifications", "text_secondary"
        switch = wide_row(
            column(
                TextView("Notifications", id="android:id/title", style="body_large"),
                TextView(summary, id="android:id/summary", style="body_medium", color=grey),
                width=0,
                weight=1,
            ),
            Switch(id="android:id/switch_widget", checked=on, clickable=False, focusable=False),
            key="notifications",
            min_height=72,
            padding=(24, 12),
            on_click=lambda: self.update(notifications=not on),
        )
        icon, margin = AppIcon(*manifest.icon), (24, 32, 24, 16)
        content = full_column(
            ImageView(icon, id=_ID + "app_icon", size=48, tint=None, margin=margin),
            TextView(
                f"Choose what to allow {manifest.label} to access",
                id=_ID + "permissions_message",
                style="title_large",
                width=MATCH,
                padding=(24, 0, 24, 24),
            ),
            ScrollView(switch, id=_ID + "preferences_frame", width=MATCH, height=0, weight=1),
            wide_row(
                View(width=0, weight=1),
                Button("Cancel", id=_ID + "cancel_button", on_click=self.finish),
                Button("Continue", id=_ID + "continue_button", on_click=self._go_on),
                padding=(16, 8),
            ),
        )
        return Screen(content, title="Review permissions")

    def _go_on(self) -> None:
        packages = self.context.system.packages
        package, wanted = self._package, self.intent.extra("intent")
        self.finish()
        if packages.installed(package):
            packages.change(package, reviewed=True)
        if isinstance(wanted, Intent):
            wanted = replace(wanted, flags=wanted.flags | FLAG_ACTIVITY_NEW_TASK)
            self.context.system.activities.start(wanted)

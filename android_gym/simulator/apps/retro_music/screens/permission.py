"""The page that requests the app's permissions."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from android_gym.simulator.apps.retro_music.actions import PERMISSIONS, RetroScreen
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import OverflowScroll, column, full_column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, Divider, ImageView, TextView

__all__ = ["PermissionActivity"]

BLUETOOTH = "android.permission.BLUETOOTH_CONNECT"


class PermissionActivity(RetroScreen):
    """Lists the permissions, each with a button."""

    def build(self) -> View:
        """Build the greeting, the permissions and the button to continue."""
        items = column(
            self._item(
                "storage_permission",
                "1",
                "Storage",
                "For listing the music of this device.",
                self.may_run,
                self._ask_storage,
            ),
            self._item(
                "bluetooth_permission",
                "2",
                "Bluetooth",
                "For starting to play when a headset is connected.",
                self.context.granted(BLUETOOTH),
                lambda: self.request_permission(BLUETOOTH),
            ),
            self._item(
                "audio_permission",
                "3",
                "Ringtone",
                "For setting a song as the ringtone.",
                self.may_write_settings,
                self._open_settings,
            ),
            width=MATCH,
        )
        return full_column(
            TextView(
                "Hello there! \nWelcome to Retro Music",
                id="appNameText",
                size=24,
                padding=32,
                width=MATCH,
            ),
            Divider(id="divider"),
            OverflowScroll(items, width=MATCH, height=0, weight=1),
            Button(
                "Let's go",
                id="finish",
                kind="filled",
                width=MATCH,
                margin=16,
                enabled=self.may_run,
                on_click=self._go_on,
            ),
        )

    def _item(
        self,
        id: str,
        number: str,
        title: str,
        summary: str,
        held: bool,
        ask: Callable[[], object],
    ) -> View:
        return row(
            TextView(
                number,
                id="number",
                width=24,
                height=24,
                align="center",
                vertical="center",
                color="on_primary",
                background=Oval("primary"),
                margin=(16, 4, 16, 0),
            ),
            column(
                TextView(title, id="title", size=16),
                TextView(summary, id="summary", size=14, color="text_secondary"),
                Button(
                    "Grant access",
                    id="button",
                    kind="outlined",
                    enabled=not held,
                    margin=(0, 8, 0, 0),
                    width=MATCH,
                    on_click=ask,
                ),
                width=0,
                weight=1,
                margin=(0, 0, 16, 0),
            ),
            ImageView("check_circle", id="checkImage", tint="primary", margin=(0, 0, 16, 0))
            if held
            else None,
            id=id,
            width=MATCH,
            padding=(0, 16),
            content_gravity="top",
        )

    def _ask_storage(self) -> None:
        self.request_permissions(PERMISSIONS, request="storage")

    def on_permission_result(self, request: Hashable, granted: bool) -> None:
        """Report a denied permission."""
        if not granted:
            self.toast("Permissions denied.")

    def _open_settings(self) -> None:
        action = "android.settings.action.MANAGE_WRITE_SETTINGS"
        if not self.start_activity(Intent(action, data=f"package:{self.context.package}")):
            self.toast("No app found to handle this action.")

    def _go_on(self) -> None:
        self.start_activity(".activities.MainActivity")
        self.finish()

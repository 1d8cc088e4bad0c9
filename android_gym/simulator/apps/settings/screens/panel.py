"""Settings panels, which other apps show over their own screen."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import translucent
from android_gym.simulator.appkit.preferences import Rows
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.apps.settings.screens.sound import VolumePage
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column, wide_row
from android_gym.simulator.ui.widgets import Button, Space, TextView


class InternetPanel(Page):
    """Opens SystemUI's Internet dialog, as Android has done since version 12."""

    TITLE = "Internet"

    def on_resume(self) -> None:
        """Show the dialog and finish."""
        self.system.status_bar.show_dialog("internet")
        self.finish()

    def build(self) -> Screen:
        """Build an empty screen."""
        return translucent()


class VolumePanel(VolumePage):
    """The volume sliders at the bottom of the screen."""

    TITLE = "Volume"

    def build(self) -> Screen:
        """Build a sheet with the sliders."""
        buttons = wide_row(
            Button("Settings", id="see_more", kind="outlined", on_click=self._see_more),
            Space(width=0, weight=1, height=1),
            Button("Done", id="done", kind="filled", on_click=self.finish),
            padding=(24, 16, 24, 36),
        )
        sheet = wide_column(
            TextView(
                self.TITLE,
                id="panel_title",
                style="dialog_title",
                gravity="center_horizontal",
                margin=(24, 24, 24, 8),
            ),
            *Rows(self.volumes(), self.view),
            buttons,
            id="panel_container",
            background=Rounded("dialog", (28.0, 28.0, 0.0, 0.0)),
        )
        overlay = Overlay(
            sheet, gravity="bottom", width=MATCH, dim=0.4, on_dismiss=self.finish, title=self.TITLE
        )
        return translucent(overlay, light_bars=False)

    def _see_more(self) -> None:
        self.finish()
        self.open("sound:Sound")

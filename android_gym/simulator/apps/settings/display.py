"""Display."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import Category, Preference, TwoTarget

__all__ = ["DisplaySettings"]

NEVER_MS = 2**31 - 1

TIMEOUTS = {
    15_000: "15 seconds",
    30_000: "30 seconds",
    60_000: "1 minute",
    120_000: "2 minutes",
    300_000: "5 minutes",
    600_000: "10 minutes",
    1_800_000: "30 minutes",
}


class DisplaySettings(Page):
    """Brightness, timeout, dark theme, rotation."""

    TITLE = "Display"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's display_settings."""
        display, status_bar = self.system.display, self.system.status_bar
        timeout = TIMEOUTS.get(self.system.settings.get_int("system", "screen_off_timeout", 0))
        rotates = self.is_on("system", "accelerometer_rotation")
        return [
            Category("Brightness"),
            Preference(
                "Brightness level",
                f"{round(display.slider * 100)}%",
                on_click=lambda: status_bar.show_dialog("brightness"),
            ),
            Category("Lock display"),
            Preference(
                "Lock screen",
                "Show all notification content",
            ),
            # The emulator's own timeout is none of the choices; Android then says so.
            Preference("Screen timeout", f"After {timeout or 'null'} of inactivity"),
            Category("Appearance"),
            TwoTarget(
                "Dark theme",
                "Will never turn off automatically"
                if display.dark
                else "Will never turn on automatically",
                checked=display.dark,
                on_change=display.set_dark,
            ),
            Preference("Screen saver", "On / Clock"),
            Preference("Display size and text"),
            Category("Color"),
            Preference("Colors"),
            Category("Other display controls"),
            TwoTarget(
                "Auto-rotate screen",
                "On" if rotates else "Off",
                checked=rotates,
                on_change=lambda on: self.put("system", "accelerometer_rotation", on),
            ),
        ]

"""Developer options."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import Category, MainSwitch, Preference

__all__ = ["DeveloperOptions"]

_SCALES = (
    ("0", "Animation off"),
    ("0.5", "Animation scale .5x"),
    ("1", "Animation scale 1x"),
    ("1.5", "Animation scale 1.5x"),
    ("2", "Animation scale 2x"),
    ("5", "Animation scale 5x"),
    ("10", "Animation scale 10x"),
)


class DeveloperOptions(Page):
    """Switches for developers."""

    TITLE = "Developer options"

    def rows(self) -> Sequence[Row | None]:
        """Those that mean something on this phone, in Android's order."""
        on = self.is_on("global", "development_settings_enabled")
        rows: list[Row | None] = [
            MainSwitch(
                "Use developer options",
                on,
                lambda wanted: self.put("global", "development_settings_enabled", wanted),
            )
        ]
        if not on:
            return rows
        return [
            *rows,
            Preference(
                "Bug report",
                on_click=self.confirm(
                    "bug",
                    "Take bug report",
                    "This report contains data from your device\u2019s system log files.",
                    "Report",
                    lambda: self.toast("Bug report is being generated, please wait"),
                ),
            ),
            self.toggle(
                "Stay awake",
                "global",
                "stay_on_while_plugged_in",
                "Screen will never sleep while charging",
                on="7",
            )
            if self.setting("global", "stay_on_while_plugged_in") in ("0", "7")
            else self.toggle(
                "Stay awake",
                "global",
                "stay_on_while_plugged_in",
                "Screen will never sleep while charging",
            ),
            Category("Debugging"),
            self.toggle(
                "USB debugging", "global", "adb_enabled", "Debug mode when USB is connected"
            ),
            self.toggle(
                "Wireless debugging",
                "global",
                "adb_wifi_enabled",
                "Debug mode when Wi\u2011Fi is connected",
            ),
            self.toggle("Enable view attribute inspection", "global", "debug_view_attributes"),
            self.toggle("Wait for debugger", "global", "wait_for_debugger"),
            self.toggle(
                "Verify apps over USB",
                "global",
                "verifier_verify_adb_installs",
                "Check apps installed via ADB/ADT for harmful behavior.",
            ),
            Category("Networking"),
            self.toggle(
                "Mobile data always active",
                "global",
                "mobile_data_always_on",
                "Always keep mobile data active, even when Wi\u2011Fi is active (for fast network"
                " switching).",
            ),
            Category("Input"),
            self.toggle("Show taps", "system", "show_touches", "Show visual feedback for taps"),
            self.toggle(
                "Pointer location",
                "system",
                "pointer_location",
                "Screen overlay showing current touch data",
            ),
            Category("Drawing"),
            self.toggle(
                "Force RTL layout direction",
                "global",
                "debug.force_rtl",
                "Force screen layout direction to RTL for all locales",
            ),
            self._scale("Window animation scale", "window_animation_scale"),
            self._scale("Transition animation scale", "transition_animation_scale"),
            self._scale("Animator duration scale", "animator_duration_scale"),
            self._smallest_width(),
            Category("Apps"),
            self.toggle(
                "Don\u2019t keep activities",
                "global",
                "always_finish_activities",
                "Destroy every activity as soon as the user leaves it",
            ),
            self.toggle(
                "Force activities to be resizable",
                "global",
                "force_resizable_activities",
                "Make all activities resizable for multi-window, regardless of manifest values.",
            ),
            self.toggle(
                "Enable freeform windows",
                "global",
                "enable_freeform_support",
                "Enable support for experimental freeform windows.",
            ),
            self.toggle(
                "Show notification channel warnings",
                "global",
                "show_notification_channel_warnings",
                "Displays on-screen warning when an app posts a notification without a valid"
                " channel",
            ),
        ]

    def _scale(self, title: str, key: str) -> Preference:
        value = float(self.setting("global", key, "1") or 1)
        return self.choice(
            title, _SCALES, f"{value:g}", lambda chosen: self.put("global", key, chosen)
        )

    def _smallest_width(self) -> Preference:
        display = self.system.display
        pixels = min(display.size)
        width = round(pixels / display.density)

        def accept(text: str) -> None:
            if text.isdigit() and int(text) >= 320:
                dpi = max(120, int(160 * pixels / int(text)))
                self.put("secure", "display_density_forced", dpi)
                display.set_density(dpi)

        return self.edit(
            "Smallest width", str(width), accept, summary=f"{width} dp", input_type="number"
        )

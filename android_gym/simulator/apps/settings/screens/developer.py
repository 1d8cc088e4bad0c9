"""Developer options."""

from __future__ import annotations

from collections.abc import Sequence

from android_gym.simulator.appkit.preferences import (
    Category,
    ListPreference,
    Preference,
    Row,
    TextPreference,
    Value,
)
from android_gym.simulator.apps.settings.dialogs import TakeBugReport, shows
from android_gym.simulator.apps.settings.model import Link, MainSwitch, Toggle, link
from android_gym.simulator.apps.settings.screens.page import Page

_SCALES = (
    ("0", "Animation off"),
    ("0.5", "Animation scale .5x"),
    ("1", "Animation scale 1x"),
    ("1.5", "Animation scale 1.5x"),
    ("2", "Animation scale 2x"),
    ("5", "Animation scale 5x"),
    ("10", "Animation scale 10x"),
)
_AWAKE = "global/stay_on_while_plugged_in"
_WIDTH = "smallest_width"


class DeveloperOptions(Page):
    """The developer options that have an effect on this phone, in Android's order."""

    TITLE = "Developer options"
    DIALOGS = (TakeBugReport,)

    def rows(self) -> Sequence[Row | None]:
        """List the options while they are switched on."""
        switch = MainSwitch("global/development_settings_enabled", "Use developer options")
        if not self.value(switch):
            return [switch]
        # 7 means all power sources; another value chosen over adb is preserved.
        awake = "7" if self.store.text(_AWAKE) in ("0", "7") else "1"
        width = f"{self.value(TextPreference(_WIDTH, ''))} dp"
        return [
            switch,
            link("Memory", "memory:Memory", "How much memory apps have used"),
            Link("Bug report", shows(TakeBugReport())),
            Toggle(_AWAKE, "Stay awake", "Screen will never sleep while charging", on=awake),
            Category("Debugging"),
            Toggle("global/adb_enabled", "USB debugging", "Debug mode when USB is connected"),
            Toggle(
                "global/adb_wifi_enabled",
                "Wireless debugging",
                "Debug mode when Wi\u2011Fi is connected",
            ),
            Toggle("global/debug_view_attributes", "Enable view attribute inspection"),
            Toggle("global/wait_for_debugger", "Wait for debugger"),
            Toggle(
                "global/verifier_verify_adb_installs",
                "Verify apps over USB",
                "Check apps installed via ADB/ADT for harmful behavior.",
            ),
            Category("Networking"),
            Toggle(
                "global/mobile_data_always_on",
                "Mobile data always active",
                "Always keep mobile data active, even when Wi\u2011Fi is active (for fast network"
                " switching).",
            ),
            Category("Input"),
            Toggle("system/show_touches", "Show taps", "Show visual feedback for taps"),
            Toggle(
                "system/pointer_location",
                "Pointer location",
                "Screen overlay showing current touch data",
            ),
            Category("Drawing"),
            Toggle(
                "global/debug.force_rtl",
                "Force RTL layout direction",
                "Force screen layout direction to RTL for all locales",
            ),
            *(
                ListPreference(f"global/{title.lower().replace(' ', '_')}", title, choices=_SCALES)
                for title in (
                    "Window animation scale",
                    "Transition animation scale",
                    "Animator duration scale",
                )
            ),
            TextPreference(
                _WIDTH, "Smallest width", width, input_type="number", accept=str, required=True
            ),
            Category("Apps"),
            Toggle(
                "global/always_finish_activities",
                "Don\u2019t keep activities",
                "Destroy every activity as soon as the user leaves it",
            ),
            Toggle(
                "global/force_resizable_activities",
                "Force activities to be resizable",
                "Make all activities resizable for multi-window, regardless of manifest values.",
            ),
            Toggle(
                "global/enable_freeform_support",
                "Enable freeform windows",
                "Enable support for experimental freeform windows.",
            ),
            Toggle(
                "global/show_notification_channel_warnings",
                "Show notification channel warnings",
                "Displays on-screen warning when an app posts a notification without a valid"
                " channel",
            ),
        ]

    def value(self, preference: Preference) -> Value:
        """Return scales in the choices' format ("1.0" as "1"), and the smallest width in dp."""
        if isinstance(preference, ListPreference):
            return f"{float(self.store.text(preference.key, '1') or 1):g}"
        if preference.key == _WIDTH:
            display = self.system.display
            return str(round(min(display.size) / display.density))
        return super().value(preference)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change a value; a smallest width of 320 dp or more changes the density."""
        if preference.key != _WIDTH:
            super().set_value(preference, value)
        elif str(value).isdigit() and int(value) >= 320:
            display = self.system.display
            dpi = max(120, int(160 * min(display.size) / int(value)))
            self.store.put("secure/display_density_forced", dpi)
            display.set_density(dpi)

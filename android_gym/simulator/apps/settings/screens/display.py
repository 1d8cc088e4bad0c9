"""Display: lock screen, timeout, dark theme, screen saver, sizes, colours, rotation."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from android_gym.simulator.appkit.dialogs import TimeDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    ListPreference,
    Preference,
    Row,
    SeekBarPreference,
    TextPreference,
    Value,
)
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.dialogs import shows
from android_gym.simulator.apps.settings.look import Custom, Footer, WideButton
from android_gym.simulator.apps.settings.model import (
    DARK_TO_SAVE,
    Link,
    MainSwitch,
    Toggle,
    TwoTarget,
    link,
    opens,
    radios,
)
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.night import AUTO, CUSTOM
from android_gym.simulator.system.words import joined, phrase
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

TIMEOUTS: Final = {
    "15000": "15 seconds",
    "30000": "30 seconds",
    "60000": "1 minute",
    "120000": "2 minutes",
    "300000": "5 minutes",
    "600000": "10 minutes",
    "1800000": "30 minutes",
}

FONT_SCALES: Final = ("0.85", "1.0", "1.15", "1.3")

_CLOCK: Final = "com.google.android.deskclock/com.android.deskclock.Screensaver"
_DREAMS: Final = {
    _CLOCK: "Clock",
    "com.android.dreams.basic/com.android.dreams.basic.Colors": "Colors",
}

LOCK_SCREEN: Final = (
    ("11", "Show all notification content"),
    ("10", "Show sensitive content only when unlocked"),
    ("00", "Don\u2019t show notifications at all"),
)
"""Notifications on the lock screen, by ``lock_screen_show_notifications`` and
``lock_screen_allow_private_notifications``."""


class DisplaySettings(Page):
    """Brightness, timeout, dark theme, rotation, in the order of Android's display_settings."""

    TITLE = "Display"

    def rows(self) -> Sequence[Row | None]:
        """List the display settings."""
        store, display, status_bar = self.store, self.system.display, self.system.status_bar
        # The emulator's own timeout is not among the choices; Android shows "null" for it.
        timeout = TIMEOUTS.get(store.text("system/screen_off_timeout"), "null")
        rotates = "On" if store.is_on("system/accelerometer_rotation") else "Off"
        dream = _DREAMS.get(store.text("secure/screensaver_components", ""), "Clock")
        saver = joined(" / ", ("On", dream)) if store.is_on("secure/screensaver_enabled") else "Off"
        lock_screen = dict(LOCK_SCREEN).get(store.text("phone/lock_screen"))
        return [
            Category("Brightness"),
            Link(
                "Brightness level",
                lambda _: status_bar.show_dialog("brightness"),
                f"{round(display.slider * 100)}%",
            ),
            Category("Lock display"),
            link("Lock screen", "display:LockScreen", lock_screen),
            link(
                "Screen timeout",
                "display:ScreenTimeout",
                phrase("After {time} of inactivity", time=timeout),
            ),
            Category("Appearance"),
            TwoTarget(
                "phone/dark",
                "Dark theme",
                self._dark_summary(),
                on_click=opens("display:DarkTheme"),
                switchable=not self.system.night.saving,
            ),
            link("Screen saver", "display:ScreenSaver", saver),
            link("Display size and text", "display:DisplaySizeAndText"),
            Category("Color"),
            link("Colors", "display:Colors"),
            Category("Other display controls"),
            TwoTarget(
                "system/accelerometer_rotation",
                "Auto-rotate screen",
                rotates,
                on_click=opens("display:AutoRotate"),
            ),
        ]

    def _dark_summary(self) -> str:
        dark = self.system.display.dark
        night = self.system.night
        word = "off" if dark else "on"
        if night.saving:
            return DARK_TO_SAVE
        if not night.scheduled:
            return f"Will never turn {word} automatically"
        if night.mode == CUSTOM:
            time = _shown(self, night.end if dark else night.start)
        else:
            time = "sunrise" if dark else "sunset"
        return phrase(f"Will turn {word} automatically at {{time}}", time=time)


class LockScreen(Page):
    """Contents of the lock screen, and when to show it."""

    TITLE = "Lock screen"
    ROWS = (
        Category("What to show"),
        ListPreference("phone/lock_screen", "Privacy", choices=LOCK_SCREEN),
        TextPreference(
            "secure/lock_screen_owner_info",
            "Add text on lock screen",
            empty="None",
            hint="E.g., Joe\u2019s Android.",
            accept=str,
            button="Save",
        ),
        Toggle(
            "secure/lockscreen_show_controls", "Show device controls", "When locked", default=True
        ),
        Category("When to show"),
        Toggle("secure/doze_pulse_on_double_tap", "Double-tap to check phone"),
        Toggle("secure/doze_pulse_on_pick_up", "Lift to check phone"),
        Toggle(
            "secure/doze_enabled",
            "Wake screen for notifications",
            "When screen is dark, it turns on for new notifications",
            default=True,
        ),
    )


class ScreenTimeout(Page):
    """Idle time until the screen turns off."""

    TITLE = "Screen timeout"
    ROWS = radios("system/screen_off_timeout", TIMEOUTS)


def _shown(page: AnyPage, time: dt.time) -> str:
    return time_of_day(page.context, dt.datetime.combine(dt.date(2000, 1, 1), time))


@dataclass(frozen=True)
class NightTime(TimeDialog[AnyPage]):
    """Pick a time of the dark theme's schedule."""

    which: Literal["start", "end"] = "start"

    def time(self, screen: AnyPage) -> dt.time:
        """Return the time that is set."""
        night = screen.system.night
        return night.start if self.which == "start" else night.end

    def on_pick(self, screen: AnyPage, time: dt.time) -> None:
        """Set it."""
        screen.system.night.set_times(**{self.which: time})


class DarkTheme(Page):
    """Dark theme and its schedule."""

    TITLE = "Dark theme"
    DIALOGS = (NightTime,)

    def rows(self) -> Sequence[Row | None]:
        """List the switch, the schedule, and its times if they are the user's."""
        night = self.system.night
        custom = night.mode == CUSTOM
        return [
            MainSwitch("phone/dark", "Use Dark theme", enabled=not night.saving),
            ListPreference(
                "phone/dark_schedule",
                "Schedule",
                enabled=not night.saving,
                choices=(
                    ("never", "None"),
                    (CUSTOM, "Turns on at custom time"),
                    (AUTO, "Turns on from sunset to sunrise"),
                ),
            ),
            Link("Start time", shows(NightTime("start")), _shown(self, night.start))
            if custom
            else None,
            Link("End time", shows(NightTime("end")), _shown(self, night.end)) if custom else None,
            Footer(
                "Dark theme uses a black background to help keep your battery alive longer on some"
                " screens. Dark theme schedules wait to turn on until your screen is off."
            ),
        ]


class ScreenSaver(Page):
    """The screen saver shown while charging."""

    TITLE = "Screen saver"

    def rows(self) -> Sequence[Row | None]:
        """List the switch and, while it is on, which screen saver to use and when."""
        switch = MainSwitch("secure/screensaver_enabled", "Use screen saver")
        if not self.value(switch):
            return [switch]
        return [
            switch,
            Category("Choose a screen saver"),
            *radios("secure/screensaver_components", _DREAMS, _CLOCK),
            ListPreference(
                "phone/screensaver_start",
                "When to start",
                choices=(
                    ("10", "While charging"),
                    ("01", "While docked"),
                    ("11", "While charging or docked"),
                    ("00", "Never"),
                ),
            ),
        ]


class DisplaySizeAndText(Page):
    """Font size and display size."""

    TITLE = "Display size and text"

    def densities(self) -> list[int]:
        """Return the available densities in dpi, computed like Android's DisplayDensityUtils."""
        display = self.system.display
        own, width = display.physical_density_dpi, min(display.physical_size)
        larger = max(0.0, min(1.5, 160 * width / 320 / own) - 1)
        steps = min(3, int(larger / 0.09))
        more = [int(own * (1 + (i + 1) * larger / steps)) & ~1 for i in range(steps)]
        return [int(own * 0.85) & ~1, own, *more]

    def rows(self) -> Sequence[Row | None]:
        """List a sample, two sliders and two switches."""
        return [
            Custom(_sample),
            SeekBarPreference(
                "system/font_scale",
                "Font size",
                "Make text smaller or larger",
                id="font_size",
                maximum=len(FONT_SCALES) - 1,
            ),
            SeekBarPreference(
                "secure/display_density_forced",
                "Display size",
                "Make everything smaller or larger",
                id="display_size",
                maximum=len(self.densities()) - 1,
            ),
            Toggle("secure/font_weight_adjustment", "Bold text", on="300"),
            Toggle(
                "secure/high_text_contrast_enabled",
                "High contrast text",
                "Change the text color to black or white. Maximizes contrast with the background.",
            ),
            WideButton("Reset settings", lambda _: self._reset(), id="reset_button"),
        ]

    def value(self, preference: Preference) -> Value:
        """Return a value; for a slider, the index of the nearest size."""
        display = self.system.display
        match preference.id:
            case "font_size":
                scales, present = [float(scale) for scale in FONT_SCALES], display.font_scale
            case "display_size":
                scales = [float(dpi) for dpi in self.densities()]
                present = display.density_dpi
            case _:
                return super().value(preference)
        return min(range(len(scales)), key=lambda i: abs(scales[i] - present))

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change a value, or a size."""
        match preference.id:
            case "font_size":
                value = FONT_SCALES[int(value)]
            case "display_size":
                self._resize(self.densities()[int(value)])
                return
        super().set_value(preference, value)

    def _resize(self, dpi: int) -> None:
        display = self.system.display
        if dpi == display.physical_density_dpi:
            self.system.settings.delete("secure", "display_density_forced")
        else:
            self.store.put("secure/display_density_forced", dpi)
        display.set_density(dpi)

    def _reset(self) -> None:
        self.store.put("system/font_scale", "1.0")
        self.store.put("secure/font_weight_adjustment", "0")
        self.store.put("secure/high_text_contrast_enabled", "0")
        self.system.settings.delete("secure", "display_density_forced")
        self.system.display.set_density()
        self.toast("Display size and text preferences have been reset")


def _sample() -> View:
    return wide_column(
        TextView("Sample text", style="preference_title"),
        TextView(
            "The wonderful wizard of Oz. Chapter 11: The Emerald City. Even with eyes protected by"
            " the green spectacles, Dorothy and her friends were at first dazzled by the brilliancy"
            " of the wonderful City.",
            style="preference_summary",
            color="text_secondary",
            margin=(0, 8, 0, 0),
        ),
        id="preview",
        padding=24,
        margin=(24, 8, 24, 16),
        background=Rounded("surface_container_high", 24),
    )


class AdaptiveBrightness(Page):
    """The switch that lets the phone choose its brightness; the light around it never changes."""

    TITLE = "Adaptive brightness"
    ROWS = (
        MainSwitch("system/screen_brightness_mode", "Use adaptive brightness"),
        Footer(
            "Your screen brightness will automatically adjust to your environment and activities."
            " You can move the slider manually to help adaptive brightness learn your preferences."
        ),
    )


class Colors(Page):
    """Colour intensity: Android's colour modes."""

    TITLE = "Colors"
    ROWS = radios("system/display_color_mode", {"0": "Natural", "1": "Boosted", "2": "Adaptive"})


class AutoRotate(Page):
    """Automatic screen rotation."""

    TITLE = "Auto-rotate"
    ROWS = (
        MainSwitch("system/accelerometer_rotation", "Use auto-rotate"),
        Footer(
            "Screen orientation will adjust when you move your phone between portrait and landscape"
        ),
    )

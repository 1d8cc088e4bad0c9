"""Display: lock screen, timeout, dark theme, screen saver, sizes, colours, rotation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Custom,
    Footer,
    MainSwitch,
    Preference,
    RadioPreference,
    SliderPreference,
    TwoTarget,
)
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, TextView

__all__ = [
    "AutoRotate",
    "Colors",
    "DarkTheme",
    "DisplaySettings",
    "DisplaySizeAndText",
    "LockScreen",
    "ScreenSaver",
    "ScreenTimeout",
    "lock_screen_summary",
]

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
_DREAMS: Final = (
    (_CLOCK, "Clock"),
    ("com.android.dreams.basic/com.android.dreams.basic.Colors", "Colors"),
)

# (lock_screen_show_notifications, lock_screen_allow_private_notifications)
LOCK_SCREEN: Final = (
    ("11", "Show all notification content"),
    ("10", "Show sensitive content only when unlocked"),
    ("00", "Don\u2019t show notifications at all"),
)


def lock_screen_choice(page: Page, title: str, summary: str | None = None) -> Preference:
    """The row that says what the lock screen shows of notifications."""
    shown = page.setting("secure", "lock_screen_show_notifications", "1")
    private = page.setting("secure", "lock_screen_allow_private_notifications", "1")

    def choose(value: str) -> None:
        page.put("secure", "lock_screen_show_notifications", value[0])
        page.put("secure", "lock_screen_allow_private_notifications", value[1])

    chosen = "00" if shown == "0" else shown + private
    return page.choice(title, LOCK_SCREEN, chosen, choose, summary=summary)


def lock_screen_summary(page: Page) -> str:
    """What the lock screen shows of notifications."""
    return lock_screen_choice(page, "").summary or ""


class DisplaySettings(Page):
    """Brightness, timeout, dark theme, rotation."""

    TITLE = "Display"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's display_settings."""
        display, status_bar = self.system.display, self.system.status_bar
        # The emulator's own timeout is none of the choices, and Android then says "null".
        timeout = TIMEOUTS.get(self.setting("system", "screen_off_timeout"), "null")
        rotates = self.is_on("system", "accelerometer_rotation")
        dream = dict(_DREAMS).get(self.setting("secure", "screensaver_components", ""), "Clock")
        saver = self.is_on("secure", "screensaver_enabled")
        return [
            Category("Brightness"),
            Preference(
                "Brightness level",
                f"{round(display.slider * 100)}%",
                on_click=lambda: status_bar.show_dialog("brightness"),
            ),
            Category("Lock display"),
            self.link("Lock screen", "display:LockScreen", lock_screen_summary(self)),
            self.link("Screen timeout", "display:ScreenTimeout", f"After {timeout} of inactivity"),
            Category("Appearance"),
            TwoTarget(
                "Dark theme",
                _dark_summary(self),
                on_click=self.opener("display:DarkTheme"),
                checked=display.dark,
                on_change=display.set_dark,
            ),
            self.link("Screen saver", "display:ScreenSaver", f"On / {dream}" if saver else "Off"),
            self.link("Display size and text", "display:DisplaySizeAndText"),
            Category("Color"),
            self.link("Colors", "display:Colors"),
            Category("Other display controls"),
            TwoTarget(
                "Auto-rotate screen",
                "On" if rotates else "Off",
                on_click=self.opener("display:AutoRotate"),
                checked=rotates,
                on_change=lambda on: self.put("system", "accelerometer_rotation", on),
            ),
        ]


def _dark_summary(page: Page) -> str:
    dark = page.system.display.dark
    schedule = page.kept("dark_schedule", "never")
    word = "off" if dark else "on"
    if schedule == "never":
        return f"Will never turn {word} automatically"
    at = {
        ("custom", False): "10:00 PM",
        ("custom", True): "6:00 AM",
        ("sunset", False): "sunset",
        ("sunset", True): "sunrise",
    }[schedule, dark]
    return f"Will turn {word} automatically at {at}"


class LockScreen(Page):
    """What the lock screen shows."""

    TITLE = "Lock screen"

    def rows(self) -> Sequence[Row | None]:
        """What, and when."""
        text = self.setting("secure", "lock_screen_owner_info", "")
        return [
            Category("What to show"),
            lock_screen_choice(self, "Privacy"),
            self.edit(
                "Add text on lock screen",
                text,
                lambda value: self.put("secure", "lock_screen_owner_info", value),
                summary=text or "None",
                button="Save",
                required=False,
                hint="E.g., Joe\u2019s Android.",
            ),
            self.toggle(
                "Show device controls",
                "secure",
                "lockscreen_show_controls",
                "When locked",
                default="1",
            ),
            Category("When to show"),
            self.toggle("Double-tap to check phone", "secure", "doze_pulse_on_double_tap"),
            self.toggle("Lift to check phone", "secure", "doze_pulse_on_pick_up"),
            self.toggle(
                "Wake screen for notifications",
                "secure",
                "doze_enabled",
                "When screen is dark, it turns on for new notifications",
                default="1",
            ),
        ]


class ScreenTimeout(Page):
    """How long the screen stays on."""

    TITLE = "Screen timeout"

    def rows(self) -> Sequence[Row | None]:
        """Seven choices."""
        chosen = self.setting("system", "screen_off_timeout")

        def choose(value: str) -> None:
            self.put("system", "screen_off_timeout", value)

        return [
            RadioPreference(label, on_click=partial(choose, value), checked=value == chosen)
            for value, label in TIMEOUTS.items()
        ]


class DarkTheme(Page):
    """Dark theme and its schedule."""

    TITLE = "Dark theme"

    def rows(self) -> Sequence[Row | None]:
        """The switch and when it switches itself."""
        display = self.system.display
        return [
            MainSwitch("Use Dark theme", display.dark, display.set_dark),
            self.choice(
                "Schedule",
                (
                    ("never", "None"),
                    ("custom", "Turns on at custom time"),
                    ("sunset", "Turns on from sunset to sunrise"),
                ),
                self.kept("dark_schedule", "never"),
                lambda value: self.keep("dark_schedule", value),
            ),
            Footer(
                "Dark theme uses a black background to help keep your battery alive longer on some"
                " screens. Dark theme schedules wait to turn on until your screen is off."
            ),
        ]


class ScreenSaver(Page):
    """What is shown while charging."""

    TITLE = "Screen saver"

    def rows(self) -> Sequence[Row | None]:
        """The switch, which one, and when."""
        on = self.is_on("secure", "screensaver_enabled")
        chosen = self.setting("secure", "screensaver_components", _CLOCK)
        charging = self.setting("secure", "screensaver_activate_on_sleep")
        docked = self.setting("secure", "screensaver_activate_on_dock")

        def when(value: str) -> None:
            self.put("secure", "screensaver_activate_on_sleep", value[0])
            self.put("secure", "screensaver_activate_on_dock", value[1])

        rows: list[Row | None] = [
            MainSwitch(
                "Use screen saver",
                on,
                lambda wanted: self.put("secure", "screensaver_enabled", wanted),
            ),
        ]
        if not on:
            return rows
        rows.append(Category("Choose a screen saver"))
        rows += [
            RadioPreference(
                label,
                on_click=partial(self.put, "secure", "screensaver_components", value),
                checked=value == chosen,
            )
            for value, label in _DREAMS
        ]
        rows.append(
            self.choice(
                "When to start",
                (
                    ("10", "While charging"),
                    ("01", "While docked"),
                    ("11", "While charging or docked"),
                    ("00", "Never"),
                ),
                charging + docked,
                when,
            )
        )
        return rows


class DisplaySizeAndText(Page):
    """Font size and display size."""

    TITLE = "Display size and text"

    def densities(self) -> list[int]:
        """Choices of display size in dpi, computed as Android's DisplayDensityUtils does."""
        display = self.system.display
        own, width = display.physical_density_dpi, min(display.physical_size)
        larger = max(0.0, min(1.5, 160 * width / 320 / own) - 1)
        steps = min(3, int(larger / 0.09))
        more = [int(own * (1 + (i + 1) * larger / steps)) & ~1 for i in range(steps)]
        return [int(own * 0.85) & ~1, own, *more]

    def rows(self) -> Sequence[Row | None]:
        """A sample, two sliders, two switches."""
        display = self.system.display
        scales = [float(scale) for scale in FONT_SCALES]
        scale = min(range(4), key=lambda i: abs(scales[i] - display.font_scale))
        densities = self.densities()
        size = min(range(len(densities)), key=lambda i: abs(densities[i] - display.density_dpi))

        def resize(value: int) -> None:
            dpi = densities[value]
            if dpi == display.physical_density_dpi:
                self.system.settings.delete("secure", "display_density_forced")
            else:
                self.put("secure", "display_density_forced", dpi)
            display.set_density(dpi)

        return [
            Custom(_sample),
            SliderPreference(
                "Font size",
                scale,
                3,
                lambda value: self.put("system", "font_scale", FONT_SCALES[value]),
                summary="Make text smaller or larger",
                id="font_size",
            ),
            SliderPreference(
                "Display size",
                size,
                len(densities) - 1,
                resize,
                summary="Make everything smaller or larger",
                id="display_size",
            ),
            self.toggle("Bold text", "secure", "font_weight_adjustment", on="300"),
            self.toggle(
                "High contrast text",
                "secure",
                "high_text_contrast_enabled",
                "Change the text color to black or white. Maximizes contrast with the background.",
            ),
            Custom(
                lambda: Button(
                    "Reset settings",
                    id="reset_button",
                    kind="filled",
                    on_click=self._reset,
                    margin=(24, 16),
                )
            ),
        ]

    def _reset(self) -> None:
        self.put("system", "font_scale", "1.0")
        self.put("secure", "font_weight_adjustment", "0")
        self.put("secure", "high_text_contrast_enabled", "0")
        self.system.settings.delete("secure", "display_density_forced")
        self.system.display.set_density()
        self.toast("Display size and text preferences have been reset")


def _sample() -> View:
    return column(
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
        width=MATCH,
        padding=24,
        margin=(24, 8, 24, 16),
        background=Rounded("surface_container_high", 24),
    )


class Colors(Page):
    """How strong colours are."""

    TITLE = "Colors"

    def rows(self) -> Sequence[Row | None]:
        """Android's colour modes."""
        chosen = self.setting("system", "display_color_mode")
        return [
            RadioPreference(
                label,
                on_click=partial(self.put, "system", "display_color_mode", value),
                checked=value == chosen,
            )
            for value, label in (("0", "Natural"), ("1", "Boosted"), ("2", "Adaptive"))
        ]


class AutoRotate(Page):
    """Whether the screen turns with the phone."""

    TITLE = "Auto-rotate"

    def rows(self) -> Sequence[Row | None]:
        """The switch."""
        return [
            MainSwitch(
                "Use auto-rotate",
                self.is_on("system", "accelerometer_rotation"),
                lambda on: self.put("system", "accelerometer_rotation", on),
            ),
            Footer(
                "Screen orientation will adjust when you move your phone between portrait and"
                " landscape"
            ),
        ]

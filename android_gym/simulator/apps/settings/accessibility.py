"""Accessibility."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Footer,
    MainSwitch,
    Preference,
    RadioPreference,
    SliderPreference,
    SwitchPreference,
)

__all__ = [
    "Accessibility",
    "AudioAdjustment",
    "Captions",
    "ColorAndMotion",
    "ColorCorrection",
    "ExtraDim",
    "Magnification",
    "Service",
    "Shortcuts",
    "SpeechOutput",
    "SystemControls",
    "TimingControls",
]

_SUITE: Final = "com.google.android.marvin.talkback"

# Title -> (component, summary, what it does).
SERVICES: Final = {
    "TalkBack": (
        f"{_SUITE}/com.google.android.marvin.talkback.TalkBackService",
        "Speak items on screen",
        "When TalkBack is on, it provides spoken feedback so that you can use your device without"
        " looking at the screen.",
    ),
    "Select to Speak": (
        f"{_SUITE}/com.google.android.accessibility.selecttospeak.SelectToSpeakService",
        "Hear selected text",
        "Tap specific items on your screen to hear them read aloud.",
    ),
    "Accessibility Menu": (
        "com.android.systemui.accessibility.accessibilitymenu/.AccessibilityMenuService",
        "Control device via large menu",
        "The Accessibility Menu provides a large on-screen menu to control your device.",
    ),
    "Switch Access": (
        f"{_SUITE}/com.android.switchaccess.SwitchAccessService",
        "Control device with switch or front camera",
        "Switch Access lets you control your device using one or more switches.",
    ),
}


def enabled_services(page: Page) -> list[str]:
    """Components of the services that are on."""
    value = page.setting("secure", "enabled_accessibility_services", "")
    return [name for name in value.split(":") if name]


class Accessibility(Page):
    """Aids to see, hear and touch."""

    TITLE = "Accessibility"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's accessibility_settings."""
        on = enabled_services(self)
        packages = self.system.packages
        known = {component for component, _, _ in SERVICES.values()}
        rows: list[Row | None] = []
        other = [component for component in on if component not in known]
        if other:
            rows.append(Category("Downloaded apps"))
        for component in other:
            package = component.partition("/")[0]
            label = packages.manifest(package).label if packages.installed(package) else package
            if package == "com.google.androidenv.accessibilityforwarder":
                label = "AccessibilityForwarder"
            rows.append(
                self.link(label, "accessibility:Service", "On", component=component, label=label)
            )

        def service(title: str) -> Row:
            component, summary, _ = SERVICES[title]
            state = "On" if component in on else "Off"
            return self.link(title, "accessibility:Service", f"{state} / {summary}", service=title)

        dim = self.is_on("secure", "reduce_bright_colors_activated")
        return [
            *rows,
            Category("Screen reader"),
            service("TalkBack"),
            Category("Display"),
            self.link("Display size and text", "display:DisplaySizeAndText"),
            self.link("Color and motion", "accessibility:ColorAndMotion"),
            self.link(
                "Extra dim",
                "accessibility:ExtraDim",
                ("On" if dim else "Off")
                + " / Dim screen beyond your phone\u2019s minimum brightness",
            ),
            self.link(
                "Magnification", "accessibility:Magnification", "Off / Zoom in on the screen"
            ),
            service("Select to Speak"),
            Category("Interaction controls"),
            service("Accessibility Menu"),
            service("Switch Access"),
            self.link("Timing controls", "accessibility:TimingControls"),
            self.link("System controls", "accessibility:SystemControls"),
            self.link("Vibration & haptics", "sound:Vibration", "On"),
            Category("Captions"),
            self.link("Live Caption", "sound:LiveCaption", "Automatically caption speech"),
            self.link("Caption preferences", "accessibility:Captions", "Off"),
            Category("Audio"),
            self.toggle(
                "Audio description",
                "secure",
                "enabled_accessibility_audio_description_by_default",
                "Hear a description of what\u2019s happening on screen in supported movies and"
                " shows",
            ),
            self.link("Audio adjustment", "accessibility:AudioAdjustment"),
            Category("General"),
            self.link("Accessibility shortcuts", "accessibility:Shortcuts"),
            self.link("Text-to-speech output", "accessibility:SpeechOutput"),
        ]


class Service(Page):
    """One service: intent extra "service" (its title), or "component" and "label"."""

    def title(self) -> str:
        """Named after the service."""
        return str(self.intent.extra("service") or self.intent.extra("label") or "Service")

    def rows(self) -> Sequence[Row | None]:
        """The switch, the shortcut, and what it does."""
        title = self.title()
        component, _, about = SERVICES.get(
            title, (str(self.intent.extra("component", "")), "", "No description provided.")
        )
        on = component in enabled_services(self)

        def write(wanted: bool) -> None:
            names = [name for name in enabled_services(self) if name != component]
            if wanted:
                names.append(component)
            self.put("secure", "enabled_accessibility_services", ":".join(names))
            self.put("secure", "accessibility_enabled", bool(names))

        allow = self.confirm(
            "allow",
            f"Allow {title} to have full control of your device?",
            "Full control is appropriate for apps that help you with accessibility needs, but not"
            " for most apps.",
            "Allow",
            lambda: write(True),
        )
        stop = self.confirm(
            "stop",
            f"Stop {title}?",
            f"Tapping Stop will stop {title}.",
            "Stop",
            lambda: write(False),
        )
        return [
            MainSwitch(f"Use {title}", on, lambda wanted: allow() if wanted else stop()),
            Category("Options"),
            self.kept_toggle(
                f"{title} shortcut", f"shortcut:{component}", "Tap Accessibility button"
            ),
            Footer(about),
        ]


class ColorAndMotion(Page):
    """Colours and animations."""

    TITLE = "Color and motion"

    def rows(self) -> Sequence[Row | None]:
        """Two pages' worth of switches."""
        display = self.system.display
        scales = ("window_animation_scale", "transition_animation_scale", "animator_duration_scale")
        removed = all(float(self.setting("global", key, "1") or 1) == 0 for key in scales)

        def remove(on: bool) -> None:
            for key in scales:
                self.put("global", key, "0" if on else "1")

        return [
            self.link(
                "Color correction",
                "accessibility:ColorCorrection",
                "On" if self.is_on("secure", "accessibility_display_daltonizer_enabled") else "Off",
            ),
            self.toggle(
                "Color inversion",
                "secure",
                "accessibility_display_inversion_enabled",
                "Color inversion turns light screens dark. It also turns dark screens light.",
            ),
            SwitchPreference("Dark theme", checked=display.dark, on_change=display.set_dark),
            SwitchPreference(
                "Remove animations",
                "Reduce movement on the screen",
                checked=removed,
                on_change=remove,
            ),
            self.toggle(
                "Large mouse pointer",
                "secure",
                "accessibility_large_pointer_icon",
                "Make the mouse pointer more noticeable",
            ),
        ]


class ColorCorrection(Page):
    """Colours for eyes that tell some of them badly."""

    TITLE = "Color correction"

    def rows(self) -> Sequence[Row | None]:
        """The switch and the kinds."""
        key = "accessibility_display_daltonizer"
        on = self.is_on("secure", f"{key}_enabled")
        chosen = self.setting("secure", key, "12")
        kinds = (
            ("12", "Deuteranomaly", "Red-green"),
            ("11", "Protanomaly", "Red-green"),
            ("13", "Tritanomaly", "Blue-yellow"),
            ("0", "Grayscale", None),
        )
        return [
            MainSwitch(
                "Use color correction",
                on,
                lambda wanted: self.put("secure", f"{key}_enabled", wanted),
            ),
            *(
                RadioPreference(
                    title,
                    summary,
                    on_click=partial(self.put, "secure", key, value),
                    checked=value == chosen,
                )
                for value, title, summary in kinds
            ),
        ]


class ExtraDim(Page):
    """Darker than the darkest."""

    TITLE = "Extra dim"

    def rows(self) -> Sequence[Row | None]:
        """The switch and how much."""
        return [
            MainSwitch(
                "Use extra dim",
                self.is_on("secure", "reduce_bright_colors_activated"),
                lambda on: self.put("secure", "reduce_bright_colors_activated", on),
            ),
            SliderPreference(
                "Intensity",
                self.system.settings.get_int("secure", "reduce_bright_colors_level", 40),
                100,
                lambda value: self.put("secure", "reduce_bright_colors_level", value),
            ),
            self.toggle(
                "Keep on after device restarts",
                "secure",
                "reduce_bright_colors_persist_across_reboots",
            ),
            Footer("When Extra dim is on, your screen gets dimmer than its minimum brightness."),
        ]


class Magnification(Page):
    """Zooming."""

    TITLE = "Magnification"

    def rows(self) -> Sequence[Row | None]:
        """Shortcut and kind."""
        return [
            self.toggle(
                "Magnification shortcut",
                "secure",
                "accessibility_display_magnification_enabled",
                "Triple-tap screen",
            ),
            self.choice(
                "Magnification type",
                (
                    ("1", "Magnify full screen"),
                    ("2", "Magnify part of screen"),
                    ("3", "Switch between full and partial screen"),
                ),
                self.setting("secure", "accessibility_magnification_capability", "3"),
                lambda value: self.put("secure", "accessibility_magnification_capability", value),
            ),
            self.toggle(
                "Magnify typing",
                "secure",
                "accessibility_magnification_follow_typing_enabled",
                "Magnification area automatically follows the text as you type",
                default="1",
            ),
        ]


class TimingControls(Page):
    """How long things take."""

    TITLE = "Timing controls"

    def rows(self) -> Sequence[Row | None]:
        """Holding, reading."""
        return [
            self.choice(
                "Touch & hold delay",
                (("400", "Short"), ("1000", "Medium"), ("1500", "Long")),
                self.setting("secure", "long_press_timeout", "400"),
                lambda value: self.put("secure", "long_press_timeout", value),
            ),
            self.choice(
                "Time to take action (Accessibility timeout)",
                (
                    ("0", "Default"),
                    ("10000", "10 seconds"),
                    ("30000", "30 seconds"),
                    ("60000", "1 minute"),
                    ("120000", "2 minutes"),
                ),
                self.setting("secure", "accessibility_interactive_ui_timeout_ms"),
                lambda value: self.put("secure", "accessibility_interactive_ui_timeout_ms", value),
            ),
            self.toggle("Autoclick (dwell timing)", "secure", "accessibility_autoclick_enabled"),
        ]


class SystemControls(Page):
    """Buttons and gestures of the system."""

    TITLE = "System controls"

    def rows(self) -> Sequence[Row | None]:
        """Three of them."""
        return [
            self.toggle(
                "Power button ends call",
                "secure",
                "incall_power_button_behavior",
                on="2",
                off="1",
                default="1",
            ),
            self.toggle("Auto-rotate screen", "system", "accelerometer_rotation"),
            self.link("System navigation", "system:Navigation"),
        ]


class Captions(Page):
    """Captions of videos."""

    TITLE = "Caption preferences"

    def rows(self) -> Sequence[Row | None]:
        """The switch and their size."""
        return [
            MainSwitch(
                "Show captions",
                self.is_on("secure", "accessibility_captioning_enabled"),
                lambda on: self.put("secure", "accessibility_captioning_enabled", on),
            ),
            self.choice(
                "Text size",
                (
                    ("0.25", "Very small"),
                    ("0.5", "Small"),
                    ("1.0", "Normal"),
                    ("1.5", "Large"),
                    ("2.0", "Very large"),
                ),
                self.setting("secure", "accessibility_captioning_font_scale", "1.0"),
                lambda value: self.put("secure", "accessibility_captioning_font_scale", value),
            ),
        ]


class AudioAdjustment(Page):
    """Both ears."""

    TITLE = "Audio adjustment"

    def rows(self) -> Sequence[Row | None]:
        """Mono and balance."""
        balance = self.system.settings.get_float("system", "master_balance", 0.0)
        return [
            self.toggle(
                "Mono audio",
                "system",
                "master_mono",
                "Combine channels when playing audio",
            ),
            SliderPreference(
                "Audio balance",
                round((balance + 1) * 100),
                200,
                lambda value: self.put("system", "master_balance", value / 100 - 1),
                summary="Left \u2013 Right",
            ),
        ]


class Shortcuts(Page):
    """How services are reached."""

    TITLE = "Accessibility shortcuts"

    def rows(self) -> Sequence[Row | None]:
        """From the lock screen."""
        return [
            Preference("Accessibility button", "Floating over other apps", enabled=False),
            self.toggle(
                "Shortcut from lock screen",
                "secure",
                "accessibility_shortcut_on_lock_screen",
                "Allow feature shortcut to turn on from the lock screen. Hold both volume keys for"
                " a few seconds.",
            ),
        ]


class SpeechOutput(Page):
    """The voice that reads."""

    TITLE = "Text-to-speech output"

    def rows(self) -> Sequence[Row | None]:
        """Engine, rate and pitch."""
        settings = self.system.settings
        return [
            Preference(
                "Preferred engine",
                "Speech Recognition & Synthesis from Google",
                on_click=self.tell("Preferred engine", "There is no other engine."),
            ),
            SliderPreference(
                "Speech rate",
                settings.get_int("secure", "tts_default_rate", 100) - 10,
                590,
                lambda value: self.put("secure", "tts_default_rate", value + 10),
            ),
            SliderPreference(
                "Pitch",
                settings.get_int("secure", "tts_default_pitch", 100) - 25,
                375,
                lambda value: self.put("secure", "tts_default_pitch", value + 25),
            ),
        ]

"""Accessibility settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from android_gym.simulator.appkit.preferences import (
    Category,
    ListPreference,
    Preference,
    RadioPreference,
    Row,
    SeekBarPreference,
    Value,
)
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.dialogs import AllowService, StopService, shows, tells
from android_gym.simulator.apps.settings.look import Footer
from android_gym.simulator.apps.settings.model import DARK_TO_SAVE, Link, MainSwitch, Toggle, link
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.words import joined, phrase

_SUITE: Final = "com.google.android.marvin.talkback"

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
"""Component, summary and footer text of each service."""


def enabled_services(page: AnyPage) -> list[str]:
    """Return the components of the enabled services."""
    value = page.store.text("secure/enabled_accessibility_services", "")
    return [name for name in value.split(":") if name]


class Accessibility(Page):
    """The page "Accessibility", in the order of Android's accessibility_settings."""

    TITLE = "Accessibility"

    def rows(self) -> Sequence[Row | None]:
        """List the downloaded services, then the settings."""
        dim = "On" if self.store.is_on("secure/reduce_bright_colors_activated") else "Off"
        dims = phrase("{dim} / Dim screen beyond your phone\u2019s minimum brightness", dim=dim)
        zoom = "Off / Zoom in on the screen"
        other = self._downloaded()
        return [
            Category("Downloaded apps") if other else None,
            *other,
            Category("Screen reader"),
            self._service("TalkBack"),
            Category("Display"),
            link("Display size and text", "display:DisplaySizeAndText"),
            link("Color and motion", "accessibility:ColorAndMotion"),
            link("Extra dim", "accessibility:ExtraDim", dims),
            link("Magnification", "accessibility:Magnification", zoom),
            self._service("Select to Speak"),
            Category("Interaction controls"),
            self._service("Accessibility Menu"),
            self._service("Switch Access"),
            link("Timing controls", "accessibility:TimingControls"),
            link("System controls", "accessibility:SystemControls"),
            link("Vibration & haptics", "sound:Vibration", "On"),
            Category("Captions"),
            link("Live Caption", "sound:LiveCaption", "Automatically caption speech"),
            link("Caption preferences", "accessibility:Captions", "Off"),
            Category("Audio"),
            Toggle(
                "secure/enabled_accessibility_audio_description_by_default",
                "Audio description",
                "Hear a description of what\u2019s happening on screen in supported movies and"
                " shows",
            ),
            link("Audio adjustment", "accessibility:AudioAdjustment"),
            Category("General"),
            link("Accessibility shortcuts", "accessibility:Shortcuts"),
            link("Text-to-speech output", "accessibility:SpeechOutput"),
        ]

    def _service(self, title: str) -> Row:
        component, summary, _ = SERVICES[title]
        state = "On" if component in enabled_services(self) else "Off"
        return link(title, "accessibility:Service", joined(" / ", (state, summary)), service=title)

    def _downloaded(self) -> list[Row]:
        packages = self.system.packages
        known = {component for component, _, _ in SERVICES.values()}
        rows: list[Row] = []
        for component in enabled_services(self):
            if component in known:
                continue
            package = component.partition("/")[0]
            label = self.store.label(package) if packages.installed(package) else package
            if package == "com.google.androidenv.accessibilityforwarder":
                label = "AccessibilityForwarder"
            rows.append(
                link(label, "accessibility:Service", "On", component=component, label=str(label))
            )
        return rows


class Service(Page):
    """One accessibility service: intent extra "service" (its title), or "component" and "label"."""

    DIALOGS = (AllowService, StopService)

    def title(self) -> str:
        """Return the name of the service."""
        return self.text_extra("service") or self.text_extra("label", "Service")

    def rows(self) -> Sequence[Row | None]:
        """List the switch, the shortcut and the description."""
        title = self.title()
        given = (str(self.intent.extra("component", "")), "", "No description provided.")
        component, _, about = SERVICES.get(title, given)
        rest = tuple(name for name in enabled_services(self) if name != component)
        return [
            MainSwitch(
                f"service:{component}",
                phrase("Use {title}", title=title),
                turn_on=shows(AllowService(title, (*rest, component))),
                turn_off=shows(StopService(title, rest)),
            ),
            Category("Options"),
            Toggle(
                f"shortcut:{component}",
                phrase("{title} shortcut", title=title),
                "Tap Accessibility button",
            ),
            Footer(about),
        ]

    def value(self, preference: Preference) -> Value:
        """Return whether the service, or its shortcut, is on."""
        kind, _, component = preference.key.partition(":")
        if kind == "service":
            return component in enabled_services(self)
        return super().value(preference)


class ColorAndMotion(Page):
    """Colours and animations."""

    TITLE = "Color and motion"

    def rows(self) -> Sequence[Row | None]:
        """List colour correction and switches."""
        correction = self.store.is_on("secure/accessibility_display_daltonizer_enabled")
        saving = self.system.night.saving
        return [
            link(
                "Color correction", "accessibility:ColorCorrection", "On" if correction else "Off"
            ),
            Toggle(
                "secure/accessibility_display_inversion_enabled",
                "Color inversion",
                "Color inversion turns light screens dark. It also turns dark screens light.",
            ),
            Toggle(
                "phone/dark",
                "Dark theme",
                DARK_TO_SAVE if saving else None,
                enabled=not saving,
            ),
            Toggle("phone/no_animations", "Remove animations", "Reduce movement on the screen"),
            Toggle(
                "secure/accessibility_large_pointer_icon",
                "Large mouse pointer",
                "Make the mouse pointer more noticeable",
            ),
        ]


class ColorCorrection(Page):
    """Colour correction for colour-blind users."""

    TITLE = "Color correction"
    ROWS = (
        MainSwitch("secure/accessibility_display_daltonizer_enabled", "Use color correction"),
        *(
            RadioPreference(
                "secure/accessibility_display_daltonizer", title, summary, choice=kind, default="12"
            )
            for kind, title, summary in (
                ("12", "Deuteranomaly", "Red-green"),
                ("11", "Protanomaly", "Red-green"),
                ("13", "Tritanomaly", "Blue-yellow"),
                ("0", "Grayscale", None),
            )
        ),
    )


class ExtraDim(Page):
    """Extra dim, which makes the screen darker than its minimum brightness."""

    TITLE = "Extra dim"
    ROWS = (
        MainSwitch("secure/reduce_bright_colors_activated", "Use extra dim"),
        SeekBarPreference("secure/reduce_bright_colors_level", "Intensity", default=40),
        Toggle(
            "secure/reduce_bright_colors_persist_across_reboots", "Keep on after device restarts"
        ),
        Footer("When Extra dim is on, your screen gets dimmer than its minimum brightness."),
    )


class Magnification(Page):
    """Magnification: its shortcut and type."""

    TITLE = "Magnification"
    ROWS = (
        Toggle(
            "secure/accessibility_display_magnification_enabled",
            "Magnification shortcut",
            "Triple-tap screen",
        ),
        ListPreference(
            "secure/accessibility_magnification_capability",
            "Magnification type",
            choices=(
                ("1", "Magnify full screen"),
                ("2", "Magnify part of screen"),
                ("3", "Switch between full and partial screen"),
            ),
            default="3",
        ),
        Toggle(
            "secure/accessibility_magnification_follow_typing_enabled",
            "Magnify typing",
            "Magnification area automatically follows the text as you type",
            default=True,
        ),
    )


class TimingControls(Page):
    """Delays for long presses and for reading messages."""

    TITLE = "Timing controls"
    ROWS = (
        ListPreference(
            "secure/long_press_timeout",
            "Touch & hold delay",
            choices=(("400", "Short"), ("1000", "Medium"), ("1500", "Long")),
        ),
        ListPreference(
            "secure/accessibility_interactive_ui_timeout_ms",
            "Time to take action (Accessibility timeout)",
            choices=(
                ("0", "Default"),
                ("10000", "10 seconds"),
                ("30000", "30 seconds"),
                ("60000", "1 minute"),
                ("120000", "2 minutes"),
            ),
        ),
        Toggle("secure/accessibility_autoclick_enabled", "Autoclick (dwell timing)"),
    )


class SystemControls(Page):
    """The power button, rotation and system navigation."""

    TITLE = "System controls"
    ROWS = (
        Toggle("secure/incall_power_button_behavior", "Power button ends call", on="2", off="1"),
        Toggle("system/accelerometer_rotation", "Auto-rotate screen"),
        link("System navigation", "gestures:Navigation"),
    )


class Captions(Page):
    """Video captions and their text size."""

    TITLE = "Caption preferences"
    ROWS = (
        MainSwitch("secure/accessibility_captioning_enabled", "Show captions"),
        ListPreference(
            "secure/accessibility_captioning_font_scale",
            "Text size",
            choices=(
                ("0.25", "Very small"),
                ("0.5", "Small"),
                ("1.0", "Normal"),
                ("1.5", "Large"),
                ("2.0", "Very large"),
            ),
            default="1.0",
        ),
    )


class AudioAdjustment(Page):
    """Mono sound and balance."""

    TITLE = "Audio adjustment"
    ROWS = (
        Toggle("system/master_mono", "Mono audio", "Combine channels when playing audio"),
        SeekBarPreference(
            "system/master_balance", "Audio balance", "Left \u2013 Right", maximum=200
        ),
    )

    def value(self, preference: Preference) -> Value:
        """Return a value; the balance, stored as -1.0 to 1.0, is scaled to 0 to 200."""
        if isinstance(preference, SeekBarPreference):
            balance = self.system.settings.get_float("system", "master_balance", 0.0)
            return round((balance + 1) * 100)
        return super().value(preference)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change a value; the balance is stored as -1.0 to 1.0."""
        if isinstance(preference, SeekBarPreference):
            value = int(value) / 100 - 1
        super().set_value(preference, value)


class Shortcuts(Page):
    """Shortcuts to accessibility services."""

    TITLE = "Accessibility shortcuts"
    ROWS = (
        Link("Accessibility button", summary="Floating over other apps", enabled=False),
        Toggle(
            "secure/accessibility_shortcut_on_lock_screen",
            "Shortcut from lock screen",
            "Allow feature shortcut to turn on from the lock screen. Hold both volume keys for"
            " a few seconds.",
        ),
    )


class SpeechOutput(Page):
    """Text-to-speech output: engine, rate and pitch."""

    TITLE = "Text-to-speech output"
    ROWS = (
        Link(
            "Preferred engine",
            tells("Preferred engine", "There is no other engine."),
            "Speech Recognition & Synthesis from Google",
        ),
        SeekBarPreference(
            "secure/tts_default_rate", "Speech rate", default=100, minimum=10, maximum=600
        ),
        SeekBarPreference(
            "secure/tts_default_pitch", "Pitch", default=100, minimum=25, maximum=400
        ),
    )

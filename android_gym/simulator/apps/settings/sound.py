"""Sound & vibration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from android_gym.simulator.apps.settings import dialogs
from android_gym.simulator.apps.settings.notifications import zen_summary
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    MainSwitch,
    Preference,
    SliderPreference,
)
from android_gym.simulator.ui.activity import Overlay

__all__ = ["VOLUMES", "LiveCaption", "Media", "Sound", "Vibration", "volume_row"]

_MEDIA: Final = "content://media/internal/audio/media"

# Title, keys in `system`, largest and smallest volume, icon.
VOLUMES: Final = (
    ("Media volume", ("volume_music_speaker", "volume_music"), 15, 0, "music_note"),
    ("Call volume", ("volume_voice_earpiece", "volume_voice"), 7, 1, "phone_outline"),
    (
        "Ring & notification volume",
        ("volume_ring_speaker", "volume_ring", "volume_notification"),
        7,
        0,
        "bell_ring_outline",
    ),
    ("Alarm volume", ("volume_alarm_speaker", "volume_alarm"), 7, 1, "alarm"),
)

RINGTONES: Final = ("Flutey Phone", "Beats", "Bright Morning", "Early Twilight", "Lollipop", "Zen")
NOTIFICATION_SOUNDS: Final = ("Pixie Dust", "Beginning", "Chime", "Clink", "Flick", "Tink")
ALARMS: Final = ("Cesium", "Argon", "Carbon", "Helium", "Krypton", "Oxygen")


def volume_row(
    page: Page, title: str, keys: tuple[str, ...], maximum: int, least: int, icon: str
) -> Row:
    """The slider of one of `VOLUMES`."""
    value = page.system.settings.get_int("system", keys[0], maximum // 2)

    def change(number: int) -> None:
        number = max(least, number)
        for key in keys:
            page.put("system", key, number)
        if keys[0] == "volume_ring_speaker":
            # Without a volume the phone vibrates.
            page.put("global", "mode_ringer", "2" if number else "1")

    if not value:
        icon = {"music_note": "music_note_off", "bell_ring_outline": "vibrate"}.get(icon, icon)
    return SliderPreference(title, value, maximum, change, icon)


class Sound(Page):
    """Volumes, ringtones, system sounds."""

    TITLE = "Sound & vibration"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's sound_settings."""
        vibrates = self.is_on("system", "vibrate_on", "1")
        return [
            *(volume_row(self, *entry) for entry in VOLUMES),
            self.link("Do Not Disturb", "notifications:DoNotDisturb", zen_summary(self)),
            self._ringtone("Phone ringtone", "ringtone", RINGTONES),
            self.link("Live Caption", "sound:LiveCaption", "Automatically caption speech"),
            self.link("Media", "sound:Media", "Show player"),
            self.link("Vibration & haptics", "sound:Vibration", "On" if vibrates else "Off"),
            self._ringtone("Default notification sound", "notification_sound", NOTIFICATION_SOUNDS),
            self._ringtone("Default alarm sound", "alarm_alert", ALARMS),
            self.toggle("Dial pad tones", "system", "dtmf_tone", default="1"),
            self.toggle("Screen locking sound", "system", "lockscreen_sounds_enabled", default="1"),
            self.toggle(
                "Charging sounds and vibration", "secure", "charging_sounds_enabled", default="1"
            ),
            self.toggle("Touch sounds", "system", "sound_effects_enabled", default="1"),
        ]

    def _ringtone(self, title: str, key: str, names: tuple[str, ...]) -> Preference:
        value = self.setting("system", key, "")
        current = "None"
        if "title=" in value:
            current = value.partition("title=")[2].partition("&")[0].replace("%20", " ")

        def accept(name: str) -> None:
            number = names.index(name) + 1 if name in names else 0
            uri = f"{_MEDIA}/{number}?title={name.replace(' ', '%20')}&canonical=1"
            self.put("system", key, uri if name != "None" else "")

        self.dialog(title, lambda: self._picker(title, names, accept))
        return Preference(title, current, on_click=lambda: self.show(title, current))

    def _picker(self, title: str, names: tuple[str, ...], accept: Callable[[str], None]) -> Overlay:
        draft = self.state.draft
        options = [(name, name) for name in dict.fromkeys(("None", *names, draft))]

        return dialogs.choice_dialog(
            title,
            options,
            draft,
            lambda name: self.update(draft=name),
            self.dismiss,
            positive=("OK", lambda: accept(draft)),
        )


class LiveCaption(Page):
    """Captions for speech."""

    TITLE = "Live Caption"

    def rows(self) -> Sequence[Row | None]:
        """The switch and two more."""
        return [
            MainSwitch(
                "Use Live Caption",
                self.is_on("secure", "odi_captions_enabled"),
                lambda on: self.put("secure", "odi_captions_enabled", on),
            ),
            self.kept_toggle("Hide profanity", "caption_profanity"),
            self.kept_toggle("Show sound labels", "caption_sounds", default=True),
        ]


class Media(Page):
    """The media player in quick settings."""

    TITLE = "Media"

    def rows(self) -> Sequence[Row | None]:
        """Two switches."""
        return [
            self.toggle(
                "Pin media player",
                "secure",
                "qs_media_resumption",
                "To quickly resume playback, media player stays open in Quick Settings",
                default="1",
            ),
            self.toggle(
                "Show media recommendations",
                "secure",
                "qs_media_recommend",
                "Based on your activity",
                default="1",
            ),
        ]


class Vibration(Page):
    """What makes the phone vibrate."""

    TITLE = "Vibration & haptics"

    def rows(self) -> Sequence[Row | None]:
        """The main switch and the kinds."""
        on = self.is_on("system", "vibrate_on", "1")

        def switch(title: str, key: str, namespace: str = "system") -> Row:
            return self.toggle(title, namespace, key, default="1", enabled=on)

        return [
            MainSwitch(
                "Use vibration & haptics",
                on,
                lambda wanted: self.put("system", "vibrate_on", wanted),
            ),
            Category("Calls"),
            switch("Ring vibration", "vibrate_when_ringing"),
            Category("Notifications and alarms"),
            switch("Notification vibration", "notification_vibration_intensity"),
            switch("Alarm vibration", "alarm_vibration_intensity"),
            Category("Interactive haptics"),
            switch("Touch feedback", "haptic_feedback_enabled"),
            switch("Media vibration", "media_vibration_intensity"),
        ]

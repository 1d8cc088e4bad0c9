"""Sound & vibration."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Final

from android_gym.simulator.appkit.preferences import (
    Category,
    Preference,
    Row,
    SeekBarPreference,
    Value,
)
from android_gym.simulator.appkit.ringtones import PICKED_URI, picker
from android_gym.simulator.apps.settings.model import Link, MainSwitch, Toggle, link
from android_gym.simulator.apps.settings.screens.notifications import zen_summary
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.ringtones import (
    ALARM,
    NOTIFICATION,
    RINGTONE,
    SoundType,
    sound_title,
)

VOLUMES: Final = {
    "Media volume": ("volume_music_speaker volume_music", 15, 0, "music_note"),
    "Call volume": ("volume_voice_earpiece volume_voice", 7, 1, "phone_outline"),
    "Ring & notification volume": (
        "volume_ring_speaker volume_ring volume_notification",
        7,
        0,
        "bell_ring_outline",
    ),
    "Alarm volume": ("volume_alarm_speaker volume_alarm", 7, 1, "alarm"),
}
"""Keys in ``system``, of which the first is read; largest and smallest volume; icon."""

_SILENT: Final = {"music_note": "music_note_off", "bell_ring_outline": "vibrate"}


class VolumePage(Page):
    """A page with the sliders of all volumes."""

    def volumes(self) -> list[SeekBarPreference]:
        """Return the sliders."""
        rows = []
        for title, (keys, maximum, _, icon) in VOLUMES.items():
            key = "system/" + keys.split()[0]
            if not self.store.number(key, maximum // 2):
                icon = _SILENT.get(icon, icon)
            rows.append(
                SeekBarPreference(key, title, icon=icon, default=maximum // 2, maximum=maximum)
            )
        return rows

    def set_value(self, preference: Preference, value: Value) -> None:
        """Change a value; setting the ring volume to 0 makes the phone vibrate."""
        if not isinstance(preference, SeekBarPreference):
            super().set_value(preference, value)
            return
        keys, _, least, _ = VOLUMES[preference.title]
        number = max(least, int(value))
        for key in keys.split():
            self.store.put(f"system/{key}", number)
        if keys.startswith("volume_ring_speaker"):
            self.store.put("global/mode_ringer", "2" if number else "1")


class Sound(VolumePage):
    """Volumes, ringtones, system sounds, in the order of Android's sound_settings."""

    TITLE = "Sound & vibration"

    def rows(self) -> Sequence[Row | None]:
        """List the sound settings."""
        vibrates = "On" if self.store.is_on("system/vibrate_on", "1") else "Off"
        return [
            *self.volumes(),
            link("Do Not Disturb", "notifications:DoNotDisturb", zen_summary(self)),
            self._sound("Phone ringtone", RINGTONE),
            link("Live Caption", "sound:LiveCaption", "Automatically caption speech"),
            link("Media", "sound:Media", "Show player"),
            link("Vibration & haptics", "sound:Vibration", vibrates),
            self._sound("Default notification sound", NOTIFICATION),
            self._sound("Default alarm sound", ALARM),
            Toggle("system/dtmf_tone", "Dial pad tones", default=True),
            Toggle("system/lockscreen_sounds_enabled", "Screen locking sound", default=True),
            Toggle("secure/charging_sounds_enabled", "Charging sounds and vibration", default=True),
            Toggle("system/sound_effects_enabled", "Touch sounds", default=True),
        ]

    def _sound(self, title: str, sound: SoundType) -> Row:
        current = self.store.text(f"system/{sound.key}", "")
        ask = picker(sound, current, title=title, show_default=False)
        start = partial(self.start_activity, ask, sound.key)
        return Link(title, lambda _: start(), sound_title(current))

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Save the chosen sound."""
        if code == RESULT_OK and data is not None:
            self.store.put(f"system/{request}", data.get_str(PICKED_URI))


class LiveCaption(Page):
    """Captions for speech."""

    TITLE = "Live Caption"
    ROWS = (
        MainSwitch("secure/odi_captions_enabled", "Use Live Caption"),
        Toggle("caption_profanity", "Hide profanity"),
        Toggle("caption_sounds", "Show sound labels", default=True),
    )


class Media(Page):
    """The media player controls in Quick Settings."""

    TITLE = "Media"
    ROWS = (
        Toggle(
            "secure/qs_media_resumption",
            "Pin media player",
            "To quickly resume playback, media player stays open in Quick Settings",
            default=True,
        ),
        Toggle(
            "secure/qs_media_recommend",
            "Show media recommendations",
            "Based on your activity",
            default=True,
        ),
    )


class Vibration(Page):
    """Vibration settings by occasion."""

    TITLE = "Vibration & haptics"

    def rows(self) -> Sequence[Row | None]:
        """List the main switch and the occasions."""
        on = self.store.is_on("system/vibrate_on", "1")

        def kind(key: str, title: str) -> Row:
            return Toggle(f"system/{key}", title, default=True, enabled=on)

        return [
            MainSwitch("system/vibrate_on", "Use vibration & haptics", default=True),
            Category("Calls"),
            kind("vibrate_when_ringing", "Ring vibration"),
            Category("Notifications and alarms"),
            kind("notification_vibration_intensity", "Notification vibration"),
            kind("alarm_vibration_intensity", "Alarm vibration"),
            Category("Interactive haptics"),
            kind("haptic_feedback_enabled", "Touch feedback"),
            kind("media_vibration_intensity", "Media vibration"),
        ]

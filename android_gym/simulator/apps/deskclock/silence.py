"""Reasons for silent alarms: the volume, Do Not Disturb, a silent ringtone."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["end_silence", "silence_of"]

VOLUME: Final = "volume_alarm_speaker"
"""The setting of the alarm volume, 0 to 7."""

UNMUTED: Final = 5
"""Volume set by "Unmute": 11/16 of the maximum, as in AOSP's DeskClock."""

NO_INTERRUPTIONS: Final = 2
"""``zen_mode`` for total silence (ZEN_MODE_NO_INTERRUPTIONS)."""


def silence_of(context: Context) -> tuple[str, str] | None:
    """Return why alarms are silent and the label of the action to fix it; None if they aren't."""
    settings = context.system.settings
    if settings.get_int("global", "zen_mode", 0) == NO_INTERRUPTIONS:
        return "Device is set to total silence", "Change"
    if settings.get_int("system", VOLUME, UNMUTED) == 0:
        return "Alarm volume muted", "Unmute"
    if settings.get("system", "alarm_alert") == "":
        return "Default alarm ringtone is silent", "Change"
    return None


def end_silence(context: Context) -> Intent | None:
    """Raise the volume if it silences alarms.

    Returns:
        Intent for the settings page to fix another cause; None if there is none.
    """
    why = silence_of(context)
    if why is None:
        return None
    if why[1] == "Unmute":
        context.system.settings.put("system", VOLUME, str(UNMUTED))
        return None
    return Intent("android.settings.SOUND_SETTINGS")

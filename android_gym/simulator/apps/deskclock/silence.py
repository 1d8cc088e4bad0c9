"""Reasons why alarms are not heard: the volume, Do Not Disturb, the phone's sound."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Context

__all__ = ["end_silence", "silence_of"]

VOLUME: Final = "volume_alarm_speaker"
"""The setting of the alarms' volume, 0 to 7."""

UNMUTED: Final = 5
"""Volume that "Unmute" sets: 11 of 16 parts of the greatest one, as in AOSP's DeskClock."""

NO_INTERRUPTIONS: Final = 2
"""``zen_mode`` for total silence (ZEN_MODE_NO_INTERRUPTIONS)."""


def silence_of(context: Context) -> tuple[str, str] | None:
    """Return what silences alarms and the word for mending it; None where they can be heard."""
    settings = context.system.settings
    if settings.get_int("global", "zen_mode", 0) == NO_INTERRUPTIONS:
        return "Device is set to total silence", "Change"
    if settings.get_int("system", VOLUME, UNMUTED) == 0:
        return "Alarm volume muted", "Unmute"
    if settings.get("system", "alarm_alert") == "":
        return "Default alarm ringtone is silent", "Change"
    return None


def end_silence(context: Context) -> Intent | None:
    """Raise the volume where that is what silences alarms.

    Returns:
        What opens the page of the settings where anything else can be changed.
    """
    why = silence_of(context)
    if why is None:
        return None
    if why[1] == "Unmute":
        context.system.settings.put("system", VOLUME, str(UNMUTED))
        return None
    return Intent("android.settings.SOUND_SETTINGS")

"""Asking the user for a sound (``RingtoneManager.ACTION_RINGTONE_PICKER``)."""

from __future__ import annotations

from typing import Final

from immutables import Map

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.ringtones import SoundType

__all__ = [
    "DEFAULT_URI",
    "EXISTING_URI",
    "PICKED_URI",
    "SHOW_DEFAULT",
    "SHOW_SILENT",
    "TITLE",
    "TYPE",
    "picker",
]

_EXTRA: Final = "android.intent.extra.ringtone"
DEFAULT_URI: Final = f"{_EXTRA}.DEFAULT_URI"
EXISTING_URI: Final = f"{_EXTRA}.EXISTING_URI"
PICKED_URI: Final = f"{_EXTRA}.PICKED_URI"
SHOW_DEFAULT: Final = f"{_EXTRA}.SHOW_DEFAULT"
SHOW_SILENT: Final = f"{_EXTRA}.SHOW_SILENT"
TITLE: Final = f"{_EXTRA}.TITLE"
TYPE: Final = f"{_EXTRA}.TYPE"


def picker(
    sound: SoundType, existing: str, *, title: str = "", show_default: bool = True
) -> Intent:
    """Return the intent that asks for a sound; the result's extra `PICKED_URI` is its URI.

    Args:
        sound: What the sound is for.
        existing: URI of the present sound; "" for silence.
        title: Title of the list; by default that of the type.
        show_default: Whether the phone's own sound can be chosen.
    """
    extras = {TYPE: sound.number, EXISTING_URI: existing, SHOW_DEFAULT: show_default}
    if title:
        extras[TITLE] = title
    return Intent("android.intent.action.RINGTONE_PICKER", extras=Map(extras))

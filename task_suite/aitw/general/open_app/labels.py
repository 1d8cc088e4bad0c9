"""Labels of the apps that instructions call by what they are for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["labels_of"]

_LABELS: Final[Mapping[str, tuple[str, ...]]] = {
    "SMS": ("Simple SMS Messenger",),
    "calculator": ("Calculator",),
    "calendar": ("Google Calendar", "Simple Calendar Pro"),
    "camera": ("Camera",),
    "clock": ("Clock",),
    "contacts": ("Contacts",),
    "files": ("Files",),
    "gallery": ("Simple Gallery Pro",),
    "music": ("Retro Music",),
    "settings": ("Settings",),
}


def labels_of(subject: str) -> tuple[str, ...]:
    """Return the labels of the apps that count; the first is the one to demonstrate.

    Args:
        subject: An instruction's, such as ``"clock app"``.
    """
    return _LABELS[subject.removesuffix(" app")]

"""Sounds of calls, notifications and alarms: the phone's and the user's own."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from android_gym.simulator.system.media.store import MediaFile

__all__ = ["ALARM", "NOTIFICATION", "RINGTONE", "TYPES", "SoundType", "own_uri", "sound_title"]

_STORAGE: Final = "/storage/emulated/0"


@dataclass(frozen=True)
class SoundType:
    """Purpose of sounds: calls, notifications or alarms.

    Attributes:
        number: RingtoneManager's ``TYPE_*``.
        key: Key of the phone's sound in the ``system`` table.
        title: Title of a list of such sounds.
        default: Label of the phone's sound in such a list.
        add: Label of the entry that adds a sound.
        folder: Folder of the user's sounds.
        first: Media id of the first of the phone's sounds.
        names: Titles of the phone's sounds, in order.
    """

    number: int
    key: str
    title: str
    default: str
    add: str
    folder: str
    first: int
    names: tuple[str, ...]

    @property
    def default_uri(self) -> str:
        """URI that stands for the phone's sound, whichever it is."""
        return f"content://settings/system/{self.key}"

    def uri_of(self, name: str) -> str:
        """Return the URI of one of the phone's sounds."""
        return _uri("internal", self.first + self.names.index(name), name)

    def sounds(self, audio: Iterable[MediaFile]) -> dict[str, str]:
        """Return the titles of all sounds by URI, in the order of the titles.

        Args:
            audio: All audio files of the shared storage.
        """
        found = {self.uri_of(name): name for name in self.names}
        for file in audio:
            if posixpath.dirname(file.path) == self.folder:
                found[own_uri(file)] = _own_title(file)
        return dict(sorted(found.items(), key=lambda item: item[1].casefold()))


def _uri(volume: str, number: int, title: str) -> str:
    address = f"content://media/{volume}/audio/media/{number}"
    return f"{address}?title={quote(title)}&canonical=1"


def own_uri(file: MediaFile) -> str:
    """Return the URI of one of the user's sounds."""
    return _uri("external", file.id, _own_title(file))


def _own_title(file: MediaFile) -> str:
    return file.metadata.title or file.display_name


def sound_title(uri: str) -> str:
    """Return the title of the sound with a URI: "None" for silence."""
    _, named, rest = uri.partition("title=")
    if named:
        return unquote(rest.partition("&")[0])
    return "Unknown" if uri else "None"


RINGTONE: Final = SoundType(
    1, "ringtone", "Ringtones", "Default ringtone", "Add ringtone", f"{_STORAGE}/Ringtones", 102,
    (
        "Beats", "Bollywood", "Bright Morning", "Carina", "Copycat", "Crackle", "Dance Party",
        "Early Twilight", "Flutey Phone", "Flutterby", "Hey Hey", "Hotline", "Leaps and Bounds",
        "Lollipop", "Lost and Found", "Mash Up", "Monkey Around", "Romance", "Schools Out",
        "Shooting Star", "Spaceship", "Summer Night", "The Big Adventure", "Zen", "Zen Too",
    ),
)  # fmt: skip
NOTIFICATION: Final = SoundType(
    2, "notification_sound", "Notification sounds", "Default notification sound",
    "Add notification", f"{_STORAGE}/Notifications", 58,
    (
        "Beginning", "Chime", "Clink", "Coconuts", "Duet", "End Note", "Flick", "Gentle Gong",
        "Hey", "Mallet", "Note", "Orders Up", "Ping", "Pipes", "Pixie Dust", "Popcorn",
        "Shopkeeper", "Sticks and Stones", "Strum", "Tink", "Trill", "Tuneup", "Tweeter", "Twinkle",
    ),
)  # fmt: skip
ALARM: Final = SoundType(
    4, "alarm_alert", "Alarm sounds", "Default alarm sound", "Add alarm", f"{_STORAGE}/Alarms", 25,
    (
        "Argon", "Barium", "Bright Morning", "Carbon", "Cesium", "Cuckoo Clock", "Early Twilight",
        "Full of Wonder", "Gentle Breeze", "Helium", "Icicles", "Jump Start", "Krypton",
        "Loose Change", "Lounge", "Morning Mystery", "Neon", "Neptunium", "Osmium", "Oxygen",
        "Platinum", "Rays of Light", "Rolling Fog", "Spokes", "Sunshower",
    ),
)  # fmt: skip
TYPES: Final = {sound.number: sound for sound in (RINGTONE, NOTIFICATION, ALARM)}

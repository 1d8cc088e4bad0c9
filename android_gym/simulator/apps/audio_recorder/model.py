"""Audio Recorder's data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = [
    "BITRATES",
    "CHANNELS",
    "FORMATS",
    "NAMINGS",
    "ORDERS",
    "RATES",
    "THEMES",
    "Format",
    "BrowserState",
    "ListState",
    "MainState",
    "Memory",
    "Record",
    "RecorderSettings",
    "Recording",
    "SetupState",
]

Format = Literal["m4a", "wav", "3gp"]

FORMATS: Final[tuple[tuple[Format, str], ...]] = (("m4a", "M4a"), ("wav", "Wav"), ("3gp", "3gp"))
"""Key and words of each container."""

RATES: Final = (
    (8_000, "8kHz"), (16_000, "16kHz"), (22_050, "22kHz"), (32_000, "32kHz"), (44_100, "44.1kHz"),
    (48_000, "48kHz"),
)  # fmt: skip
BITRATES: Final = tuple((kilo * 1000, f"{kilo} kbps") for kilo in (48, 96, 128, 192, 256))
CHANNELS: Final = ((2, "Stereo"), (1, "Mono"))
NAMINGS: Final = ("record", "date", "date_us", "date_iso8601", "timestamp")
THEMES: Final = (
    ("blue_gray", "Blue Gray"), ("black", "Black"), ("teal", "Teal"), ("blue", "Blue"),
    ("purple", "Purple"), ("pink", "Pink"), ("orange", "Orange"), ("red", "Red"),
    ("brown", "Brown"),
)  # fmt: skip
"""Key and words of each theme."""

ORDERS: Final = (
    (1, "By date (newest)", "created DESC, _id DESC"),
    (4, "By date (oldest)", "created, _id"),
    (2, "By name (A-Z)", "name COLLATE NOCASE, _id"),
    (5, "By name (Z-A)", "name COLLATE NOCASE DESC, _id DESC"),
    (3, "By duration (longest)", "duration DESC, _id DESC"),
    (6, "By duration (shortest)", "duration, _id"),
)
"""Number, words and SQL of each order of the list, as its menu has them."""


@dataclass(frozen=True)
class RecorderSettings:
    """Settings of the recorder.

    Attributes:
        format: Container.
        sample_rate: Samples a second.
        bitrate: Bits a second, of M4a.
        channels: 1 or 2.
        naming: One of `NAMINGS`.
        theme: Key of one of `THEMES`.
    """

    format: Format = "m4a"
    sample_rate: int = 44_100
    bitrate: int = 128_000
    channels: int = 2
    naming: str = "record"
    theme: str = "blue_gray"


@dataclass(frozen=True)
class Record:
    """A row of ``records`` or ``trash``, without the waveform.

    Attributes:
        id: Its number.
        name: File name without the extension.
        duration_us: Microseconds.
        created: Epoch milliseconds of the file.
        added: Epoch milliseconds of the row.
        path: Where the file is.
        format: Container.
        size: Bytes.
        sample_rate: Samples a second.
        channels: 1 or 2.
        bitrate: Bits a second.
        bookmark: Whether it is marked.
        removed: Epoch milliseconds of when it went to the trash; 0 elsewhere.
    """

    id: int
    name: str
    duration_us: int
    created: int
    added: int
    path: str
    format: str
    size: int
    sample_rate: int
    channels: int
    bitrate: int
    bookmark: bool = False
    removed: int = 0

    @property
    def duration_ms(self) -> int:
        """Length in milliseconds."""
        return self.duration_us // 1000


@dataclass(frozen=True)
class Recording:
    """A recording under way.

    Attributes:
        record: Id of its row.
        path: Where its file is.
        settings: What it was begun with.
        since_ms: When it was begun or went on last, in milliseconds since boot.
        before_ms: How long it had been by then.
        paused: Whether it stands still.
        stored_ms: How much of it is in the file.
        began_ms: When it was begun, in milliseconds since boot.
    """

    record: int
    path: str
    settings: RecorderSettings
    since_ms: int
    began_ms: int
    before_ms: int = 0
    paused: bool = False
    stored_ms: int = 0

    def length_at(self, elapsed_ms: int) -> int:
        """Return how long it is at a time, in milliseconds."""
        return self.before_ms + (0 if self.paused else max(0, elapsed_ms - self.since_ms))


@dataclass(frozen=True)
class Memory:
    """State that dies with the process: the recording, the record that plays, messages to show.

    Attributes:
        recording: The recording under way.
        playing: Id of the record that the player has; 0 for none.
        ask_name: Id of the record that has just been made and gets a name; 0 for none.
        lost: Ids of records whose files were missing when they were loaded.
    """

    recording: Recording | None = None
    playing: int = 0
    ask_name: int = 0
    lost: tuple[int, ...] = ()


@dataclass(frozen=True)
class MainState:
    """The main screen.

    Attributes:
        menu: Whether the record's menu is open.
        ran: Whether the shortcut that started the screen has been followed.
    """

    menu: bool = False
    ran: bool = False


@dataclass(frozen=True)
class BrowserState:
    """The file browser.

    Attributes:
        public: Whether it shows the public folder.
    """

    public: bool = False


@dataclass(frozen=True)
class SetupState:
    """The setting that was touched last, which is explained."""

    info: str = ""


@dataclass(frozen=True)
class ListState:
    """The list of records.

    Attributes:
        selected: Ids of those marked.
        marking: Whether marks are set.
        bookmarks: Whether marked ones alone are shown.
        player: Whether the player is open.
        menu: Id of the record whose menu is open; -1 for the menu of orders, 0 for none.
    """

    selected: frozenset[int] = frozenset()
    marking: bool = False
    bookmarks: bool = False
    player: bool = False
    menu: int = 0

"""Audio Recorder's data: formats, settings, records, and the states of the screens."""

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
"""Key and label of each container."""

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
"""Key and label of each theme."""

ORDERS: Final = (
    (1, "By date (newest)", "created DESC, _id DESC"),
    (4, "By date (oldest)", "created, _id"),
    (2, "By name (A-Z)", "name COLLATE NOCASE, _id"),
    (5, "By name (Z-A)", "name COLLATE NOCASE DESC, _id DESC"),
    (3, "By duration (longest)", "duration DESC, _id DESC"),
    (6, "By duration (shortest)", "duration, _id"),
)
"""Number, label and SQL of each sort order, in the order of the menu."""


@dataclass(frozen=True)
class RecorderSettings:
    """The recorder's settings.

    Attributes:
        format: Container.
        sample_rate: Samples per second.
        bitrate: Bits per second, for M4a.
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
        id: Its id.
        name: File name without the extension.
        duration_us: Duration in microseconds.
        created: Epoch milliseconds when the file was created.
        added: Epoch milliseconds when the row was added.
        path: Path of the file.
        format: Container.
        size: Bytes.
        sample_rate: Samples per second.
        channels: 1 or 2.
        bitrate: Bits per second.
        bookmark: Whether it is bookmarked.
        removed: Epoch milliseconds when it was moved to the trash; 0 if it wasn't.
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
        """Duration in milliseconds."""
        return self.duration_us // 1000


@dataclass(frozen=True)
class Recording:
    """A recording in progress.

    Attributes:
        record: Id of its row.
        path: Path of its file.
        settings: The settings it was started with.
        since_ms: When it was started or last resumed, in milliseconds since boot.
        before_ms: Its duration at that time.
        paused: Whether it is paused.
        stored_ms: The duration that is written to the file.
        began_ms: When it was started, in milliseconds since boot.
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
        """Return its duration at a time since boot, in milliseconds."""
        return self.before_ms + (0 if self.paused else max(0, elapsed_ms - self.since_ms))


@dataclass(frozen=True)
class Memory:
    """State that is lost when the process dies: the recording, the player, pending dialogs."""

    recording: Recording | None = None
    playing: int = 0
    ask_name: int = 0
    lost: tuple[int, ...] = ()


@dataclass(frozen=True)
class MainState:
    """State of the main screen.

    Attributes:
        menu: Whether the record's menu is open.
        ran: Whether the shortcut that started the screen was handled.
    """

    menu: bool = False
    ran: bool = False


@dataclass(frozen=True)
class BrowserState:
    """State of the file browser.

    Attributes:
        public: Whether it shows the public folder.
    """

    public: bool = False


@dataclass(frozen=True)
class SetupState:
    """State of the setup: the setting changed last, which is explained."""

    info: str = ""


@dataclass(frozen=True)
class ListState:
    """State of the list of records.

    Attributes:
        selected: Ids of the selected records.
        marking: Whether the selection mode is active.
        bookmarks: Whether only bookmarked records are shown.
        player: Whether the player is open.
        menu: Id of the record whose menu is open; -1 for the sort menu, 0 for none.
    """

    selected: frozenset[int] = frozenset()
    marking: bool = False
    bookmarks: bool = False
    player: bool = False
    menu: int = 0

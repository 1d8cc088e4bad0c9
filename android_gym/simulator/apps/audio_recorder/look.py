"""Themes, formats and views shared by Audio Recorder's screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final

from android_gym.simulator.apps.audio_recorder.model import (
    BITRATES,
    CHANNELS,
    FORMATS,
    RATES,
    THEMES,
    Record,
    RecorderSettings,
)
from android_gym.simulator.apps.audio_recorder.recorder import SHORT_MS, expected_size
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.components import Spinner
from android_gym.simulator.ui.drawables import Drawable, Layers, Rounded, VectorPath
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FlowLayout, FrameLayout, RecyclerView, column, wide_row
from android_gym.simulator.ui.radial import RadialGradient
from android_gym.simulator.ui.theme import Theme, material_theme
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

YELLOW: Final = "#FFD600"
INFO: Final = "#99FFFFFF"
FAINT: Final = "#B3FFFFFF"

Click = Callable[[], object]

_GROUNDS: Final = {
    "blue_gray": ("#253343", "#1C2733"),
    "black": ("#111111", "#000000"),
    "teal": ("#00796B", "#00675A"),
    "blue": ("#455EDE", "#3448AE"),
    "purple": ("#512DA8", "#3E2283"),
    "pink": ("#AD1457", "#911049"),
    "orange": ("#D84315", "#BF360C"),
    "red": ("#D01716", "#9E1111"),
    "brown": ("#5D4037", "#4E342E"),
}
"""Colours of each theme: in the middle of the window, and at its edges and bars."""

_PANELS: Final = {
    "blue_gray": "#FF6F00", "black": "#383838", "teal": "#FF3D00", "blue": "#FF6F00",
    "purple": "#C2185B", "pink": "#8E24AA", "orange": "#383838", "red": "#FF8F00",
    "brown": "#FF3D00",
}  # fmt: skip

_BARS: Final = ((3, 2), (6, 7), (9, 13), (12, 20), (15, 2), (18, 7), (21, 13), (24, 20),
                (27, 2), (30, 7), (33, 13), (36, 20))  # fmt: skip
LOGO: Final = Layers(
    tuple(
        VectorPath(
            f"M{x} {12 - half / 2}L{x} {12 + half / 2}",
            viewport=(39, 24),
            fill=None,
            stroke="#FFFFFF",
            stroke_width=1.6,
        )
        for x, half in _BARS
    )
)
"""Bars shaped like a recorded voice, shown in place of a missing waveform."""


@cache
def theme_of(key: str) -> Theme:
    """Return the theme for a key of `THEMES`: Android's dark theme with yellow accents."""
    _, ground = _GROUNDS[key]
    return material_theme(
        ground,
        YELLOW,
        dark=True,
        material=2,
        background=ground,
        name=f"audio recorder {key}",
        colors=(
            ("primary", YELLOW),
            ("accent", YELLOW),
            ("control_activated", YELLOW),
            ("text_primary", "#FFFFFF"),
            ("text_secondary", FAINT),
            ("icon", "#FFFFFF"),
            ("menu", "#424242"),
            ("status_bar", ground),
            ("navigation_bar", ground),
            ("player", _PANELS[key]),
        ),
    )


def ground_of(key: str) -> Drawable:
    """Return the background of a theme's screens."""
    return RadialGradient(*_GROUNDS[key], 320)


def framed(content: View, theme: str, *, overlays: Sequence[Overlay | None] = ()) -> Screen:
    """Lay a screen out between the system bars."""
    return Screen(
        content,
        overlays=overlays,
        background=ground_of(theme),
        status_bar="#00000000",
        navigation_bar="#00000000",
        light_bars=False,
        resize=False,
    )


# -- formats


def clock(milliseconds: int) -> str:
    """Format a duration as "05:07" or "01:05:07"."""
    seconds = max(0, milliseconds) // 1000
    if seconds >= 3600:
        return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{seconds // 60:02}:{seconds % 60:02}"


def megabytes(size: int, places: int = 2) -> str:
    """Format bytes as MiB with a maximum number of decimals."""
    words = f"{size / (1 << 20):.{places}f}"
    return words.rstrip("0").rstrip(".") if "." in words else words


def rate_words(rate: int) -> str:
    """Format a sample rate as the app does."""
    return dict(RATES).get(rate) or f"{rate / 1000:g}kHz"


def info_words(size: int, container: str, rate: int) -> str:
    """Return the line below a record's name, from size, container and sample rate."""
    name = next((words for key, words in FORMATS if key == container), container)
    return f"{megabytes(size)} Mb, {name}, {rate_words(rate)}"


def record_words(record: Record) -> str:
    """Return the line below a record's name."""
    return info_words(record.size, record.format, record.sample_rate)


def per_minute(chosen: RecorderSettings) -> str:
    """Return the text about the expected size of a minute."""
    return f"{megabytes(expected_size(chosen, 60_000), 1)} Mb/min expected size"


def dp_per_second(duration_ms: int, width: float) -> float:
    """Return a waveform's scale in dp per second; a long record is 1.5 screens wide."""
    return 25.0 if duration_ms <= SHORT_MS else 1.5 * width * 1000 / duration_ms


# -- views


def icon_button(icon: str, id: str, on_click: Click | None = None, **common: Any) -> View:
    """Build an icon button; like most in this app, it has no content description by default."""
    common.setdefault("width", 56)
    common.setdefault("height", 56)
    return ImageButton(icon, id=id, on_click=on_click, tint="#FFFFFF", **common)


def toolbar(title: str, on_back: Click, *more: View | None, back_id: str = "btn_back",
            title_id: str | None = "txt_title") -> View:  # fmt: skip
    """Build the toolbar of a secondary screen."""
    return wide_row(
        icon_button("arrow_left", back_id, on_back),
        light(title, 24, id=title_id, width=0, weight=1, padding=(16, 0), max_lines=1),
        *more,
        id="toolbar",
        min_height=56,
    )


def light(text: str, size: float = 20, **common: Any) -> TextView:
    """Build a text in a light font."""
    common.setdefault("color", "#FFFFFF")
    return TextView(text, size=size, weight_font=300, **common)


def entry(text: str, icon: str, id: str, on_click: Click) -> View:
    """Build a row of the settings that opens something."""
    return light(
        text, 20, id=id, icon=icon, icon_padding=16, width=MATCH, padding=(16, 12),
        on_click=on_click, vertical="center",
    )  # fmt: skip


def raised(text: str, id: str, on_click: Click, **common: Any) -> Button:
    """Build a yellow button."""
    common.setdefault("min_height", 48)
    common.setdefault("padding", (24, 12))
    return Button(
        text,
        id=id,
        on_click=on_click,
        size=14,
        weight_font=700,
        color="#414141",
        all_caps=False,
        background=Rounded(YELLOW, 12),
        **common,
    )


def flat(text: str, id: str, on_click: Click, **common: Any) -> Button:
    """Build a flat button, as in dialogs."""
    common.setdefault("color", "#414141")
    common.setdefault("padding", (24, 12))
    return Button(
        text, id=id, on_click=on_click, size=14, weight_font=500, all_caps=False,
        background="transparent", min_height=48, **common,
    )  # fmt: skip


def action_text(text: str, id: str, on_click: Click) -> View:
    """Build a text button in bold."""
    return TextView(
        text, id=id, size=14, weight_font=700, color="#FFFFFF", padding=(24, 12),
        background=Rounded("#41FFFFFF", 4), margin=8, on_click=on_click, max_lines=1,
    )  # fmt: skip


def empty_text(text: str) -> View:
    """Build the view shown in the middle of an empty list."""
    words = TextView(
        text, id="txtEmpty", size=20, color="#FFFFFF", icon="music_note", icon_top=True,
        icon_size=64, icon_padding=8, align="center", gravity="center",
    )  # fmt: skip
    return FrameLayout([words], width=MATCH, height=0, weight=1)


def record_list(records: Sequence[Record], row: Callable[[Record], View]) -> View:
    """Build a list of records, or the view shown if there are none."""
    if not records:
        return empty_text("Empty")
    return RecyclerView(
        len(records),
        lambda index: row(records[index]),
        row_key=lambda index: records[index].id,
        id="recycler_view",
        width=MATCH,
        height=0,
        weight=1,
    )


def spinner(
    id: str, icon: str, items: Sequence[str], selected: int, on_select: Callable[[int], None]
) -> View:
    """Build a spinner of the settings with an icon."""
    return wide_row(
        ImageView(icon, tint="#FFFFFF", size=24, margin=(16, 0, 8, 0)),
        Spinner(
            list(items), selected, on_select, id=id, text_id="txtItem", text_style="list_item",
            width=0, weight=1, color="#FFFFFF",
        ),
        padding=(0, 0, 16, 0),
    )  # fmt: skip


def chips(
    id: str,
    title: str,
    options: Sequence[tuple[Any, str]],
    chosen: Any,
    choose: Callable[[Any], None],
    explain: Click,
) -> View:
    """Build a setting with a group of chips, of which one is chosen (SettingView)."""
    return column(
        wide_row(
            light(title, 16, id="setting_title", width=0, weight=1, margin=(0, 0, 0, 4)),
            icon_button("information_outline", "setting_btn_info", explain, width=40, height=40),
            padding=(16, 0, 8, 0),
        ),
        FlowLayout(
            [_chip(words, key == chosen, partial(choose, key)) for key, words in options],
            spacing=(2, 2),
            id="chips_view",
            class_name="android.widget.FrameLayout",
            width=MATCH,
            padding=(8, 0),
        ),
        id=id,
        width=MATCH,
    )


def _chip(words: str, chosen: bool, on_click: Click) -> View:
    return TextView(
        words,
        key=words,
        size=16,
        weight_font=400,
        color="#FFFFFF",
        icon="check_circle" if chosen else None,
        icon_size=20,
        icon_padding=6,
        padding=(12 if chosen else 20, 8, 20 if not chosen else 12, 8),
        margin=2,
        background=Rounded("#32FFFFFF", 16, stroke="#FFFFFF" if chosen else None, stroke_width=2),
        on_click=on_click,
        max_lines=1,
    )


def recorder_chips(
    chosen: RecorderSettings,
    change: Callable[..., None],
    explain: Callable[[str], object],
) -> list[View]:
    """Build the recorder's four settings, offering only what the container supports.

    Args:
        chosen: The current settings.
        change: Called with the changed field as a keyword.
        explain: Called with the name of the field to explain.
    """
    small = chosen.format == "3gp"
    rates = RATES[:2] if small else RATES
    channels = CHANNELS[1:] if small else CHANNELS
    parts: list[View] = [
        chips(
            "setting_recording_format", "Recording format:", FORMATS, chosen.format,
            lambda key: change(format=key), partial(explain, "format"),
        ),
        chips(
            "setting_frequency", "Sample rate:", rates, chosen.sample_rate,
            lambda key: change(sample_rate=key), partial(explain, "sample_rate"),
        ),
    ]  # fmt: skip
    if chosen.format == "m4a":
        parts.append(
            chips(
                "setting_bitrate", "Bitrate:", BITRATES, chosen.bitrate,
                lambda key: change(bitrate=key), partial(explain, "bitrate"),
            )
        )  # fmt: skip
    parts.append(
        chips(
            "setting_channels", "Channel count:", channels, chosen.channels,
            lambda key: change(channels=key), partial(explain, "channels"),
        )
    )  # fmt: skip
    return parts


def theme_names() -> list[str]:
    """Return the labels of the theme spinner."""
    return [f"Theme {words}" for _, words in THEMES]


def lines(*pairs: tuple[str, str, str]) -> list[View]:
    """Build labels with values below them, from (label, value, id) triples."""
    found: list[View] = []
    for label, value, id in pairs:
        found.append(light(label, 16, width=MATCH, margin=(16, 12, 16, 0)))
        found.append(TextView(value, id=id, size=20, color="#FFFFFF", width=MATCH, margin=(16, 0)))
    return found

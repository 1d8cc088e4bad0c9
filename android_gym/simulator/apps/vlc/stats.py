"""Statistics of the playing video, shown over its picture."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.apps.vlc.model import Media
from android_gym.simulator.system.media.metadata import read_metadata
from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["rate", "stats", "track_facts"]


def rate(bits: int) -> str:
    """Format a bit rate in bits per second as VLC does."""
    return f"{bits / 1_000_000:.1f} Mb" if bits >= 1_000_000 else f"{round(bits / 1000)} kb"


def track_facts(
    size: tuple[int, int], frames: float, bits: int, samples: int, channels: int
) -> tuple[list[str], list[str]]:
    """Return the lines about a file's video track and its audio track.

    Args:
        size: Width and height in pixels; 0 for no video.
        frames: Frames per second; 0 if unknown.
        bits: Bits per second; 0 if unknown.
        samples: Samples per second; 0 for no sound.
        channels: Number of audio channels.
    """
    video, audio = [], []
    if size[0] and size[1]:
        video = [f"Resolution: {size[0]}x{size[1]}"]
        video += [f"Frame rate: {frames:g}"] if frames else []
        video += [f"Bitrate: {rate(bits)}/s"] if bits else []
    if samples:
        audio = [f"Bitrate: {rate(bits)}/s"] if bits and not video else []
        audio += [f"{channels} channel" if channels == 1 else f"{channels} channels"]
        audio += [f"Sample rate: {samples} Hz"]
    return video, audio


def stats(media: Media, video: VideoFile, data: bytes, on_close: Callable[[], object]) -> View:
    """Build the statistics and the button that closes them.

    Args:
        media: The playing media.
        video: Its file.
        data: The file's bytes.
        on_close: Called by the button.
    """
    found = read_metadata(media.filename, data)
    bits = found.bitrate or (8000 * len(data) // video.duration_ms if video.duration_ms else 0)
    seen, heard = track_facts(
        (video.width, video.height),
        round(video.frames_per_second, 2),
        bits,
        found.sample_rate or 0,
        found.channels or 2,
    )

    def line(text: str) -> View:
        return TextView(text, size=12, color="#FFFFFF", key=text)

    def heading(text: str, id: str | None) -> View:
        return TextView(text, id=id, size=14, color="#FF8800", margin=(0, 8, 0, 0))

    parts: list[View | None] = [
        wide_column(
            heading("Video tracks", None),
            *map(line, seen),
            heading("Audio tracks", None) if heard else None,
            *map(line, heard),
            id="info_grids",
            padding=(8, 0),
        ),
        wide_column(
            heading("Video information", "video_stats_title"),
            line(f"Input bitrate {rate(bits)}/s"),
            line(f"Demux bitrate {rate(bits)}/s"),
            id="stats_graphs",
            padding=8,
        ),
    ]
    content = wide_column(*parts, id="stats_scrollview_content")
    page = ScrollView(content, id="stats_scrollview", width=0, weight=1)
    close = ImageView(
        "close",
        id="stats_close",
        tint="#FFFFFF",
        content_description="Close",
        width=48,
        height=48,
        on_click=on_close,
    )
    return wide_row(
        page,
        close,
        id="stats_container",
        class_name="android.view.ViewGroup",
        margin=(16, 88, 16, 8),
        content_gravity="top",
        background=Rounded("#B4000000", 8),
        width=MATCH,
    )

"""Tips shown over the players when they are first opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, TextView

__all__ = ["AUDIO", "PLAYLIST", "VIDEO", "tips"]

Tip = tuple[str, str, str]
"""Title of a tip, its explanation, and an icon."""

VIDEO: Sequence[Tip] = (
    ("Tap", "Tap to play video", "gesture_tap"),
    ("Pause", "Double tap to pause", "gesture_double_tap"),
    ("+/- 10 sec.", "Double tap to go 10 sec forward or backward", "gesture_double_tap"),
    ("Volume", "Swipe up or down", "gesture_swipe_vertical"),
    ("Brightness", "Swipe up or down", "gesture_swipe_vertical"),
    ("Seek", "Swipe left or right", "gesture_swipe_horizontal"),
)
AUDIO: Sequence[Tip] = (
    ("Previous/next song", "Tap to go to previous/next", "skip_next"),
    ("Seek", "Hold to seek", "gesture_tap_hold"),
    ("Stop", "Hold to stop", "stop"),
    ("Video", "Long tap the cover to restore the video", "movie"),
)
PLAYLIST: Sequence[Tip] = (
    ("Remove song", "Tap to remove", "close"),
    ("Rearrange order", "Tap to rearrange", "swap_vertical"),
    ("Seek", "Hold to seek", "gesture_tap_hold"),
)


def tips(title: str, entries: Sequence[Tip], id: str, on_close: Callable[[], object]) -> View:
    """Build the tips over a player.

    Args:
        title: Heading of the tips.
        entries: The tips.
        id: Resource id of the whole view.
        on_close: Called by the button.
    """

    def tip(name: str, detail: str, icon: str) -> View:
        return wide_row(
            ImageView(
                icon, tint="#FF8800", size=32, margin=(16, 0), important_for_accessibility="no"
            ),
            column(
                TextView(name, size=16, color="#FFFFFF"),
                TextView(detail, size=12, color="#BDBDBD"),
                width=0,
                weight=1,
            ),
            content_gravity="center_vertical",
            padding=(0, 8, 16, 8),
            key=name,
        )

    return FrameLayout(
        [
            wide_column(
                TextView(
                    title,
                    id="tips_title",
                    size=22,
                    color="#FFFFFF",
                    align="center",
                    width=MATCH,
                    margin=(16, 0, 16, 16),
                ),
                *(tip(*entry) for entry in entries),
                Button(
                    "Close",
                    id="close",
                    kind="filled",
                    gravity="center_horizontal",
                    margin=(0, 24),
                    on_click=on_close,
                ),
                gravity="center",
            )
        ],
        id=id,
        width=MATCH,
        height=MATCH,
        background="#CC000000",
        eats_touches=True,
    )

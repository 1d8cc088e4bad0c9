"""A-B repeat: plays a section of the current item repeatedly; its controls in both players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from android_gym.simulator.apps.vlc.playing import Player
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, row, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView

__all__ = ["ab_button", "ab_markers", "ab_tools", "toggle_ab"]


def toggle_ab(player: Player) -> None:
    """Turn A-B repeat on, with both ends still to be chosen, or off."""
    queue = player.queue
    player.change(replace(queue, ab_on=not queue.ab_on, ab_start=-1, ab_end=-1))
    player.arm_repeat()


def add_marker(player: Player) -> None:
    """Set the current position as one end of the section; the earlier of the two is the start."""
    queue, place = player.queue, player.session.position_ms()
    if queue.ab_start < 0:
        player.change(replace(queue, ab_start=place))
        return
    first, last = sorted((queue.ab_start, place))
    if first < last:
        player.change(replace(queue, ab_start=first, ab_end=last))
        player.session.seek_to(first)
        player.arm_repeat()


def reset(player: Player) -> None:
    """Clear both ends, so that they can be chosen again."""
    player.change(replace(player.queue, ab_start=-1, ab_end=-1))
    player.arm_repeat()


# -- views


def ab_button(player: Player) -> View | None:
    """Build the button that sets an end; None if repeat is off or both ends are set."""
    queue = player.queue
    if not queue.ab_on or queue.ab_end >= 0:
        return None
    text = "Set start point" if queue.ab_start < 0 else "Set end point"
    return row(
        ImageView("repeat", id="imageView9", tint="#FFFFFF", margin=(8, 0, 0, 0)),
        Button(
            text,
            id="ab_repeat_add_marker",
            kind="text",
            color="#FFFFFF",
            margin=(0, 0, 8, 0),
            on_click=partial(add_marker, player),
        ),
        id="ab_repeat_container",
        class_name="android.view.ViewGroup",
        content_gravity="center_vertical",
        background=Rounded("#B4000000", 24),
        margin=8,
    )


def ab_tools(player: Player, button: Callable[..., View]) -> list[View]:
    """Build the buttons that clear the ends and turn A-B repeat off.

    Args:
        player: The player.
        button: Builds a button in the player's style from an icon, id, label and action.
    """
    if player.queue.ab_end < 0:
        return []
    again = button("repeat_variant", "ab_repeat_reset", "Reset A-B repeat", partial(reset, player))
    stop = button("repeat_off", "ab_repeat_stop", "Stop A-B repeat", partial(toggle_ab, player))
    return [again, stop]


def ab_markers(player: Player, length: int, **common: Any) -> View | None:
    """Build the markers of both ends, above the seek bar."""
    queue = player.queue
    marks = [("a", queue.ab_start), ("b", queue.ab_end)]
    shown = [
        wide_row(
            View(width=0, height=1, weight=min(1.0, place / length)),
            ImageView(
                "map_marker", id=f"ab_repeat_marker_{name}", tint="primary", size=16, width=16
            ),
            View(width=0, height=1, weight=max(0.0, 1 - place / length)),
        )
        for name, place in marks
        if place >= 0 and length > 0
    ]
    if not shown:
        return None
    return FrameLayout(
        shown, id="ab_repeat_marker_guideline_container", width=MATCH, padding=(8, 0), **common
    )

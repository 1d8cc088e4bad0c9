"""Media controls: the card of a media session, above the notifications."""

from __future__ import annotations

from functools import partial
from typing import Any

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.system.media.playback import Command, MediaSession
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import SwipeLayout, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageButton, ImageView, SeekBar, TextView

__all__ = ["media_card"]

PERIOD_MS = 1_000
"""Milliseconds between updates of the position on the card."""


def media_card(window: SystemUi[Any], item: Notification) -> View:
    """Build the card of a notification's media session.

    Args:
        window: The window that shows the card.
        item: A notification of an app that has a media session.
    """
    session = window.system.playback.of(item.package)
    playing = session.playing
    words = session.item
    toggle = _button(
        session,
        "pause" if playing else "play",
        "pause" if playing else "play_arrow",
        "actionPlayPause",
        "Pause" if playing else "Play",
    )
    lines = (
        TextView(
            words.title or item.title,
            id="header_title",
            size=14,
            weight_font=500,
            color="text_primary",
            max_lines=1,
        ),
        TextView(
            words.artist or item.text,
            id="header_artist",
            size=12,
            color="text_primary",
            max_lines=1,
        ),
    )
    head = wide_row(
        ImageView(item.icon, size=18, tint="text_primary", id="icon", margin=(0, 0, 12, 0)),
        TextView(
            window.app_name(item.package), id="media_app_name", size=12, color="text_primary",
            width=0, weight=1, max_lines=1,
        ),
        TextView(
            "Phone speaker", id="media_seamless_text", size=12, color="text_primary", max_lines=1
        ),
    )  # fmt: skip
    middle = wide_row(column(*lines, width=0, weight=1), toggle, margin=(0, 24, 0, 4))
    card = wide_column(
        head,
        middle,
        _progress(session),
        id="qs_media_controls",
        padding=(16, 14, 8, 8),
        background=Rounded("notification", 24),
        on_click=partial(window.system.notifications.press, item.key),
    )
    dismiss = partial(window.system.notifications.dismiss, item.key)
    return SwipeLayout(
        [card],
        key=item.key,
        on_swipe={"left": dismiss, "right": dismiss},
        width=MATCH,
        padding=(16, 2),
    )


def _progress(session: MediaSession) -> View:
    """Build the seek bar between the previous and next buttons."""
    duration = session.duration_ms
    seeks = "seek" in session.controls and duration > 0
    place = session.position_ms(PERIOD_MS)
    bar = SeekBar(
        min(place, duration) if duration else 0,
        max(1, duration),
        on_change=(lambda value: session.press("seek", int(value))) if seeks else None,
        id="media_progress_bar",
        content_description=phrase(
            "{place} of {length}", place=_clock(place), length=_clock(duration)
        ),
        enabled=seeks,
        width=0,
        weight=1,
    )
    return wide_row(
        _button(session, "previous", "skip_previous", "actionPrev", "Previous track"),
        bar,
        _button(session, "next", "skip_next", "actionNext", "Next track"),
    )


def _button(
    session: MediaSession, command: Command, icon: str, id: str, description: str
) -> View | None:
    if command in ("previous", "next") and command not in session.controls:
        return None
    return ImageButton(
        icon,
        id=id,
        content_description=description,
        tint="text_primary",
        on_click=partial(session.press, command),
    )


def _clock(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    return f"{seconds // 60}:{seconds % 60:02}"

"""The last queues, stored in preferences so that they can be resumed: one video, one audio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import quote, unquote

from android_gym.simulator.apps.vlc.storage import is_on
from android_gym.simulator.apps.vlc.titles import mrl_of, path_of
from android_gym.simulator.ui.activity import Context

__all__ = ["Last", "LastKind", "keep_last", "keep_place", "last_played"]

LastKind = Literal["audio", "video"]
"""The kind of a queue: a video played as audio counts as audio."""

MOST_KEPT: Final = 1_000
"""Largest number of files stored for a queue."""

_KEYS: Final[dict[LastKind, tuple[str, str, str]]] = {
    "audio": ("audio_list", "position_in_audio_list", "position_in_song"),
    "video": ("media_list", "position_in_media_list", "position_in_media"),
}
"""VLC's own keys: the media's addresses, the index among them, the position in milliseconds."""


@dataclass(frozen=True, slots=True)
class Last:
    """A stored queue.

    Attributes:
        paths: Paths of its files.
        index: Index of the current file.
        position_ms: Position in that file.
    """

    paths: tuple[str, ...]
    index: int
    position_ms: int


def _is_kept(context: Context, kind: LastKind) -> bool:
    return is_on(context, "playback_history") and is_on(context, f"{kind}_resume_playback")


def keep_last(context: Context, kind: LastKind, paths: Sequence[str], index: int) -> None:
    """Store a queue that starts to play, if the settings allow it."""
    if _is_kept(context, kind):
        addresses, place, position = _KEYS[kind]
        kept = " ".join(quote(mrl_of(path), safe="") for path in paths[:MOST_KEPT])
        values: dict[str, str | int] = {addresses: kept, place: index, position: 0}
        context.preferences().put(**values)


def keep_place(context: Context, kind: LastKind, index: int, position_ms: int) -> None:
    """Store the position in the queue, if the settings allow it."""
    if _is_kept(context, kind):
        _, place, position = _KEYS[kind]
        context.preferences().put(**{place: index, position: position_ms})


def last_played(context: Context, kind: LastKind) -> Last | None:
    """Return the last queue; None if none is stored."""
    if not _is_kept(context, kind):
        return None
    addresses, place, position = (context.preferences().get(key) for key in _KEYS[kind])
    words = addresses.split(" ")[:MOST_KEPT] if isinstance(addresses, str) else []
    paths = tuple(path for word in words if (path := path_of(unquote(word))))
    if not paths:
        return None
    index = place if isinstance(place, int) and 0 <= place < len(paths) else 0
    return Last(paths, index, max(0, position) if isinstance(position, int) else 0)

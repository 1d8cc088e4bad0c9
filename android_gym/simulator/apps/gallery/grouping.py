"""Groups media under headings: by day, month, kind, file extension or folder."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from android_gym.simulator.appkit.simple_commons import day_text
from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.gallery.model import (
    GIF,
    IMAGE,
    RAW,
    SVG,
    VIDEO,
    Medium,
    folder_name,
)
from android_gym.simulator.apps.gallery.storage import Group
from android_gym.simulator.ui.activity import Context

__all__ = ["Line", "lines_of"]

_KINDS = {IMAGE: "Images", VIDEO: "Videos", GIF: "GIFs", RAW: "RAW images", SVG: "SVGs"}


@dataclass(frozen=True)
class Line:
    """A line of a grid: a heading or some media.

    Attributes:
        heading: Text of a heading; empty for media.
        media: The media.
        key: Identity of the line.
    """

    heading: str
    media: tuple[Medium, ...]
    key: str


def _day(context: Context, day: dt.date) -> str:
    today = context.system.clock.datetime().date()
    if day == today:
        return "Today"
    if day == today - dt.timedelta(days=1):
        return "Yesterday"
    return day_text(context, dt.datetime(day.year, day.month, day.day))


def _keys(
    context: Context, group: Group
) -> tuple[Callable[[Medium], int | str], Callable[[int | str], str]]:
    """Return a function from a medium to its group's key, and one from that key to its heading."""

    def date_of(medium: Medium) -> dt.date:
        taken = group.by in (4, 128)
        return moment(context, max(0, medium.taken_ms if taken else medium.modified_ms)).date()

    if group.by in (2, 4):
        return (
            lambda medium: date_of(medium).toordinal(),
            lambda key: _day(context, dt.date.fromordinal(int(key))),
        )
    if group.by in (64, 128):

        def month(medium: Medium) -> int:
            day = date_of(medium)
            return day.year * 12 + day.month - 1

        return month, lambda key: f"{dt.date(int(key) // 12, int(key) % 12 + 1, 1):%B %Y}"
    if group.by == 8:
        return lambda medium: medium.kind, lambda key: _KINDS.get(int(key), "")
    if group.by == 16:
        return lambda medium: medium.name.rpartition(".")[2].lower(), str
    return lambda medium: medium.folder, lambda key: folder_name(str(key))


def lines_of(context: Context, media: Sequence[Medium], group: Group, columns: int) -> list[Line]:
    """Return the lines of a grid with headings.

    Args:
        context: The app's context.
        media: The media, whose order is kept within each group.
        group: How they are grouped.
        columns: Number of media in a line.
    """
    key_of, title_of = _keys(context, group)
    groups: dict[int | str, list[Medium]] = {}
    for medium in media:
        groups.setdefault(key_of(medium), []).append(medium)
    lines = []
    for key in sorted(
        groups, key=lambda one: (isinstance(one, str), one), reverse=group.descending
    ):
        members = groups[key]
        title = title_of(key) or "Unknown"
        heading = f"{title} ({len(members)})" if group.counted else title
        lines.append(Line(heading, (), f"heading {key}"))
        for start in range(0, len(members), columns):
            part = tuple(members[start : start + columns])
            lines.append(Line("", part, part[0].path))
    return lines

"""The weekly view: the hours of seven days."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from android_gym.simulator.appkit.simple_views import argb, ink_on
from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.actions import MainActions
from android_gym.simulator.apps.simple_calendar.choices import MakeAt
from android_gym.simulator.apps.simple_calendar.look import FAINT
from android_gym.simulator.apps.simple_calendar.model import DAILY, Occurrence
from android_gym.simulator.apps.simple_calendar.months import Marks, day_span, is_over
from android_gym.simulator.apps.simple_calendar.recurrence import local, stamp
from android_gym.simulator.ui.components import ViewPager
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.timetable import Block, Timetable
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, ImageView, SeekBar, TextView

HOUR_DP = 60
LINE_DP = 12.5
"""Line height of a title at the default font scale, in dp."""

SIDE_DP = 44
"""Width of the hours column in dp."""

MOST = 150
"""Maximum number of events shown in a week; more would overlap."""

ALL_DAY_ROWS = 12

NOW_DP = 10
"""Height of what marks the present time in dp."""


def weeks(app: MainActions) -> View:
    """Build the pager of weeks, and the control for the number of days."""
    first = app.week_start(app.day)
    count = _days(app)
    pager = ViewPager(
        (dt.date.max - dt.date.min).days // 7 - 1,
        lambda index: _page(app, _start(app, index)),
        current=_index(app, first),
        on_page=lambda index: app.show(_start(app, index)),
        id="week_view_view_pager",
        height=0,
        weight=1,
    )
    bar = None
    if app.settings.flag("allow_customize_day_count", True):
        bar = row(
            SeekBar(
                count - 1,
                13,
                on_change=lambda value: app.settings.put(weekly_view_days=round(value) + 1),
                id="week_view_seekbar",
                width=0,
                weight=1,
            ),
            TextView(
                texts.DAYS_OF.of(count),
                id="week_view_days_count",
                padding=(16, 12),
            ),
            width=MATCH,
            content_gravity="center_vertical",
        )
    return column(
        pager,
        Divider(id="week_view_days_count_divider", width=MATCH) if bar else None,
        bar,
        id="week_view_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
    )


def _days(app: MainActions) -> int:
    return min(14, max(1, app.settings.number("weekly_view_days", 7)))


def _index(app: MainActions, first: dt.date) -> int:
    """Return the pager index of the week that starts on a day."""
    return (first.toordinal() - app.week_shift()) // 7


def _start(app: MainActions, index: int) -> dt.date:
    """Return the first day of a week by its pager index."""
    return dt.date.fromordinal(max(1, 7 * index + app.week_shift()))


@dataclass(frozen=True)
class _Part:
    """The part of an occurrence on one day, in minutes since midnight."""

    found: Occurrence
    column: int
    start: float
    end: float


def _page(app: MainActions, first: dt.date) -> View:
    days = [
        dt.date.fromordinal(min(first.toordinal() + index, dt.date.max.toordinal()))
        for index in range(_days(app))
    ]
    spans = [day_span(day, app.zone) for day in days]
    marks = Marks(app.store, days, app.now())
    whole, parts = _divided(app, spans)
    scroll = ScrollView(
        row(_hours(app), _table(app, days, spans, marks, parts), width=MATCH),
        start=HOUR_DP * (app.settings.number("start_weekly_at", 7)),
        id="week_events_scrollview",
        width=MATCH,
        height=0,
        weight=1,
    )
    top = column(
        _top(app, days, app.today()),
        _all_day(app, marks, days, whole),
        id="week_top_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
    )
    return column(
        top,
        Divider(id="week_view_hours_divider", width=MATCH),
        scroll,
        id="week_holder",
        class_name="android.widget.RelativeLayout",
        width=MATCH,
        height=MATCH,
    )


def _divided(
    app: MainActions, spans: Sequence[tuple[int, int]]
) -> tuple[list[Occurrence], list[_Part]]:
    """Return the occurrences of some days that are shown above them, and the parts of the rest."""
    zone = app.zone
    at_top = app.settings.flag("show_midnight_spanning_events_at_top", True)
    whole: list[Occurrence] = []
    parts: list[_Part] = []
    for each in app.store.occurrences(spans[0][0], spans[-1][1])[:MOST]:
        start, end = local(each.start, zone), local(each.end, zone)
        over = end.date() != start.date() and not (
            end.time() == dt.time() and (end.date() - start.date()).days == 1
        )
        if each.event.all_day or (over and at_top):
            whole.append(each)
            continue
        for index, span in enumerate(spans):
            low, high = max(each.start, span[0]), min(each.end, span[1] + 1)
            if low < high or low == high == each.start:
                parts.append(_Part(each, index, (low - span[0]) / 60, (high - span[0]) / 60))
    return whole, parts


def _table(
    app: MainActions,
    days: Sequence[dt.date],
    spans: Sequence[tuple[int, int]],
    marks: Marks,
    parts: list[_Part],
) -> View:
    """Build the days, with the events, the present time and the hour that was tapped."""
    blocks = [
        Block(
            _marker(app, marks, part.found, _lines(app, part.end - part.start)),
            part.column,
            part.start,
            part.end,
            lane,
            lanes,
        )
        for part, lane, lanes in _lanes(parts)
    ]
    today, slot = app.today(), app.state.slot
    if today in days:
        blocks.insert(0, _now(app, days.index(today)))
    for index, span in enumerate(spans):
        if slot is not None and span[0] <= slot <= span[1]:
            minute = (slot - span[0]) / 60
            plus = ImageView(
                "plus",
                id="week_holder",
                background="#44888888",
                on_click=lambda: _make(app),
                width=MATCH,
                height=MATCH,
            )
            blocks.append(Block(plus, index, minute, minute + 60))
    return Timetable(
        len(days),
        blocks,
        hour_height=HOUR_DP,
        on_hour=lambda index, hour: app.update(
            slot=stamp(dt.datetime.combine(days[index], dt.time(hour)), app.zone)
        ),
        id="week_events_holder",
        class_name="android.widget.RelativeLayout",
        width=0,
        weight=1,
    )


def _hours(app: MainActions) -> View:
    is_24 = texts.is_24(app.context)
    return column(
        *(
            TextView(
                texts.clock(dt.datetime(2000, 1, 1, hour), is_24)[:5] if hour else "",
                id="weekly_view_hour_textview",
                key=hour,
                size=12,
                align="center",
                width=MATCH,
                height=HOUR_DP,
            )
            for hour in range(24)
        ),
        id="week_view_hours_holder",
        width=SIDE_DP,
    )


def _now(app: MainActions, today: int) -> Block:
    """Build the line at the present time, below the events."""
    time = local(app.now(), app.zone)
    minute = time.hour * 60 + time.minute
    line = View(width=MATCH, height=2, background="primary", gravity="center_vertical")
    marker = FrameLayout(
        [line],
        key="now",
        class_name="android.widget.ImageView",
        important_for_accessibility="no_hide_descendants",
    )
    half = NOW_DP * 30 / HOUR_DP
    return Block(marker, today, max(0, minute - half), minute + half)


def _make(app: MainActions) -> None:
    """Ask for event or task at the chosen hour; without tasks create an event."""
    if app.settings.flag("allow_creating_tasks", True):
        app.show_dialog(MakeAt())
    else:
        app.make_at_slot(task=False)


def _top(app: MainActions, days: Sequence[dt.date], today: dt.date) -> View:
    middle = days[len(days) // 2]
    letters = [
        TextView(
            f"{texts.LETTERS[day.weekday()] if len(days) > 4 else texts.SHORT_DAYS[day.weekday()]}"
            f"\n{day.day}",
            id="week_day_label",
            key=day.isoformat(),
            size=14,
            align="center",
            color="primary" if day == today else None,
            width=0,
            weight=1,
            padding=(0, 0, 0, 4),
            on_click=partial(app.push, DAILY, day),
        )
        for day in days
    ]
    side = column(
        TextView(
            texts.SHORT_MONTHS[middle.month - 1],
            id="week_view_month_label",
            size=14,
            align="center",
            max_lines=1,
            width=MATCH,
        ),
        TextView(
            f"wk. {middle.isocalendar().week}",
            id="week_view_week_number",
            size=12,
            align="center",
            max_lines=1,
            width=MATCH,
            padding=(0, 0, 0, 4),
        ),
        width=SIDE_DP,
    )
    return row(side, *letters, id="week_letters_holder", width=MATCH)


def _lines(app: MainActions, minutes: float) -> int:
    """Return the number of title lines that fit into an event's block, 1 to 3."""
    line = LINE_DP * app.context.system.display.font_scale
    return min(3, max(1, int(minutes / 60 * HOUR_DP / line)))


def _marker(app: MainActions, marks: Marks, found: Occurrence, lines: int) -> View:
    """Build an occurrence's block."""
    color = marks.color(found.event)
    faint = app.settings.flag("dim_past_events", True) and is_over(found, app.now(), app.zone)
    label = TextView(
        found.event.title[:120],
        id="week_event_label",
        content_description=found.event.title[:120],
        size=10,
        color=ink_on(color),
        max_lines=lines,
        padding=(2, 0, 0, 0),
        width=MATCH,
    )
    return FrameLayout(
        [label],
        id="week_event_holder",
        class_name="android.view.ViewGroup",
        margin=1,
        alpha=FAINT if faint else 1.0,
        background=Rounded(argb(color), 2),
        on_click=lambda: app.open_occurrence(found.event.id, found.start),
    )


def _all_day(
    app: MainActions, marks: Marks, days: Sequence[dt.date], whole: Sequence[Occurrence]
) -> View | None:
    """Build the rows above the hours: all-day events and events across midnight."""
    if not whole:
        return None
    first, count = days[0].toordinal(), len(days)
    lines: list[list[tuple[int, int, Occurrence]]] = []
    for each in whole:
        low = max(0, local(each.start, app.zone).toordinal() - first)
        high = min(count - 1, local(each.end, app.zone).toordinal() - first)
        line = next((line for line in lines if line[-1][1] < low), None)
        if line is None:
            if len(lines) == ALL_DAY_ROWS:
                break
            line = []
            lines.append(line)
        line.append((low, high, each))
    rows = []
    for number, line in enumerate(lines):
        cells: list[View] = []
        at = 0
        for low, high, each in line:
            if low > at:
                cells.append(View(width=0, height=1, weight=low - at, key=("gap", low)))
            block = _marker(app, marks, each, 1)
            block.width, block.weight, block.key = 0, high - low + 1, (each.event.id, each.start)
            cells.append(block)
            at = high + 1
        if at < count:
            cells.append(View(width=0, height=1, weight=count - at, key="rest"))
        rows.append(row(*cells, key=number, width=MATCH))
    return column(*rows, id="week_all_day_holder", width=MATCH, padding=(SIDE_DP, 0, 0, 2))


def _lanes(parts: Sequence[_Part]) -> list[tuple[_Part, int, int]]:
    """Arrange simultaneous parts side by side.

    Returns:
        Each part with the index of its lane and the number of lanes in its group.
    """
    placed: list[tuple[_Part, int, int]] = []
    group: list[tuple[_Part, int]] = []
    ends: list[float] = []

    def close() -> None:
        placed.extend((part, lane, len(ends)) for part, lane in group)
        group.clear()
        ends.clear()

    column_before = -1
    for part in sorted(parts, key=lambda part: (part.column, part.start, -part.end)):
        if part.column != column_before or (ends and max(ends) <= part.start):
            close()
        column_before = part.column
        end = max(part.end, part.start + 1)
        lane = next((index for index, until in enumerate(ends) if until <= part.start), None)
        if lane is None:
            lane = len(ends)
            ends.append(end)
        else:
            ends[lane] = end
        group.append((part, lane))
    close()
    return placed

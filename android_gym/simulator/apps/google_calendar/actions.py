"""Actions of Google Calendar's screens, without their views."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from dataclasses import replace
from typing import Any, Final

from android_gym.simulator.appkit.calendars import (
    URI,
    Calendar,
    Calendars,
    Event,
    Instance,
    day_in,
    stamp,
)
from android_gym.simulator.appkit.recurrence import parse, render
from android_gym.simulator.apps.google_calendar import look, reminders
from android_gym.simulator.apps.google_calendar.manifest import EDITOR, EVENT
from android_gym.simulator.apps.google_calendar.model import (
    VIEWS,
    Draft,
    EditState,
    EventState,
    MainState,
    Part,
    View,
)
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Activity, S_co
from android_gym.simulator.ui.theme import Theme

__all__ = [
    "FIRST_DAY",
    "LAST_DAY",
    "CalendarScreen",
    "EditActions",
    "EventActions",
    "MainActions",
    "month_name",
]

DAY_MS: Final = 86_400_000
FIRST_DAY, LAST_DAY = dt.date(1971, 1, 1), dt.date(2099, 12, 31)
"""First and last day that can be shown."""

_SPANS: Final[dict[View, int]] = {"day": 1, "3days": 3, "week": 7}


def _within(day: dt.date) -> dt.date:
    return max(FIRST_DAY, min(LAST_DAY, day))


class CalendarScreen(Activity[S_co]):
    """Base class of all screens."""

    @property
    def calendars(self) -> Calendars:
        """The calendars and their events."""
        return Calendars(self.context)

    def theme(self) -> Theme:
        """Return the theme, light or dark as the phone's."""
        return look.theme(self.context)

    @property
    def zone(self) -> dt.tzinfo:
        """The phone's time zone."""
        return self.context.system.clock.zone()

    def setting(self, name: str, default: int) -> int:
        """Return a number from the settings."""
        return self.context.preferences().get(name, default)

    def colors(self) -> dict[int, Calendar]:
        """Return the calendars by id."""
        return {each.id: each for each in self.calendars.calendars()}

    def at(self, number: int, begin_ms: int) -> Instance | None:
        """Return an event's instance at one of its times; None if the event doesn't exist."""
        event = self.calendars.get(number)
        if event is None:
            return None
        begin = begin_ms or event.begin_ms
        return Instance(event, begin, begin + event.length_ms)

    def delete_part(self, event: Event, begin_ms: int, part: Part) -> None:
        """Delete an event, or some of its instances."""
        calendars, rule = self.calendars, parse(event.rule)
        if rule is None or part == "all" or (part == "following" and begin_ms <= event.begin_ms):
            calendars.delete(event.id)
        elif part == "this":
            calendars.cancel(event, begin_ms)
        else:
            day = Instance(event, begin_ms, begin_ms).days(self.zone)[0] - dt.timedelta(days=1)
            shorter = render(replace(rule, count=0, until=day))
            calendars.change(event.id, {"rrule": shorter})
        reminders.plan(self.context)


class MainActions(CalendarScreen[MainState]):
    """Actions of the calendar's screen."""

    def on_create(self) -> MainState:
        """Start with the view shown last, on the intent's day."""
        kept = self.context.preferences().get("view", "schedule")
        view = next((view for view, _, _ in VIEWS if view == kept), VIEWS[0][0])
        return MainState(view=view, day=self._asked())

    def on_new_intent(self) -> None:
        """Show the intent's day."""
        day = self._asked()
        if day is not None:
            self.dismiss_dialogs()
            self.update(day=day, drawer=False, query=None)

    def _asked(self) -> dt.date | None:
        """Return the day of the time that the intent points at."""
        day = day_in(self.intent.data or "", self.zone)
        return None if day is None else _within(day)

    def on_resume(self) -> None:
        """Schedule notifications, as another app may have changed the calendar."""
        reminders.plan(self.context)

    @property
    def today(self) -> dt.date:
        """Today."""
        return self.context.system.clock.today()

    @property
    def day(self) -> dt.date:
        """The day on screen."""
        return self.state.day or self.today

    @property
    def week_start(self) -> int:
        """First day of the week, 0 for Monday."""
        return self.setting("week_start", 6) % 7

    def days(self) -> list[dt.date]:
        """Return the days shown by a view with hours."""
        span, first = _SPANS[self.state.view], self.day
        if span == 7:
            first -= dt.timedelta(days=(first.weekday() - self.week_start) % 7)
        return [first + dt.timedelta(days=n) for n in range(span)]

    def show(self, view: View) -> None:
        """Show another view of the calendar."""
        self.context.preferences().put(view=view)
        self.update(view=view, drawer=False)

    def go(self, day: dt.date | None) -> None:
        """Show a day; None for today."""
        self.update(day=None if day is None else _within(day))

    def show_day(self, day: dt.date) -> None:
        """Show a day's hours."""
        self.go(day)
        self.show("day")

    def turn(self, forward: bool) -> None:
        """Show the next or the previous period."""
        step, view = (1 if forward else -1), self.state.view
        if view == "month" or view == "schedule":
            self.turn_month(forward)
        else:
            self.go(self.day + dt.timedelta(days=step * _SPANS[view]))

    def turn_month(self, forward: bool) -> None:
        """Show the first day of the next or the previous month."""
        month = self.day.year * 12 + self.day.month - 1 + (1 if forward else -1)
        self.go(dt.date(month // 12, month % 12 + 1, 1))

    def month_days(self) -> list[dt.date]:
        """Return the 42 days shown for the current month."""
        first = self.day.replace(day=1)
        start = first - dt.timedelta(days=(first.weekday() - self.week_start) % 7)
        return [start + dt.timedelta(days=n) for n in range(42)]

    def open(self, each: Instance) -> None:
        """Open an event's page."""
        self.start_activity(EVENT, event=each.event.id, begin=each.begin_ms)

    def new_event(self, begin: dt.datetime | None = None) -> None:
        """Edit a new event."""
        if begin is None:
            self.start_activity(EDITOR, day=self.day.toordinal())
        else:
            self.start_activity(EDITOR, beginTime=stamp(begin.replace(tzinfo=self.zone)))

    def new_task(self) -> None:
        """Open Google Tasks, as tasks are stored there."""
        intent = Intent("android.intent.action.MAIN", package="com.google.android.apps.tasks",
                        categories=("android.intent.category.LAUNCHER",))  # fmt: skip
        if not self.start_activity(intent):
            self.toast("Tasks is not installed")

    def found(self, query: str) -> list[Instance]:
        """Return the events within a year whose title, location or description match a search."""
        words = query.casefold().split()
        year = dt.timedelta(days=366)
        first, last = max(FIRST_DAY, self.today - year), min(LAST_DAY, self.today + year)
        return [
            each
            for each in (self.calendars.between(first, last) if words else ())
            if all(word in _searched(each.event) for word in words)
        ]

    def on_back(self) -> bool:
        """Close what is open: the drawer, the search, the expanded month."""
        state = self.state
        if state.drawer:
            self.update(drawer=False)
        elif state.query is not None:
            self.update(query=None)
        elif state.months:
            self.update(months=False)
        else:
            return False
        return True


def _searched(event: Event) -> str:
    return f"{event.title}\n{event.location}\n{event.description}".casefold()


class EventActions(CalendarScreen[EventState]):
    """Actions of an event's page."""

    def on_create(self) -> EventState:
        """Show the event named by the intent."""
        number = self.intent.get_int("event")
        found = re.fullmatch(rf"{re.escape(URI)}/events/(\d{{1,15}})", self.intent.data or "")
        if found is not None:
            number = int(found[1])
        begin = self.intent.get_int("begin") or self.intent.get_int("beginTime")
        return EventState(number, begin)

    def delete(self, part: Part) -> None:
        """Delete the event or some of its instances, and finish."""
        each = self.at(self.state.event, self.state.begin_ms)
        if each is not None:
            self.delete_part(each.event, each.begin_ms, part)
        self.toast("Event deleted")
        self.finish()


class EditActions(CalendarScreen[EditState]):
    """Actions of the event editor."""

    def on_create(self) -> EditState:
        """Start with the event named by the intent, or with a new one."""
        number, begin = self.intent.get_int("event"), self.intent.get_int("begin")
        each = self.at(number, begin) if number else None
        calendar = self.colors().get(each.event.calendar) if each is not None else None
        if number and (calendar is None or not calendar.writable):
            self.toast("This event can't be edited")
            self.finish()
            each = None
        draft = self._new() if each is None else self._draft(each)
        return EditState(each.event.id if each else 0, each.begin_ms if each else 0, draft, draft)

    def _new(self) -> Draft:
        """Return a new event, at the next full hour or at the time in the intent."""
        now = self.context.system.clock.datetime().replace(tzinfo=None, minute=0, second=0)
        begin = now.replace(microsecond=0) + dt.timedelta(hours=1)
        ordinal, given = self.intent.get_int("day"), self.intent.get_int("beginTime")
        if FIRST_DAY.toordinal() <= ordinal <= LAST_DAY.toordinal():
            begin = dt.datetime.combine(dt.date.fromordinal(ordinal), begin.time())
        if 0 < given < stamp(dt.datetime(2100, 1, 1, tzinfo=dt.UTC)):
            begin = dt.datetime.fromtimestamp(given // 1000, self.zone).replace(tzinfo=None)
        length = dt.timedelta(minutes=self.setting("default_duration", 60))
        writable = [each.id for each in self.calendars.calendars() if each.writable]
        kept = self.setting("default_reminder", 30)
        return Draft(
            self.intent.get_str("title"),
            begin=begin,
            end=begin + length,
            calendar=writable[0] if writable else 0,
            location=self.intent.get_str("eventLocation"),
            description=self.intent.get_str("description"),
            reminders=(kept,) if kept >= 0 else (),
        )

    def _draft(self, each: Instance) -> Draft:
        event = each.event
        begin, end = (moment.replace(tzinfo=None) for moment in each.times(self.zone))
        if event.all_day:
            end = max(begin, end - dt.timedelta(days=1))
        return Draft(
            event.title,
            event.all_day,
            begin,
            end,
            event.rule,
            event.calendar,
            event.location,
            event.description,
            event.color,
            tuple(self.calendars.reminders(event.id)),
        )

    def change(self, **values: Any) -> None:
        """Change fields of the draft."""
        self.update(draft=replace(self.state.draft, **values))

    def begin_at(self, begin: dt.datetime) -> None:
        """Change the beginning, keeping the duration."""
        draft = self.state.draft
        self.change(begin=begin, end=begin + (draft.end - draft.begin))

    def end_at(self, end: dt.datetime) -> None:
        """Change the end; if it is before the beginning, move that as well."""
        draft = self.state.draft
        length = draft.end - draft.begin
        begin = draft.begin if end >= draft.begin else end - length
        self.change(end=end, begin=begin)

    @property
    def changed(self) -> bool:
        """Return whether there are unsaved changes."""
        return self.state.draft != self.state.before

    def values(self, draft: Draft) -> dict[str, Any]:
        """Return the columns of a draft's event."""
        if draft.all_day:
            begin, end = (
                stamp(dt.datetime.combine(each.date(), dt.time(), dt.UTC))
                for each in (draft.begin, draft.end + dt.timedelta(days=1))
            )
        else:
            begin, end = (
                stamp(each.replace(tzinfo=self.zone)) for each in (draft.begin, draft.end)
            )
        seconds = (end - begin) // 1000
        length = f"P{seconds // 86_400}D" if draft.all_day else f"P{seconds}S"
        color = int(draft.color[1:], 16) - (1 << 24) if draft.color else None
        return {
            "calendar_id": draft.calendar,
            "title": draft.title.strip(),
            "eventLocation": draft.location.strip() or None,
            "description": draft.description.strip() or None,
            "dtstart": begin,
            "dtend": None if draft.rule else end,
            "duration": length if draft.rule else None,
            "allDay": int(draft.all_day),
            "eventTimezone": "UTC" if draft.all_day else self.context.system.clock.timezone,
            "rrule": draft.rule or None,
            "eventColor": color,
            "hasAlarm": int(bool(draft.reminders)),
        }

    def save(self, part: Part) -> None:
        """Save the draft and finish.

        Args:
            part: Which instances of a repeating event to change.
        """
        state, calendars = self.state, self.calendars
        draft, event = state.draft, self.calendars.get(state.event) if state.event else None
        values = self.values(draft)
        if event is None:
            calendars.add(values, draft.reminders)
        elif not event.rule or part == "all":
            if event.rule:  # the series keeps its first day, shifted by as much as this instance
                moved = event.begin_ms + values["dtstart"] - state.begin_ms
                values["dtstart"] = moved
            calendars.change(event.id, values)
            calendars.set_reminders(event.id, draft.reminders)
        else:
            self.delete_part(event, state.begin_ms, part)
            if part == "this":
                values |= {
                    "rrule": None,
                    "duration": None,
                    "dtend": self.values(replace(draft, rule=""))["dtend"],
                    "original_id": event.id,
                    "originalInstanceTime": state.begin_ms,
                    "originalAllDay": int(event.all_day),
                }
                self._drop_exception(event, state.begin_ms)
            calendars.add(values, draft.reminders)
        reminders.plan(self.context)
        self.toast("Event saved" if event is None else "Event updated")
        self.finish()

    def _drop_exception(self, event: Event, begin_ms: int) -> None:
        """Delete an exception that cancels the event at a time, as another one replaces it."""
        where = "original_id = ? AND originalInstanceTime = ?"
        for each in self.calendars.events(where, event.id, begin_ms):
            self.calendars.delete(each.id)


def month_name(day: dt.date, today: dt.date) -> str:
    """Return a month's name for the toolbar, with the year if it isn't the current one."""
    name = calendar.month_name[day.month]
    return name if day.year == today.year else f"{name} {day.year}"

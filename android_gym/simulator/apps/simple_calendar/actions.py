"""The calendar's main screen without its views, for use by screens and dialogs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence

from android_gym.simulator.appkit.simple_commons import SimpleScreen
from android_gym.simulator.appkit.simple_search import SEARCH_FIELD
from android_gym.simulator.appkit.simple_theme import look_of
from android_gym.simulator.apps.simple_calendar import reminders
from android_gym.simulator.apps.simple_calendar.look import theme_of
from android_gym.simulator.apps.simple_calendar.model import (
    DAILY,
    LIST,
    MONTHLY,
    MONTHLY_DAILY,
    NEXT_FULL_HOUR,
    WEEK_S,
    WEEKLY,
    YEARLY,
    Event,
    EventType,
    MainState,
    Mark,
    Occurrence,
    Place,
)
from android_gym.simulator.apps.simple_calendar.months import day_span, month_after
from android_gym.simulator.apps.simple_calendar.recurrence import (
    day_code,
    local,
    occurrences,
    stamp,
)
from android_gym.simulator.apps.simple_calendar.settings import Settings
from android_gym.simulator.apps.simple_calendar.storage import CalendarStore
from android_gym.simulator.ui.activity import S_co
from android_gym.simulator.ui.theme import Theme

ONE_ONLY, FUTURE, ALL = range(3)
"""Choices for a repeating event: change or delete one occurrence, the future ones, or all."""

HALF_YEAR_S = 183 * 86_400
MOST_LISTED = 1000
"""Maximum number of rows in a list of many days."""
SEARCH_S = 2 * 366 * 86_400
"""Time before and after now that a search covers, in seconds."""


class Actions(SimpleScreen[S_co]):
    """Base of all screens of the app."""

    NAME = "Simple Calendar"

    def theme(self) -> Theme:
        """Return the app's colours."""
        return theme_of(look_of(self.context))

    @property
    def store(self) -> CalendarStore:
        """The store of events, tasks and event types."""
        return CalendarStore(self.context)

    @property
    def settings(self) -> Settings:
        """The app's settings."""
        return Settings(self.context)

    @property
    def zone(self) -> dt.tzinfo:
        """The phone's time zone."""
        return self.context.system.clock.zone()

    def today(self) -> dt.date:
        """Return today's date, and observe it: views that use it are rebuilt at midnight."""
        return self.context.system.clock.today()

    def now(self) -> int:
        """Return this minute in epoch seconds, and observe it: views are rebuilt each minute."""
        return int(self.context.system.clock.minute().timestamp())

    # -- deleting

    def delete(self, marks: Iterable[Mark], mode: int) -> None:
        """Delete events; of repeating ones, the occurrences selected by `mode`."""
        store = self.store
        for number, start in marks:
            event = store.get(number)
            if event is None:
                continue
            repeats = event.repetition.interval > 0
            if repeats and mode == ONE_ONLY:
                store.add_exception(number, day_code(start, self.zone))
            elif repeats and mode == FUTURE and start > event.start:
                self.end_before(event, start)
            else:
                store.delete([number])
                reminders.cancel(self.context, (number,))
                continue
            changed = store.get(number)
            if changed is not None:
                reminders.plan(self.context, changed)

    def end_before(self, event: Event, start: int) -> None:
        """End a series on the day of the last occurrence before `start`."""
        before = occurrences(event, event.start, start - 1, self.zone)
        if not before:
            self.store.delete([event.id])
            reminders.cancel(self.context, (event.id,))
            return
        day = local(before[-1].start, self.zone).date()
        self.store.set_limit(event.id, day_span(day, self.zone)[1])

    def repeats(self, marks: Iterable[Mark]) -> bool:
        """Return whether any of the occurrences belongs to a repeating event."""
        events = map(self.store.get, sorted({number for number, _ in marks}))
        return any(event is not None and event.repetition.interval > 0 for event in events)

    # -- opening

    def open_occurrence(self, number: int, start: int) -> None:
        """Open the editor of an occurrence's event or task."""
        event = self.store.get(number)
        if event is None:
            return
        name = "TaskActivity" if event.is_task else "EventActivity"
        self.start_activity(f".activities.{name}", event_id=number, event_occurrence_ts=start)

    def open_new(self, start: int, *, task: bool = False, minutes: int = 0) -> None:
        """Open the editor of a new event or task that starts at `start` (epoch seconds)."""
        name = "TaskActivity" if task else "EventActivity"
        self.start_activity(f".activities.{name}", new_event_start_ts=start, new_minutes=minutes)


class MainActions(Actions[MainState]):
    """The main screen: one of six views, the floating action button, the search."""

    # -- the current view and day

    @property
    def view(self) -> int:
        """The view on screen."""
        stack = self.state.stack
        return stack[-1][0] if stack else self.settings.view

    @property
    def day(self) -> dt.date:
        """The day that the view shows, or a day in the month, week or year that it shows."""
        stack = self.state.stack
        return stack[-1][1] if stack else self.today()

    def show(self, day: dt.date) -> None:
        """Show another day in the view."""
        self.update(stack=(*self.state.stack[:-1], (self.view, day)), picked=None, selected=())

    def push(self, view: int, day: dt.date) -> None:
        """Open a view on top of the current one; BACK returns to that."""
        below = self.state.stack or ((self.view, self.day),)
        self.update(stack=(*below, (view, day)), selected=(), fan=False)

    def change_view(self, view: int) -> None:
        """Switch to a view for good."""
        day = self.day
        self.settings.put(view=view)
        self.reset(MainState(stack=((view, day),)))

    def move(self, steps: int) -> None:
        """Move the view by a number of months, days, weeks or years."""
        day = self.day
        if self.view in (MONTHLY, MONTHLY_DAILY):
            self.show(month_after(day, steps))
        elif self.view == YEARLY:
            self.show(month_after(day, 12 * steps))
        else:
            days = steps * (7 if self.view == WEEKLY else 1)
            number = max(1, min(dt.date.max.toordinal(), day.toordinal() + days))
            self.show(dt.date.fromordinal(number))

    def shows_today(self) -> bool:
        """Return whether the view includes today."""
        day, today = self.day, self.today()
        if self.view in (MONTHLY, MONTHLY_DAILY):
            return (day.year, day.month) == (today.year, today.month)
        if self.view == YEARLY:
            return day.year == today.year
        if self.view == WEEKLY:
            return self.week_start(day) == self.week_start(today)
        return self.view == LIST or day == today

    def week_start(self, day: dt.date) -> dt.date:
        """Return the first day of the week that contains a day."""
        number = day.toordinal()
        return dt.date.fromordinal(max(1, number - (number - self.week_shift()) % 7))

    def week_shift(self) -> int:
        """Return the ordinal modulo 7 of the days on which weeks start."""
        if self.settings.flag("start_week_with_current_day", False):
            return self.today().toordinal() % 7
        return 0 if self.settings.sunday_first else 1  # a Monday's ordinal is 1 modulo 7

    # -- occurrences

    def places_of(self, day: dt.date) -> Sequence[Place]:
        """List a day's occurrences, in the order of lists."""
        return self.store.places(*day_span(day, self.zone))

    def listed(self) -> Sequence[Place]:
        """List the occurrences for the simple list, sorted by day, up to `MOST_LISTED`."""
        now = int(self.context.system.clock.minute().timestamp())
        past = 60 * self.settings.number("display_past_events", 1440)
        zone, first, length = self.zone, now - past, WEEK_S
        found: list[Place] = []
        while first < now + HALF_YEAR_S and len(found) < MOST_LISTED:
            part = self.store.places(first, first + length - 1)
            # Skip events that continue from the previous part; they have been found already.
            found += [each for each in part if not found or each.start >= first]
            first, length = first + length, 2 * length
        days = sorted(found, key=lambda each: (local(each.start, zone).toordinal(), each))
        return days[:MOST_LISTED]

    def found(self) -> Sequence[Place]:
        """List the occurrences that match the search text within `SEARCH_S` of now."""
        query = self.state.query or ""
        if len(query) < 2:
            return []
        now = int(self.context.system.clock.datetime().timestamp())
        found = self.store.places(now - SEARCH_S, now + SEARCH_S, query)
        return found[:MOST_LISTED]

    # -- new events

    def day_of_new(self) -> dt.date:
        """Return the default day for a new event."""
        if self.view == MONTHLY_DAILY and self.state.picked is not None:
            return self.state.picked
        if self.view == DAILY:
            return self.day
        if self.view in (MONTHLY, MONTHLY_DAILY) and not self.shows_today():
            return self.day.replace(day=1)
        return self.today()

    def new_start(self) -> int:
        """Return the default start of a new event: the next full hour unless set otherwise."""
        day, settings = self.day_of_new(), self.settings
        now = self.context.system.clock.datetime()
        chosen = settings.default_start
        if chosen >= 0:
            time = dt.time(min(chosen // 60, 23), chosen % 60)
            return stamp(dt.datetime.combine(day, time), self.zone)
        if chosen != NEXT_FULL_HOUR:
            return stamp(dt.datetime.combine(day, dt.time(now.hour, now.minute)), self.zone)
        moment = dt.datetime.combine(day, dt.time((now.hour + 1) % 24))
        if now.hour == 23 and self.view != DAILY:
            moment += dt.timedelta(days=1)
        return stamp(moment, self.zone)

    def on_fab(self) -> None:
        """Show the buttons for event and task; a second tap creates an event."""
        if self.state.fan or not self.settings.flag("allow_creating_tasks", True):
            self.make_event()
        else:
            self.update(fan=True)

    def make_event(self) -> None:
        """Open the editor of a new event."""
        self.update(fan=False)
        self.open_new(self.new_start())

    def make_task(self) -> None:
        """Open the editor of a new task."""
        self.update(fan=False)
        self.open_new(self.new_start(), task=True)

    def make_at_slot(self, *, task: bool) -> None:
        """Open the editor of an event or task for the hour that was tapped."""
        slot = self.state.slot
        if slot is None:
            return
        self.update(slot=None)
        late = local(slot, self.zone).hour == 23
        self.open_new(slot, task=task, minutes=0 if task else 59 if late else 60)

    # -- selection

    def tap_row(self, found: Occurrence) -> None:
        """Open the tapped occurrence, or toggle its selection while others are selected."""
        if self.state.selected:
            self.hold_row(found)
        else:
            self.open_occurrence(found.event.id, found.start)

    def hold_row(self, found: Occurrence) -> None:
        """Toggle the selection of a long-pressed occurrence."""
        mark, kept = (found.event.id, found.start), self.state.selected
        rest = tuple(other for other in kept if other != mark)
        self.update(selected=rest if mark in kept else (*kept, mark))

    def delete_marked(self, marks: tuple[Mark, ...], mode: int) -> None:
        """Delete the selected occurrences and clear the selection."""
        self.delete(marks, mode)
        self.update(selected=())

    def mark_all(self, all_of: Callable[[], Sequence[Place]]) -> None:
        """Select all rows, or none if all are selected."""
        marks = tuple((each.id, each.start) for each in all_of())
        self.update(selected=() if len(marks) == len(self.state.selected) else marks)

    # -- event types

    def types(self) -> list[EventType]:
        """List the event types by title."""
        return self.store.types()

    # -- searching

    def open_search(self) -> None:
        """Open the search with the keyboard."""
        self.update(query="", fan=False)
        self.show_keyboard(SEARCH_FIELD)

    def search(self, text: str) -> None:
        """Search for a text."""
        self.update(query=text, selected=())

    def leave(self) -> None:
        """Close the search, or the view on top of another."""
        if self.state.query is not None:
            self.update(query=None, selected=())
            self.hide_keyboard()
        elif len(self.state.stack) > 1:
            self.update(stack=self.state.stack[:-1], selected=(), fan=False)

    def on_back(self) -> bool:
        """Clear the selection, or close the fan, the search, or the view on top of another."""
        state = self.state
        if state.selected:
            self.update(selected=())
        elif state.fan:
            self.update(fan=False)
        elif state.query is not None or len(state.stack) > 1:
            self.leave()
        else:
            return False
        return True

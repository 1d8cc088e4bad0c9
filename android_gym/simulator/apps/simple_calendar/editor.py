"""Actions of the editors of events and tasks, without their views."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any, ClassVar, Final

from immutables import Map

from android_gym.simulator.apps.simple_calendar import reminders, texts
from android_gym.simulator.apps.simple_calendar.actions import ALL, ONE_ONLY, Actions
from android_gym.simulator.apps.simple_calendar.model import (
    ALL_DAY,
    EVENT,
    LAST_DAY,
    LAST_WEEKDAY,
    LOCAL,
    NO_REMINDER,
    SAME_DAY,
    TASK,
    WEEK_S,
    Draft,
    EditorState,
    Event,
    Occurrence,
    Repetition,
)
from android_gym.simulator.apps.simple_calendar.months import is_over
from android_gym.simulator.apps.simple_calendar.recurrence import day_code, local, stamp
from android_gym.simulator.system.clock import find_zone
from android_gym.simulator.system.intents import Intent

__all__ = ["EditorActions"]

NOTIFY: Final = "android.permission.POST_NOTIFICATIONS"
_NOON: Final = dt.time(12)
_NEVER: Final = Repetition()


class EditorActions(Actions[EditorState]):
    """The editor of an event or a task.

    Attributes:
        KIND: `EVENT` or `TASK`.
        WORD: "event" or "task", the prefix of view ids.
    """

    KIND: ClassVar[int] = EVENT
    WORD: ClassVar[str] = "event"

    def on_create(self) -> EditorState:
        """Start with the event, occurrence or time in the intent."""
        number = self.intent.get_int("event_id")
        event = self.store.get(number) if number > 0 else None
        if event is None:
            draft = self._new_draft(self.intent)
            return EditorState(draft, draft, kind=self.KIND)
        occurrence = self.intent.get_int("event_occurrence_ts", event.start)
        draft = Draft(
            event.title,
            event.location,
            event.description,
            occurrence,
            occurrence + event.end - event.start,
            event.all_day,
            event.reminders,
            event.repetition,
            event.event_type,
            event.color,
            event.time_zone,
        )
        if self.intent.get_bool("is_duplicate_intent"):
            return EditorState(draft, draft, kind=self.KIND)
        return EditorState(draft, draft, event.id, occurrence, self.KIND)

    def _new_draft(self, intent: Intent) -> Draft:
        now = self.context.system.clock.now_ms() // 1000
        begin = intent.get_int("beginTime") // 1000
        start = intent.get_int("new_event_start_ts") or begin or now - now % 3600 + 3600
        start = stamp(local(start, self.zone), self.zone)
        minutes = intent.get_int("new_minutes") or self.settings.default_minutes
        end = start + 60 * minutes
        if begin and intent.get_int("endTime") > begin * 1000:
            end = intent.get_int("endTime") // 1000

        def text(name: str) -> str:
            value = intent.extras.get(name)
            return value if isinstance(value, str) else ""

        return Draft(
            text("title")[:180],
            text("eventLocation")[:180],
            text("description"),
            start,
            start if self.KIND == TASK else end,
            intent.get_bool("allDay"),
            self.settings.reminders,
            event_type=self._default_type(),
            time_zone=self.context.system.clock.timezone,
        )

    def _default_type(self) -> int:
        """Return the default event type: the one in the settings, else the last one used."""
        number = self.settings.number("default_event_type_id", -1)
        if number < 0:
            number = self.settings.number("last_used_local_event_type_id", 1)
        return self.store.type_of(number).id

    # -- changing the draft

    @property
    def draft(self) -> Draft:
        """Return the current draft."""
        return self.state.draft

    def change(self, **changes: Any) -> None:
        """Replace fields of the draft."""
        self.update(draft=replace(self.draft, **changes))

    @property
    def told_zone(self) -> dt.tzinfo:
        """The time zone of displayed times: the phone's, unless events may have their own."""
        if not self.settings.flag("allow_changing_time_zones", False):
            return self.zone
        return find_zone(self.draft.time_zone) or self.zone

    def moment(self, *, end: bool) -> dt.datetime:
        """Return the start or the end in the displayed time zone."""
        return local(self.draft.end if end else self.draft.start, self.told_zone)

    def set_zone(self, name: str) -> None:
        """Set the time zone; displayed times of day stay the same."""
        zone = find_zone(name)
        if zone is None:
            return
        start, end = (stamp(self.moment(end=which), zone) for which in (False, True))
        self.change(time_zone=name, start=start, end=end)

    def set_moment(self, moment: dt.datetime, *, end: bool) -> None:
        """Move the end, or the start together with the end and a single repetition weekday."""
        draft, at = self.draft, stamp(moment, self.told_zone)
        if end:
            self.change(end=at)
            return
        rule = self._moved_rule(draft.repetition, moment.date())
        self.change(start=at, end=at + draft.end - draft.start, repetition=rule)

    def set_day(self, day: dt.date, *, end: bool) -> None:
        """Set the date of the start or the end."""
        time = self.moment(end=end).time()
        self.set_moment(dt.datetime.combine(day, time), end=end)

    def set_time(self, time: dt.time, *, end: bool) -> None:
        """Set the time of day of the start or the end."""
        self.set_moment(dt.datetime.combine(self.moment(end=end).date(), time), end=end)

    @staticmethod
    def _moved_rule(repetition: Repetition, day: dt.date) -> Repetition:
        """Return a repetition adjusted to a new start date."""
        rule = repetition.rule
        if repetition.interval and repetition.interval % WEEK_S == 0:
            if rule & (rule - 1) == 0:
                rule = 1 << day.weekday()
        elif rule in (LAST_DAY, LAST_WEEKDAY):
            after = 1 if rule == LAST_DAY else 7
            if (day + dt.timedelta(days=after)).month == day.month:
                rule = SAME_DAY
        return replace(repetition, rule=rule)

    def set_reminder(self, which: int, minutes: int) -> None:
        """Set one of the three reminders, moving empty ones to the end."""
        kept = list(self.draft.reminders)
        kept[which] = minutes
        on = [each for each in kept if each != NO_REMINDER]
        first, second, third = (*on, *[NO_REMINDER] * (3 - len(on)))
        self.change(reminders=(first, second, third))

    def set_interval(self, seconds: int) -> None:
        """Set the repetition interval, initially on the start's own day."""
        rule = 0
        if seconds and seconds % WEEK_S == 0:
            rule = 1 << self.moment(end=False).weekday()
        elif texts.interval(seconds).rpartition(" ")[2].lower().startswith(("month", "year")):
            rule = SAME_DAY
        limit = self.draft.repetition.limit if seconds else 0
        self.change(repetition=Repetition(seconds, rule, limit))

    def set_rule(self, rule: int) -> None:
        """Set the repetition's days; no days means no repetition."""
        kept = self.draft.repetition
        self.change(repetition=replace(kept, rule=rule) if rule else _NEVER)

    def set_limit(self, limit: int) -> None:
        """Set the end of the repetition."""
        self.change(repetition=replace(self.draft.repetition, limit=limit))

    @property
    def changed(self) -> bool:
        """Return whether there are unsaved changes."""
        return self.draft != self.state.first

    # -- saving

    def ask_disclaimer(self) -> None:
        """Warn that reminders may fail; the screen shows the dialog."""
        raise NotImplementedError(f"{type(self).__name__} must show the disclaimer.")

    def ask_which(self) -> None:
        """Ask which occurrences to change; the screen shows the dialog."""
        raise NotImplementedError(f"{type(self).__name__} must ask which occurrences change.")

    def save(self) -> None:
        """Save, first showing the disclaimer about reminders if it has not been shown."""
        if self._reminds and not self.settings.flag("was_alarm_warning_shown", False):
            self.ask_disclaimer()
        else:
            self.check_and_save()

    @property
    def _reminds(self) -> bool:
        return any(minutes != NO_REMINDER for minutes in self.draft.reminders)

    def accept_disclaimer(self, which: int | None) -> None:
        """Record that the disclaimer was shown, then save (`which` None) or choose a reminder."""
        self.settings.put(was_alarm_warning_shown=True)
        if which is None:
            self.check_and_save()

    def check_and_save(self) -> None:
        """Save unless the title is empty or the end is before the start."""
        draft = self.draft
        if not draft.title.strip():
            self.toast("Title cannot be empty")
            self.show_keyboard(f"{self.WORD}_title")
            return
        start, end = self._stored_times()
        if end < start:
            self.toast("The event cannot end earlier than it starts")
            return
        if self._reminds and not self.context.granted(NOTIFY):
            self.request_permission(NOTIFY, "save")
            return
        old = self.store.get(self.state.event_id) if self.state.event_id else None
        if old is not None and old.repetition.interval > 0:
            self.ask_which()
        else:
            self.save_as(ALL)

    def on_permission_result(self, request: object, granted: bool) -> None:
        """Continue saving once notifications are allowed."""
        if request == "save" and granted:
            self.check_and_save()
        elif request == "save":
            self.toast(
                "You must allow the app displaying notifications, else it cannot show reminders."
            )

    def _stored_times(self) -> tuple[int, int]:
        """Return start and end as stored; all-day events run from midnight to noon."""
        draft = self.draft
        if not draft.all_day:
            return draft.start, draft.end
        first, last = self.moment(end=False).date(), self.moment(end=True).date()
        start = stamp(dt.datetime.combine(first, dt.time()), self.zone)
        return start, stamp(dt.datetime.combine(last, _NOON), self.zone)

    def _event(self, old: Event | None) -> Event:
        """Return the draft as an event, based on the one it came from."""
        draft, clock = self.draft, self.context.system.clock
        start, end = self._stored_times()
        base = old or Event(0, start, end, kind=self.KIND)
        flags = base.flags | ALL_DAY if draft.all_day else base.flags & ~ALL_DAY
        return replace(
            base,
            start=start,
            end=end,
            title=draft.title.strip(),
            location=draft.location.strip(),
            description=draft.description.strip(),
            reminders=draft.reminders,
            repetition=draft.repetition,
            flags=flags,
            event_type=draft.event_type,
            color=draft.color,
            time_zone=draft.time_zone,
            import_id=base.import_id or self.store.new_import_id(draft.title, start),
            last_updated=clock.now_ms(),
            source=LOCAL,
        )

    def save_as(self, mode: int) -> None:
        """Save all occurrences, only the opened one, or all from that one on."""
        store, state = self.store, self.state
        old = store.get(state.event_id) if state.event_id else None
        event = self._event(old)
        if old is not None and old.repetition.interval > 0:
            if mode == ALL:
                moved = old.start + event.start - state.occurrence
                event = replace(event, start=moved, end=moved + event.end - event.start)
            else:
                event = replace(event, id=0, import_id="", exceptions=())
                import_id = store.new_import_id(event.title, event.start)
                event = replace(event, import_id=import_id)
                if mode == ONE_ONLY:
                    store.add_exception(old.id, day_code(state.occurrence, self.zone))
                    event = replace(event, parent_id=old.id, repetition=_NEVER)
                elif state.occurrence == old.start:
                    store.delete([old.id])
                    reminders.cancel(self.context, (old.id,))
                else:
                    self.end_before(old, state.occurrence)
        self._keep_choices()
        event = replace(event, id=store.save(event))
        self._tell(event, new=old is None)
        self.hide_keyboard()
        self.finish()

    def _keep_choices(self) -> None:
        """Store the reminders and the event type as defaults for the next new event."""
        first, second, third = self.draft.reminders
        kept = {"last_used_local_event_type_id": self.draft.event_type}
        if self.settings.flag("use_previous_event_reminders", True):
            kept |= {
                "reminder_minutes": first,
                "reminder_minutes_2": second,
                "reminder_minutes_3": third,
            }
        self.settings.put(**kept)

    def _tell(self, event: Event, *, new: bool) -> None:
        """Schedule the reminder and show the time remaining until then."""
        now = self.context.system.clock.now_ms() // 1000
        at = reminders.plan(self.context, event)
        if at is not None:
            self.toast(f"Time remaining:\n{texts.remaining(at - now)}")
        else:
            self.toast("Saving…")
            over = is_over(Occurrence(event, event.start, event.end), now, self.zone)
            if new and over and self._reminds and not event.repetition.interval:
                reminders.notify(self.context, event.id, event.start)

    # -- other buttons

    def open_notification_settings(self) -> None:
        """Open the phone's notification settings for the app."""
        extras = Map({"android.provider.extra.APP_PACKAGE": self.context.package})
        self.open_elsewhere(Intent("android.settings.APP_NOTIFICATION_SETTINGS", extras=extras))

    def delete_this(self, mode: int) -> None:
        """Delete the edited event or task and leave."""
        self.delete([(self.state.event_id, self.state.occurrence)], mode)
        self.hide_keyboard()
        self.finish()

    def duplicate(self) -> None:
        """Edit a copy of the event as it was when opened."""
        name = "TaskActivity" if self.KIND == TASK else "EventActivity"
        self.start_activity(
            f".activities.{name}",
            event_id=self.state.event_id,
            event_occurrence_ts=self.state.occurrence,
            is_duplicate_intent=True,
        )
        self.finish()

    def toggle_completed(self) -> None:
        """Toggle the task's completion and leave."""
        event = self.store.get(self.state.event_id)
        if event is not None:
            done = self.store.completed(event, self.state.occurrence)
            self.store.set_completed(event, self.state.occurrence, not done)
        self.finish()

"""Changes to tasks: save, complete, delete, copy and reschedule."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from android_gym.simulator.appkit.times import moment
from android_gym.simulator.apps.tasks_org import reminders, settings
from android_gym.simulator.apps.tasks_org.model import (
    DEFAULT_REMINDERS,
    DUE_CODES,
    RANDOM_TYPE,
    WHEN_DUE,
    WHEN_OVERDUE,
    WHEN_STARTED,
    Draft,
    Editor,
    Reminder,
    Task,
)
from android_gym.simulator.apps.tasks_org.recurrence import next_date, parse, render
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.apps.tasks_org.times import (
    date_text,
    day_only,
    has_time,
    ms,
    with_time,
)
from android_gym.simulator.ui.activity import Context

__all__ = [
    "NO_TITLE",
    "USUAL_REMINDERS",
    "complete",
    "copy",
    "default_reminders",
    "default_tags",
    "delete",
    "draft_of",
    "due_of",
    "hide_until",
    "new_draft",
    "rescheduled",
    "save",
    "set_due",
]

NO_TITLE: Final = "(No title)"
USUAL_REMINDERS: Final = {
    "32": ("When started", WHEN_STARTED),
    "2": ("When due", WHEN_DUE),
    "4": ("When overdue", WHEN_OVERDUE),
}
"""Label and reminder by the number stored in the preferences."""

HOUR_MS: Final = 3_600_000
_HOURS: Final = ("1", "24", "168", "336")
_START_CODES: Final = {"1": -1, "6": -2, "2": -3, "3": -4}
TITLE_LENGTH: Final = 10_000
"""Maximum characters of a title; more than any real task has, but fits into a cursor row."""


def new_draft(context: Context, list_key: str, tags: tuple[str, ...] = ()) -> Draft:
    """Return the initial draft for a new task."""
    kept = context.preferences().all()
    importance = settings.value(kept, "p_def_imp", "2")
    urgency = settings.value(kept, "p_def_urg", "0")
    days = {"1": 0, "2": 1, "3": 2, "4": 7}.get(urgency)
    today = context.system.clock.today()
    due = 0 if days is None else day_only(context, today + dt.timedelta(days=days))
    hours = settings.value(kept, "notif_default_reminder", "0")
    usual = default_reminders(kept)
    draft = Draft(
        importance=int(importance) if importance in ("0", "1", "2", "3") else 2,
        due_ms=due,
        hide=_START_CODES.get(settings.value(kept, "p_def_hide", "0"), 0),
        recurrence=settings.value(kept, "default_recurrence", ""),
        from_completion=settings.value(kept, "default_recurrence_from", "0") == "1",
        list=list_key,
        tags=tags or default_tags(kept),
        reminders=(Reminder(RANDOM_TYPE, int(hours) * HOUR_MS),) if hours in _HOURS else (),
        place=settings.value(kept, "default_location", ""),
    )
    return rescheduled(replace(draft, due_ms=0), due, usual) if due else draft


def default_tags(kept: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the uuids of the default tags in an app's preferences."""
    return tuple(filter(None, settings.value(kept, "default_tags", "").split(",")))


def default_reminders(kept: Mapping[str, Any]) -> tuple[Reminder, ...]:
    """Return the default reminders, in an app's preferences, for new tasks with dates."""
    keys = settings.value(kept, "p_def_reminders_v2", "2,4").split(",")
    return tuple(each for key, (_, each) in USUAL_REMINDERS.items() if key in keys)


def rescheduled(
    draft: Draft, due_ms: int, usual: tuple[Reminder, ...] = DEFAULT_REMINDERS
) -> Draft:
    """Return a draft with a new due date; the first due date adds the default reminders."""
    kept = draft.reminders
    if due_ms and not draft.due_ms and all(each.type == RANDOM_TYPE for each in kept):
        kept += usual
    elif not due_ms:
        kept = tuple(each for each in kept if each.type != 2)
    return replace(draft, due_ms=due_ms, reminders=kept)


def draft_of(store: Store, task: Task) -> Draft:
    """Return the initial draft for editing a task."""
    spent, timer = store.timer_of(task.id)
    return Draft(
        title=task.title,
        notes=task.notes,
        importance=task.importance,
        due_ms=task.due_ms,
        hide=task.hide_ms,
        recurrence=task.recurrence,
        from_completion=task.from_completion,
        tags=store.tags_of(task.id),
        list=store.list_of(task.id),
        reminders=store.reminders(task.id),
        place=store.place_of(task.id),
        files=store.files_of(task.id),
        spent=spent,
        timer_ms=timer,
    )


def hide_until(context: Context, hide: int, due_ms: int) -> int:
    """Return the start date in epoch milliseconds for a draft's value.

    Args:
        context: The app's context.
        hide: Epoch milliseconds, or one of `DUE_CODES`.
        due_ms: The due date that these codes are relative to.
    """
    if hide not in DUE_CODES:
        return hide
    if not due_ms:
        return 0
    if hide == -2:
        return due_ms
    days = {-1: 0, -3: 1, -4: 7}[hide]
    return day_only(context, moment(context, due_ms).date() - dt.timedelta(days=days), 0)


def save(context: Context, editor: Editor) -> int:
    """Save the draft of an edit screen; return the task's id."""
    store, draft = Store(context), editor.draft
    clock = context.system.clock
    values: dict[str, int | str | None] = {
        "title": draft.title.strip()[:TITLE_LENGTH] or NO_TITLE,
        "importance": draft.importance,
        "dueDate": draft.due_ms,
        "hideUntil": hide_until(context, draft.hide, draft.due_ms),
        "notes": draft.notes,
        "recurrence": draft.recurrence or None,
        "repeat_from": int(draft.from_completion),
        "modified": clock.now_ms(),
        "elapsedSeconds": draft.spent,
        "timerStart": draft.timer_ms,
    }
    with store.database.transaction():
        if editor.task:
            number = editor.task
            if draft.due_ms != editor.original.due_ms:
                values["lastNotified"] = clock.now_ms()
            store.change((number,), **values)
        else:
            number = store.add(**values, parent=editor.parent, lastNotified=clock.now_ms())
        if not editor.task or draft.reminders != editor.original.reminders:
            store.set_reminders(number, draft.reminders)
        if draft.tags != store.tags_of(number):
            store.set_tags(number, draft.tags)
        if draft.list:
            store.set_list(number, draft.list)
        if draft.place != store.place_of(number):
            store.set_place(number, draft.place)
        if draft.files != store.files_of(number):
            store.set_files(number, draft.files)
        for title in draft.subtasks:
            if title.strip():
                child = store.add(title=title.strip()[:TITLE_LENGTH], importance=2, parent=number)
                if draft.list:
                    store.set_list(child, draft.list)
    reminders.cancel(context, number)
    reminders.schedule(context)
    return number


def complete(context: Context, tasks: Iterable[int], done: bool) -> tuple[str, tuple[int, ...]]:
    """Mark tasks and their subtasks as completed or not, unless they are already.

    A recurring task is rescheduled to its next date instead.

    Returns:
        The text for the snackbar, and the tasks that were marked.
    """
    store, now = Store(context), context.system.clock.now_ms()
    words, number = "", 0
    marked: list[int] = []
    with store.database.transaction():
        for each in tasks:
            task = store.get(each)
            if task is None:
                continue
            number += 1
            then = _next(context, task) if done else None
            if then is not None:
                words = _put_off(context, task, then)
                continue
            family = [one for one in map(store.get, store.family((each,))) if one is not None]
            changed = [one.id for one in family if bool(one.completed_ms) != done]
            store.change(changed, completed=now if done else 0, modified=now)
            marked += changed
            for one in changed:
                store.snooze(one, 0)
                reminders.cancel(context, one)
    reminders.schedule(context)
    if number > 1:
        words = f"{number} tasks completed"
    return words or "Task completed", tuple(marked)


def _next(context: Context, task: Task) -> dt.datetime | None:
    """Return the next due date of a recurring task; None if there is none."""
    rule = parse(task.recurrence)
    if rule is None:
        return None
    now = context.system.clock.datetime()
    start = moment(context, task.due_ms) if task.due_ms else now
    if task.from_completion:
        start = start.replace(year=now.year, month=now.month, day=now.day)
    return next_date(rule, start)


def _put_off(context: Context, task: Task, then: dt.datetime) -> str:
    store, now = Store(context), context.system.clock.now_ms()
    rule = parse(task.recurrence)
    timed = has_time(task.due_ms)
    due = ms(then) if timed else day_only(context, then.date())
    kept = task.recurrence
    if rule is not None and rule.count:
        kept = render(replace(rule, count=rule.count - 1))
    hide = task.hide_ms + (due - task.due_ms if task.due_ms and task.hide_ms else 0)
    store.change(
        (task.id,),
        dueDate=due,
        hideUntil=hide,
        recurrence=kept,
        completed=0,
        modified=now,
        lastNotified=now,
    )
    store.change(store.family((task.id,))[1:], completed=0, modified=now)
    store.snooze(task.id, 0)
    reminders.cancel(context, task.id)
    return f"{task.title} rescheduled for {date_text(context, due, long=True)}"


def delete(context: Context, tasks: Iterable[int]) -> int:
    """Mark tasks and their subtasks as deleted; return their number."""
    store, now = Store(context), context.system.clock.now_ms()
    family = store.family(tasks)
    store.change(family, deleted=now, modified=now)
    for each in family:
        reminders.cancel(context, each)
    reminders.schedule(context)
    return len(family)


def copy(context: Context, tasks: Sequence[int]) -> int:
    """Copy tasks with their related rows; return their number."""
    store, number = Store(context), 0
    for each in tasks:
        task = store.get(each)
        if task is not None:
            draft = draft_of(store, task)
            save(context, Editor(draft=draft, parent=task.parent))
            number += 1
    return number


def set_due(context: Context, tasks: Iterable[int], day: dt.date | None, minutes: int) -> None:
    """Set the due date of tasks.

    Args:
        context: The app's context.
        tasks: Ids of the tasks.
        day: The day; None removes the date.
        minutes: Minute of the day, -1 for none.
    """
    store, now = Store(context), context.system.clock.now_ms()
    due = due_of(context, day, minutes)
    store.change(tasks, dueDate=due, modified=now, lastNotified=now)
    reminders.schedule(context)


def due_of(context: Context, day: dt.date | None, minutes: int) -> int:
    """Return a due date in epoch milliseconds; arguments as for `set_due`."""
    if day is None:
        return 0
    return day_only(context, day) if minutes < 0 else with_time(context, day, minutes)

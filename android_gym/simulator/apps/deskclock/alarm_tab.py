"""Alarms: a card for each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import astuple, replace
from typing import TYPE_CHECKING, Any

from android_gym.simulator.apps.deskclock import receiver, storage
from android_gym.simulator.apps.deskclock.look import (
    FAB_ROOM,
    SNACKBAR_BOTTOM,
    big_time,
    fab_row,
    label_prompt,
)
from android_gym.simulator.apps.deskclock.storage import Alarm
from android_gym.simulator.apps.deskclock.texts import (
    DAYS,
    clock_text,
    days_text,
    is_24,
    time_to_go,
)
from android_gym.simulator.ui.components import CardView, empty_state
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, column, row
from android_gym.simulator.ui.pickers import material_date_picker, material_time_picker
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import (
    CheckBox,
    ImageButton,
    ImageView,
    Switch,
    TextView,
)

if TYPE_CHECKING:
    from android_gym.simulator.apps.deskclock.screens import DeskClock

__all__ = ["change", "date_dialog", "fab", "label_dialog", "page", "time_dialog"]


def page(app: DeskClock) -> View:
    """The list."""
    alarms = app.alarms.all()
    if not alarms:
        return empty_state("No alarms", icon="alarm", id="alarms_empty_view")
    app.context.system.clock.today()
    instances = app.alarms.instances()
    newest = app.state.added
    start = next((index for index, alarm in enumerate(alarms) if alarm.id == newest), 0)
    return RecyclerView(
        len(alarms),
        lambda index: _card(app, alarms[index], instances.get(alarms[index].id)),
        row_key=lambda index: alarms[index].id,
        id="alarm_recycler_view",
        key=("alarms", newest),  # a list anew, which begins with the alarm that was added
        start=start,
        width=MATCH,
        height=MATCH,
        padding=(16, 8, 16, FAB_ROOM),
    )


def _week_start(app: DeskClock) -> int:
    """First day of the week, 0 for Monday."""
    return (int(storage.setting(app.context, "week_start")) + 5) % 7


def _when(app: DeskClock, alarm: Alarm) -> str:
    """The line below the time: days, or the day on which it rings."""
    if alarm.days:
        return days_text(alarm.days, _week_start(app))
    if not alarm.enabled:
        return "Not scheduled"
    now = app.now()
    day = alarm.next(now).date()
    offset = (day - now.date()).days
    if offset in (0, 1):
        return ("Today", "Tomorrow")[offset]
    return f"{day:%a, %b} {day.day}"


def _card(app: DeskClock, alarm: Alarm, instance: tuple[int, int, int] | None) -> View:
    open_ = app.state.expanded == alarm.id
    ink = "text_primary" if alarm.enabled else "text_secondary"

    def toggle() -> None:
        app.update(expanded=0 if open_ else alarm.id)

    def ask(kind: str) -> Callable[[], None]:
        return lambda: app.update(dialog=(kind, alarm.id), draft=alarm.label)

    arrow = ImageButton(
        "chevron_up" if open_ else "chevron_down",
        id="arrow",
        content_description="Collapse alarm" if open_ else "Expand alarm",
        width=40,
        height=40,
        min_width=0,
        min_height=0,
        background=Rounded("surface_container_highest", 20),
        on_click=toggle,
    )
    label: View | None = None
    if open_:
        label = TextView(
            alarm.label or "Add label",
            id="edit_label",
            style="title_small",
            color="text_primary" if alarm.label else "text_secondary",
            icon="label_outline",
            icon_size=20,
            padding=(0, 10),
            max_lines=1,
            on_click=ask("alarm label"),
        )
    elif alarm.label:
        label = TextView(alarm.label, id="label", style="title_small", color=ink, max_lines=1)
    time = big_time(clock_text(alarm.time, is_24(app.context)), "digital_clock", 56, color=ink)
    time.on_click = ask("alarm time")
    time.clickable = time.focusable = True
    time.important = "no"
    text = time.children[1]
    text.on_click, text.clickable, text.focusable = time.on_click, True, True
    info = _when(app, alarm)
    if instance is not None and instance[0] == storage.SNOOZED:
        until = clock_text(dt.time(instance[1] % 24, instance[2] % 60), is_24(app.context))
        info = f"Snoozing until {until}"
    body: list[View | None] = [
        row(
            FrameLayout([label], width=0, weight=1, key="label frame"),
            arrow,
            width=MATCH,
            min_height=40,
            content_gravity="center_vertical",
        ),
        time,
        row(
            TextView(info, id="days_of_week", style="body_medium", color=ink, width=0, weight=1),
            Switch(
                "",
                checked=alarm.enabled,
                id="onoff",
                on_checked_change=lambda on: change(app, replace(alarm, enabled=on), tell=on),
            ),
            width=MATCH,
            content_gravity="center_vertical",
        ),
    ]
    if open_:
        body += _details(app, alarm, ask)
    elif instance is not None:
        body.append(_dismiss(app, alarm))
    return CardView(
        column(*body, width=MATCH),
        kind="filled",
        corners=28,
        color="card",
        content_description=f"{alarm.label} Alarm",
        on_click=toggle,
        key=alarm.id,
        width=MATCH,
        padding=(20, 16, 16, 12),
        margin=(0, 0, 0, 12),
    )


def _dismiss(app: DeskClock, alarm: Alarm) -> View:
    return _line("alarm_off", "Dismiss", "dismiss", lambda: receiver.dismiss(app.context, alarm))


def _line(
    icon: str,
    text: str,
    id: str,
    on_click: Callable[[], None],
    *,
    end: View | None = None,
    content_description: str | None = None,
) -> View:
    words = TextView(
        text,
        id=id,
        style="body_large",
        color="text_primary",
        icon=icon,
        icon_padding=16,
        vertical="center",
        max_lines=1,
        width=0,
        weight=1,
        height=MATCH,
        on_click=on_click,
        content_description=content_description,
    )
    return row(words, end, key=f"{id} line", width=MATCH, height=48)


def _details(
    app: DeskClock, alarm: Alarm, ask: Callable[[str], Callable[[], None]]
) -> list[View | None]:
    start = _week_start(app)

    def day_button(place: int) -> View:
        day = (start + place) % 7
        on = bool(alarm.days >> day & 1)
        return TextView(
            DAYS[day][0],
            id=f"day_button_{place}",
            class_name="android.widget.CheckBox",
            content_description=DAYS[day],
            checked=on,
            on_click=lambda: change(
                app, replace(alarm, days=alarm.days ^ 1 << day, date=None), tell=alarm.enabled
            ),
            style="title_small",
            color="on_primary" if on else "text_primary",
            align="center",
            vertical="center",
            width=36,
            height=36,
            background=Rounded("primary" if on else "transparent", 18, "outline"),
        )

    sound = "Default (Cesium)" if alarm.ringtone is None else alarm.ringtone or "Silent"
    vibrate = CheckBox(
        "",
        checked=alarm.vibrate,
        id="vibrate_onoff",
        content_description="Vibrate",
        on_checked_change=lambda on: change(app, replace(alarm, vibrate=on)),
    )
    scheduled = None if alarm.days else alarm.date
    instances = app.alarms.instances()
    return [
        row(
            *(
                FrameLayout([day_button(place)], width=0, weight=1, key=f"day {place}")
                for place in range(7)
            ),
            id="repeat_days",
            width=MATCH,
            margin=(0, 8),
        ),
        _line(
            "calendar_today",
            f"Scheduled for {_date(scheduled)}" if scheduled else "Schedule alarm",
            "schedule_alarm",
            ask("alarm date"),
        ),
        _line(
            "bell_ring_outline",
            sound,
            "choose_ringtone",
            lambda: app.open("ringtone.RingtonePickerActivity", id=alarm.id),
            content_description=f"Ringtone {sound}",
        ),
        _line(
            "vibrate",
            "Vibrate",
            "vibrate_label",
            lambda: change(app, replace(alarm, vibrate=not alarm.vibrate)),
            end=vibrate,
        ),
        _line(
            "google_assistant",
            "Google Assistant Routine",
            "workflow_label",
            lambda: app.show_snackbar("Sign in to use Google Assistant"),
            end=ImageView("plus", margin=12),
        ),
        _dismiss(app, alarm) if alarm.id in instances else None,
        _line("delete_outline", "Delete", "delete", lambda: _delete(app, alarm)),
    ]


def _date(text: str) -> str:
    day = dt.date.fromisoformat(text)
    return f"{day:%a, %b} {day.day}"


# --- what taps do --------------------------------------------------------------------------------


def change(app: DeskClock, alarm: Alarm, *, tell: bool = False) -> None:
    """Writes an alarm (a new one where it has no number) and plans when it rings.

    Args:
        app: The activity.
        alarm: The alarm.
        tell: Whether to say when it will.
    """
    new = not alarm.id
    if new:
        alarm = replace(alarm, id=app.alarms.add(alarm))
    else:
        if not alarm.enabled:
            app.alarms.set_instance(alarm, None, app.now())
        app.alarms.change(alarm)
    when = receiver.plan(app.context, alarm)
    if new:
        app.update(expanded=alarm.id, added=alarm.id)
    if tell and when is not None:
        app.show_snackbar(
            time_to_go(int(when.timestamp() * 1000) - app.context.system.clock.now_ms()),
            bottom=SNACKBAR_BOTTOM,
        )


def _delete(app: DeskClock, alarm: Alarm) -> None:
    receiver.plan(app.context, replace(alarm, enabled=False))
    app.alarms.remove(alarm.id)
    app.update(expanded=0)
    app.show_snackbar(
        "Alarm deleted",
        action="Undo",
        method="restore_alarm",
        arguments=astuple(alarm),
        bottom=SNACKBAR_BOTTOM,
    )


def fab(app: DeskClock) -> View:
    """Add alarm."""
    return fab_row(("plus", "Add alarm", lambda: app.update(dialog=("alarm time", 0))))


# --- dialogs -------------------------------------------------------------------------------------


def _subject(app: DeskClock) -> Alarm | None:
    number = app.state.dialog[1]
    if number == 0:
        now = app.now()
        return Alarm(0, now.hour, now.minute)
    return app.alarms.get(number)


def time_dialog(app: DeskClock) -> Any:
    """Asks for the time of an alarm."""
    alarm = _subject(app)
    if alarm is None:
        return None

    def ok(time: dt.time) -> None:
        app.close_dialog()
        changed = replace(alarm, hour=time.hour, minute=time.minute, enabled=True)
        change(app, changed, tell=True)

    return material_time_picker(alarm.time, ok, app.close_dialog, is_24=is_24(app.context))


def label_dialog(app: DeskClock) -> Any:
    """Names an alarm."""

    def ok() -> None:
        alarm = _subject(app)
        if alarm is not None:
            change(app, replace(alarm, label=app.state.draft.strip()))
        app.close_dialog()

    return label_prompt(app.state.draft, lambda text: app.update(draft=text), ok, app.close_dialog)


def date_dialog(app: DeskClock) -> Any:
    """Schedules an alarm for one day."""
    alarm = _subject(app)
    if alarm is None:
        return None
    today = app.now().date()

    def ok(date: dt.date) -> None:
        app.close_dialog()
        changed = replace(alarm, date=date.isoformat(), days=0, enabled=True)
        change(app, changed, tell=True)

    start = alarm.next(app.now()).date()
    return material_date_picker(
        start, ok, app.close_dialog, first=today, today=today, first_weekday=_week_start(app)
    )

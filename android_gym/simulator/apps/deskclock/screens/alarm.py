"""The alarm tab, with a card for each alarm."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from android_gym.simulator.apps.deskclock import alarms
from android_gym.simulator.apps.deskclock.actions import Actions
from android_gym.simulator.apps.deskclock.dialogs import AlarmDate, AlarmLabel, AlarmTime
from android_gym.simulator.apps.deskclock.look import Fabs, big_time, fitting
from android_gym.simulator.apps.deskclock.model import Alarm
from android_gym.simulator.apps.deskclock.storage import SNOOZED
from android_gym.simulator.apps.deskclock.texts import DAYS, DAYS_NARROW, clock_text, days_text
from android_gym.simulator.system.words import day_text, phrase, verbatim
from android_gym.simulator.ui.components import CardView, empty_state
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, ImageButton, ImageView, Switch, TextView

__all__ = ["fab", "page"]


def page(app: Actions) -> View:
    """Build the list, which starts with the alarm added last."""
    shown = app.alarms.all()
    if not shown:
        return empty_state("No alarms", icon="alarm", id="alarms_empty_view")
    app.context.system.clock.today()
    instances = app.alarms.instances()
    newest = app.state.added
    start = next((index for index, alarm in enumerate(shown) if alarm.id == newest), 0)
    return RecyclerView(
        len(shown),
        lambda index: _card(app, shown[index], instances.get(shown[index].id)),
        row_key=lambda index: shown[index].id,
        id="alarm_recycler_view",
        key=("alarms", newest),  # a new key makes a new list, scrolled to its start
        start=start,
        width=MATCH,
        height=MATCH,
        padding=(16, 8, 16, app.fab_room),
    )


def fab(app: Actions) -> Fabs:
    """Return the button that adds an alarm."""
    return ("plus", "Add alarm", lambda: app.show_dialog(AlarmTime(0))), None, None


def _date(day: dt.date) -> str:
    return day_text(day, "MMMEd")


def _when(app: Actions, alarm: Alarm, instance: tuple[int, int, int] | None) -> str:
    """Return the line below the time: the days, or the date on which the alarm rings."""
    if instance is not None and instance[0] == SNOOZED:
        until = dt.time(instance[1] % 24, instance[2] % 60)
        return phrase("Snoozing until {time}", time=clock_text(until, app.is_24))
    if alarm.days:
        return days_text(alarm.days, app.week_start)
    if not alarm.enabled:
        return "Not scheduled"
    now = app.now()
    day = alarm.next(now).date()
    offset = (day - now.date()).days
    return ("Today", "Tomorrow")[offset] if offset in (0, 1) else _date(day)


def _card(app: Actions, alarm: Alarm, instance: tuple[int, int, int] | None) -> View:
    open_ = app.state.expanded == alarm.id
    ink = "text_primary" if alarm.enabled else "text_secondary"
    toggle = partial(app.update, expanded=0 if open_ else alarm.id)
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
            verbatim(alarm.label) if alarm.label else "Add label",
            id="edit_label",
            style="title_small",
            color="text_primary" if alarm.label else "text_secondary",
            icon="label_outline",
            icon_size=20,
            padding=(0, 10),
            max_lines=1,
            on_click=lambda: app.show_dialog(AlarmLabel(alarm.label, alarm.id)),
        )
    elif alarm.label:
        label = TextView(
            verbatim(alarm.label), id="label", style="title_small", color=ink, max_lines=1
        )
    time = big_time(
        app.context.say(clock_text(alarm.time, app.is_24)),
        "digital_clock",
        fitting(app.context, 56, 80),
        color=ink,
    )
    time.important = "no"
    for view in (time, time.children[1]):
        view.on_click = lambda: app.show_dialog(AlarmTime(alarm.id))
        view.clickable = view.focusable = True
    info = _when(app, alarm, instance)
    body: list[View | None] = [
        wide_row(
            FrameLayout([label], width=0, weight=1, key="label frame"),
            arrow,
            min_height=40,
            content_gravity="center_vertical",
        ),
        time,
        wide_row(
            TextView(info, id="days_of_week", style="body_medium", color=ink, width=0, weight=1),
            Switch(
                "",
                checked=alarm.enabled,
                id="onoff",
                on_checked_change=lambda on: app.change_alarm(replace(alarm, enabled=on), tell=on),
            ),
            content_gravity="center_vertical",
        ),
    ]
    if open_:
        body += _details(app, alarm, instance is not None)
    elif instance is not None:
        body.append(_dismiss(app, alarm))
    return CardView(
        wide_column(*body),
        kind="filled",
        corners=28,
        color="card",
        content_description=phrase("{label} Alarm", label=verbatim(alarm.label)),
        on_click=toggle,
        key=alarm.id,
        width=MATCH,
        padding=(20, 16, 16, 12),
        margin=(0, 0, 0, 12),
    )


def _details(app: Actions, alarm: Alarm, rings: bool) -> list[View | None]:
    """Build the part of an expanded card below the time."""
    sound = "Default (Cesium)" if alarm.ringtone is None else alarm.ringtone or "Silent"

    def set_vibrate(on: bool) -> None:
        app.change_alarm(replace(alarm, vibrate=on))

    vibrate = CheckBox(
        "",
        checked=alarm.vibrate,
        id="vibrate_onoff",
        content_description="Vibrate",
        on_checked_change=set_vibrate,
    )
    scheduled = "Schedule alarm"
    if alarm.date and not alarm.days:
        scheduled = phrase("Scheduled for {day}", day=_date(dt.date.fromisoformat(alarm.date)))
    days = [
        FrameLayout([_day(app, alarm, place)], width=0, weight=1, key=f"day {place}")
        for place in range(7)
    ]
    return [
        wide_row(*days, id="repeat_days", margin=(0, 8)),
        _line(
            "calendar_today",
            scheduled,
            "schedule_alarm",
            lambda: app.show_dialog(AlarmDate(alarm.id)),
        ),
        _line(
            "bell_ring_outline",
            sound,
            "choose_ringtone",
            lambda: app.open("ringtone.RingtonePickerActivity", id=alarm.id),
            content_description=phrase("Ringtone {sound}", sound=sound),
        ),
        _line(
            "vibrate", "Vibrate", "vibrate_label", lambda: set_vibrate(not alarm.vibrate), vibrate
        ),
        _line(
            "google_assistant",
            "Google Assistant Routine",
            "workflow_label",
            lambda: app.show_snackbar("Sign in to use Google Assistant"),
            ImageView("plus", margin=12),
        ),
        _dismiss(app, alarm) if rings else None,
        _line("delete_outline", "Delete", "delete", lambda: app.delete_alarm(alarm)),
    ]


def _day(app: Actions, alarm: Alarm, place: int) -> View:
    """Build a weekday's button; `place` counts from the first day of the week."""
    day = (app.week_start + place) % 7
    on = bool(alarm.days >> day & 1)
    other = replace(alarm, days=alarm.days ^ 1 << day, date=None)
    return TextView(
        DAYS_NARROW[day],
        id=f"day_button_{place}",
        class_name="android.widget.CheckBox",
        content_description=DAYS[day],
        checked=on,
        on_click=lambda: app.change_alarm(other, tell=alarm.enabled),
        style="title_small",
        color="on_primary" if on else "text_primary",
        align="center",
        vertical="center",
        width=36,
        height=36,
        background=Rounded("primary" if on else "transparent", 18, "outline"),
    )


def _dismiss(app: Actions, alarm: Alarm) -> View:
    end = partial(alarms.dismiss, app.context, alarm)
    return _line("alarm_off", "Dismiss", "preemptive_dismiss_button", end)


def _line(
    icon: str,
    text: str,
    id: str,
    on_click: Callable[[], object],
    end: View | None = None,
    *,
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
    return wide_row(words, end, key=f"{id} line", height=48)

"""The event editor."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Literal

from android_gym.simulator.appkit.recurrence import describe, parse
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.google_calendar import look
from android_gym.simulator.apps.google_calendar.actions import EditActions
from android_gym.simulator.apps.google_calendar.dialogs import (
    EDIT_DIALOGS,
    DiscardChanges,
    PickCalendar,
    PickColor,
    PickDay,
    PickReminder,
    PickRepetition,
    PickTime,
    SavePart,
)
from android_gym.simulator.apps.google_calendar.model import COLORS, Draft, reminder_words
from android_gym.simulator.ui.components import ListItem
from android_gym.simulator.ui.drawables import Oval
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    Divider,
    EditText,
    ImageButton,
    ImageView,
    Switch,
    TextView,
)

__all__ = ["EditEvent"]

LONGEST = 1024


class EditEvent(EditActions):
    """Edits title, times, repetition, location, notifications, colour and description."""

    DIALOGS = EDIT_DIALOGS

    def build(self) -> View:
        """Build the toolbar and the fields."""
        draft = self.state.draft
        bar = wide_row(
            ImageButton(
                "close", content_description="Cancel", on_click=self._leave, width=56, height=56
            ),
            View(width=0, weight=1),
            Button("Save", id="save", kind="filled", on_click=self._save, margin=(0, 0, 16, 0)),
            height=64,
        )
        return full_column(bar, ScrollView(self._fields(draft), width=MATCH, height=0, weight=1))

    def on_back(self) -> bool:
        """Ask for confirmation before changes are lost."""
        if self.changed:
            self.show_dialog(DiscardChanges())
        return self.changed

    def _leave(self) -> None:
        if not self.on_back():
            self.finish()

    def _save(self) -> None:
        event = self.calendars.get(self.state.event) if self.state.event else None
        if event is not None and event.rule and self.changed:
            self.show_dialog(SavePart())
        else:
            self.save("all")

    def _fields(self, draft: Draft) -> View:
        title = EditText(
            draft.title,
            id="title",
            hint="Add title",
            on_text_change=lambda text: self.change(title=text),
            capitalize="sentences",
            max_length=LONGEST,
            autofocus=not self.state.event,
            size=24,
            background="transparent",
            width=MATCH,
            padding=(72, 12, 16, 12),
        )
        whole = wide_row(
            ImageView("clock_outline", margin=(0, 0, 32, 0)),
            Switch(
                "All-day",
                id="all_day_switch",
                checked=draft.all_day,
                on_checked_change=lambda on: self.change(all_day=on),
                width=0,
                weight=1,
                min_height=56,
            ),
            padding=(16, 0),
        )
        return wide_column(
            title,
            Divider(),
            whole,
            self._moment("begin", "Start", draft.begin),
            self._moment("end", "End", draft.end),
            self._choice("repeat", self._repetition(draft), PickRepetition(), "recurrence"),
            Divider(),
            self._field("map_marker_outline", "Add location", draft.location, "location"),
            Divider(),
            *self._notices(draft),
            self._choice("calendar", self._calendar(draft), PickCalendar(), "calendar"),
            self._color(draft),
            Divider(),
            self._field("text", "Add description", draft.description, "description"),
            padding=(0, 0, 0, 24),
        )

    def _moment(self, end: Literal["begin", "end"], words: str, moment: dt.datetime) -> View:
        day = look.day_words(moment.date(), self.context.system.clock.today())
        hour = time_of_day(self.context, moment)
        time = None
        if not self.state.draft.all_day:
            time = TextView(
                hour,
                id=f"{words.lower()}_time",
                style="body_large",
                content_description=f"{words} time: {hour}",
                min_height=48,
                vertical="center",
                on_click=lambda: self.show_dialog(PickTime(end)),
            )
        date = TextView(
            day,
            id=f"{words.lower()}_date",
            style="body_large",
            content_description=f"{words} date: {day}",
            width=0,
            weight=1,
            min_height=48,
            vertical="center",
            on_click=lambda: self.show_dialog(PickDay(end)),
        )
        return wide_row(date, time, padding=(72, 0, 16, 0))

    def _repetition(self, draft: Draft) -> str:
        rule = parse(draft.rule)
        return describe(rule) if rule is not None else draft.rule or "Does not repeat"

    def _calendar(self, draft: Draft) -> str:
        calendar = self.colors().get(draft.calendar)
        return calendar.name if calendar is not None else "No calendar"

    def _choice(
        self, icon: str, words: str, dialog: PickRepetition | PickCalendar | PickReminder, id: str
    ) -> View:
        return _item(icon, words, id, lambda: self.show_dialog(dialog))

    def _field(self, icon: str, hint: str, text: str, name: str) -> View:
        def typed(words: str) -> None:
            if name == "location":
                self.change(location=words)
            else:
                self.change(description=words)

        field = EditText(
            text,
            id=name,
            hint=hint,
            on_text_change=typed,
            capitalize="sentences",
            multi_line=name == "description",
            max_length=LONGEST * 8,
            background="transparent",
            width=0,
            weight=1,
        )
        return wide_row(
            ImageView(icon, margin=(0, 0, 32, 0)), field, min_height=56, padding=(16, 0)
        )

    def _notices(self, draft: Draft) -> list[View]:
        def without(minutes: int) -> Callable[[], None]:
            kept = tuple(each for each in draft.reminders if each != minutes)
            return lambda: self.change(reminders=kept)

        rows: list[View] = [
            wide_row(
                ImageView("bell_outline" if not index else None, width=24, margin=(0, 0, 32, 0)),
                TextView(reminder_words(minutes), style="body_large", width=0, weight=1),
                ImageButton(
                    "close",
                    content_description=f"Remove notification {reminder_words(minutes)}",
                    on_click=without(minutes),
                ),
                min_height=56,
                padding=(16, 0, 4, 0),
                key=("notice", minutes),
            )
            for index, minutes in enumerate(draft.reminders)
        ]
        icon = None if rows else "bell_outline"
        rows.append(self._choice(icon or "", "Add notification", PickReminder(), "add_notice"))
        return rows

    def _color(self, draft: Draft) -> View:
        calendar = self.colors().get(draft.calendar)
        color = draft.color or (calendar.color if calendar is not None else "#4285F4")
        words = dict(COLORS).get(draft.color, draft.color or "Default color")
        mark = View(width=24, height=24, background=Oval(color))
        return ListItem(
            words,
            leading=mark,
            id="color",
            padding=(16, 8),
            on_click=lambda: self.show_dialog(PickColor()),
        )


def _item(icon: str, words: str, id: str, on_click: Callable[[], object]) -> View:
    return wide_row(
        ImageView(icon or None, width=24, margin=(0, 0, 32, 0)),
        TextView(words, style="body_large", width=0, weight=1),
        id=id,
        min_height=56,
        padding=(16, 0),
        on_click=on_click,
    )

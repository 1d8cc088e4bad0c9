"""The editor screens of events and tasks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from urllib.parse import quote

from android_gym.simulator.appkit.simple_commons import BAR_GAP
from android_gym.simulator.appkit.simple_views import color_name
from android_gym.simulator.apps.simple_calendar import texts
from android_gym.simulator.apps.simple_calendar.dialogs import (
    ChooseDay,
    ChooseReminder,
    ChooseTime,
    CustomReminder,
    DeleteThis,
    Disclaimer,
    SaveBeforeExit,
    TimeOfReminder,
    UpdateWhich,
)
from android_gym.simulator.apps.simple_calendar.editor import EditorActions
from android_gym.simulator.apps.simple_calendar.look import GROUP, RELATIVE
from android_gym.simulator.apps.simple_calendar.model import (
    NO_REMINDER,
    TASK,
    WEEK_S,
)
from android_gym.simulator.apps.simple_calendar.months import day_span
from android_gym.simulator.apps.simple_calendar.repetition import (
    ChooseColor,
    ChooseInterval,
    ChooseLimit,
    ChooseRule,
    ChooseType,
    ChooseWeekdays,
    CustomInterval,
    LimitDay,
    swatch,
)
from android_gym.simulator.apps.simple_calendar.sharing import share
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.clock import find_zone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.components import MenuItem, Toolbar
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Divider, EditText, EndCheckBox, ImageView, TextView

ASK_AGAIN_MS = 1000
"""Time in milliseconds after the question in which BACK leaves without asking again."""

_TEXT_SP = 17
_SIDE = 60
"""Left edge of the texts beside the icons, in dp."""

_LINE = 2 / 2.625
"""Height of the dividers between the fields in dp: two pixels."""

Click = Callable[[], object]


class EventActivity(EditorActions):
    """The editor of an event."""

    DIALOGS = (
        ChooseColor, ChooseDay, ChooseInterval, ChooseLimit, ChooseReminder, ChooseRule, ChooseTime,
        ChooseType, ChooseWeekdays, CustomInterval, CustomReminder, DeleteThis, Disclaimer,
        LimitDay, SaveBeforeExit, TimeOfReminder, UpdateWhich,
    )  # fmt: skip

    # -- questions

    def ask_disclaimer(self) -> None:
        """Show the disclaimer that reminders may fail."""
        self.hide_keyboard()
        self.show_dialog(Disclaimer())

    def ask_which(self) -> None:
        """Ask which occurrences to change."""
        self.hide_keyboard()
        self.show_dialog(UpdateWhich())

    def on_back(self) -> bool:
        """Ask whether to save changes, but not twice within `ASK_AGAIN_MS`."""
        now = self.context.system.clock.now_ms()
        if not self.changed or now - self.state.asked_ms < ASK_AGAIN_MS:
            return False
        self.update(asked_ms=now)
        self.show_dialog(SaveBeforeExit())
        return True

    def _ask_reminder(self, which: int) -> None:
        if self.settings.flag("was_alarm_warning_shown", False):
            self.show_dialog(ChooseReminder(which))
        else:
            self.show_dialog(Disclaimer(which))

    def _ask_rule(self) -> None:
        repetition = self.draft.repetition
        if repetition.interval % WEEK_S == 0:
            self.show_dialog(ChooseWeekdays(repetition.rule))
        else:
            self.show_dialog(ChooseRule())

    def _ask_limit(self) -> None:
        limit = self.draft.repetition.limit
        until = limit if limit > 0 else day_span(self.moment(end=False).date(), self.zone)[1]
        mode = 2 if limit == 0 else 0 if limit > 0 else 1
        self.show_dialog(ChooseLimit(mode, until, str(-limit) if limit < 0 else ""))

    def _ask_delete(self) -> None:
        self.show_dialog(DeleteThis(marks=((self.state.event_id, self.state.occurrence),)))

    def _show_on_map(self) -> None:
        place = self.draft.location.strip()
        if not place:
            self.toast("Please fill in a location to be shown on a map")
            return
        self.open_elsewhere(Intent("android.intent.action.VIEW", data=f"geo:0,0?q={quote(place)}"))

    def _share(self) -> None:
        share(self, ((self.state.event_id, self.state.occurrence),))

    # -- views

    def build(self) -> Screen:
        """Build the toolbar and the fields."""
        word = self.WORD
        holder = column(
            *self._texts(),
            self._line("description", 16, 12),
            *self._times(),
            *self._zone(),
            self._line("date_time", 8, 8),
            *self._reminders(),
            self._line("reminder", 8, 8),
            *self._repetition(),
            self._line("repetition", 8, 0),
            self._type(),
            self._line("type", 0, 0),
            self._color(),
            self._line("color", 0, 0),
            self._completed(),
            id=f"{word}_holder",
            class_name=RELATIVE,
            width=MATCH,
            padding=(0, 0, 0, 24),
        )
        content = column(
            self._bar(),
            ScrollView(holder, id=f"{word}_nested_scrollview", width=MATCH, height=0, weight=1),
            id=f"{word}_coordinator",
            class_name=GROUP,
            width=MATCH,
            height=MATCH,
        )
        return Screen(content, title=self._title())

    def _title(self) -> str:
        return f"{'Edit' if self.state.event_id else 'New'} {self.WORD.title()}"

    def _bar(self) -> View:
        old = self.state.event_id
        menu = [MenuItem("Save", self.save, id="save", icon="check")]
        if old:
            menu += [
                MenuItem("Delete", self._ask_delete, id="delete", icon="delete"),
                MenuItem(
                    f"Duplicate {self.WORD}", self.duplicate, id="duplicate", icon="content_copy"
                ),
                MenuItem("Share", self._share),
            ]
        return Toolbar(
            self._title(),
            navigation="arrow_back",
            navigation_description=None,
            on_navigation=self.finish,
            menu=menu,
            gap=BAR_GAP,
            id=f"{self.WORD}_toolbar",
        )

    def _line(self, name: str, above: float, below: float) -> View:
        name = f"{self.WORD}_{name}_divider"
        return Divider(id=name, width=MATCH, thickness=_LINE, margin=(0, above, 0, below))

    def _field(self, name: str, hint: str, text: str, **options: object) -> EditText:
        def typed(value: str) -> None:
            self.change(**{name: value})

        return EditText(
            text,
            id=f"{self.WORD}_{name}",
            hint=hint,
            size=_TEXT_SP,
            on_text_change=typed,
            capitalize="words" if name == "location" else "sentences",
            multi_line=name == "description",
            ime_action="none" if name == "description" else "next",
            max_length=None if name == "description" else 180,
            autofocus=name == "title" and not self.state.event_id,
            width=0 if name == "location" else MATCH,
            weight=1 if name == "location" else 0,
            margin=(16, 16, 0 if name == "location" else 16, 0),
        )

    def _texts(self) -> list[View]:
        draft = self.draft
        fields: list[View] = [self._field("title", "Title", draft.title)]
        if self.KIND != TASK:
            pin = ImageView(
                "map_marker",
                id="event_show_on_map",
                tint="primary",
                size=36,
                width=44,
                height=44,
                margin=(0, 12, 16, 0),
                on_click=self._show_on_map,
            )
            fields.append(
                row(
                    self._field("location", "Location", draft.location),
                    pin,
                    width=MATCH,
                    content_gravity="center_vertical",
                )
            )
        fields.append(self._field("description", "Description", draft.description))
        return fields

    def _icon(self, icon: str, name: str) -> View:
        return ImageView(
            icon, id=f"{self.WORD}_{name}_image", size=28, width=44, height=44, margin=(12, 0, 4, 0)
        )

    def _value(
        self, name: str, text: str, on_click: Click, vertical: float, alpha: float = 1
    ) -> TextView:
        return TextView(
            text,
            id=f"{self.WORD}_{name}",
            size=_TEXT_SP,
            alpha=alpha,
            max_lines=1,
            padding=(0, vertical, 16, vertical),
            width=0,
            weight=1,
            on_click=on_click,
        )

    def _beside(self, icon: View, *views: View | None) -> View:
        return row(icon, *views, width=MATCH, content_gravity="center_vertical")

    def _times(self) -> list[View | None]:
        draft, word = self.draft, self.WORD
        box = EndCheckBox(
            "All-day",
            id=f"{word}_all_day",
            checked=draft.all_day,
            size=_TEXT_SP,
            clickable=False,
            min_height=48,
            width=MATCH,
        )
        holder = FrameLayout(
            [box],
            id=f"{word}_all_day_holder",
            class_name=RELATIVE,
            width=0,
            weight=1,
            padding=(0, 8, 16, 8),
            on_click=lambda: self.change(all_day=not draft.all_day),
        )
        both = self.KIND != TASK
        return [
            self._beside(self._icon("clock_outline", "time"), holder),
            self._moment("start_" if both else "", end=False),
            self._moment("end_", end=True) if both else None,
        ]

    def _moment(self, name: str, *, end: bool) -> View:
        moment, word = self.moment(end=end), self.WORD
        wrong = end and self.draft.end < self.draft.start
        color = "#EC2E2A" if wrong else None
        day = TextView(
            texts.day_title(moment.date(), self.today()),
            id=f"{word}_{name}date",
            size=_TEXT_SP,
            color=color,
            padding=(0, 16, 16, 16),
            on_click=lambda: self.show_dialog(ChooseDay(end)),
        )
        time = TextView(
            texts.clock(moment, texts.is_24(self.context)),
            id=f"{word}_{name}time",
            size=_TEXT_SP,
            color=color,
            padding=16,
            margin=(0, 0, 8, 0),
            on_click=lambda: self.show_dialog(ChooseTime(end)),
        )
        return row(
            row(day, width=0, weight=1),
            None if self.draft.all_day else time,
            width=MATCH,
            padding=(_SIDE, 0, 0, 0),
        )

    def _zone(self) -> list[View]:
        """Build the time zone row if events may have their own zone."""
        draft = self.draft
        allowed = self.settings.flag("allow_changing_time_zones", False)
        if self.KIND == TASK or draft.all_day or not allowed:
            return []
        name = draft.time_zone if find_zone(draft.time_zone) else self.context.system.clock.timezone

        def ask() -> None:
            self.hide_keyboard()
            self.start_activity(
                ".activities.SelectTimeZoneActivity", request="zone", current_time_zone=name
            )

        return [
            self._line("time_zone", 8, 8),
            self._beside(self._icon("earth", "time_zone"), self._value("time_zone", name, ask, 16)),
        ]

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Set the chosen time zone."""
        if request == "zone" and code == RESULT_OK and data is not None:
            self.set_zone(data.get_str("time_zone"))

    def _reminders(self) -> list[View]:
        kept = self.draft.reminders
        views = []
        for which, minutes in enumerate(kept):
            if which and kept[which - 1] == NO_REMINDER:
                break
            empty = which > 0 and minutes == NO_REMINDER
            value = self._value(
                f"reminder_{which + 1}",
                "Add another reminder" if empty else texts.reminder(minutes),
                partial(self._ask_reminder, which),
                16,
                0.4 if empty else 1,
            )
            if which == 0:
                views.append(self._beside(self._icon("bell", "reminder"), value))
            else:
                views.append(row(value, width=MATCH, padding=(_SIDE, 0, 0, 0)))
        return views

    def _pair(self, name: str, label: str, value: str, on_click: Click) -> View:
        return row(
            TextView(
                label,
                id=f"{self.WORD}_repetition_{name}_label",
                size=_TEXT_SP,
                padding=(0, 16),
                width=0,
                weight=1,
            ),
            TextView(value, id=f"{self.WORD}_repetition_{name}", size=_TEXT_SP, padding=16),
            id=f"{self.WORD}_repetition_{name}_holder",
            class_name=RELATIVE,
            width=MATCH,
            padding=(_SIDE, 0, 0, 0),
            on_click=on_click,
        )

    def _repetition(self) -> list[View | None]:
        repetition = self.draft.repetition
        views: list[View | None] = [
            self._beside(
                self._icon("refresh", "repetition"),
                self._value(
                    "repetition",
                    texts.interval(repetition.interval),
                    lambda: self.show_dialog(ChooseInterval()),
                    12,
                ),
            )
        ]
        if repetition.rule and repetition.interval:
            rule = texts.rule(repetition, self.moment(end=False).date())
            views.append(self._pair("rule", "Repeat on", rule, self._ask_rule))
        if repetition.interval:
            label, value = texts.limit(repetition, self.zone)
            views.append(self._pair("limit", label, value, self._ask_limit))
        return views

    def _type(self) -> View:
        kind = self.store.type_of(self.draft.event_type)
        name = TextView(
            kind.title,
            id=f"{self.WORD}_type",
            size=_TEXT_SP,
            padding=(0, 12),
            margin=(0, 0, 8, 0),
            width=MATCH,
        )
        holder = FrameLayout(
            [name],
            id=f"{self.WORD}_type_holder",
            class_name=RELATIVE,
            width=0,
            weight=1,
            margin=(0, 8),
            on_click=lambda: self.show_dialog(ChooseType()),
        )
        return self._beside(self._icon("shape", "type"), holder)

    def _color(self) -> View:
        word = self.WORD
        color = self.draft.color or self.store.type_of(self.draft.event_type).color
        label = TextView(
            f"{word.title()} color",
            id=f"{word}_color_text",
            size=_TEXT_SP,
            padding=(0, 12),
            width=0,
            weight=1,
        )
        sample = swatch(color, f"{word}_color")
        sample.margin = (0, 0, 16, 0)
        holder = row(
            label,
            sample,
            id=f"{word}_color_holder",
            class_name=RELATIVE,
            width=0,
            weight=1,
            margin=(0, 8),
            content_gravity="center_vertical",
            on_click=lambda: self.show_dialog(ChooseColor.of(color_name(color))),
        )
        return self._beside(self._icon("palette", "color"), holder)

    def _completed(self) -> View | None:
        """Build the button that completes a task; None for events."""
        if self.KIND != TASK or not self.state.event_id:
            return None
        event = self.store.get(self.state.event_id)
        done = event is not None and self.store.completed(event, self.state.occurrence)
        button = TextView(
            "Mark incomplete" if done else "Mark completed",
            id="toggle_mark_complete",
            size=16,
            color="on_primary",
            align="center",
            padding=(24, 12),
            margin=(0, 16),
            background=Rounded("primary", 24),
            on_click=self.toggle_completed,
        )
        return row(button, width=MATCH, content_gravity="center_horizontal")


class TaskActivity(EventActivity):
    """The editor of a task, which has a time but no duration."""

    KIND = TASK
    WORD = "task"

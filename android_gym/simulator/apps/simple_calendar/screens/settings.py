"""The settings, customization and about screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.appkit import simple_about, simple_customization
from android_gym.simulator.appkit.dialogs import MultiChoiceDialog
from android_gym.simulator.appkit.preferences import Row, ViewRow
from android_gym.simulator.appkit.simple_about import Question
from android_gym.simulator.appkit.simple_colors import ColorPickerDialog
from android_gym.simulator.appkit.simple_commons import (
    ConfirmationDialog,
    SettingsScreen,
)
from android_gym.simulator.appkit.simple_customization import CustomizationState
from android_gym.simulator.appkit.simple_rows import (
    COLORS,
    Section,
    check_row,
    link_row,
    list_row,
    opening_row,
)
from android_gym.simulator.appkit.simple_views import color_of
from android_gym.simulator.appkit.times import is_24_hour
from android_gym.simulator.apps.simple_calendar import reminders, texts
from android_gym.simulator.apps.simple_calendar.actions import Actions
from android_gym.simulator.apps.simple_calendar.look import RELATIVE
from android_gym.simulator.apps.simple_calendar.repetition import swatch
from android_gym.simulator.apps.simple_calendar.settings import Settings
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.layouts import wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView


def _minutes(*values: int) -> tuple[tuple[int, str], ...]:
    return tuple((value, texts.duration(value)) for value in values)


_REMINDERS = tuple((minutes, texts.reminder(minutes)) for minutes in texts.REMINDERS)


@dataclass(frozen=True)
class DeleteAll(ConfirmationDialog[Actions]):
    """Ask before deleting all events and tasks."""

    MESSAGE = (
        "Are you sure you want to delete all events and tasks? This will leave your event types "
        "and other settings intact."
    )

    def on_confirm(self, screen: Actions) -> None:
        """Delete all events and tasks."""
        store = screen.store
        reminders.cancel(screen.context, tuple(event.id for event in store.reminding()))
        store.delete_all()


@dataclass(frozen=True)
class ChooseWeekendColor(ColorPickerDialog[Activity[Any]]):
    """Choose the colour of weekends."""

    def on_color(self, screen: Activity[Any], color: str) -> None:
        """Set the colour."""
        Settings(screen.context).put(highlight_weekends_color=color_of(color))


@dataclass(frozen=True)
class WeekendColor(ViewRow):
    """The row for the colour of weekends."""

    def view(self, screen: Activity[Any]) -> View:
        """Build the label and the colour sample."""
        color = Settings(screen.context).weekend_color
        return wide_row(
            TextView(
                "Color of highlighted weekends",
                id="settings_highlight_weekends_color_text_label",
                size=16,
                width=0,
                weight=1,
            ),
            swatch(color_of(color), "settings_highlight_weekends_color"),
            id="settings_highlight_weekends_color_holder",
            class_name=RELATIVE,
            padding=(22, 10),
            content_gravity="center_vertical",
            on_click=lambda: screen.show_dialog(ChooseWeekendColor.of(color)),
        )


@dataclass(frozen=True)
class ChooseQuickTypes(MultiChoiceDialog[Actions]):
    """Choose the event types with quick-filter buttons."""

    def choices(self, screen: Actions) -> Sequence[str]:
        """Return the titles of the types."""
        return [kind.title for kind in screen.store.types()]

    def on_accept(self, screen: Actions, ticked: frozenset[int]) -> None:
        """Give these types a button."""
        types = screen.store.types()
        chosen = [types[index].id for index in sorted(ticked) if index < len(types)]
        screen.store.put_quick_types(chosen)


_VIEWS = (
    Section("Weekly view", after="new_events"),
    list_row(
        "start_weekly_at",
        "Start day at",
        *((hour, f"{hour:02}:00") for hour in range(24)),
        default=7,
    ),
    check_row(
        "show_midnight_spanning_events_at_top",
        "Show events spanning across midnight at the top bar",
        default=True,
        id="midnight_span_event",
    ),
    check_row("allow_customize_day_count", "Allow customizing day count", default=True),
    check_row("start_week_with_current_day", "Start week with the current day"),
    Section("Monthly view", after="weekly_view"),
    check_row("week_numbers", "Show week numbers"),
    check_row("show_grid", "Show a grid"),
    Section("Event lists", after="monthly_view"),
    list_row(
        "display_past_events",
        "Display events from the past",
        (0, "Never"),
        *_minutes(60, 1440, 10_080, 43_200),
        default=1440,
    ),
    check_row("display_description", "Display description or location", default=True),
    check_row("replace_description", "Replace event description with location"),
)


class SettingsActivity(Actions, SettingsScreen):
    """The app's settings."""

    DIALOGS = (ChooseQuickTypes, ChooseWeekendColor, DeleteAll)

    def rows(self) -> Sequence[Row | None]:
        """List the settings, in sections."""
        return (
            Section("Color customization", name="color_customization_section"),
            COLORS,
            *self._general(),
            *self._reminders(),
            *self._new_events(),
            *_VIEWS,
            *self._events(),
        )

    def _general(self) -> Sequence[Row | None]:
        return (
            Section("General", name="general_settings", after="color_customization"),
            link_row("Language", "language", self.open_language, "English"),
            opening_row(
                "Manage event types", "manage_event_types", ".activities.ManageEventTypesActivity"
            ),
            link_row(
                "Manage quick filter event types",
                "manage_quick_filter_event_types",
                lambda _: self._ask_quick_types(),
            ),
            check_row(
                "use_24_hour_format",
                "Use 24-hour time format",
                default=is_24_hour(self.context),
                id="hour_format",
            ),
            check_row("sunday_first", "Start week on Sunday", default=True),
            check_row("highlight_weekends", "Highlight weekends on some views"),
            WeekendColor() if self.settings.flag("highlight_weekends", False) else None,
        )

    def _reminders(self) -> Sequence[Row]:
        return (
            Section("Reminders", after="general_settings"),
            link_row("Customize notifications", "customize_notifications", self.open_notifications),
            list_row(
                "snooze_time",
                "Snooze time",
                *_minutes(5, 10, 15, 20, 30, 60),
                default=10,
            ),
        )

    def _new_events(self) -> Sequence[Row | None]:
        own = not self.settings.flag("use_previous_event_reminders", True)
        return (
            Section("New events", after="reminders"),
            list_row(
                "default_start_time",
                "Default start time",
                (-1, "Next full hour"),
                (-2, "Current time"),
                *((60 * hour, f"{hour:02}:00") for hour in range(24)),
            ),
            list_row(
                "default_duration",
                "Default duration",
                (0, "0 minutes"),
                *_minutes(15, 30, 45, 60, 90, 120),
            ),
            list_row(
                "default_event_type_id",
                "Default event type",
                (-1, "Last used one"),
                *((kind.id, kind.title) for kind in self.store.types()),
                id="default_event_type",
            ),
            check_row(
                "use_previous_event_reminders",
                "Use the last events' reminders as the default for new events",
                default=True,
                id="use_last_event_reminders",
            ),
            *(
                list_row(
                    f"default_reminder_{number}",
                    f"Default reminder {number}",
                    *_REMINDERS,
                    default=10 if number == 1 else -1,
                )
                if own
                else None
                for number in (1, 2, 3)
            ),
        )

    def _events(self) -> Sequence[Row]:
        return (
            Section("Events", after="event_lists"),
            check_row("dim_past_events", "Dim past events", default=True),
            check_row("allow_changing_time_zones", "Allow changing event time zones"),
            link_row(
                "Delete all events and tasks",
                "delete_all_events",
                lambda _: self.show_dialog(DeleteAll()),
            ),
            Section("Tasks", after="events"),
            check_row("allow_creating_tasks", "Allow creating tasks", default=True),
            check_row("dim_completed_tasks", "Dim completed tasks", default=True),
        )

    def _ask_quick_types(self) -> None:
        quick = self.store.quick_types()
        ticked = (index for index, kind in enumerate(self.store.types()) if kind.id in quick)
        self.show_dialog(ChooseQuickTypes(frozenset(ticked)))


class CustomizationActivity(
    simple_customization.CustomizationActivity, Actions[CustomizationState]
):
    """Customization of the app's colours."""


class AboutActivity(Actions, simple_about.AboutActivity):
    """The About screen."""


class FAQActivity(Actions, simple_about.FAQActivity):
    """Frequently asked questions."""

    QUESTIONS = (
        Question(
            "Which events does the app show?",
            "Those made in it or imported from .ics files, but for types that are filtered out.",
        ),
        Question(
            "Why does a reminder not ring?",
            "Look at the phone's settings of notifications and of the battery.",
        ),
    )


class LicenseActivity(Actions, simple_about.LicenseActivity):
    """Third-party licences."""

    LIBRARIES = (
        "Kotlin (programming language)",
        "Joda-Time (Java date replacement)",
        "Stetho (debugging databases)",
    )

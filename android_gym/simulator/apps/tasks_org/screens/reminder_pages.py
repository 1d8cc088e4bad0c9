"""The settings pages for notifications and for task defaults."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from immutables import Map

from android_gym.simulator.appkit.dialogs import MultiChoiceDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Row,
    SwitchPreference,
)
from android_gym.simulator.apps.tasks_org import changes, reminders, settings
from android_gym.simulator.apps.tasks_org.recurrence import PRESETS
from android_gym.simulator.apps.tasks_org.screens.preferences import NO_APP, Page, web
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.intents import Intent

__all__ = ["DefaultsPage", "NotificationPage"]

_HOURS: Final = (
    ("0", "Disabled"),
    ("1", "Hourly"),
    ("24", "Daily"),
    ("168", "Weekly"),
    ("336", "Bi-weekly"),
)
_SOUNDS: Final = (("", "Default"), ("silent", "Silent"))


class NotificationPage(Page):
    """Notification settings."""

    TITLE = "Notifications"

    def rows(self) -> list[Row | None]:
        """Return the rows."""
        quiet = settings.read(self.context, "enable_qhours", False)
        (first, from_ms), (last, until_ms) = settings.QUIET_HOURS
        return [
            LinkPreference(
                "Troubleshooting",
                web("https://tasks.org/notifications"),
                "Tap here if you are having trouble with notifications",
                icon="open_in_new",
            ),
            ListPreference("completion_ringtone", "Play completion sound", choices=_SOUNDS),
            SwitchPreference(
                "notif_annoy",
                "Persistent notifications",
                "Persistent notifications cannot be cleared",
                default=True,
            ),
            SwitchPreference(
                "wearable_notifications",
                "Wearable notifications",
                "Display notifications on your wearable",
                default=True,
            ),
            SwitchPreference(
                "bundle_notifications",
                "Bundle notifications",
                "Combine multiple notifications into one",
                default=True,
            ),
            SwitchPreference(
                "voiceRemindersEnabled",
                "Voice reminders",
                "Tasks will speak task names during task reminders",
            ),
            LinkPreference(
                "More settings",
                NotificationPage._channels,
                "Ringtone, vibrations, and more",
                key="more",
            ),
            Category("Default Reminder"),
            SwitchPreference(
                "reminder_time_new_enabled",
                "Enabled",
                "Show notifications for tasks without due times",
                default=True,
            ),
            self.time_row("reminder_time_new", "Reminder time", 64_800_000),
            Category("Badges"),
            SwitchPreference(
                "badges_enabled",
                "Enabled",
                "Display a task count on Tasks' launcher icon. Not all launchers support badges.",
            ),
            Category("Quiet hours"),
            SwitchPreference("enable_qhours", "Enabled", "No reminders during quiet hours"),
            self.time_row(first, "Quiet hours start", from_ms, enabled=quiet),
            self.time_row(last, "Quiet hours end", until_ms, enabled=quiet),
        ]

    def set_value(self, preference: Any, value: Any) -> None:
        """Save a setting and reschedule the reminders."""
        super().set_value(preference, value)
        reminders.schedule(self.context)

    def _channels(self) -> None:
        package = Map({"android.provider.extra.APP_PACKAGE": self.context.package})
        intent = Intent("android.settings.APP_NOTIFICATION_SETTINGS", extras=package)
        if not self.start_activity(intent):
            self.toast(NO_APP)


@dataclass(frozen=True)
class ChooseReminders(MultiChoiceDialog["DefaultsPage"]):
    """Choose the default reminders of new tasks."""

    TITLE = "Default reminders"

    def choices(self, screen: DefaultsPage) -> Sequence[str]:
        """Return the available reminders."""
        return [name for name, _ in changes.USUAL_REMINDERS.values()]

    def on_accept(self, screen: DefaultsPage, ticked: frozenset[int]) -> None:
        """Save the reminders."""
        keys = [key for index, key in enumerate(changes.USUAL_REMINDERS) if index in ticked]
        settings.keep(screen.context, p_def_reminders_v2=",".join(keys))


class DefaultsPage(Page):
    """Defaults for new tasks."""

    TITLE = "Task defaults"
    DIALOGS = (ChooseReminders,)

    def rows(self) -> list[Row | None]:
        """Return the rows."""
        store, kept = Store(self.context), self.context.preferences().all()
        first = store.default_list()
        lists = tuple((each.key, each.name) for each in store.lists())
        places = tuple((each.key, each.name) for each in store.places())
        names = {tag.key: tag.name for tag in store.tags()}
        tags = [names[tag] for tag in changes.default_tags(kept) if tag in names]
        chosen = changes.default_reminders(kept)
        usual = list(changes.USUAL_REMINDERS.values())
        marked = frozenset(i for i, (_, each) in enumerate(usual) if each in chosen)
        words = ", ".join(name for name, each in usual if each in chosen)
        ask = ChooseReminders(ticked=marked)
        return [
            SwitchPreference(
                "google_tasks_add_to_top",
                "New tasks on top",
                default=True,
                icon="format_vertical_align_top",
            ),
            ListPreference(
                "default_remote_list",
                "Default list",
                choices=lists,
                default=first.key,
                icon="format_list_bulleted",
            ),
            LinkPreference(
                "Default tags",
                DefaultsPage._choose_tags,
                ", ".join(tags) or "None",
                icon="label_outline",
            ),
            ListPreference(
                "p_def_imp",
                "Default priority",
                choices=(("0", "High"), ("1", "Medium"), ("2", "Low"), ("3", "None")),
                default="2",
                icon="flag_outline",
            ),
            ListPreference(
                "p_def_hide",
                "Default start date",
                choices=(
                    ("0", "No start date"),
                    ("1", "Due date"),
                    ("6", "Due time"),
                    ("2", "Day before due"),
                    ("3", "Week before due"),
                ),
                icon="clock_outline",
            ),
            ListPreference(
                "p_def_urg",
                "Default due date",
                choices=(
                    ("0", "No due date"),
                    ("1", "Today"),
                    ("2", "Tomorrow"),
                    ("3", "Day after tomorrow"),
                    ("4", "Next week"),
                ),
                default="0",
                icon="clock_outline",
            ),
            ListPreference(
                "default_recurrence",
                "Default recurrence",
                choices=tuple((rule, name) for name, rule in PRESETS),
                icon="repeat",
            ),
            ListPreference(
                "default_recurrence_from",
                "Repeats from",
                choices=(("0", "Due date"), ("1", "Completion date")),
            ),
            LinkPreference(
                "Default reminders",
                lambda page: page.show_dialog(ask),
                words or "No reminders",
                icon="bell_outline",
            ),
            ListPreference("notif_default_reminder", "Random reminders", choices=_HOURS),
            ListPreference(
                "rmd_default_reminder_mode",
                "Default ring/vibrate type",
                choices=(("0", "Ring once"), ("16", "Ring five times"), ("8", "Ring nonstop")),
            ),
            ListPreference(
                "default_location",
                "Default location",
                choices=(("", "None"), *places),
                icon="map_marker_outline",
            ),
            ListPreference(
                "p_def_location_reminders",
                "Default location reminders",
                choices=(
                    ("0", "No reminders"),
                    ("1", "On arrival"),
                    ("2", "On departure"),
                    ("3", "On arrival and departure"),
                ),
                default="1",
            ),
        ]

    def _choose_tags(self) -> None:
        kept = self.context.preferences().all()
        self.start_activity(
            "org.tasks.tags.TagPickerActivity",
            request="tags",
            selected=changes.default_tags(kept),
        )

    def on_activity_result(self, request: Hashable, code: int, data: Intent | None) -> None:
        """Save the chosen default tags."""
        if request == "tags" and code == RESULT_OK and data is not None:
            settings.keep(self.context, default_tags=",".join(data.get_strs("selected")))

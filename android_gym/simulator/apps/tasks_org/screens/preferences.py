"""The settings pages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from immutables import Map

from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    Row,
    SeekBarPreference,
    SwitchPreference,
)
from android_gym.simulator.apps.tasks_org import reminders, settings
from android_gym.simulator.apps.tasks_org.look import THEMES, theme_of
from android_gym.simulator.apps.tasks_org.manifest import FRAGMENTS, PREFERENCES
from android_gym.simulator.apps.tasks_org.storage import Store
from android_gym.simulator.apps.tasks_org.times import time_text
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Dialogs, Screen
from android_gym.simulator.ui.theme import Theme

NO_APP = "No app could handle this request"


@dataclass(frozen=True)
class PickTime(settings.PickedTime["Page"]):
    """Pick a time of day.

    Attributes:
        key: Key of the preference, in milliseconds since midnight.
        default: Default of the preference.
    """

    key: str = ""
    default: int = 0

    def time(self, screen: Page) -> dt.time:
        """Return the current value."""
        minutes = settings.read(screen.context, self.key, self.default) // 60_000 % 1440
        return dt.time(minutes // 60, minutes % 60)

    def on_pick(self, screen: Page, time: dt.time) -> None:
        """Save the time."""
        at = (time.hour * 60 + time.minute) * 60_000
        settings.keep(screen.context, **{self.key: at})
        reminders.schedule(screen.context)


@dataclass(frozen=True)
class ResetPreferences(ConfirmDialog["Page"]):
    """Ask before resetting all preferences."""

    MESSAGE = "Preferences will be reset to default values"

    def on_confirm(self, screen: Page) -> None:
        """Reset the preferences."""
        kept = screen.context.preferences().all()
        settings.keep(screen.context, **dict.fromkeys(kept))


@dataclass(frozen=True)
class DeleteData(ConfirmDialog["Page"]):
    """Ask before deleting all tasks."""

    MESSAGE = "All tasks will be permanently deleted"

    def on_confirm(self, screen: Page) -> None:
        """Delete all tasks with their related rows."""
        database = Store(screen.context).database
        with database.transaction():
            for table in ("tasks", "tagdata", "filters", "places", "caldav_lists"):
                database.execute(f"DELETE FROM {table}")
            database.execute("DELETE FROM caldav_accounts")
        screen.context.system.notifications.cancel_all(screen.context.package)
        reminders.schedule(screen.context)


class Page(PreferenceActivity):
    """A settings page."""

    DIALOGS: ClassVar[Dialogs] = (DeleteData, PickTime, ResetPreferences)
    DIALOG_PADDING = (24, 8)

    def theme(self) -> Theme:
        """Return the light or dark theme, as set."""
        return theme_of(self.context)

    def build(self) -> Screen:
        """Build the page in the app's colours."""
        screen = super().build()
        screen.status_bar, screen.navigation_bar = "status_bar", "navigation_bar"
        return screen

    def time_row(self, key: str, title: str, default: int, *, enabled: bool = True) -> Row:
        """Return a row to pick a time of day."""
        minutes = settings.read(self.context, key, default) // 60_000 % 1440
        moment = dt.datetime(2023, 1, 1) + dt.timedelta(minutes=minutes)
        ask = PickTime(key=key, default=default)
        return LinkPreference(
            title,
            lambda page: page.show_dialog(ask),
            time_text(self.context, moment),
            key=key,
            enabled=enabled,
        )


def _page(name: str) -> Callable[[Any], object]:
    return lambda screen: screen.start_activity(name)


def web(address: str) -> Callable[[Any], object]:
    """Return a click handler that opens a web page or an email draft."""

    def go(screen: Any) -> None:
        if not screen.start_activity(Intent("android.intent.action.VIEW", data=address)):
            screen.toast(NO_APP)

    return go


class Preferences(Page):
    """The first settings page."""

    TITLE = "Settings"
    ROWS = (
        LinkPreference("Look and feel", _page(f"{FRAGMENTS}.LookAndFeel"), icon="palette_outline"),
        LinkPreference(
            "Notifications", _page(f"{PREFERENCES}.NotificationPreferences"), icon="bell_outline"
        ),
        LinkPreference("Task defaults", _page(f"{FRAGMENTS}.TaskDefaults"), icon="plus"),
        LinkPreference(
            "Task list options",
            _page(f"{FRAGMENTS}.TaskListPreferences"),
            icon="format_list_bulleted",
        ),
        LinkPreference(
            "Edit screen options", _page(f"{FRAGMENTS}.TaskEditPreferences"), icon="pencil_outline"
        ),
        LinkPreference("Date and time", _page(f"{FRAGMENTS}.DateAndTime"), icon="clock_outline"),
        LinkPreference("Navigation drawer", _page(f"{FRAGMENTS}.NavigationDrawer"), icon="menu"),
        LinkPreference("Backups", _page(f"{FRAGMENTS}.Backups"), icon="sd"),
        LinkPreference("Advanced", _page(f"{FRAGMENTS}.Advanced"), icon="wrench_outline"),
        LinkPreference(
            "About", _page(f"{PREFERENCES}.HelpAndFeedback"), icon="information_outline"
        ),
    )


class LookPage(Page):
    """The theme, and the list to open at start."""

    TITLE = "Look and feel"

    def rows(self) -> list[Row | None]:
        """Return the rows; the row for the list to open is left out if the last one is opened."""
        last = settings.read(self.context, "open_last_viewed_list", True)
        lists = [(f"list:{each.key}", each.name) for each in Store(self.context).lists()]
        fixed = (("", "My Tasks"), ("today:", "Today"), ("recent:", "Recently modified"))
        return [
            ListPreference(
                "theme_style", "Theme", choices=THEMES, default=5, icon="palette_outline"
            ),
            SwitchPreference(
                "desaturate_colors",
                "Desaturate colors",
                "Colors will be desaturated in dark themes",
                summary_off="Colors will not be desaturated in dark themes",
                default=True,
            ),
            ListPreference(
                "map_theme",
                "Map theme",
                choices=(("0", "Use app theme"), ("1", "Light"), ("2", "Dark")),
            ),
            SwitchPreference("markdown", "Markdown", "Enable Markdown in title and description"),
            Category("On launch"),
            SwitchPreference("open_last_viewed_list", "Open last viewed list", default=True),
            ListPreference("default_list", "Open list", choices=(*fixed, *lists), enabled=not last),
            Category("Localization"),
            LinkPreference("Language", LookPage._languages, "System default"),
            LinkPreference(
                "Contribute translations",
                web("https://hosted.weblate.org/projects/tasks/"),
                icon="open_in_new",
            ),
        ]

    def _languages(self) -> None:
        package = Map({"android.provider.extra.APP_PACKAGE": self.context.package})
        if not self.start_activity(Intent("android.settings.LOCALE_SETTINGS", extras=package)):
            self.toast(NO_APP)


class ListPage(Page):
    """Settings for the look of list rows."""

    TITLE = "Task list options"
    ROWS = (
        ListPreference(
            "app_bar_position",
            "App bar position",
            choices=(("0", "Top"), ("1", "Bottom")),
            default="1",
        ),
        SwitchPreference("app_bar_collapse", "Collapse app bars", default=True),
        SeekBarPreference("font_size_v2", "Font size", default=16, minimum=10, maximum=48),
        SeekBarPreference("row_padding", "Row spacing", default=16, minimum=0, maximum=16),
        SwitchPreference("fullTaskTitle", "Show full task title"),
        SwitchPreference("show_description", "Show description", default=True),
        SwitchPreference("show_full_description", "Show full description"),
        SwitchPreference(
            "linkify_task_list",
            "Show links",
            "Add links to websites, addresses, and phone numbers",
        ),
        Category("Chips"),
        SwitchPreference("chips_subtask", "Subtasks", default=True),
        SwitchPreference("chips_start", "Start date", default=True),
        SwitchPreference("chips_place", "Places", default=True),
        SwitchPreference("chips_list", "Lists", default=True),
        SwitchPreference("chips_tag", "Tags", default=True),
    )


class EditPage(Page):
    """Settings of the edit screen."""

    TITLE = "Edit screen options"
    ROWS = (
        SwitchPreference(
            "linkify_task_edit",
            "Show links",
            "Add links to websites, addresses, and phone numbers",
        ),
        SwitchPreference("back_button_saves_task", "Back button saves task"),
        SwitchPreference("Hide check button", "Hide check button"),
    )


class DatePage(Page):
    """Settings of dates and times."""

    TITLE = "Date and time"

    def rows(self) -> list[Row | None]:
        """Return the rows."""
        days = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
        week = tuple((str(number + 1), name) for number, name in enumerate(days))
        return [
            ListPreference(
                "start_of_week", "Start of week", choices=(("0", "Use locale default"), *week)
            ),
            SwitchPreference("always_display_full_date", "Show full date"),
            ListPreference(
                "picker_mode_date", "Date picker mode", choices=(("0", "Calendar"), ("1", "Text"))
            ),
            ListPreference(
                "picker_mode_time", "Time picker mode", choices=(("0", "Clock"), ("1", "Text"))
            ),
            *(
                self.time_row(key, name.capitalize(), default)
                for name, (key, default) in settings.TIMES.items()
            ),
            Category("Autoclose date time picker"),
            LinkPreference(
                "", summary="Close date time picker after selecting a date or time", key="about"
            ),
            SwitchPreference(
                "auto_dismiss_datetime_list_screen",
                "Task list",
                "Autoclose when picking from task list",
            ),
            SwitchPreference(
                "auto_dismiss_datetime_edit_screen",
                "Task edit",
                "Autoclose when picking from task edit",
            ),
        ]


class DrawerPage(Page):
    """Settings of the drawer."""

    TITLE = "Navigation drawer"
    ROWS = (
        Category("Filters"),
        SwitchPreference("drawer_filters_enabled", "Enabled", default=True),
        SwitchPreference("p_show_today_f", "Today", default=True),
        SwitchPreference("p_show_recently_modified_f", "Recently modified", default=True),
        Category("Tags"),
        SwitchPreference("drawer_tags_enabled", "Enabled", default=True),
        SwitchPreference("drawer_tags_hide_unused", "Hide unused tags"),
        Category("Places"),
        SwitchPreference("drawer_places_enabled", "Enabled", default=True),
        SwitchPreference("drawer_places_hide_unused", "Hide unused places"),
        Category("Local lists"),
        SwitchPreference("drawer_lists_enabled", "Enabled", default=True),
    )


class AdvancedPage(Page):
    """Actions that can't be undone."""

    TITLE = "Advanced"
    ROWS = (
        SwitchPreference(
            "astrid_sort_enabled",
            "Astrid manual sorting",
            "Enable Astrid's manual sort mode for 'My Tasks', 'Today', and tags. This sort mode "
            "will be replaced by 'My order' in a future update",
        ),
        LinkPreference("Reset preferences", lambda page: page.show_dialog(ResetPreferences())),
        LinkPreference(
            "Delete task data",
            lambda page: page.show_dialog(DeleteData()),
            icon="delete_outline",
        ),
    )


class Help(Page):
    """The version, and web links."""

    TITLE: ClassVar[str] = "Help & feedback"
    ROWS = (
        LinkPreference(
            "What's New",
            web("https://github.com/tasks/tasks/releases"),
            "Version 13.6.3",
            icon="new_box",
        ),
        LinkPreference("Rate Tasks", web("market://details?id=org.tasks"), icon="star_outline"),
        Category("Support"),
        LinkPreference("Documentation", web("https://tasks.org/docs"), icon="help_circle_outline"),
        LinkPreference(
            "Issue tracker", web("https://github.com/tasks/tasks/issues"), icon="bug_outline"
        ),
        LinkPreference("Contact developer", web("mailto:support@tasks.org"), icon="email_outline"),
        Category("Social"),
        LinkPreference("Join r/tasks", web("https://reddit.com/r/tasks"), icon="reddit"),
        LinkPreference("Follow @tasks_org", web("https://twitter.com/tasks_org"), icon="twitter"),
        LinkPreference(
            "Join #tasks on Libera Chat",
            web("https://web.libera.chat/#tasks"),
            icon="forum_outline",
        ),
        Category("Open source"),
        LinkPreference(
            "Source code",
            web("https://github.com/tasks/tasks"),
            "Tasks is libre open-source software, licensed under the GNU General Public License "
            "v3.0",
            icon="github",
        ),
        LinkPreference("Third-party licenses", web("https://tasks.org/licenses"), icon="gavel"),
        Category("Privacy"),
        LinkPreference("Privacy policy", web("https://tasks.org/privacy"), icon="account_outline"),
        SwitchPreference(
            "collect_statistics",
            "Improve Tasks",
            "Send anonymous usage statistics and crash reports to help improve Tasks. No personal "
            "data will be collected.",
            icon="bug_outline",
            default=True,
        ),
    )

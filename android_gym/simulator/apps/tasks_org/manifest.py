"""Tasks' manifest."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

MAIN = "com.todoroo.astrid.activity.MainActivity"
SHARED_TYPES = ("text/plain", "image/*", "audio/*", "application/*")
PREFERENCES = "org.tasks.preferences"
FRAGMENTS = f"{PREFERENCES}.fragments"

MANIFEST = Manifest(
    package="org.tasks",
    label="Tasks",
    version_name="13.6.3",
    version_code=130605,
    target_sdk=33,
    min_sdk=24,
    icon=("#2196F3", "check", "#FFFFFF"),
    activities=(
        ActivityInfo(MAIN, "screens.main:MainActivity", launch_mode="singleTask"),
        ActivityInfo(
            "com.todoroo.astrid.activity.TaskListActivity",
            filters=(LAUNCHER_FILTER,),
            target=MAIN,
        ),
        ActivityInfo(
            "org.tasks.dialogs.SortSettingsActivity",
            "screens.sorting:SortSettings",
            exported=False,
            translucent=True,
        ),
        ActivityInfo("org.tasks.tags.TagPickerActivity", "screens.tags:TagPicker", exported=False),
        ActivityInfo(
            "org.tasks.activities.TagSettingsActivity", "screens.names:TagSettings", exported=False
        ),
        ActivityInfo(
            "org.tasks.caldav.LocalListSettingsActivity",
            "screens.names:ListSettings",
            exported=False,
        ),
        ActivityInfo(
            "org.tasks.activities.FilterSettingsActivity",
            "screens.filters:FilterSettings",
            exported=False,
        ),
        ActivityInfo(
            "org.tasks.activities.NavigationDrawerCustomization",
            "screens.names:ManageDrawer",
            exported=False,
        ),
        ActivityInfo(
            "org.tasks.repeats.CustomRecurrenceActivity",
            "screens.recurrence:CustomRecurrence",
            exported=False,
        ),
        ActivityInfo(
            "org.tasks.reminders.SnoozeActivity",
            "screens.snooze:Snooze",
            exported=False,
            translucent=True,
            exclude_from_recents=True,
        ),
        ActivityInfo(f"{PREFERENCES}.MainPreferences", "screens.preferences:Preferences"),
        ActivityInfo(f"{PREFERENCES}.HelpAndFeedback", "screens.preferences:Help"),
        ActivityInfo(
            f"{PREFERENCES}.NotificationPreferences", "screens.reminder_pages:NotificationPage"
        ),
        ActivityInfo(f"{FRAGMENTS}.LookAndFeel", "screens.preferences:LookPage", exported=False),
        ActivityInfo(
            f"{FRAGMENTS}.TaskDefaults", "screens.reminder_pages:DefaultsPage", exported=False
        ),
        ActivityInfo(
            f"{FRAGMENTS}.TaskListPreferences", "screens.preferences:ListPage", exported=False
        ),
        ActivityInfo(
            f"{FRAGMENTS}.TaskEditPreferences", "screens.preferences:EditPage", exported=False
        ),
        ActivityInfo(f"{FRAGMENTS}.DateAndTime", "screens.preferences:DatePage", exported=False),
        ActivityInfo(
            f"{FRAGMENTS}.NavigationDrawer", "screens.preferences:DrawerPage", exported=False
        ),
        ActivityInfo(f"{FRAGMENTS}.Backups", "screens.backups:BackupsPage", exported=False),
        ActivityInfo(f"{FRAGMENTS}.Advanced", "screens.preferences:AdvancedPage", exported=False),
        ActivityInfo(
            "com.todoroo.astrid.activity.ShareLinkActivity",
            "screens.share:ShareLink",
            filters=(
                IntentFilter(("android.intent.action.SEND",), types=SHARED_TYPES),
                IntentFilter(
                    ("android.intent.action.PROCESS_TEXT",),
                    types=("text/plain",),
                ),
            ),
            label="Create new task",
            no_history=True,
            translucent=True,
        ),
        ActivityInfo(
            "org.tasks.activities.UriHandler",
            "screens.share:UriHandler",
            filters=(
                IntentFilter(
                    ("android.intent.action.VIEW", "android.intent.action.INSERT"),
                    schemes=("content",),
                    hosts=("org.tasks",),
                ),
            ),
            no_history=True,
            translucent=True,
        ),
    ),
    receivers=(ReceiverInfo("org.tasks.receivers.AlarmReceiver", "receivers:receive"),),
    permissions=("android.permission.POST_NOTIFICATIONS",),
    granted=("android.permission.POST_NOTIFICATIONS",),
    install="storage:install",
)

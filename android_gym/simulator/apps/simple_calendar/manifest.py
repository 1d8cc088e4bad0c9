"""Simple Calendar Pro's declarations."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

_COMMONS = "com.simplemobiletools.commons.activities"
_EDITED = ("vnd.android.cursor.item/event", "vnd.android.cursor.dir/event")

PERMISSIONS = tuple(
    f"android.permission.{name}"
    for name in (
        "READ_CALENDAR", "WRITE_CALENDAR", "READ_CONTACTS", "POST_NOTIFICATIONS",
        "WRITE_EXTERNAL_STORAGE",
    )
)  # fmt: skip


def _own(name: str, screen: str) -> ActivityInfo:
    return ActivityInfo(name, f"screens.{screen}", exported=False)


MANIFEST = Manifest(
    package="com.simplemobiletools.calendar.pro",
    label="Calendar",
    version_name="6.22.2",
    version_code=238,
    min_sdk=23,
    icon=("#F57C00", "calendar_blank", "#FFFFFF"),
    activities=(
        ActivityInfo(
            ".activities.SplashActivity.Orange",
            target=".activities.MainActivity",
            filters=(LAUNCHER_FILTER,),
        ),
        ActivityInfo(
            ".activities.MainActivity",
            "screens.main:MainActivity",
            (
                IntentFilter(
                    ("android.intent.action.VIEW",),
                    (CATEGORY_DEFAULT,),
                    schemes=("content", "file"),
                    types=("text/x-vcalendar", "text/calendar", "application/ics"),
                ),
                IntentFilter(
                    ("android.intent.action.VIEW",),
                    (CATEGORY_DEFAULT,),
                    schemes=("content",),
                    types=("time/epoch",),
                ),
            ),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            ".activities.EventActivity",
            "screens.editor:EventActivity",
            (
                IntentFilter(
                    ("android.intent.action.EDIT", "android.intent.action.INSERT"),
                    (CATEGORY_DEFAULT,),
                    types=_EDITED,
                ),
            ),
            label="New Event",
        ),
        ActivityInfo(
            ".activities.TaskActivity",
            "screens.editor:TaskActivity",
            label="New Task",
            exported=False,
        ),
        ActivityInfo(
            ".activities.SettingsActivity",
            "screens.settings:SettingsActivity",
            (IntentFilter(("android.intent.action.APPLICATION_PREFERENCES",)),),
        ),
        _own(".activities.ManageEventTypesActivity", "types:ManageEventTypesActivity"),
        _own(f"{_COMMONS}.AboutActivity", "settings:AboutActivity"),
        _own(f"{_COMMONS}.CustomizationActivity", "settings:CustomizationActivity"),
    ),
    receivers=(
        ReceiverInfo(".receivers.NotificationReceiver", "receivers:remind"),
        ReceiverInfo(
            ".receivers.BootCompletedReceiver",
            "receivers:boot",
            (IntentFilter(("android.intent.action.BOOT_COMPLETED",)),),
        ),
    ),
    permissions=PERMISSIONS,
    granted=tuple(
        f"android.permission.{name}"
        for name in ("READ_CALENDAR", "WRITE_CALENDAR", "POST_NOTIFICATIONS")
    ),
    install="storage:install",
)

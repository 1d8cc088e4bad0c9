"""Simple Calendar Pro's manifest."""

from dataclasses import replace

from android_gym.simulator.appkit.simple_manifests import LIBRARY, SPLASH, own
from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    category_filter,
)

_EDITED = ("vnd.android.cursor.item/event", "vnd.android.cursor.dir/event")

PERMISSIONS = tuple(
    f"android.permission.{name}"
    for name in (
        "READ_CALENDAR", "WRITE_CALENDAR", "READ_CONTACTS", "POST_NOTIFICATIONS",
        "WRITE_EXTERNAL_STORAGE",
    )
)  # fmt: skip


MANIFEST = Manifest(
    package="com.simplemobiletools.calendar.pro",
    label="Calendar",
    version_name="6.22.2",
    version_code=238,
    min_sdk=23,
    icon=("#F57C00", "calendar_blank", "#FFFFFF"),
    activities=(
        replace(SPLASH, filters=(*SPLASH.filters, category_filter("CALENDAR"))),
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
                IntentFilter(
                    ("android.intent.action.VIEW",),
                    (CATEGORY_DEFAULT,),
                    types=("vnd.android.cursor.item/event",),
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
        own(".activities.SelectTimeZoneActivity", "zones:SelectTimeZoneActivity"),
        own(".activities.ManageEventTypesActivity", "types:ManageEventTypesActivity"),
        *LIBRARY,
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

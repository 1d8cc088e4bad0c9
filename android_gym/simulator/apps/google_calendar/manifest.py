"""Google Calendar's manifest."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    android_permissions,
    category_filter,
)

PERMISSIONS = android_permissions("READ_CALENDAR", "WRITE_CALENDAR", "POST_NOTIFICATIONS")
MAIN = "com.google.android.calendar.AllInOneCalendarActivity"
EVENT = "com.google.android.calendar.event.EventInfoActivity"
EDITOR = "com.google.android.calendar.event.EditEventActivity"

MANIFEST = Manifest(
    package="com.google.android.calendar",
    label="Calendar",
    version_name="2023.40.0-571387655-release",
    version_code=2017221040,
    min_sdk=26,
    system=True,
    icon=("#FFFFFF", "calendar_month", "#4285F4"),
    activities=(
        ActivityInfo(
            MAIN,
            "screens.main:AllInOne",
            (
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
            "com.android.calendar.AllInOneActivity",
            filters=(LAUNCHER_FILTER, category_filter("CALENDAR")),
            target=MAIN,
        ),
        ActivityInfo(
            EVENT,
            "screens.event:EventInfo",
            (
                IntentFilter(
                    ("android.intent.action.VIEW",),
                    (CATEGORY_DEFAULT,),
                    types=("vnd.android.cursor.item/event",),
                ),
            ),
        ),
        ActivityInfo(EDITOR, "screens.editor:EditEvent"),
        ActivityInfo(
            "com.google.android.calendar.settings.SettingsActivity",
            "screens.settings:Settings",
            exported=False,
        ),
    ),
    receivers=(
        ReceiverInfo(
            "com.google.android.calendar.alerts.AlertReceiver",
            "receivers:receive",
            (
                IntentFilter(
                    (
                        "android.intent.action.BOOT_COMPLETED",
                        "android.intent.action.TIME_SET",
                        "android.intent.action.TIMEZONE_CHANGED",
                    ),
                    (),
                ),
            ),
        ),
    ),
    permissions=PERMISSIONS,
    granted=PERMISSIONS,
)

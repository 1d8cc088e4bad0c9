"""Google Tasks' manifest."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    android_permissions,
)

UI = "com.google.android.apps.tasks.ui"
NOTIFICATIONS = android_permissions("POST_NOTIFICATIONS")

MANIFEST = Manifest(
    package="com.google.android.apps.tasks",
    label="Tasks",
    version_name="2023.10.09.572139325.0-release",
    version_code=2310090,
    min_sdk=23,
    icon=("#FFFFFF", "check_circle", "#4285F4"),
    activities=(
        ActivityInfo(
            f"{UI}.TaskListsActivity",
            "screens.main:TaskListsActivity",
            (LAUNCHER_FILTER,),
            launch_mode="singleTask",
        ),
        ActivityInfo(f"{UI}.EditTaskActivity", "screens.editor:EditTask", exported=False),
        ActivityInfo(f"{UI}.EditTaskListActivity", "screens.naming:EditTaskList", exported=False),
    ),
    receivers=(
        ReceiverInfo(
            "com.google.android.apps.tasks.notification.AlarmReceiver",
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
    permissions=NOTIFICATIONS,
    granted=NOTIFICATIONS,
    install="storage:install",
)

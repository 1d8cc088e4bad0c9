"""Keep's manifest."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    android_permissions,
)

_PERMISSIONS = android_permissions("POST_NOTIFICATIONS")

MANIFEST = Manifest(
    package="com.google.android.keep",
    label="Keep Notes",
    version_name="5.23.322.05.90",
    version_code=220548335,
    min_sdk=23,
    icon=("#FBBC04", "lightbulb_outline", "#FFFFFF"),
    activities=(
        ActivityInfo(
            ".activities.BrowseActivity",
            "screens.main:BrowseActivity",
            (LAUNCHER_FILTER,),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            ".activities.ShareReceiverActivity",
            "screens.main:ShareReceiverActivity",
            (
                IntentFilter(
                    ("android.intent.action.SEND",), (CATEGORY_DEFAULT,), types=("text/plain",)
                ),
            ),
        ),
    ),
    receivers=(
        ReceiverInfo(
            ".receivers.ReminderReceiver",
            "receivers:on_reminder",
            (IntentFilter(("android.intent.action.BOOT_COMPLETED",)),),
        ),
    ),
    permissions=_PERMISSIONS,
    granted=_PERMISSIONS,
)

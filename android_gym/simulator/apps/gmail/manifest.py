"""Gmail's manifest."""

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    ReceiverInfo,
    ShortcutInfo,
    android_permissions,
    category_filter,
    platform_app,
)

__all__ = ["MANIFEST"]

_PERMISSIONS = android_permissions("POST_NOTIFICATIONS", "READ_CONTACTS", "GET_ACCOUNTS")
_BROWSABLE = "android.intent.category.BROWSABLE"
_MAILTO = ("mailto",)

MANIFEST = platform_app(
    package="com.google.android.gm",
    label="Gmail",
    icon=("#FFFFFF", "email", "#EA4335"),
    shortcuts=(
        ShortcutInfo(
            "compose",
            "Compose",
            "pencil",
            Intent(component="com.google.android.gm/com.google.android.gm.ComposeActivityGmail"),
        ),
    ),
    activities=(
        ActivityInfo(
            ".ConversationListActivityGmail",
            "screens.main:ConversationListActivity",
            (LAUNCHER_FILTER, category_filter("EMAIL")),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            ".ComposeActivityGmail",
            "screens.compose:ComposeActivity",
            (
                IntentFilter(
                    (ACTION_VIEW, "android.intent.action.SENDTO"),
                    (CATEGORY_DEFAULT, _BROWSABLE),
                    _MAILTO,
                ),
                IntentFilter(
                    ("android.intent.action.SEND", "android.intent.action.SEND_MULTIPLE"),
                    (CATEGORY_DEFAULT,),
                    types=("*/*",),
                ),
            ),
        ),
        ActivityInfo(
            ".ui.settings.SettingsActivity",
            "screens.settings:SettingsActivity",
            (IntentFilter(("android.intent.action.APPLICATION_PREFERENCES",)),),
        ),
        ActivityInfo(
            ".ui.settings.GeneralSettingsActivity", "screens.settings:GeneralSettings",
            exported=False,
        ),
        ActivityInfo(
            ".ui.settings.SwipeSettingsActivity", "screens.settings:SwipeSettings", exported=False
        ),
        ActivityInfo(
            ".ui.settings.AccountSettingsActivity", "screens.settings:AccountSettings",
            exported=False,
        ),
        ActivityInfo(
            ".ui.settings.ManageLabelsActivity", "screens.labels:ManageLabels", exported=False
        ),
    ),
    receivers=(
        ReceiverInfo(
            ".receiver.MailReceiver",
            "receivers:on_mail",
            (
                IntentFilter(
                    (
                        "com.android.mail.action.update_notification",
                        "android.intent.action.BOOT_COMPLETED",
                    )
                ),
            ),
        ),
        ReceiverInfo(".receiver.NotificationReceiver", "receivers:on_action"),
        ReceiverInfo(".receiver.AlarmReceiver", "receivers:on_alarm"),
    ),
    permissions=_PERMISSIONS,
    granted=_PERMISSIONS,
    install="mail:install",
)  # fmt: skip

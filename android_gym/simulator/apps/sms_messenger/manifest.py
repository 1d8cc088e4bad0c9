"""What Simple SMS Messenger declares."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

_PACKAGE = "com.simplemobiletools.smsmessenger"
_COMMONS = "com.simplemobiletools.commons.activities"
_SCHEMES = ("sms", "smsto", "mms", "mmsto")

PERMISSIONS = tuple(
    f"android.permission.{name}"
    for name in (
        "READ_SMS", "SEND_SMS", "RECEIVE_SMS", "RECEIVE_MMS", "READ_CONTACTS", "WRITE_CONTACTS",
        "READ_PHONE_STATE", "CALL_PHONE", "POST_NOTIFICATIONS", "READ_EXTERNAL_STORAGE",
        "WRITE_EXTERNAL_STORAGE", "CAMERA", "RECORD_AUDIO",
    )
)  # fmt: skip
"""What the app asks for; the role of the SMS app brings it all."""

MANIFEST = Manifest(
    package=_PACKAGE,
    label="SMS Messenger",
    version_name="5.19.3",
    version_code=85,
    min_sdk=23,
    icon=("#F57C00", "message_text", "#FFFFFF"),
    activities=(
        ActivityInfo(
            name=".activities.SplashActivity.Orange",
            target=".activities.MainActivity",
            filters=(LAUNCHER_FILTER,),
        ),
        ActivityInfo(name=".activities.MainActivity", screen="conversations:MainActivity"),
        ActivityInfo(
            name=".activities.NewConversationActivity",
            screen="new_conversation:NewConversationActivity",
            filters=(
                IntentFilter(
                    (
                        "android.intent.action.SENDTO",
                        "android.intent.action.SEND",
                        "android.intent.action.VIEW",
                    ),
                    (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE"),
                    schemes=_SCHEMES,
                ),
                IntentFilter(
                    ("android.intent.action.SEND", "android.intent.action.SEND_MULTIPLE"),
                    (CATEGORY_DEFAULT,),
                    types=("*/*", "*"),
                ),
            ),
        ),
        ActivityInfo(
            name=".activities.ThreadActivity",
            screen="thread:ThreadActivity",
            launch_mode="singleTop",
            exported=False,
        ),
        ActivityInfo(
            name=".activities.ConversationDetailsActivity",
            screen="details:ConversationDetailsActivity",
            exported=False,
        ),
        ActivityInfo(
            name=".activities.SettingsActivity",
            screen="settings:SettingsActivity",
            filters=(IntentFilter(("android.intent.action.APPLICATION_PREFERENCES",)),),
        ),
        ActivityInfo(
            name=".activities.ArchivedConversationsActivity",
            screen="conversations:ArchivedConversationsActivity",
        ),
        ActivityInfo(
            name=".activities.RecycleBinConversationsActivity",
            screen="conversations:RecycleBinConversationsActivity",
        ),
        ActivityInfo(
            name=".activities.ManageBlockedKeywordsActivity",
            screen="settings:ManageBlockedKeywordsActivity",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_COMMONS}.ManageBlockedNumbersActivity",
            screen="settings:ManageBlockedNumbersActivity",
            exported=False,
        ),
        ActivityInfo(
            name=f"{_COMMONS}.AboutActivity", screen="settings:AboutActivity", exported=False
        ),
        ActivityInfo(
            name=f"{_COMMONS}.CustomizationActivity",
            screen="settings:CustomizationActivity",
            exported=False,
        ),
    ),
    receivers=(
        ReceiverInfo(
            ".receivers.SmsReceiver",
            "receivers:deliver",
            (IntentFilter(("android.provider.Telephony.SMS_DELIVER",)),),
        ),
        ReceiverInfo(".receivers.SmsStatusSentReceiver", "receivers:sent"),
        ReceiverInfo(".receivers.SmsStatusDeliveredReceiver", "receivers:delivered"),
        ReceiverInfo(".receivers.MmsSentReceiver", "receivers:mms_sent"),
        ReceiverInfo(".receivers.MarkAsReadReceiver", "receivers:mark_as_read"),
        ReceiverInfo(".receivers.DirectReplyReceiver", "receivers:reply"),
        ReceiverInfo(".receivers.ScheduledMessageReceiver", "receivers:scheduled"),
    ),
    permissions=PERMISSIONS,
    granted=PERMISSIONS,
    install="storage:install",
)

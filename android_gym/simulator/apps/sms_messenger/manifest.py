"""Simple SMS Messenger's manifest."""

from android_gym.simulator.appkit.simple_manifests import COMMONS, LIBRARY, SPLASH, own
from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    android_permissions,
)

PERMISSIONS = android_permissions(
    "READ_SMS", "SEND_SMS", "RECEIVE_SMS", "RECEIVE_MMS", "READ_CONTACTS", "WRITE_CONTACTS",
    "READ_PHONE_STATE", "CALL_PHONE", "POST_NOTIFICATIONS", "READ_EXTERNAL_STORAGE",
    "WRITE_EXTERNAL_STORAGE", "CAMERA", "RECORD_AUDIO",
)  # fmt: skip
"""Requested permissions; the SMS role grants all of them."""


MANIFEST = Manifest(
    package="com.simplemobiletools.smsmessenger",
    label="SMS Messenger",
    version_name="5.19.3",
    version_code=85,
    min_sdk=23,
    icon=("#F57C00", "message_text", "#FFFFFF"),
    activities=(
        SPLASH,
        ActivityInfo(".activities.MainActivity", "screens.main:MainActivity"),
        ActivityInfo(
            ".activities.NewConversationActivity",
            "screens.new_conversation:NewConversationActivity",
            (
                IntentFilter(
                    tuple(f"android.intent.action.{name}" for name in ("SENDTO", "SEND", "VIEW")),
                    (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE"),
                    schemes=("sms", "smsto", "mms", "mmsto"),
                ),
                IntentFilter(
                    ("android.intent.action.SEND", "android.intent.action.SEND_MULTIPLE"),
                    types=("*/*", "*"),
                ),
            ),
        ),
        ActivityInfo(
            ".activities.ThreadActivity",
            "screens.thread:ThreadActivity",
            launch_mode="singleTop",
            exported=False,
        ),
        own(".activities.VCardViewerActivity", "vcards:VCardViewerActivity"),
        own(".activities.ConversationDetailsActivity", "details:ConversationDetailsActivity"),
        ActivityInfo(
            ".activities.SettingsActivity",
            "screens.settings:SettingsActivity",
            (IntentFilter(("android.intent.action.APPLICATION_PREFERENCES",)),),
        ),
        ActivityInfo(
            ".activities.ArchivedConversationsActivity",
            "screens.conversations:ArchivedConversationsActivity",
        ),
        ActivityInfo(
            ".activities.RecycleBinConversationsActivity",
            "screens.conversations:RecycleBinConversationsActivity",
        ),
        own(".activities.ManageBlockedKeywordsActivity", "blocked:ManageBlockedKeywordsActivity"),
        own(f"{COMMONS}.ManageBlockedNumbersActivity", "blocked:ManageBlockedNumbersActivity"),
        *LIBRARY,
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

"""The telephony provider's manifest."""

from android_gym.simulator.system.packages import ProviderInfo, platform_app

MANIFEST = platform_app(
    package="com.android.providers.telephony",
    label="Phone and Messaging Storage",
    icon=("#5F6368", "message_text", "#FFFFFF"),
    providers=(
        ProviderInfo("sms", "provider:SmsProvider"),
        ProviderInfo("mms", "provider:MmsProvider"),
        ProviderInfo("mms-sms", "provider:MmsSmsProvider"),
    ),
    install="storage:install",
)

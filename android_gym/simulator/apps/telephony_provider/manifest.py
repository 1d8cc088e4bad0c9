"""The telephony provider's declarations."""

from android_gym.simulator.system.packages import Manifest, ProviderInfo

MANIFEST = Manifest(
    package="com.android.providers.telephony",
    label="Phone and Messaging Storage",
    version_name="13",
    version_code=33,
    system=True,
    icon=("#5F6368", "message_text", "#FFFFFF"),
    providers=(
        ProviderInfo("sms", "provider:SmsProvider"),
        ProviderInfo("mms", "provider:MmsProvider"),
        ProviderInfo("mms-sms", "provider:MmsSmsProvider"),
    ),
    install="storage:install",
)

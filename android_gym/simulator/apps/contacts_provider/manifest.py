"""The contacts provider's manifest."""

from android_gym.simulator.system.packages import ProviderInfo, platform_app

MANIFEST = platform_app(
    package="com.android.providers.contacts",
    label="Contacts Storage",
    icon=("#5F6368", "account", "#FFFFFF"),
    providers=(
        ProviderInfo("com.android.contacts", "provider:ContactsProvider"),
        ProviderInfo("contacts", "legacy:LegacyContactsProvider"),
        ProviderInfo("call_log", "calls:CallLogProvider"),
    ),
    install="storage:install",
)

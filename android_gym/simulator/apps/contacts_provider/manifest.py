"""The contacts provider's declarations."""

from android_gym.simulator.system.packages import Manifest, ProviderInfo

MANIFEST = Manifest(
    package="com.android.providers.contacts",
    label="Contacts Storage",
    version_name="13",
    version_code=33,
    system=True,
    icon=("#5F6368", "account", "#FFFFFF"),
    providers=(
        ProviderInfo("com.android.contacts", "provider:ContactsProvider"),
        ProviderInfo("contacts", "legacy:LegacyContactsProvider"),
        ProviderInfo("call_log", "calls:CallLogProvider"),
    ),
    install="storage:install",
)

"""The declarations of the provider of blocked numbers."""

from android_gym.simulator.system.packages import Manifest, ProviderInfo

MANIFEST = Manifest(
    package="com.android.providers.blockednumber",
    label="Blocked Numbers Storage",
    version_name="13",
    version_code=33,
    system=True,
    icon=("#5F6368", "cancel", "#FFFFFF"),
    providers=(ProviderInfo("com.android.blockednumber", "provider:BlockedNumberProvider"),),
)

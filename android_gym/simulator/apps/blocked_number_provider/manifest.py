"""The manifest of the provider of blocked numbers."""

from android_gym.simulator.system.packages import ProviderInfo, platform_app

MANIFEST = platform_app(
    package="com.android.providers.blockednumber",
    label="Blocked Numbers Storage",
    icon=("#5F6368", "cancel", "#FFFFFF"),
    providers=(ProviderInfo("com.android.blockednumber", "provider:BlockedNumberProvider"),),
)

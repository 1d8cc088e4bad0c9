"""The media provider's manifest."""

from android_gym.simulator.system.packages import ProviderInfo, platform_app

MANIFEST = platform_app(
    package="com.google.android.providers.media.module",
    label="Media",
    icon=("#5F6368", "image_multiple", "#FFFFFF"),
    providers=(ProviderInfo("media", "provider:MediaProvider"),),
)

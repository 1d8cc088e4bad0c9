"""The media provider's declarations."""

from android_gym.simulator.system.packages import Manifest, ProviderInfo

MANIFEST = Manifest(
    package="com.google.android.providers.media.module",
    label="Media",
    version_name="13",
    version_code=33,
    system=True,
    icon=("#5F6368", "image_multiple", "#FFFFFF"),
    providers=(ProviderInfo("media", "provider:MediaProvider"),),
)

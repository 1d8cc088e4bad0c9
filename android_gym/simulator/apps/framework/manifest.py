"""The framework's declarations."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
    WindowInfo,
)

MANIFEST = Manifest(
    package="android",
    label="Android System",
    version_name="13",
    version_code=33,
    system=True,
    activities=(
        ActivityInfo(
            name="com.android.internal.app.ResolverActivity",
            screen="screens.chooser:ResolverActivity",
            translucent=True,
            exclude_from_recents=True,
        ),
        ActivityInfo(
            name="com.android.internal.app.ChooserActivity",
            screen="screens.chooser:ChooserActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(IntentFilter(("android.intent.action.CHOOSER",), (CATEGORY_DEFAULT,)),),
        ),
    ),
    windows=(
        WindowInfo("AppErrorDialog", "screens.errors:AppErrorDialog"),
        WindowInfo("DeprecatedSdkDialog", "screens.old_app:DeprecatedSdkDialog"),
    ),
)

"""The framework's manifest."""

from android_gym.simulator.system.packages import (
    ActivityInfo,
    IntentFilter,
    ProviderInfo,
    WindowInfo,
    platform_app,
)

MANIFEST = platform_app(
    package="android",
    label="Android System",
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
            filters=(IntentFilter(("android.intent.action.CHOOSER",)),),
        ),
        ActivityInfo(
            name="com.android.internal.app.SuspendedAppActivity",
            screen="screens.suspended:SuspendedAppActivity",
            translucent=True,
            exclude_from_recents=True,
        ),
    ),
    providers=(ProviderInfo("settings", "settings_provider:SettingsProvider"),),
    windows=(
        WindowInfo("AppErrorDialog", "screens.errors:AppErrorDialog"),
        WindowInfo("AppNotRespondingDialog", "screens.errors:AppNotRespondingDialog"),
        WindowInfo("DeprecatedSdkDialog", "screens.old_app:DeprecatedSdkDialog"),
    ),
)

"""The package installer's manifest."""

from android_gym.simulator.system.packages import ActivityInfo, IntentFilter, platform_app

MANIFEST = platform_app(
    package="com.google.android.packageinstaller",
    label="Package installer",
    activities=(
        ActivityInfo(
            name="com.android.packageinstaller.UninstallerActivity",
            screen="screens:UninstallerActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(
                IntentFilter(
                    ("android.intent.action.DELETE", "android.intent.action.UNINSTALL_PACKAGE"),
                    schemes=("package",),
                ),
            ),
        ),
    ),
)

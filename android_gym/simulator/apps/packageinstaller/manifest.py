"""What the package installer declares."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
)

MANIFEST = Manifest(
    package="com.google.android.packageinstaller",
    label="Package installer",
    version_name="13",
    version_code=33,
    system=True,
    activities=(
        ActivityInfo(
            name="com.android.packageinstaller.UninstallerActivity",
            screen="screens:UninstallerActivity",
            translucent=True,
            exclude_from_recents=True,
            filters=(
                IntentFilter(
                    ("android.intent.action.DELETE", "android.intent.action.UNINSTALL_PACKAGE"),
                    (CATEGORY_DEFAULT,),
                    schemes=("package",),
                ),
            ),
        ),
    ),
)

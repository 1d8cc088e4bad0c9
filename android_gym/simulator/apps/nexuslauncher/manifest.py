"""The launcher's manifest."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    CATEGORY_HOME,
    ActivityInfo,
    IntentFilter,
    platform_app,
)

MANIFEST = platform_app(
    package="com.google.android.apps.nexuslauncher",
    label="Pixel Launcher",
    icon=("#FFFFFF", "home", "#1A73E8"),
    activities=(
        ActivityInfo(
            name=".NexusLauncherActivity",
            screen="screens.main:NexusLauncherActivity",
            launch_mode="singleTask",
            exclude_from_recents=True,
            orientation="nosensor",
            filters=(
                IntentFilter(categories=(CATEGORY_HOME, CATEGORY_DEFAULT)),
                IntentFilter(("com.android.systemui.recents.TOGGLE_RECENTS",)),
            ),
        ),
        ActivityInfo(
            name="com.android.launcher3.settings.SettingsActivity",
            screen="screens.settings:SettingsActivity",
            filters=(IntentFilter(("android.intent.action.APPLICATION_PREFERENCES",)),),
        ),
    ),
)

"""Simple Draw Pro's declarations."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
)

_COMMONS = "com.simplemobiletools.commons.activities"

MANIFEST = Manifest(
    package="com.simplemobiletools.draw.pro",
    label="Draw",
    version_name="6.9.3",
    version_code=79,
    min_sdk=23,
    icon=("#F57C00", "brush", "#FFFFFF"),
    activities=(
        ActivityInfo(
            ".activities.SplashActivity.Orange",
            target=".activities.MainActivity",
            filters=(LAUNCHER_FILTER,),
        ),
        ActivityInfo(
            ".activities.MainActivity",
            "screens.main:MainActivity",
            (
                IntentFilter(
                    ("android.intent.action.VIEW", "android.intent.action.EDIT"),
                    (CATEGORY_DEFAULT,),
                    schemes=("content", "file"),
                    types=("image/*",),
                ),
                IntentFilter(
                    ("android.intent.action.SEND",), (CATEGORY_DEFAULT,), types=("image/*",)
                ),
            ),
        ),
        ActivityInfo(".activities.SettingsActivity", "screens.settings:SettingsActivity"),
        ActivityInfo(f"{_COMMONS}.AboutActivity", "screens.settings:AboutActivity", exported=False),
        ActivityInfo(
            f"{_COMMONS}.CustomizationActivity",
            "screens.settings:CustomizationActivity",
            exported=False,
        ),
    ),
    memory="model:Sheet",
)

"""Simple Draw Pro's manifest."""

from android_gym.simulator.appkit.simple_manifests import LIBRARY, SPLASH
from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
)

MANIFEST = Manifest(
    package="com.simplemobiletools.draw.pro",
    label="Draw",
    version_name="6.9.3",
    version_code=79,
    min_sdk=23,
    icon=("#F57C00", "brush", "#FFFFFF"),
    activities=(
        SPLASH,
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
        *LIBRARY,
    ),
    memory="model:Sheet",
)

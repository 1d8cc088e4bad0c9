"""Calculator's manifest."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    Manifest,
    category_filter,
)

MANIFEST = Manifest(
    package="com.google.android.calculator",
    label="Calculator",
    version_name="8.4 (520193683)",
    version_code=84000000,
    min_sdk=24,
    icon=("#4285F4", "calculator_variant", "#FFFFFF"),
    activities=(
        ActivityInfo(
            "com.android.calculator2.Calculator",
            "screens.main:Calculator",
            (
                LAUNCHER_FILTER,
                category_filter("CALCULATOR"),
            ),
            launch_mode="singleTask",
        ),
    ),
)

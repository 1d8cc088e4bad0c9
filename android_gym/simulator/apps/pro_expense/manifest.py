"""Pro Expense's manifest."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    Manifest,
)

MANIFEST = Manifest(
    package="com.arduia.expense",
    label="Pro Expense",
    version_name="1.0.0-beta05",
    version_code=11,
    target_sdk=30,
    min_sdk=21,
    icon=("#039BE5", "wallet", "#FFFFFF"),
    activities=(
        ActivityInfo(
            name=".ui.MainActivity", screen="screens.main:MainActivity", filters=(LAUNCHER_FILTER,)
        ),
    ),
    install="storage:install",
    memory="storage:Memory",
)

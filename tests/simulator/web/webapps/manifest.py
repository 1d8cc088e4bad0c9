"""The app's manifest."""

from __future__ import annotations

from android_gym.simulator.system.packages import LAUNCHER_FILTER, ActivityInfo, Manifest

BROWSER = Manifest(
    package="com.web",
    label="Web",
    module="webapps",
    activities=(
        ActivityInfo(name=".Browser", screen="screens:Browser", filters=(LAUNCHER_FILTER,)),
    ),
)

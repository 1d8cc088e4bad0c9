"""MobileMiniWoB++'s declarations."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

_ACTIONS = "com.google.androidenv.miniwob.app"

MANIFEST = Manifest(
    package="com.google.androidenv.miniwob",
    label="MiniWoB",
    version_name="1.0",
    version_code=1,
    min_sdk=28,
    icon=("#3F51B5", "web", "#FFFFFF"),
    activities=(
        ActivityInfo(
            f"{_ACTIONS}.MainActivity",
            "screens.main:MainActivity",
            (LAUNCHER_FILTER,),
            launch_mode="singleTop",
        ),
    ),
    receivers=(
        ReceiverInfo(
            f"{_ACTIONS}.MainActivity$Receiver",
            "receivers:receive",
            (
                IntentFilter(
                    (f"{_ACTIONS}.GET_UTTERANCE_ACTION", f"{_ACTIONS}.GET_REWARD_ACTION"), ()
                ),
            ),
        ),
    ),
    memory="model:Episode",
)

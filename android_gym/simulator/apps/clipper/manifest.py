"""Clipper's manifest."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

MANIFEST = Manifest(
    package="ca.zgrs.clipper",
    label="Clipper",
    version_name="1.2.1",
    version_code=5,
    target_sdk=22,
    min_sdk=10,
    icon=("#78909C", "clipboard_text", "#FFFFFF"),
    activities=(ActivityInfo(name=".Main", screen="screens:Main", filters=(LAUNCHER_FILTER,)),),
    receivers=(
        ReceiverInfo(
            name=".ClipperReceiver",
            handler="receivers:receive",
            filters=(IntentFilter(("clipper.get", "clipper.set", "get", "set"), ()),),
        ),
    ),
)

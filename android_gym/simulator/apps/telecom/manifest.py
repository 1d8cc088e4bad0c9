"""Telecom's manifest."""

from android_gym.simulator.system.packages import (
    ActivityInfo,
    IntentFilter,
    ReceiverInfo,
    platform_app,
)

_CALL = ("android.intent.action.CALL", "android.intent.action.CALL_PRIVILEGED")

MANIFEST = platform_app(
    package="com.android.server.telecom",
    label="Call Management",
    icon=("#1A73E8", "phone", "#FFFFFF"),
    activities=(
        ActivityInfo(
            name=".components.UserCallActivity",
            screen="screens:UserCallActivity",
            filters=(IntentFilter(_CALL, schemes=("tel", "voicemail")),),
            translucent=True,
            exclude_from_recents=True,
        ),
    ),
    receivers=(
        ReceiverInfo(
            name=".CallsManager",
            handler="receivers:receive",
            filters=(IntentFilter(("android.telecom.action.CALLS_CHANGED",), ()),),
        ),
    ),
)

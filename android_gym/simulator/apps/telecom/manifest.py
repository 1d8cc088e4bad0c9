"""Telecom's declarations."""

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

_CALL = ("android.intent.action.CALL", "android.intent.action.CALL_PRIVILEGED")

MANIFEST = Manifest(
    package="com.android.server.telecom",
    label="Call Management",
    version_name="13",
    version_code=33,
    system=True,
    icon=("#1A73E8", "phone", "#FFFFFF"),
    activities=(
        ActivityInfo(
            name=".components.UserCallActivity",
            screen="screens:UserCallActivity",
            filters=(IntentFilter(_CALL, (CATEGORY_DEFAULT,), schemes=("tel", "voicemail")),),
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

"""Joplin's manifest."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.packages import (
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

__all__ = ["ALARM_RECEIVER", "LOCATION", "MAIN", "MANIFEST", "VERSION"]

MAIN: Final = ".MainActivity"
ALARM_RECEIVER: Final = "com.dieam.reactnativepushnotification.modules.RNPushNotificationPublisher"
LOCATION: Final = "android.permission.ACCESS_FINE_LOCATION"
VERSION: Final = "3.0.1"

_PERMISSION = "android.permission."
_GRANTED = (_PERMISSION + "INTERNET", LOCATION)

MANIFEST = Manifest(
    package="net.cozic.joplin",
    label="Joplin",
    version_name=VERSION,
    version_code=2097740,
    target_sdk=33,
    min_sdk=21,
    icon=("#0053B8", "alpha_j", "#FFFFFF"),
    activities=(
        ActivityInfo(
            MAIN,
            "screens.main:MainActivity",
            (
                LAUNCHER_FILTER,
                IntentFilter(
                    ("android.intent.action.SEND", "android.intent.action.SEND_MULTIPLE"),
                    (CATEGORY_DEFAULT,),
                    types=("*/*",),
                ),
            ),
            launch_mode="singleTask",
        ),
    ),
    receivers=(ReceiverInfo(ALARM_RECEIVER, "receivers:receive"),),
    permissions=(
        *_GRANTED,
        _PERMISSION + "CAMERA",
        _PERMISSION + "READ_EXTERNAL_STORAGE",
        _PERMISSION + "WRITE_EXTERNAL_STORAGE",
        _PERMISSION + "POST_NOTIFICATIONS",
        _PERMISSION + "READ_MEDIA_IMAGES",
        _PERMISSION + "USE_BIOMETRIC",
    ),
    granted=_GRANTED,
    install="storage:install",
)

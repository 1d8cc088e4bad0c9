"""The low battery warning (PowerNotificationWarnings), and the end of Battery Saver."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.battery import Battery
from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.system.notifications import (
    IMPORTANCE_HIGH,
    Channel,
    Notification,
    NotificationAction,
    NotificationManager,
    PendingIntent,
)
from android_gym.simulator.system.settings import Settings

__all__ = ["LOW_PERCENT", "LowBattery"]

LOW_PERCENT: Final = 15
CLOSE_PERCENT: Final = 20
"""Levels at which the warning appears, and from which on it disappears by itself."""

_PACKAGE: Final = "com.android.systemui"
_ID: Final = 3
_CHANNEL: Final = Channel("BAT", "Battery", IMPORTANCE_HIGH)
_START_SAVER: Final = "PNW.startSaver"


class LowBattery:
    """Posts the warning when an unplugged phone's level falls to `LOW_PERCENT`.

    Battery Saver ends when the phone is charged, as in BatterySaverStateMachine.
    """

    def __init__(
        self,
        battery: Battery,
        settings: Settings,
        activities: ActivityManager,
        notifications: NotificationManager,
    ) -> None:
        self._battery = battery
        self._settings = settings
        self._notifications = notifications
        battery.listen(self._changed)
        activities.listen(_START_SAVER, self._start_saver)

    def _changed(self) -> None:
        state = self._battery.state
        plugged = state.ac or state.usb or state.wireless
        shown = any(n.package == _PACKAGE and n.id == _ID for n in self._notifications.active())
        if plugged or state.level >= CLOSE_PERCENT:
            self._notifications.cancel(_PACKAGE, _ID)
            if plugged and self._settings.get("global", "low_power") == "1":
                self._settings.put("global", "low_power", "0")
        elif state.level <= LOW_PERCENT or shown:
            self._post(state.level)

    def _post(self, level: int) -> None:
        self._notifications.create_channel(_PACKAGE, _CHANNEL)
        saver = PendingIntent(Intent(action=_START_SAVER), "broadcast")
        actions = (NotificationAction("Turn on Battery Saver", saver),)
        saving = self._settings.get("global", "low_power") == "1"
        self._notifications.post(
            Notification(
                _PACKAGE,
                _ID,
                title="Battery may run out soon",
                text=f"{level}% remaining",
                icon="battery_alert",
                channel=_CHANNEL.id,
                content=PendingIntent(Intent(action="android.intent.action.POWER_USAGE_SUMMARY")),
                actions=() if saving else actions,
                auto_cancel=False,
                only_alert_once=True,
            )
        )

    def _start_saver(self, _: Intent) -> BroadcastResult | None:
        self._settings.put("global", "low_power", "1")
        self._notifications.cancel(_PACKAGE, _ID)
        return None

"""SPA-Bench's tasks of notifications: those of the Play Store and of Instagram.

A new phone has neither app; the set-up brings them (``pm install-existing``), which the built-in
phone can, and any other where the app came with it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.errors import DeviceCommandError, TaskError
from android_gym.task_suite.spa_bench.live import LiveTask
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Permission, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["SilenceInstagram", "SilencePlayStore"]

_POST: Final = "android.permission.POST_NOTIFICATIONS"
_KEEP: Final = "com.google.android.keep"


def _shell(*commands: str) -> NearMiss:
    def act(device: Device) -> None:
        for command in commands:
            device.shell(command)

    return act


class _NotificationTask(LiveTask):
    """A task about an app's notifications.

    Attributes:
        package: The app.
    """

    apps = ("Settings",)
    package: ClassVar[str] = ""

    def setup(self, device: Device, params: Params) -> None:
        """Bring the app, and let it notify.

        Raises:
            TaskError: If the device hasn't got it.
        """
        try:
            device.shell(f"pm install-existing {self.package}")
            device.shell(f"pm grant {self.package} {_POST}")
        except DeviceCommandError as error:
            raise TaskError(
                f"{self.name} needs {self.package}, which can't be installed: {error} Install it "
                "on the device first."
            ) from error

    def may_notify(self, device: Device) -> bool:
        """Return whether the app may notify at all."""
        dump = device.shell(f"dumpsys package {self.package}")
        return f"{_POST}: granted=true" in dump

    def channels(self, device: Device) -> dict[str, int]:
        """Return the importance of the app's channels by their names, 0 for one that is off."""
        found, owner = {}, ""
        for line in device.shell("dumpsys notification").splitlines():
            if match := re.match(r"\s*AppSettings: (\S+) ", line):
                owner = match[1]
            elif owner == self.package and (match := _CHANNEL.match(line)):
                found[match["name"]] = int(match["importance"])
        return found


_CHANNEL: Final = re.compile(
    r"\s*NotificationChannel\{mId='[^']*', mName=(?P<name>.*?), .*?mImportance=(?P<importance>\d)\b"
)


class SilencePlayStore(_NotificationTask):
    """Turn the notifications of the Play Store off."""

    uid = "ENG/settings_4"
    package = "com.android.vending"
    rewordings = (
        "In the notification settings, switch the notifications from Google Play Store off.",
        "I want no more notifications from Google Play Store: turn them off in the notification "
        "settings.",
        "Open the settings of notifications and stop Google Play Store from sending any.",
        "Please turn off all notifications of Google Play Store. You find them in the "
        "notification settings.",
    )

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the permission to notify."""
        return [Permission(self.package, _POST)]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the app may no longer notify, and is still installed and enabled."""
        enabled = device.shell(f"pm list packages -e {self.package}").split()
        return float(f"package:{self.package}" in enabled and not self.may_notify(device))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Another app, one too many, and the app itself switched off."""
        off = f"pm revoke {self.package} {_POST}"
        return {
            "another app's": _shell(f"pm revoke {_KEEP} {_POST}"),
            "another app's too": _shell(off, f"pm revoke {_KEEP} {_POST}"),
            "the app is disabled": _shell(off, f"pm disable-user {self.package}"),
            "the app is gone": _shell(f"pm uninstall --user 0 {self.package}"),
            "its page only": _shell(
                "am start -W -a android.settings.APP_NOTIFICATION_SETTINGS "
                f"--es android.provider.extra.APP_PACKAGE {self.package}"
            ),
        }


class SilenceInstagram(_NotificationTask):
    """Turn two of Instagram's kinds of notifications off, and clear its cache."""

    uid = "ENG/settings_5"
    package = "com.instagram.android"
    off: ClassVar[frozenset[str]] = frozenset({"Alerts", "Likes"})
    rewordings = (
        "In the notification settings, switch off 'Alerts' and 'Likes' of Instagram. Then clear "
        "its cache in its storage settings.",
        "I want no more 'Alerts' and 'Likes' notifications from Instagram: turn them off in the "
        "notification settings, and clear the cache from its storage.",
        "Open the settings of notifications and stop Instagram from sending 'Alerts' and 'Likes'. "
        "After that, clear the cache from Instagram's storage.",
        "Please turn off Instagram's notifications 'Alerts' and 'Likes' in the notification "
        "settings and clear Instagram's cache from storage.",
    )

    @property
    def _cache(self) -> str:
        return f"/data/data/{self.package}/cache"

    def setup(self, device: Device, params: Params) -> None:
        """Bring the app, with something in its cache."""
        super().setup(device, params)
        device.mkdir(self._cache)
        device.push(f"{self._cache}/journal", "x" * 4096)

    def _cleared(self, device: Device) -> bool:
        count = device.shell(f"find {shlex.quote(self._cache)} -type f 2>/dev/null | wc -l")
        return count.strip() == "0"

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if exactly these two kinds of notifications are off, and the cache is empty."""
        channels = self.channels(device)
        silent = {name for name, importance in channels.items() if importance == 0}
        return float(silent == self.off and self.may_notify(device) and self._cleared(device))

    def progress(self, device: Device, params: Params) -> float:
        """A third for each of both, and for the cache."""
        channels = self.channels(device)
        off = sum(channels.get(name) == 0 for name in self.off)
        return (off + self._cleared(device)) / 3

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """The cache only, one of both kinds, one too many, all of them."""
        clear = f"rm -rf {self._cache}/journal {self._cache}/images.0"

        def switches(*names: str, cleared: bool = True) -> NearMiss:
            def act(device: Device) -> None:
                if cleared:
                    device.shell(clear)
                device.shell(
                    "am start -W -a android.settings.APP_NOTIFICATION_SETTINGS "
                    f"--es android.provider.extra.APP_PACKAGE {self.package} && sleep 1"
                )
                for element in device.ui_elements():
                    box = element.bbox_pixels
                    if element.content_description in names and box is not None:
                        x, y = box.center
                        device.shell(f"input tap {round(x)} {round(y)} && sleep 1")

            return act

        return {
            "the cache only": _shell(clear),
            "Alerts only": switches("Alerts"),
            "Comments too": switches("Alerts", "Comments", "Likes"),
            "with its cache": switches("Alerts", "Likes", cleared=False),
            "all of them": _shell(clear, f"pm revoke {self.package} {_POST}"),
            "all of its data": _shell(f"pm clear {self.package}"),
        }

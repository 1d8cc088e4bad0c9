"""GENERAL's instructions to turn the notifications of an app on or off, or to toggle them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.bringing import bring
from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.live import GeneralTask, runs, tasks_of
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import Permission, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ToggleNotifications", "TurnOffNotifications", "TurnOnNotifications"]

_POST: Final = "android.permission.POST_NOTIFICATIONS"


def _may_notify(device: Device, package: str) -> bool:
    return f"{_POST}: granted=true" in device.shell(f"dumpsys package {package}")


def _turn(package: str, on: bool) -> str:
    return f"pm {'grant' if on else 'revoke'} {package} {_POST}"


class ToggleNotifications(GeneralTask):
    """Turn the notifications of an app on where they are off, and off where they are on.

    Attributes:
        starts: States that they may be in at first.
    """

    apps = ("Settings",)
    starts: ClassVar[tuple[bool, ...]] = (False, True)
    phrases = (
        "Switch the notifications for the {subject} app: off if they are on, on if they are off.",
        "Change whether the {subject} app may send notifications.",
        "Flip the switch for all notifications of the {subject} app.",
        "Please toggle all of the {subject} app's notifications in the settings.",
    )
    complexity = 2.0

    @property
    def package(self) -> str:
        """The app's package."""
        return app_of(self.subject).package

    @property
    def _other(self) -> str:
        return app_of(self.subject).like

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the states of the app and of another one, and the app in front."""
        front = super().sample(rng)
        on = self.starts[int(rng.integers(len(self.starts)))]
        return {**front, "on": on, "other_on": bool(rng.integers(2))}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse what is no state that could have been drawn.

        Raises:
            OptionError: If it is none.
        """
        super().check(params)
        for name, states in (("on", self.starts), ("other_on", (False, True))):
            if params[name] not in states:
                raise OptionError(
                    f"{name!r} must be one of {list(states)}, got {shown(params[name])}."
                )

    def setup(self, device: Device, params: Params) -> None:
        """Bring both apps into their states."""
        bring(device, self.name, [self.package, self._other])
        device.shell(_turn(self.package, params["on"]))
        device.shell(_turn(self._other, params["other_on"]))
        super().setup(device, params)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the app's permission to notify has been switched on, or off if it was on.

        The other app's state, which may have been off, must be what it was.
        """
        changed = _may_notify(device, self.package) is not params["on"]
        kept = _may_notify(device, self._other) is params["other_on"]
        return float(changed and kept)

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the permission to notify."""
        return [Permission(self.package, _POST)]

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the other app's, both, there and back, the page only, and the app disabled."""
        on, other_on = params["on"], params["other_on"]
        there = _turn(self.package, not on)
        return {
            "the other app's": runs(_turn(self._other, not other_on)),
            "the other app's too": runs(there, _turn(self._other, not other_on)),
            "there and back": runs(there, _turn(self.package, on)),
            "its page only": runs(
                "am start -W -a android.settings.APP_NOTIFICATION_SETTINGS "
                f"--es android.provider.extra.APP_PACKAGE {self.package} && sleep 1"
            ),
            "the app is disabled": runs(there, f"pm disable-user {self.package}"),
        }


class TurnOffNotifications(ToggleNotifications):
    """Turn the notifications of an app off."""

    starts = (True,)
    phrases = (
        "Turn the notifications of the {subject} app off.",
        "Keep the {subject} app from sending any notifications.",
        "I want no more notifications from the {subject} app.",
        "Please disable all notifications for the {subject} app.",
    )


class TurnOnNotifications(ToggleNotifications):
    """Turn the notifications of an app on."""

    starts = (False,)
    phrases = (
        "Turn the notifications of the {subject} app on.",
        "Let the {subject} app send notifications again.",
        "I want to get notifications from the {subject} app.",
        "Please enable all notifications for the {subject} app.",
    )


vars().update(tasks_of("toggle_notifications", ToggleNotifications))
vars().update(tasks_of("turn_off_notifications", TurnOffNotifications))
vars().update(tasks_of("turn_on_notifications", TurnOnNotifications))

"""Tasks of opening an app, alone and after turning on Wi-Fi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError
from android_gym.task_suite.android_world.system.tasks import SystemWifiTurnOn
from android_gym.task_suite.compose import InSequence
from android_gym.task_suite.task import Disputed, NearMiss, Params, Stage, Task

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["APPS", "OpenAppTaskEval", "TurnOnWifiAndOpenApp"]

APPS = {
    "camera": "com.android.camera2",
    "clock": "com.google.android.deskclock",
    "contacts": "com.google.android.contacts",
    "dialer": "com.google.android.dialer",
    "settings": "com.android.settings",
}
"""Packages of the apps that may be asked for, by the goal's name for them."""


class OpenAppTaskEval(Task):
    """Bring an app to the front."""

    template = (
        "Open the {app_name} app. Clear any pop-ups that may appear by granting all permissions "
        "that are required."
    )
    rewordings = (
        "Start the app called {app_name} and allow whatever it asks for, so that no dialog is "
        "left.",
        "Please launch {app_name}. If it wants permissions, grant them all.",
        "I want to use {app_name}: bring it up, and accept every permission it needs on the way.",
        "Get to the first screen of the {app_name} app, saying yes to any request for permissions.",
    )
    apps = tuple(name.capitalize() for name in APPS)
    tags = ("parameterized",)
    complexity = 1

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw an app."""
        return {"app_name": str(rng.choice(sorted(APPS)))}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject apps that are not in `APPS`.

        Raises:
            OptionError: If it is another.
        """
        super().check(params)
        if params["app_name"] not in APPS:
            raise OptionError(f"'app_name' must be one of {sorted(APPS)}, got {params!r}.")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the app is in front."""
        package = device.foreground_activity().partition("/")[0]
        return float(package == APPS[params["app_name"]])

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another app, the right one left again, and something deleted on the way."""
        package = APPS[params["app_name"]]
        other = next(name for name in sorted(APPS.values()) if name != package)

        def opens_other(device: Device) -> None:
            device.launch(other)

        def leaves(device: Device) -> None:
            device.launch(package)
            device.shell("input keyevent KEYCODE_HOME && sleep 1")

        def harms(device: Device) -> None:
            device.launch(package)
            device.shell(f"rmdir {STORAGE}/Ringtones")

        def other_on_top(device: Device) -> None:
            device.launch(package)
            device.launch(other)

        return {
            "another app": opens_other,
            "opened and left": leaves,
            "another app on top": other_on_top,
            "a folder deleted": Disputed(harms),
        }


class TurnOnWifiAndOpenApp(InSequence):
    """Turn on Wi-Fi, which is off, then bring an app to the front."""

    template = "Turn on Wifi, then open the {app_name} app"
    rewordings = (
        "Enable Wi-Fi. After that, start the {app_name} app.",
        "First switch the wifi on, second launch {app_name}.",
        "I need a wireless network and then the app {app_name}: turn wifi on and open it.",
        "Open the {app_name} app, but only once you have turned on WiFi.",
    )
    tags = ("parameterized",)
    parts = (SystemWifiTurnOn, OpenAppTaskEval)

    def stages(self, params: Params) -> Sequence[Stage]:
        """Return the two parts in order; none for Settings, in which Wi-Fi is turned on."""
        if params[OpenAppTaskEval.name]["app_name"] == "settings":
            return ()
        return super().stages(params)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return each part alone, besides the near misses of the parts."""
        package = APPS[params[OpenAppTaskEval.name]["app_name"]]

        def only_wifi(device: Device) -> None:
            device.shell("svc wifi enable && sleep 2")

        def only_app(device: Device) -> None:
            device.launch(package)

        return {
            **super().near_misses(params),
            "only Wi-Fi turned on": Disputed(only_wifi, 0.5),
            "only the app opened": Disputed(only_app, 0.5),
        }

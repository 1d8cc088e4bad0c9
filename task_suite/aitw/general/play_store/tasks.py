"""GENERAL's instructions to open the Play Store, and to install apps."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from android_gym.errors import TaskError
from android_gym.task_suite.aitw.general.bringing import STORE, bring, check_others, draw_others
from android_gym.task_suite.aitw.general.catalogue import app_of
from android_gym.task_suite.aitw.general.live import GeneralTask, runs, tasks_of
from android_gym.task_suite.aitw.general.open_app.tasks import OpenApp
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.touches import NewApp, Touch

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["InstallApp", "OpenPlayStore"]

_PAGE = "am start -W -a android.intent.action.VIEW -d market://details?id={package} && sleep 1"


class OpenPlayStore(OpenApp):
    """Open the Play Store."""

    @classmethod
    def apps_of(cls, subject: str) -> tuple[str, ...]:
        """Return the store's label."""
        return ("Play Store",)

    def setup(self, device: Device, params: Params) -> None:
        """Bring the store."""
        bring(device, self.name, [STORE])
        super().setup(device, params)


class InstallApp(GeneralTask):
    """Install an app from the Play Store, among others with names like its own."""

    apps = ("Play Store",)
    phrases = (
        "Get the {subject} app from the Play Store.",
        "Please put the {subject} app on this phone.",
        "I want to have the {subject} app. Download it and wait until it is installed.",
        "This phone lacks the {subject} app: find it in the store and install it.",
    )
    complexity = 3.0
    difficulty = "medium"

    @property
    def package(self) -> str:
        """The package that is asked for."""
        return app_of(self.subject).package

    @property
    def _like(self) -> str:
        return app_of(self.subject).like

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the apps that are installed already, besides the app in front."""
        front = super().sample(rng)
        return {**front, "others": draw_others(rng, self.package, self._like)}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse other apps than could have been drawn.

        Raises:
            OptionError: If there are.
        """
        super().check(params)
        check_others(params, self.package, self._like)

    def setup(self, device: Device, params: Params) -> None:
        """Bring the store and other apps, and take the one that is asked for away.

        Raises:
            TaskError: If it can't be taken away.
        """
        bring(device, self.name, [STORE, *params["others"]])
        if self._installed(device):
            device.shell(f"pm uninstall --user 0 {self.package}")
            if self._installed(device):
                raise TaskError(
                    f"{self.name} asks for {self.package}, which is installed and can't be "
                    "removed. Use a device without it."
                )
        super().setup(device, params)

    def _installed(self, device: Device) -> bool:
        listed = device.shell(f"pm list packages -e {self.package}").split()
        return f"package:{self.package}" in listed

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the app is installed."""
        return float(self._installed(device))

    def touches(self, params: Params) -> Sequence[Touch]:
        """Return the app."""
        return [NewApp(self.package)]

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return one with a name like it, one too many or too few, and what is only begun."""
        install, other = f"pm install-existing {self.package}", params["others"][0]
        page = _PAGE.format(package=shlex.quote(self.package))

        def begun(device: Device) -> None:
            device.shell(page)
            for element in device.ui_elements():
                box = element.bbox_pixels
                if element.text == "Install" and box is not None:
                    x, y = box.center
                    device.shell(f"input tap {round(x)} {round(y)}")

        return {
            "one with a name like it": runs(f"pm install-existing {self._like}"),
            "that one too": runs(install, f"pm install-existing {self._like}"),
            "another app lost": runs(install, f"pm uninstall --user 0 {other}"),
            "its page only": runs(page),
            "the download begun": begun,
            "installed and disabled": runs(install, f"pm disable-user {self.package}"),
        }


vars().update(tasks_of("open_play_store", OpenPlayStore))
vars().update(tasks_of("install", InstallApp))

"""GENERAL's instructions to check the settings for an app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from android_gym.task_suite.aitw import SUITE
from android_gym.task_suite.aitw.general.bringing import STORE, bring, check_others, draw_others
from android_gym.task_suite.aitw.general.catalogue import NamedApp, app_of
from android_gym.task_suite.aitw.general.live import GeneralTask, activity_shown, runs, tasks_of
from android_gym.task_suite.task import NearMiss, Params

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["CheckAppSettings"]

_SETTINGS: Final = SUITE.apps["settings"]
_OWN: Final = ".SettingsActivity"
"""End of the name of the activity with an app's own settings."""

_PAGE: Final = (
    "am start -W -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:{package} && sleep 1"
)


class CheckAppSettings(GeneralTask):
    """Open the page of Settings about an app, or the app's own settings."""

    apps = ("Settings",)
    phrases = (
        "Look at the settings for the {subject} app.",
        "Show me the settings for the {subject} app, please.",
        "I want to see the settings for the {subject} app on the screen.",
        "Open the settings for the {subject} app and leave them open.",
    )
    complexity = 2.0
    difficulty = "medium"
    reads_screen = True

    @property
    def _app(self) -> NamedApp:
        return app_of(self.subject)

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the apps that are installed besides, and the app in front."""
        front = super().sample(rng)
        return {**front, "others": draw_others(rng, self._app.package)}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse other apps than could have been drawn.

        Raises:
            OptionError: If there are.
        """
        super().check(params)
        check_others(params, self._app.package)

    def setup(self, device: Device, params: Params) -> None:
        """Bring the app, the one with a name like its own, and others."""
        wanted = [self._app.package, self._app.like, *params["others"]]
        bring(device, self.name, dict.fromkeys([*wanted, STORE]))
        super().setup(device, params)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the page with the app's name and the button that stops it is on the screen.

        The settings that some apps have themselves count as well.
        """
        package, _, activity = activity_shown(device).partition("/")
        if package == self._app.package:
            return float(activity.endswith(_OWN))
        if package != _SETTINGS:
            return 0.0
        texts = {element.text for element in device.ui_elements()}
        return float({self._app.label, "Force stop"} <= texts)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return another app's page, the page left again, the app itself, all apps."""
        package, page = self._app.package, _PAGE.format(package=self._app.package)
        home = "input keyevent KEYCODE_HOME && sleep 1"
        return {
            "another app's page": runs(_PAGE.format(package=self._app.like)),
            "the page left again": runs(page, home),
            "another app's page on top": runs(page, _PAGE.format(package=params["others"][0])),
            "the app itself": runs(
                f"monkey -p {package} -c android.intent.category.LAUNCHER 1 && sleep 1"
            ),
            "all apps": runs(
                "am start -W -a android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS && sleep 1"
            ),
            "another app lost": runs(f"pm uninstall {params['others'][0]}", page),
        }


vars().update(tasks_of("app_settings", CheckAppSettings))

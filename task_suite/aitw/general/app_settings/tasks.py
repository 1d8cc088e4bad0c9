"""GENERAL's instructions to check the settings for an app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from android_gym.accessibility import UIElement
from android_gym.task_suite.aitw import SUITE
from android_gym.task_suite.aitw.general.bringing import STORE, bring, check_others, draw_others
from android_gym.task_suite.aitw.general.catalogue import NamedApp, app_of
from android_gym.task_suite.aitw.general.live import GeneralTask, activity_shown, runs, tasks_of
from android_gym.task_suite.task import NearMiss, Params
from android_gym.trace import EpisodeTrace

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["CheckAppSettings"]

_SETTINGS: Final = SUITE.apps["settings"]
_OWN: Final = ".SettingsActivity"
"""End of the name of the activity with an app's own settings."""

_TITLE: Final = "App info"
_BAR: Final = f"{_SETTINGS}:id/collapsing_toolbar"
_NAME: Final = f"{_SETTINGS}:id/entity_header_title"

_PAGE: Final = (
    "am start -W -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:{package} && sleep 1"
)


def _is_page(shown: str, elements: Sequence[UIElement]) -> bool:
    """Return whether Settings shows the page of an app, scrolled or not."""
    titles = {one.content_description for one in elements if one.resource_name == _BAR}
    return shown.partition("/")[0] == _SETTINGS and _TITLE in titles


def _head(elements: Sequence[UIElement]) -> str | None:
    """Return the name at the head of an app's page in Settings; None without one."""
    return next((one.text for one in elements if one.resource_name == _NAME), None)


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
        """1.0 if a page of an app, or the app's own settings, is on the screen."""
        shown = activity_shown(device)
        return float(self._is_own(shown) or _is_page(shown, device.ui_elements()))

    def judge(self, trace: EpisodeTrace, params: Params) -> float:
        """1.0 if the page is the app's: its own settings, or the last page header seen names it.

        The header may have been scrolled off the screen since.
        """
        if self._is_own(trace.screens[-1].activity):
            return 1.0
        heads = (_head(screen.elements) for screen in reversed(trace.screens))
        return float(next(filter(None, heads), None) == self._app.label)

    def _is_own(self, shown: str) -> bool:
        """Return whether an activity has the app's own settings, which some apps have."""
        package, _, activity = shown.partition("/")
        return package == self._app.package and activity.endswith(_OWN)

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
            "another app lost": runs(f"pm uninstall --user 0 {params['others'][0]}", page),
        }


vars().update(tasks_of("app_settings", CheckAppSettings))

"""GENERAL's instruction to show the notifications."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.live import GeneralTask, runs, tasks_of
from android_gym.task_suite.tapping import tap
from android_gym.task_suite.task import NearMiss, Params

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ShowNotifications"]

_TEXTS: Final[Mapping[str, str]] = {
    "Bike rack": "Your place is free until six.",
    "Choir": "Practice moves to the small hall.",
    "Ferry": "The crossing at four is full.",
    "Garden club": "Bring gloves on Saturday.",
    "Library": "A book is due on Friday.",
    "Parcel": "It waits behind the shed.",
}
"""Notifications that may be there: titles, with what they say."""

_EXPAND: Final = "cmd statusbar expand-notifications && sleep 1"
_TITLE: Final = re.compile(r"android\.title=String \((.*)\)")


class ShowNotifications(GeneralTask):
    """Open the shade, where one to three notifications are."""

    apps = ("System UI",)
    reads_screen = True
    phrases = (
        "Let me see my {subject}.",
        "Open the {subject} that have come in.",
        "Please bring down the {subject} so that I can read them.",
        "Which {subject} have I got? Show them.",
    )

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the app in front, and the notifications."""
        titles = sorted(_TEXTS)
        drawn = rng.permutation(len(titles))[: int(rng.integers(1, 4))]
        return {**super().sample(rng), "titles": [titles[int(index)] for index in drawn]}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse other notifications, and none at all.

        Raises:
            OptionError: If there are any.
        """
        super().check(params)
        titles = params["titles"]
        if not isinstance(titles, list) or not titles or any(t not in _TEXTS for t in titles):
            raise OptionError(f"'titles' must be some of {sorted(_TEXTS)}, got {shown(titles)}.")

    def setup(self, device: Device, params: Params) -> None:
        """Post the notifications."""
        for title in params["titles"]:
            words = (title, title.replace(" ", "_"), _TEXTS[title])
            quoted = " ".join(map(shlex.quote, words))
            device.shell(f"cmd notification post -t {quoted}")
        super().setup(device, params)

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the shade is open and shows one of the notifications, and none was dismissed."""
        if "mExpandedVisible=true" not in device.shell("dumpsys statusbar"):
            return 0.0
        titles = set(params["titles"])
        if not titles & {element.text for element in device.ui_elements()}:
            return 0.0
        posted = set(_TITLE.findall(device.shell("dumpsys notification --noredact")))
        return float(titles <= posted)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the shade closed again, other panels and pages, the shade cleared."""

        def clears(device: Device) -> None:
            device.shell(_EXPAND)
            tap(device, "Clear all")
            device.shell(_EXPAND)

        return {
            "closed again": runs(_EXPAND, "cmd statusbar collapse && sleep 1"),
            "quick settings": runs("cmd statusbar expand-settings && sleep 1"),
            "their settings": runs("am start -W -a android.settings.NOTIFICATION_SETTINGS"),
            "their history": runs("am start -W -a android.settings.NOTIFICATION_HISTORY"),
            "read over adb": runs("dumpsys notification"),
            "cleared": clears,
        }


vars().update(tasks_of("notifications", ShowNotifications))

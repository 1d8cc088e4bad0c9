"""GENERAL's instructions to open a new tab in Chrome, an ordinary or an incognito one.

A window is a tab, too: on phones Chrome has one window. Private is what Chrome calls incognito.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.task_suite.aitw.general.live import GeneralTask, tasks_of
from android_gym.task_suite.aitw.general.tab.kept import NEW_TAB, PACKAGE, keep_tabs, kept_tabs
from android_gym.task_suite.tapping import tap
from android_gym.task_suite.task import NearMiss, Params

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["OpenTab", "chooses"]

_PAGES: Final = (
    "https://example.com/",
    "https://example.net/ferries",
    "https://example.org/recipes",
    "https://museum.example/hours",
)
_COUNT: Final = re.compile(r"(\d+) open (incognito )?tabs?\b", re.IGNORECASE)


class OpenTab(GeneralTask):
    """Open a new tab."""

    apps = ("Chrome",)
    complexity = 1.5
    reads_screen = True
    phrases = (
        "Give me a new {subject}.",
        "I need a fresh {subject}.",
        "Please bring up another {subject}, a new one.",
        "Have the phone show a new {subject}, and leave the others open.",
    )

    @property
    def incognito(self) -> bool:
        """True if the tab is to be an incognito one."""
        return "incognito" in self.subject or "private" in self.subject

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the app in front, and the pages of the tabs that are open beside a new one."""
        pages = rng.permutation(len(_PAGES))[: int(rng.integers(len(_PAGES) + 1))]
        return {**super().sample(rng), "pages": [_PAGES[int(index)] for index in pages]}

    def check(self, params: Mapping[str, object]) -> None:
        """Refuse other pages.

        Raises:
            OptionError: If there is one.
        """
        super().check(params)
        pages = params["pages"]
        if not isinstance(pages, list) or any(page not in _PAGES for page in pages):
            raise OptionError(f"'pages' must be some of {list(_PAGES)}, got {shown(pages)}.")

    def setup(self, device: Device, params: Params) -> None:
        """Give Chrome the tabs, a new one last."""
        keep_tabs(device, self._tabs(params))
        super().setup(device, params)

    @staticmethod
    def _tabs(params: Params) -> list[str]:
        return [*params["pages"], NEW_TAB]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Chrome shows the only new tab, which is of the right kind, and kept the others."""
        if not device.foreground_activity().startswith(f"{PACKAGE}/"):
            return 0.0
        elements = device.ui_elements()
        names = {(element.resource_name or "").rpartition("/")[2] for element in elements}
        page = "new_tab_incognito_title" if self.incognito else "search_box_text"
        if page not in names:
            return 0.0
        before = self._tabs(params)
        wanted = ("1", True) if self.incognito else (str(len(before) + 1), False)
        told = {
            (count[1], count[2] is not None)
            for element in elements
            if (count := _COUNT.match(element.content_description or ""))
        }
        if wanted not in told:
            return 0.0
        new = [] if self.incognito else [NEW_TAB]  # Chrome keeps no incognito tab
        return float(Counter(kept_tabs(device)) == Counter([*before, *new]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return Chrome as it was, the other kind of tab, one too many, one left again."""
        tab, hidden = "New tab", "New Incognito tab"
        own, other = (hidden, tab) if self.incognito else (tab, hidden)
        misses: dict[str, NearMiss] = {
            "Chrome only": chooses(),
            "the other kind": chooses(other),
            "one too many": chooses(own, own),
            "opened and left": chooses(own, home=True),
            "the tabs cleared": _clears,
        }
        if self.incognito:
            misses["the other kind too"] = chooses(other, own)
        else:
            misses["opened and closed"] = chooses(own, close=True)
        return misses


def chooses(*items: str, close: bool = False, home: bool = False) -> NearMiss:
    """Return what opens Chrome and chooses items of its menu, one after the other."""

    def act(device: Device) -> None:
        device.launch(PACKAGE)
        device.shell("sleep 1")
        for item in items:
            tap(device, "More options")
            tap(device, item)
        if close:
            for element in device.ui_elements():
                if _COUNT.match(element.content_description or ""):
                    tap(device, element.content_description or "")
                    break
            tap(device, "Close New tab tab")
            device.shell("input keyevent KEYCODE_BACK && sleep 1")
        if home:
            device.shell("input keyevent KEYCODE_HOME && sleep 1")

    return act


def _clears(device: Device) -> None:
    keep_tabs(device, [NEW_TAB])
    chooses("New tab")(device)


vars().update(tasks_of("tab", OpenTab))

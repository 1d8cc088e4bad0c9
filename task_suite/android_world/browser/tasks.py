"""Tasks of the browser: three small games on a page that lies in the folder Download."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final
from urllib.parse import unquote, urlsplit

from android_gym.accessibility import UIElement
from android_gym.devices.user_data import STORAGE
from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.tapping import tap_if_there
from android_gym.task_suite.task import Difficulty, Disputed, NearMiss, Params, Task

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["PACKAGE", "PAGE", "SUCCESS", "BrowserDraw", "BrowserMaze", "BrowserMultiply"]

PACKAGE: Final = "com.android.chrome"
PAGE: Final = f"{STORAGE}/Download/task.html"
SUCCESS: Final = "Success!"

_MAIN: Final = f"{PACKAGE}/com.google.android.apps.chrome.Main"
_SEEDS: Final = 1 << 32
_TABS: Final = (_MAIN, f"{PACKAGE}/org.chromium.chrome.browser.ChromeTabbedActivity")
"""Activities of Chrome that show pages; others show bookmarks, history, settings."""

_LOCAL: Final = ("content", "file")
_FIRST_RUN: Final = ("Accept & continue", "No thanks", "No thanks")
_STILL: Final = "sleep 1"


@cache
def _page(name: str) -> str:
    """Return the page of a game, with a mark where the seed goes."""
    return (Path(__file__).parent / f"{name}.html").read_text(encoding="utf-8")


def _of_page(element: UIElement) -> bool:
    """Return whether an element is a page's: not typed, nor of Chrome's own or another window."""
    name = element.resource_name or ""
    own = element.package_name == PACKAGE and not name.startswith(f"{PACKAGE}:id/")
    return own and not element.is_editable


def _may_be_the_page(address: str) -> bool:
    """Return whether an address is that of a file, and of none that is called otherwise.

    Some of Android's addresses of documents have a number in the place of a name.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # a bracket at a wrong place
        return False
    path = unquote(parts.path).casefold()
    if parts.scheme == "file":
        return path.endswith("/download/task.html")
    name = path.rpartition("/")[2]
    return parts.scheme in _LOCAL and ("." not in name or name == "task.html")


def _browse(device: Device, url: str = "") -> None:
    """Open Chrome, at an address where one is given, and go through its first run.

    Raises:
        TaskError: If it does not come to its end.
    """
    data = f" -a android.intent.action.VIEW -d {shlex.quote(url)}" if url else ""
    device.shell(f"am start -W -n {_MAIN}{data} && {_STILL}")
    for label in _FIRST_RUN:
        tap_if_there(device, label, _STILL)
    if device.foreground_activity() != _MAIN:
        raise TaskError(f"Chrome did not come to the front: {device.foreground_activity()!r} is.")


class _BrowserTask(Task):
    """A game on a page, which says that it is won.

    Attributes:
        page: Name of the page's file beside this module.
    """

    apps = ("Chrome",)
    complexity = 2.0
    reads_screen = True
    difficulty: ClassVar[Difficulty] = "easy"
    page: ClassVar[str] = ""

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the seed of the page's own numbers."""
        return {"browser_task_seed": int(rng.integers(_SEEDS))}

    def check(self, params: Mapping[str, Any]) -> None:
        """Refuse seeds of more than 32 bits.

        Raises:
            OptionError: Naming the parameter at fault.
        """
        super().check(params)
        seed = params["browser_task_seed"]
        if not isinstance(seed, int) or not 0 <= seed < _SEEDS:
            raise OptionError(f"'browser_task_seed' must be in [0, {_SEEDS}), got {seed!r}.")

    def _content(self, params: Params) -> str:
        return _page(self.page).replace("%%SEED%%", str(params["browser_task_seed"]))

    def setup(self, device: Device, params: Params) -> None:
        """Set the clock free, empty the storage and Chrome's data, and write the page.

        Raises:
            DependencyError: If the phone has no engine that shows pages.
        """
        device.require_web()
        device.shell("settings put global auto_time 1; settings put global auto_time_zone 1")
        device.shell(f"find {STORAGE} -mindepth 1 -type f -delete")
        device.shell("content delete --uri content://media/external/downloads")
        device.clear(PACKAGE)
        device.shell(f"pm grant {PACKAGE} android.permission.POST_NOTIFICATIONS")
        device.push(PAGE, self._content(params))

    def teardown(self, device: Device, params: Params) -> None:
        """Stop the clock from setting itself."""
        device.shell("settings put global auto_time 0; settings put global auto_time_zone 0")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Chrome shows that the page, which is as it was written, was won.

        What is typed into a field says nothing of a game, nor what Chrome itself says, a message
        over it, or another page. The bar for finding words hides the address, so it is not known
        which page that is.
        """
        if device.foreground_activity() not in _TABS:
            return 0.0
        elements = device.ui_elements()
        if not any(element.text == SUCCESS and _of_page(element) for element in elements):
            return 0.0
        own = {e.resource_name: e.text or "" for e in elements if e.package_name == PACKAGE}
        address = own.get(f"{PACKAGE}:id/url_bar")
        if f"{PACKAGE}:id/find_query" in own or not (
            address is None or _may_be_the_page(address)  # without one it is scrolled away
        ):
            return 0.0
        written, code = device.run(f"cat {shlex.quote(PAGE)}")
        return float(code == 0 and written.rstrip() == self._content(params).rstrip())

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Chrome is in front, and anything on the screen says that it was won."""
        if device.foreground_activity().partition("/")[0] != PACKAGE:
            return 0.0
        return float(any(element.text == SUCCESS for element in device.ui_elements()))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the page only shown or rewritten, another page, and the word said by others."""

        def typed(device: Device) -> None:
            _browse(device)
            tap_if_there(device, "Search or type web address", _STILL)
            device.shell(f"input text '{SUCCESS}' && {_STILL}")

        def rewritten(device: Device) -> None:
            device.push(PAGE, f"<p>{SUCCESS}</p>")
            self._open_file(device)

        def another(device: Device) -> None:
            device.push(f"{STORAGE}/Download/other.html", f"<p>{SUCCESS}</p>")
            self._open_file(device, "other.html")

        def another_deleted(device: Device) -> None:
            another(device)
            device.shell(f"rm {STORAGE}/Download/other.html")

        def message(device: Device) -> None:
            self._open_file(device)
            device.console(f"sms send 5550142 {SUCCESS}")
            device.shell(_STILL)

        def folder(device: Device) -> None:
            _browse(device)
            for label in ("More options", "Bookmarks", "New folder"):
                tap_if_there(device, label, _STILL)
            device.shell(f"input text '{SUCCESS}' && {_STILL}")
            for label in ("Save", SUCCESS):
                tap_if_there(device, label, _STILL)

        def address(device: Device) -> None:
            _browse(device)
            tap_if_there(device, "Search or type web address", _STILL)
            device.shell(f"input text 'data:text/html,<p>{SUCCESS}' && input keyevent 66")
            device.shell(_STILL)

        def found_in_address(device: Device) -> None:
            address(device)
            for label in ("More options", "Find in page"):
                tap_if_there(device, label, _STILL)

        return {
            "only opened": lambda device: self._open_file(device),
            "the word typed into the address bar": Disputed(typed),
            "the page rewritten": Disputed(rewritten),
            "another page": Disputed(another),
            "another page that is deleted": Disputed(another_deleted),
            "an address that is a page": Disputed(address),
            "an address that is a page, with its bar hidden": Disputed(found_in_address),
            "a message that says it": Disputed(message),
            "a folder of bookmarks of that name": Disputed(folder),
        }

    @staticmethod
    def _open_file(device: Device, name: str = "task.html") -> None:
        """Open a file of Download with Chrome, as Files does."""
        uri = (
            f"content://com.android.externalstorage.documents/document/primary%3ADownload%2F{name}"
        )
        _browse(device, uri)


class BrowserMaze(_BrowserTask):
    """Find the way through a maze of sixteen cells."""

    template = (
        "Open the file task.html in Downloads in the file manager; when prompted open it with "
        "Chrome. Then navigate the X to the bottom-right cell, by using the direction buttons."
    )
    rewordings = (
        "In the Files app you will find task.html among the downloads. Open it in Chrome and lead "
        "the X through the maze to the cell at the bottom right with the direction buttons.",
        "Open task.html from Downloads, choosing Chrome when asked which app to use. Use the "
        "buttons for the directions until the X has reached the bottom-right cell.",
        "There is a maze in the downloaded file task.html. Open it with Chrome from the file "
        "manager and steer the X into the lower right corner by its buttons.",
        "The X has to get to the bottom-right cell: go to Downloads in the file manager, open "
        "task.html with Chrome, and move it with the direction buttons there.",
    )
    tags = (
        "game_playing",
        "multi_app",
        "complex_ui_understanding",
        "memorization",
        "parameterized",
    )
    page = "maze"


class BrowserMultiply(_BrowserTask):
    """Remember five numbers and multiply them."""

    template = (
        "Open the file task.html in Downloads in the file manager; when prompted open it with "
        "Chrome. Then click the button 5 times, remember the numbers displayed, and enter their "
        "product in the form."
    )
    rewordings = (
        "In the Files app you will find task.html among the downloads. Open it in Chrome, click "
        "its button 5 times, and enter the product of all numbers that it showed into the form.",
        "Open task.html from Downloads, choosing Chrome when asked which app to use. Keep the "
        "displayed numbers in mind while you click the button 5 times; then submit their product.",
        "Multiply the numbers that a page shows: it is task.html in Downloads, to be opened with "
        "Chrome from the file manager. After 5 clicks on the button a form takes the product.",
        "The form of task.html wants a product. Go to Downloads in the file manager, open the file "
        "with Chrome, click the button 5 times and multiply the numbers that were displayed.",
    )
    tags = ("math_counting", "memorization", "screen_reading")
    difficulty = "hard"
    complexity = 2.2
    page = "multiply"


class BrowserDraw(_BrowserTask):
    """Draw something in three colours."""

    template = (
        "Open the file task.html in Downloads in the file manager; when prompted open it with "
        "Chrome. Then create a drawing using the three colors shown at the top and hit submit."
    )
    rewordings = (
        "In the Files app you will find task.html among the downloads. Open it in Chrome, draw "
        "something in the three colors that it shows at its top, and submit it.",
        "Open task.html from Downloads, choosing Chrome when asked which app to use. Make a "
        "drawing with each of the three colors at the top of the page, then hit submit.",
        "A page wants a drawing in three colors: task.html in Downloads, to be opened with Chrome "
        "from the file manager. The colors are at its top; submit the drawing when it is done.",
        "Go to Downloads in the file manager and open task.html with Chrome. Use the three colors "
        "shown at the top to draw on the canvas, and hit submit.",
    )
    tags = ("game_playing", "parameterized")
    page = "draw"

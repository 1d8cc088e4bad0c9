"""Browser tasks: three small games on a page in the folder Download."""

from __future__ import annotations

import re
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

__all__ = [
    "MODIFIED_S",
    "PACKAGE",
    "PAGE",
    "SUCCESS",
    "BrowserDraw",
    "BrowserMaze",
    "BrowserMultiply",
]

PACKAGE: Final = "com.android.chrome"
PAGE: Final = f"{STORAGE}/Download/task.html"
SUCCESS: Final = "Success!"
MODIFIED_S: Final = 1_696_161_600
"""Time of last modification of the page, 2023-10-01; whoever writes it again changes that."""

_MAIN: Final = f"{PACKAGE}/com.google.android.apps.chrome.Main"
_SEEDS: Final = 1 << 32
_TABS: Final = (_MAIN, f"{PACKAGE}/org.chromium.chrome.browser.ChromeTabbedActivity")
"""Activities of Chrome that show pages; others show bookmarks, history or settings."""

_IN_DOWNLOAD: Final = "/download/task.html"
_DOCUMENTS: Final = "com.android.externalstorage.documents"
_PROVIDERS: Final = (
    "com.android.providers.downloads.documents",
    "com.android.providers.media.documents",
    "media",
)
"""Providers whose URIs have a file's path on shared storage, or its id in MediaStore."""

_ROOTS: Final = ("/sdcard", "/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard")
_FIRST_RUN: Final = ("Accept & continue", "No thanks", "No thanks")
_STILL: Final = "sleep 1"


@cache
def _page(name: str) -> str:
    """Return the page of a game, with a placeholder for the seed."""
    return (Path(__file__).parent / f"{name}.html").read_text(encoding="utf-8")


def _of_page(element: UIElement) -> bool:
    """Return whether an element is a page's own: not editable, nor one of Chrome's views."""
    own = element.package_name == PACKAGE and not _of_view(element)
    return own and not element.is_editable


def _of_view(element: UIElement) -> bool:
    """Return whether an element is a view of Chrome; ids of a page's elements have no ``:id/``."""
    return element.package_name == PACKAGE and ":id/" in (element.resource_name or "")


def _is_of_the_page(device: Device, address: str) -> bool:
    """Return whether a URL is that of the game's file, by its path or its MediaStore id.

    Raises:
        DeviceError: If the device fails.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # a misplaced bracket
        return False
    path = unquote(parts.path).casefold()
    if parts.scheme == "file":
        return not parts.netloc and path in {f"{root}{_IN_DOWNLOAD}" for root in _ROOTS}
    if parts.scheme != "content":
        return False
    provider = parts.netloc.rpartition("@")[2]
    if provider == _DOCUMENTS:
        return path.rpartition("/document/")[2] == f"primary:{_IN_DOWNLOAD[1:]}"
    name = path.removeprefix("/document/").removeprefix("raw:")
    if name in {f"{root}{_IN_DOWNLOAD}" for root in _ROOTS}:
        return provider == _PROVIDERS[0]
    number = re.search(r"[/:](\d+)$", path)
    return provider in _PROVIDERS and number is not None and _is_numbered(device, number[1])


def _is_numbered(device: Device, number: str) -> bool:
    """Return whether the game's file has this id in MediaStore."""
    rows = device.shell(
        f"content query --uri content://media/external/file --projection _data "
        f"--where '_id={number}'"
    )
    return re.search(rf"_data={re.escape(PAGE)}$", rows, re.MULTILINE | re.IGNORECASE) is not None


def _browse(device: Device, url: str = "") -> None:
    """Open Chrome, at a URL if one is given, and complete its first run experience.

    Raises:
        TaskError: If Chrome's main screen does not appear.
    """
    data = f" -a android.intent.action.VIEW -d {shlex.quote(url)}" if url else ""
    device.shell(f"am start -W -n {_MAIN}{data} && {_STILL}")
    for label in _FIRST_RUN:
        tap_if_there(device, label, _STILL)
    if device.foreground_activity() != _MAIN:
        raise TaskError(f"Chrome did not come to the front: {device.foreground_activity()!r} is.")


def _typed(device: Device) -> None:
    """Type the success message into the address bar."""
    _browse(device)
    tap_if_there(device, "Search or type web address", _STILL)
    device.shell(f"input text '{SUCCESS}' && {_STILL}")


def _folder(device: Device) -> None:
    """Create a bookmark folder named like the success message."""
    _browse(device)
    for label in ("More options", "Bookmarks", "New folder"):
        tap_if_there(device, label, _STILL)
    device.shell(f"input text '{SUCCESS}' && {_STILL}")
    for label in ("Save", SUCCESS):
        tap_if_there(device, label, _STILL)


def _address(device: Device) -> None:
    """Open a ``data:`` URL of a page with the success message."""
    _browse(device)
    tap_if_there(device, "Search or type web address", _STILL)
    device.shell(f"input text 'data:text/html,<p>{SUCCESS}' && input keyevent 66")
    device.shell(_STILL)


def _alert(device: Device) -> None:
    """Open a ``data:`` URL of a page with an alert of the success message."""
    _browse(device)
    tap_if_there(device, "Search or type web address", _STILL)
    page = f'data:text/html,<script>alert("{SUCCESS}")</script>'
    device.shell(f"input text {shlex.quote(page)} && input keyevent 66 && {_STILL}")


def _found_in_address(device: Device) -> None:
    """Open such a page, and "Find in page", which hides the address bar."""
    _address(device)
    for label in ("More options", "Find in page"):
        tap_if_there(device, label, _STILL)


class _BrowserTask(Task):
    """A game on a page, which shows a message when it is won.

    Attributes:
        page: Name of the page's file next to this module, without ``.html``.
    """

    apps = ("Chrome",)
    complexity = 2.0
    reads_screen = True
    difficulty: ClassVar[Difficulty] = "easy"
    page: ClassVar[str] = ""

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the seed of the page's random numbers."""
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
        """Turn automatic time on, clear the storage and Chrome's data, and write the page.

        Raises:
            DependencyError: If the phone has no browser engine.
        """
        device.require_web()
        device.shell("settings put global auto_time 1; settings put global auto_time_zone 1")
        device.shell(f"find {STORAGE} -mindepth 1 -type f -delete")
        device.shell("content delete --uri content://media/external/downloads")
        device.clear(PACKAGE)
        device.shell(f"pm grant {PACKAGE} android.permission.POST_NOTIFICATIONS")
        device.push_all({PAGE: self._content(params)}, modified_s={PAGE: MODIFIED_S})

    def teardown(self, device: Device, params: Params) -> None:
        """Turn automatic time off."""
        device.shell("settings put global auto_time 0; settings put global auto_time_zone 0")

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Chrome shows the success message on the page, whose file was never written again.

        The message doesn't count in a field, in Chrome's own views, in a window over the page, in a
        dialog of a page, or on another page. "Find in page" hides the address bar, as windows over
        the page do, so that the page is unknown; it then doesn't count either. Scrolling may hide
        the address bar, too, but then none of Chrome's own views are on the screen.
        """
        if device.foreground_activity() not in _TABS:
            return 0.0
        elements = device.ui_elements()
        if not any(element.text == SUCCESS and _of_page(element) for element in elements):
            return 0.0
        views = [element for element in elements if _of_view(element)]
        bars = [e.text or "" for e in views if e.resource_name == f"{PACKAGE}:id/url_bar"]
        if (views and not bars) or not all(_is_of_the_page(device, bar) for bar in bars):
            return 0.0
        written, code = device.run(f"stat -c %Y {shlex.quote(PAGE)} && cat {shlex.quote(PAGE)}")
        expected = f"{MODIFIED_S}\n{self._content(params)}"
        return float(code == 0 and written.rstrip() == expected.rstrip())

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if Chrome is in the foreground, and any element shows the success message."""
        if device.foreground_activity().partition("/")[0] != PACKAGE:
            return 0.0
        return float(any(element.text == SUCCESS for element in device.ui_elements()))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the page only opened or rewritten, other pages, and the message elsewhere."""

        def rewritten(device: Device) -> None:
            device.push(PAGE, f"<p>{SUCCESS}</p>")
            self._open_file(device)

        def put_back(device: Device) -> None:
            rewritten(device)
            device.push(PAGE, self._content(params))

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

        def namesake(device: Device) -> None:
            device.push(f"{STORAGE}/Documents/task.html", f"<p>{SUCCESS}</p>")
            self._open_file(device, "task.html", "Documents")

        return {
            "only opened": lambda device: self._open_file(device),
            "the word typed into the address bar": Disputed(_typed),
            "the page rewritten": Disputed(rewritten),
            "the page rewritten, opened and put back": Disputed(put_back),
            "another page": Disputed(another),
            "another page that is deleted": Disputed(another_deleted),
            "an address that is a page": Disputed(_address),
            "an address that is a page, with its bar hidden": Disputed(_found_in_address),
            "an address that is a page which says it in a message": Disputed(_alert),
            "a page of that name in another folder": Disputed(namesake),
            "a message that says it": Disputed(message),
            "a folder of bookmarks of that name": Disputed(_folder),
        }

    @staticmethod
    def _open_file(device: Device, name: str = "task.html", folder: str = "Download") -> None:
        """Open a file in Chrome, as Files does."""
        _browse(device, f"content://{_DOCUMENTS}/document/primary%3A{folder}%2F{name}")


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

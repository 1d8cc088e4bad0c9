"""The rules of the tasks of the browser, at their thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from android_gym.accessibility import UIElement
from android_gym.errors import DependencyError, OptionError
from android_gym.task_suite.android_world.browser.tasks import (
    MODIFIED_S,
    PACKAGE,
    BrowserDraw,
    BrowserMaze,
    BrowserMultiply,
)

MAIN = f"{PACKAGE}/com.google.android.apps.chrome.Main"
URL = "content://com.android.externalstorage.documents/document/primary%3ADownload%2Ftask.html"
TASKS = (BrowserDraw, BrowserMaze, BrowserMultiply)
PARAMS = {"browser_task_seed": 7}
every_task = pytest.mark.parametrize("kind", TASKS)


def element(text: str, name: str = "", **options: Any) -> UIElement:
    return UIElement(text=text, resource_name=name, package_name=PACKAGE, **options)


def bar(url: str = URL) -> UIElement:
    return element(url, f"{PACKAGE}:id/url_bar", is_editable=True)


def judged(
    shown: Any,
    kind: type,
    elements: Sequence[UIElement],
    activity: str = MAIN,
    page: str | None = None,
    modified_s: int = MODIFIED_S,
) -> tuple[float, float]:
    task = kind()
    content = task._content(PARAMS) if page is None else page

    class Device(shown):  # type: ignore[misc]
        def run(self, command: str) -> tuple[str, int]:
            return f"{modified_s}\n{content}", 0

        def shell(self, command: str) -> str:
            name = "task" if "'_id=37'" in command else "other"
            return f"Row: 0 _data=/storage/emulated/0/Download/{name}.html\n"

    device = Device(activity, elements)
    return task.success(device, PARAMS, None), task.original_success(device, PARAMS, None)


@every_task
def test_the_page_must_say_it(shown: Any, kind: type) -> None:
    assert judged(shown, kind, [bar(), element("Success!")]) == (1.0, 1.0)
    assert judged(shown, kind, [bar(), element("Success!", "result")]) == (1.0, 1.0)
    assert judged(shown, kind, [bar(), element("Success")]) == (0.0, 0.0)
    assert judged(shown, kind, [bar(), element("success!")]) == (0.0, 0.0)
    assert judged(shown, kind, [bar()]) == (0.0, 0.0)


@every_task
def test_a_tab_of_chrome_must_be_in_front(shown: Any, kind: type) -> None:
    said = [bar(), element("Success!")]
    other_name = f"{PACKAGE}/org.chromium.chrome.browser.ChromeTabbedActivity"
    assert judged(shown, kind, said, other_name) == (1.0, 1.0)
    viewer = "com.android.htmlviewer/com.android.htmlviewer.HTMLViewerActivity"
    assert judged(shown, kind, said, viewer) == (0.0, 0.0)
    assert judged(shown, kind, said, f"{PACKAGE}.beta/Main") == (0.0, 0.0)
    folder = f"{PACKAGE}/org.chromium.chrome.browser.app.bookmarks.BookmarkActivity"
    assert judged(shown, kind, said[1:], folder) == (0.0, 1.0)


@every_task
def test_what_others_say_is_no_page(shown: Any, kind: type) -> None:
    typed = element("Success!", "", is_editable=True)
    own = element("Success!", f"{PACKAGE}:id/tile_view_title")
    message = UIElement(text="Success!", package_name="com.android.systemui")
    for other in (typed, own, message):
        assert judged(shown, kind, [bar(), other]) == (0.0, 1.0)


@every_task
def test_the_page_comes_from_a_file_and_is_as_it_was(shown: Any, kind: type) -> None:
    said = element("Success!")
    documents = "content://com.android.providers.downloads.documents/document"
    for url in (
        "file:///sdcard/Download/task.html",
        "file:///storage/emulated/0/download/TASK.html#top",
        f"{documents}/msf%3A37",
        f"{documents}/raw%3A%2Fstorage%2Femulated%2F0%2FDownload%2Ftask.html",
        "content://media/external/downloads/37",
        "content://0@media/external/downloads/37",
        "content://com.android.providers.media.documents/document/document%3A37",
    ):
        assert judged(shown, kind, [bar(url), said]) == (1.0, 1.0)
    for url in (
        *("data:text/html,Success!", "example.com", "about:blank", "", "content://[", "https:/37"),
        *("file:///sdcard/Download/other.html", "file:///sdcard/Documents/task.html"),
        *("file:///sdcard/Download", "file:///37"),
        URL.replace("task", "other"),
        URL.replace("task", "my_task"),
        URL.replace("Download", "Documents"),
        URL.replace("%2Ftask.html", ""),
        URL.replace("task.html", "37"),
        URL.replace("com.android.externalstorage.documents", "org.example.files"),
        *(f"{documents}/msf%3A38", "content://media/external/downloads/38"),
        *("content://org.example.files/37", "file:///sdcard/Documents/Download/task.html"),
        f"{documents}/raw%3A%2Fstorage%2Femulated%2F0%2FDocuments%2Ftask.html",
    ):
        assert judged(shown, kind, [bar(url), said]) == (0.0, 1.0)
    assert judged(shown, kind, [bar(), said], page="<p>Success!</p>") == (0.0, 1.0)
    assert judged(shown, kind, [bar(), said], modified_s=MODIFIED_S + 1) == (0.0, 1.0)


@every_task
def test_without_an_address_nothing_else_of_chrome_is_there(shown: Any, kind: type) -> None:
    said = element("Success!")
    assert judged(shown, kind, [said]) == (1.0, 1.0)  # the bar is scrolled away
    for view in (
        element("Suc", f"{PACKAGE}:id/find_query", is_editable=True),
        element("Preview", f"{PACKAGE}:id/title"),
        element("OK", "android:id/button1"),
    ):
        assert judged(shown, kind, [view, said]) == (0.0, 1.0)
    message = element("Success!", "android:id/message")
    assert judged(shown, kind, [bar(), message]) == (0.0, 1.0)


@every_task
def test_a_page_can_not_say_where_it_is(shown: Any, kind: type) -> None:
    other = bar(URL.replace("task", "other"))
    assert judged(shown, kind, [other, element("Success!"), bar()]) == (0.0, 1.0)


@every_task
@pytest.mark.parametrize("seed", [-1, 1 << 32])
def test_a_seed_has_32_bits(kind: type, seed: int) -> None:
    with pytest.raises(OptionError, match=str(seed)):
        kind().check({"browser_task_seed": seed})
    kind().check({"browser_task_seed": (1 << 32) - 1})


@every_task
def test_without_a_browser_the_set_up_says_what_to_install(
    phone: Any, kind: type, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("PATH", "HOME", "XDG_CACHE_HOME", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.delenv("ANDROID_GYM_BROWSER", raising=False)
    with pytest.raises(DependencyError, match="apt-get install"):
        kind().setup(phone, PARAMS)

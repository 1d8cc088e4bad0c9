"""The pages of MiniWoB++ as the app carries them."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from android_gym.errors import DependencyError
from android_gym.simulator.apps.miniwob import pages
from android_gym.simulator.apps.miniwob.screens.main import SETTINGS, MainActivity
from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import shared_browser
from android_gym.simulator.web.engines import find_engine
from android_gym.simulator.web.inputs import Opened, Script, WebSettings
from android_gym.simulator.web.page import Page
from android_gym.simulator.web.reports import ScriptResult
from android_gym.task_suite.miniwob.names import NAMES

pytest.importorskip("miniwob", reason="the group 'web' is not installed")


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    pages.asset.cache_clear()


def text(name: str) -> str:
    found = pages.asset(f"html/{name}")
    assert found is not None
    return found.data.decode()


def test_what_the_app_changes() -> None:
    core = text("core/core.js")
    assert "console.log('utterance: '" in core
    assert "START" not in core and "canvasDrawClick);" not in core and "scrollTop =" not in core
    end = core[core.index("core.endEpisode = ") : core.index("core.QueryString")]
    assert "return;" not in end
    assert "#555" not in text("core/core.css")
    assert "core.endEpisode(r / " not in text("miniwob/click-checkboxes.html")
    assert "core.endEpisode(r / " in text("miniwob/click-checkboxes-large.html")
    for name in ("use-colorwheel", "use-colorwheel-2"):
        assert "core.endEpisode(r, false);" in text(f"miniwob/{name}.html")


def test_its_own_page() -> None:
    assert pages.is_task("drag-item") and pages.is_task("click-test")
    assert not pages.is_task("no-such-task")
    assert "Drag the circle" in text("miniwob/drag-item.html")


def test_scripts_are_joined_in_their_order() -> None:
    """The names of the package's tags are those of the one tag, and what they hold follows."""
    package = pages.package_folder()
    for name in NAMES:
        own = text(f"miniwob/{name}.html")
        (joined,) = re.findall(r'<script src="\.\./([^"]+)"', own)
        folder, _, listed = joined.partition("/")
        assert folder == "joined" and own.count('src="../') == 1
        file = package / "miniwob" / f"{name}.html"
        if file.is_file():
            tags = re.findall(r'<script src="\.\./([^"]+)"', file.read_text(encoding="utf-8"))
            assert listed.split(",") == tags
        assert text(joined) == ";\n".join(text(script) for script in listed.split(","))


@pytest.mark.parametrize(
    "names",
    [
        "",
        "core/core.css",
        "core/core.js,../pages.py",
        "core/core.js,core/none.js",
        "core/core.js,,",
        "joined/core/core.js",
        ",".join(["core/core.js"] * 17),
    ],
)
def test_only_scripts_of_the_app_are_joined(names: str) -> None:
    assert pages.asset("html/joined/" + names) is None


def test_all_that_pages_load_is_there() -> None:
    """Style sheets and scripts of each page that is a task."""
    for name in NAMES:
        for address in re.findall(r'(?:src|href)="(\.\./[^"]+)"', text(f"miniwob/{name}.html")):
            assert pages.asset(f"html/{address.removeprefix('../')}") is not None, (name, address)


@pytest.mark.parametrize(
    "path",
    [
        "html/../pages.py",
        "html/miniwob/../../../pyproject.toml",
        "html/miniwob/..",
        "html//etc/passwd",
        "/etc/passwd",
        "html/miniwob/click-test.html/",
        "html/miniwob",
        "html/miniwob/\0",
        "html/miniwob\\..\\core",
        "",
    ],
)
def test_nothing_else_is_an_asset(path: str) -> None:
    assert pages.asset(path) is None


def test_names_of_tasks_are_no_paths() -> None:
    assert not pages.is_task("../miniwob/click-test")
    assert not pages.is_task("")


def test_other_pages_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = replace(pages.RULES[0], old="what the page has not")
    monkeypatch.setattr(pages, "RULES", (rule,))
    with pytest.raises(DependencyError, match=r"Install miniwob 1\.1\.0"):
        pages.asset("html/core/core.css")


def test_without_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pages.package_folder.cache_clear()
    monkeypatch.setattr(pages, "find_spec", lambda name: None)
    try:
        with pytest.raises(DependencyError, match=r"pip install 'android-gym\[web\]'"):
            pages.asset("html/miniwob/click-test.html")
    finally:
        pages.package_folder.cache_clear()


def test_the_package_is_not_imported() -> None:
    code = (
        "import sys; from android_gym.simulator.apps.miniwob.pages import is_task\n"
        "assert is_task('click-test'); assert not {'miniwob', 'selenium'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def opened(name: str, seed: int, settings: WebSettings) -> Page:
    """Open a page as the app does."""
    address = f"file:///android_asset/html/miniwob/{name}.html"
    view = "UTC", "en-US", (1080, 2185), 2.625
    return Page(
        shared_browser(font_files()),
        Opened(address, seed, 5000, 1_697_384_040_000, *view, settings),
        MainActivity.read_asset,
    )


@pytest.mark.skipif(find_engine() is None, reason="no browser")
def test_what_is_typed_into_the_terminal_is_no_html() -> None:
    page = opened("terminal", 3, SETTINGS)
    typed = "<img src=x onerror=core.endEpisode(1)>"
    page.apply(Script(5000, "core.startEpisodeReal()"))
    for name in ("Line", "Output"):
        page.apply(Script(5000, f"generateTerminal{name}('{typed}')"))
    page.apply(Script(5500, "document.querySelectorAll('#terminal img[src=x]').length"))
    last = [event for event in page.events if isinstance(event, ScriptResult)][-1]
    shown = str(page.nodes())
    page.close()
    assert last.json == "0" and shown.count(typed) >= 2
    assert not any("reward" in str(event) for event in page.events)


@pytest.mark.skipif(find_engine() is None, reason="no browser")
@pytest.mark.rotating(period=14)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_drawn_while_a_page_loads_does_not_show(name: str) -> None:
    """It is the same for all seeds, so that pages can be loaded before theirs is known."""

    def shown(late: bool) -> list[object]:
        settings = WebSettings(initial_scale=5.0, late_seed=late)
        page = opened(name, 2**31 + 77, settings)
        told: list[object] = []
        for at_ms, code in ((5000, "0"), (6000, "core.startEpisodeReal()"), (6500, "0")):
            page.apply(Script(at_ms, code))
            page.apply(Script(at_ms, "document.documentElement.outerHTML + Math.random()"))
            told += [list(page.events), page.nodes(), page.frame(270, 546).tobytes()]
        page.close()
        return told

    assert SETTINGS.late_seed
    assert shown(late=True) == shown(late=False)

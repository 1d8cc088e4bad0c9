"""The viewer's page: what is in it, and what a browser makes of it."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym.cli import app
from android_gym.errors import OptionError, SweepError, TraceError
from android_gym.evaluation.viewer import write_page

from .runs_of_mine import EVIL, NOTE, WIFI, result, write_run

BROWSER = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None
)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    error = f"ModelError: refused {EVIL}"
    return write_run(
        tmp_path / "one",
        [
            result(WIFI, 1, True, demonstration_steps=4),
            result(WIFI, 2, False),
            result(NOTE, 1, False, end="budget"),
            result(NOTE, 2, False, end="error", error=error),
        ],
    )


def data(page: Path) -> dict[str, Any]:
    text = page.read_text("utf-8")
    found = re.findall(r'<script type="application/json" id="([\w-]+)">(.*?)</script>', text)
    return {name: json.loads(value) for name, value in found}


def dom(page: Path, at: str = "") -> str:
    """Return what a browser has made of the page."""
    assert BROWSER is not None
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    command += [f"--user-data-dir={page.parent / 'profile'}", "--virtual-time-budget=10000"]
    done = subprocess.run([*command, f"file://{page}{at}"], capture_output=True, timeout=240)
    text = done.stdout.decode()
    start = text.index("<header>")
    return text[start : text.index('<script type="application/json"', start)]


def test_all_is_in_the_page_as_data(run: Path, tmp_path: Path) -> None:
    page = tmp_path / "view.html"
    assert write_page([run], page) == 4
    text = page.read_text("utf-8")
    assert "owned" in text
    assert text.count("</script>") == 1 + len(data(page))  # what a model wrote ends none
    assert not re.search(r"<img|<link|https?://(?!www\.w3\.org/2000/svg)", text)
    found = data(page)
    rows = found["run"]["rows"]
    assert [row["results"][0]["success"] for row in rows] == [True, False, False, False]
    assert [row["results"][0]["claimed"] for row in rows] == [True, True, False, False]
    assert rows[0]["results"][0]["tokens"] == 2 * 907
    assert rows[0]["results"][0]["unread"] == 1
    assert rows[0]["difficulty"] == "easy"
    told = found["e0-0"]
    assert len(told["pictures"]) == len(told["screens"]) == 5
    assert told["pictures"][0].startswith("data:image/webp;base64,")
    assert told["steps"][0]["paths"] == [[[35, 35]]]
    assert "</script>" in told["steps"][0]["words"]  # of the element
    assert told["steps"][1]["error"] == f"No such app: {EVIL}"
    assert found["e3-0"]["failed"].startswith("ModelError")
    assert "The agent said that it was done; score 1" in told["ending"]


def test_the_page_lets_no_other_script_run(run: Path, tmp_path: Path) -> None:
    page = tmp_path / "view.html"
    write_page([run], page)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page.read_text("utf-8"))
    assert policy.startswith("default-src 'none'; img-src data:; script-src 'sha256-")
    assert "unsafe" not in policy


def test_without_pictures_and_without_traces(tmp_path: Path) -> None:
    page = tmp_path / "view.html"
    bare = write_run(tmp_path / "bare", [result(WIFI, 1, True)], pictures=False)
    write_page([bare], page)
    assert data(page)["e0-0"]["pictures"] == []
    shutil.rmtree(bare / "traces")
    write_page([bare], page)
    assert list(data(page)) == ["run"]
    full = write_run(tmp_path / "full", [result(WIFI, 1, True)])
    write_page([full], page, height=0)
    assert {s["picture"] for s in data(page)["e0-0"]["screens"]} == {None}


def test_mistakes_are_told(run: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="holds no sweep"):
        write_page([tmp_path], tmp_path / "view.html")
    with pytest.raises(OptionError, match="one run or two, not 3"):
        write_page([run] * 3, tmp_path / "view.html")
    with pytest.raises(SweepError, match="can't be written"):
        write_page([run], tmp_path / "nowhere" / "view.html")
    with pytest.raises(OptionError, match="no episodes"):
        write_page([write_run(tmp_path / "none", [])], tmp_path / "view.html")
    png = next((run / "traces").glob("*WifiTurnOff*/*.png"))
    png.write_bytes(png.read_bytes()[:40])
    with pytest.raises(TraceError, match="can.t be read as a PNG"):
        write_page([run], tmp_path / "view.html")


@needs_browser
def test_the_list_in_a_browser(run: Path) -> None:
    done = CliRunner().invoke(app, ["view", str(run)])
    assert done.exit_code == 0, done.output
    shown = dom(run / "view.html")
    assert shown.count("<tr") == 5 + 9  # a row each, the head, and the keys' help
    for words in ("25.0 %", "1 of 4 solved", "wrongly done", "out of steps", "4 of 4"):
        assert words in shown, words
    assert html.escape(EVIL, quote=False) in shown
    assert "<script" not in shown
    assert "<img" not in shown


@needs_browser
def test_an_episode_in_a_browser(run: Path) -> None:
    write_page([run], run / "view.html")
    shown = dom(run / "view.html", "#e=0&s=0")
    assert '<main id="list" hidden' in shown
    for words in ("Step 1 of 4", "I tap.", "900 + 7 tokens", "2 requests", "prompt abababababab"):
        assert words in shown, words
    assert '<circle class="touch" cx="35" cy="35"' in shown
    assert '<rect class="mark" data-i="0" x="10" y="20" width="50" height="30"' in shown
    assert shown.count('<img src="data:image/webp') == 6  # the screen, and five small ones
    assert shown.count("<img") == 6
    assert "<polyline" in dom(run / "view.html", "#e=0&s=2")
    assert "No such app" in dom(run / "view.html", "#e=0&s=1")
    assert "The end" in dom(run / "view.html", "#e=0&s=99")
    assert "4 of 4" in dom(run / "view.html", "#e=77&s=0")  # none such: the list


@needs_browser
def test_two_runs_side_by_side(run: Path, tmp_path: Path) -> None:
    other = write_run(tmp_path / "two", [result(WIFI, 1, False), result(NOTE, 9, True)])
    page = tmp_path / "diff.html"
    assert write_page([run, other], page) == 5
    shown = dom(page)
    assert "one against two" in shown
    assert "not played" in shown
    assert "only the first succeeds" in shown
    shown = dom(page, "#e=0&s=3")
    assert shown.count('class="side"') == 2
    assert shown.count("Step 4 of 4") == 2

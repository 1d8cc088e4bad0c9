"""Pages and browsers that fail: bounded, told, and over with the next page."""
# ruff: noqa: E501  (pages of HTML)

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from android_gym.errors import DependencyError, DeviceError, OptionError
from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web import browser as browsers
from android_gym.simulator.web import engines, reports
from android_gym.simulator.web import page as pages
from android_gym.simulator.web.cdp import Connection, DocumentLeft, Session
from android_gym.simulator.web.inputs import Edit, Script
from android_gym.simulator.web.pictures import DrawnPage

ROOT = Path(__file__).resolve().parents[3]


class TestPages:
    @pytest.mark.parametrize(
        "script",
        [
            "for (;;);",
            "(async () => { for (;;) await 0 })()",
            "const f = () => f(f()); setInterval(() => { for (;;); }, 0)",
            "Promise.prototype.then = () => new Promise(() => {})",
            "e = document.body; for (i = 0; i < 50000; i++) { d = document.createElement('div'); e.append(d); e = d }",
        ],
    )
    def test_one_that_never_ends_is_given_up(
        self, open_page: Callable[..., Any], script: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pages, "BUDGET_S", 3.0)
        page = open_page(f"<body><script>{script}</script>")
        page.wait(100)
        assert page.page.gone and page.nodes() == [] and page.told(reports.PageCrashed)
        assert page.page.frame(20, 35).shape == (35, 20, 4)
        page.wait(100)
        assert open_page("<p id=p>next").node("p")

    def test_what_is_much_is_bounded(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<canvas id=c width=10000 height=5000></canvas><script>c.getContext('2d').fillRect(0, 0, 9e3, 4e3);"
            "for (i = 0; i < 10000; i++) { setTimeout(() => 0, i % 50); console.log(i) }</script>"
        )
        page.wait(100)
        assert len(page.console) == 2000 and page.node("c") and not page.page.gone

    @pytest.mark.parametrize(
        "script",
        [
            "window.stop()",
            "location.reload()",
            "document.open(); document.write('<p>other'); document.close()",
            "Promise = JSON = Map = null; Array.prototype.map = null; Object.prototype.x = 1",
            "delete window.androidPhone; window.androidPhone = null",
            "document.documentElement.remove()",
        ],
    )
    def test_one_that_spoils_its_own_page_harms_nobody(
        self, open_page: Callable[..., Any], script: str
    ) -> None:
        page = open_page(f"<body><p>x<script>{script}</script>")
        page.wait(100)
        page.tap(50, 50)
        assert page.page.frame(20, 35).shape == (35, 20, 4)

    @pytest.mark.parametrize("name", ["scrollX", "innerWidth"])
    def test_one_whose_global_is_named_like_the_windows_is_shown(
        self, phone: Any, name: str
    ) -> None:
        phone.open(f"<p>words<script>var {name} = 'x'</script>")
        assert phone.element("words")

    def test_a_renderer_that_dies(self, open_page: Callable[..., Any]) -> None:
        page = open_page("<p>x")
        page.page._session.send("Page.crash")
        page.wait(100)
        page.wait(100)
        assert page.told(reports.PageCrashed)[0].reason == "crash" and page.nodes() == []


TALKS = """<style>body{background:linear-gradient(red, blue)}</style><button id=b>x</button><input id=i>
<script>console.log(0); b.onclick = () => console.log('tapped');
i.oninput = () => i.value === 'words' && console.log('words'); setTimeout(() => {}, 5000)</script>"""


class Frames:
    """The frames that pages have begun, of which the answers of some are lost.

    Attributes:
        begun: How many there were.
        lost: Numbers of commands whose answers were lost.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = 0
        self.lost: list[int] = []
        self._numbers: set[int] = set()
        self._wanted: set[int] = set()
        send, take = Connection.send, Connection._take

        def sends(connection: Connection, commands: Any, *args: Any, **options: Any) -> list[int]:
            numbers = send(connection, commands, *args, **options)
            for number, (method, _) in zip(numbers, commands, strict=True):
                if method == "HeadlessExperimental.beginFrame":
                    self.begun += 1
                    if self.begun in self._wanted:
                        self._numbers.add(number)
            return numbers

        def takes(connection: Connection, message: Any) -> None:
            if message.get("id") in self._numbers:
                self.lost.append(message["id"])
            else:
                take(connection, message)

        monkeypatch.setattr(Connection, "send", sends)
        monkeypatch.setattr(Connection, "_take", takes)

    def lose(self, wanted: set[int]) -> None:
        """Lose the answers of frames by their place among all."""
        self._wanted = wanted


class TestBrowsers:
    def test_one_that_is_killed_is_a_fault_of_the_device(self, phone: Any) -> None:
        phone.open("<button id=b>x</button>")
        phone.screenshot(40, 80)
        os.killpg(browsers.shared_browser(font_files()).process.pid, signal.SIGKILL)
        with pytest.raises(DeviceError, match="browser has ended"):
            phone.tap_on("b")
        phone.host.context("com.web").drop_live()
        phone.system.activities.home()
        phone.open("<button id=c>x</button>")
        assert phone.element("c")

    def test_a_script_whose_document_has_left(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = open_page("<p id=p>x")
        lost: list[int] = []
        result = Session.result

        def leaves(session: Session, number: int, **options: Any) -> Any:
            answer = result(session, number, **options)
            if not lost:
                lost.append(number)
                raise DocumentLeft("Inspected target navigated or closed")
            return answer

        monkeypatch.setattr(Session, "result", leaves)
        page.do(Script(page.now, "1"))
        assert lost and page.node("p")

    def test_one_that_hangs_is_ended(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pages, "BUDGET_S", 2.0)
        page = open_page("<p>x")
        process = browsers.shared_browser(font_files()).process
        os.killpg(process.pid, signal.SIGSTOP)
        with pytest.raises(DeviceError, match="not answered in 2 s"):
            page.do(Script(page.now, "1"))
        assert not process.running and not process.folder.exists()
        assert open_page("<p id=p>next").node("p")

    @pytest.mark.parametrize("lost", range(1, 8))
    def test_one_that_loses_a_frame_opens_the_page_again(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, lost: int
    ) -> None:
        monkeypatch.setattr(pages, "BUDGET_S", 3.0)
        frames = Frames(monkeypatch)

        def seen(lose: bool) -> Any:
            page = open_page(TALKS)
            frames.lose({frames.begun + lost} if lose else set())
            page.page.frame(100, 175)
            page.tap_on("b")
            page.do(Edit(page.now, page.node("i").key, "words", (5, 5)))
            pictures = [page.page.frame(*size).tobytes() for size in ((100, 175), (200, 350))]
            assert page.console == ["0", "tapped", "words"]
            return pictures, page.page.events, page.page.nodes(), page.page.next_ms

        expected = seen(lose=False)
        assert not frames.lost and seen(lose=True) == expected
        assert len(frames.lost) == 1

    def test_one_that_loses_frame_after_frame_is_a_fault_of_the_device(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page = open_page(TALKS)
        monkeypatch.setattr(pages, "BUDGET_S", 0.5)
        monkeypatch.setattr(page.page._session, "limit", 0.5)  # a place is used again
        frames = Frames(monkeypatch)
        frames.lose(set(range(frames.begun, frames.begun + 100)))
        with pytest.raises(DeviceError, match="lost 3 frames"):
            page.page.frame(100, 175)

    @pytest.mark.parametrize("frames", [15, 50, 1000])
    def test_one_that_draws_no_picture(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, frames: int
    ) -> None:
        """It takes more frames on a busy machine; without end, it is a fault of the device."""
        expected = open_page(TALKS).page.frame(100, 175).tobytes()
        take, without = Connection._take, list[object]()

        def takes(connection: Connection, message: Any) -> None:
            if len(without) < frames and message.get("result", {}).pop("screenshotData", ""):
                without.append(message)
            take(connection, message)

        page = open_page(TALKS)
        monkeypatch.setattr(Connection, "_take", takes)
        if frames == 1000:
            with pytest.raises(DeviceError, match="lost 3 frames"):
                page.page.frame(100, 175)
        else:
            assert page.page.frame(100, 175).tobytes() == expected
            assert len(without) == frames

    @pytest.mark.skipif("not browsers.shared_browser(font_files()).engine.begin_frames")
    def test_one_that_draws_before_it_moves_the_mouse_draws_again(
        self, open_page: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without another frame it would take 5 s to answer the move."""
        monkeypatch.setattr(pages, "BUDGET_S", 3.0)
        page = open_page(TALKS)
        page.tap_on("b")
        page.page.frame(100, 175)
        send, frame, sent = Session.send, DrawnPage._frame, list[str]()

        def sends(session: Session, method: str, **given: Any) -> int:
            sent.append(method)
            return send(session, method, **given)

        def draws(self: DrawnPage, picture: bool = False) -> str | bool:
            if sent[-1:] == ["Input.dispatchMouseEvent"]:
                sent.append("drawn")
                return True
            return frame(self, picture)

        monkeypatch.setattr(Session, "send", sends)
        monkeypatch.setattr(DrawnPage, "_frame", draws)
        page.page.frame(200, 350)
        assert "drawn" in sent and not page.page.gone

    def test_without_one_a_sentence_says_what_to_install(
        self, phone: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(engines.VARIABLE, "none")
        with pytest.raises(DependencyError, match="install one"):
            engines.require_engine()
        app = phone.open("<p>x")
        assert [(e.url, e.error) for _, e in app.HEARD] == [
            ("file:///sdcard/Download/page.html", "ERR_NO_BROWSER")
        ]
        assert phone.screenshot(40, 80).shape == (80, 40, 3)
        monkeypatch.setenv(engines.VARIABLE, "/no/such/program")
        with pytest.raises(OptionError, match="no program"):
            engines.find_engine()

    def test_one_that_does_not_start_says_why(self, tmp_path: Path) -> None:
        program = tmp_path / "chromium"
        program.write_text("#!/bin/sh\necho a library is missing >&2\nexit 1\n")
        program.chmod(0o755)
        with pytest.raises(DeviceError, match="a library is missing"):
            browsers.Browser(engines.Engine(str(program), False), ())


CHILD = """
import os, sys, time
sys.path[:0] = [{root!r}, {here!r}]
from tests.simulator.web.conftest import WebPhone
from android_gym.simulator.ui.fonts import font_files
from android_gym.simulator.web.browser import shared_browser
phone = WebPhone()
phone.open("<p id=p>x")
assert phone.element("x")
process = shared_browser(font_files()).process
print(process.pid, process.folder, flush=True)
if sys.argv[1] == "fork":
    child = os.fork()
    if child == 0:
        phone.tap(5, 5)  # has a browser of its own
        phone.screenshot(40, 80)
        os._exit(0 if shared_browser(font_files()).process.pid != process.pid else 1)
    assert os.waitpid(child, 0)[1] == 0
    phone.tap(5, 5)
    assert phone.element("x")
if sys.argv[1] == "killed":
    time.sleep(600)
"""


@pytest.mark.parametrize("end", ["ends", "killed", "fork"])
def test_no_browser_is_left_behind(end: str) -> None:
    text = CHILD.format(root=str(ROOT), here=str(Path(__file__).parent))
    child = subprocess.Popen([sys.executable, "-c", text, end], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    number, folder = child.stdout.readline().split()
    family = psutil.Process(int(number)).children(recursive=True) if end == "killed" else []
    if end == "killed":
        assert family
        child.kill()
    assert child.wait(120) == (-signal.SIGKILL if end == "killed" else 0)
    child.stdout.close()
    left = [p for p in family if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]
    _, alive = psutil.wait_procs(left, timeout=60)
    assert [p for p in alive if p.status() != psutil.STATUS_ZOMBIE] == []
    if end != "killed":
        assert not Path(folder).exists() and not psutil.pid_exists(int(number))

"""Rights that a page has to ask for, and what it learns of the device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web.inputs import Script, WebSettings


def printed(tester: Any, code: str) -> list[str]:
    """Return what a script prints, within 100 ms."""
    before = len(tester.console)
    tester.do(Script(tester.now, code))
    tester.wait(100)
    found: list[str] = tester.console[before:]
    return found


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("navigator.geolocation.getCurrentPosition(() => log('here'), (e) => log(e.code))", "1"),
        ("navigator.geolocation.watchPosition(() => 0, (e) => log(e.PERMISSION_DENIED))", "1"),
        ("navigator.geolocation.getCurrentPosition(() => 0); log('quiet')", "quiet"),
        ("try { navigator.geolocation.getCurrentPosition() } catch (e) { log(e.name) }",
         "TypeError"),
        ("navigator.mediaDevices.getUserMedia({video: true}).catch((e) => log(e.name))",
         "NotAllowedError"),
        ("navigator.mediaDevices.getUserMedia({}).catch((e) => log(e.name))", "TypeError"),
        ("navigator.mediaDevices.enumerateDevices().then((all) => log(all.length, all[1].label))",
         "3 "),
        ("navigator.webkitGetUserMedia({audio: true}, () => 0, (e) => log(e.name))",
         "NotAllowedError"),
        ("Notification.requestPermission((a) => log(a, Notification.permission))", "denied denied"),
        ("Notification.requestPermission().then(log)", "denied"),
        ("try { new Notification('x') } catch (e) { log(e.name) }", "TypeError"),
        *((f"navigator.permissions.query({{name: '{name}'}}).then((s) => log(s.state))", "denied")
          for name in ("geolocation", "camera", "notifications")),
        ("log('serviceWorker' in navigator, 'connection' in navigator, 'usb' in navigator)",
         "false false false"),
        ("log('showOpenFilePicker' in window, 'SharedWorker' in window)", "false false"),
        ("log('queryLocalFonts' in window, 'EyeDropper' in window)", "false false"),
        ("log('PressureObserver' in window, 'documentPictureInPicture' in window)", "false false"),
        ("held = Array.from({length: 40}, () => new Array(1e6).fill(.5));"
         "log(performance.memory.jsHeapSizeLimit, performance.memory.usedJSHeapSize)",
         "1130000000 10000000"),
    ],
)  # fmt: skip
def test_nothing_is_granted(open_page: Callable[..., Any], code: str, answer: str) -> None:
    page = open_page("<script>const log = (...words) => console.log(...words)</script>")
    assert printed(page, code) == [answer]
    again = page.replayed()
    assert again.events == page.page.events
    again.close()


@pytest.mark.parametrize(
    ("settings", "answer"),
    [
        (WebSettings(), "true Android Chromium"),
        (WebSettings(desktop_site=True), "false Linux Chromium"),
        (WebSettings(user_agent="Own/1.0"), "false  undefined"),
    ],
)
def test_client_hints(open_page: Callable[..., Any], settings: WebSettings, answer: str) -> None:
    page = open_page("<p>x", settings=settings)
    asked = "const {mobile, platform, brands} = navigator.userAgentData;"
    assert printed(page, f"{asked} console.log(mobile, platform, brands[2]?.brand)") == [answer]


class TestTheWholeScreen:
    def test_a_page_does_not_get_it(self, open_page: Callable[..., Any]) -> None:
        page = open_page(
            "<body style='margin:0' onclick='document.body.requestFullscreen().catch("
            "(e) => console.log(e.name, document.fullscreenEnabled))'>"
            "<script>document.addEventListener('fullscreenerror', () => console.log('no'))</script>"
            "<h1>x"
        )
        page.page.frame(400, 700)
        page.tap(50, 30)
        page.wait(100)
        assert page.console == ["TypeError false", "no"]
        assert page.page.frame(200, 350).shape == (350, 200, 4)

    def test_a_window_that_has_it_anyway_is_made_smaller(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page("<h1>words</h1>")
        page.page.frame(400, 700)
        target = page.page._target
        whole = {"windowState": "fullscreen"}
        target.browser.root.call("Browser.setWindowBounds", windowId=target._window, bounds=whole)
        assert page.page.frame(200, 350).shape == (350, 200, 4)

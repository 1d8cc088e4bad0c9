"""The screen that pages see: its size and orientation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from android_gym.simulator.web.inputs import DeviceScreen, Resize, WebSettings
from android_gym.simulator.web.surroundings import orientation

PAGE = """<!doctype html><meta name=viewport content="width=device-width"><script>
const tell = (name) => console.log(name, screen.width, screen.height, screen.availHeight,
  screen.orientation.type, screen.orientation.angle, orientation,
  matchMedia('(orientation: portrait)').matches);
for (const name of ['resize', 'orientationchange']) addEventListener(name, () => tell(name));
screen.orientation.onchange = () => tell('change');
</script><body onload="tell('load')"><input id=f>"""
UPRIGHT = "400 800 800 portrait-primary 0 0"
LEFT = "800 400 400 landscape-primary 90 90"
RIGHT = "800 400 400 landscape-secondary 270 -90"


def heard() -> list[str]:
    """Return what the page has printed since the last time."""
    from webapps.screens import Browser

    found = [event.text for _, event in Browser.HEARD if type(event).__name__ == "ConsoleMessage"]
    Browser.HEARD.clear()
    return found


@pytest.mark.parametrize("wide", [True, False])
def test_a_page_sees_the_phones_screen_and_its_turns(phone: Any, wide: bool) -> None:
    def turn(turns: int) -> list[str]:
        phone.shell(f"settings put system user_rotation {turns}")
        phone.advance(500)
        return heard()

    phone.shell("settings put system accelerometer_rotation 0")
    phone.open(PAGE, settings=WebSettings(wide_viewport=wide))
    assert heard()[0] == f"load {UPRIGHT} true"
    phone.tap_on("f")
    phone.advance(500)
    assert heard() == [f"resize {UPRIGHT} true"], "the keyboard has opened"
    told = turn(1)
    assert sorted(line.split()[0] for line in told) == ["change", "orientationchange", "resize"]
    assert all(f" {LEFT} " in line for line in told)
    before = phone.snapshot()
    told = turn(3)
    assert sorted(line.split()[0] for line in told) == ["change", "orientationchange"]
    assert all(f" {RIGHT} " in line for line in told), "the view's size is the same"
    assert turn(0)[-1].startswith(f"resize {UPRIGHT}")
    phone.restore(before)
    phone.app.run_script("tell('restored')")
    assert heard()[-1] == f"restored {LEFT} false"


def test_a_screen_in_another_density(open_page: Callable[..., Any]) -> None:
    page = open_page(PAGE, size=(800, 1400), density=2.0, settings=WebSettings(initial_scale=5.0))
    assert page.console == ["load 400 700 700 portrait-primary 0 0 true"]
    page.do(Resize(page.now, (800, 600), 4.0, DeviceScreen((800, 1600))))
    assert page.console[-1] == "resize 200 400 400 portrait-primary 0 0 false"


@pytest.mark.parametrize("viewport", ["width=device-width", "width=300,user-scalable=no", ""])
@pytest.mark.parametrize("late", [False, True])
def test_a_desktop_site_is_laid_out_without_its_viewport(
    open_page: Callable[..., Any], viewport: str, late: bool
) -> None:
    head = f"<meta name=viewport content='{viewport}'>" if viewport else ""
    change = f"document.head.innerHTML = `{head}`;" if late else ""
    page = open_page(
        f"<!doctype html><head>{'' if late else head}</head><script>"
        "const tell = () => console.log(document.documentElement.clientWidth, devicePixelRatio,"
        f"document.querySelectorAll('meta').length); onload = tell;"
        f"onclick = () => {{ {change} setTimeout(tell, 100) }}</script><body>words",
        size=(1080, 2000),
        density=2.625,
        settings=WebSettings(wide_viewport=True, desktop_site=True),
    )
    page.tap(500, 20)
    page.wait(200)
    count = 1 if head else 0
    assert page.console == [f"980 2.625 {0 if late else count}", f"980 2.625 {count}"]


def test_a_page_is_asked_for_dark_colours(open_page: Callable[..., Any]) -> None:
    page = open_page("""<script>const dark = matchMedia('(prefers-color-scheme: dark)');
        const tell = () => console.log(dark.matches, matchMedia('(prefers-color-scheme)').matches);
        dark.onchange = tell; tell()</script>""")
    assert page.console == ["false true"], "a page is not without preference on a phone"
    for seen in (True, False):
        page.do(Resize(page.now, page.opened.size, screen=DeviceScreen((400, 700), dark=seen)))
    assert page.console[1:] == ["true true", "false true"]


def test_orientations_of_tall_and_wide_screens() -> None:
    tall, wide = (400, 800), (800, 400)
    assert [orientation(DeviceScreen((tall, wide)[turn % 2], turn)) for turn in range(4)] == [
        "portraitPrimary", "landscapePrimary", "portraitSecondary", "landscapeSecondary",
    ]  # fmt: skip
    assert [orientation(DeviceScreen((wide, tall)[turn % 2], turn)) for turn in range(4)] == [
        "landscapePrimary", "portraitSecondary", "landscapeSecondary", "portraitPrimary",
    ]  # fmt: skip

"""Links in texts: found, drawn, told of and tapped. On this phone 1 dp is 1 pixel."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.links import LinkedText, find_links
from android_gym.simulator.ui.text import Line
from android_gym.testing.driver import AppDriver

TOP = 49


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("See https://a.org/x(1)y), then", ["https://a.org/x(1)y"]),
        ("(https://a.org/x)", ["https://a.org/x"]),
        ("HTTP://A.b/Q.", ["http://A.b/Q"]),
        (
            "www.foo.bar/x?y=1#z and foo.com:80!",
            ["http://www.foo.bar/x?y=1#z", "http://foo.com:80"],
        ),
        ("e.g. v1.2.3 or 192.168.1.1, file.txt, a.b.c", []),
        ("bob.x+y@mail.example.org, c@d", ["mailto:bob.x+y@mail.example.org"]),
        ("+1 (415) 555-0100 / 415.555.0100", ["tel:+14155550100", "tel:4155550100"]),
        ("555-1234 or 1-800-555-0199", ["tel:5551234", "tel:18005550199"]),
        ("12345678, 2023-10-15 15:34:00, 1,234,567, $12.50, +12345", []),
        ("order1234567 1234567kg 1234567:8", []),
        ("mail bob@foo.com twice", ["mailto:bob@foo.com"]),
        ("", []),
    ],
)
def test_what_is_a_link(text: str, urls: list[str]) -> None:
    found = find_links(text)
    assert [link.url for link in found] == urls
    assert all(0 <= link.start < link.end <= len(text) for link in found)
    assert find_links(text, ()) == ()


@pytest.mark.parametrize(
    "unit", ["a.", "a-", "1 ", "a@", "a@a.", "https://(", "(1", "www.", "+1(", "a"]
)
def test_hostile_texts_are_looked_through_in_time(unit: str) -> None:
    began = time.process_time()
    find_links((unit * 20_000)[:20_000])
    assert time.process_time() - began < 5


def shown(phone: Any, heard: list[str], text: str = "go to a.com now", width: float = 300) -> Any:
    phone.show(
        lambda page: column(
            LinkedText(
                text,
                on_link=heard.append,
                on_click=lambda: heard.append("click"),
                id="text",
                size=20,
                width=width,
            )
        )
    )
    return next(v for v in phone.windows.windows()[0].root.walk() if isinstance(v, LinkedText))


@pytest.mark.parametrize("mirrored", [0, 1])
def test_a_tap_opens_the_link_under_it(phone: Any, mirrored: int) -> None:
    heard: list[str] = []
    phone.shell(f"settings put global debug.force_rtl {mirrored}")
    view = shown(phone, heard)
    layout = view._layout
    left = view.frame_on_screen[0] + view.text_origin()[0] - view.bounds[0]
    for index in (2, 8, 13):
        x = left + (layout.caret(index)[0] + layout.caret(index + 1)[0]) / 2
        phone.tap(x, TOP + 12)
        phone.advance(500)
    assert heard == ["click", "http://a.com", "click"]


def test_a_link_over_two_lines_is_one(phone: Any) -> None:
    heard: list[str] = []
    view = shown(phone, heard, "https://example.org/a-b-c-d-e-f-g-h-i-j-k", width=150)
    lines = view._layout.lines
    assert len(lines) > 1
    for line in (lines[0], lines[-1]):
        phone.tap(5, TOP + (line.top + line.bottom) / 2)
        phone.advance(500)
    assert heard == ["https://example.org/a-b-c-d-e-f-g-h-i-j-k"] * 2


def test_links_have_their_colour_and_spans(phone: Any) -> None:
    view = shown(phone, [])
    picture = phone.screenshot(400, 800)[TOP : TOP + 30].astype(int)
    primary = view.ui.color("primary")
    tint = np.array([(primary >> shift) & 255 for shift in (16, 8, 0)])
    inked = np.flatnonzero((np.abs(picture - tint).sum(axis=2) < 12).any(axis=0))
    caret = view._layout.caret
    assert caret(6)[0] - 1 <= inked.min() <= inked.max() <= caret(11)[0] + 1
    spans = [s for w in phone.forest().windows for n in w.tree.nodes for s in n.clickable_spans]
    assert [(s.text, s.url, s.start) for s in spans] == [("a.com", "http://a.com", 6)]
    assert view.text == "go to a.com now"


def test_links_out_of_sight_are_not_painted(phone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    view = shown(phone, [], "see https://example.org/abc and so on, " * 400)
    assert len(view.links) == 400 and len(view._layout.lines) > 400
    asked: list[int] = []
    spans = Line.spans

    def counted(line: Line, start: int, end: int) -> list[tuple[float, float]]:
        asked.append(start)
        return spans(line, start, end)

    monkeypatch.setattr(Line, "spans", counted)
    phone.repaint(400, 800)
    assert 0 < len(asked) < 200


@pytest.fixture(scope="module")
def messages() -> AppDriver:
    phone = Phone()
    app = AppDriver(phone, "com.simplemobiletools.smsmessenger")
    app.shell(
        "content insert --uri content://sms/inbox --bind address:s:5551112222 "
        "--bind body:s:'tel +1 415-555-0100'"
    )
    app.start(".activities.MainActivity")
    app.tap("5551112222")
    return app


def test_a_number_in_a_message_is_dialled(messages: AppDriver) -> None:
    box = messages.find("tel +1 415-555-0100").bbox_pixels
    assert box is not None
    x, y = (box.x_min + 2 * box.x_max) / 3, (box.y_min + box.y_max) / 2
    messages.phone.tap(x, y)
    messages.wait(1000)
    assert messages.phone.ui_elements()[0].package_name == "com.google.android.dialer"
    assert any("415" in text for text in messages.texts())


def test_a_message_with_a_link_can_still_be_held(messages: AppDriver) -> None:
    messages.press("HOME")
    messages.start(".activities.MainActivity")
    messages.long_press("tel +1 415-555-0100")
    assert any("1 / " in text or text == "1" for text in messages.texts()), messages.texts()

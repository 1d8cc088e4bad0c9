"""Double taps, and elements that a long press picks up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

BOXES = """<style>body { margin: 0 } div { width: 200px; height: 100px }</style>
<div id=a draggable=true>a</div><div id=b>b</div><div id=c>c</div><script>
for (const name of ['dragstart', 'dragenter', 'dragleave', 'drop', 'dragend', 'click', 'touchmove',
                    'touchcancel', 'contextmenu'])
  addEventListener(name, (e) => console.log(name, e.target.id));
a.addEventListener('dragstart', (e) => e.dataTransfer.setData('text/plain', 'carried'));
for (const name of ['dragenter', 'dragover']) c.addEventListener(name, (e) => e.preventDefault());
c.addEventListener('drop', (e) => { c.textContent = e.dataTransfer.getData('text/plain') });
a.addEventListener('dragend', (e) => console.log(e.dataTransfer.dropEffect));
</script>"""


def drag(page: Any, *stops: int, held_ms: int = 600) -> None:
    page.touch("down", 50, 50, 50)
    page.wait(held_ms)
    for y in stops:
        page.touch("move", 50, y, 50)
    page.touch("up", 50, (50, *stops)[-1], 50)


class TestDragging:
    def test_a_long_press_picks_up_and_the_finger_drops(
        self, open_page: Callable[..., Any]
    ) -> None:
        page = open_page(BOXES)
        drag(page, 80, 150, 250)
        assert page.console == [
            "dragstart a", "touchcancel a", "dragenter a", "dragenter b", "dragleave a",
            "dragenter c", "dragleave b", "drop c", "copy", "dragend a",
        ]  # fmt: skip
        assert page.node("carried")
        again = page.replayed()
        assert again.nodes() == page.page.nodes()
        again.close()

    @pytest.mark.parametrize(
        ("stops", "last"),
        [((80, 150), ["dragleave b", "none", "dragend a"]), ((), ["dragend a", "contextmenu a"])],
    )
    def test_one_that_is_not_taken(
        self, open_page: Callable[..., Any], stops: tuple[int, ...], last: list[str]
    ) -> None:
        page = open_page(BOXES)
        drag(page, *stops)
        assert [line for line in page.console if line != "touchend a"][-len(last) :] == last

    def test_a_page_may_prevent_it(self, open_page: Callable[..., Any]) -> None:
        page = open_page(BOXES + "<script>a.ondragstart = () => false</script>")
        drag(page, 150)
        assert "dragend a" not in page.console and "touchmove a" in page.console

    def test_a_finger_that_moves_at_once_drags_nothing(self, open_page: Callable[..., Any]) -> None:
        page = open_page(BOXES)
        drag(page, 150, 250, held_ms=100)
        assert "dragstart a" not in page.console

    def test_another_view_that_takes_over_ends_it(self, open_page: Callable[..., Any]) -> None:
        page = open_page(BOXES)
        page.touch("down", 50, 50, 50)
        page.touch("move", 50, 52, 600)
        page.touch("move", 50, 250, 50)
        page.touch("cancel", 50, 250, 50)
        assert page.console[-3:] == ["dragleave c", "none", "dragend a"]


class TestDoubleTaps:
    HTML = (
        "<style>body{margin:0} button{display:block;width:200px;height:60px}</style>"
        "<button id=a>a</button><button id=b>b</button><button disabled>c</button><script>"
        "for (const name of ['click', 'dblclick']) addEventListener(name, (e) => "
        "console.log(name, e.target.id, e.detail))</script>"
    )
    TWO = ["click a 1", "click a 2", "dblclick a 2"]

    def test_two_quick_taps(self, open_page: Callable[..., Any]) -> None:
        page = open_page(self.HTML)
        page.tap(50, 30)
        page.tap(55, 32)
        assert page.console == self.TWO
        page.tap(50, 30)
        assert page.console[3:] == ["click a 1"], "it begins anew"
        page.tap(50, 30)
        assert page.console[3:] == self.TWO

    def test_taps_that_are_apart(self, open_page: Callable[..., Any]) -> None:
        page = open_page(self.HTML)
        page.tap(50, 30)
        page.now += 400
        page.tap(50, 30)
        page.tap(50, 90)
        page.tap(50, 150)
        page.tap(50, 150)
        assert page.console == ["click a 1", "click a 1", "click b 1"]

    def test_what_it_does_is_seen_at_once(self, open_page: Callable[..., Any]) -> None:
        acts = "<script>a.ondblclick = () => { a.textContent = 'done' }</script>"
        page = open_page(self.HTML + acts)
        page.tap(50, 30)
        page.tap(50, 30)
        assert page.node("done")
        before = page.page.frame(400, 700)
        again = page.replayed()
        assert (again.frame(400, 700) == before).all()
        again.close()

    def test_in_a_frame(self, open_page: Callable[..., Any]) -> None:
        inner = "<body style=margin:0 ondblclick=console.log(1)><h1>words</h1>"
        page = open_page(f"<body style=margin:0><iframe srcdoc='{inner}'></iframe>")
        page.tap(50, 50)
        page.tap(50, 50)
        assert page.console == ["1"]

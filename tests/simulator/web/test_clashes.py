"""Pages whose scripts replace what the phone's scripts use as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize(
    "script",
    [
        "Array.prototype.toJSON = function () { return 'x' }",
        "Object.prototype.toJSON = () => 1",
        "Object.defineProperty(Array.prototype, 'toJSON', {value: () => 1, configurable: true})",
        "JSON.stringify = () => 'x'",
        "window.Promise = function () {}",
        "window.Map = window.Set = window.WeakMap = null",
        "Event = MouseEvent = PointerEvent = TouchEvent = null",
        "innerWidth = 5; innerHeight = 'x'; scrollX = 'a'; scrollY = {}",
        "</script><script>let scrollX = 'a', innerHeight = 0",
    ],
)
def test_it_is_used_all_the_same(open_page: Callable[..., Any], script: str) -> None:
    page = open_page(
        f"<body style='margin:0'><script>{script}</script><button id=b style='height:80px' "
        "onclick='this.textContent = `done`'>words</button><p style='height:2000px'>"
    )
    assert page.node("words")
    page.tap(20, 20)
    assert page.node("done")
    page.swipe(100, 600, 100, 300)
    assert page.page.report().scroll[1] > 100


def test_json_that_cannot_be_undone_costs_only_the_page(open_page: Callable[..., Any]) -> None:
    page = open_page(
        "<script>Object.defineProperty(Array.prototype, 'toJSON', {value: () => 'x'})</script>"
        "<h1>words</h1>"
    )
    page.tap(20, 20)
    assert page.nodes() == [] and not page.page.gone
    assert page.page.frame(400, 700).shape == (700, 400, 4)


def test_a_page_sees_its_own_json(open_page: Callable[..., Any]) -> None:
    page = open_page(
        "<body style='margin:0'><script>Array.prototype.toJSON = function () { return 'own' };"
        "onclick = () => console.log(JSON.stringify([1]))</script><h1>words</h1>"
    )
    page.tap(20, 20)
    page.tap(20, 200)
    assert page.console[0] == '"own"'

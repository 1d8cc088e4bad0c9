"""Selectors find what UiSelector finds."""

from __future__ import annotations

import pytest

from android_gym.simulator.ui.layouts import column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, CheckBox, EditText, TextView


def page(screen):
    return column(
        row(TextView("Apple", id="name"), TextView("red", id="colour"), id="one", key=1),
        row(TextView("Pear", id="name"), TextView("green", id="colour"), id="two", key=2),
        row(TextView("apple pie", id="name"), Button("Bake", id="go"), id="three", key=3),
        CheckBox("Fresh", id="fresh", checked=True),
        EditText("grape", id="field"),
        View(id="mute", width=9, height=9, content_description="A quiet one"),
        id="page",
    )


@pytest.fixture
def texts(phone, client, sel):
    """Return the texts (or ids) that a selector finds."""
    phone.show(page)

    def find(*below, **fields):
        found = client("objInfoOfAllInstances", sel(*below, **fields))
        return [item["text"] or item["resourceName"].rpartition("/")[2] for item in found]

    return find


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"text": "Apple"}, ["Apple"]),
        ({"text": "apple"}, []),
        ({"textContains": "APPLE"}, ["Apple", "apple pie"]),
        ({"textStartsWith": "aPp"}, ["Apple", "apple pie"]),
        ({"textMatches": "A.*e"}, ["Apple"]),
        ({"textMatches": "ppl"}, []),
        ({"className": "android.widget.CheckBox"}, ["Fresh"]),
        ({"classNameMatches": ".*Edit.*"}, ["grape"]),
        ({"description": "A quiet one"}, ["mute"]),
        ({"descriptionContains": "QUIET"}, ["mute"]),
        ({"descriptionStartsWith": "a q"}, ["mute"]),
        ({"descriptionMatches": ".*one"}, ["mute"]),
        ({"checkable": True}, ["Fresh"]),
        ({"checked": True}, ["Fresh"]),
        ({"checkable": True, "checked": False}, []),
        ({"resourceId": "com.sample:id/name"}, ["Apple", "Pear", "apple pie"]),
        ({"resourceIdMatches": ".*:id/(go|field)"}, ["Bake", "grape"]),
        ({"packageName": "com.other"}, []),
        ({"resourceId": "com.sample:id/name", "instance": 2}, ["apple pie"]),
        ({"resourceId": "com.sample:id/name", "instance": 3}, []),
        ({"text": "green", "index": 1}, ["green"]),
        ({"text": "green", "index": 0}, []),
        ({"className": "android.widget.Button", "clickable": True}, ["Bake"]),
    ],
)
def test_fields(texts, fields, found):
    assert texts(**fields) == found


def test_what_the_mask_leaves_out_does_not_count(phone, client, sel):
    phone.show(page)
    one = sel(text="Apple") | {"className": "android.widget.Button", "text": "Apple"}
    assert client("count", one) == 1


def test_children_and_siblings(texts, sel):
    name = sel(resourceId="com.sample:id/name")
    assert texts(("child", name), resourceId="com.sample:id/two") == ["Pear"]
    assert texts(("sibling", sel(resourceId="com.sample:id/colour")), text="Pear") == ["green"]
    both = (("child", name), ("sibling", sel(className="android.widget.Button")))
    assert texts(*both, resourceId="com.sample:id/three") == ["Bake"]
    assert texts(*both, resourceId="com.sample:id/one") == []
    last = sel(resourceId="com.sample:id/name", instance=1)
    assert texts(("child", last), resourceId="com.sample:id/page") == ["Pear"]


def test_a_step_inside_a_step(texts, sel):
    inner = sel(("sibling", sel(text="green")), text="Pear")
    assert texts(("child", inner), resourceId="com.sample:id/page") == ["green"]


@pytest.mark.parametrize(
    "bad",
    [
        5,
        [],
        {"mask": "1"},
        {"mask": -1},
        {"mask": 1, "text": 5},
        {"mask": 1},
        {"mask": 1 << 10, "checkable": "yes"},
        {"mask": 1 << 23, "index": -1},
        {"mask": 1 << 24, "instance": True},
        {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": []},
        {"mask": 0, "childOrSibling": ["uncle"], "childOrSiblingSelector": [{"mask": 0}]},
        {"mask": 0, "childOrSibling": "child", "childOrSiblingSelector": "x"},
        {"mask": 4, "textMatches": "a" * 3000},
    ],
)
def test_what_is_no_selector_is_refused(phone, client, bad):
    error = client.error("count", bad)
    assert error["code"] == -32602
    assert "IllegalArgumentException" in error["message"]


@pytest.mark.parametrize("pattern", ["(", r"(a)\1", "a{5000}"])
def test_patterns_that_are_none_are_told(phone, client, sel, pattern):
    error = client.error("count", sel(textMatches=pattern))
    assert "PatternSyntaxException" in error["message"]


def test_a_selector_of_500_steps_is_refused(phone, client, sel):
    long = sel(*[("child", sel(text="x"))] * 500, text="x")
    assert "32" in client.error("exist", long)["message"]
    deep = sel(text="x")
    for _ in range(200):
        deep = sel(("child", deep), text="x")
    assert "32" in client.error("exist", deep)["message"]


def test_a_search_ends_where_it_looks_too_long(phone, client, sel, monkeypatch):
    phone.show(page)
    monkeypatch.setattr("android_gym.simulator.wire.uiautomator.selectors._MOST_VISITS", 10)
    assert "ask for less" in client.error("count", sel(text="none"))["message"]

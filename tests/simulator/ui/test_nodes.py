"""Nodes that accessibility services see, in their order, the same in three forms."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from lxml import etree

from android_gym.accessibility import forest_to_ui_elements, xml_to_ui_elements
from android_gym.simulator.ui import nodes
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import (
    Button,
    CheckBox,
    EditText,
    ImageView,
    SeekBar,
    Switch,
    TextView,
)


def own(phone: Any) -> list[Any]:
    """Elements of the sample app."""
    return [e for e in phone.ui_elements() if e.package_name == "com.sample"]


def names(phone: Any) -> list[str | None]:
    return [e.text or e.content_description or e.class_name.rpartition(".")[2] for e in own(phone)]


def tree(phone: Any, **options: Any) -> nodes.Node:
    window = next(w for w in phone.windows.windows() if w.package == "com.sample")
    return nodes.nodes_of(window, phone.screen, **options)


def found_nodes(root: nodes.Node) -> list[nodes.Node]:
    return [root, *(found for child in root.children for found in found_nodes(child))]


class TestOrder:
    def test_breadth_first(self, phone: Any) -> None:
        """Elements near the root come before deeper ones, whatever stands higher on screen."""
        phone.show(
            lambda page: column(
                column(TextView("deep"), content_description="group", id="group"),
                TextView("shallow"),
            )
        )
        assert names(phone) == ["group", "shallow", "deep"]

    def test_windows_from_the_lowest_to_the_highest(self, phone: Any) -> None:
        phone.show(lambda page: column(EditText(id="field", hint="Name")))
        phone.tap_on("field")
        packages = list(dict.fromkeys(e.package_name for e in phone.ui_elements()))
        assert packages == [
            "com.sample", "com.google.android.inputmethod.latin", "com.android.systemui",
        ]  # fmt: skip


class TestImportance:
    def test_plain_layouts_are_left_out(self, phone: Any) -> None:
        phone.show(lambda page: FrameLayout([row(column(TextView("a"), TextView("b")))]))
        root = tree(phone)
        assert [child.view.text for child in root.children] == ["a", "b"]
        everything = tree(phone, everything=True)
        depths = [node.depth for node in nodes._breadth_first(everything)]
        assert max(depths) > 4

    def test_layouts_that_react_are_nodes(self, phone: Any) -> None:
        phone.show(
            lambda page: column(
                row(TextView("a"), on_click=lambda: None),
                row(TextView("b"), on_long_click=lambda: None),
                row(TextView("c"), focusable=True),
                row(TextView("d"), important_for_accessibility="yes"),
                row(TextView("e"), pane_title="Pane"),
                row(TextView("f")),
            )
        )
        root = tree(phone)
        assert [type(child.view).__name__ for child in root.children] == (
            ["LinearLayout"] * 5 + ["TextView"]
        )

    def test_what_asks_not_to_be_seen(self, phone: Any) -> None:
        phone.show(
            lambda page: column(
                row(TextView("a"), important_for_accessibility="no", on_click=lambda: None),
                row(TextView("b"), important_for_accessibility="no_hide_descendants"),
                TextView("c", important_for_accessibility="no"),
                ImageView("wifi"),
            )
        )
        assert names(phone) == ["a"]

    def test_kept_are_leaves_described_ones_and_those_that_scroll(self, phone: Any) -> None:
        rows = [row(TextView(f"r{i}", height=300), on_click=lambda: None) for i in range(9)]
        phone.show(
            lambda page: column(
                row(TextView("inside"), on_click=lambda: None, id="silent"),
                row(TextView("x"), on_click=lambda: None, content_description="described"),
                RecyclerView(rows, width=MATCH, height=0, weight=1),
                width=MATCH, height=MATCH,
            )
        )  # fmt: skip
        found = names(phone)
        assert "described" in found and "RecyclerView" in found and "inside" in found
        assert not phone.has("silent")

    def test_hidden_and_gone_ones(self, phone: Any) -> None:
        phone.show(
            lambda page: column(
                TextView("a", visibility="invisible"),
                TextView("b", visibility="gone"),
                TextView("c"),
                TextView("d", height=0),
            )
        )
        assert names(phone) == ["c"]

    def test_what_is_scrolled_out_of_sight_is_where_it_would_be(self, phone: Any) -> None:
        phone.show(
            lambda page: ScrollView(
                column(View(height=5000), Button("far", height=50)), width=MATCH, height=MATCH
            )
        )
        (far,) = (node for node in found_nodes(tree(phone)) if node.view.class_name == Button.CLASS)
        assert not far.visible
        left, top, right, bottom = far.bounds
        assert far.bounds == far.view.bounds
        assert left < right and phone.screen[3] < top < bottom


class TestContent:
    def test_flags(self, phone: Any) -> None:
        phone.show(
            lambda page: column(
                Button("on", id="on"),
                Button("off", id="off", enabled=False),
                CheckBox("ticked", id="ticked", checked=True, on_checked_change=lambda on: None),
                Switch(id="switch", checked=False),
                EditText(id="secret", input_type="password", hint="PIN"),
                TextView("chosen", id="chosen", selected=True, on_long_click=lambda: None),
                SeekBar(30, id="slider", on_change=lambda value: None, width=200),
            )
        )
        on, off, ticked = (phone.element(name) for name in ("on", "off", "ticked"))
        assert on.is_clickable and on.is_enabled and on.is_focusable
        assert off.is_clickable and not off.is_enabled
        assert ticked.is_checkable and ticked.is_checked
        switch, secret = phone.element("switch"), phone.element("secret")
        assert switch.is_checkable and not switch.is_checked and not switch.is_clickable
        assert secret.is_editable and secret.hint_text == "PIN"
        chosen, slider = phone.element("chosen"), phone.element("slider")
        assert chosen.is_selected and chosen.is_long_clickable and not chosen.is_clickable
        assert (slider.class_name, slider.text) == ("android.widget.SeekBar", "30.0")

    def test_passwords_are_dots(self, phone: Any) -> None:
        phone.show(lambda page: column(EditText("secret", id="field", input_type="password")))
        assert phone.text_of("field") == "\u2022" * 6

    def test_only_what_is_seen_of_a_row(self, phone: Any) -> None:
        rows = [TextView(f"r{i}", height=300, width=MATCH) for i in range(5)]
        phone.show(lambda page: ScrollView(column(*rows, width=MATCH), width=MATCH, height=MATCH))
        boxes = {e.text: e.bbox_pixels for e in own(phone)}
        assert set(boxes) >= {"r0", "r1", "r2"} and "r3" not in boxes
        assert (boxes["r2"].y_min, boxes["r2"].y_max) == (649, 776)  # cut at the navigation bar


class TestForms:
    def screens(self, phone: Any) -> Any:
        """Several screens, one after the other."""
        yield "home"
        phone.start(".Second")
        yield "page"
        page = phone.show(
            lambda page: Screen(
                column(
                    EditText("text", id="field", hint="Hint"),
                    TextView("<&>\"'\u0001", id="odd"),
                    row(TextView("a"), content_description="row", on_click=lambda: None),
                    View(tooltip="tip", content_description="tipped", width=9, height=9),
                ),
                overlays=[Overlay(TextView("Sure?"))] if page.state.count else [],
            ),
            ".Top",
        )
        yield "form"
        phone.tap_on("field")
        yield "keyboard"
        page.more()
        yield "dialog"
        phone.system.status_bar.expand_settings()
        yield "shade"

    def test_elements_are_those_of_the_forest(self, phone: Any) -> None:
        for name in self.screens(phone):
            expected = forest_to_ui_elements(phone.forest(), exclude_invisible_elements=True)
            assert len(expected) == len(phone.ui_elements()), name
            for ours, theirs in zip(phone.ui_elements(), expected, strict=True):
                for field in ("text", "content_description", "class_name", "bbox_pixels",
                              "hint_text", "is_checked", "is_clickable", "is_editable",
                              "is_enabled", "is_focusable", "is_long_clickable", "is_scrollable",
                              "is_selected", "is_visible", "package_name",
                              "resource_name"):  # fmt: skip
                    assert getattr(ours, field) == getattr(theirs, field), (name, field, ours)

    def test_the_forest_is_a_tree_with_numbers(self, phone: Any) -> None:
        for name in self.screens(phone):
            forest = phone.forest()
            assert sum(window.is_focused for window in forest.windows) == 1, name
            for window in forest.windows:
                all_nodes = {node.unique_id: node for node in window.tree.nodes}
                children = [child for node in all_nodes.values() for child in node.child_ids]
                assert sorted(children) == sorted(all_nodes.keys() - {0}), name
                assert [n.unique_id for n in window.tree.nodes] == list(range(len(all_nodes)))
                for node in all_nodes.values():
                    assert node.window_id == window.id
                    for child in node.child_ids:
                        assert all_nodes[child].depth == node.depth + 1

    def test_the_dump_is_xml_of_the_same_views(self, phone: Any) -> None:
        for name in self.screens(phone):
            windows = [w for w in phone.windows.accessible_windows() if w.kind == "application"]
            if not windows:
                continue
            text = nodes.dump_xml(windows[-1:], phone.screen, 0, phone.windows.focus.get())
            root = etree.fromstring(text.encode())
            assert root.tag == "hierarchy" and root.get("rotation") == "0", name
            dumped = {
                (n.get("resource-id"), n.get("text"), n.get("content-desc"), n.get("bounds"))
                for n in root.iter("node")
            }
            for element in phone.ui_elements():
                if element.package_name != windows[-1].package or not element.resource_name:
                    continue
                box = element.bbox_pixels
                bounds = f"[{box.x_min},{box.y_min}][{box.x_max},{box.y_max}]"
                shown = re.sub("[\x00-\x08]", ".", element.text or "")
                key = (element.resource_name, shown, element.content_description or "", bounds)
                assert key in dumped, (name, key)
            assert xml_to_ui_elements(text)

    def test_compressed_dumps_leave_plain_layouts_out(self, phone: Any) -> None:
        phone.show(lambda page: column(row(TextView("a"))))
        window = phone.windows.windows()[0]
        whole = nodes.dump_xml([window], phone.screen, 0, None)
        compressed = nodes.dump_xml([window], phone.screen, 0, None, compressed=True)
        assert whole.count("<node") > compressed.count("<node") >= 2

    def test_the_focus_is_in_the_dump(self, phone: Any) -> None:
        phone.show(lambda page: column(EditText(id="field")))
        phone.tap_on("field")
        phone.windows.refresh()
        window = phone.windows.windows()[0]
        text = nodes.dump_xml([window], phone.screen, 0, phone.windows.focus.get())
        focused = etree.fromstring(text.encode()).xpath('//node[@focused="true"]')
        assert [node.get("resource-id") for node in focused] == ["com.sample:id/field"]


@pytest.mark.parametrize("seed", range(10))
def test_any_tree_gives_bounds_on_the_screen(phone: Any, seed: int) -> None:
    rng = random.Random(seed)

    def some(depth: int) -> View:
        common: dict[str, Any] = {
            "width": rng.choice([-1, -2, 50, 900]),
            "height": rng.choice([-1, -2, 50, 2000]),
            "margin": rng.choice([0, 7, -5]),
            "padding": rng.choice([0, 9]),
            "on_click": rng.choice([None, lambda: None]),
            "visibility": rng.choice(["visible", "visible", "invisible", "gone"]),
        }
        if depth == 0:
            return TextView(rng.choice(["", "short", "long " * 40]), **common)
        children = [some(depth - 1) for _ in range(rng.randrange(4))]
        kind = rng.randrange(4)
        if kind == 0:
            return FrameLayout(children, **common)
        if kind == 1:
            return row(*children, **common)
        if kind == 2:
            return ScrollView(column(*children), **common)
        return RecyclerView(children, **common)

    phone.show(lambda page: some(4))
    width, height = phone.windows.size
    for element in phone.ui_elements():
        box = element.bbox_pixels
        assert 0 <= box.x_min < box.x_max <= width and 0 <= box.y_min < box.y_max <= height

"""Fields above the keyboard while they are typed into: every one of every known screen.

The screens are those of the checklists and what the activities of all manifests open with. A field
is tapped, and Enter leads on to those that it can lead to.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from android_gym.simulator.apps import discover
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView, ScrollView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import EditText

sys.path.insert(0, str(Path(__file__).parent / "screens"))

from checklists import Checklist, checklists  # noqa: E402

ENTER = 66
LONGEST_CHAIN = 16
WITH_FIELDS = [c for c in checklists() if any("editable" in line.flags for line in c.lines)]
COMPONENTS = sorted(
    manifest.component(info.name)
    for manifest in discover()
    if manifest.preinstalled
    for info in manifest.activities
)


@cache
def booted() -> tuple[Phone, Any]:
    phone = Phone()
    return phone, phone.snapshot()


def hidden(phone: Phone) -> list[Any]:
    """Fields that are not in sight once they are tapped, or Enter has led to them."""
    start = phone.snapshot()
    found: list[Any] = []
    for element in phone.ui_elements():
        box = element.bbox_pixels
        if not element.is_editable or box is None:
            continue
        phone.restore(start)
        phone.tap(*box.center)
        phone.advance(400)
        for step in range(LONGEST_CHAIN):
            view = phone.windows.input_method.focused_view()
            field = view.text_field if view is not None else None
            if field is None:
                break
            limit = phone.windows.keyboard_top or phone.windows.size[1]
            _, top, _, bottom = field.selection_bounds()
            if not 0 <= (top + bottom) / 2 < limit or bottom > limit:
                found.append((element.resource_name, step, field.id, field.bounds, limit))
            if field.multi_line:
                break
            phone.press_key(ENTER)
            phone.advance(300)
    return found


@pytest.mark.rotating
@pytest.mark.parametrize("checklist", WITH_FIELDS, ids=str)
def test_on_screens_of_checklists(checklist: Checklist) -> None:
    assert hidden(checklist.visit()) == []


@pytest.mark.rotating
@pytest.mark.parametrize("component", COMPONENTS)
def test_on_what_activities_open_with(component: str) -> None:
    phone, start = booted()
    phone.restore(start)
    phone.system.activities.start(Intent(component=component))
    phone.advance(500)
    assert hidden(phone) == []


def rows(page: Any) -> list[View]:
    return [
        EditText(id=f"field{n}", width=MATCH, height=60, ime_action="next", padding=0)
        for n in range(12)
    ]


def in_sight(phone: Any) -> bool:
    field = phone.windows.focused_field()
    return bool(field is not None and field.bounds[3] <= phone.windows.keyboard_top)


@pytest.mark.parametrize("kind", ["scroll", "list"])
class TestAForm:
    """On this phone 1 dp is 1 pixel; the keyboard leaves less than eight rows in sight."""

    @pytest.fixture
    def form(self, phone: Any, kind: str) -> Any:
        phone.show(
            lambda page: (
                ScrollView(column(*rows(page), width=MATCH), width=MATCH, height=MATCH)
                if kind == "scroll"
                else RecyclerView(rows(page), width=MATCH, height=MATCH)
            )
        )
        return phone

    def test_a_field_that_the_keyboard_would_cover(self, form: Any) -> None:
        form.tap_on("field10")
        assert form.windows.focused_field().id == "field10" and in_sight(form)

    def test_enter_leads_through_all_fields(self, form: Any, kind: str) -> None:
        form.tap_on("field0")
        for number in range(1, 12 if kind == "scroll" else 7):
            form.press_key(ENTER)
            assert form.windows.focused_field().id == f"field{number}" and in_sight(form)

    def test_a_finger_may_scroll_it_away(self, form: Any, kind: str) -> None:
        form.tap_on("field0")
        form.swipe(200, 350, 200, 200, 800)
        form.advance(1000)
        if kind == "list":  # its row is gone, and with it the focus
            assert form.windows.focused_field() is None and not form.windows.keyboard_shown
            return
        assert form.windows.focused_field().bounds[3] <= 40
        form.type_text("a")
        assert form.windows.focused_field().text == "a" and in_sight(form)
        assert form.element("field0").text == "a"


def test_of_a_field_larger_than_the_room_the_cursor_is_in_sight(phone: Any) -> None:
    phone.show(
        lambda page: ScrollView(
            EditText("line\n" * 60, id="field", width=MATCH, multi_line=True, cursor=0),
            width=MATCH,
            height=MATCH,
        )
    )
    box = phone.element("field").bbox_pixels
    phone.tap(box.center[0], 100)
    field = phone.windows.focused_field()
    field.select(len(field.text), len(field.text))
    phone.windows.refresh()
    field = phone.windows.focused_field()
    assert 0 <= field.selection_bounds()[1]
    assert field.selection_bounds()[3] <= phone.windows.keyboard_top

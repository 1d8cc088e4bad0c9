"""Common parts of the Simple Mobile Tools apps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sampleapps.screens import Page

from android_gym.simulator.appkit.simple_commons import ConfirmationDialog, RadioGroupDialog


@dataclass(frozen=True)
class Delete(ConfirmationDialog[Any]):
    MESSAGE = "Delete it?"

    def on_confirm(self, screen: Any) -> None:
        screen.update(value="deleted")


@dataclass(frozen=True)
class View(RadioGroupDialog[Any]):
    def choices(self, screen: Any) -> Sequence[str]:
        return ("Daily view", "Weekly view")

    def selected(self, screen: Any) -> int:
        return 1

    def on_choose(self, screen: Any, index: int) -> None:
        screen.update(value=index)


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Page, "DIALOGS", (Delete, View))


@pytest.mark.parametrize(
    ("dialog", "tapped", "value"),
    [
        (Delete(), "Yes", "deleted"),
        (Delete(), "No", None),
        (View(), "Daily view", 0),
        (View(), "Weekly view", 1),
    ],
)
def test_results(phone: Any, dialog: Any, tapped: str, value: object) -> None:
    page = phone.start(".Second")
    page.show_dialog(dialog)
    phone.advance(400)
    phone.tap_on(tapped)
    assert (page.state.value, page.dialogs) == (value, ())


def test_radio_buttons_have_a_group_and_no_ids(phone: Any) -> None:
    phone.start(".Second").show_dialog(View())
    phone.advance(400)
    buttons = [e for e in phone.ui_elements() if e.class_name == "android.widget.RadioButton"]
    assert [(e.text, e.is_checked, e.resource_name) for e in buttons] == [
        ("Daily view", False, None),
        ("Weekly view", True, None),
    ]
    assert phone.text_of("Daily view") == "Daily view"


def test_a_question_is_read_under_its_id(phone: Any) -> None:
    phone.start(".Second").show_dialog(Delete())
    phone.advance(400)
    assert phone.text_of("message") == "Delete it?"

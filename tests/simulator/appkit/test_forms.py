"""Forms: what is typed, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.appkit.forms import TextField, mistakes
from android_gym.simulator.ui.layouts import column


@dataclass(frozen=True)
class Draft:
    name: str = ""
    amount: str = ""


FIELDS = (
    TextField("name", "Name", required="Name it", max_length=5),
    TextField(
        "amount",
        "Amount",
        id="edt_amount",
        check=lambda text: None if text.isdecimal() else "Not a number",
    ),
)


def test_mistakes() -> None:
    assert mistakes(FIELDS, Draft()) == {"name": "Name it"}
    assert mistakes(FIELDS, Draft("  ", "x")) == {"name": "Name it", "amount": "Not a number"}
    assert mistakes(FIELDS, Draft("a", "3")) == {}


def test_a_field_that_the_draft_lacks_is_refused() -> None:
    with pytest.raises(OptionError, match="'title' must be a text of its draft, a Draft with name"):
        mistakes([TextField("title", "Title")], Draft())


def test_the_views(phone: Any) -> None:
    drafts: list[Draft] = []

    def shown(page: Any) -> Any:
        draft = page.state.value or Draft()

        def change(changed: Draft) -> None:
            drafts.append(changed)
            page.update(value=changed)

        return column(*(f.view(draft, change, shown=page.state.count > 0) for f in FIELDS))

    page = phone.show(shown)
    phone.tap(*phone.element("edt_amount").bbox_pixels.center)
    phone.type_text("1x")
    phone.tap(*phone.element("name").bbox_pixels.center)
    phone.type_text("abcdefg")
    assert drafts[-1] == Draft("abcde", "1x")
    assert not [e for e in phone.ui_elements() if e.text == "Not a number"]
    page.update(count=1)
    assert [e for e in phone.ui_elements() if e.text == "Not a number"]

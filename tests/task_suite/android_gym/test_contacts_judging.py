"""Finding the row that was put for a contact."""

from __future__ import annotations

import pytest

from android_gym.task_suite.android_gym.contacts.questions import _old

ADA, BEN = {"name": "Ada", "number": "1"}, {"name": "Ben", "number": "2"}


@pytest.mark.parametrize(
    ("names", "name", "number", "old"),
    [
        ({"Ada", "Ben"}, "Ada", "1", ADA),
        ({"Ada", "Ben"}, "Ben", "9", BEN),  # has another number now
        ({"Ada L", "Ben"}, "Ada L", "1", ADA),  # has another name now
        ({"Cem", "Ben"}, "Cem", "3", None),  # is new, while Ada was deleted
        ({"Ada", "Ben", "Cem"}, "Cem", "1", None),  # is new, and shares a number
    ],
)
def test_a_contact_is_one_that_was_put_by_its_name_or_else_by_its_number(
    names: set[str], name: str, number: str, old: dict[str, str] | None
) -> None:
    assert _old([ADA, BEN], names, name, number) == old

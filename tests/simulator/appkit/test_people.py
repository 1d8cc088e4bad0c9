"""Common parts of Contacts and Phone, over the contacts provider of a phone."""

from __future__ import annotations

import pytest

from android_gym.simulator.appkit.lists import Pages
from android_gym.simulator.appkit.people import PHONE_LABELS, Contacts, avatar, label_of, like
from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.activity import Context

URI = "content://com.android.contacts"


@pytest.fixture(scope="module")
def context() -> Context:
    """Phone's context on a phone with three contacts, one of them without a name."""
    phone = Phone()
    for number, name in enumerate(("Ana Zander", "bo Abel", ""), 1):
        phone.shell(
            f"content insert --uri {URI}/raw_contacts --bind account_type:n: --bind account_name:n:"
        )
        if name:
            phone.shell(
                f"content insert --uri {URI}/data --bind raw_contact_id:i:{number} "
                f"--bind mimetype:s:vnd.android.cursor.item/name --bind data1:s:'{name}'"
            )
    return phone.host.context("com.google.android.dialer")


def contacts(context: Context, *, last: bool = False) -> Contacts:
    return Contacts(context, by_last_name=last, last_name_first=last)


def test_names_are_sorted_and_written_as_asked(context: Context) -> None:
    first = [(each.name, each.section) for each in contacts(context).find()]
    assert first == [("Ana Zander", "A"), ("bo Abel", "B"), ("(No name)", "\u2026")]
    last = [(each.name, each.section) for each in contacts(context, last=True).find()]
    assert last == [("Abel, bo", "A"), ("Zander, Ana", "Z"), ("(No name)", "\u2026")]


def test_pages_and_conditions(context: Context) -> None:
    found = contacts(context)
    assert found.count() == 3 and len(found.find(page=0)) == 3 and found.find(page=1) == []
    assert found.count("display_name LIKE ?", "bo%") == 1
    assert [each.id for each in found.find("display_name LIKE ?", "bo%")] == [2]
    assert found.get(99) is None


def test_a_star_is_given_and_taken(context: Context) -> None:
    found = contacts(context)
    for starred in (True, False):
        found.star(1, starred)
        contact = found.get(1)
        assert contact is not None and contact.starred is starred
        assert found.count("starred = 1") == starred


def test_pages_are_read_once_and_end() -> None:
    read: list[int] = []

    def page(number: int) -> list[int]:
        read.append(number)
        return list(range(7))[number * 3 : number * 3 + 3]

    pages = Pages(page, 3)
    assert [pages.get(index) for index in (-1, 0, 2, 6, 7, 8, 1)] == [None, 0, 2, 6, None, None, 1]
    assert read == [0, 2]


@pytest.mark.parametrize(
    ("kind", "custom", "label"),
    [(2, None, "Mobile"), ("1", None, "Home"), (0, "Boat", "Boat"), (0, None, "Custom"),
     (99, "x", "Other"), (None, None, "Other")],
)  # fmt: skip
def test_labels(kind: object, custom: str | None, label: str) -> None:
    assert label_of(PHONE_LABELS, kind, custom) == label


def test_signs_of_patterns_are_escaped() -> None:
    assert like("50%_\\") == "50\\%\\_\\\\"


def test_an_avatar_has_a_letter_or_an_icon() -> None:
    assert avatar(" \u00e9mile", 40).text == "\u00c9"
    assert avatar("+1 555", 40, nobody="account").text == ""

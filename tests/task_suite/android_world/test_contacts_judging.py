"""The rules of the tasks of Contacts, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.task_suite.android_world.contacts.tasks import (
    DATABASE,
    PROVIDER,
    ContactsAddContact,
    ContactsNewContactDraft,
)
from android_gym.task_suite.android_world.sms.messages import add_contact
from android_gym.task_suite.touches import Rows

NAME, NUMBER = "Amina da Costa", "+12025550173"


@pytest.fixture
def case(phone: Any, begun: Any) -> Any:
    return begun(ContactsAddContact, phone, name=NAME, number=NUMBER)


@pytest.mark.parametrize(
    ("name", "number", "scores"),
    [
        (NAME, NUMBER, (1.0, 1.0)),
        (NAME, "+1 (202) 555-0173", (1.0, 1.0)),
        (NAME, "+12025550174", (0.0, 0.5)),
        (NAME, "+12025550172", (0.0, 0.5)),
        (NAME, "2025550173", (0.0, 0.5)),
        ("Amina Da Costa", NUMBER, (0.0, 0.5)),
        ("Amina", NUMBER, (0.0, 0.5)),
        ("Amina", "+12025550174", (0.0, 0.0)),
    ],
)
def test_name_and_digits_are_exact(
    phone: Any, case: Any, name: str, number: str, scores: tuple[float, float]
) -> None:
    assert case.scores == (0.0, 0.0)
    add_contact(phone, name, number)
    assert case.scores == scores


@pytest.mark.parametrize("number", ["+12025550174", "+12025550172", "+9"])
def test_androidworld_wants_the_same_digits_too(phone: Any, case: Any, number: str) -> None:
    add_contact(phone, NAME, number)
    assert case.task.original_success(phone, case.params, None) == 0.0


def test_name_and_number_of_two_contacts_are_no_contact(phone: Any, case: Any) -> None:
    add_contact(phone, NAME, "+12025550174")
    add_contact(phone, "Bruno", NUMBER)
    assert case.scores == (0.0, 0.5)


def test_a_deleted_contact_does_not_count(phone: Any, case: Any) -> None:
    add_contact(phone, NAME, NUMBER)
    phone.execute(DATABASE, "UPDATE raw_contacts SET deleted = 1")
    assert case.scores == (0.0, 0.0)


@pytest.mark.parametrize(
    ("change", "ours"),
    [
        ("INSERT INTO data (mimetype_id, raw_contact_id, {}) VALUES ((SELECT _id FROM mimetypes "
         "WHERE mimetype = 'vnd.android.cursor.item/photo'), 1, {})", 0.0),
        ("UPDATE data SET {} = {} WHERE data2 IS NOT NULL", 1.0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("column", ["data14", "data15"])
def test_a_picture_is_a_detail(
    phone: Any, case: Any, change: str, ours: float, column: str
) -> None:
    add_contact(phone, NAME, NUMBER)
    phone.execute(DATABASE, change.format(column, 1))
    assert (case.success, case.task.original_success(phone, case.params, None)) == (ours, 1.0)


@pytest.mark.parametrize("column", ["data7", "data8", "data9"])
def test_a_pronunciation_is_a_detail(phone: Any, case: Any, column: str) -> None:
    add_contact(phone, NAME, NUMBER)
    phone.execute(DATABASE, f"UPDATE data SET {column} = 'x' WHERE data1 = '{NAME}'")
    assert (case.success, case.task.original_success(phone, case.params, None)) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("mimetype", "data1", "ours"),
    [
        ("vnd.android.cursor.item/email_v2", "mail@example.org", 0.0),
        ("vnd.android.cursor.item/organization", "Acme", 0.0),
        ("vnd.android.cursor.item/note", "met at the fair", 0.0),
        ("vnd.android.cursor.item/note", "", 1.0),
        ("vnd.android.cursor.item/phone_v2", NUMBER, 1.0),
    ],
)
def test_details_that_nobody_gave(
    phone: Any, case: Any, mimetype: str, data1: str, ours: float
) -> None:
    add_contact(phone, NAME, NUMBER)
    phone.shell(
        "content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:1 "
        f"--bind mimetype:s:{mimetype} --bind data1:s:'{data1}'"
    )
    assert case.success == ours
    assert case.task.original_success(phone, case.params, None) == 1.0


def test_an_e_mail_is_no_number(phone: Any, case: Any) -> None:
    add_contact(phone, NAME, "+12025550174")
    phone.shell(
        "content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:1 "
        "--bind mimetype:s:vnd.android.cursor.item/email_v2 --bind data1:s:+12025550173"
    )
    assert case.scores == (0.0, 0.5)


def test_a_phone_without_its_contacts_scores_nothing(phone: Any, case: Any) -> None:
    add_contact(phone, NAME, NUMBER)
    phone.shell(f"rm -r /data/data/{PROVIDER}/databases")
    assert case.scores == (0.0, 0.0)


# --- the draft -----------------------------------------------------------------------------------

CONTACTS = "com.google.android.contacts/.ContactEditorActivity"
DRAFT = {"first": "Marisol", "last": "Kowalski", "phone": "202-555-0173", "phone_label": "Work"}


def box(top: float, bottom: float) -> BoundingBox:
    return BoundingBox(100, 900, top, bottom)


FIRST = UIElement(hint_text="First name", text="Marisol")
LAST = UIElement(hint_text="Last name", text="Kowalski")
PHONE = UIElement(hint_text="Phone", text="(202) 555-0173", bbox_pixels=box(1000, 1100))
LABEL = UIElement(text="Work", content_description="Work Phone", bbox_pixels=box(0, 10))
FORM = (FIRST, LAST, PHONE, LABEL)


def judged(shown: Any, *elements: UIElement, activity: str = CONTACTS) -> tuple[float, float]:
    device, task = shown(activity, elements), ContactsNewContactDraft()
    return task.success(device, DRAFT, None), task.progress(device, DRAFT)


def test_all_four_stand_in_the_form(shown: Any) -> None:
    assert judged(shown, *FORM) == (1.0, 1.0)
    assert judged(shown) == (0.0, 0.0)
    for missing in FORM:
        assert judged(shown, *(e for e in FORM if e is not missing)) == (0.0, 0.75)
    assert judged(shown, *FORM, activity="com.android.launcher3/.Launcher") == (0.0, 0.0)


@pytest.mark.parametrize(
    ("instead", "score"),
    [
        (UIElement(hint_text="First name", text="Marisole"), 1.0),  # 14 of 15 letters: 0.93
        (UIElement(hint_text="First name", text="Mariso"), 1.0),
        (UIElement(hint_text="First name", text="Marisa"), 0.0),
        (UIElement(hint_text="First name"), 0.0),
        (UIElement(hint_text="Nickname", text="Marisol"), 0.0),
    ],
)
def test_only_the_original_forgives_a_slip_in_a_name(
    shown: Any, instead: UIElement, score: float
) -> None:
    device, task = shown(CONTACTS, (instead, LAST, PHONE, LABEL)), ContactsNewContactDraft()
    assert task.original_success(device, DRAFT, None) == score
    assert task.success(device, DRAFT, None) == 0.0


def test_the_form_has_what_was_asked_for_and_no_more(shown: Any) -> None:
    empty = UIElement(hint_text="Company", text="Company")
    assert judged(shown, *FORM, empty, UIElement(hint_text="Email", text="")) == (1.0, 1.0)
    for field in (
        UIElement(hint_text="Company", text="Acme"),
        UIElement(hint_text="Phone", text="202-555-0174"),
    ):
        assert judged(shown, *FORM, field) == (0.0, 1.0)


def test_the_last_name_is_compared_too(shown: Any) -> None:
    assert (
        judged(shown, FIRST, UIElement(hint_text="Last name", text="Olsen"), PHONE, LABEL)[0] == 0
    )


@pytest.mark.parametrize(
    ("text", "score"),
    [("2025550173", 1.0), ("202-555-0174", 0.0), ("+1 202-555-0173", 0.0), (None, 0.0)],
)
def test_digits_are_exact(shown: Any, text: str | None, score: float) -> None:
    phone = UIElement(hint_text="Phone", text=text, bbox_pixels=PHONE.bbox_pixels)
    assert judged(shown, FIRST, LAST, phone, LABEL)[0] == score


@pytest.mark.parametrize(
    ("label", "score"),
    [
        (UIElement(text="Work", content_description="Work Phone"), 1.0),
        (UIElement(text="Home", content_description="Work Phone"), 0.0),
        (
            UIElement(text="Work", content_description="Work Email", bbox_pixels=box(1100, 1150)),
            0.0,
        ),
        (UIElement(text="Home", bbox_pixels=box(1100, 1150)), 0.0),
        (UIElement(text="Work"), 0.0),  # nobody knows where
        (UIElement(text="Work", bbox_pixels=box(1100, 1150)), 1.0),
        (UIElement(text="Work", bbox_pixels=box(1149, 1199)), 1.0),
        (UIElement(text="Work", bbox_pixels=box(1150, 1200)), 0.0),  # half of the field's height
        (UIElement(text="Work", bbox_pixels=box(901, 951)), 1.0),
        (UIElement(text="Work", bbox_pixels=box(900, 950)), 0.0),
        (UIElement(text="Work", bbox_pixels=box(1020, 1080)), 1.0),
    ],
)
def test_the_label_is_that_of_the_number(shown: Any, label: UIElement, score: float) -> None:
    assert judged(shown, FIRST, LAST, PHONE, label)[0] == score
    # Other elements before it don't matter.
    near = UIElement(text="Mobile", bbox_pixels=box(1100, 1150))
    far = UIElement(text="Work", bbox_pixels=box(10, 20))
    assert judged(shown, near, far, FIRST, LAST, PHONE, label)[0] == score


def test_a_label_near_a_number_without_bounds_is_nobodys(shown: Any) -> None:
    phone = UIElement(hint_text="Phone", text="202-555-0173")
    near = UIElement(text="Work", bbox_pixels=box(1100, 1150))
    assert judged(shown, FIRST, LAST, phone, near) == (0.0, 0.75)
    assert judged(shown, FIRST, LAST, near) == (0.0, 0.5)


@pytest.mark.parametrize(("top", "score"), [(1151, 1.0), (1152, 0.0)])
def test_a_label_may_be_half_of_an_odd_height_away(shown: Any, top: float, score: float) -> None:
    phone = UIElement(hint_text="Phone", text="202-555-0173", bbox_pixels=box(1000, 1101))
    label = UIElement(text="Work", bbox_pixels=box(top, top + 50))
    assert judged(shown, FIRST, LAST, phone, label)[0] == score


@pytest.mark.parametrize(
    "title", [UIElement(text="Edit contact"), UIElement(content_description="Edit contact")]
)
def test_a_contact_that_is_edited_is_no_new_one(shown: Any, title: UIElement) -> None:
    assert judged(shown, *FORM, title) == (0.0, 1.0)


def test_one_contact_may_be_new() -> None:
    assert ContactsAddContact().touches({}) == [Rows("contacts", added=1)]
    assert ContactsNewContactDraft().touches({}) == ()

"""Judging of changes: exactly the asked rows, as asked, and everything else as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import OptionError
from android_gym.task_suite.changes.task import ChangeTask
from android_gym.task_suite.suite import suites, tasks
from tests.promises import ChangePhone, check_rows

CHANGES = {
    f"{namespace}/{name}-v{cls.version}": cls
    for namespace in suites()
    for name, cls in tasks(namespace).items()
    if issubclass(cls, ChangeTask)
}
ADD, RENAME = "AndroidGym/ExpenseAddWithNote-v0", "AndroidGym/ExpenseRename-v0"
MARKOR = "AndroidGym/MarkorRename-v0"


@pytest.fixture
def phone(request: pytest.FixtureRequest) -> Iterator[ChangePhone]:
    made = ChangePhone(request.param)
    yield made
    made.env.close()


on = pytest.mark.parametrize


@pytest.mark.rotating(period=14)
@on("phone", CHANGES, indirect=True)
def test_exactly_the_wanted_rows_are_right(phone: ChangePhone) -> None:
    check_rows(phone)


@on("phone", [ADD], indirect=True)
def test_what_the_app_stamps_is_of_today_at_any_time(phone: ChangePhone) -> None:
    *kept, new = phone.done
    assert phone.holding([*kept, {**new, "time": "13:05"}]) == (1.0, 1.0)
    assert phone.holding([*kept, {**new, "date": "2023-10-14"}])[0] == 0.0
    changed = {**kept[0], "time": "23:59"}
    assert phone.holding([changed, *kept[1:], new])[0] == 0.0, "of the others the time counts"


@on("phone", [MARKOR, "AndroidGym/JoplinRetitle-v0", "AndroidGym/JoplinTrash-v0"], indirect=True)
def test_one_of_the_others_may_have_been_saved_again_as_it_was(phone: ChangePhone) -> None:
    """It was changed by mistake, and changed back: all that is left is when it was saved."""
    first, *rest = phone.done
    again = {**first, "date": "2023-10-15", "time": "15:00"}
    assert phone.holding([again, *rest]) == (1.0, 1.0)
    if not phone.task.change.adapter.key:
        assert phone.holding([again, first, *rest])[0] == 0.0, "one is new"
    assert phone.holding(rest)[0] == 0.0, "it is gone"
    field = "text" if "text" in first else "body"
    assert phone.holding([{**again, field: "Something else."}, *rest])[0] == 0.0


@on(
    "phone",
    [ADD, MARKOR, "AndroidGym/RetroRenamePlaylist-v0", "AndroidGym/GmailNewLabel-v0"],
    indirect=True,
)
def test_of_a_given_text_the_words_count(phone: ChangePhone) -> None:
    *kept, new = phone.done
    field = "note" if "note" in new else "name"
    text = new[field]
    for right in (f"{text} ", text.upper(), f"{text.lower()}.", text.replace(" ", "  ")):
        wanted = float(not text.endswith(".md") or right == text)  # a file's name is exact
        assert phone.holding([*kept, {**new, field: right}])[0] == wanted, right
    for wrong in (f"{text}s", text[1:], text.replace(" ", "", 1) if " " in text else "", "x"):
        assert phone.holding([*kept, {**new, field: wrong}])[0] == 0.0, wrong
    other = {**kept[0], field: kept[0][field].upper()}
    assert phone.holding([other, *kept[1:], new])[0] == 0.0, "others stay letter by letter"


@on("phone", [RENAME], indirect=True)
def test_progress_is_lost_by_what_nobody_asked_for(phone: ChangePhone) -> None:
    *kept, new = phone.done
    assert phone.holding([*kept[2:], new]) == (0.0, 0.0)
    phone.device.shell("rm -r /data/data/com.arduia.expense/databases")
    assert phone.env.get_wrapper_attr("judge").ask_success(phone.device, None) == 0.0


@on("phone", ["AndroidGym/FilesCopy-v0", "AndroidGym/KeepCopy-v0"], indirect=True)
def test_what_is_copied_may_not_be_lost(phone: ChangePhone) -> None:
    new = phone.task.change.adapter.touches([], phone.params["wanted"])
    assert phone.task.touches(phone.params) == new


@on("phone", [RENAME], indirect=True)
@on(
    ("name", "value", "message"),
    [
        ("targets", [99], "indices of 'rows'"),
        ("targets", [0, 0], "each once"),
        ("targets", [], "must name what is changed"),
        ("wanted", [], "a row for each change"),
        ("rows", [{"name": "Tea"}], "indices|exactly the fields"),
        ("values", {"name": "Tea"}, "a string for each"),
        ("said", {"name": 3, "new": "x"}, "a string for each"),
    ],
)
def test_parameters_given_by_hand(phone: ChangePhone, name: str, value: Any, message: str) -> None:
    phone.task.check(phone.params)
    with pytest.raises(OptionError, match=message):
        phone.task.check({**phone.params, name: value})


@on("phone", [RENAME], indirect=True)
@on(("field", "value", "message"), [("amount", "ten", "can't have"), ("amount", 1.005, "hold")])
def test_rows_given_by_hand(phone: ChangePhone, field: str, value: Any, message: str) -> None:
    first, *rest = phone.params["rows"]
    with pytest.raises(OptionError, match=message):
        phone.task.check({**phone.params, "rows": [{**first, field: value}, *rest]})

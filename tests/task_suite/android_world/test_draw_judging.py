"""The rules of the task of Simple Draw Pro, at their thresholds."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.draw.tasks import PICTURES, SimpleDrawProCreateDrawing
from android_gym.task_suite.touches import FileAt

BEGINNINGS = {
    ".png": "printf '\\211PNG\\r\\n\\032\\n'",
    ".jpg": "printf '\\377\\330\\377'",
    ".svg": "echo '<svg/>'",
}


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_a_picture_of_its_kind_is_wanted(phone: Any, begun: Any, ending: str) -> None:
    name = f"lorem_ipsum{ending}"
    case = begun(SimpleDrawProCreateDrawing, phone, file_name=name)
    assert (case.success, case.original) == (0.0, 0.0)
    for other, beginning in BEGINNINGS.items():
        phone.shell(f"{beginning} > {PICTURES}/{name}")
        assert (case.success, case.original) == (float(other == ending), 1.0)
    phone.shell(f"({BEGINNINGS[ending]}; echo and what follows) > {PICTURES}/{name}")
    assert case.success == 1.0
    phone.shell(f"{BEGINNINGS[ending]} | head -c 2 > {PICTURES}/{name}")
    assert case.success == 0.0
    phone.shell(
        f"{BEGINNINGS[ending]} > {PICTURES}/{name}; mv {PICTURES}/{name} {PICTURES}/a_{name}"
    )
    assert (case.success, case.original) == (0.0, 0.0)
    phone.shell(f"mkdir {PICTURES}/{name}")
    assert (case.success, case.original) == (0.0, 1.0)


def test_names_need_no_quotes_of_the_users(phone: Any, begun: Any) -> None:
    case = begun(SimpleDrawProCreateDrawing, phone, file_name="it's; $(rm) here.svg")
    phone.shell(f"echo '<svg/>' > \"{PICTURES}/it's; \\$(rm) here.svg\"")
    assert (case.success, case.original) == (1.0, 1.0)


def test_the_drawing_alone_may_be_touched() -> None:
    task = SimpleDrawProCreateDrawing()
    assert task.touches({"file_name": "a.png"}) == [FileAt(f"{PICTURES}/a.png")]


@pytest.mark.parametrize("name", ["", "a", ".png", "a.gif", "a/b.png"])
def test_names_that_the_app_can_t_give_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match="file_name"):
        SimpleDrawProCreateDrawing().check({"file_name": name})


def test_the_storage_is_emptied(phone: Any, begun: Any) -> None:
    phone.shell(f"echo x > {PICTURES}/old.png; echo x > /sdcard/Download/old.png")
    begun(SimpleDrawProCreateDrawing, phone)
    assert phone.shell("find /sdcard -type f") == ""
    phone.shell(f"mkdir {PICTURES}/old")
    with pytest.raises(TaskError, match="old"):
        begun(SimpleDrawProCreateDrawing, phone)

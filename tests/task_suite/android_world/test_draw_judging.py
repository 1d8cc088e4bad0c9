"""The rules of the task of Simple Draw Pro, at their thresholds."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.draw.tasks import PICTURES, SimpleDrawProCreateDrawing
from android_gym.task_suite.touches import FileAt

LINE = '<path d="M1,1 L9,9" stroke="#000000" />'


def picture(ending: str, *, drawn: bool = True, contrast: int = 255) -> bytes:
    if ending == ".svg":
        return f"<svg><rect />{LINE if drawn else ''}</svg>".encode()
    pixels = np.full((60, 40, 3), 255, np.uint8)
    if drawn:
        pixels[20:30, 10:20, 1] -= contrast
    return bytes(cv2.imencode(ending, pixels)[1])


@pytest.mark.parametrize("ending", [".png", ".jpg", ".svg"])
def test_a_picture_of_its_kind_is_wanted(phone: Any, begun: Any, ending: str) -> None:
    name = f"lorem_ipsum{ending}"
    path = f"{PICTURES}/{name}"
    case = begun(SimpleDrawProCreateDrawing, phone, file_name=name)
    assert (case.success, case.original) == (0.0, 0.0)
    for other in (".png", ".jpg", ".svg"):
        phone.push(path, picture(other))
        assert (case.success, case.original) == (float(other == ending), 1.0)
    phone.push(path, picture(ending, drawn=False))
    assert (case.success, case.original) == (0.0, 1.0)
    phone.push(path, picture(ending)[:20])
    assert case.success == 0.0
    phone.push(path, picture(ending))
    phone.shell(f"mv {path} {PICTURES}/a_{name}")
    assert (case.success, case.original) == (0.0, 0.0)
    phone.shell(f"mkdir {path}")
    assert (case.success, case.original) == (0.0, 1.0)


@pytest.mark.parametrize(("contrast", "success"), [(8, 0.0), (9, 1.0)])
def test_what_is_drawn_can_be_seen(phone: Any, begun: Any, contrast: int, success: float) -> None:
    case = begun(SimpleDrawProCreateDrawing, phone, file_name="lorem.png")
    phone.push(f"{PICTURES}/lorem.png", picture(".png", contrast=contrast))
    assert case.success == success


def test_names_need_no_quotes_of_the_users(phone: Any, begun: Any) -> None:
    case = begun(SimpleDrawProCreateDrawing, phone, file_name="it's; $(rm) here.svg")
    phone.push(f"{PICTURES}/it's; $(rm) here.svg", picture(".svg"))
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

"""The rules of the task of Simple Gallery Pro, at their thresholds."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from android_gym.errors import OptionError, TaskError
from android_gym.task_suite.android_world.gallery.receipts import draw_receipt, receipt_picture
from android_gym.task_suite.android_world.gallery.tasks import SaveCopyOfReceiptTaskEval
from android_gym.task_suite.touches import FileAt

NAME = "receipt_calm_river.jpg"
SOURCE = f"/storage/emulated/0/DCIM/{NAME}"
TARGET = f"/storage/emulated/0/Download/{NAME}"
LINES = ["Corner Market", "Total: $4.20"]


def test_the_copy_must_be_the_same_to_the_last_byte(phone: Any, begun: Any) -> None:
    case = begun(SaveCopyOfReceiptTaskEval, phone, file_name=NAME, lines=LINES)
    assert (case.success, case.original) == (0.0, 0.0)
    phone.shell(f"size=$(stat -c %s {SOURCE}); head -c $((size - 1)) {SOURCE} > {TARGET}")
    assert (case.success, case.original) == (0.0, 1.0)
    phone.shell(f"tail -c 1 {SOURCE} >> {TARGET}")
    assert (case.success, case.original) == (1.0, 1.0)
    phone.shell(f"echo >> {TARGET}")
    assert (case.success, case.original) == (0.0, 1.0)


def test_the_original_must_stay(phone: Any, begun: Any) -> None:
    case = begun(SaveCopyOfReceiptTaskEval, phone, file_name=NAME, lines=LINES)
    phone.shell(f"cp {SOURCE} {TARGET}")
    assert case.success == 1.0
    phone.shell(f"rm {SOURCE}")
    assert (case.success, case.original) == (0.0, 1.0)
    phone.shell(f"cp {TARGET} {SOURCE}; rm {TARGET}; mkdir {TARGET}")
    assert (case.success, case.original) == (0.0, 1.0)


def test_names_need_no_quotes_of_the_users(phone: Any, begun: Any) -> None:
    name = "it's; $(rm) here.jpg"
    case = begun(SaveCopyOfReceiptTaskEval, phone, file_name=name, lines=LINES)
    folder = "/storage/emulated/0"
    phone.shell(f'cp {folder}/DCIM/it*.jpg "{folder}/Download/it\'s; \\$(rm) here.jpg"')
    assert (case.success, case.original) == (1.0, 1.0)


def test_the_copy_alone_may_be_touched() -> None:
    task = SaveCopyOfReceiptTaskEval()
    assert task.touches({"file_name": NAME, "lines": LINES}) == [FileAt(TARGET)]


@pytest.mark.parametrize("name", ["", ".jpg", "a.png", "a/b.jpg", ".a.jpg", "a?.jpg", 3])
def test_names_that_the_app_does_not_show_are_refused(name: Any) -> None:
    with pytest.raises(OptionError, match="file_name"):
        SaveCopyOfReceiptTaskEval().check({"file_name": name, "lines": LINES})


@pytest.mark.parametrize("lines", ["Total", [1], None])
def test_lines_are_texts(lines: Any) -> None:
    with pytest.raises(OptionError, match="lines"):
        SaveCopyOfReceiptTaskEval().check({"file_name": NAME, "lines": lines})


def test_the_storage_is_emptied(phone: Any, begun: Any) -> None:
    phone.shell("echo x > /sdcard/DCIM/old.jpg; echo x > /sdcard/Download/old.jpg")
    begun(SaveCopyOfReceiptTaskEval, phone, file_name=NAME, lines=LINES)
    assert phone.shell("find /storage/emulated/0 -type f").split() == [SOURCE]
    phone.shell("mkdir /storage/emulated/0/Download/old")
    with pytest.raises(TaskError, match="old"):
        begun(SaveCopyOfReceiptTaskEval, phone, file_name=NAME, lines=LINES)


def test_receipts_differ_and_are_pictures() -> None:
    rng = np.random.default_rng(1)
    drawn = [draw_receipt(rng) for _ in range(20)]
    pictures = [receipt_picture(lines) for lines in drawn]
    assert len(set(pictures)) == 20
    for lines, content in zip(drawn, pictures, strict=True):
        assert lines[-2].split("  ")[1] == lines[-1].removeprefix("Total: ")
        with Image.open(io.BytesIO(content)) as picture:
            assert picture.size == (500, 350) and picture.format == "JPEG"
            dark = (np.asarray(picture.convert("L")) < 128).any(axis=1)
            assert dark.any()

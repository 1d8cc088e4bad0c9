"""Reading rows off the list of Pro Expense."""

from __future__ import annotations

from typing import Any

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.task_suite.android_world.expense import demonstrations as module
from android_gym.task_suite.demonstrations.script import Observation, Screen

Row = tuple[str, str, str]


def screen(*rows: Row | tuple[str, str]) -> Screen:
    """The app's list, parts listed layer by layer as the accessibility service does."""
    found = []
    for part, name in enumerate(("tv_name", "tv_date", "tv_amount")):
        for number, row in enumerate(rows):
            if part < len(row):
                top = 300 + 184 * number + (0, 70, 50)[part]
                box = BoundingBox(200 if part < 2 else 800, 1000, top, top + 60)
                resource = f"com.arduia.expense:id/{name}"
                found.append(
                    UIElement(
                        text=row[part], resource_name=resource, bbox_pixels=box, is_visible=True
                    )
                )
    return Screen(Observation("", tuple(found), 1080, 2400))


def pair(*rows: Row | tuple[str, str]) -> Any:
    found = module._second_of_a_pair(screen(*rows))
    return found and found.bbox_pixels and found.bbox_pixels.y_min


RENT, DEARER = ("Rent", "Sep 28", "12.5"), ("Rent", "Sep 28", "12.6")
SOCKS = ("Socks", "Sep 28", "12.5")


def test_the_second_of_two_equal_rows_is_found() -> None:
    assert pair(RENT, RENT) == 484
    assert pair(RENT, SOCKS, DEARER, RENT) == 852


def test_rows_that_differ_are_no_pair() -> None:
    assert pair() is None
    assert pair(RENT, DEARER, SOCKS, ("Rent", "Sep 27", "12.5")) is None


def test_half_a_row_is_no_evidence() -> None:
    assert pair(("Rent", "Sep 28"), ("Rent", "Sep 28")) is None

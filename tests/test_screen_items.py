"""Texts and icons of a screen."""

import pytest

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.screen_items import ScreenItem, icon_type, screen_items


def element(description=None, resource=None, **fields):
    box = BoundingBox(*fields.pop("box", (10, 60, 10, 60)))
    return UIElement(content_description=description, resource_name=resource, bbox_pixels=box,
                     is_visible=True, **fields)  # fmt: skip


@pytest.mark.parametrize(
    ("description", "resource", "kind"),
    [
        ("Navigate up", None, "ICON_ARROW_BACKWARD"),
        ("More options", None, "ICON_THREE_DOTS"),
        ("Add note", "a:id/fab", "ICON_PLUS"),
        (None, "a:id/menu_search", "ICON_MAGNIFYING_GLASS"),
        ("Voice search", None, "ICON_MIC"),
        ("Blurb", "a:id/x1", "ICON_UNSPECIFIED"),
    ],
)
def test_types_of_icons(description, resource, kind):
    assert icon_type(element(description, resource)) == kind


def test_items_keep_what_they_are_called():
    found = screen_items([element("Add"), element("Wi-Fi, on", text="Wi-Fi")], (100, 200))
    box = (0.05, 0.1, 0.25, 0.5)
    assert found == (ScreenItem(box, "TEXT", "Wi-Fi", "Wi-Fi, on"),)  # the other is too large
    (icon,) = screen_items([element("Add")], (1000, 2000))
    assert (icon.kind, icon.text, icon.description) == ("ICON_PLUS", "", "Add")
    for is_on in (True, False):
        (icon,) = screen_items([element(is_checkable=True, is_checked=is_on)], (1000, 2000))
        assert icon.description == ("on" if is_on else "off")


@pytest.mark.parametrize(
    ("box", "middle"),
    [((10, 60, 10, 60), (35, 35)), ((98, 102, 0, 1), (99, 0)), ((-9, 1, 199, 300), (0, 199))],
)
def test_the_middle_is_on_the_screen(box, middle):
    (item,) = screen_items([element(text="a", box=box)], (100, 200))
    assert item.middle((100, 200)) == middle

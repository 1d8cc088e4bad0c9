"""Readers of UI elements."""

import pytest
from android_env.proto.a11y import android_accessibility_forest_pb2 as forest_pb2

from android_gym.accessibility import (
    BoundingBox,
    UIElement,
    forest_to_ui_elements,
    xml_to_ui_elements,
)
from android_gym.errors import DeviceError


def _forest() -> forest_pb2.AndroidAccessibilityForest:
    forest = forest_pb2.AndroidAccessibilityForest()
    nodes = forest.windows.add().tree.nodes
    nodes.add(unique_id=0, class_name="android.widget.FrameLayout", child_ids=[1, 2, 3, 4])
    nodes.add(unique_id=1, text="leaf", is_visible_to_user=True).bounds_in_screen.right = 540
    nodes.add(unique_id=2, content_description="group", child_ids=[5], is_visible_to_user=True)
    nodes.add(unique_id=3, is_scrollable=True, child_ids=[6])
    nodes.add(unique_id=4, child_ids=[7])
    nodes.add(unique_id=5, hint_text="hidden leaf")
    second = forest.windows.add().tree.nodes.add(text="below", is_visible_to_user=True)
    second.view_id_resource_name = "app:id/below"
    return forest


def test_keeps_leaves_descriptions_and_scrollables_in_order():
    found = [
        e.text or e.content_description or e.hint_text or e.is_scrollable
        for e in forest_to_ui_elements(_forest())
    ]
    assert found == ["leaf", "group", True, "hidden leaf", "below"]


def test_invisible_elements_can_be_left_out():
    found = forest_to_ui_elements(_forest(), exclude_invisible_elements=True)
    assert [e.text or e.content_description for e in found] == ["leaf", "group", "below"]
    assert found[-1].resource_name == "app:id/below"
    assert found[0].content_description is None  # empty strings become None
    assert found[0].bbox is None and found[0].bbox_pixels == BoundingBox(0, 540, 0, 0)


def test_bbox_is_normalized_where_the_screen_size_is_given():
    element = forest_to_ui_elements(_forest(), screen_size=(1080, 2400))[0]
    assert element.bbox == BoundingBox(0.0, 0.5, 0.0, 0.0)


def test_bounding_box_measures():
    box = BoundingBox(10, 30, 100, 110)
    assert (box.center, box.width, box.height, box.area) == ((20.0, 105.0), 20, 10, 200)


XML = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>
<hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout"
 package="p" content-desc="" checkable="false" checked="false" clickable="false" enabled="true"
 focusable="false" focused="false" scrollable="false" long-clickable="false" password="false"
 selected="false" bounds="[0,0][1080,2400]"><node index="0" text="a &amp; b"
 resource-id="p:id/name" class="android.widget.EditText" package="p" content-desc=""
 checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="true"
 scrollable="false" long-clickable="true" password="false" selected="false"
 bounds="[-5,210][540,300]" /></node></hierarchy>"""


@pytest.mark.parametrize("xml", [XML, XML.encode()])
def test_reads_a_uiautomator_dump(xml):
    assert xml_to_ui_elements(xml, screen_size=(1080, 2400)) == [
        UIElement(
            text="a & b",
            class_name="android.widget.EditText",
            bbox=BoundingBox(-5 / 1080, 0.5, 0.0875, 0.125),
            bbox_pixels=BoundingBox(-5, 540, 210, 300),
            is_checked=False,
            is_checkable=False,
            is_clickable=True,
            is_editable=True,
            is_enabled=True,
            is_focused=True,
            is_focusable=True,
            is_long_clickable=True,
            is_scrollable=False,
            is_selected=False,
            is_visible=True,
            package_name="p",
            resource_name="p:id/name",
            resource_id="p:id/name",
        )
    ]


@pytest.mark.parametrize("xml", ["", "ERROR: could not get idle state.", "<hierarchy><node/>"])
def test_nonsense_is_a_device_error(xml):
    with pytest.raises(DeviceError, match="Dump again"):
        xml_to_ui_elements(xml)


def test_entities_are_not_expanded(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("host file")
    xml = (
        f'<!DOCTYPE h [<!ENTITY x SYSTEM "file://{secret}"><!ENTITY y "boom">]>'
        '<hierarchy><node text="ok" bounds="[0,0][1,1]">&x;&y;</node></hierarchy>'
    )
    assert "host file" not in repr(xml_to_ui_elements(xml))

"""Elements of the screen as a flat list.

The fields, their order and the rule that decides which nodes become elements are those of
AndroidWorld's ``representation_utils.py``, so that prompts, marks and policies written for it carry
over. There are two sources: the forest of Android's accessibility service (all windows), and the
XML of ``uiautomator dump`` (the active window, without hints and tooltips).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from android_gym.errors import DeviceError

if TYPE_CHECKING:
    from android_env.proto.a11y.android_accessibility_forest_pb2 import AndroidAccessibilityForest
    from android_env.proto.a11y.android_accessibility_node_info_pb2 import (
        AndroidAccessibilityNodeInfo,
    )

__all__ = ["BoundingBox", "UIElement", "forest_to_ui_elements", "xml_to_ui_elements"]


@dataclass(slots=True)
class BoundingBox:
    """A rectangle; x grows to the right, y downwards, and the maxima are exclusive.

    Attributes:
        x_min: Left edge.
        x_max: Right edge.
        y_min: Top edge.
        y_max: Bottom edge.
    """

    x_min: float | int
    x_max: float | int
    y_min: float | int
    y_max: float | int

    @property
    def center(self) -> tuple[float, float]:
        """The point (x, y) in the middle."""
        return (self.x_min + self.x_max) / 2.0, (self.y_min + self.y_max) / 2.0

    @property
    def width(self) -> float | int:
        """Extent in x."""
        return self.x_max - self.x_min

    @property
    def height(self) -> float | int:
        """Extent in y."""
        return self.y_max - self.y_min

    @property
    def area(self) -> float | int:
        """Width times height."""
        return self.width * self.height


@dataclass(slots=True)
class UIElement:
    """One element of the screen. Empty strings become None; treat as immutable.

    Attributes:
        text: The text shown.
        content_description: What a screen reader says instead.
        class_name: Java class, e.g. ``android.widget.Button``.
        bbox: Bounds as fractions of the screen's size, if the size was given.
        bbox_pixels: Bounds in pixels of the screen in its current rotation.
        hint_text: Shown while an editable element is empty.
        is_checked: Whether a checkable element is on.
        is_checkable: Whether it can be on or off.
        is_clickable: Whether it reacts to a tap.
        is_editable: Whether it takes text.
        is_enabled: Whether it is not greyed out.
        is_focused: Whether it has the input focus.
        is_focusable: Whether it can be focused.
        is_long_clickable: Whether it reacts to a long press.
        is_scrollable: Whether it can be scrolled.
        is_selected: Whether it is selected.
        is_visible: Whether any part of it can be seen.
        package_name: Package of the app that shows it.
        resource_name: ``package:id/name`` of the view.
        tooltip: Text of its tooltip.
        resource_id: Same as `resource_name`, if the source is a uiautomator dump.
        metadata: Anything else that the source reports.
    """

    text: str | None = None
    content_description: str | None = None
    class_name: str | None = None
    bbox: BoundingBox | None = None
    bbox_pixels: BoundingBox | None = None
    hint_text: str | None = None
    is_checked: bool | None = None
    is_checkable: bool | None = None
    is_clickable: bool | None = None
    is_editable: bool | None = None
    is_enabled: bool | None = None
    is_focused: bool | None = None
    is_focusable: bool | None = None
    is_long_clickable: bool | None = None
    is_scrollable: bool | None = None
    is_selected: bool | None = None
    is_visible: bool | None = None
    package_name: str | None = None
    resource_name: str | None = None
    tooltip: str | None = None
    resource_id: str | None = None
    metadata: dict[str, Any] | None = None


def forest_to_ui_elements(
    forest: AndroidAccessibilityForest,
    exclude_invisible_elements: bool = False,
    screen_size: tuple[int, int] | None = None,
) -> list[UIElement]:
    """List the elements of all windows, in the forest's order.

    A node becomes an element if it has no children, has a content description, or can be scrolled.

    Args:
        forest: The forest sent by the accessibility forwarder.
        exclude_invisible_elements: Whether to leave out elements that can't be seen at all.
        screen_size: (width, height) in pixels; if given, `UIElement.bbox` is filled too.
    """
    return [
        _from_node(node, screen_size)
        for window in forest.windows
        for node in window.tree.nodes
        if (not node.child_ids or node.content_description or node.is_scrollable)
        and (node.is_visible_to_user or not exclude_invisible_elements)
    ]


def _from_node(
    node: AndroidAccessibilityNodeInfo, screen_size: tuple[int, int] | None
) -> UIElement:
    rect = node.bounds_in_screen
    box = BoundingBox(rect.left, rect.right, rect.top, rect.bottom)
    return UIElement(
        text=node.text or None,
        content_description=node.content_description or None,
        class_name=node.class_name or None,
        bbox=_normalized(box, screen_size),
        bbox_pixels=box,
        hint_text=node.hint_text or None,
        is_checked=node.is_checked,
        is_checkable=node.is_checkable,
        is_clickable=node.is_clickable,
        is_editable=node.is_editable,
        is_enabled=node.is_enabled,
        is_focused=node.is_focused,
        is_focusable=node.is_focusable,
        is_long_clickable=node.is_long_clickable,
        is_scrollable=node.is_scrollable,
        is_selected=node.is_selected,
        is_visible=node.is_visible_to_user,
        package_name=node.package_name or None,
        resource_name=node.view_id_resource_name or None,
    )


def xml_to_ui_elements(
    xml: str | bytes, screen_size: tuple[int, int] | None = None
) -> list[UIElement]:
    """List the elements of a ``uiautomator dump``, by the rule of `forest_to_ui_elements`.

    A dump has only visible nodes. It doesn't say whether an element takes text; that is inferred
    from the class.

    Args:
        xml: The dump. Entities are not expanded.
        screen_size: (width, height) in pixels; if given, `UIElement.bbox` is filled too.

    Raises:
        DeviceError: If `xml` is not such a dump.
    """
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(xml.encode() if isinstance(xml, str) else xml, parser)
        return [
            _from_xml(node, screen_size)
            for node in root.iter("node")
            if not len(node) or node.get("content-desc") or node.get("scrollable") == "true"
        ]
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DeviceError(
            f"The device's uiautomator dump can't be read ({error}); it begins {xml[:80]!r}. "
            "Dump again once the screen has settled."
        ) from error


def _from_xml(node: Any, screen_size: tuple[int, int] | None) -> UIElement:
    bounds = re.fullmatch(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]", node.get("bounds", ""))
    if bounds is None:
        raise ValueError(f"bounds {node.get('bounds')!r}")
    left, top, right, bottom = map(int, bounds.groups())
    box = BoundingBox(left, right, top, bottom)

    def flag(name: str) -> bool | None:
        value = node.get(name)
        return None if value is None else value == "true"

    class_name = node.get("class") or None
    return UIElement(
        text=node.get("text") or None,
        content_description=node.get("content-desc") or None,
        class_name=class_name,
        bbox=_normalized(box, screen_size),
        bbox_pixels=box,
        is_checked=flag("checked"),
        is_checkable=flag("checkable"),
        is_clickable=flag("clickable"),
        is_editable=class_name is not None and class_name.endswith("EditText"),
        is_enabled=flag("enabled"),
        is_focused=flag("focused"),
        is_focusable=flag("focusable"),
        is_long_clickable=flag("long-clickable"),
        is_scrollable=flag("scrollable"),
        is_selected=flag("selected"),
        is_visible=True,
        package_name=node.get("package") or None,
        resource_name=node.get("resource-id") or None,
        resource_id=node.get("resource-id") or None,
    )


def _normalized(box: BoundingBox, screen_size: tuple[int, int] | None) -> BoundingBox | None:
    if screen_size is None:
        return None
    width, height = screen_size
    return BoundingBox(box.x_min / width, box.x_max / width, box.y_min / height, box.y_max / height)

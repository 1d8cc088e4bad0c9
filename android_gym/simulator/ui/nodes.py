"""Accessibility nodes, made from the same views that are drawn.

There are two forms: `ui_elements` is cheap and made for agents; `forest` is android_env's message.
The rules (which views are important, which windows are reported, and in which order) are those of
AndroidWorld's accessibility forwarder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from android_gym.accessibility import BoundingBox, UIElement
from android_gym.simulator.ui.direction import mirrored_rect
from android_gym.simulator.ui.geometry import Rect, intersect
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.simulator.ui.windows import Window

__all__ = ["Node", "dump_xml", "forest", "nodes_of", "ui_elements"]

WINDOW_TYPES = {"application": 1, "input_method": 2, "system": 3}


class Node:
    """An accessibility node.

    Attributes:
        view: The view it describes.
        bounds: Its visible part, in pixels of the screen; its full bounds if it is out of sight.
        children: Child nodes.
        depth: Distance from the root.
        visible: Whether any part of it is visible.
    """

    __slots__ = ("bounds", "children", "depth", "view", "visible")

    def __init__(self, view: View, bounds: Rect, depth: int, visible: bool) -> None:
        self.view = view
        self.bounds = bounds
        self.children: list[Node] = []
        self.depth = depth
        self.visible = visible


def nodes_of(window: Window, screen: Rect, *, everything: bool = False) -> Node:
    """Return the root of the node tree of a window.

    Args:
        window: A window that has been laid out.
        screen: Bounds of the screen.
        everything: Whether to include views that aren't important for accessibility.
    """
    root = window.root
    top = Node(root, intersect(root.bounds, screen), 0, root.visibility == "visible")
    _add(root, top, top.bounds, everything)
    if window.ui.mirrored:
        for node in _breadth_first(top):
            node.bounds = mirrored_rect(node.bounds, screen[2])
    return top


def _add(view: View, parent: Node, clip: Rect, everything: bool) -> None:
    if view.important == "no_hide_descendants" and not everything:
        return
    left, top, right, bottom = clip
    siblings, depth = parent.children, parent.depth + 1
    for child in view.children:
        if child.visibility != "visible":
            continue
        if child.important == "no_hide_descendants" and not everything:
            continue
        bounds = child.bounds
        x0, y0, x1, y1 = bounds
        if x0 < left or y0 < top or x1 > right or y1 > bottom:
            bounds = x0, y0, x1, y1 = intersect(bounds, clip)
        if x1 <= x0 or y1 <= y0:
            # Out of sight, but it still exists: a row whose text has scrolled away isn't a leaf.
            if not everything and _reported(child):
                siblings.append(Node(child, child.bounds, depth, False))
        elif everything or child.is_important():
            node = Node(child, bounds, depth, True)
            siblings.append(node)
            if child.children:
                _add(child, node, bounds, everything)
        elif child.children:
            _add(child, parent, bounds, everything)


def _reported(view: View) -> bool:
    """Return whether the view or any of its descendants is a node."""
    if view.important == "no_hide_descendants":
        return False
    return view.is_important() or any(_reported(child) for child in view.children)


def _breadth_first(root: Node) -> list[Node]:
    order = [root]
    for node in order:
        order.extend(node.children)
    return order


def ui_elements(windows: Sequence[Window], screen: Rect) -> tuple[list[UIElement], ...]:
    """Return the elements of each window, by AndroidWorld's rule.

    A node is kept if it has no children, has a content description, or is scrollable.

    Returns:
        A list for each window, which must not be modified; the same list as before unless the
        window was laid out again.
    """
    found: list[list[UIElement]] = []
    for window in windows:
        known = window.elements
        if known is None:
            known = window.elements = _window_elements(window, screen)
        found.append(known)
    return tuple(found)


def _window_elements(window: Window, screen: Rect) -> list[UIElement]:
    found = []
    package = window.package
    for node in _breadth_first(nodes_of(window, screen)):
        view = node.view
        if not node.visible:
            continue
        scrollable = view.scrollable
        if node.children and not view.content_description and not scrollable:
            continue
        left, top, right, bottom = node.bounds
        found.append(
            UIElement(
                text=view.accessibility_text() or None,
                content_description=view.content_description or None,
                class_name=view.class_name,
                bbox_pixels=BoundingBox(left, right, top, bottom),
                hint_text=view.accessibility_hint() or None,
                is_checked=view.checked,
                is_checkable=view.checkable,
                is_clickable=view.clickable,
                is_editable=view.editable,
                is_enabled=view.enabled,
                # The forwarder doesn't report the focus.
                is_focused=False,
                is_focusable=view.focusable,
                is_long_clickable=view.long_clickable,
                is_scrollable=scrollable,
                is_selected=view.selected,
                is_visible=True,
                package_name=package,
                resource_name=view.resource_name,
            )
        )
    return found


def forest(windows: Sequence[Window], screen: Rect, focused: Window | None) -> Any:
    """Return android_env's AndroidAccessibilityForest of the same nodes."""
    from android_env.proto.a11y import android_accessibility_forest_pb2

    message = android_accessibility_forest_pb2.AndroidAccessibilityForest()
    for window in windows:
        info = message.windows.add()
        info.id = window.id
        info.layer = window.id
        info.window_type = WINDOW_TYPES[window.kind]
        info.is_active = info.is_focused = window is focused
        _rect(info.bounds_in_screen, window.frame_on_screen)
        order = _breadth_first(nodes_of(window, screen))
        numbers = {id(node): number for number, node in enumerate(order)}
        for number, node in enumerate(order):
            view = node.view
            item = info.tree.nodes.add()
            item.unique_id = number
            _rect(item.bounds_in_screen, node.bounds)
            item.class_name = view.class_name
            item.content_description = view.content_description or ""
            item.hint_text = view.accessibility_hint() or ""
            item.package_name = window.package
            item.text = view.accessibility_text() or ""
            item.text_selection_start, item.text_selection_end = view.text_selection
            item.view_id_resource_name = view.resource_name or ""
            item.window_id = window.id
            item.is_checkable = view.checkable
            item.is_checked = view.checked
            item.is_clickable = view.clickable
            item.is_editable = view.editable
            item.is_enabled = view.enabled
            item.is_focusable = view.focusable
            item.is_long_clickable = view.long_clickable
            item.is_password = view.password
            item.is_scrollable = view.scrollable
            item.is_selected = view.selected
            item.is_visible_to_user = node.visible
            item.child_ids.extend(numbers[id(child)] for child in node.children)
            item.depth = node.depth
            item.tooltip_text = view.tooltip or ""
            for link in view.text_links:
                span = item.clickable_spans.add(url=link.url, start=link.start, node_id=number)
                span.text = (view.accessibility_text() or "")[link.start : link.end]
                span.source = span.SpanSource.TEXT
    return message


def _rect(message: Any, rect: Rect) -> None:
    message.left, message.top, message.right, message.bottom = rect


def dump_xml(
    windows: Sequence[Window],
    screen: Rect,
    rotation: int,
    focused_path: Any,
    *,
    compressed: bool = False,
    max_depth: int | None = None,
) -> str:
    """Return the output of ``uiautomator dump``: the tree of the active window.

    Args:
        windows: Windows from bottom to top; the last application is dumped.
        screen: Bounds of the screen.
        rotation: 0 to 3.
        focused_path: (window key, path) of the focused view.
        compressed: Whether to omit unimportant views, as ``--compressed`` does.
        max_depth: Most levels below each window's root; None for all.
    """
    from xml.sax.saxutils import quoteattr

    lines = [
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
        f'<hierarchy rotation="{rotation}">',
    ]

    def write(node: Node, index: int, window: Window) -> None:
        view = node.view
        left, top, right, bottom = node.bounds
        flags = {
            "checkable": view.checkable,
            "checked": view.checked,
            "clickable": view.clickable,
            "enabled": view.enabled,
            "focusable": view.focusable,
            "focused": focused_path == (window.key, view.path),
            "scrollable": view.scrollable,
            "long-clickable": view.long_clickable,
            "password": view.password,
            "selected": view.selected,
        }
        parts = [
            f'index="{index}"',
            f"text={quoteattr(_clean(view.accessibility_text()))}",
            f"resource-id={quoteattr(view.resource_name or '')}",
            f'class="{view.class_name}"',
            f'package="{window.package}"',
            f"content-desc={quoteattr(_clean(view.content_description))}",
            *(f'{name}="{str(value).lower()}"' for name, value in flags.items()),
            f'bounds="[{left},{top}][{right},{bottom}]"',
        ]
        head = "<node " + " ".join(parts)
        if node.children and (max_depth is None or node.depth < max_depth):
            lines.append(head + ">")
            for i, child in enumerate(node.children):
                if child.visible:
                    write(child, i, window)
            lines.append("</node>")
        else:
            lines.append(head + " />")

    for window in windows:
        write(nodes_of(window, screen, everything=not compressed), 0, window)
    lines.append("</hierarchy>")
    return "".join(lines)


def _clean(text: str | None) -> str:
    """Replace characters that XML can't contain, as uiautomator does."""
    if not text:
        return ""
    return "".join(c if c in "\t\n\r" or ord(c) >= 0x20 else "." for c in text)

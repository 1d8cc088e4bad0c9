"""Windows: their laid-out views, what they draw, and the frame around an activity's content."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from android_gym.simulator.ui.direction import mirrored_items
from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.geometry import EXACTLY, MATCH, Rect, intersect
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View

if TYPE_CHECKING:
    from android_gym.accessibility import UIElement
    from android_gym.simulator.ui.activity import Controller, Overlay, Screen
    from android_gym.simulator.ui.theme import Theme
    from android_gym.simulator.ui.window_layout import WindowLayout

__all__ = ["Decor", "Window", "bar_colors", "ripple", "slid"]


class Window:
    """A window on screen, with its views laid out.

    Attributes:
        key: (owner, name); stable across rebuilds.
        owner: Token of an activity, or class name of a system window.
        package: Package that the window belongs to.
        overlay: The overlay that describes it; None for an activity's main window.
        root: Root view, of the size of the window.
        ui: The views' access to state, theme and window.
        bounds: Its bounds in pixels of the screen.
        title: Window title.
        kind: "application", "system" or "input_method".
        id: Accessibility id of the window.
        popups: Windows that its views have opened themselves.
        elements: Its elements for agents (see `nodes.ui_elements`), cached until it is laid out
            again.
        frame: Screen size and keyboard's edge that it was laid out for.
    """

    __slots__ = (
        "_items",
        "bounds",
        "controller",
        "elements",
        "frame",
        "id",
        "key",
        "kind",
        "layer",
        "overlay",
        "owner",
        "package",
        "popups",
        "root",
        "title",
        "ui",
    )

    def __init__(
        self,
        key: tuple[Hashable, Hashable],
        controller: Controller[Any],
        layer: int,
        overlay: Overlay | None,
        root: View,
        ui: Ui,
        title: str,
    ) -> None:
        self.key = key
        self.owner = key[0]
        self.controller = controller
        self.layer = layer
        self.package = ui.package
        self.overlay = overlay
        self.root = root
        self.ui = ui
        self.bounds: Rect = (0, 0, 0, 0)
        self.frame: tuple[Any, ...] = ()
        self.title = title
        self.kind = overlay.kind if overlay is not None else "application"
        self.id = 0
        self.popups: list[Window] = []
        self.elements: list[UIElement] | None = None
        self._items: list[DisplayItem] | None = None

    @property
    def frame_on_screen(self) -> Rect:
        """Its actual bounds on screen; in a mirrored window `bounds` are those before mirroring."""
        return self.root.frame_on_screen

    @property
    def modal(self) -> bool:
        """True if nothing below it can be touched or seen by accessibility services."""
        return self.overlay is not None and self.overlay.modal

    @property
    def touchable(self) -> bool:
        """True if it takes touches."""
        return self.overlay is None or self.overlay.touchable

    @property
    def focusable(self) -> bool:
        """True if it takes keys."""
        return self.overlay is None or self.overlay.focusable

    @property
    def accessible(self) -> bool:
        """True if accessibility services see it."""
        return self.overlay is None or self.overlay.accessible

    @property
    def secure(self) -> bool:
        """True if it is kept from pictures of the screen (``FLAG_SECURE``)."""
        return self.controller.is_secure()

    def items(self, screen: Rect) -> list[DisplayItem]:
        """Return what it draws, starting with the dimming of everything below."""
        if self._items is None:
            items: list[DisplayItem] = []
            dim = self.overlay.dim if self.overlay is not None else 0.0
            if dim:
                color = round(dim * 255) << 24
                items.append(DisplayItem(screen, None, ("dim", color), _Fill(color)))
            self.root.display(items, screen)
            if self.ui.mirrored:
                items = mirrored_items(items, screen[2])
            self._items = items
        return self._items

    def forget_drawn(self) -> None:
        """Drop the cached drawing and elements, since its views have moved."""
        self._items = self.elements = None


def slid(window: Window, distance: int, screen: Rect) -> list[DisplayItem]:
    """Return what a window draws while it is shifted sideways; its background fills the screen."""
    items: list[DisplayItem] = []
    if window.overlay is None:
        background = window.root.background
        color = window.ui.color(background if isinstance(background, str) else "background")
        items.append(DisplayItem(screen, None, ("dim", color), _Fill(color)))
    for item in window.items(screen):
        x0, y0, x1, y1 = item.rect
        clip = item.clip
        if clip is not None and clip != screen:
            clip = (clip[0] + distance, clip[1], clip[2] + distance, clip[3])

        def draw(canvas: Any, item: DisplayItem = item) -> None:
            canvas.translate(distance, 0)
            item.draw(canvas)

        rect = (x0 + distance, y0, x1 + distance, y1)
        items.append(DisplayItem(rect, clip, (item.key, distance), draw))
    return items


def ripple(view: View | None, screen: Rect) -> list[DisplayItem]:
    """Return the ripple that shows that a finger is on a view."""
    if view is None:
        return []
    clip = screen
    for ancestor in view.ancestors():
        if ancestor.CLIPS:
            clip = intersect(ancestor.bounds, clip)

    def draw(canvas: Any) -> None:
        from android_gym.simulator.ui.painting import paint_ripple

        paint_ripple(canvas, view)

    key = ("ripple", view.background, view.class_name, view.ui.theme)
    items = [DisplayItem(view.bounds, clip, key, draw)]
    return mirrored_items(items, screen[2]) if view.ui.mirrored else items


class _Fill:
    """Fills the clip with one colour."""

    __slots__ = ("color",)

    def __init__(self, color: int) -> None:
        self.color = color

    def __call__(self, canvas: Any) -> None:
        canvas.drawColor(self.color)


class _Content(FrameLayout):
    """The content that an activity builds; it isn't drawn under the bars."""

    CLIPS = True


class Decor(FrameLayout):
    """The root view of an activity's window, with the frame that Android gives every activity."""

    def __init__(self, screen: Screen, layout: WindowLayout, snackbar: View | None) -> None:
        self._screen = screen
        self._layout = layout
        self._content = _Content(
            [screen.content, snackbar], id="android:id/content", width=MATCH, height=MATCH
        )
        self._content.CLIPS = not screen.content.FITS
        column = LinearLayout([self._content], orientation="vertical", width=MATCH, height=MATCH)
        self._bars = [
            View(
                background=color,
                width=MATCH,
                height=0,
                important_for_accessibility="no_hide_descendants",
            )
            for color in (screen.status_bar, screen.navigation_bar)
            if color is not None and screen.edge_to_edge is not True
        ]
        self._above = screen.status_bar is not None
        children: list[View | None] = [*self._bars, column]
        super().__init__(children, background=screen.background)

    def insets(self) -> tuple[int, int]:
        """Return the pixels at the top and bottom that the content must leave free."""
        room, screen = self._layout, self._screen
        height = room.size[1]
        top = 0 if screen.edge_to_edge or screen.full_screen else room.status_bar_height
        bottom = 0 if screen.edge_to_edge is True else room.navigation_bar_height
        if screen.resize and room.keyboard_top is not None:
            bottom = max(bottom, height - room.keyboard_top)
        return top, bottom

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Offer the content the room between the bars and the keyboard."""
        top, bottom = self.insets()
        self._inset = (top, bottom)
        column = self._children[-1]
        column.measure(width, EXACTLY, max(0, height - top - bottom), EXACTLY)
        return width, height

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the content between the bars."""
        View.layout(self, left, top, right, bottom)
        above, below = self._inset
        self._children[-1].layout(left, top + above, right, max(top + above, bottom - below))
        for bar in self._bars:
            if bar is self._bars[0] and self._above:
                bar.layout(left, top, right, top + self._layout.status_bar_height)
            else:
                bar.layout(left, bottom - self._layout.navigation_bar_height, right, bottom)


def bar_colors(screen: Screen, theme: Theme) -> tuple[bool, bool, bool]:
    """Return the appearance of the system's bars over a screen; see `WindowManager.bars`."""
    from android_gym.simulator.ui.colors import on_color

    light = (not theme.dark) if screen.light_bars is None else screen.light_bars
    handle = light
    if screen.navigation_bar is not None:
        handle = on_color(theme.resolve(screen.navigation_bar)) == 0xFF000000
    return light, handle, screen.full_screen

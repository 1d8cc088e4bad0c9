"""Containers of other views: cards, pagers, drawers, swipeable and expandable rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Unpack

from android_gym.simulator.ui.display_item import DisplayItem
from android_gym.simulator.ui.drawables import Inset, Rounded
from android_gym.simulator.ui.geometry import EXACTLY, MATCH, WRAP, Rect, intersect
from android_gym.simulator.ui.layouts import FrameLayout, RecyclerView, row
from android_gym.simulator.ui.menus import MenuItem
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.rows import ListItem
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.touches import Touch
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.view_group import ViewGroup
from android_gym.simulator.ui.widgets import CheckedTextView, Divider, ImageView, TextView

__all__ = [
    "CardView",
    "DrawerLayout",
    "Expandable",
    "NavigationView",
    "SwipeRow",
    "ViewPager",
]

Click = Callable[[], object]


class CardView(FrameLayout):
    """A card.

    Args:
        children: One view, or several stacked on top of each other.
        kind: "elevated", "filled" or "outlined".
        corners: Corner radius in dp; the theme's by default.
        color: Fill; the theme's "card" by default.
        **common: See `View`.
    """

    CLASS = "androidx.cardview.widget.CardView"

    def __init__(
        self,
        children: View | Sequence[View | None] | None = None,
        *,
        kind: str = "elevated",
        corners: float | None = None,
        color: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        given = [children] if isinstance(children, View) else list(children or ())
        super().__init__(given, **common)
        self.kind = kind
        self.corners = corners
        self.color = color

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Choose background and elevation from the theme."""
        if self.background is None:
            theme, filled = ui.theme, self.kind == "filled"
            stroke = "outline_variant" if self.kind == "outlined" else None
            fill = self.color or ("surface_container_highest" if filled else "card")
            corners = theme.corner("card") if self.corners is None else self.corners
            self.background = Rounded(fill, corners, stroke)
            if self.kind == "elevated" and not self.elevation:
                self.elevation = 2 if theme.material == 2 else 1
        super().attach(ui, parent, position)


class ViewPager(View):
    """Pages side by side, one of them shown; a swipe turns to the next.

    Args:
        pages: The pages, or the number of pages (with `build`).
        build: Makes the page of an index, if `pages` is a number.
        current: Index of the page to show; None leaves it to the pager.
        on_page: Called with the index of the page that a swipe turns to.
        swipe: Whether swipes turn pages.
        **common: See `View`. Fills its parent by default.
    """

    CLASS = "androidx.viewpager.widget.ViewPager"
    MIRRORS = True
    IMPORTANT = True
    CLIPS = True
    SCROLLS = "x"

    def __init__(
        self,
        pages: Sequence[View] | int,
        build: Callable[[int], View] | None = None,
        *,
        current: int | None = None,
        on_page: Callable[[int], None] | None = None,
        swipe: bool = True,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("height", MATCH)
        super().__init__(**common)
        if isinstance(pages, int):
            self._count = pages
            self._build = build or (lambda _: View())
        else:
            self._count = len(pages)
            self._build = pages.__getitem__
        self.current = current
        self.on_page = on_page
        self.swipe = swipe
        self._made: dict[int, View] = {}
        self._shown: list[View] = []
        self._page = 0
        self._x = 0

    @property
    def children(self) -> Sequence[View]:
        """The page on screen, or two while a page is being turned."""
        return self._shown

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Attach the pager to a tree; pages are attached once they are shown."""
        super().attach(ui, parent, position)
        self._made.clear()

    def _view(self, index: int) -> View:
        view = self._made.get(index)
        if view is None:
            with self.ui.observe():
                view = self._made[index] = self._build(index)
                view.attach(self.ui, self, ("page", index))
        return view

    def _place(self) -> tuple[int, int]:
        """Return the index of the current page, and the offset from it in pixels."""
        page, moved = self.ui.offset(self, (self.current or 0, 0))
        if self.current is not None and page != self.current:
            page, moved = self.current, 0
        return max(0, min(page, self._count - 1)), moved

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as high as the current page."""
        pad = self.pad
        tall = 0
        if height_mode != EXACTLY and self._count:
            view = self._view(self._place()[0])
            view.measure(width - pad[0] - pad[2], EXACTLY, height - pad[1] - pad[3], height_mode)
            tall = view.measured[1]
        return width, tall + pad[1] + pad[3]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the pages that are in sight."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.inner
        width = x1 - x0
        self._shown = []
        if not self._count or width <= 0:
            return
        page, moved = self._place()
        self._page = page
        self._x = max(0, min(page * width + moved, (self._count - 1) * width))
        first, shift = divmod(self._x, width)
        for index in range(first, min(first + (2 if shift else 1), self._count)):
            view = self._view(index)
            view.measure(width, EXACTLY, y1 - y0, EXACTLY)
            x = x0 + (index - first) * width - shift
            view.layout(x, y0, x + width, y1)
            self._shown.append(view)

    @property
    def scrollable(self) -> bool:
        """True if swipes turn pages."""
        return self.swipe and self._count > 1

    def can_scroll(self, amount: int) -> bool:
        """Return whether there is a page in this direction."""
        if not self.swipe:
            return False
        end = (self._count - 1) * (self.inner[2] - self.inner[0])
        return self._x < end if amount > 0 else self._x > 0

    def scroll(self, amount: int) -> int:
        """Scroll the pages, to the next one at most."""
        width = self.inner[2] - self.inner[0]
        low = max(0, (self._page - 1) * width)
        high = min((self._count - 1) * width, (self._page + 1) * width)
        x = max(low, min(high, self._x + amount))
        moved = x - self._x
        if moved:
            self.ui.set_offset(self, (self._page, x - self._page * width))
            self.layout(*self.bounds)
        return moved

    def fling_distance(self, velocity: float) -> tuple[float, int] | None:
        """Snap to a page, which becomes the current one right away, as on Android."""
        width = max(1, self.inner[2] - self.inner[0])
        first, shift = divmod(self._x, width)
        far = abs(self._x - self._page * width) > self.ui.px(25)
        if far and abs(velocity) > self.ui.px(400):
            target = first + 1 if velocity > 0 and shift else first
        else:
            target = first + int(shift / width + (0.4 if first >= self._page else 0.6))
        target = max(0, min(target, self._count - 1))
        if target != self._page:
            self.ui.set_offset(self, (target, self._x - target * width))
            self._page = target
            if self.on_page is not None:
                self.on_page(target)
        return float(target * width - self._x), 250


class DrawerLayout(ViewGroup):
    """A screen with a drawer at its left edge; the app decides whether it is open.

    Args:
        content: The screen.
        drawer: The drawer, usually a `NavigationView`.
        open: Whether it is open.
        on_close: Called when a tap beside it, a swipe or BACK closes it.
        drawer_width: Width in dp; Material's by default.
        **common: See `View`. Fills its parent by default.
    """

    CLASS = "androidx.drawerlayout.widget.DrawerLayout"
    FITS = True

    def __init__(
        self,
        content: View,
        drawer: View,
        open: bool,
        on_close: Click,
        *,
        drawer_width: float | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("height", MATCH)
        scrim = View(background="#99000000", important_for_accessibility="no", key="scrim")
        super().__init__([content, scrim, drawer] if open else [content], **common)
        scrim.on_click = on_close
        scrim.clickable = True
        content.important = "no_hide_descendants" if open else content.important
        self.open = open
        self.on_close = on_close
        self.drawer_width = drawer_width
        drawer.eats_touches = True
        if drawer.pane_title is None:
            drawer.pane_title = "Navigation menu"

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Let BACK close the drawer."""
        super().attach(ui, parent, position)
        if self.open:
            ui.back.append(self._back)

    def _back(self) -> bool:
        self.on_close()
        return True

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure the screen at full size and the drawer at its own width."""
        self._children[0].measure(width, EXACTLY, height, EXACTLY)
        if self.open:
            height = self._span(0, height)[1]
            self._children[1].measure(width, EXACTLY, height, EXACTLY)
            wanted = self.drawer_width
            if wanted is None:
                wanted = 280 if self.ui.theme.material == 2 else 360
            room = min(self.ui.px(wanted), max(0, width - self.ui.px(56)))
            drawer = self._children[2]
            if isinstance(drawer, NavigationView) and self._fits:
                drawer.pad = (0, self.ui.windows.status_bar_height, 0, 0)
            drawer.measure(room, EXACTLY, height, EXACTLY)
        return width, height

    @property
    def _fits(self) -> bool:
        """True if the drawer extends under the status bar: this view fills the activity."""
        return self.parent is not None and self.parent.id == "android:id/content"

    def _span(self, top: int, bottom: int) -> tuple[int, int]:
        """Return the upper and lower end of the drawer."""
        return (0, self.ui.size[1]) if self._fits else (top, bottom)

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the screen, and the drawer where the finger has dragged it."""
        super().layout(left, top, right, bottom)
        self._children[0].layout(left, top, right, bottom)
        if self.open:
            top, bottom = self._span(top, bottom)
            self._children[1].layout(left, top, right, bottom)
            drawer = self._children[2]
            x = left + min(0, self.ui.offset(self))
            drawer.layout(x, top, x + drawer.measured[0], bottom)

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Display the screen clipped to its bounds, and the drawer unclipped."""
        content = self._children[0]
        content.display(out, intersect(self.bounds, clip))
        for child in self.drawing_order:
            if child is not content:
                child.display(out, clip)

    def takes_drag(self, axis: str) -> bool:
        """Return True for a sideways drag while it is open."""
        return self.open and axis == "x"

    def touch(self, event: Touch) -> None:
        """Drag the drawer."""
        moved = round(min(0.0, event.x - event.start_x))
        if event.action == "move":
            self.ui.set_offset(self, moved)
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, 0)
            width = self._children[2].measured[0] if self.open else 0
            quick = event.velocity_x < -self.ui.px(400)
            if event.action == "up" and (-moved > width / 2 or (moved and quick)):
                self.on_close()


class NavigationView(Themed):
    """The list of destinations in a drawer.

    Args:
        items: Destinations; a string is a heading, None a divider.
        header: View above the items.
        class_name: See `View`.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"

    def __init__(
        self,
        items: Sequence[MenuItem | str | None],
        *,
        header: View | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("height", MATCH)
        common.setdefault("elevation", 16)
        super().__init__((), orientation="vertical", **common)
        self.items = items
        self.header = header

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return a list with the header and the destinations."""
        if self.background is None:
            self.background = "menu" if ui.theme.material == 2 else "card"
        rows: list[View | None] = [self.header]
        if self.header is not None and self.header.width == WRAP:
            self.header.width = MATCH
        rows.append(View(height=8, key="space"))
        for item in self.items:
            if item is None:
                rows.append(Divider(margin=(0, 8)))
            elif isinstance(item, str):
                rows.append(
                    TextView(item, style="section", color="text_secondary", padding=(16, 14))
                )
            else:
                rows.append(self._row(ui, item))
        return [RecyclerView(rows, id="design_navigation_view", width=MATCH, height=MATCH)]

    def _row(self, ui: Ui, item: MenuItem) -> View:
        material = ui.theme.material
        on = bool(item.checked)
        background = None
        if on and material == 2:
            background = Inset(Rounded("accent@0.12", 4), 8, 4, 8, 4)
        elif on:
            background = Inset(Rounded("secondary_container", 28), 12, 0, 12, 0)
        color = "text_primary"
        if on:
            color = "accent" if material == 2 else "on_secondary_container"
        title = CheckedTextView(
            item.title,
            id="design_menu_item_text",
            style="label_large" if material == 3 else "body_medium",
            weight_font=500,
            color=color,
            max_lines=1,
            checkable=True,
            enabled=item.enabled,
            width=0,
            weight=1.0,
        )
        icon_color = color if on else "icon"
        margin = (0, 0, 32 if material == 2 else 12, 0)
        icon = ImageView(item.icon, tint=icon_color, margin=margin) if item.icon else None
        return row(
            icon,
            title,
            TextView(item.badge, style="label_large", color=color) if item.badge else None,
            id=item.id,
            class_name="androidx.appcompat.widget.LinearLayoutCompat",
            width=MATCH,
            height=48 if material == 2 else 56,
            padding=(16 if material == 2 else 28, 0),
            background=background,
            checkable=True,
            checked=on,
            enabled=item.enabled,
            on_click=item.on_click,
            clickable=True,
        )


class SwipeRow(FrameLayout):
    """A row that follows the finger sideways and reveals the views behind it.

    Args:
        front: The row, which should have a background.
        behind: Views below it, usually with a gravity of "start" or "end".
        on_swipe_right: Called when it is swiped far enough to the right; None disables that.
        on_swipe_left: Called when it is swiped far enough to the left; None disables that.
        rest: Offset of the row to the right while it isn't touched, in dp.
        threshold: Distance in dp that is far enough; half of the row's width by default.
        damping: Distance that the row moves per distance of the finger.
        escape: Whether a quick swipe of any distance is enough.
        **common: See `View`.
    """

    CLIPS = True

    def __init__(
        self,
        front: View,
        *behind: View | None,
        on_swipe_right: Click | None = None,
        on_swipe_left: Click | None = None,
        rest: float = 0,
        threshold: float | None = None,
        damping: float = 1.0,
        escape: bool = True,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__([*behind, front], **common)
        self.front = front
        self.on_swipe_right = on_swipe_right
        self.on_swipe_left = on_swipe_left
        self.rest = rest
        self.threshold = threshold
        self.damping = damping
        self.escape = escape

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lay out the row where the finger has moved it."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.front.bounds
        shift = self.ui.px(self.rest) + self.ui.offset(self)
        if shift:
            self.front.layout(x0 + shift, y0, x1 + shift, y1)

    def takes_drag(self, axis: str) -> bool:
        """Return True for a sideways drag if a swipe has a callback."""
        barred = self.on_swipe_right is None and self.on_swipe_left is None
        return axis == "x" and not barred

    def touch(self, event: Touch) -> None:
        """Move the row, and decide once the finger is lifted."""
        moved = (event.x - event.start_x) * self.damping
        callback = self.on_swipe_right if moved > 0 else self.on_swipe_left
        if event.action == "move":
            self.ui.set_offset(self, round(moved) if callback is not None else 0)
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, 0)
            width = self.bounds[2] - self.bounds[0]
            enough = width / 2 if self.threshold is None else self.ui.px(self.threshold)
            speed = event.velocity_x * (1 if moved > 0 else -1)
            quick = self.escape and speed > self.ui.px(120)
            if event.action == "up" and callback is not None and (abs(moved) >= enough or quick):
                callback()


class Expandable(Themed):
    """A heading that shows and hides the views below it.

    Args:
        title: The heading.
        children: Views shown while it is expanded.
        expanded: Whether it is expanded.
        on_toggle: Called when the heading is tapped.
        **common: See `View`.
    """

    def __init__(
        self,
        title: str,
        children: Sequence[View | None],
        expanded: bool,
        on_toggle: Click,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), orientation="vertical", **common)
        self.heading = ListItem(
            title,
            trailing=ImageView("expand_less" if expanded else "expand_more"),
            on_click=on_toggle,
            key="heading",
        )
        self.body = list(children) if expanded else []

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the heading and, if expanded, the other views."""
        return [self.heading, *self.body]

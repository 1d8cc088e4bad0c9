"""Navigation between screens: tabs and bottom navigation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from android_gym.simulator.ui.drawables import Line, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, column, row
from android_gym.simulator.ui.options import ViewOptions
from android_gym.simulator.ui.rows import Badge
from android_gym.simulator.ui.tab_strip import TabStrip
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

__all__ = ["BottomNavigationView", "NavItem", "Tab", "TabLayout"]


@dataclass(frozen=True)
class Tab:
    """A tab of a `TabLayout`.

    Attributes:
        text: Label.
        icon: Icon above it.
        id: Resource id.
        content_description: Content description.
        badge: Short text beside it.
    """

    text: str = ""
    icon: str | None = None
    id: str | None = None
    content_description: str | None = None
    badge: str | None = None


class TabLayout(Themed):
    """Tabs in a row.

    Args:
        tabs: Tabs, or only their labels.
        selected: Index of the selected tab.
        on_select: Called with the index of a tapped tab.
        scrollable: Whether tabs are as wide as their labels and scroll, instead of sharing the
            width.
        all_caps: Whether labels are upper-case; by default as the theme has it (Material 2).
        **common: See `View`. Background "app_bar" by default.
    """

    CLASS = "android.widget.HorizontalScrollView"
    IMPORTANT = True

    def __init__(
        self,
        tabs: Sequence[Tab | str],
        selected: int,
        on_select: Callable[[int], None] | None = None,
        /,
        *,
        scrollable: bool = False,
        all_caps: bool | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("background", "app_bar")
        super().__init__((), **common)
        self.tabs = [Tab(tab) if isinstance(tab, str) else tab for tab in tabs]
        self.selected_tab = selected
        self.on_select = on_select
        self.tabs_scroll = scrollable
        self.all_caps = all_caps

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the tabs in a row."""
        tall = any(tab.icon and tab.text for tab in self.tabs)
        tabs = [self._tab(ui, index, tab) for index, tab in enumerate(self.tabs)]
        self.height = 72 if tall else 48
        strip = row(*tabs, height=MATCH)
        strip.content_gravity = None
        if self.tabs_scroll:
            self.class_name = "android.view.ViewGroup"
            self.important = "no"
            return [TabStrip(strip, self.selected_tab, width=MATCH, height=MATCH)]
        strip.width = MATCH
        return [strip]

    def _tab(self, ui: Ui, index: int, tab: Tab) -> View:
        chosen = index == self.selected_tab
        material = ui.theme.material
        caps = material == 2 if self.all_caps is None else self.all_caps
        label = TextView(
            tab.text,
            style="tab",
            color="tab_selected" if chosen else "tab_unselected",
            max_lines=1 if self.tabs_scroll else 2,
            most_scale=1.2,  # the height is fixed, and longer labels take two lines
            all_caps=caps,
            align="center",
            visibility="visible" if tab.text else "gone",
        )
        color = "tab_selected" if chosen else "tab_unselected"
        icon = ImageView(tab.icon, tint=color, margin=(0, 0, 0, 6 if tab.text else 0))
        if tab.icon is None:
            icon.visibility = "gone"
        badge = None if tab.badge is None else Badge(tab.badge, margin=(6, 0, 0, 0))
        content = row(
            column(icon, label, content_gravity="center", **_centred),
            badge,
            height=MATCH,
            gravity="center_horizontal",
            content_gravity="center",
        )
        line = Line("bottom", "tab_indicator", 2 if material == 2 else 3)
        view = FrameLayout(
            [content],
            id=tab.id,
            class_name="androidx.appcompat.app.ActionBar$Tab",
            content_description=tab.content_description,
            padding=(16 if self.tabs_scroll else 12, 0),
            height=MATCH,
            on_click=lambda: self.on_select(index) if self.on_select is not None else None,
            selected=chosen,
        )
        if chosen:
            if material == 2:
                view.background = line
            else:
                content.background = line
        if self.tabs_scroll:
            view.min_width = 90 if material == 2 else 72
        else:
            view.width, view.weight = 0, 1.0
        return view


_centred: dict[str, Any] = {"gravity": "center"}


@dataclass(frozen=True)
class NavItem:
    """A destination of a `BottomNavigationView`.

    Attributes:
        title: Label.
        icon: Icon.
        id: Resource id.
        selected_icon: Icon while it is selected.
        badge: Short text over the icon, "" for a dot.
        content_description: Content description; the title by default.
    """

    title: str
    icon: str
    id: str | None = None
    selected_icon: str | None = None
    badge: str | None = None
    content_description: str | None = None


class BottomNavigationView(Themed):
    """A bar at the bottom with destinations.

    Args:
        items: Two to five destinations.
        selected: Index of the selected destination.
        on_select: Called with the index of a tapped destination.
        labels: "labeled", "selected" (only that of the selected one), "unlabeled", or "auto" (all
            of them if there are up to three).
        color: Colour of icons and labels; by default the theme's.
        chosen_color: Colour of the selected item's icon and label.
        **common: See `View`. Background "bottom_bar" by default.
    """

    CLASS = "android.widget.FrameLayout"
    eats_touches = True

    def __init__(
        self,
        items: Sequence[NavItem],
        selected: int,
        on_select: Callable[[int], None] | None = None,
        /,
        *,
        labels: str = "labeled",
        color: str | None = None,
        chosen_color: str | None = None,
        **common: Unpack[ViewOptions],
    ) -> None:
        self._tall = "height" not in common
        common.setdefault("width", MATCH)
        common.setdefault("background", "bottom_bar")
        super().__init__((), **common)
        self.items = items
        self.chosen = selected
        self.on_select = on_select
        self.labels = labels
        self.colors = (color, chosen_color)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return the destinations in a row."""
        if self._tall:
            self.height = 56 if ui.theme.material == 2 else 80
        if ui.theme.material == 2 and not self.elevation:
            self.elevation = 8
        return [self._item(ui, index, item) for index, item in enumerate(self.items)]

    def _item(self, ui: Ui, index: int, item: NavItem) -> View:
        chosen = index == self.chosen
        material = ui.theme.material
        mode = self.labels
        if mode == "auto":
            mode = "labeled" if len(self.items) <= 3 else "selected"
        labelled = mode == "labeled" or (mode == "selected" and chosen)
        given = self.colors[chosen]
        tint = ("on_secondary_container" if material == 3 else "primary") if chosen else "icon"
        icon: View = ImageView(
            item.selected_icon or item.icon if chosen else item.icon,
            tint=given or tint,
            width=64 if material == 3 else 40,
            height=32 if material == 3 else 24,
            background=Rounded("secondary_container", 16) if chosen and material == 3 else None,
        )
        if item.badge is not None:
            end = (0, 2, 18, 0) if material == 3 else (0, 0, 6, 0)
            if item.badge:
                end = (0, 0, 10, 0) if material == 3 else (0, -4, 0, 0)
            badge = Badge(item.badge, gravity="end|top", margin=end)
            icon = FrameLayout([icon, badge], width=icon.width, height=icon.height)
        kind = "large" if chosen else "small"
        ink = ("text_primary" if material == 3 else "primary") if chosen else "text_secondary"
        label = TextView(
            item.title,
            id=f"navigation_bar_item_{kind}_label_view",
            size=(14 if chosen else 12) if material == 2 else 12,
            weight_font=500 if material == 3 else 400,
            most_scale=1.0,  # fixed in Material: NavigationBarItemView
            color=given or ink,
            max_lines=1,
            margin=(0, 4 if material == 3 else 2, 0, 0),
            visibility="visible" if labelled else "gone",
        )
        return FrameLayout(
            [column(icon, label, gravity="center", content_gravity="center_horizontal")],
            id=item.id,
            class_name="android.widget.FrameLayout",
            content_description=item.content_description or item.title,
            on_click=lambda: self.on_select(index) if self.on_select is not None else None,
            clickable=not chosen,  # as Material reports it
            selected=chosen,
            width=0,
            weight=1.0,
            height=MATCH,
        )

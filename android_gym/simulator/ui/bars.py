"""Bars of a screen and their menus: toolbar, tabs, bottom navigation, search field."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Drawable, Line, Rounded
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    LinearLayout,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.options import Align, Gravity, ImageOptions, ViewOptions
from android_gym.simulator.ui.rows import Badge
from android_gym.simulator.ui.tab_strip import TabStrip
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.view import (
    AT_MOST,
    EXACTLY,
    MATCH,
    UNSPECIFIED,
    WRAP,
    Rect,
    Ui,
    View,
)
from android_gym.simulator.ui.widgets import (
    Button,
    CheckBox,
    EditText,
    ImageButton,
    ImageView,
    RadioButton,
    TextView,
)

__all__ = [
    "AppBarLayout",
    "BottomNavigationView",
    "MenuItem",
    "NavItem",
    "OverflowButton",
    "SearchView",
    "Tab",
    "TabLayout",
    "Toolbar",
    "ToolbarOptions",
    "open_search_bar",
    "popup_menu",
]

Click = Callable[[], object]


@dataclass(frozen=True)
class MenuItem:
    """One entry of a menu.

    Attributes:
        title: What it says.
        on_click: Called when it is chosen.
        id: Resource id of its button, or of its row in a drawer.
        icon: Icon; an item of a `Toolbar` that has one is shown in the bar itself.
        action: True shows it in the bar (as text without an icon), False in the overflow menu.
        enabled: False greys it out.
        checked: Shows a check box (or, if `exclusive`, a radio button) in this state.
        exclusive: One of several.
        submenu: Shown in its place when it is chosen.
        content_description: What a screen reader says, where that is not the title.
        badge: Small text over its icon, "" for a dot.
    """

    title: str
    on_click: Click | None = None
    id: str | None = None
    icon: str | None = None
    action: bool | None = None
    enabled: bool = True
    checked: bool | None = None
    exclusive: bool = False
    submenu: tuple[MenuItem, ...] = ()
    content_description: str | None = None
    badge: str | None = None


class _Menu(Themed):
    """The list in a menu's window. Which submenu is open is its own business."""

    def __init__(
        self,
        items: Sequence[MenuItem],
        close: Click,
        *,
        title_id: str,
        menu_min_width: float,
        **common: Unpack[ViewOptions],
    ) -> None:
        super().__init__((), orientation="vertical", **common)
        self.items = items
        self.close = close
        self.title_id = title_id
        self.menu_min_width = menu_min_width

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The rows in a list."""
        items: Sequence[MenuItem] = self.items
        header = None
        for index in ui.read(self, ()):
            if index < len(items):
                header, items = items[index].title, items[index].submenu
        rows: list[View | None] = []
        if header is not None:
            title = TextView(header, id=self.title_id, style="menu_item", color="text_secondary")
            rows.append(_menu_row([title], enabled=False))
        for number, item in enumerate(items):
            rows.append(self._row(item, number))
        self.background = Rounded("menu", ui.theme.corner("menu"))
        self.elevation = 8 if ui.theme.material == 2 else 3
        self.min_width = self.menu_min_width
        listing = ScrollView(
            column(*rows, width=MATCH), class_name="android.widget.ListView", width=MATCH
        )
        listing.margin = (0, 8)
        return [listing]

    def _row(self, item: MenuItem, number: int) -> View:
        mark: View | None = None
        if item.checked is not None:
            mark = (
                RadioButton(checked=item.checked, id="radio", clickable=False)
                if item.exclusive
                else CheckBox(checked=item.checked, id="checkbox", clickable=False)
            )
            mark.focusable = False
            mark.enabled = item.enabled
            mark.margin = (12, 0, 0, 0)
        elif item.submenu:
            mark = ImageView("arrow_right_drop", margin=(12, 0, 0, 0))
            mark.source = "menu_right"
        title = TextView(
            item.title, id=self.title_id, style="menu_item", max_lines=1, enabled=item.enabled
        )
        title.weight, title.width = 1.0, 0.0
        icon = ImageView(item.icon, margin=(0, 0, 16, 0)) if item.icon else None
        return _menu_row(
            [icon, title, mark],
            enabled=item.enabled,
            on_click=lambda: self._choose(item, number),
            content_description=item.content_description,
        )

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """As wide as its widest title; rows with a weight would want no width at all."""
        if width_mode == AT_MOST:
            wanted = self.ui.px(self.menu_min_width)
            for title in self.walk():
                if isinstance(title, TextView) and title.id == self.title_id:
                    title.measure(0, UNSPECIFIED, 0, UNSPECIFIED)
                    others = sum(
                        self.ui.px(24 if isinstance(view, ImageView) else 32) + self.ui.px(16)
                        for view in (title.parent.children if title.parent else ())
                        if view is not title
                    )
                    wanted = max(wanted, title.measured[0] + others + self.ui.px(32))
            width, width_mode = min(width, wanted), EXACTLY
        return super().measure_content(width, width_mode, height, height_mode)

    def _choose(self, item: MenuItem, number: int) -> None:
        if item.submenu:
            self.ui.write(self, (*self.ui.read(self, ()), number))
            return
        self.close()
        if item.on_click is not None:
            item.on_click()


def _menu_row(children: Sequence[View | None], **common: Unpack[ViewOptions]) -> LinearLayout:
    common.setdefault("width", MATCH)
    common.setdefault("min_height", 48)
    common.setdefault("padding", (16, 0))
    return row(*children, **common)


def popup_menu(
    items: Sequence[MenuItem | None],
    on_dismiss: Click,
    *,
    anchor: str | Callable[[], Rect] | None = None,
    gravity: Gravity = "start",
    over_anchor: bool = True,
    key: Hashable = "menu",
    title_id: str = "title",
    min_width: float = 112,
    offset: tuple[float, float] = (0, 0),
) -> Overlay:
    """A popup or context menu.

    Args:
        items: Its entries; None entries are left out.
        on_dismiss: Called when it closes, also before an entry's own callback.
        anchor: Id or key of the view it belongs to; the middle of the screen without one.
        gravity: "start" or "end": which edges of menu and anchor are aligned.
        over_anchor: Covers the anchor in place of standing below it.
        key: Identity among the overlays of the screen.
        title_id: Resource id of the titles: AppCompat's "title", or "android:id/title".
        min_width: Narrowest menu in dp.
        offset: (dx, dy) in dp from the anchor.
    """
    shown = [item for item in items if item is not None]
    return Overlay(
        _Menu(shown, on_dismiss, title_id=title_id, menu_min_width=min_width),
        key=key,
        anchor=anchor,
        anchor_offset=offset,
        over_anchor=over_anchor,
        gravity=gravity if anchor is not None else "center",
        on_dismiss=on_dismiss,
        margin=(8, 8, 8, 8),
        title="",
    )


class OverflowButton(ImageView):
    """The three dots, with the menu that they open.

    Args:
        items: Entries of the menu.
        icon: Another icon.
        title_id: Resource id of the titles in the menu.
        **common: See `ImageView`; ``content_description`` is "More options" by default.
    """

    IMPORTANT = True

    def __init__(
        self,
        items: Sequence[MenuItem | None],
        *,
        icon: str = "more_vert",
        title_id: str = "title",
        **common: Unpack[ImageOptions],
    ) -> None:
        common.setdefault("content_description", "More options")
        common.setdefault("clickable", True)
        common.setdefault("min_width", 40)
        common.setdefault("min_height", 48)
        super().__init__(icon, **common)
        self.items = items
        self.title_id = title_id

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Open the menu's window if it is to be open."""
        super().attach(ui, parent, position)
        if ui.read(self):
            ui.popups.append(
                popup_menu(
                    self.items,
                    self._close,
                    anchor=lambda: self.bounds,
                    gravity="end",
                    key=self.path,
                    title_id=self.title_id,
                    offset=(0, 0),
                )
            )

    def _close(self) -> None:
        self.ui.write(self, None)

    def click(self) -> None:
        """Open the menu."""
        self.ui.write(self, True)
        super().click()


# --- bars --------------------------------------------------------------------------------------

_NAVIGATION_WORDS = {
    "arrow_back": "Navigate up",
    "close": "Close",
    "menu": "Open navigation drawer",
}


class ToolbarOptions(ViewOptions, total=False):
    """Keyword arguments of `Toolbar` beside its title and menu."""

    subtitle: str | None
    navigation: str | Drawable | None
    on_navigation: Click | None
    navigation_description: str | None
    content: View | None
    action_class: str
    color: str
    title_id: str | None
    subtitle_id: str | None
    title_style: str
    center: bool
    overflow_description: str
    menu_title_id: str
    gap: float


class Toolbar(Themed):
    """The bar at the top of a screen: navigation icon, title, actions, overflow menu.

    Args:
        title: Its title.
        subtitle: A smaller line below; "" takes no room.
        navigation: Icon at the start, e.g. "arrow_back", "menu", "close", or a picture.
        on_navigation: Called when that is tapped.
        navigation_description: What a screen reader says of it; "auto" for Android's usual words.
        menu: Its items: those with an icon (or ``action=True``) stand in the bar, the others in
            the overflow menu.
        content: A view in place of the title, e.g. a `Spinner` or `SearchView`.
        action_class: Class of the actions; older AppCompat versions say android.widget.TextView.
        color: Colour of title and icons.
        title_id: Resource id of the title; Android gives it none.
        title_style: Text style of the title.
        center: Whether the title stands in the middle.
        overflow_description: What a screen reader says of the overflow button.
        menu_title_id: Resource id of the titles in the overflow menu.
        gap: Space before the title in dp (contentInsetStartWithNavigation, less the icon's 56).
        **common: See `View`. Background "app_bar" by default.
    """

    CLASS = "android.view.ViewGroup"
    eats_touches = True

    def __init__(
        self,
        title: str = "",
        *,
        subtitle: str | None = None,
        navigation: str | Drawable | None = None,
        on_navigation: Click | None = None,
        navigation_description: str | None = "auto",
        menu: Sequence[MenuItem | None] = (),
        content: View | None = None,
        action_class: str = "android.widget.Button",
        color: str = "on_app_bar",
        title_id: str | None = None,
        subtitle_id: str | None = None,
        title_style: str = "app_bar_title",
        center: bool = False,
        overflow_description: str = "More options",
        menu_title_id: str = "title",
        gap: float = 16,
        **common: Unpack[ViewOptions],
    ) -> None:
        self._tall = "height" not in common
        common.setdefault("width", MATCH)
        common.setdefault("background", "app_bar")
        super().__init__((), content_gravity="center_vertical", **common)
        self.title = title
        self.subtitle = subtitle
        self.navigation = navigation
        self.on_navigation = on_navigation
        self.navigation_description = navigation_description
        self.menu = [item for item in menu if item is not None]
        self.content = content
        self.action_class = action_class
        self.color = color
        self.title_id = title_id
        self.subtitle_id = subtitle_id
        self.title_style = title_style
        self.center = center
        self.overflow_description = overflow_description
        self.menu_title_id = menu_title_id
        self.gap = gap

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Take the height that the theme's Material version gives it."""
        if self._tall:
            self.height = 56 if ui.theme.material == 2 else 64
        super().attach(ui, parent, position)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Navigation, title, actions, overflow."""
        navigation = None
        if self.navigation is not None:
            words = self.navigation_description
            if words == "auto":
                words = _NAVIGATION_WORDS.get(str(self.navigation))
            navigation = ImageButton(
                self.navigation,
                width=56,
                height=56,
                tint=self.color,
                content_description=words,
                on_click=self.on_navigation,
            )
        shown = [i for i in self.menu if (i.icon is not None if i.action is None else i.action)]
        hidden = [item for item in self.menu if item not in shown]
        overflow = None
        if hidden:
            overflow = OverflowButton(
                hidden,
                tint=self.color,
                content_description=self.overflow_description,
                title_id=self.menu_title_id,
                key="more",
            )
        gap = self.gap if navigation is not None or self.content is None else 0
        body = self.content
        if body is None:
            align: Align = "center" if self.center else "start"
            title = TextView(
                self.title,
                id=self.title_id,
                style=self.title_style,
                color=self.color,
                max_lines=1,
                align=align,
                visibility="visible" if self.title else "gone",
                width=MATCH if self.center else WRAP,
            )
            subtitle = TextView(
                self.subtitle or "",
                id=self.subtitle_id,
                style="app_bar_subtitle",
                size=14,
                color=f"{self.color}@0.7" if ui.theme.material == 2 else "text_secondary",
                max_lines=1,
                align=align,
                visibility="visible" if self.subtitle else "gone",
                width=MATCH if self.center else WRAP,
            )
            body = column(title, subtitle, margin=(gap, 0, 8, 0))
            body.weight, body.width = 1.0, 0
        elif body.weight == 0 and body.width == MATCH:
            body.weight, body.width = 1.0, 0
        spring = View(width=0, weight=1.0) if not body.weight else None
        return [
            navigation,
            body,
            spring,
            *(self._action(item) for item in shown),
            overflow,
        ]

    def _action(self, item: MenuItem) -> View:
        common: dict[str, Any] = {
            "id": item.id,
            "class_name": self.action_class,
            "on_click": item.on_click,
            "enabled": item.enabled,
            "important_for_accessibility": "yes",
        }
        if item.submenu:
            button = OverflowButton(
                item.submenu,
                icon=item.icon or "more_vert",
                content_description=item.content_description or item.title,
                tint=self.color,
                min_width=48,
                id=item.id,
                class_name=self.action_class,
                enabled=item.enabled,
            )
            return button
        if item.icon is None:
            return Button(item.title, color=self.color, min_width=48, **common)
        icon = ImageButton(
            item.icon,
            tint=self.color,
            disabled_tint=f"{self.color}@0.38",
            content_description=item.content_description or item.title,
            tooltip=item.title,
            clickable=True,
            **{**common, "width": 48, "height": 48},
        )
        icon.long_clickable = True  # shows the tooltip
        if item.badge is None:
            return icon
        return FrameLayout([icon, Badge(item.badge, gravity="end|top", margin=(0, 8, 6, 0))])


class AppBarLayout(LinearLayout):
    """Toolbar, tabs and what else stands at the top, as one raised bar (flat in Material 3).

    Args:
        children: From top to bottom.
        **common: See `View`. Background "app_bar" by default.
    """

    def __init__(self, children: Sequence[View | None], **common: Unpack[ViewOptions]) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("background", "app_bar")
        super().__init__(children, orientation="vertical", **common)

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Raise it as the theme's Material version does."""
        if ui.theme.material == 2 and not self.elevation:
            self.elevation = 4
        super().attach(ui, parent, position)


@dataclass(frozen=True)
class Tab:
    """One tab of a `TabLayout`.

    Attributes:
        text: Label.
        icon: Icon above it.
        id: Resource id.
        content_description: What a screen reader says.
        badge: Small text beside it.
    """

    text: str = ""
    icon: str | None = None
    id: str | None = None
    content_description: str | None = None
    badge: str | None = None


class TabLayout(Themed):
    """Tabs in a row.

    Args:
        tabs: Tabs, or their labels.
        selected: Index of the chosen one.
        on_select: Called with the index of a tab that was tapped.
        scrollable: Tabs are as wide as their labels and scroll, in place of sharing the width.
        all_caps: Upper-case labels; by default as the theme has it (Material 2).
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
        """The tabs in a row."""
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
            most_scale=1.2,  # the height does not: longer words take two lines
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
    """One destination of a `BottomNavigationView`.

    Attributes:
        title: Label.
        icon: Icon.
        id: Resource id.
        selected_icon: Icon while it is chosen.
        badge: Small text over the icon, "" for a dot.
        content_description: What a screen reader says; the title by default.
    """

    title: str
    icon: str
    id: str | None = None
    selected_icon: str | None = None
    badge: str | None = None
    content_description: str | None = None


class BottomNavigationView(Themed):
    """Destinations in a bar at the bottom.

    Args:
        items: Two to five destinations.
        selected: Index of the present one.
        on_select: Called with the index of the one tapped.
        labels: "labeled", "selected" (only the chosen one's), "unlabeled", or "auto" (all of up to
            three).
        item_class: Class of the items.
        color: Colour of icons and labels; by default the theme's.
        chosen_color: Colour of the chosen one's.
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
        item_class: str = "android.widget.FrameLayout",
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
        self.item_class = item_class
        self.colors = (color, chosen_color)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The destinations in a row."""
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
            most_scale=1.0,  # Material's labels don't follow it: NavigationBarItemView
            color=given or ink,
            max_lines=1,
            margin=(0, 4 if material == 3 else 2, 0, 0),
            visibility="visible" if labelled else "gone",
        )
        return FrameLayout(
            [column(icon, label, gravity="center", content_gravity="center_horizontal")],
            id=item.id,
            class_name=self.item_class,
            content_description=item.content_description or item.title,
            on_click=lambda: self.on_select(index) if self.on_select is not None else None,
            clickable=not chosen,  # as Material's node says
            selected=chosen,
            width=0,
            weight=1.0,
            height=MATCH,
        )


class SearchView(Themed):
    """A search field for a `Toolbar`.

    Args:
        query: The text.
        on_query_change: Called with each new text.
        hint: Shown while there is none.
        on_submit: Called when the search key is pressed.
        autofocus: Takes the focus when it appears.
        field_class: Class of the field.
        color: Colour of text and icons.
        **common: See `View`.
    """

    CLASS = "android.widget.LinearLayout"

    def __init__(
        self,
        query: str,
        on_query_change: Callable[[str], None],
        *,
        hint: str = "Search\u2026",
        on_submit: Click | None = None,
        autofocus: bool = True,
        field_id: str = "search_src_text",
        field_class: str = "android.widget.AutoCompleteTextView",
        color: str = "on_app_bar",
        **common: Unpack[ViewOptions],
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), content_gravity="center_vertical", **common)
        self.query = query
        self.on_query_change = on_query_change
        self.hint = hint
        self.on_submit = on_submit
        self.autofocus = autofocus
        self.field_id = field_id
        self.field_class = field_class
        self.color = color

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Field and clear button."""
        field = EditText(
            self.query,
            id=self.field_id,
            hint=self.hint,
            on_text_change=self.on_query_change,
            on_editor_action=self.on_submit,
            ime_action="search",
            class_name=self.field_class,
            color=self.color,
            hint_color=f"{self.color}@0.6",
            size=18 if ui.theme.material == 2 else 16,
            autofocus=self.autofocus,
            background="transparent",
            vertical="center",
            min_height=48,
            width=0,
            weight=1.0,
            padding=(8, 0),
        )
        clear = ImageView(
            "close",
            id="search_close_btn",
            tint=self.color,
            content_description="Clear query",
            min_width=48,
            min_height=48,
            on_click=lambda: self.on_query_change(""),
            visibility="visible" if self.query else "gone",
        )
        return [field, clear]


def open_search_bar(
    query: str,
    hint: str,
    on_query_change: Callable[[str], None],
    *,
    on_close: Click,
    on_submit: Click,
) -> View:
    """The top of a Material 3 search that fills the screen: back, the field, and what clears it.

    Args:
        query: The text.
        hint: Shown while there is none.
        on_query_change: Called with each new text.
        on_close: Called by the arrow.
        on_submit: Called when the search key is pressed.
    """
    return row(
        ImageButton("arrow_back", content_description="Back", on_click=on_close),
        EditText(
            query,
            id="open_search_view_edit_text",
            hint=hint,
            on_text_change=on_query_change,
            on_editor_action=on_submit,
            ime_action="search",
            autofocus=True,
            background="transparent",
            width=0,
            weight=1,
            min_height=48,
            vertical="center",
            padding=(8, 0),
        ),
        ImageButton(
            "close",
            id="open_search_view_clear_button",
            content_description="Clear text",
            on_click=lambda: on_query_change(""),
        )
        if query
        else None,
        width=MATCH,
        height=72,
        padding=(4, 0),
        content_gravity="center_vertical",
        background="bottom_bar",
    )

"""Material's components, made of views.

Bars         Toolbar, OverflowButton, MenuItem, TabLayout, Tab, BottomNavigationView, NavItem,
             SearchView, ActionMode bars are a Toolbar with a close icon
Containers   CardView, ViewPager, DrawerLayout, NavigationView, SwipeRow, Expandable, ChipGroup
Buttons      FloatingActionButton, ExtendedFloatingActionButton, Chip, ToggleGroup
Fields       TextInputLayout, Spinner, DropdownField
Rows         ListItem, section_header, Badge, empty_state
Over it all  bottom_sheet, Snackbar, popup_menu (each but the snackbar makes an `Overlay`)

All are declarative: what they show is given, what the user does comes back in callbacks. Only what
no app keeps on Android either (an open overflow menu, how far a row is dragged) is theirs. Looks
follow the window's theme: Material 2 or 3, light or dark.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Inset, Line, Rounded
from android_gym.simulator.ui.layouts import (
    FlowLayout,
    FrameLayout,
    HorizontalScrollView,
    LinearLayout,
    RecyclerView,
    ScrollView,
    column,
    row,
)
from android_gym.simulator.ui.view import (
    AT_MOST,
    EXACTLY,
    MATCH,
    UNSPECIFIED,
    WRAP,
    DisplayItem,
    Rect,
    Touch,
    Ui,
    View,
    ViewGroup,
    intersect,
)
from android_gym.simulator.ui.widgets import (
    Button,
    CheckBox,
    CheckedTextView,
    Divider,
    EditText,
    ImageButton,
    ImageView,
    RadioButton,
    TextView,
)

__all__ = [
    "Badge",
    "BottomNavigationView",
    "CardView",
    "Chip",
    "ChipGroup",
    "DrawerLayout",
    "DropdownField",
    "Expandable",
    "ExtendedFloatingActionButton",
    "FloatingActionButton",
    "ListItem",
    "MenuItem",
    "NavItem",
    "NavigationView",
    "OverflowButton",
    "SearchView",
    "Snackbar",
    "Spinner",
    "SwipeRow",
    "Tab",
    "TabLayout",
    "TextInputLayout",
    "Themed",
    "ToggleGroup",
    "Toolbar",
    "ViewPager",
    "bottom_sheet",
    "empty_state",
    "popup_menu",
    "section_header",
]

Click = Callable[[], None]


class Themed(LinearLayout):
    """A group that makes its children when it joins a window, and so knows the window's theme."""

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Returns the children."""
        raise NotImplementedError(f"{type(self).__name__} must compose its children.")

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Makes the children and puts them into the tree."""
        View.attach(self, ui, parent, position)
        self._children = [
            child for child in self.compose(ui) if child is not None and child.visibility != "gone"
        ]
        super().attach(ui, parent, position)


# --- menus -------------------------------------------------------------------------------------


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
        min_width: float,
        **common: Any,
    ) -> None:
        super().__init__((), orientation="vertical", **common)
        self.items = items
        self.close = close
        self.title_id = title_id
        self.menu_min_width = min_width

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


def _menu_row(children: Sequence[View | None], **common: Any) -> LinearLayout:
    return row(*children, width=MATCH, min_height=48, padding=(16, 0), **common)


def popup_menu(
    items: Sequence[MenuItem | None],
    on_dismiss: Click,
    *,
    anchor: str | Callable[[], Rect] | None = None,
    gravity: str = "start",
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
        _Menu(shown, on_dismiss, title_id=title_id, min_width=min_width),
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
        **common: Any,
    ) -> None:
        common.setdefault("content_description", "More options")
        common.setdefault("clickable", True)
        common.setdefault("min_width", 40)
        common.setdefault("min_height", 48)
        super().__init__(icon, **common)
        self.items = items
        self.title_id = title_id

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Opens the menu's window if it is to be open."""
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
        """Opens the menu."""
        self.ui.write(self, True)
        super().click()


# --- bars --------------------------------------------------------------------------------------

_NAVIGATION_WORDS = {
    "arrow_back": "Navigate up",
    "close": "Close",
    "menu": "Open navigation drawer",
}


class Toolbar(Themed):
    """The bar at the top of a screen: navigation icon, title, actions, overflow menu.

    Args:
        title: Its title.
        subtitle: A smaller line below; "" takes no room.
        navigation: Icon at the start, e.g. "arrow_back", "menu", "close".
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
        **common: See `View`. Background "app_bar" by default.
    """

    CLASS = "android.view.ViewGroup"

    def __init__(
        self,
        title: str = "",
        *,
        subtitle: str | None = None,
        navigation: str | None = None,
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
        **common: Any,
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

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Takes the height that the theme's Material version gives it."""
        if self._tall:
            self.height = 56 if ui.theme.material == 2 else 64
        super().attach(ui, parent, position)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Navigation, title, actions, overflow."""
        navigation = None
        if self.navigation is not None:
            words = self.navigation_description
            if words == "auto":
                words = _NAVIGATION_WORDS.get(self.navigation)
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
                hidden, tint=self.color, content_description=self.overflow_description, key="more"
            )
        gap = 16 if navigation is not None or self.content is None else 0
        body = self.content
        if body is None:
            align = "center" if self.center else "start"
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
            content_description=item.content_description or item.title,
            tooltip=item.title,
            clickable=True,
            **{**common, "width": 48, "height": 48},
        )
        icon.long_clickable = True  # shows the tooltip
        if item.badge is None:
            return icon
        return FrameLayout([icon, Badge(item.badge, gravity="end|top", margin=(0, 8, 6, 0))])


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
        *,
        scrollable: bool = False,
        all_caps: bool | None = None,
        **common: Any,
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
            return [HorizontalScrollView(strip, width=MATCH, height=MATCH)]
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

    def __init__(
        self,
        items: Sequence[NavItem],
        selected: int,
        on_select: Callable[[int], None] | None = None,
        *,
        labels: str = "labeled",
        item_class: str = "android.widget.FrameLayout",
        color: str | None = None,
        chosen_color: str | None = None,
        **common: Any,
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
        **common: Any,
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


# --- containers --------------------------------------------------------------------------------


class CardView(FrameLayout):
    """A card.

    Args:
        children: A view, or several on top of each other.
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
        stroke: str | None = None,
        **common: Any,
    ) -> None:
        given = [children] if isinstance(children, View) else list(children or ())
        super().__init__(given, **common)
        self.kind = kind
        self.corners = corners
        self.color = color
        self.stroke = stroke

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Chooses background and elevation."""
        if self.background is None:
            theme, filled = ui.theme, self.kind == "filled"
            stroke = self.stroke or ("outline_variant" if self.kind == "outlined" else None)
            fill = self.color or ("surface_container_highest" if filled else "card")
            corners = theme.corner("card") if self.corners is None else self.corners
            self.background = Rounded(fill, corners, stroke)
            if self.kind == "elevated" and not self.elevation:
                self.elevation = 2 if theme.material == 2 else 1
        super().attach(ui, parent, position)


class ViewPager(View):
    """Pages side by side, one of them shown; a swipe goes to the next.

    Args:
        pages: The pages, or how many there are (with `build`).
        build: Makes page i; with `pages` a number.
        current: Index of the page to show; None leaves it to the pager.
        on_page: Called with the index of the page that a swipe leads to.
        swipe: Whether swipes turn pages.
        **common: See `View`. Fills its parent by default.
    """

    CLASS = "androidx.viewpager.widget.ViewPager"
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
        **common: Any,
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
        """The page on screen; two while one is being turned."""
        return self._shown

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Puts the pager into a tree; pages follow when they are shown."""
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
        """Page that counts as current, and pixels moved from it."""
        page, moved = self.ui.offset(self, (self.current or 0, 0))
        if self.current is not None and page != self.current:
            page, moved = self.current, 0
        return max(0, min(page, self._count - 1)), moved

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Wants the height of the current page."""
        pad = self.pad
        tall = 0
        if height_mode != EXACTLY and self._count:
            view = self._view(self._place()[0])
            view.measure(width - pad[0] - pad[2], EXACTLY, height - pad[1] - pad[3], height_mode)
            tall = view.measured[1]
        return width, tall + pad[1] + pad[3]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Places the pages that are in sight."""
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
        """Whether swipes turn pages."""
        return self.swipe and self._count > 1

    def can_scroll(self, amount: int) -> bool:
        """Whether there is a page in that direction."""
        if not self.swipe:
            return False
        end = (self._count - 1) * (self.inner[2] - self.inner[0])
        return self._x < end if amount > 0 else self._x > 0

    def scroll(self, amount: int) -> int:
        """Moves the pages, at most to the next one."""
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
        """Snaps to a page; it is chosen at this moment, as on Android."""
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
    """A screen with a drawer at its left edge; the app says whether it is open.

    Args:
        content: The screen.
        drawer: The drawer, usually a `NavigationView`.
        open: Whether it is open.
        on_close: Called when a tap beside it, a swipe or BACK closes it.
        drawer_width: dp; by default what Material gives it.
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
        **common: Any,
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
        if drawer.pane_title is None:
            drawer.pane_title = "Navigation menu"

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Lets BACK close the drawer."""
        super().attach(ui, parent, position)
        if self.open:
            ui.back.append(self._back)

    def _back(self) -> bool:
        self.on_close()
        return True

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Offers the screen everything, the drawer its own width."""
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
        """Whether the drawer lies under the status bar: nothing stands beside this view."""
        return self.parent is not None and self.parent.id == "android:id/content"

    def _span(self, top: int, bottom: int) -> tuple[int, int]:
        """Upper and lower end of the drawer."""
        return (0, self.ui.size[1]) if self._fits else (top, bottom)

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Places the drawer where the finger has dragged it."""
        super().layout(left, top, right, bottom)
        self._children[0].layout(left, top, right, bottom)
        if self.open:
            top, bottom = self._span(top, bottom)
            self._children[1].layout(left, top, right, bottom)
            drawer = self._children[2]
            x = left + min(0, self.ui.offset(self))
            drawer.layout(x, top, x + drawer.measured[0], bottom)

    def display_children(self, out: list[DisplayItem], clip: Rect) -> None:
        """Appends the screen, kept to its place, and the drawer, which need not be."""
        content = self._children[0]
        content.display(out, intersect(self.bounds, clip))
        for child in self.drawing_order:
            if child is not content:
                child.display(out, clip)

    def takes_drag(self, axis: str) -> bool:
        """Sideways, while it is open."""
        return self.open and axis == "x"

    def touch(self, event: Touch) -> None:
        """Drags the drawer."""
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
        items: Destinations; a string is a heading, None a dividing line.
        header: View above them.
        class_name: See `View`.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"

    def __init__(
        self,
        items: Sequence[MenuItem | str | None],
        *,
        header: View | None = None,
        **common: Any,
    ) -> None:
        common.setdefault("height", MATCH)
        common.setdefault("elevation", 16)
        super().__init__((), orientation="vertical", **common)
        self.items = items
        self.header = header

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """A list of header and destinations."""
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
    """A row that follows a finger sideways and uncovers what lies behind it.

    Args:
        front: The row, which should have a background.
        behind: Views below it, usually with a gravity of "start" or "end".
        on_swipe_right: Called when it is swiped far enough to the right; None bars that way.
        on_swipe_left: The same to the left.
        rest: Where the row lies while nobody touches it, in dp to the right of its place.
        threshold: How far (in dp it has moved) is enough; half of its width by default.
        damping: dp that the row moves for each dp of the finger.
        escape: Whether a quick swipe is enough however short it is.
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
        **common: Any,
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
        """Places the row where the finger has it."""
        super().layout(left, top, right, bottom)
        x0, y0, x1, y1 = self.front.bounds
        shift = self.ui.px(self.rest) + self.ui.offset(self)
        if shift:
            self.front.layout(x0 + shift, y0, x1 + shift, y1)

    def takes_drag(self, axis: str) -> bool:
        """Sideways, where something can come of it."""
        barred = self.on_swipe_right is None and self.on_swipe_left is None
        return axis == "x" and not barred

    def touch(self, event: Touch) -> None:
        """Moves the row; decides when the finger leaves."""
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
    """A heading that shows and hides what belongs to it.

    Args:
        title: The heading.
        children: What is shown while it is expanded.
        expanded: Whether it is.
        on_toggle: Called when the heading is tapped.
        subtitle: Second line of the heading.
        **common: See `View`.
    """

    def __init__(
        self,
        title: str,
        children: Sequence[View | None],
        expanded: bool,
        on_toggle: Click,
        *,
        subtitle: str | None = None,
        icon: str | None = None,
        title_id: str | None = None,
        **common: Any,
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), orientation="vertical", **common)
        self.heading = ListItem(
            title,
            subtitle,
            icon=icon,
            title_id=title_id,
            trailing=ImageView("expand_less" if expanded else "expand_more"),
            on_click=on_toggle,
            key="heading",
        )
        self.body = list(children) if expanded else []

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Heading and, while expanded, the rest."""
        return [self.heading, *self.body]


# --- buttons -----------------------------------------------------------------------------------


class FloatingActionButton(ImageButton):
    """The round button over a screen's lower end corner.

    Args:
        icon: Its icon.
        size: "regular" (56 dp), "mini" (40) or "large" (96).
        color: Fill; the theme's "fab" by default.
        **common: See `View`; lower end corner with a margin of 16 dp by default.
    """

    def __init__(
        self, icon: str, *, size: str = "regular", color: str | None = None, **common: Any
    ) -> None:
        side = {"mini": 40, "large": 96}.get(size, 56)
        common.setdefault("width", side)
        common.setdefault("height", side)
        common.setdefault("margin", 16)
        common.setdefault("gravity", "end|bottom")
        common.setdefault("elevation", 6)
        common.setdefault("tint", None)
        super().__init__(icon, size=36 if size == "large" else 24, **common)
        self.kind = size
        self.color = color

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Chooses colour and shape."""
        if self.background is None:
            corner = ui.theme.corner("fab")
            if ui.theme.material == 2:
                corner = 999
            elif self.kind != "regular":
                corner = 12 if self.kind == "mini" else 28
            self.background = Rounded(self.color or "fab", corner)
        if self.tint is None:
            self.tint = "on_fab"
        super().attach(ui, parent, position)


class ExtendedFloatingActionButton(Button):
    """A floating button with text.

    Args:
        text: Label.
        icon: Icon before it.
        fill: Fill; the theme's "fab" by default.
        **common: See `TextView`; lower end corner with a margin of 16 dp by default.
    """

    def __init__(
        self, text: str, *, icon: str | None = None, fill: str | None = None, **common: Any
    ) -> None:
        common.setdefault("margin", 16)
        common.setdefault("gravity", "end|bottom")
        common.setdefault("elevation", 6)
        common.setdefault("icon_size", 24)
        common.setdefault("icon_padding", 12)
        common.setdefault("color", "on_fab")
        super().__init__(text, icon=icon, **common)
        self.fill = fill

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Chooses size, colour and shape."""
        material = ui.theme.material
        self.min_height = 48 if material == 2 else 56
        if self._fitted:
            self._fitted = False
            self.padding = (12 if self.icon else 20, 0, 20, 0)
        if self.background is None:
            self.background = Rounded(self.fill or "fab", 24 if material == 2 else 16)
        super().attach(ui, parent, position)


class Chip(Themed):
    """A small rounded button: a filter, a choice, an entry that can be removed.

    Args:
        text: Label.
        icon: Icon before it.
        checked: State of a checkable chip; None for one that is not.
        on_click: Called on a tap.
        on_close: Called when its cross is tapped; None for no cross.
        exclusive: Says that it is one of several choices.
        fill: Fill; the theme's by default.
        **common: See `View`.
    """

    def __init__(
        self,
        text: str,
        *,
        icon: str | None = None,
        checked: bool | None = None,
        on_click: Click | None = None,
        on_close: Click | None = None,
        exclusive: bool = False,
        fill: str | None = None,
        tick: bool = True,
        **common: Any,
    ) -> None:
        if "class_name" not in common:
            kind = "View" if on_click is None else "Button"
            if checked is not None:
                kind = "RadioButton" if exclusive else "CompoundButton"
            common["class_name"] = f"android.{'view' if kind == 'View' else 'widget'}.{kind}"
        common.setdefault("min_height", 48)
        common.setdefault("important_for_accessibility", "yes")
        super().__init__(
            (), content_gravity="center_vertical", checked=checked, on_click=on_click, **common
        )
        self.text = text
        self.icon = icon
        self.on_close = on_close
        self.fill = fill
        self.tick = tick

    def accessibility_text(self) -> str | None:
        """The label."""
        return self.text

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Icon or tick, label, cross."""
        material, on = ui.theme.material, self.checked
        fill = self.fill or ("chip_selected" if on else "chip")
        color = "text_primary"
        if material == 3:
            color = "on_secondary_container" if on else "text_secondary"
        stroke = "outline" if material == 3 and not on else None
        shape = Rounded(fill, ui.theme.corner("chip"), stroke)
        self.background = Inset(shape, top=8, bottom=8)
        icon = "check" if on and self.tick and self.icon is None else self.icon
        side = 18 if icon == "check" or material == 3 else 24
        self.pad = ui.insets((8 if icon else 12, 0, 4 if self.on_close else 12, 0))
        self.padding = (8 if icon else 12, 0, 4 if self.on_close else 12, 0)
        label = TextView(
            self.text,
            style="chip",
            color=color,
            max_lines=1,
            important_for_accessibility="no",
        )
        label.enabled = self.enabled
        close = None
        if self.on_close is not None:
            close = ImageView(
                "close",
                size=18,
                tint=color,
                width=28,
                height=32,
                class_name="android.widget.Button",
                content_description=f"Remove {self.text}",
                on_click=self.on_close,
            )
        return [
            ImageView(icon, size=side, tint=color, margin=(0, 0, 8, 0)) if icon else None,
            label,
            close,
        ]


class ChipGroup(FlowLayout):
    """Chips one after the other, in as many lines as they need.

    Args:
        chips: The chips.
        single_line: One line that scrolls, see `HorizontalScrollView`; then this is its content.
        **common: See `FlowLayout`.
    """

    def __init__(self, chips: Sequence[View | None], **common: Any) -> None:
        common.setdefault("spacing", (8, 0))
        super().__init__(chips, **common)


class ToggleGroup(Themed):
    """Buttons of which one, or some, are pressed (MaterialButtonToggleGroup).

    Args:
        labels: Their labels.
        checked: Indices of those that are pressed.
        on_click: Called with the index of the one tapped.
        ids: Their resource ids.
        button_class: Class of the buttons.
        **common: See `View`.
    """

    def __init__(
        self,
        labels: Sequence[str],
        checked: Sequence[int],
        on_click: Callable[[int], None],
        *,
        ids: Sequence[str | None] = (),
        button_class: str = "android.widget.CompoundButton",
        fill: bool = False,
        **common: Any,
    ) -> None:
        super().__init__((), **common)
        self.labels = labels
        self.chosen = checked
        self.on_choose = on_click
        self.ids = ids
        self.button_class = button_class
        self.fill = fill

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The buttons, joined into one shape."""
        corner, material = ui.theme.corner("button"), ui.theme.material
        inset = 6 if material == 2 else 4
        buttons = []
        for index, label in enumerate(self.labels):
            on = index in self.chosen
            start = corner if index == 0 else 0.0
            end = corner if index == len(self.labels) - 1 else 0.0
            chosen = "accent@0.12" if material == 2 else "secondary_container"
            line = "outline_variant" if material == 2 else "outline"
            shape = Rounded(chosen if on else "transparent", (start, end, end, start), line)
            button = Button(
                label,
                id=self.ids[index] if index < len(self.ids) else None,
                class_name=self.button_class,
                background=Inset(shape, top=inset, bottom=inset),
                color=("accent" if on else "text_secondary") if material == 2 else "text_primary",
                checked=on,
                on_click=lambda index=index: self.on_choose(index),
                padding=(16, 0),
                margin=(-1 if index else 0, 0, 0, 0),
            )
            if self.fill:
                button.width, button.weight = 0, 1.0
            buttons.append(button)
        return buttons


# --- fields ------------------------------------------------------------------------------------


class _FieldBox(LinearLayout):
    """The box around a text field, with the label that floats into its edge."""

    def __init__(self, children: Sequence[View | None], kind: str, label: str, **common: Any):
        super().__init__(children, content_gravity="center_vertical", **common)
        self.kind = kind
        self.label = label
        self.floating = self.focused = self.wrong = self.disabled = False
        self.label_inset = 16.0

    def appearance(self) -> Hashable | None:
        """Shape, label and state."""
        return (
            self.kind,
            self.label,
            self.floating,
            self.focused,
            self.wrong,
            self.disabled,
            self.label_inset,
            self.bounds[2] - self.bounds[0],
        )

    def draw_margin(self) -> int:
        """The label stands on the upper edge."""
        return self.ui.px(10) if self.floating and self.kind == "outlined" else 0

    def draw(self, canvas: Any) -> None:
        """Paints box and label."""
        from android_gym.simulator.ui.painting import paint_field

        paint_field(canvas, self)


class TextInputLayout(Themed):
    """A text field with a label that floats, a box, and room for an error below.

    Args:
        field: The field; its hint is the label.
        kind: "outlined", "filled" or "line" (only an underline, as before Material's boxes).
        error: Shown below in red.
        helper: Shown below while there is no error.
        counter_max: Shows how many characters there are of this many.
        prefix: Text before the field's.
        suffix: Text after the field's.
        start_icon: Icon inside the box at the start.
        end_icon: Icon inside the box at the end.
        on_end_icon: Called when that is tapped.
        end_icon_description: What a screen reader says of it.
        clear: Description of a button that empties the field while it has text.
        **common: See `View`. As wide as its parent by default.
    """

    CLASS = "android.widget.LinearLayout"

    def __init__(
        self,
        field: EditText,
        *,
        kind: str = "outlined",
        error: str | None = None,
        helper: str | None = None,
        counter_max: int | None = None,
        prefix: str | None = None,
        suffix: str | None = None,
        start_icon: str | None = None,
        end_icon: str | None = None,
        on_end_icon: Click | None = None,
        end_icon_description: str | None = None,
        **common: Any,
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), orientation="vertical", **common)
        self.field = field
        self.kind = kind
        self.error = error
        self.helper = helper
        self.counter_max = counter_max
        self.prefix = prefix
        self.suffix = suffix
        self.start_icon = start_icon
        self.end_icon = end_icon
        self.on_end_icon = on_end_icon
        self.end_icon_description = end_icon_description
        self._box: _FieldBox | None = None

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The box with the field, and the line below it."""
        field, label = self.field, self.field.hint or ""
        field.label_floats = bool(label)
        if field.id is None and field.key is None:
            field.key = "field"
        top, bottom = (16.0, 16.0) if self.kind == "outlined" or not label else (24.0, 8.0)
        side = 16.0 if self.kind != "line" else 0.0
        if self.kind == "line":
            top, bottom = (20.0 if label else 8.0), 8.0
        field.background = "transparent"
        field.padding = (
            0 if self.prefix or self.start_icon else side,
            top,
            0 if self.suffix or self.end_icon else side,
            bottom,
        )
        field.width, field.weight = 0, 1.0
        tall = self.height != WRAP
        field.height = MATCH if tall else field.height
        if tall and not field.multi_line:
            field.vertical = "center"
        field.min_height = max(field.min_height, 56 if self.kind != "line" else 48)
        end: View | None = None
        if self.end_icon is not None:
            end = ImageButton(
                self.end_icon,
                id="text_input_end_icon",
                content_description=self.end_icon_description,
                on_click=self.on_end_icon,
                clickable=self.on_end_icon is not None,
            )
        style: dict[str, Any] = {"style": "edit_text", "color": "text_secondary"}
        box = _FieldBox(
            [
                ImageView(self.start_icon, margin=(12, 0)) if self.start_icon else None,
                TextView(self.prefix, id="textinput_prefix_text", padding=(side, 0, 4, 0), **style)
                if self.prefix
                else None,
                field,
                TextView(self.suffix, id="textinput_suffix_text", padding=(4, 0, side, 0), **style)
                if self.suffix
                else None,
                end,
            ],
            self.kind,
            label,
            key="box",
            width=MATCH,
            height=0 if tall else WRAP,
            weight=1.0 if tall else 0.0,
            margin=(0, 6 if self.kind == "outlined" and label else 0, 0, 0),
        )
        box.label_inset = side + (32 if self.start_icon else 0)
        box.wrong = self.error is not None
        box.disabled = not field.enabled
        self._box = box
        return [box, self._below(ui)]

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Puts field and box into the tree; only then is known whether there is text."""
        super().attach(ui, parent, position)
        box, field = self._box, self.field
        assert box is not None
        box.focused = ui.focused(field)
        box.floating = box.focused or bool(field.text) or bool(self.prefix)

    def _below(self, ui: Ui) -> View | None:
        below = self.error if self.error is not None else self.helper
        if below is None and self.counter_max is None:
            return None
        wrong = self.error is not None
        message = TextView(
            below or "",
            id="textinput_error" if wrong else "textinput_helper_text",
            style="body_small",
            color="error" if wrong else "text_secondary",
            width=0,
            weight=1.0,
            visibility="invisible" if not below else "visible",
        )
        counter = None
        if self.counter_max is not None:
            used = len(_field_text(ui, self, self.field))
            counter = TextView(
                f"{used} / {self.counter_max}",
                id="textinput_counter",
                style="body_small",
                color="error" if used > self.counter_max else "text_secondary",
                content_description=f"Characters entered {used} of {self.counter_max}",
            )
        return row(message, counter, width=MATCH, padding=(16, 4, 16, 0))


def _field_text(ui: Ui, layout: TextInputLayout, field: EditText) -> str:
    """The text that a field is about to have: what the app gives, or what the view keeps."""
    if field.on_text_change is not None:
        return field.given or ""
    states = ui.offset(_Path((*layout.path, "box", field.key or field.id)), None)
    return states.text if states is not None else field.given or ""


class _Path(View):
    """Stands for a view that is not in the tree yet."""

    def __init__(self, path: tuple[Hashable, ...]) -> None:
        super().__init__()
        self._path = path


class _DropDown(Themed):
    """The list of a spinner's window."""

    def __init__(
        self, items: Sequence[str], selected: int, choose: Callable[[int], None], width: int
    ) -> None:
        super().__init__((), orientation="vertical")
        self.items = items
        self.chosen = selected
        self.choose = choose
        self.least = width

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Rows of text."""
        self.background = Rounded("menu", ui.theme.corner("menu"))
        self.elevation = 8 if ui.theme.material == 2 else 3
        rows = [
            CheckedTextView(
                text,
                id="android:id/text1",
                style="menu_item",
                max_lines=1,
                vertical="center",
                width=MATCH,
                height=48,
                padding=(16, 0),
                checked=index == self.chosen,
                on_click=lambda index=index: self.choose(index),
                background="ripple" if index == self.chosen else None,
            )
            for index, text in enumerate(self.items)
        ]
        listing = ScrollView(column(*rows, width=MATCH), class_name="android.widget.ListView")
        listing.width = MATCH
        return [listing]

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """As wide as the field it belongs to, or its longest entry."""
        if width_mode == AT_MOST:
            wanted = self.least
            for view in self.walk():
                if isinstance(view, CheckedTextView):
                    view.measure(0, UNSPECIFIED, 0, UNSPECIFIED)
                    wanted = max(wanted, view.measured[0])
            width, width_mode = min(width, wanted), EXACTLY
        return super().measure_content(width, width_mode, height, height_mode)


class Spinner(Themed):
    """Shows one of several entries; a tap drops the list of them down.

    Args:
        items: The entries.
        selected: Index of the chosen one; -1 for none.
        on_select: Called with the index that was chosen (also the same again).
        prompt: Shown while nothing is chosen.
        text_id: Resource id of the text.
        text_style: Style of the text.
        color: Colour of text and arrow.
        **common: See `View`.
    """

    CLASS = "android.widget.Spinner"

    def __init__(
        self,
        items: Sequence[str],
        selected: int,
        on_select: Callable[[int], None],
        *,
        prompt: str = "",
        text_id: str | None = "android:id/text1",
        text_style: str = "list_item",
        color: str = "text_primary",
        arrow: str = "arrow_drop_down",
        **common: Any,
    ) -> None:
        common.setdefault("min_height", 48)
        common.setdefault("clickable", True)
        super().__init__((), content_gravity="center_vertical", **common)
        self.items = list(items)
        self.chosen = selected
        self.on_select = on_select
        self.prompt = prompt
        self.text_id = text_id
        self.text_style_name = text_style
        self.color = color
        self.arrow = arrow

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The chosen entry and an arrow."""
        if ui.read(self):
            ui.popups.append(
                Overlay(
                    _DropDown(self.items, self.chosen, self._choose, 0),
                    key=self.path,
                    anchor=self._anchor,
                    over_anchor=True,
                    gravity="start",
                    on_dismiss=self._close,
                    margin=(8, 8, 8, 8),
                )
            )
            content = ui.popups[-1].content
            assert isinstance(content, _DropDown)
            self._list = content
        chosen = 0 <= self.chosen < len(self.items)
        return [
            TextView(
                self.items[self.chosen] if chosen else self.prompt,
                id=self.text_id,
                style=self.text_style_name,
                color=self.color if chosen else "text_hint",
                max_lines=1,
                padding=(8, 0),
                enabled=self.enabled,
                width=WRAP if self.width == WRAP else 0,
                weight=0.0 if self.width == WRAP else 1.0,
            ),
            ImageView(self.arrow, tint=self.color if self.color != "text_primary" else "icon"),
        ]

    def _anchor(self) -> Rect:
        return self.bounds

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Takes its place; an open list is at least as wide."""
        super().layout(left, top, right, bottom)
        if self.ui.read(self):
            self._list.least = right - left

    def _close(self) -> None:
        self.ui.write(self, None)

    def _choose(self, index: int) -> None:
        self._close()
        self.on_select(index)

    def click(self) -> None:
        """Drops the list down."""
        self.ui.write(self, True)
        super().click()


class DropdownField(Spinner):
    """A `Spinner` in the box of a `TextInputLayout` (Material's exposed dropdown menu).

    Args:
        label: Floats in the edge of the box.
        items: The entries.
        selected: Index of the chosen one; -1 for none.
        on_select: Called with the index that was chosen.
        kind: As for `TextInputLayout`.
        **common: See `Spinner`.
    """

    def __init__(
        self,
        label: str,
        items: Sequence[str],
        selected: int,
        on_select: Callable[[int], None],
        *,
        kind: str = "outlined",
        **common: Any,
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("text_id", None)
        super().__init__(items, selected, on_select, text_style="edit_text", **common)
        self.label = label
        self.kind = kind

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """The box with text and arrow."""
        content = super().compose(ui)
        chosen = 0 <= self.chosen < len(self.items)
        box = _FieldBox(content, self.kind, self.label, width=MATCH, min_height=56, key="box")
        box.padding = (8, 8 if self.kind == "filled" else 0, 12, 0)
        box.margin = (0, 6 if self.kind == "outlined" else 0, 0, 0)
        box.floating = chosen or bool(self.prompt)
        box.focused = bool(ui.read(self))
        return [box]

    def _anchor(self) -> Rect:
        return self.bounds


# --- rows --------------------------------------------------------------------------------------


class ListItem(Themed):
    """A row of a list: one, two or three lines, something before and something after.

    Args:
        title: First line.
        subtitle: Second line, None for none.
        icon: Icon at the start.
        leading: A view at the start, in place of an icon.
        trailing: A view, or text, at the end.
        overline: Small text above the title.
        title_id: Resource id of the title.
        subtitle_id: Resource id of the second line.
        subtitle_lines: Most lines of the subtitle.
        inset: Leaves room for an icon where there is none.
        **common: See `View`. As wide as its parent by default.
    """

    CLASS = "android.widget.LinearLayout"

    def __init__(
        self,
        title: str,
        subtitle: str | None = None,
        *,
        icon: str | None = None,
        leading: View | None = None,
        trailing: View | str | None = None,
        overline: str | None = None,
        title_id: str | None = None,
        subtitle_id: str | None = None,
        title_style: str = "list_item",
        title_lines: int | None = 1,
        subtitle_lines: int | None = 2,
        icon_tint: str = "icon",
        inset: bool = False,
        **common: Any,
    ) -> None:
        common.setdefault("width", MATCH)
        super().__init__((), content_gravity="center_vertical", **common)
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
        self.leading = leading
        self.trailing = trailing
        self.overline = overline
        self.title_id = title_id
        self.subtitle_id = subtitle_id
        self.title_style = title_style
        self.title_lines = title_lines
        self.subtitle_lines = subtitle_lines
        self.icon_tint = icon_tint
        self.inset = inset

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Start, text, end."""
        material = ui.theme.material
        two = self.subtitle is not None or self.overline is not None
        before = self.leading
        if before is None and self.icon is not None:
            before = ImageView(self.icon, tint=self.icon_tint, width=24, height=24)
        if not self.min_height:
            self.min_height = (72 if two else 56) if material == 3 or before else (64, 48)[not two]
        if not self.padding:
            self.padding = (16, 8)
            self.pad = ui.insets(self.padding)
        text = column(
            TextView(self.overline, style="body_small", color="text_secondary", max_lines=1)
            if self.overline is not None
            else None,
            TextView(
                self.title,
                id=self.title_id,
                style=self.title_style,
                max_lines=self.title_lines,
                enabled=self.enabled,
            ),
            TextView(
                self.subtitle,
                id=self.subtitle_id,
                style="list_item_secondary",
                max_lines=self.subtitle_lines,
                enabled=self.enabled,
            )
            if self.subtitle is not None
            else None,
            width=0,
            weight=1.0,
            margin=(56 if self.inset and before is None else 0, 0, 0, 0),
        )
        after = self.trailing
        if isinstance(after, str):
            after = TextView(after, style="body_small", color="text_secondary")
        if before is not None:
            known = before.width if before.width > 0 else 40
            gap = 16 if material == 3 or known > 32 else 32
            before = FrameLayout([before], margin=(0, 0, gap, 0), key="start")
        if after is not None:
            after = FrameLayout([after], margin=(16, 0, 0, 0), key="end")
        return [before, text, after]


def section_header(text: str, *, id: str | None = None, **common: Any) -> TextView:
    """The heading of a part of a list."""
    common.setdefault("width", MATCH)
    common.setdefault("padding", (16, 16, 16, 8))
    common.setdefault("style", "section")
    return TextView(text, id=id, **common)


class Badge(TextView):
    """A small red mark with a number, or ("") a dot.

    Args:
        text: What it says.
        **common: See `View`.
    """

    STYLE = "label_small"

    def __init__(self, text: str = "", **common: Any) -> None:
        side = 16 if text else 6
        common.setdefault("color", "on_error")
        common.setdefault("height", side)
        common.setdefault("min_width", side)
        common.setdefault("background", Rounded("error", 999))
        common.setdefault("padding", (4, 0) if text else 0)
        common.setdefault("align", "center")
        common.setdefault("vertical", "center")
        common.setdefault("max_lines", 1)
        common.setdefault("important_for_accessibility", "no")
        if not text:
            common.setdefault("width", side)
        super().__init__(text, **common)


def empty_state(
    text: str,
    *,
    icon: str | None = None,
    title: str | None = None,
    action: View | None = None,
    id: str | None = None,
    icon_id: str | None = None,
    icon_size: float = 96,
    **common: Any,
) -> LinearLayout:
    """What a list shows while it is empty: a picture, words, perhaps a button, in the middle."""
    common.setdefault("width", MATCH)
    common.setdefault("height", MATCH)
    common.setdefault("padding", 32)
    picture = None
    if icon is not None:
        tint = "text_tertiary"
        picture = ImageView(icon, id=icon_id, size=icon_size, tint=tint, margin=(0, 0, 0, 16))
    return column(
        picture,
        TextView(title, style="title_large", align="center", margin=(0, 0, 0, 8))
        if title
        else None,
        TextView(text, id=id, style="body_large", color="text_secondary", align="center"),
        action,
        content_gravity="center",
        **common,
    )


# --- over it all -------------------------------------------------------------------------------


class _BottomSheet(Themed):
    """What slides in from below; dragging it down dismisses it."""

    CLASS = "android.widget.FrameLayout"
    CLIPS = True

    def __init__(self, content: View, on_dismiss: Click, handle: bool | None, **common: Any):
        super().__init__((), orientation="vertical", **common)
        self.content = content
        self.on_dismiss = on_dismiss
        self.handle = handle

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """A handle in Material 3, and the content."""
        material, corner = ui.theme.material, ui.theme.corner("bottom_sheet")
        if self.background is None:
            fill = "dialog" if material == 2 else "card"
            self.background = Rounded(fill, (corner, corner, 0, 0))
        handle = None
        if self.handle if self.handle is not None else material == 3:
            handle = View(
                width=32,
                height=4,
                gravity="center_horizontal",
                margin=(0, 22, 0, 22),
                background=Rounded("on_surface_variant@0.4", 2),
            )
        return [handle, self.content]

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Keeps its content off the navigation bar."""
        windows = self.ui.windows
        bottom = windows.navigation_bar_height if windows.keyboard_top is None else 0
        self.pad = (*self.pad[:3], bottom)
        return super().measure_content(width, width_mode, height, height_mode)

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lies as much lower as it is dragged."""
        down = max(0, self.ui.offset(self))
        super().layout(left, top + down, right, bottom + down)

    def takes_drag(self, axis: str) -> bool:
        """Up and down."""
        return axis == "y"

    def touch(self, event: Touch) -> None:
        """Follows the finger; decides when it leaves."""
        moved = round(max(0.0, event.y - event.start_y))
        if event.action == "move":
            self.ui.set_offset(self, moved)
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, 0)
            quick = event.velocity_y > self.ui.px(500)
            far = moved > (self.bounds[3] - self.bounds[1]) / 2
            if event.action == "up" and (far or (moved and quick)):
                self.on_dismiss()


def bottom_sheet(
    content: View,
    on_dismiss: Click,
    *,
    key: Hashable = "bottom_sheet",
    id: str = "design_bottom_sheet",
    handle: bool | None = None,
    background: Any = None,
    cancelable: bool = True,
    title: str = "",
) -> Overlay:
    """A modal sheet at the bottom of the screen.

    Args:
        content: What it shows.
        on_dismiss: Called when a tap above it, BACK or a drag downwards dismisses it.
        key: Identity among the overlays of the screen.
        id: Resource id of the sheet.
        handle: Whether there is a drag handle; by default in Material 3.
        background: Colour or drawable of the sheet.
        cancelable: False leaves it to the content to close it.
        title: Title of its window.
    """
    if content.width == WRAP:
        content.width = MATCH
    sheet = _BottomSheet(
        content, on_dismiss if cancelable else _nothing, handle, id=id, background=background
    )
    sheet.elevation = 16
    return Overlay(
        sheet,
        key=key,
        gravity="bottom",
        width=MATCH,
        dim=0.32,
        cancelable=cancelable,
        on_dismiss=on_dismiss,
        title=title,
    )


def _nothing() -> None:
    """Leaves everything as it is."""


class Snackbar(Themed):
    """A message at the lower edge of the screen; usually made by `Activity.show_snackbar`.

    Args:
        text: What it says.
        action: Label of its button, None for none.
        on_action: Called when that is tapped.
        on_dismiss: Called when it is swiped away.
        bottom: dp kept from the lower edge beside its margin.
        **common: See `View`.
    """

    CLASS = "android.widget.FrameLayout"

    def __init__(
        self,
        text: str,
        *,
        action: str | None = None,
        on_action: Click | None = None,
        on_dismiss: Click | None = None,
        bottom: float = 0,
        **common: Any,
    ) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("gravity", "bottom")
        common.setdefault("margin", (8, 8, 8, 8 + bottom))
        common.setdefault("min_height", 48)
        common.setdefault("key", "snackbar")
        super().__init__((), content_gravity="center_vertical", elevation=6, **common)
        self.text = text
        self.action = action
        self.on_action = on_action
        self.on_dismiss = on_dismiss

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Text and button."""
        self.background = Rounded("snackbar", ui.theme.corner("snackbar"))
        button = None
        if self.action is not None:
            button = Button(
                self.action,
                id="snackbar_action",
                color="snackbar_action",
                on_click=self.on_action,
                margin=(0, 0, 8, 0),
                min_width=48,
            )
        text = TextView(
            self.text,
            id="snackbar_text",
            style="snackbar",
            color="on_snackbar",
            max_lines=2,
            width=0,
            weight=1.0,
            padding=(16, 14, 8, 14),
        )
        return [text, button]

    def layout(self, left: int, top: int, right: int, bottom: int) -> None:
        """Lies where the finger has it."""
        shift = self.ui.offset(self)
        super().layout(left + shift, top, right + shift, bottom)

    def takes_drag(self, axis: str) -> bool:
        """Sideways, where it can be dismissed."""
        return axis == "x" and self.on_dismiss is not None

    def touch(self, event: Touch) -> None:
        """Follows the finger; decides when it leaves."""
        moved = round(event.x - event.start_x)
        if event.action == "move":
            self.ui.set_offset(self, moved)
        elif event.action in ("up", "cancel"):
            self.ui.set_offset(self, 0)
            far = abs(moved) > (self.bounds[2] - self.bounds[0]) / 2
            quick = abs(event.velocity_x) > self.ui.px(500)
            if event.action == "up" and (far or quick) and self.on_dismiss is not None:
                self.on_dismiss()

"""App bars and their parts: toolbar, app bar layout, search field."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Unpack

from android_gym.simulator.ui.drawables import Drawable
from android_gym.simulator.ui.geometry import MATCH, WRAP
from android_gym.simulator.ui.layouts import FrameLayout, LinearLayout, column, row
from android_gym.simulator.ui.menus import Click, MenuItem, OverflowButton
from android_gym.simulator.ui.options import Align, ViewOptions
from android_gym.simulator.ui.rows import Badge
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, EditText, ImageButton, ImageView, TextView

__all__ = ["AppBarLayout", "SearchView", "Toolbar", "ToolbarOptions", "open_search_bar"]


# --- bars --------------------------------------------------------------------------------------

_NAVIGATION_WORDS = {
    "arrow_back": "Navigate up",
    "close": "Close",
    "menu": "Open navigation drawer",
}


class ToolbarOptions(ViewOptions, total=False):
    """Keyword arguments of `Toolbar` other than its title and menu."""

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
        subtitle: A smaller line below the title; hidden if empty.
        navigation: Icon at the start, e.g. "arrow_back", "menu" or "close", or a drawable.
        on_navigation: Called when the navigation icon is tapped.
        navigation_description: Content description of the icon; "auto" for Android's usual one.
        menu: Its items: those with an icon (or ``action=True``) are shown in the bar, the others in
            the overflow menu.
        content: A view to show in place of the title, e.g. a `Spinner` or `SearchView`.
        action_class: Class name of the actions; older AppCompat versions use
            android.widget.TextView.
        color: Colour of title and icons.
        title_id: Resource id of the title, which has none on Android.
        title_style: Text style of the title.
        center: Whether to center the title.
        overflow_description: Content description of the overflow button.
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
        """Set the height to that of the theme's Material version."""
        if self._tall:
            self.height = 56 if ui.theme.material == 2 else 64
        super().attach(ui, parent, position)

    def compose(self, ui: Ui) -> Sequence[View | None]:
        """Return navigation icon, title, actions and overflow button."""
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
        icon.long_clickable = True  # a long press shows the tooltip
        if item.badge is None:
            return icon
        return FrameLayout([icon, Badge(item.badge, gravity="end|top", margin=(0, 8, 6, 0))])


class AppBarLayout(LinearLayout):
    """A toolbar, tabs and other bars at the top, raised as one (flat in Material 3).

    Args:
        children: From top to bottom.
        **common: See `View`. Background "app_bar" by default.
    """

    def __init__(self, children: Sequence[View | None], **common: Unpack[ViewOptions]) -> None:
        common.setdefault("width", MATCH)
        common.setdefault("background", "app_bar")
        super().__init__(children, orientation="vertical", **common)

    def attach(self, ui: Ui, parent: View | None, position: Hashable) -> None:
        """Set the elevation to that of the theme's Material version."""
        if ui.theme.material == 2 and not self.elevation:
            self.elevation = 4
        super().attach(ui, parent, position)


class SearchView(Themed):
    """A search field for a `Toolbar`.

    Args:
        query: The text.
        on_query_change: Called with each new text.
        hint: Shown while the text is empty.
        on_submit: Called when the search key is pressed.
        autofocus: Whether it takes the focus when it appears.
        field_class: Class name of the text field.
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
        """Return the field and its clear button."""
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
    """Return the top of a full-screen Material 3 search: back button, field, clear button.

    Args:
        query: The text.
        hint: Shown while the query is empty.
        on_query_change: Called with each new text.
        on_close: Called when the back arrow is tapped.
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

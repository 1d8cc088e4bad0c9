"""Menus: popup menus, and the overflow button that opens one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Unpack

from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import AT_MOST, EXACTLY, MATCH, UNSPECIFIED, Rect
from android_gym.simulator.ui.layouts import LinearLayout, ScrollView, column, row
from android_gym.simulator.ui.options import Gravity, ImageOptions, ViewOptions
from android_gym.simulator.ui.themed import Themed
from android_gym.simulator.ui.ui import Ui
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import CheckBox, ImageView, RadioButton, TextView

__all__ = ["Click", "MenuItem", "OverflowButton", "popup_menu"]


Click = Callable[[], object]


@dataclass(frozen=True)
class MenuItem:
    """An entry of a menu.

    Attributes:
        title: Its text.
        on_click: Called when it is chosen.
        id: Resource id of its button, or of its row in a drawer.
        icon: Icon; items of a `Toolbar` with an icon are shown in the bar itself.
        action: True to show it in the bar (as text if it has no icon), False for the overflow menu.
        enabled: If False, it is greyed out.
        checked: State of a check box, or radio button if `exclusive`; None for neither.
        exclusive: Whether it is one of several mutually exclusive items.
        submenu: Items that replace the menu when it is chosen.
        content_description: Content description, if not the title.
        badge: Short text over its icon, "" for a dot.
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


class Menu(Themed):
    """The list in a menu's window, which itself keeps track of the open submenu."""

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
        """Return the rows in a list."""
        items: Sequence[MenuItem] = self.items
        header = None
        for index in ui.read(self, ()):
            if index < len(items):
                header, items = items[index].title, items[index].submenu
        rows: list[View | None] = []
        if header is not None:
            title = TextView(header, id=self.title_id, style="menu_item", color="text_secondary")
            rows.append(menu_row([title], enabled=False))
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
        return menu_row(
            [icon, title, mark],
            enabled=item.enabled,
            on_click=lambda: self._choose(item, number),
            content_description=item.content_description,
        )

    def measure_content(
        self, width: int, width_mode: int, height: int, height_mode: int
    ) -> tuple[int, int]:
        """Measure as wide as the widest title; weighted rows themselves would want no width."""
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


def menu_row(children: Sequence[View | None], **common: Unpack[ViewOptions]) -> LinearLayout:
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
    """Return a popup or context menu.

    Args:
        items: Its entries; None entries are skipped.
        on_dismiss: Called when it closes, before an entry's own callback.
        anchor: Id or key of the view that it is aligned to, or its bounds; None centers it on
            screen.
        gravity: "start" or "end": which edges of menu and anchor are aligned.
        over_anchor: Whether it covers the anchor instead of being below it.
        key: Identity among the overlays of the screen.
        title_id: Resource id of the titles: AppCompat's "title", or "android:id/title".
        min_width: Minimum width in dp.
        offset: (dx, dy) in dp from the anchor.
    """
    shown = [item for item in items if item is not None]
    return Overlay(
        Menu(shown, on_dismiss, title_id=title_id, menu_min_width=min_width),
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
    """The three-dot button that opens a menu.

    Args:
        items: Entries of the menu.
        icon: Icon of the button.
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
        """Attach the view, and its menu if that is open."""
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

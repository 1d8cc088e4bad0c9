"""The notification shade and quick settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from android_gym.simulator.apps.systemui.actions import SystemUi, guts, show_guts, snoozed
from android_gym.simulator.apps.systemui.model import ReplyState, ShadeState, Tile
from android_gym.simulator.apps.systemui.screens.media import media_card
from android_gym.simulator.apps.systemui.screens.notices import notices
from android_gym.simulator.apps.systemui.screens.parts import (
    brightness_slider,
    privacy_chip,
    status_icons,
)
from android_gym.simulator.apps.systemui.screens.tile_editor import tile_editor
from android_gym.simulator.system.notifications import IMPORTANCE_DEFAULT, Notification
from android_gym.simulator.system.words import day_text, joined, phrase
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    GridLayout,
    RecyclerView,
    ScrollView,
    SwipeLayout,
    column,
    full_column,
    row,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, TextView

TILES_ON_PAGE = 8
TILES_COLLAPSED = 4


class NotificationShade(SystemUi[ShadeState]):
    """The panel opened by a swipe from the top, first half, then in full."""

    LAYER = 40

    def on_back(self) -> bool:
        """Discard a started reply, or close the last opened part of the shade."""
        bar = self.system.status_bar
        if self.state.reply.key:
            self.update(reply=ReplyState())
        elif guts(self):
            show_guts(self, "")
        elif bar.panel == "tiles":
            bar.expand_settings()
        elif bar.panel == "settings":
            bar.expand_notifications()
        else:
            bar.collapse()
        return True

    def build(self) -> Overlay | None:
        """Build the panel; None while it is closed."""
        bar = self.system.status_bar
        if not bar.panel:
            return None
        swipes: dict[str, Callable[[], object]]
        if bar.panel == "tiles":
            body, swipes = tile_editor(self, self._tile_height()), {}
        elif bar.panel == "settings":
            body, swipes = self._settings(), {"up": bar.expand_notifications}
        else:
            body = self._notifications()
            swipes = {"down": bar.expand_settings, "up": bar.collapse}
        content = SwipeLayout(
            [body],
            on_swipe=swipes,
            id="notification_panel",
            width=MATCH,
            height=MATCH,
            background="shade",
        )
        return Overlay(
            content,
            key="shade",
            gravity="top",
            width=MATCH,
            height=MATCH,
            kind="system",
            on_dismiss=bar.collapse,
            title="Notification shade",
        )

    # -- notifications

    def _notifications(self) -> View:
        tiles = self._grid(self.tiles()[:TILES_COLLAPSED], id="quick_qs_panel", padding=(12, 0))
        return full_column(
            self._header(), tiles, self._list(), id="shade_body", padding=(0, 16, 0, 24)
        )

    def _header(self) -> View:
        text, spoken = self.time()
        today = self.system.clock.today()
        date = day_text(today, "MMMEd")
        return wide_column(
            wide_row(
                TextView(text, id="clock", content_description=spoken, style="shade_clock"),
                View(weight=1, width=0),
                TextView("T-Mobile", id="carrier_text", style="shade_clock", margin=(0, 0, 8, 0)),
                *status_icons(self, "text_primary"),
                privacy_chip(lambda: self.system.status_bar.show_dialog("privacy"))
                if self.system.microphone.listener is not None
                else None,
                height=48,
            ),
            TextView(date, id="date", style="shade_clock", margin=(0, 0, 0, 12)),
            padding=(24, 8, 24, 0),
        )

    def _list(self) -> View:
        notifications = self.system.notifications
        active = notifications.active()
        if not active and snoozed(self) is None:
            return wide_column(
                TextView("No notifications", id="no_notifications", style="title_small"),
                content_gravity="center_horizontal",
                padding=(0, 48, 0, 0),
            )
        buttons = wide_row(
            Button(
                "Manage",
                id="manage_text",
                on_click=lambda: self.open_settings("android.settings.NOTIFICATION_SETTINGS"),
            ),
            View(weight=1, width=0),
            Button("Clear all", id="dismiss_text", on_click=notifications.dismiss_all),
            padding=(12, 4),
        )
        return RecyclerView(
            [*self._sections(active), buttons],
            id="notification_stack_scroller",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=0,
            weight=1,
            padding=(0, 12, 0, 0),
        )

    def _sections(self, active: list[Notification]) -> list[View]:
        """Build the cards of alerting notifications, then those of silent ones below a heading."""
        media = [item for item in active if self.is_media(item)]
        loud = [i for i in active if i.importance >= IMPORTANCE_DEFAULT and i not in media]
        silent = [i for i in active if i.importance < IMPORTANCE_DEFAULT and i not in media]
        rows = [*(media_card(self, item) for item in media), *notices(self, loud)]
        if silent:
            heading = wide_row(
                TextView("Silent", id="header_label", style="notification_header"),
                View(weight=1, width=0),
                ImageButton(
                    "close",
                    id="btn_clear_all",
                    content_description="Clear all silent notifications",
                    size=18,
                    on_click=lambda: [self.system.notifications.dismiss(i.key) for i in silent],
                ),
                key="silent",
                padding=(32, 0, 16, 0),
            )
            rows += [heading, *notices(self, silent, first=False)]
        return rows

    # -- quick settings

    def _settings(self) -> View:
        every = self.tiles()
        pages = -(-len(every) // TILES_ON_PAGE)
        page = max(0, min(self.state.page, pages - 1))
        grid = SwipeLayout(
            [self._grid(every[page * TILES_ON_PAGE : (page + 1) * TILES_ON_PAGE])],
            id="quick_settings_panel",
            class_name="androidx.viewpager.widget.ViewPager",
            on_swipe={
                "left": lambda: self.update(page=min(pages - 1, page + 1)),
                "right": lambda: self.update(page=max(0, page - 1)),
            },
            width=MATCH,
            height=TILES_ON_PAGE // self._columns() * (self._tile_height() + 8) + 10,
        )
        parts = (
            self._header(),
            wide_column(brightness_slider(self), padding=(4, 0, 4, 16)),
            grid,
            self._footer(page, pages),
        )
        if not self._lies():
            return full_column(*parts, padding=(12, 16, 12, 24))
        return ScrollView(wide_column(*parts, padding=(12, 8, 12, 16)), width=MATCH, height=MATCH)

    def _lies(self) -> bool:
        """Return whether the screen is in landscape."""
        width, height = self.context.windows.size
        return width > height

    def _columns(self) -> int:
        return 4 if self._lies() else 2

    def _grid(
        self, tiles: list[Tile], id: str | None = None, padding: tuple[float, float] = (0, 0)
    ) -> View:
        views = [self._tile(tile) for tile in tiles]
        return GridLayout(views, columns=self._columns(), id=id, width=MATCH, padding=padding)

    def _tile_height(self) -> float:
        """Return a tile's height in dp, with room for two lines of text at the font scale."""
        return max(72, 52 * self.system.display.font_scale)

    def _tile(self, tile: Tile) -> View:
        state = "on" if tile.on and tile.available else "off"
        color = f"on_qs_tile_{state}"
        name = TextView(tile.label, id="tile_label", style="qs_tile", color=color, max_lines=1)
        second = TextView(
            tile.state,
            id="app_label",
            style="qs_tile_secondary",
            color=color,
            max_lines=1,
            alpha=0.7,
        )
        box = wide_row(
            ImageView(tile.icon, size=20, tint=color, id="android:id/icon"),
            column(name, second, width=0, weight=1, margin=(12, 0, 0, 0)),
            ImageView("chevron_right", size=18, tint=color) if not tile.toggles else None,
            key=tile.label,
            class_name="android.widget.Switch" if tile.toggles else "android.widget.Button",
            content_description=tile.label
            if tile.toggles
            else joined(",", (tile.label, tile.state)),
            checked=tile.on if tile.toggles else None,
            height=self._tile_height(),
            padding=(18, 0),
            margin=4,
            background=Rounded(f"qs_tile_{state}", 28),
            on_click=tile.tap,
            on_long_click=partial(self.open_settings, tile.settings),
            enabled=tile.available,
        )
        for part in box.children:
            part.important = "no_hide_descendants"
        return box

    def _footer(self, page: int, pages: int) -> View:
        bar = self.system.status_bar
        dots = (Rounded("text_primary" if i == page else "disabled", 3) for i in range(pages))
        return wide_row(
            row(
                *(View(width=6, height=6, margin=(3, 0), background=dot) for dot in dots),
                id="footer_page_indicator",
                class_name="android.widget.HorizontalScrollView",
                content_description=phrase("Page {page} of {pages}", page=page + 1, pages=pages),
                padding=(12, 0),
            ),
            View(weight=1, width=0),
            _button(
                "pencil",
                "android:id/edit",
                "Edit order of settings.",
                bar.edit_tiles,
            ),
            _button(
                "cog",
                "settings_button_container",
                "Open settings.",
                lambda: self.open_settings("android.settings.SETTINGS"),
            ),
            _button("power", "pm_lite", "Power menu", lambda: bar.show_dialog("power")),
        )


def _button(icon: str, id: str, description: str, on_click: Callable[[], object]) -> View:
    return ImageButton(icon, id=id, content_description=description, on_click=on_click)

"""The notification shade and quick settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from android_gym.simulator.apps.systemui.bars import clock_text, status_icons
from android_gym.simulator.apps.systemui.notices import ReplyState, notice
from android_gym.simulator.apps.systemui.tiles import Tile, open_settings, tiles
from android_gym.simulator.ui.activity import Overlay, SystemWindow
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import GridLayout, RecyclerView, SwipeLayout, column, row
from android_gym.simulator.ui.theme import SYSTEM_UI, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageButton, ImageView, SeekBar, TextView

TILES_ON_PAGE = 8
TILES_COLLAPSED = 4
SLIDER_MAX = 65535
"""The slider reports its position as a float out of this."""


@dataclass(frozen=True)
class ShadeState:
    """State of the shade.

    Attributes:
        page: Page of tiles shown.
        reply: Answer that is being typed into a notification.
    """

    page: int = 0
    reply: ReplyState = ReplyState()


def brightness_slider(window: SystemWindow[Any], id: str = "slider") -> SeekBar:
    """The brightness slider of quick settings and of the brightness dialog."""
    display = window.context.system.display
    position = round(display.slider * SLIDER_MAX)
    return SeekBar(
        position,
        SLIDER_MAX,
        on_change=lambda value: display.move_slider(value / SLIDER_MAX),
        id=id,
        content_description="Display brightness",
        text=str(float(position)),
        thick=True,
        icon="brightness_6",
        width=MATCH,
    )


class NotificationShade(SystemWindow[ShadeState]):
    """The panel that a swipe from the top opens: half, then in full."""

    LAYER = 40

    def theme(self) -> Theme:
        """SystemUI's own."""
        return SYSTEM_UI

    def on_back(self) -> bool:
        """Back closes the shade."""
        bar = self.context.system.status_bar
        if self.state.reply.key:
            self.update(reply=ReplyState())
        elif bar.panel == "settings":
            bar.expand_notifications()
        else:
            bar.collapse()
        return True

    def build(self) -> Overlay | None:
        """Builds the panel as far as it is open."""
        bar = self.context.system.status_bar
        panel = bar.panel
        if not panel:
            return None
        if panel == "settings":
            body = self._settings()
            swipes = {"up": bar.expand_notifications}
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

    def _header(self) -> View:
        system = self.context.system
        text, spoken = clock_text(system.clock, system.settings.get("system", "time_12_24"))
        today = system.clock.today()
        return column(
            row(
                TextView(text, id="clock", content_description=spoken, style="shade_clock"),
                View(weight=1, width=0),
                TextView("T-Mobile", id="carrier_text", style="shade_clock", margin=(0, 0, 8, 0)),
                *status_icons(self, "text_primary"),
                width=MATCH,
                height=48,
            ),
            TextView(
                today.strftime("%a, %b ") + str(today.day),
                id="date",
                style="shade_clock",
                margin=(0, 0, 0, 12),
            ),
            width=MATCH,
            padding=(24, 8, 24, 0),
        )

    def _tile(self, tile: Tile) -> View:
        state = "on" if tile.on else "off"
        color = f"on_qs_tile_{state}"
        name = TextView(tile.label, id="tile_label", style="qs_tile", color=color, max_lines=1)
        second = TextView(
            tile.state, id="app_label", style="qs_tile_secondary", color=color, max_lines=1
        )
        second.alpha = 0.7
        box = row(
            ImageView(tile.icon, size=20, tint=color, id="android:id/icon"),
            column(name, second, width=0, weight=1, margin=(12, 0, 0, 0)),
            ImageView("chevron_right", size=18, tint=color) if not tile.toggles else None,
            key=tile.label,
            class_name="android.widget.Switch" if tile.toggles else "android.widget.Button",
            content_description=f"{tile.label},{tile.state}" if not tile.toggles else tile.label,
            checked=tile.on if tile.toggles else None,
            width=MATCH,
            height=72,
            padding=(18, 0),
            margin=4,
            background=Rounded(f"qs_tile_{state}", 28),
            on_click=tile.tap,
            on_long_click=lambda: open_settings(self.context.system, tile.settings),
        )
        for part in box.children:
            part.important = "no_hide_descendants"
        return box

    def _notifications(self) -> View:
        shown = tiles(self.context.system)[:TILES_COLLAPSED]
        return column(
            self._header(),
            GridLayout(
                [self._tile(t) for t in shown],
                columns=2,
                id="quick_qs_panel",
                width=MATCH,
                padding=(12, 0),
            ),
            self._list(),
            id="shade_body",
            width=MATCH,
            height=MATCH,
            padding=(0, 16, 0, 24),
        )

    def _list(self) -> View:
        notifications = self.context.system.notifications
        active = notifications.active()
        if not active:
            return column(
                TextView("No notifications", id="no_notifications", style="title_small"),
                content_gravity="center_horizontal",
                width=MATCH,
                padding=(0, 48, 0, 0),
            )
        rows: list[View | None] = [notice(self, item) for item in active]
        rows.append(
            row(
                Button("Manage", id="manage_text", on_click=self._manage),
                View(weight=1, width=0),
                Button("Clear all", id="dismiss_text", on_click=notifications.dismiss_all),
                width=MATCH,
                padding=(12, 4),
            )
        )
        return RecyclerView(
            rows,
            id="notification_stack_scroller",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=0,
            weight=1,
            padding=(0, 12, 0, 0),
        )

    def _manage(self) -> None:
        open_settings(self.context.system, "android.settings.NOTIFICATION_SETTINGS")

    def _settings(self) -> View:
        system = self.context.system
        every = tiles(system)
        pages = -(-len(every) // TILES_ON_PAGE)
        page = min(self.state.page, pages - 1)
        shown = every[page * TILES_ON_PAGE : (page + 1) * TILES_ON_PAGE]
        grid = SwipeLayout(
            [GridLayout([self._tile(t) for t in shown], columns=2, width=MATCH)],
            id="quick_settings_panel",
            class_name="androidx.viewpager.widget.ViewPager",
            on_swipe={
                "left": lambda: self.update(page=min(pages - 1, page + 1)),
                "right": lambda: self.update(page=max(0, page - 1)),
            },
            width=MATCH,
            height=330,
        )
        footer = row(
            row(
                *(
                    View(
                        width=6,
                        height=6,
                        margin=(3, 0),
                        background=Rounded("text_primary" if i == page else "disabled", 3),
                    )
                    for i in range(pages)
                ),
                id="footer_page_indicator",
                class_name="android.widget.HorizontalScrollView",
                content_description=f"Page {page + 1} of {pages}",
                padding=(12, 0),
            ),
            View(weight=1, width=0),
            ImageButton(
                "pencil",
                id="android:id/edit",
                content_description="Edit order of settings.",
                on_click=lambda: system.status_bar.show_toast(
                    self.context.package, "Hold and drag to rearrange tiles"
                ),
            ),
            ImageButton(
                "cog",
                id="settings_button_container",
                content_description="Open settings.",
                on_click=lambda: open_settings(system, "android.settings.SETTINGS"),
            ),
            ImageButton(
                "power",
                id="pm_lite",
                content_description="Power menu",
                on_click=lambda: system.status_bar.show_dialog("power"),
            ),
            width=MATCH,
        )
        return column(
            self._header(),
            column(brightness_slider(self), width=MATCH, padding=(4, 0, 4, 16)),
            grid,
            footer,
            width=MATCH,
            height=MATCH,
            padding=(12, 16, 12, 24),
        )

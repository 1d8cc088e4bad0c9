"""Settings' home page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from android_gym.simulator.appkit.preferences import Row
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.model import Link, opens
from android_gym.simulator.apps.settings.screens.battery import battery_summary, storage_summary
from android_gym.simulator.apps.settings.screens.device import model
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.apps.settings.screens.privacy import location_summary
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.collapsing import CoordinatorLayout
from android_gym.simulator.ui.drawables import Oval, Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, full_column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView, TextView

WALLPAPER = "com.google.android.apps.wallpaper"

_ROWS: Final = (
    ("Network & internet", "wifi", "network:NetworkDashboard", "Mobile, Wi\u2011Fi, hotspot"),
    ("Connected devices", "devices", "connected:ConnectedDevices", "Bluetooth, pairing"),
    ("Apps", "apps", "apps:AppDashboard", "Assistant, recent apps, default apps"),
    ("Notifications", "bell_outline", "notifications:NotificationSettings",
     "Notification history, conversations"),
    ("Battery", "battery_outline", "battery:Battery", None),
    ("Storage", "harddisk", "battery:Storage", None),
    ("Sound & vibration", "volume_high", "sound:Sound", "Volume, haptics, Do Not Disturb"),
    ("Display", "brightness_6", "display:DisplaySettings", "Dark theme, font size, brightness"),
    ("Wallpaper & style", "palette_outline", "", "Colors, themed icons, app grid"),
    ("Accessibility", "human", "accessibility:Accessibility", "Display, interaction, audio"),
    ("Security", "lock_outline", "security:Security", "Screen lock, Find My Device, app security"),
    ("Privacy", "eye_outline", "privacy:Privacy", "Permissions, account activity, personal data"),
    ("Location", "map_marker_outline", "privacy:Location", None),
    ("Safety & emergency", "asterisk", "security:Safety", "Emergency SOS, medical info, alerts"),
    ("Passwords & accounts", "account_box_outline", "security:Accounts",
     "Saved passwords, autofill, synced accounts"),
    ("Google", "google", "security:Google", "Services & preferences"),
    ("System", "information_outline", "system:SystemDashboard",
     "Languages, gestures, time, backup"),
    ("About emulated device", "cellphone", "device:About", None),
)  # fmt: skip
"""Titles, icons and pages of the rows, and the summaries that never change."""


class Home(Page):
    """The list of all main pages."""

    TITLE = "Settings"

    def rows(self) -> Sequence[Row | None]:
        """List a row for each main page."""
        live: dict[str, Callable[[AnyPage], str]] = {
            "Battery": battery_summary,
            "Storage": storage_summary,
            "Location": location_summary,
            "About emulated device": model,
        }
        return [
            Link(
                title,
                opens(screen) if screen else lambda _: self.wallpaper(),
                summary or live[title](self),
                icon,
                summary_lines=1,
            )
            for title, icon, screen, summary in _ROWS
        ]

    def wallpaper(self) -> None:
        """Open the wallpaper and style app."""
        name = f"{WALLPAPER}/com.android.customization.picker.CustomizationPickerActivity"
        self.start_activity(Intent(component=name))

    def search(self) -> None:
        """Open the search page."""
        self.start_activity(Intent(action="android.settings.APP_SEARCH_SETTINGS"))

    def content(self, rows: Sequence[View]) -> View:
        """Lay out the title and avatar, which scroll away, and the search bar, which stays."""
        scrolling = self.listing(rows)
        listed = FrameLayout([scrolling], id="android:id/list_container", width=MATCH, height=MATCH)
        container = full_column(listed, id="container_material")
        content = FrameLayout([container], id="main_content", width=MATCH, height=MATCH)
        frame = CoordinatorLayout(
            self._header(),
            content,
            scrolling,
            collapsed=72,
            id="main_content_scrollable_container",
            width=MATCH,
            height=MATCH,
        )
        return FrameLayout(
            [frame],
            id="settings_homepage_container",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=MATCH,
        )

    def build(self) -> Screen:
        """Build the page below the status bar."""
        screen = super().build()
        screen.edge_to_edge = False
        return screen

    def _header(self) -> View:
        avatar = ImageView(
            "account",
            id="account_avatar",
            content_description="Profile picture, double tap to open Google Account",
            tint="#FFFFFF",
            size=24,
            background=Oval("#00897B"),
            on_click=lambda: self.open("security:Google"),
            width=40,
            height=40,
            gravity="end",
            margin=(24, 24, 24, 0),
            scale="center",
        )
        title = TextView(
            self.TITLE,
            id="homepage_title",
            style="collapsing_title",
            height=48 * max(1.0, self.context.system.display.font_scale),
            max_lines=1,
            vertical="center",
            margin=(24, 40, 24, 24),
        )
        label = wide_row(
            ImageView("search", size=24, margin=(16, 0, 16, 0), tint="text_primary"),
            TextView(
                "Search settings", id="search_action_bar_title", size=18, color="text_secondary"
            ),
            id="search_action_bar",
            class_name="android.view.ViewGroup",
            on_click=self.search,
            height=MATCH,
        )
        card = FrameLayout(
            [label],
            id="search_bar",
            class_name="com.google.android.material.card.MaterialCardView",
            background=Rounded("search_bar", 28),
            width=MATCH,
            height=56,
            margin=(16, 8, 16, 8),
        )
        return wide_column(
            avatar,
            title,
            card,
            id="homepage_app_bar_regular_phone_view",
            content_gravity="bottom",
            background="background",
            height=280,
        )

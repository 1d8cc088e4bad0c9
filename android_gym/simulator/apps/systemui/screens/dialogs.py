"""SystemUI's dialogs: brightness, internet, power."""

from __future__ import annotations

from typing import Any, ClassVar

from android_gym.simulator.appkit.platform import translucent
from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.apps.systemui.screens.parts import PRIVACY_COLOR, brightness_slider
from android_gym.simulator.system.words import phrase
from android_gym.simulator.ui.activity import Activity, Overlay, Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import (
    FrameLayout,
    GridLayout,
    OverflowScroll,
    column,
    wide_column,
    wide_row,
)
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, Switch, TextView


class SystemDialog(SystemUi):
    """A dialog that is shown while the status bar service says so."""

    LAYER = 15
    NAME: ClassVar[str]

    def close(self) -> None:
        """Close the dialog."""
        self.system.status_bar.collapse()

    def on_back(self) -> bool:
        """Close the dialog."""
        self.close()
        return True

    def build(self) -> Overlay | None:
        """Build the dialog; None while it is closed."""
        return self.dialog() if self.system.status_bar.dialog == self.NAME else None

    def dialog(self) -> Overlay:
        """Build the dialog's window."""
        raise NotImplementedError(f"{type(self).__name__} must build its dialog.")

    def window(self, content: View, title: str, **options: Any) -> Overlay:
        """Build a window with some content."""
        return Overlay(
            content, key=self.NAME, kind="system", on_dismiss=self.close, title=title, **options
        )


class BrightnessDialog(SystemDialog):
    """The brightness slider, opened by "Brightness level" in Settings."""

    NAME = "brightness"

    def dialog(self) -> Overlay:
        """Build a slider at the top, without dimming what is below."""
        mirror = FrameLayout(
            [brightness_slider(self)], id="brightness_mirror_container", width=MATCH
        )
        return self.window(
            mirror, "BrightnessDialog", gravity="top", width=MATCH, margin=(16, 136, 16, 0)
        )


class BrightnessDialogActivity(Activity):
    """The activity of SHOW_BRIGHTNESS_DIALOG, which opens the dialog's own window."""

    def build(self) -> Screen:
        """Build an empty screen."""
        return translucent()

    def on_resume(self) -> None:
        """Open the dialog over what was on screen."""
        self.context.system.status_bar.show_dialog("brightness")
        self.finish()


class InternetDialog(SystemDialog):
    """The dialog of the Internet tile."""

    NAME = "internet"

    def dialog(self) -> Overlay:
        """Build mobile data, Wi-Fi, networks, and a link to Settings."""
        connectivity = self.system.connectivity
        wifi, mobile = connectivity.wifi_enabled, connectivity.mobile_data
        hint = "Tap a network to connect" if wifi else "Turn on Wi\u2011Fi to see networks"
        done = Button("Done", id="done_button", kind="filled", on_click=self.close)
        body = wide_column(
            TextView("Internet", id="internet_dialog_title", style="headline_small"),
            TextView(
                hint,
                id="internet_dialog_subtitle",
                style="body_medium",
                color="text_secondary",
                margin=(0, 4, 0, 16),
            ),
            None
            if connectivity.airplane_mode
            else _row(
                "T-Mobile",
                "Connected" if mobile else "Mobile data won\u2019t auto\u2011connect",
                "signal_cellular_3",
                Switch(
                    id="mobile_toggle",
                    checked=mobile,
                    on_checked_change=connectivity.set_mobile_data,
                ),
            ),
            _row(
                "Wi\u2011Fi",
                control=Switch(
                    id="wifi_toggle", checked=wifi, on_checked_change=connectivity.set_wifi
                ),
            ),
            *(self._networks() if wifi else ()),
            wide_row(View(weight=1, width=0), done, margin=(0, 16, 0, 0)),
            id="internet_connectivity_dialog",
            padding=24,
        )
        sheet = OverflowScroll(body, background=Rounded("dialog", 28), width=MATCH)
        return self.window(
            sheet, "Internet", gravity="bottom", width=MATCH, margin=(8, 48, 8, 40), dim=0.32
        )

    def _networks(self) -> list[View]:
        connectivity = self.system.connectivity
        ssid = connectivity.wifi_ssid
        state = "Connected" if connectivity.wifi_connected else "Connecting\u2026"
        more = Button(
            "See all",
            id="see_all_layout",
            icon="arrow_right",
            on_click=lambda: self.open_settings("android.settings.WIFI_SETTINGS"),
        )
        return [_row(ssid, state, "wifi"), more] if ssid else [more]


def _row(
    title: str, summary: str | None = None, icon: str | None = None, control: View | None = None
) -> View:
    return wide_row(
        ImageView(icon, margin=(0, 0, 16, 0)) if icon else None,
        column(
            TextView(title, style="body_large"),
            TextView(summary, style="body_medium", color="text_secondary") if summary else None,
            width=0,
            weight=1,
        ),
        control,
        min_height=64,
    )


class PrivacyDialog(SystemDialog):
    """The dialog of the privacy chip: the app that uses the microphone."""

    NAME = "privacy"

    def dialog(self) -> Overlay:
        """Build the name of the app; a tap opens its permissions."""
        listener = self.system.microphone.listener
        rows: list[View] = []
        if listener is not None:
            package = listener.package
            rows.append(
                wide_row(
                    ImageView(
                        "mic", tint="#FF202124", padding=8, margin=(0, 0, 16, 0),
                        background=Rounded(PRIVACY_COLOR, 20), content_description="Microphone",
                    ),
                    TextView(
                        phrase("Being used by {app}", app=self.app_name(package)),
                        id="text",
                        style="title_small",
                        width=0, weight=1,
                    ),
                    ImageView("chevron_right", id="chevron"),
                    key="mic",
                    min_height=72,
                    on_click=lambda: self._show_app(package),
                )
            )  # fmt: skip
        body = wide_column(*rows, id="root", padding=(24, 8))
        sheet = OverflowScroll(body, background=Rounded("dialog", 28), width=MATCH)
        return self.window(
            sheet, "PrivacyDialog", gravity="top", width=MATCH, margin=(16, 56, 16, 0), dim=0.32
        )

    def _show_app(self, package: str) -> None:
        self.open_settings(
            "android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}"
        )


class GlobalActions(SystemDialog):
    """The power menu."""

    NAME = "power"

    def dialog(self) -> Overlay:
        """Build Emergency, Power off and Restart; Lockdown is only shown on phones with a PIN."""
        entries = (
            ("alert_octagram", "Emergency", "#F28B82", "#1F1F1F", self._emergency),
            ("power", "Power off", "power_button", "on_qs_tile_off", self._turn_off),
            ("restart", "Restart", "power_button", "on_qs_tile_off", self.system.restart),
        )
        items = [
            column(
                FrameLayout(
                    [ImageView(icon, tint=tint, gravity="center")],
                    width=84,
                    height=84,
                    background=Rounded(fill, 42),
                    important_for_accessibility="no",
                ),
                TextView(label, style="body_medium", margin=(0, 8, 0, 0)),
                content_gravity="center_horizontal",
                on_click=action,
                padding=(4, 12),
            )
            for icon, label, fill, tint, action in entries
        ]
        grid = GridLayout(items, columns=2, width=260, background=Rounded("dialog", 28), padding=16)
        return self.window(grid, "Power menu", gravity="center", dim=0.6)

    def _emergency(self) -> None:
        self.close()
        self.system.status_bar.show_toast(self.context.package, "Emergency calls only")

    def _turn_off(self) -> None:
        """Turn the screen off, the only visible effect of a shutdown."""
        self.close()
        self.system.keyguard.sleep()

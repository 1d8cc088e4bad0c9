"""SystemUI's dialogs: brightness, internet, power."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.apps.systemui.shade import brightness_slider
from android_gym.simulator.apps.systemui.tiles import open_settings
from android_gym.simulator.ui.activity import Activity, NoState, Overlay, S_co, Screen, SystemWindow
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.layouts import FrameLayout, GridLayout, column, row
from android_gym.simulator.ui.theme import SYSTEM_UI, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageView, Switch, TextView


class _Dialog(SystemWindow[S_co]):
    """A dialog of SystemUI, shown while the status bar service says so."""

    LAYER = 15
    NAME = ""

    def theme(self) -> Theme:
        """SystemUI's own."""
        return SYSTEM_UI

    def close(self) -> None:
        """Closes the dialog."""
        self.context.system.status_bar.collapse()

    def on_back(self) -> bool:
        """Back closes it."""
        self.close()
        return True

    def build(self) -> Overlay | None:
        """Builds the dialog while it is open."""
        if self.context.system.status_bar.dialog != self.NAME:
            return None
        return self.dialog()

    def dialog(self) -> Overlay:
        """The window while it is open."""
        raise NotImplementedError(f"{type(self).__name__} must build its dialog.")


class BrightnessDialog(_Dialog[NoState]):
    """The slider that Settings' "Brightness level" opens."""

    NAME = "brightness"

    def dialog(self) -> Overlay:
        """A slider at the top of the screen; what lies below stays as bright as it is."""
        slider = FrameLayout(
            [brightness_slider(self)], id="brightness_mirror_container", width=MATCH
        )
        return Overlay(
            slider,
            key="brightness",
            gravity="top",
            width=MATCH,
            margin=(16, 136, 16, 0),
            kind="system",
            on_dismiss=self.close,
            title="BrightnessDialog",
        )


class BrightnessDialogActivity(Activity):
    """What SHOW_BRIGHTNESS_DIALOG starts: hands over to the dialog's own window."""

    def build(self) -> Screen:
        """Shows nothing itself."""
        return Screen(View(width=MATCH, height=MATCH), background=None, edge_to_edge=True)

    def on_resume(self) -> None:
        """Opens the dialog over what was on screen."""
        self.context.system.status_bar.show_dialog("brightness")
        self.finish()


@dataclass(frozen=True)
class InternetState:
    """State of the internet dialog; what it shows is the connectivity service's."""


class InternetDialog(_Dialog[InternetState]):
    """The dialog of the Internet tile."""

    NAME = "internet"

    def dialog(self) -> Overlay:
        """Mobile data, Wi-Fi, networks, and a way to Settings."""
        connectivity = self.context.system.connectivity
        wifi = connectivity.wifi_enabled
        rows: list[View | None] = [
            TextView("Internet", id="internet_dialog_title", style="headline_small"),
            TextView(
                "Tap a network to connect" if wifi else "Turn on Wi\u2011Fi to see networks",
                id="internet_dialog_subtitle",
                style="body_medium",
                color="text_secondary",
                margin=(0, 4, 0, 16),
            ),
            self._row(
                "T-Mobile",
                "Connected"
                if connectivity.mobile_data
                else "Mobile data won\u2019t auto\u2011connect",
                "signal_cellular_3",
                Switch(
                    id="mobile_toggle",
                    checked=connectivity.mobile_data,
                    on_checked_change=connectivity.set_mobile_data,
                ),
            )
            if not connectivity.airplane_mode
            else None,
            self._row(
                "Wi\u2011Fi",
                None,
                None,
                Switch(id="wifi_toggle", checked=wifi, on_checked_change=connectivity.set_wifi),
            ),
        ]
        if wifi and connectivity.wifi_ssid:
            connected = connectivity.wifi_connected
            rows.append(
                self._row(
                    connectivity.wifi_ssid,
                    "Connected" if connected else "Connecting\u2026",
                    "wifi",
                    None,
                )
            )
        if wifi:
            rows.append(
                Button(
                    "See all",
                    id="see_all_layout",
                    icon="arrow_right",
                    on_click=lambda: open_settings(
                        self.context.system, "android.settings.WIFI_SETTINGS"
                    ),
                )
            )
        rows.append(
            row(
                View(weight=1, width=0),
                Button("Done", id="done_button", kind="filled", on_click=self.close),
                width=MATCH,
                margin=(0, 16, 0, 0),
            )
        )
        body = column(
            *rows,
            id="internet_connectivity_dialog",
            padding=24,
            background=Rounded("dialog", 28),
            width=MATCH,
        )
        return Overlay(
            body,
            key="internet",
            gravity="bottom",
            width=MATCH,
            margin=(8, 48, 8, 40),
            dim=0.32,
            kind="system",
            on_dismiss=self.close,
            title="Internet",
        )

    @staticmethod
    def _row(title: str, summary: str | None, icon: str | None, control: View | None) -> View:
        return row(
            ImageView(icon, margin=(0, 0, 16, 0)) if icon else None,
            column(
                TextView(title, style="body_large"),
                TextView(summary, style="body_medium", color="text_secondary") if summary else None,
                width=0,
                weight=1,
            ),
            control,
            width=MATCH,
            min_height=64,
        )


class GlobalActions(_Dialog[NoState]):
    """The power menu."""

    NAME = "power"

    def dialog(self) -> Overlay:
        """Emergency, Lockdown, Power off, Restart."""
        system = self.context.system
        entries = [
            ("alert_octagram", "Emergency", "#F28B82", self._emergency),
            ("lock", "Lockdown", "qs_tile_off", self._lock),
            ("power", "Power off", "qs_tile_off", self._power_off),
            ("restart", "Restart", "qs_tile_off", system.restart),
        ]
        items: list[View] = [
            column(
                FrameLayout(
                    [ImageView(icon, tint="#1F1F1F", gravity="center")],
                    width=84,
                    height=84,
                    background=Rounded(fill, 42),
                    important_for_accessibility="no",
                ),
                TextView(label, style="body_medium", margin=(0, 8, 0, 0)),
                content_gravity="center_horizontal",
                on_click=action,
                padding=12,
            )
            for icon, label, fill, action in entries
        ]
        return Overlay(
            GridLayout(items, columns=2, width=260, background=Rounded("dialog", 28), padding=16),
            key="power",
            gravity="center",
            dim=0.6,
            kind="system",
            on_dismiss=self.close,
            title="Power menu",
        )

    def _emergency(self) -> None:
        self.close()
        self.context.system.status_bar.show_toast(self.context.package, "Emergency calls only")

    def _lock(self) -> None:
        self.close()
        self.context.system.display.set_on(False)

    def _power_off(self) -> None:
        self.close()
        self.context.system.display.set_on(False)

"""The dialog in which an app asks for a role, such as that of the SMS app."""

from __future__ import annotations

from dataclasses import dataclass

from android_gym.simulator.system.activities import RESULT_OK
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.ui.activity import Activity, Overlay, Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import RecyclerView, column, row
from android_gym.simulator.ui.theme import SETTINGS_DARK, SETTINGS_LIGHT, Theme
from android_gym.simulator.ui.view import MATCH, View
from android_gym.simulator.ui.widgets import Button, ImageView, RadioButton, TextView

__all__ = ["RequestRoleActivity"]

_ROLES = {
    "android.app.role.SMS": (
        "sms_default_application",
        "default SMS app",
        "Gets access to contacts, SMS, phone",
        Intent("android.intent.action.SENDTO", data="smsto:5551234567"),
    ),
    "android.app.role.DIALER": (
        "dialer_default_application",
        "default phone app",
        "Gets access to phone, contacts, SMS, microphone",
        Intent("android.intent.action.DIAL"),
    ),
}
"""By role: the setting that names its holder, how the dialog calls it, what it brings, and an
intent that an app must answer to hold it."""


@dataclass(frozen=True)
class RoleState:
    """State of the dialog.

    Attributes:
        chosen: Package that is marked; empty for the present holder.
    """

    chosen: str = ""


class RequestRoleActivity(Activity[RoleState]):
    """Asks which app is to hold a role."""

    def theme(self) -> Theme:
        """The system's theme."""
        return SETTINGS_DARK if self.context.system.display.dark else SETTINGS_LIGHT

    @property
    def _role(self) -> tuple[str, str, str, Intent]:
        return _ROLES.get(str(self.intent.extra("role")), _ROLES["android.app.role.SMS"])

    def _candidates(self) -> list[Manifest]:
        found = {
            m.package: m for m, _ in self.context.system.packages.query_activities(self._role[3])
        }
        return sorted(found.values(), key=lambda manifest: manifest.label.casefold())

    def build(self) -> Screen:
        """The apps as radio rows, and the two buttons."""
        asking = str(self.intent.extra("package", ""))
        key, role, brings, _ = self._role
        packages = self.context.system.packages
        holder = self.context.system.settings.get("secure", key) or ""
        label = packages.manifest(asking).label if packages.installed(asking) else asking
        rows: list[View] = []
        if not packages.installed(holder) or holder == asking:
            rows.append(self._row(None, "None", "Current default", not self.state.chosen))
        for app in self._candidates():
            current = app.package == holder and holder != asking
            chosen = self.state.chosen == app.package or (current and not self.state.chosen)
            note = "Current default" if current else brings
            rows.append(self._row(app, app.label, note, chosen))
        ready = bool(self.state.chosen)
        dialog = column(
            TextView(
                f"Set {label} as your {role}?",
                id="com.android.permissioncontroller:id/title",
                style="permission_title",
                align="center",
                width=MATCH,
                padding=(24, 0, 24, 16),
            ),
            RecyclerView(
                rows, id="android:id/list", class_name="android.widget.ListView", width=MATCH
            ),
            row(
                View(width=0, weight=1),
                Button("Cancel", id="android:id/button2", on_click=self.finish),
                Button(
                    "Set as default",
                    id="android:id/button1",
                    enabled=ready,
                    on_click=self._grant if ready else None,
                ),
                width=MATCH,
                padding=(16, 8, 16, 0),
            ),
            width=MATCH,
            padding=(0, 24, 0, 12),
            background=Rounded("dialog", 28),
        )
        overlay = Overlay(
            dialog, key="role", width=340, dim=0.5, on_dismiss=self.finish, title="Default app"
        )
        empty = View(width=MATCH, height=MATCH)
        return Screen(empty, [overlay], background=None, edge_to_edge=True)

    def _row(self, app: Manifest | None, title: str, note: str, chosen: bool) -> View:
        name = app.package if app is not None else ""
        return row(
            RadioButton(checked=chosen, id="android:id/checkbox", clickable=False, focusable=False),
            ImageView(AppIcon(*app.icon) if app else "cancel", size=32, margin=(8, 0, 16, 0)),
            column(
                TextView(title, id="android:id/title", size=16),
                TextView(note, id="android:id/summary", size=14, color="text_secondary"),
                width=0,
                weight=1,
            ),
            key=name,
            width=MATCH,
            padding=(16, 8, 24, 8),
            content_gravity="center_vertical",
            checked=chosen,
            on_click=lambda: self.update(chosen=name),
        )

    def _grant(self) -> None:
        system = self.context.system
        package = self.state.chosen
        system.settings.put("secure", self._role[0], package)
        for permission in system.packages.manifest(package).permissions:
            system.packages.grant(package, permission)
        asked = package == self.intent.extra("package")
        self.finish(RESULT_OK if asked else 0)

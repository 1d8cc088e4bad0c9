"""The dialog with which an app requests a role, such as that of the default SMS app."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import PlatformActivity, translucent
from android_gym.simulator.apps.permissioncontroller.model import ROLES, Role, RoleState
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.packages import Manifest
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.icons import AppIcon
from android_gym.simulator.ui.layouts import RecyclerView, column, wide_column, wide_row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, RadioButton, TextView


class RequestRoleActivity(PlatformActivity[RoleState]):
    """Asks which app should hold a role."""

    @property
    def _role(self) -> Role:
        return ROLES.get(str(self.intent.extra("role")), ROLES["android.app.role.SMS"])

    def _candidates(self) -> list[Manifest]:
        packages = self.context.system.packages
        found = {m.package: m for m, _ in packages.query_activities(self._role.intent)}
        return sorted(found.values(), key=lambda manifest: manifest.label.casefold())

    def build(self) -> Screen:
        """Build a radio button for each app, and the two buttons."""
        asking = str(self.intent.extra("package", ""))
        packages = self.context.system.packages
        label = packages.manifest(asking).label if packages.installed(asking) else asking
        ready = bool(self.state.chosen)
        grant = Button(
            "Set as default",
            id="android:id/button1",
            enabled=ready,
            on_click=self._grant if ready else None,
        )
        dialog = wide_column(
            TextView(
                f"Set {label} as your {self._role.name}?",
                id="com.android.permissioncontroller:id/title",
                style="permission_title",
                align="center",
                width=MATCH,
                padding=(24, 0, 24, 16),
            ),
            RecyclerView(
                self._rows(asking),
                id="android:id/list",
                class_name="android.widget.ListView",
                width=MATCH,
            ),
            wide_row(
                View(width=0, weight=1),
                Button("Cancel", id="android:id/button2", on_click=self.finish),
                grant,
                padding=(16, 8, 16, 0),
            ),
            padding=(0, 24, 0, 12),
            background=Rounded("dialog", 28),
        )
        return translucent(
            Overlay(
                dialog, key="role", width=340, dim=0.5, on_dismiss=self.finish, title="Default app"
            )
        )

    def _rows(self, asking: str) -> list[View]:
        system, marked = self.context.system, self.state.chosen
        holder = system.settings.get("secure", self._role.setting) or ""
        rows: list[View] = []
        if not system.packages.installed(holder) or holder == asking:
            rows.append(self._row(None, "None", "Current default", not marked))
        for app in self._candidates():
            current = app.package == holder and holder != asking
            chosen = marked == app.package or (current and not marked)
            note = "Current default" if current else self._role.brings
            rows.append(self._row(app, app.label, note, chosen))
        return rows

    def _row(self, app: Manifest | None, title: str, note: str, chosen: bool) -> View:
        name = app.package if app is not None else ""
        return wide_row(
            RadioButton(checked=chosen, id="android:id/checkbox", clickable=False, focusable=False),
            ImageView(AppIcon(*app.icon) if app else "cancel", size=32, margin=(8, 0, 16, 0)),
            column(
                TextView(title, id="android:id/title", size=16),
                TextView(note, id="android:id/summary", size=14, color="text_secondary"),
                width=0,
                weight=1,
            ),
            key=name,
            padding=(16, 8, 24, 8),
            content_gravity="center_vertical",
            checked=chosen,
            on_click=lambda: self.update(chosen=name),
        )

    def _grant(self) -> None:
        system, package = self.context.system, self.state.chosen
        system.settings.put("secure", self._role.setting, package)
        for permission in system.packages.manifest(package).permissions:
            system.packages.grant(package, permission)
        self.finish(RESULT_OK if package == self.intent.extra("package") else 0)

"""The dialog that asks for a runtime permission."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import PlatformActivity, translucent
from android_gym.simulator.apps.permissioncontroller.model import GrantState, group_of, together
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.drawables import Rounded
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import FrameLayout, ScrollView, column, wide_column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, ImageView, RadioButton, TextView

_ID = "com.android.permissioncontroller:id/"
_FINE = "android.permission.ACCESS_FINE_LOCATION"
_COARSE = "android.permission.ACCESS_COARSE_LOCATION"

WHILE_IN_USE = ("RECORD_AUDIO", "CAMERA", "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION")
"""Permissions that can be granted only while the app is in use, or only once."""

TOP, MIDDLE, BOTTOM = (20, 20, 4, 4), (4, 4, 4, 4), (4, 4, 20, 20)
"""Corner radii of the buttons, which are stacked closely."""


class GrantPermissionsActivity(PlatformActivity[GrantState]):
    """Asks whether to allow an app something."""

    @property
    def _asked(self) -> tuple[str, ...]:
        """All requested permissions."""
        return self.intent.get_strs("permissions")

    @property
    def _permission(self) -> str:
        """The permission to ask for: the first missing one that was not answered.

        A permission that adb has granted meanwhile is skipped.
        """
        left = self._left(self.state.answered)
        return left[0] if left else (self._asked or ("",))[-1]

    def _left(self, answered: frozenset[str]) -> list[str]:
        package, packages = self.intent.get_str("package"), self.context.system.packages
        return [
            name
            for name in self._asked
            if name not in answered
            and not (packages.installed(package) and packages.granted(package, name))
        ]

    def build(self) -> Screen:
        """Build the dialog over the requesting app."""
        package = self.intent.extra("package", self.context.package)
        packages = self.context.system.packages
        # adb may have uninstalled the app meanwhile.
        label = packages.manifest(package).label if packages.installed(package) else package
        group = group_of(self._permission)
        dialog = wide_column(
            ImageView(
                group.icon, id=_ID + "permission_icon", tint="accent", gravity="center_horizontal"
            ),
            TextView(
                f"Allow {label} to {group.wording}?",
                id=_ID + "permission_message",
                style="permission_title",
                align="center",
                width=MATCH,
                margin=(0, 16, 0, 20),
            ),
            self._accuracy() if self._permission == _FINE else None,
            *self._buttons(package),
            id=_ID + "grant_dialog",
            padding=(24, 24, 24, 16),
            background=Rounded("dialog", 28),
        )
        overlay = Overlay(
            ScrollView(FrameLayout([dialog], id=_ID + "grant_singleton", width=MATCH), width=MATCH),
            key="grant",
            width=340,
            dim=0.5,
            canceled_on_touch_outside=False,
            on_dismiss=lambda: self.finish(RESULT_OK, False),
            title="Permission",
        )
        return translucent(overlay)

    def _accuracy(self) -> View:
        def choice(label: str, name: str, precise: bool) -> View:
            return RadioButton(
                label,
                id=f"{_ID}permission_location_accuracy_radio_{name}",
                checked=self.state.precise == precise,
                on_checked_change=lambda _: self.update(precise=precise),
            )

        return column(
            choice("Precise", "fine", True),
            choice("Approximate", "coarse", False),
            id=_ID + "permission_location_accuracy",
            margin=(0, 0, 0, 16),
        )

    def _buttons(self, package: str) -> list[View]:
        packages = self.context.system.packages
        again = packages.installed(package) and self._permission in packages.state(package).denied
        deny = "permission_deny_and_dont_ask_again_button" if again else "permission_deny_button"
        allow = [self._button("Allow", "permission_allow_button", TOP)]
        if self._permission.rpartition(".")[2] in WHILE_IN_USE:
            foreground = "permission_allow_foreground_only_button"
            allow = [
                self._button("While using the app", foreground, TOP),
                self._button("Only this time", "permission_allow_one_time_button", MIDDLE),
            ]
        return [*allow, self._button("Don\u2019t allow", deny, BOTTOM, grant=False)]

    def _button(
        self,
        label: str,
        name: str,
        corners: tuple[float, float, float, float],
        grant: bool = True,
    ) -> View:
        return Button(
            label,
            id=_ID + name,
            width=MATCH,
            height=56,
            margin=(0, 2),
            kind="tonal",
            background=Rounded("secondary_container", corners),
            on_click=lambda: self._answer(grant),
        )

    def _answer(self, grant: bool) -> None:
        packages = self.context.system.packages
        package, permission = self.intent.extra("package"), self._permission
        if not packages.installed(package):
            self.finish(RESULT_OK, False)
            return
        names = together(permission, packages.manifest(package).permissions)
        if grant and "LOCATION" in permission:
            names = {_COARSE}
            if permission == _FINE and self.state.precise:
                names.add(_FINE)
        for name in sorted(names):
            (packages.grant if grant else packages.deny)(package, name)
        answered = self.state.answered | together(permission, self._asked)
        if self._left(answered):
            self.update(answered=answered, precise=True)
        else:
            self.finish(RESULT_OK, all(packages.granted(package, name) for name in self._asked))

"""The dialog that is shown instead of a suspended app."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.appkit.platform import PlatformActivity, translucent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.dialogs import alert_dialog

_LABELS: Final = {"com.android.shell": "Shell"}
"""Labels of those who suspend apps; Android shows the name of any other that is no app."""


class SuspendedAppActivity(PlatformActivity):
    """The dialog about an app that can't be started now: intent extra "package"."""

    def build(self) -> Screen:
        """Build the dialog."""
        return translucent(
            alert_dialog(
                title="App isn\u2019t available",
                message=self._message(str(self.intent.extra("package"))),
                positive="OK",
                on_positive=self.finish,
                on_dismiss=self.finish,
            )
        )

    def _message(self, package: str) -> str:
        packages = self.context.system.packages
        if not packages.installed(package):
            return f"{package} isn\u2019t available right now."
        label, state = packages.manifest(package).label, packages.state(package)
        by = _LABELS.get(state.suspended, state.suspended)
        return (
            state.suspension.replace("%1$s", label)
            or f"{label} isn\u2019t available right now. This is managed by {by}."
        )

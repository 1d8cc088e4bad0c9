"""Questions that other apps have Settings ask."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import PlatformActivity, translucent
from android_gym.simulator.apps.settings.storage import Store
from android_gym.simulator.system.activity_records import RESULT_OK
from android_gym.simulator.system.app_ops import RUN_ANY_IN_BACKGROUND
from android_gym.simulator.system.words import phrase, verbatim
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.dialogs import alert_dialog


class IgnoreBatteryOptimizations(PlatformActivity):
    """Asks whether an app may always run in the background: data ``package:NAME``."""

    @property
    def _package(self) -> str:
        return (self.intent.data or "").removeprefix("package:")

    def on_resume(self) -> None:
        """Finish at once for no app, or for one that may already."""
        packages = self.context.system.packages
        if not packages.installed(self._package) or self._mode == "allow":
            self.finish()

    @property
    def _mode(self) -> str:
        return Store(self.context).text(f"op/{self._package}/{RUN_ANY_IN_BACKGROUND}", "")

    def build(self) -> Screen:
        """Build the question."""
        packages = self.context.system.packages
        if not packages.installed(self._package):
            return translucent()
        label = verbatim(packages.manifest(self._package).label)
        return translucent(
            alert_dialog(
                "Let app always run in background?",
                phrase(
                    "Allowing {app} to always run in the background may reduce battery life."
                    " \n\nYou can change this later from Settings > Apps.",
                    app=label,
                ),
                positive="Allow",
                on_positive=self._allow,
                negative="Deny",
                on_negative=self.finish,
                on_dismiss=self.finish,
                platform=True,
            )
        )

    def _allow(self) -> None:
        Store(self.context).put(f"op/{self._package}/{RUN_ANY_IN_BACKGROUND}", "allow")
        self.finish(RESULT_OK)

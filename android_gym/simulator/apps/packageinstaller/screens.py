"""The dialog that uninstalls an app."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import PlatformActivity, translucent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.dialogs import alert_dialog


class UninstallerActivity(PlatformActivity):
    """Asks for confirmation, then uninstalls an app."""

    def build(self) -> Screen:
        """Build the dialog."""
        package = (self.intent.data or "").removeprefix("package:")
        packages = self.context.system.packages
        if not packages.installed(package):
            dialog = alert_dialog(
                title="App not found",
                message="The app wasn\u2019t found in the list of installed apps.",
                positive="OK",
                on_positive=self.finish,
                on_dismiss=self.finish,
            )
        else:
            dialog = alert_dialog(
                title=packages.manifest(package).label,
                message="Do you want to uninstall this app?",
                positive="OK",
                on_positive=lambda: self._uninstall(package),
                negative="Cancel",
                on_negative=self.finish,
                on_dismiss=self.finish,
            )
        return translucent(dialog)

    def _uninstall(self, package: str) -> None:
        label = self.context.system.packages.manifest(package).label
        self.finish()
        self.context.system.uninstall(package)
        self.toast(f"Uninstalled {label}")

"""The warning over an app whose target SDK is older than any supported one."""

from __future__ import annotations

from android_gym.simulator.appkit.platform import PlatformWindow
from android_gym.simulator.system.packages import MIN_SUPPORTED_SDK
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.dialogs import alert_dialog

__all__ = ["DeprecatedSdkDialog"]

MESSAGE = (
    "This app was built for an older version of Android. It might not work properly and doesn't "
    "include the latest security and privacy protections. Check for an update, or contact the "
    "app's developer."
)


class DeprecatedSdkDialog(PlatformWindow):
    """The warning over an old app until "OK" is tapped once (DeprecatedTargetSdkVersionDialog)."""

    LAYER = 5

    def _package(self) -> str | None:
        """Return the app on top if it is too old and there was no warning yet; None otherwise."""
        system = self.context.system
        front = system.activities.front_package_unless_supported
        if front is None or not system.packages.installed(front):
            return None
        old = system.packages.manifest(front).target_sdk < MIN_SUPPORTED_SDK
        return front if old and not system.packages.state(front).warned else None

    def build(self) -> Overlay | None:
        """Build the warning; None if the app on top needs none."""
        package = self._package()
        if package is None:
            return None
        packages = self.context.system.packages
        return alert_dialog(
            packages.manifest(package).label,
            MESSAGE,
            positive="OK",
            on_dismiss=lambda: packages.change(package, warned=True),
            platform=True,
            key=f"old:{package}",
        )

    def on_back(self) -> bool:
        """Dismiss the warning, as "OK" does."""
        package = self._package()
        if package is not None:
            self.context.system.packages.change(package, warned=True)
        return package is not None

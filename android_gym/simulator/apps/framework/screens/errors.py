"""The dialogs about an app that has crashed or isn't responding."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.appkit.platform import PlatformWindow
from android_gym.simulator.system.crashes import ErrorDialog
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.dialogs import alert_dialog
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button

__all__ = ["AppErrorDialog", "AppNotRespondingDialog"]


class AppErrorDialog(PlatformWindow):
    """The dialog over all windows that an app has stopped or keeps stopping."""

    LAYER = 50

    def build(self) -> Overlay | None:
        """Build the dialog; None if there is no crash to report."""
        errors = self.context.system.app_errors
        dialog = errors.dialog
        if dialog is None:
            return None
        package = dialog.package
        label = self.context.system.packages.manifest(package).label
        title = f"{label} keeps stopping" if dialog.repeating else f"{label} has stopped"
        return _dialog(
            f"error:{package}",
            f"Application Error: {package}",
            title,
            [
                _row("aerr_app_info", "information_outline", "App info",
                     lambda: errors.app_info(package)),
                _row("aerr_close", "close", "Close app", lambda: errors.close(package)),
            ],
            on_dismiss=lambda: errors.close(package),
        )  # fmt: skip

    def on_back(self) -> bool:
        """Close the app, as "Close app" does."""
        dialog: ErrorDialog | None = self.context.system.app_errors.dialog
        if dialog is not None:
            self.context.system.app_errors.close(dialog.package)
        return dialog is not None


class AppNotRespondingDialog(PlatformWindow):
    """The dialog over all windows that an app isn't responding; only its buttons close it."""

    LAYER = 51

    def build(self) -> Overlay | None:
        """Build the dialog; None if every app responds."""
        hangs = self.context.system.hangs
        package = hangs.dialog
        if package is None:
            return None
        label = self.context.system.packages.manifest(package).label
        return _dialog(
            f"hang:{package}",
            f"Application Not Responding: {package}",
            f"{label} isn't responding",
            [
                _row("aerr_close", "close", "Close app", lambda: hangs.close(package)),
                _row("aerr_wait", "clock_outline", "Wait", lambda: hangs.wait(package)),
            ],
        )

    def on_back(self) -> bool:
        """Consume BACK, which closes nothing."""
        return self.context.system.hangs.dialog is not None


def _dialog(
    key: str,
    window: str,
    title: str,
    rows: list[View],
    on_dismiss: Callable[[], object] | None = None,
) -> Overlay:
    """Build a dialog of rows; without `on_dismiss` it can't be dismissed."""
    overlay = alert_dialog(
        title,
        content=column(*rows, width=MATCH),
        on_dismiss=on_dismiss or _stay,
        cancelable=on_dismiss is not None,
        platform=True,
        key=key,
    )
    overlay.kind = "system"
    overlay.title = window
    return overlay


def _stay() -> None:
    """Do nothing: the dialog can't be dismissed."""


def _row(name: str, icon: str, text: str, on_click: Callable[[], object]) -> View:
    """Build a row, which is a button as wide as the dialog."""
    return Button(
        text,
        id=f"android:id/{name}",
        icon=icon,
        width=MATCH,
        min_height=48,
        padding=(24, 0),
        align="start",
        icon_size=24,
        icon_padding=16,
        color="text_primary",
        on_click=on_click,
    )

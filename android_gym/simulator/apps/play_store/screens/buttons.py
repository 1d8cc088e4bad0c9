"""The buttons of an app's page."""

from __future__ import annotations

from functools import partial
from typing import Any

from android_gym.simulator.apps.play_store import installer
from android_gym.simulator.apps.play_store.actions import Store
from android_gym.simulator.apps.play_store.model import Listing
from android_gym.simulator.ui.widgets import Button

__all__ = ["install_button"]


def install_button(screen: Store[Any], listing: Listing) -> Button:
    """Build the main button of an app: Install, Update, Open, Enable or Cancel."""
    packages, package = screen.context.system.packages, listing.package
    if screen.states.get(package).active:
        return Button("Cancel", kind="outlined", on_click=partial(screen.cancel, package))
    if not packages.installed(package):
        return Button("Install", kind="filled", on_click=partial(screen.install, listing))
    if not packages.state(package).enabled:
        return Button("Enable", kind="filled", on_click=partial(screen.enable, package))
    if installer.can_update(screen.context, listing):
        return Button("Update", kind="filled", on_click=partial(screen.install, listing))
    able = packages.launch_component(package) is not None
    return Button("Open", kind="filled", on_click=partial(screen.launch, package), enabled=able)

"""The bug report page: information about the device, to be copied into a report."""

from __future__ import annotations

from functools import partial

from android_gym.simulator.apps.retro_music.actions import Actions
from android_gym.simulator.apps.retro_music.look import toolbar
from android_gym.simulator.apps.retro_music.screens.about import HOME
from android_gym.simulator.apps.retro_music.screens.lists import bar, under_bar
from android_gym.simulator.ui.components import CardView, FloatingActionButton
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import TextView

__all__ = ["report"]


def report(app: Actions) -> View:
    """Build the device information and the button that reports a bug."""
    facts = _facts(app)
    card = CardView(
        [
            column(
                TextView("Device info", id="device_info_title", size=16, weight_font=500),
                TextView(
                    facts,
                    id="air_textDeviceInfo",
                    size=14,
                    color="text_secondary",
                    width=MATCH,
                    margin=(0, 8, 0, 0),
                    on_click=partial(_copy, app, facts),
                ),
                width=MATCH,
                padding=16,
            )
        ],
        kind="outlined",
        corners=16,
        color="background",
        width=MATCH,
        margin=16,
    )
    send = FloatingActionButton("send", id="sendFab", on_click=partial(_send, app, facts))
    top = bar(toolbar("Report an issue", on_navigation=app.close_page))
    return under_bar(top, ScrollView(column(card, width=MATCH)), fab=send)


def _facts(app: Actions) -> str:
    manifest, properties = app.context.manifest, app.context.system.properties
    names = (
        ("Android SDK version", "ro.build.version.sdk"),
        ("Device brand", "ro.product.brand"),
        ("Device model", "ro.product.model"),
        ("Device name", "ro.product.device"),
        ("Device ABIs", "ro.product.cpu.abilist"),
    )
    lines = [f"App version: {manifest.version_name}", f"App version code: {manifest.version_code}"]
    return "\n".join([*lines, *(f"{name}: {properties.get(key)}" for name, key in names)])


def _copy(app: Actions, facts: str) -> None:
    app.context.system.clipboard.set_text(facts)
    app.toast("Copied device info to clipboard.")


def _send(app: Actions, facts: str) -> None:
    """Copy the information and open the project's issue tracker."""
    _copy(app, facts)
    app.open_link(f"{HOME}/issues")

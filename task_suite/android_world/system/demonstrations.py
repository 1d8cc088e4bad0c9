"""Demonstrations of the system tasks, all through the Settings app."""

from __future__ import annotations

from functools import partial

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "open_settings", "turn_wifi"]


def open_settings(screen: Screen) -> Steps:
    """Open the first page, even if the app was left on another."""
    yield from screen.open_app("Settings")
    for _ in range(6):
        if screen.find(description="Navigate up") is None:
            return
        yield from screen.back()


def turn_wifi(screen: Screen, state: str) -> Steps:
    """Settings > Network & internet > Internet > Wi-Fi."""
    yield from open_settings(screen)
    yield from screen.tap_on(text="Network & internet")
    yield from screen.tap_on(text="Internet")
    yield from screen.switch("Wi-Fi", state == "on")


def turn_bluetooth(screen: Screen, state: str) -> Steps:
    """Settings > Connected devices > Connection preferences > Bluetooth."""
    yield from open_settings(screen)
    yield from screen.tap_on(text="Connected devices")
    yield from screen.tap_on(text="Connection preferences")
    yield from screen.tap_on(text="Bluetooth")
    yield from screen.switch("Use Bluetooth", state == "on")


def wifi_off_then_bluetooth_on(screen: Screen) -> Steps:
    """Turn off Wi-Fi, then turn on Bluetooth."""
    yield from turn_wifi(screen, "off")
    yield from turn_bluetooth(screen, "on")


def turn_brightness(screen: Screen, end: str) -> Steps:
    """Settings > Display > Brightness level, then swipe past the slider's end."""
    yield from open_settings(screen)
    yield from screen.tap_on(text="Display")
    yield from screen.tap_on(text="Brightness level")
    yield from screen.wait_for(class_name="SeekBar")
    slider = screen.need(class_name="SeekBar").bbox_pixels
    if slider is None:
        raise screen.stuck("the device doesn't say where the slider is")
    x, y = slider.center
    beyond = slider.x_max + slider.width if end == "max" else slider.x_min - slider.width
    yield from screen.swipe((x, y), (beyond, y))


SCRIPTS: dict[str, Script] = {
    "SystemWifiTurnOn": partial(turn_wifi, state="on"),
    "SystemWifiTurnOff": partial(turn_wifi, state="off"),
    "SystemBluetoothTurnOn": partial(turn_bluetooth, state="on"),
    "SystemBluetoothTurnOff": partial(turn_bluetooth, state="off"),
    "SystemBrightnessMax": partial(turn_brightness, end="max"),
    "SystemBrightnessMin": partial(turn_brightness, end="min"),
    "TurnOffWifiAndTurnOnBluetooth": wifi_off_then_bluetooth_on,
}

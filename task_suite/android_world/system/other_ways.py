"""Second ways to do the system tasks, using Quick Settings."""

from __future__ import annotations

from functools import partial

from android_gym.accessibility import UIElement
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "turn_wifi"]


def open_quick_settings(screen: Screen) -> Steps:
    """Pull the shade down twice, which shows all of Quick Settings."""
    x, height = screen.observation.width / 2, screen.observation.height
    yield from screen.swipe((x, 2), (x, 0.6 * height))
    yield from screen.wait_for(contains="Internet,")
    yield from screen.swipe((x, 0.3 * height), (x, 0.85 * height))
    yield from screen.wait_for(description="Display brightness")


def turn_wifi(screen: Screen, state: str) -> Steps:
    """Tap Internet, then the switch in the panel."""
    yield from open_quick_settings(screen)
    yield from screen.tap_on(contains="Internet,")
    yield from screen.wait_for(text="Done")
    yield from screen.switch("Wi-Fi", state == "on")
    yield from screen.tap_on(text="Done")
    yield from screen.wait_while(text="Done")
    yield from close_quick_settings(screen)


def close_quick_settings(screen: Screen) -> Steps:
    """Go back until the shade is closed."""
    for _ in range(3):
        if screen.find(description="Display brightness") is None:
            if screen.find(contains="Internet,") is None:
                return
        yield from screen.back()


def turn_bluetooth(screen: Screen, state: str) -> Steps:
    """Tap the tile, and wait until Bluetooth follows."""
    yield from open_quick_settings(screen)
    for _ in range(4):
        tile = screen.need(description="Bluetooth")
        if tile.is_checked == (state == "on"):
            break
        yield from screen.tap(tile)
        yield from screen.wait()
        yield from screen.wait()
    yield from close_quick_settings(screen)


def wifi_off_then_bluetooth_on(screen: Screen) -> Steps:
    """Turn off Wi-Fi, then turn on Bluetooth."""
    yield from turn_wifi(screen, "off")
    yield from turn_bluetooth(screen, "on")


def turn_brightness(screen: Screen, end: str) -> Steps:
    """Move the slider above the tiles."""
    yield from open_quick_settings(screen)
    slider: UIElement = screen.need(description="Display brightness")
    box = slider.bbox_pixels
    if box is None:
        raise screen.stuck("the device doesn't say where the slider is")
    x, y = box.center
    middle = (x, y)
    yield from screen.swipe(middle, (box.x_max + box.width, y))
    if end == "min":
        yield from screen.swipe(middle, (box.x_min - box.width, y))
    yield from close_quick_settings(screen)


SCRIPTS: dict[str, Script] = {
    "SystemWifiTurnOn": partial(turn_wifi, state="on"),
    "SystemWifiTurnOff": partial(turn_wifi, state="off"),
    "SystemBluetoothTurnOn": partial(turn_bluetooth, state="on"),
    "SystemBluetoothTurnOff": partial(turn_bluetooth, state="off"),
    "SystemBrightnessMax": partial(turn_brightness, end="max"),
    "SystemBrightnessMin": partial(turn_brightness, end="min"),
    "TurnOffWifiAndTurnOnBluetooth": wifi_off_then_bluetooth_on,
}

"""The display: size, density, rotation, brightness, dark mode, on or off; and the volume."""

from __future__ import annotations

import math
from dataclasses import dataclass

from android_gym.simulator.state import State
from android_gym.simulator.system.settings import Settings

__all__ = ["Display", "brightness_of_slider", "slider_of_brightness"]

BRIGHTNESS_MIN = 1
BRIGHTNESS_MAX = 255


@dataclass(frozen=True)
class _Display:
    width: int
    height: int
    density_dpi: int
    on: bool = True


class Display:
    """What the screen is like. Rotation, brightness and dark mode are kept in settings.

    Args:
        state: The root of state.
        settings: Where the user's choices are kept.
        width: Pixels in portrait.
        height: Pixels in portrait.
        density_dpi: Pixels per inch.
    """

    def __init__(
        self, state: State, settings: Settings, width: int, height: int, density_dpi: int
    ) -> None:
        self.physical_size = (width, height)
        self.physical_density_dpi = density_dpi
        self._slot = state.slot("display", _Display(width, height, density_dpi))
        self._settings = settings
        settings.listen("system", "screen_brightness", self._brightness_put)

    @property
    def rotation(self) -> int:
        """0 to 3: quarter turns, as ``user_rotation`` says while auto-rotation is off."""
        value = self._settings.get("system", "user_rotation") or "0"
        return int(value) % 4 if value.isdigit() else 0

    def set_rotation(self, rotation: int) -> None:
        """Turns the screen and keeps it so."""
        self._settings.put("system", "user_rotation", str(rotation % 4))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as the screen is rotated and ``wm size`` has set it."""
        value = self._slot.get()
        if self.rotation % 2:
            return value.height, value.width
        return value.width, value.height

    @property
    def density_dpi(self) -> int:
        """Pixels per inch, as ``wm density`` has set it."""
        return self._slot.get().density_dpi

    @property
    def density(self) -> float:
        """Pixels per dp."""
        return self._slot.get().density_dpi / 160

    def set_size(self, width: int | None = None, height: int | None = None) -> None:
        """Overrides the size in portrait; None goes back to the physical one."""
        own = self.physical_size
        self._slot.update(width=width or own[0], height=height or own[1])

    def set_density(self, density_dpi: int | None = None) -> None:
        """Overrides the density; None goes back to the physical one."""
        self._slot.update(density_dpi=density_dpi or self.physical_density_dpi)

    @property
    def override_size(self) -> tuple[int, int] | None:
        """The size in portrait where it was overridden."""
        value = self._slot.get()
        size = (value.width, value.height)
        return None if size == self.physical_size else size

    @property
    def font_scale(self) -> float:
        """Factor on text sizes."""
        try:
            return min(2.0, max(0.5, float(self._settings.get("system", "font_scale") or 1.0)))
        except ValueError:
            return 1.0

    @property
    def dark(self) -> bool:
        """Whether dark theme is on."""
        return self._settings.get("secure", "ui_night_mode") == "2"

    def set_dark(self, dark: bool) -> None:
        """Switches dark theme."""
        self._settings.put("secure", "ui_night_mode", "2" if dark else "1")

    @property
    def on(self) -> bool:
        """Whether the screen is on."""
        return self._slot.get().on

    def set_on(self, on: bool) -> None:
        """Switches the screen on or off."""
        self._slot.update(on=on)

    # -- brightness

    @property
    def brightness(self) -> int:
        """Brightness as ``screen_brightness`` keeps it, 1 to 255 (0 is possible over adb)."""
        value = self._settings.get("system", "screen_brightness") or "102"
        return int(value) if value.lstrip("-").isdigit() else 102

    def set_brightness(self, value: int) -> None:
        """Sets the brightness, 1 to 255."""
        value = max(BRIGHTNESS_MIN, min(BRIGHTNESS_MAX, value))
        self._settings.put("system", "screen_brightness", str(value))

    def _brightness_put(self, value: str | None) -> None:
        number = self.brightness
        part = max(0.0, min(1.0, (number - 1) / 254))
        self._settings.put("system", "screen_brightness_float", f"{part:.6g}")

    @property
    def slider(self) -> float:
        """Position of the brightness slider, 0 to 1."""
        return slider_of_brightness(self.brightness)

    def move_slider(self, position: float) -> None:
        """Sets the brightness by the slider's position, 0 to 1."""
        self.set_brightness(brightness_of_slider(position))

    def move_brightness(self, step: float) -> None:
        """Moves the slider by a part of its length, as the brightness keys do."""
        self.move_slider(max(0.0, min(1.0, self.slider + step)))

    # -- volume

    @property
    def volume(self) -> int:
        """Media volume, 0 to 15."""
        value = self._settings.get("system", "volume_music_speaker") or "5"
        return int(value) if value.isdigit() else 5

    def volume_key(self, name: str) -> None:
        """Does what a volume key does to the media volume."""
        steps = {"VOLUME_UP": 1, "VOLUME_DOWN": -1, "VOLUME_MUTE": -15}
        value = max(0, min(15, self.volume + steps[name]))
        self._settings.put("system", "volume_music_speaker", str(value))


# BrightnessUtils of Android 13: the slider is in gamma space (hybrid log-gamma), the setting is
# linear.
_R, _A, _B, _C = 0.5, 0.17883277, 0.28466892, 0.55991073


def brightness_of_slider(position: float) -> int:
    """Converts the slider's position (0 to 1) to the setting (1 to 255)."""
    if position <= _R:
        part = (position / _R) ** 2
    else:
        part = math.exp((position - _C) / _A) + _B
    return max(BRIGHTNESS_MIN, min(BRIGHTNESS_MAX, round(1 + 254 * part / 12)))


def slider_of_brightness(value: int) -> float:
    """Converts the setting to the slider's position (0 to 1)."""
    part = max(0.0, min(1.0, (value - 1) / 254)) * 12
    if part <= 1:
        return _R * math.sqrt(part)
    return min(1.0, _A * math.log(part - _B) + _C)

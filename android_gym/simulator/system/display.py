"""The display: size, density, rotation, brightness, dark mode and power."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from android_gym.simulator.state import Computed, State
from android_gym.simulator.system.night import NightMode
from android_gym.simulator.system.orientation import Orientation, rotation_for
from android_gym.simulator.system.settings import Settings

__all__ = [
    "CUTOUTS",
    "Cutout",
    "Display",
    "DisplayState",
    "brightness_of_slider",
    "right_to_left",
    "slider_of_brightness",
]

BRIGHTNESS_MIN = 1
BRIGHTNESS_MAX = 255
_RANGE = BRIGHTNESS_MAX - BRIGHTNESS_MIN

_LANGUAGES: Final = frozenset("ar ckb dv fa he iw ji ks ps sd ug ur yi".split())
"""Languages written from right to left, if the tag names no script."""

_SCRIPTS: Final = frozenset("Adlm Arab Hebr Nkoo Rohg Syrc Thaa".split())


Cutout = Literal["none", "corner", "double", "hole", "tall"]
"""Android's emulated cutouts, areas without pixels (``cmd overlay``)."""

CUTOUTS: Final[tuple[Cutout, ...]] = get_args(Cutout)


@dataclass(frozen=True)
class DisplayState:
    """The state of `Display`, as snapshots keep it."""

    width: int
    height: int
    density_dpi: int
    on: bool = True
    held: int = 0  # quarter turns at which the phone is held
    cutout: Cutout = "none"


def right_to_left(locales: str) -> bool:
    """Return whether the first of the locales is written from right to left.

    Args:
        locales: BCP 47 tags, such as "ar-EG,en-US", in the format of the setting
            ``system_locales``.
    """
    language, *rest = locales.split(",", 1)[0].strip().replace("_", "-").split("-")
    script = next((part.title() for part in rest if len(part) == 4 and part.isalpha()), None)
    return script in _SCRIPTS if script is not None else language.lower() in _LANGUAGES


class Display:
    """Properties of the screen. Rotation, brightness and dark mode are kept in settings.

    Args:
        state: The root of state.
        settings: Keeps the user's choices.
        night: Keeps the mode of the dark theme.
        width: Pixels in portrait.
        height: Pixels in portrait.
        density_dpi: Pixels per inch.
    """

    def __init__(
        self,
        state: State,
        settings: Settings,
        night: NightMode,
        width: int,
        height: int,
        density_dpi: int,
    ) -> None:
        self.physical_size = (width, height)
        self.physical_density_dpi = density_dpi
        self._slot = state.slot("display", DisplayState(width, height, density_dpi))
        self._settings = settings
        self._night = night
        night.screen_on = lambda: self._slot.peek().on
        # The orientation that the activity in front requests.
        self.requested: Callable[[], Orientation] = lambda: "unspecified"
        self._size = Computed(state, "display size", self._find_size)
        # Revisions of the settings from which the direction was computed, and the result.
        self._direction = (-1, -1, False)
        settings.listen("system", "screen_brightness", self._brightness_put)
        settings.listen("system", "screen_brightness_float", self._brightness_float_put)

    @property
    def rotation(self) -> int:
        """Quarter turns of the screen, 0 to 3, as the activity in front requests.

        Without a request the screen follows how the phone is held, or the user's rotation while
        auto-rotate is off.
        """
        return rotation_for(
            self.requested(),
            locked=self.rotation_locked,
            user=self.user_rotation,
            held=self._slot.get().held,
        )

    @property
    def rotation_locked(self) -> bool:
        """Return whether auto-rotate is off."""
        return self._settings.get("system", "accelerometer_rotation") == "0"

    @property
    def user_rotation(self) -> int:
        """Quarter turns set by the user, 0 to 3; used while auto-rotate is off."""
        return self._settings.get_int("system", "user_rotation", 0) % 4

    def set_rotation(self, rotation: int) -> None:
        """Turn the screen and keep it there: auto-rotate is switched off."""
        self._settings.put("system", "accelerometer_rotation", "0")
        self._settings.put("system", "user_rotation", str(rotation % 4))

    def hold(self, rotation: int) -> None:
        """Turn the phone itself; the screen follows while auto-rotate is on."""
        self._slot.update(held=rotation % 4)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, after rotation and ``wm size``."""
        return self._size.get()

    def _find_size(self) -> tuple[int, int]:
        value = self._slot.get()
        if self.rotation % 2:
            return value.height, value.width
        return value.width, value.height

    @property
    def upright_size(self) -> tuple[int, int]:
        """Width and height in pixels of the panel, which does not rotate."""
        value = self._slot.get()
        return value.width, value.height

    def turned(self, x: float, y: float) -> tuple[float, float]:
        """Convert a position on the panel to one on the rotated screen, in pixels."""
        width, height = self.size
        match self.rotation:
            case 1:
                return y, height - 1 - x
            case 2:
                return width - 1 - x, height - 1 - y
            case 3:
                return width - 1 - y, x
        return x, y

    @property
    def density_dpi(self) -> int:
        """Pixels per inch, as set by ``wm density``."""
        return self._slot.get().density_dpi

    @property
    def density(self) -> float:
        """Pixels per dp."""
        return self._slot.get().density_dpi / 160

    def set_size(self, width: int | None = None, height: int | None = None) -> None:
        """Override the size in portrait; None restores the physical size."""
        own = self.physical_size
        size = (width or own[0], height or own[1])
        self._slot.update(width=size[0], height=size[1])
        self._keep("global", "display_size_forced", size != own, f"{size[0]},{size[1]}")

    def set_density(self, density_dpi: int | None = None) -> None:
        """Override the density; None restores the physical density."""
        density = density_dpi or self.physical_density_dpi
        self._slot.update(density_dpi=density)
        overridden = density != self.physical_density_dpi
        self._keep("secure", "display_density_forced", overridden, str(density))

    def _keep(self, namespace: str, key: str, overridden: bool, value: str) -> None:
        if overridden:
            self._settings.put(namespace, key, value)
        else:
            self._settings.delete(namespace, key)

    @property
    def override_size(self) -> tuple[int, int] | None:
        """The overridden size in portrait; None if it is not overridden."""
        value = self._slot.get()
        size = (value.width, value.height)
        return None if size == self.physical_size else size

    @property
    def font_scale(self) -> float:
        """Factor on text sizes."""
        return min(2.0, max(0.5, self._settings.get_float("system", "font_scale", 1.0)))

    @property
    def cutout(self) -> Cutout:
        """The emulated cutout."""
        return self._slot.get().cutout

    def set_cutout(self, cutout: Cutout) -> None:
        """Emulate a cutout, as Developer options does."""
        self._slot.update(cutout=cutout)

    @property
    def right_to_left(self) -> bool:
        """Return whether layouts are mirrored, due to the first locale or the developer option."""
        if self._settings.get("global", "debug.force_rtl") == "1":
            return True
        return right_to_left(self._settings.get("system", "system_locales") or "")

    @property
    def reads_leftwards(self) -> bool:
        """Return `right_to_left`, recomputed only after a setting has changed.

        For code that runs at each touch rather than while a screen is built: no dependency is
        recorded.
        """
        system, everywhere = self._settings.revision("system"), self._settings.revision("global")
        known = self._direction
        if known[0] != system or known[1] != everywhere:
            known = self._direction = (system, everywhere, self.right_to_left)
        return known[2]

    @property
    def dark(self) -> bool:
        """Return whether dark theme is on."""
        return self._night.dark

    def set_dark(self, dark: bool) -> None:
        """Turn dark theme on or off; a schedule goes on with its next change."""
        self._night.activate(dark)

    @property
    def on(self) -> bool:
        """Return whether the screen is on."""
        return self._slot.get().on

    def set_on(self, on: bool) -> None:
        """Turn the screen on or off and nothing else; see `Keyguard.sleep` and `wake`."""
        self._slot.update(on=on)

    # -- brightness

    @property
    def brightness(self) -> int:
        """Brightness as stored in ``screen_brightness``, 1 to 255 (0 is possible over adb)."""
        return self._settings.get_int("system", "screen_brightness", 102)

    def set_brightness(self, value: int) -> None:
        """Set the brightness, 1 to 255."""
        value = max(BRIGHTNESS_MIN, min(BRIGHTNESS_MAX, value))
        self._settings.put("system", "screen_brightness", str(value))

    # Android stores the brightness twice and keeps both values in sync (BrightnessSynchronizer).

    def _brightness_put(self, _: str | None) -> None:
        part = max(0.0, min(1.0, (self.brightness - BRIGHTNESS_MIN) / _RANGE))
        if self._brightness_of_float() != self.brightness:
            self._settings.put("system", "screen_brightness_float", _java_float(part))

    def _brightness_float_put(self, _: str | None) -> None:
        value = self._brightness_of_float()
        if value is not None and value != max(BRIGHTNESS_MIN, min(BRIGHTNESS_MAX, self.brightness)):
            self._settings.put("system", "screen_brightness", str(value))

    def _brightness_of_float(self) -> int | None:
        part = self._settings.get_float("system", "screen_brightness_float", -1.0)
        return round(BRIGHTNESS_MIN + _RANGE * part) if 0 <= part <= 1 else None

    @property
    def slider(self) -> float:
        """Position of the brightness slider, 0 to 1."""
        return slider_of_brightness(self.brightness)

    def move_slider(self, position: float) -> None:
        """Set the brightness from the slider's position, 0 to 1."""
        self.set_brightness(brightness_of_slider(position))

    def move_brightness(self, step: float) -> None:
        """Move the slider by a fraction of its length, as the brightness keys do."""
        self.move_slider(max(0.0, min(1.0, self.slider + step)))


# BrightnessUtils of Android 13: the slider is in gamma space (hybrid log-gamma), the setting is
# linear.
_R, _A, _B, _C = 0.5, 0.17883277, 0.28466892, 0.55991073


def brightness_of_slider(position: float) -> int:
    """Convert the slider's position (0 to 1) to the setting (1 to 255)."""
    if position <= _R:
        part = (position / _R) ** 2
    else:
        part = math.exp((position - _C) / _A) + _B
    return max(BRIGHTNESS_MIN, min(BRIGHTNESS_MAX, round(1 + 254 * part / 12)))


def slider_of_brightness(value: int) -> float:
    """Convert the setting to the slider's position (0 to 1)."""
    part = max(0.0, min(1.0, (value - 1) / 254)) * 12
    if part <= 1:
        return _R * math.sqrt(part)
    return min(1.0, _A * math.log(part - _B) + _C)


def _java_float(value: float) -> str:
    """Format a number as Java's Float.toString does: the shortest form in single precision."""
    single = struct.pack("f", value)
    (value,) = struct.unpack("f", single)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if struct.pack("f", float(text)) == single:
            break
    return text if "." in text else f"{text}.0"

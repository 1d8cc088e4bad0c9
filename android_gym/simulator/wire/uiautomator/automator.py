"""Remote methods for the phone as a whole."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Final, Literal

from android_gym.simulator.system.clipboard import ClipTooLargeError
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui import nodes
from android_gym.simulator.wire.uiautomator.errors import InvalidParamsError, RemoteError
from android_gym.simulator.wire.uiautomator.fingers import CLICK_MS, Fingers
from android_gym.simulator.wire.uiautomator.methods import JsonValue, remote
from android_gym.simulator.wire.uiautomator.object_methods import ObjectMethods
from android_gym.simulator.wire.uiautomator.objects import Objects

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["PACKAGE", "UiAutomator"]

PACKAGE: Final = "com.wetest.uia2"
"""Package of the server's toasts."""

_MOST_HOLD_MS: Final = 60_000
_MOST_DEPTH: Final = 1_000
_MOST_POINTS: Final = 1_000
_LONG_TOAST_MS: Final = 2_000
_DOWN, _UP, _MOVE = 0, 1, 2

# Key names of `UiDevice`, and two names that the server adds.
_KEYS: Final = {
    "home": "HOME", "back": "BACK", "left": "DPAD_LEFT", "right": "DPAD_RIGHT", "up": "DPAD_UP",
    "down": "DPAD_DOWN", "center": "DPAD_CENTER", "menu": "MENU", "search": "SEARCH",
    "enter": "ENTER", "delete": "DEL", "del": "DEL", "recent": "APP_SWITCH",
    "volume_up": "VOLUME_UP", "volume_down": "VOLUME_DOWN", "volume_mute": "VOLUME_MUTE",
    "camera": "CAMERA", "power": "POWER",
}  # fmt: skip

_ROTATIONS: Final = {"natural": 0, "n": 0, "left": 1, "l": 1, "upsidedown": 2, "u": 2,
                     "right": 3, "r": 3}  # fmt: skip

_META_SHIFT: Final = 0x1
_META_CTRL: Final = 0x1000


class UiAutomator(ObjectMethods):
    """One server: its state between calls, and the methods for the phone as a whole.

    Args:
        phone: The phone.
    """

    def __init__(self, phone: Phone) -> None:
        super().__init__(phone, Objects(phone), Fingers(phone))
        self._toast: str | None = None
        self._stop = phone.system.status_bar.listen(self._toasted)

    def close(self) -> None:
        """Unregister listeners."""
        self._stop()

    def _toasted(self, package: str, text: str) -> None:
        self._toast = text

    # --- looking ---------------------------------------------------------------------------------

    @remote("deviceInfo")
    def device_info(self) -> JsonValue:
        """Return facts about the screen and the phone."""
        system = self._phone.system
        width, height = self._phone.windows.size
        active = self._phone.windows.top_focusable()
        density = system.display.density
        return {
            "currentPackageName": active.package if active is not None else None,
            "displayHeight": height,
            "displayRotation": system.display.rotation,
            "displaySizeDpX": round(width / density),
            "displaySizeDpY": round(height / density),
            "displayWidth": width,
            "productName": system.properties.get("ro.product.name"),
            "screenOn": system.display.on,
            "sdkInt": int(system.properties.get("ro.build.version.sdk") or 0),
            "naturalOrientation": system.display.rotation % 2 == 0,
        }

    @remote("dumpWindowHierarchy")
    def dump(self, compressed: bool, max_depth: int = 50, root_in_active: bool = False) -> str:
        """Return the windows' trees as XML: the active window's first, or only that one."""
        if not 0 <= max_depth <= _MOST_DEPTH:
            raise InvalidParamsError(f"A depth must be 0 to {_MOST_DEPTH}, not {max_depth}.")
        phone = self._phone
        phone.windows.refresh()
        windows = phone.windows
        active = windows.top_focusable()
        shown = [] if active is None or not phone.system.display.on else [active]
        if shown and not root_in_active:
            shown += [w for w in windows.accessible_windows() if w is not active]
        return nodes.dump_xml(
            shown,
            phone.screen,
            phone.system.display.rotation,
            windows.focus.get(),
            compressed=compressed,
            max_depth=max_depth,
        )

    @remote("takeScreenshot")
    def take_screenshot(self, scale: float, quality: int) -> str:
        """Return the screen as a JPEG in base64, scaled by `scale` (0 to 1]."""
        import cv2

        if not 0 < scale <= 1 or not 0 <= quality <= 100:
            raise InvalidParamsError(
                f"The scale must be above 0, up to 1, and the quality 0 to 100; "
                f"they are {scale} and {quality}."
            )
        width, height = self._phone.windows.size
        size = max(1, round(width * scale)), max(1, round(height * scale))
        frame = cv2.cvtColor(self._phone.capture(*size), cv2.COLOR_RGB2BGR)
        done, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if not done:
            raise RemoteError("java.io.IOException", "The picture could not be encoded.")
        return base64.b64encode(data.tobytes()).decode()

    # --- touching --------------------------------------------------------------------------------

    @remote("click")
    def click_at(self, x: float, y: float, duration_ms: int = CLICK_MS) -> bool:
        """Touch a point; a long duration makes it a long press."""
        if not 0 <= duration_ms <= _MOST_HOLD_MS:
            raise InvalidParamsError(f"A click takes 0 to {_MOST_HOLD_MS} ms, not {duration_ms}.")
        self._fingers.hold((x, y), duration_ms)
        return True

    @remote("swipe")
    def swipe_at(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        """Move a finger in a straight line."""
        self._fingers.swipe([(x1, y1), (x2, y2)], steps)
        return True

    @remote("drag")
    def drag_at(self, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
        """Long-press a point, and drag from there."""
        self._fingers.swipe([(x1, y1), (x2, y2)], steps, drag=True)
        return True

    @remote("swipePoints")
    def swipe_points(self, numbers: list[float], steps: int) -> bool:
        """Move a finger along points, given as x and y in turn."""
        if len(numbers) % 2 or not 4 <= len(numbers) <= 2 * _MOST_POINTS:
            raise InvalidParamsError(
                f"Give x and y of 2 to {_MOST_POINTS} points, not {len(numbers)} numbers."
            )
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        self._fingers.swipe(points, max(1, steps))
        return True

    @remote("injectInputEvent")
    def inject(self, action: int, x: float, y: float, meta: int = 0) -> bool:
        """Put a finger down (0), move it (2) or lift it (1)."""
        if action not in (_DOWN, _UP, _MOVE):
            raise InvalidParamsError(f"The action must be 0, 1 or 2, not {action}.")
        if action == _MOVE and not self._phone.gestures.pointers:
            return False
        self._phone.touch(x, y, action != _UP)
        return True

    # --- keys and system -------------------------------------------------------------------------

    @remote("pressKey")
    def press_key(self, name: str) -> bool:
        """Press a key by the client's name for it."""
        key = _KEYS.get(name.lower())
        if key is None:
            raise InvalidParamsError(
                f"No key is called {name!r}; there are {', '.join(_KEYS)}. Others by number."
            )
        self._phone.press_key(KEYCODES[key])
        return True

    @remote("pressKeyCode")
    def press_key_code(self, code: int, meta: int = 0) -> bool:
        """Press a key by its code, with Shift or Control held as in `meta`."""
        held = [
            KEYCODES[name]
            for bit, name in ((_META_SHIFT, "SHIFT_LEFT"), (_META_CTRL, "CTRL_LEFT"))
            if meta & bit
        ]
        for key in held:
            self._phone.keys.down(key)
        self._phone.press_key(code)
        for key in reversed(held):
            self._phone.keys.up(key)
        return True

    @remote("wakeUp")
    def wake_up(self) -> None:
        """Turn the screen on."""
        self._phone.system.keyguard.wake()

    @remote("sleep")
    def sleep(self) -> None:
        """Turn the screen off."""
        self._phone.system.keyguard.sleep()

    @remote("setOrientation")
    def set_orientation(self, name: str) -> None:
        """Turn the screen, and keep it that way."""
        rotation = _ROTATIONS.get(name.lower())
        if rotation is None:
            raise InvalidParamsError(
                f"{name!r} is no orientation; there are {', '.join(_ROTATIONS)}."
            )
        self._phone.system.display.set_rotation(rotation)

    @remote("freezeRotation")
    def freeze_rotation(self, freeze: bool) -> None:
        """Lock the screen's present rotation, or unlock it."""
        display = self._phone.system.display
        if freeze:
            display.set_rotation(display.rotation)
        else:
            self._phone.system.settings.put("system", "accelerometer_rotation", "1")

    @remote("openNotification")
    def open_notification(self) -> bool:
        """Open the shade."""
        self._phone.system.status_bar.expand_notifications()
        return True

    @remote("openQuickSettings")
    def open_quick_settings(self) -> bool:
        """Open full Quick Settings."""
        self._phone.system.status_bar.expand_settings()
        return True

    # --- text ------------------------------------------------------------------------------------

    @remote("getClipboard")
    def get_clipboard(self) -> str | None:
        """Return the clipboard's text."""
        clip = self._phone.system.clipboard.clip
        return None if clip is None else clip.text

    @remote("setClipboard")
    def set_clipboard(self, label: str | None, text: str) -> None:
        """Put a text on the clipboard."""
        try:
            self._phone.system.clipboard.set_text(text, label or "")
        except ClipTooLargeError as error:
            raise RemoteError(error.kind, str(error)) from None

    @remote("pasteClipboard")
    def paste(self) -> bool:
        """Paste into the focused field."""
        windows = self._phone.windows
        return windows.edit_field(lambda field: windows.toolbar.act("paste", field))

    @remote("clearInputText")
    def clear_input(self) -> bool:
        """Clear the focused field."""
        return self._phone.windows.edit_field(lambda field: field.clear())

    @remote("makeToast")
    def make_toast(self, text: str, duration_ms: float) -> bool:
        """Show a toast."""
        long = duration_ms > _LONG_TOAST_MS
        self._phone.system.status_bar.show_toast(PACKAGE, text, long=long)
        return True

    @remote("getLastToast")
    def last_toast(self) -> str | None:
        """Return the text of the last toast since the server started."""
        return self._toast

    @remote("clearLastToast")
    def clear_toast(self) -> None:
        """Forget the last toast."""
        self._toast = None

    @remote("getLastTraversedText")
    def last_traversed(self) -> Literal[None]:
        """Return the last text that a screen reader traversed: there is no screen reader here."""
        return None

    @remote("clearLastTraversedText")
    def clear_traversed(self) -> None:
        """Forget the last text that a screen reader traversed."""

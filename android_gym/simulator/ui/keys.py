"""Key events: navigation keys, typing on a hardware keyboard, modifiers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from android_gym.simulator.state import State
from android_gym.simulator.system.intents import FLAG_ACTIVITY_NEW_TASK, Intent
from android_gym.simulator.system.keycodes import CHARACTERS, KEYCODES, NAMES
from android_gym.simulator.system.packages import ACTION_MAIN
from android_gym.simulator.ui.activity import Activity
from android_gym.simulator.ui.cursor import moved, word_at
from android_gym.simulator.ui.windows import WindowManager

if TYPE_CHECKING:
    from android_gym.simulator.system import System
    from android_gym.simulator.ui.editable import Editable

__all__ = ["KeyDispatcher"]

_SHIFT = frozenset({KEYCODES["SHIFT_LEFT"], KEYCODES["SHIFT_RIGHT"]})
_CONTROL = frozenset({KEYCODES["CTRL_LEFT"], KEYCODES["CTRL_RIGHT"]})
_POWER = KEYCODES["POWER"]
_VOLUME_DOWN = KEYCODES["VOLUME_DOWN"]
_CHORD = frozenset({_POWER, _VOLUME_DOWN})
"""Keys that take a screenshot when pressed together, and so act on release when pressed alone."""

POWER_MENU_MS = 500
"""Time for which the power key is held to open its menu (config_globalActionsKeyTimeout)."""

_WAKING = ("WAKEUP", "MENU")
_APPS = {
    "EXPLORER": "BROWSER",
    "ENVELOPE": "EMAIL",
    "CONTACTS": "CONTACTS",
    "CALENDAR": "CALENDAR",
    "MUSIC": "MUSIC",
    "CALCULATOR": "CALCULATOR",
}
"""The kind of app that a key opens (``Intent.CATEGORY_APP_*``)."""
_UNLOCKED = ("HOME", "APP_SWITCH", *_APPS)  # keys without effect on the lock screen
_FOCUSED = ("BACK", "ESCAPE")  # system keys that the focused window may handle first
_REPEATED = ("DEL", "FORWARD_DEL", "DPAD_LEFT", "DPAD_RIGHT", "DPAD_UP", "DPAD_DOWN")
_MODIFIERS = _SHIFT | _CONTROL | {KEYCODES["ALT_LEFT"], KEYCODES["ALT_RIGHT"]}


@dataclass(frozen=True)
class _Keys:
    held: frozenset[int] = frozenset()
    spent: frozenset[int] = frozenset()  # held keys that have already acted
    timer: int = 0


class KeyDispatcher:
    """Dispatcher of key events to the system, the focused field or the activity.

    Args:
        state: The root of state.
        system: The services.
        windows: The window manager.

    Attributes:
        take_screenshot: Takes a screenshot and saves it.
    """

    take_screenshot: Callable[[], object]

    def __init__(self, state: State, system: System, windows: WindowManager) -> None:
        self._slot = state.slot("keys", _Keys(), observable=False)
        self._system = system
        self._windows = windows
        windows.keys = self
        system.clock.handler("keys", self._late, tuple[str, int, frozenset[int]])
        system.clock.handler("power_key", lambda _: self._power_held())

    def press(self, code: int) -> None:
        """Press and release a key."""
        self.down(code)
        self.up(code)

    def down(self, code: int) -> None:
        """Press a key; all keys except modifiers, power and volume down act immediately."""
        held = self._slot.get().held
        self._slot.update(held=held | {code})
        if code in _MODIFIERS or code in held:
            return
        with self._windows.host.views():
            if code in _CHORD:
                self._chord_down(code, held)
            else:
                self._act(code, held)

    def repeat(self, code: int) -> None:
        """Repeat a key that is held: one that deletes or moves in the focused field acts again."""
        name, held = NAMES.get(code, ""), self._slot.peek().held
        if name not in _REPEATED or code not in held:
            return
        with self._windows.host.views():
            field = self._windows.focused_field()
            if field is not None:
                self._edit(field, code, name, held)

    def up(self, code: int) -> None:
        """Release a key."""
        value = self._slot.get()
        self._slot.update(held=value.held - {code}, spent=value.spent - {code})
        if code in _CHORD and code in value.held:
            with self._windows.host.views():
                self._chord_up(code, spent=code in value.spent)

    # -- power and volume down

    def _chord_down(self, code: int, held: frozenset[int]) -> None:
        """Wake the phone, take a screenshot, or start timing how long power is held."""
        system, spent = self._system, self._slot.peek().spent
        if not system.display.on:
            if code == _POWER:
                system.keyguard.wake()
            self._slot.update(spent=spent | {code})
        elif held & _CHORD and not spent & _CHORD:
            system.clock.cancel(self._slot.peek().timer)
            self._slot.update(spent=spent | _CHORD)
            self.take_screenshot()
        elif code == _POWER:
            self._slot.update(timer=system.clock.schedule(POWER_MENU_MS, "power_key"))

    def _chord_up(self, code: int, *, spent: bool) -> None:
        if code == _POWER:
            self._system.clock.cancel(self._slot.peek().timer)
        if spent:
            return
        if code == _POWER:
            self._system.keyguard.sleep()
        elif self._system.display.on:
            self._volume_key("VOLUME_DOWN")

    def _power_held(self) -> None:
        self._slot.update(spent=self._slot.peek().spent | {_POWER})
        self._windows.hide_keyboard()
        self._system.status_bar.show_dialog("power")

    def _wait(self, text: str = "", code: int = 0, held: frozenset[int] = frozenset()) -> bool:
        """Hold back input until a window has the focus; return whether that takes time."""
        delay = self._windows.transitions.focus_ms
        if delay:
            self._system.clock.schedule(delay, "keys", (text, code, held))
        return delay > 0

    def _hangs(self) -> bool:
        """Return whether the focused window's app hangs, and takes no keys."""
        window = self._windows.top_focusable()
        return window is not None and self._system.hangs.swallows(self._windows.taker(window))

    def _late(self, payload: tuple[str, int, frozenset[int]]) -> None:
        text, code, held = payload
        self._windows.refresh()
        if text:
            self.type_text(text)
        else:
            with self._windows.host.views():
                self._act(code, held)

    def type_text(self, text: str) -> None:
        """Type text into the focused field, as by a keyboard that has all of its characters."""
        with self._windows.host.views():
            self._type(text)

    def _type(self, text: str) -> None:
        if self._wait(text) or self._hangs():
            return
        field = self._windows.focused_field()
        if field is None:
            focused = self._windows.input_method.focused_view()
            if focused is not None:
                focused.type_keys(text)
            return
        for line_number, line in enumerate(text.split("\n")):
            if line_number:
                self.press(KEYCODES["ENTER"])
                field = self._windows.focused_field()
                if field is None:
                    return
            if line:
                if not field.insert(line):
                    # Insert characters one by one, as some of them may be accepted.
                    for character in line:
                        field.insert(character)
                field = self._windows.focused_field() or field

    def _act(self, code: int, held: frozenset[int]) -> None:
        name = NAMES.get(code, "")
        if not self._system.display.on:
            if name in _WAKING:
                self._system.keyguard.wake()
            else:
                self._system.playback.press_key(name)
            return
        if name in _UNLOCKED and self._system.keyguard.showing:
            return
        if name not in _FOCUSED and self._system_key(name):
            return
        if self._wait(code=code, held=held) or self._hangs() or self._system_key(name):
            return
        field = self._windows.focused_field()
        if field is not None and self._edit(field, code, name, held):
            return
        if self._press_focused(code, name, held):
            return
        if self._offer(name):
            return
        if name == "CALL":
            self._system.activities.start(Intent("android.intent.action.CALL_BUTTON"))
        if name in ("TAB", "DPAD_DOWN", "DPAD_UP"):
            back = name == "DPAD_UP" or bool(held & _SHIFT)
            self._windows.input_method.focus_next(-1 if back else 1)

    def _offer(self, name: str) -> bool:
        """Return whether the activity that has the focus uses a key."""
        window = self._windows.top_focusable()
        if window is None or not isinstance(window.controller, Activity):
            return False
        return bool(self._windows.call(window.package, window.controller.on_key, name))

    def _volume_key(self, name: str) -> None:
        """Change the volume, unless the activity that has the focus uses the key."""
        if self._hangs() or not self._offer(name):
            self._system.audio.press_key(name)

    def _press_focused(self, code: int, name: str, held: frozenset[int]) -> bool:
        """Pass a key to the focused view; return True if it takes the key."""
        focused = self._windows.input_method.focused_view()
        if focused is None or focused.press_key(name):
            return focused is not None
        typed = CHARACTERS.get(code)
        if typed is None or held & _CONTROL:
            return False
        return focused.type_keys(typed[1] if held & _SHIFT else typed[0])

    def _system_key(self, name: str) -> bool:
        windows, system = self._windows, self._system
        match name:
            case "HOME":
                windows.go_home()
            case "BACK" | "ESCAPE":
                windows.back()
            case "APP_SWITCH":
                windows.recents()
            case "CALL" | "ENDCALL":
                return self._call_key(name)
            case "SLEEP":
                system.keyguard.sleep()
            case "MENU" if system.keyguard.showing:
                system.keyguard.dismiss()
            case "SYSRQ":
                self.take_screenshot()
            case _ if name in _APPS:
                category = f"android.intent.category.APP_{_APPS[name]}"
                system.activities.start(
                    Intent(ACTION_MAIN, categories=(category,), flags=FLAG_ACTIVITY_NEW_TASK)
                )
            case "NOTIFICATION":
                system.status_bar.expand_notifications()
            case "VOLUME_UP" | "VOLUME_MUTE":
                self._volume_key(name)
            case "BRIGHTNESS_UP" | "BRIGHTNESS_DOWN":
                step = 0.1 if name.endswith("UP") else -0.1
                system.display.move_brightness(step)
            case _:
                return system.playback.press_key(name)
        return True

    def _call_key(self, name: str) -> bool:
        telephony = self._system.telephony
        if name == "CALL":
            return telephony.call_key()
        if not telephony.end_key():
            self._system.keyguard.sleep()
        return True

    def _edit(self, field: Editable, code: int, name: str, held: frozenset[int]) -> bool:
        control = bool(held & _CONTROL)
        shift = bool(held & _SHIFT)
        if control and name in ("A", "C", "X", "V"):
            action = {"A": "select_all", "C": "copy", "X": "cut", "V": "paste"}[name]
            self._windows.toolbar.act(action, field)
            self._windows.toolbar.hide()
            return True
        if name in ("ENTER", "NUMPAD_ENTER"):
            if field.multi_line:
                field.insert("\n")
            else:
                self._windows.input_method.editor_action(key=True)
            return True
        if name in ("DEL", "FORWARD_DEL"):
            self._delete(field, forward=name == "FORWARD_DEL", control=control)
            return True
        if name in ("CUT", "COPY", "PASTE"):
            self._windows.toolbar.act(name.lower(), field)
            return True
        to = moved(field, name, shift=shift, control=control)
        if to is not None:
            field.select(field.selection[0] if shift else to, to)
            return True
        typed = CHARACTERS.get(code)
        if typed is not None and not control:
            field.insert(typed[1] if shift else typed[0])
            return True
        return False

    @staticmethod
    def _delete(field: Editable, *, forward: bool, control: bool) -> None:
        """Delete the selection, or else the character at the cursor; the word with control."""
        start, end = field.selection
        if control and start == end:
            field.select(*word_at(field, forward=forward))
        field.delete(forward=forward)

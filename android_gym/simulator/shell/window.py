"""The command `wm` (and ``cmd window``): size, density and rotation, as on Android 13."""

from __future__ import annotations

from collections.abc import Callable

from android_gym.simulator.shell.command import Arguments, Invocation, command, run_verb

_HELP = """Window manager (window) commands:
  help
      Print this help text.
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
    Return or override display size.
  density [reset|DENSITY] [-d DISPLAY_ID]
    Return or override display density.
  scaling [off|auto] [-d DISPLAY_ID]
    Set display scaling mode.
  dismiss-keyguard
    Dismiss the keyguard, prompting user for auth if necessary.
  user-rotation [-d DISPLAY_ID] [free|lock] [rotation]
    Print or set user rotation mode and user rotation.
  fixed-to-user-rotation [-d DISPLAY_ID] [enabled|disabled|default]
    Print or set rotating display for app requested orientation.
"""


@command("wm")
def run(io: Invocation) -> int:
    """Run a verb of the window manager."""
    words = list(io.args)
    while "-d" in words:
        place = words.index("-d")
        del words[place : place + 2]
    return run_verb(io, words, _VERBS, _HELP)


def _size(io: Invocation, args: Arguments) -> int:
    display = io.system.display
    text = args.next()
    if text is None:
        width, height = display.physical_size
        io.out(f"Physical size: {width}x{height}\n")
        if display.override_size is not None:
            width, height = display.override_size
            io.out(f"Override size: {width}x{height}\n")
        return 0
    if text == "reset":
        display.set_size()
        return 0
    first, cross, second = text.partition("x")
    if not cross or not first or not second:
        io.err(f"Error: bad size {text}\n")
        return 255
    try:
        width, height = (_pixels(part, display.density_dpi) for part in (first, second))
    except ValueError:
        io.err(f'Error: bad number java.lang.NumberFormatException: For input string: "{text}"\n')
        return 255
    if not (200 <= width <= 8192 and 200 <= height <= 8192):
        # The framework clamps an override to between 200 pixels and twice the physical size.
        limit = 2 * max(display.physical_size)
        width, height = (min(max(value, 200), limit) for value in (width, height))
    display.set_size(width, height)
    return 0


def _pixels(text: str, density: int) -> int:
    if text.endswith("dp"):
        return int(text[:-2]) * density // 160
    return int(text)


def _density(io: Invocation, args: Arguments) -> int:
    display = io.system.display
    text = args.next()
    if text is None:
        io.out(f"Physical density: {display.physical_density_dpi}\n")
        if display.density_dpi != display.physical_density_dpi:
            io.out(f"Override density: {display.density_dpi}\n")
        return 0
    if text == "reset":
        display.set_density()
        return 0
    try:
        density = int(text)
    except ValueError:
        io.err(f'Error: bad number java.lang.NumberFormatException: For input string: "{text}"\n')
        return 255
    if density < 72:
        io.err("Error: density must be >= 72\n")
        return 255
    display.set_density(min(density, 1000))
    return 0


def _user_rotation(io: Invocation, args: Arguments) -> int:
    display, settings = io.system.display, io.system.settings
    mode = args.next()
    if mode is None:
        io.out(f"lock {display.user_rotation}\n" if display.rotation_locked else "free\n")
        return 0
    if mode == "free":
        settings.put("system", "accelerometer_rotation", "1")
        return 0
    if mode != "lock":
        io.err(f"Error: argument needs to be either -d, free or lock, but we get {mode}\n")
        return 255
    text = args.next() or str(display.rotation)
    if text not in ("0", "1", "2", "3"):
        io.err(f"Error: argument needs to be between 0 and 3, but we get {text}\n")
        return 255
    display.set_rotation(int(text))
    return 0


def _fixed_to_user_rotation(io: Invocation, args: Arguments) -> int:
    if args.next() is None:
        io.out("default\n")
    return 0


def _dismiss_keyguard(io: Invocation, args: Arguments) -> int:
    io.system.keyguard.dismiss()
    return 0


def _nothing(io: Invocation, args: Arguments) -> int:
    return 0


_VERBS: dict[str, Callable[[Invocation, Arguments], int]] = {
    "size": _size,
    "density": _density,
    "user-rotation": _user_rotation,
    "set-user-rotation": _user_rotation,
    "fixed-to-user-rotation": _fixed_to_user_rotation,
    "set-fix-to-user-rotation": _fixed_to_user_rotation,
    "dismiss-keyguard": _dismiss_keyguard,
    "scaling": _nothing,
    "folded-area": _nothing,
    "set-ignore-orientation-request": _nothing,
    "tracing": _nothing,
    "logging": _nothing,
    "set-multi-window-config": _nothing,
}

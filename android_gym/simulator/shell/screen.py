"""The commands `screencap` and `uiautomator`."""

from __future__ import annotations

import struct

from android_gym.errors import FileError
from android_gym.simulator.shell.command import Invocation, command, options
from android_gym.simulator.shell.identities import DISPLAY_ID

_RGBA_8888 = 1
_SRGB = 1  # ui::ColorMode / dataspace, as in screencap's raw header


@command("screencap", cost=50_000)
def run_screencap(io: Invocation) -> int:
    """Take a screenshot: PNG with ``-p`` or by file name, otherwise raw RGBA."""
    found = options(io, "hpd:", maximum=1)
    if "h" in found:
        io.err(
            "usage: screencap [-hp] [-d display-id] [FILENAME]\n"
            "   -h: this message\n   -p: save the file as a png.\n"
            "   -d: specify the physical display ID to capture\n"
            "If FILENAME ends with .png it will be saved as a png.\n"
            "If FILENAME is not given, the results will be printed to stdout.\n"
        )
        return 0
    if found.get("d", "0") not in ("0", DISPLAY_ID):
        io.err(f"Display Id '{found['d']}' is not valid.\n")
        return 1
    frame = io.phone.capture()
    target = found.args[0] if found.args else ""
    if "p" in found or target.endswith(".png"):
        data = _png(frame)
    else:
        import numpy as np

        height, width = frame.shape[:2]
        alpha = np.full((height, width, 1), 255, np.uint8)
        pixels = np.concatenate((frame, alpha), axis=2)
        data = struct.pack("<4I", width, height, _RGBA_8888, _SRGB) + pixels.tobytes()
    if not target:
        io.out(data)
        return 0
    try:
        io.write_file(target, data)
    except FileError as error:
        io.err(f"Error opening file: {target} ({error.strerror})\n")
        return 1
    return 0


def _png(frame: object) -> bytes:
    import cv2

    ok, encoded = cv2.imencode(".png", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))  # type: ignore[call-overload]
    if not ok:
        return b""
    return bytes(encoded.tobytes())


@command("uiautomator", cost=2_000)
def run_uiautomator(io: Invocation) -> int:
    """Dump the active window's views as XML."""
    args = list(io.args)
    if not args or args[0] != "dump":
        io.out(
            "Usage: uiautomator <subcommand> [options]\n\n"
            "Available subcommands:\n\nhelp: displays help message\n\n"
            "dump: creates an XML dump of current UI hierarchy\n"
            "    dump [--verbose][file]\n"
            "      [--compressed]: dumps compressed layout information.\n"
            "      [file]: the location where the dumped XML should be stored, default is\n"
            "      /sdcard/window_dump.xml\n\n"
        )
        return 1
    from android_gym.simulator.ui import nodes

    compressed = "--compressed" in args
    targets = [word for word in args[1:] if not word.startswith("-")]
    target = targets[0] if targets else "/sdcard/window_dump.xml"
    io.phone.windows.refresh()
    windows = io.phone.windows
    active = windows.top_focusable()
    if active is None:
        io.err("ERROR: null root node returned by UiTestAutomationBridge.\n")
        return 0
    xml = nodes.dump_xml(
        [active],
        io.phone.screen,
        io.system.display.rotation,
        windows.focus.get(),
        compressed=compressed,
    )
    data = xml.encode("utf-8", "surrogateescape")
    if target == "/dev/tty":
        io.out(data)
    else:
        try:
            io.write_file(target, data)
        except FileError as error:
            io.err(f"ERROR: {error.strerror}\n")
            return 1
    io.out(f"UI hierchary dumped to: {target}\n")
    return 0

"""The command `screenrecord`, which records the screen until its time is up or a signal ends it."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from android_gym.simulator.shell.command import CommandExit, Invocation, command

if TYPE_CHECKING:
    import numpy as np

MOST_SECONDS: Final = 180
FRAMES_PER_SECOND: Final = 5
_STEP_MS: Final = 1000 // FRAMES_PER_SECOND
_MOST_PIXELS: Final = 4096
_FRAME_COST: Final = 4_000
"""Units of work per frame, so that a command line can record for `MOST_SECONDS`."""

_LEAST_BIT_RATE: Final = 100_000
_MOST_BIT_RATE: Final = 200_000_000
_USAGE: Final = """Usage: screenrecord [options] <filename>

Records the device's display to a .mp4 file.

Options:
--size WIDTHxHEIGHT
    Set the video size.
--bit-rate RATE
    Set the video bit rate, in bits per second.
--time-limit TIME
    Set the maximum recording time, in seconds.
--verbose
    Display interesting information on stdout.
--help
    Show this message.
"""

_VALUES: Final = ("--time-limit", "--size", "--bit-rate", "--output-format", "--display-id")
_FLAGS: Final = ("--verbose", "--bugreport", "--rotate", "--show-device-info",
                 "--show-frame-time")  # fmt: skip


class _Stop:
    """Receives signals; `came` is True after the first."""

    def __init__(self) -> None:
        self.came = False

    def signal(self, number: int) -> None:
        self.came = True


@dataclass
class _Options:
    """Options of the command: seconds, width and height in pixels, and the file."""

    limit: int
    size: tuple[int, int]
    target: str = ""


@command("screenrecord", cost=5_000)
def run(io: Invocation) -> int:
    """Record the screen to an MP4 while time passes."""
    asked = _Options(MOST_SECONDS, io.phone.windows.size)
    pending = list(io.args)
    if "--help" in pending:
        io.err(_USAGE)
        return 0
    while pending:
        word, equals, value = pending.pop(0).partition("=")
        if word in _VALUES:
            if not equals and not pending:
                raise _refused(io, f"screenrecord: option '{word}' requires an argument")
            _set(io, asked, word, value if equals else pending.pop(0))
        elif not word.startswith("-"):
            asked.target = word
        elif word not in _FLAGS:
            raise _refused(io, f"screenrecord: unrecognized option '{word}'")
    if not asked.target:
        raise _refused(io, "Must specify output file (see --help).")
    return _record(io, io.path(asked.target), asked.limit, asked.size)


def _refused(io: Invocation, message: str) -> CommandExit:
    io.err(f"{message}\n")
    return CommandExit(2)


def _set(io: Invocation, asked: _Options, option: str, value: str) -> None:
    """Set an option's value."""
    if option == "--time-limit":
        limit = io.integer(value, 0, 1 << 31) or MOST_SECONDS
        if limit > MOST_SECONDS:
            text = f"Time limit {limit}s outside acceptable range [1,{MOST_SECONDS}]"
            raise _refused(io, text)
        asked.limit = limit
    elif option == "--bit-rate":
        match = re.fullmatch("([0-9]{1,10})([Mm]?)", value)
        rate = int(match[1]) * (1_000_000 if match[2] else 1) if match else 0
        if not _LEAST_BIT_RATE <= rate <= _MOST_BIT_RATE:
            raise _refused(
                io,
                f"Bit rate {rate}bps outside acceptable range [{_LEAST_BIT_RATE},{_MOST_BIT_RATE}]",
            )
    elif option == "--size":
        match = re.fullmatch("([0-9]{1,4})x([0-9]{1,4})", value)
        if match is None or not all(0 < int(n) <= _MOST_PIXELS for n in match.groups()):
            raise _refused(io, f"Invalid size '{value}', must be width x height")
        asked.size = int(match[1]), int(match[2])
    elif option == "--output-format" and value != "mp4":
        raise _refused(io, f"Unknown format '{value}'")


def _record(io: Invocation, path: str, limit: int, size: tuple[int, int]) -> int:
    io.write_file(path, b"")
    size = max(2, size[0] & ~1), max(2, size[1] & ~1)  # encoders need even sizes
    stop, video = _Stop(), _Video(size)
    with io.system.running.running("screenrecord", io.process.pid, io.uid, stop.signal):
        try:
            for _ in range(limit * FRAMES_PER_SECOND):
                if stop.came:
                    break
                io.spend(_FRAME_COST)
                video.add(io.phone.screenshot(*size))
                io.phone.advance(_STEP_MS)
        finally:  # on disconnection the recording is kept, as after SIGHUP
            data = video.finish()
            if io.files.is_file(path):
                io.write_file(path, data)
    return 0


class _Video:
    """An MP4 writer that uses a temporary file of the host.

    The file has no name once it is open, so nothing is left of it however this process ends.

    Args:
        size: Width and height in pixels, even.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        import cv2

        handle, path = tempfile.mkstemp(prefix="android_gym_", suffix=".mp4")
        self._file = os.fdopen(handle, "rb")
        try:
            code = cv2.VideoWriter.fourcc(*"mp4v")
            self._writer = cv2.VideoWriter(path, code, FRAMES_PER_SECOND, size)
        finally:
            os.unlink(path)

    def add(self, frame: np.ndarray) -> None:
        """Add an RGB frame."""
        import cv2

        self._writer.write(cv2.cvtColor(frame, cv2.COLOR_RGB2BGR))

    def finish(self) -> bytes:
        """Return the file's bytes and close it."""
        self._writer.release()
        with self._file:
            return self._file.read()

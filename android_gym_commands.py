"""Entry points of the installed commands, which can be interrupted while the package is imported.

This is a module beside the package, as the package's own imports take most of a second.
"""

from __future__ import annotations

import os
import signal
from types import FrameType

__all__ = ["android_gym", "android_gym_emulator"]


def android_gym() -> None:
    """Run ``android-gym``."""
    interrupted = _end_quietly()
    from android_gym.cli import app

    signal.signal(signal.SIGINT, interrupted)
    app()


def android_gym_emulator() -> None:
    """Run ``android-gym-emulator``."""
    interrupted = _end_quietly()
    from android_gym.simulator.serve import emulator_main

    signal.signal(signal.SIGINT, interrupted)
    emulator_main()


def _end_quietly() -> signal.Handlers:
    """Make Ctrl-C end the process quietly, without a traceback of the interrupted import.

    Returns:
        The previous handler; if SIGINT is ignored, as in a background process, it stays so.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    return before  # type: ignore[return-value]


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(128 + number)

"""Exceptions of the package. Every message names the value at fault and the remedy."""

from __future__ import annotations

__all__ = [
    "ActionError",
    "AndroidGymError",
    "DependencyError",
    "DeviceCommandError",
    "DeviceError",
    "OptionError",
    "SimulatorError",
    "TaskError",
]


class AndroidGymError(Exception):
    """Base class of everything this package raises on purpose."""


class OptionError(AndroidGymError, ValueError):
    """A name, mode, seed, parameter or other argument that the caller can correct."""


class ActionError(AndroidGymError, ValueError):
    """An action outside its space, or one that cannot be carried out as described."""


class DependencyError(AndroidGymError, ImportError):
    """A library that the package needs is missing; the message says how to install it."""


class DeviceError(AndroidGymError, RuntimeError):
    """A device that does not answer, died, or answered nonsense."""


class DeviceCommandError(DeviceError):
    """A command that the device ran and that failed.

    Attributes:
        command: The command line given to the device's shell.
        exit_code: Its exit code, not zero.
        output: What it printed (stdout and stderr, in order).
    """

    def __init__(self, command: str, exit_code: int, output: str) -> None:
        super().__init__(
            f"The device answered {command!r} with exit code {exit_code}: {output.strip()!r}"
        )
        self.command = command
        self.exit_code = exit_code
        self.output = output

    def __reduce__(self) -> tuple[type, tuple[str, int, str]]:
        return type(self), (self.command, self.exit_code, self.output)


class SimulatorError(AndroidGymError):
    """A fault inside the built-in phone, or a call on it that makes no sense."""


class TaskError(AndroidGymError):
    """A task that cannot be set up or judged with the given parameters."""

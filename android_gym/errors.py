"""Exceptions of the package. Every message names the wrong value and the remedy."""

from __future__ import annotations

__all__ = [
    "ActionError",
    "AndroidGymError",
    "AppError",
    "ClusterError",
    "DataError",
    "DatabaseCorruptError",
    "DatabaseError",
    "DemonstrationError",
    "DependencyError",
    "DeviceCommandError",
    "DeviceError",
    "FileError",
    "ModelError",
    "OptionError",
    "ReplyError",
    "SimulatorError",
    "SnapshotError",
    "SweepError",
    "TaskError",
    "TraceError",
    "UnknownOptionError",
]


class AndroidGymError(Exception):
    """Base class of everything this package raises on purpose."""


class OptionError(AndroidGymError, ValueError):
    """A name, mode, seed, parameter or other argument that the caller can correct."""


class UnknownOptionError(OptionError, TypeError):
    """An option by a name that there is not.

    It is a `TypeError` too, as Python's own is: callers such as TorchRL try an option, and leave it
    out if this is raised.
    """


class ActionError(AndroidGymError, ValueError):
    """An action outside its space, or one that cannot be carried out as described."""


class ReplyError(ActionError):
    """A model's reply without a valid action of its format, or an action the format lacks."""


class ModelError(AndroidGymError, RuntimeError):
    """A model's endpoint that is unreachable, refuses, or answers nonsense; or a spent limit.

    This says nothing about the model's skill: an episode that ends with it has not failed.
    """


class DependencyError(AndroidGymError, ImportError):
    """A library that the package needs is missing; the message says how to install it."""


class DeviceError(AndroidGymError, RuntimeError):
    """A device that does not answer, has died, or sent an invalid answer."""


class DeviceCommandError(DeviceError):
    """A command that failed on the device.

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

    @property
    def lacks_rows(self) -> bool:
        """True if ``sqlite3`` failed as there is no such database or table, or it is broken.

        That is so after an app's data has been cleared.
        """
        told = ("no such", "unable to open", "not a database", "malformed")
        return any(words in self.output for words in told)

    def __reduce__(self) -> tuple[type, tuple[str, int, str]]:
        return type(self), (self.command, self.exit_code, self.output)


class SimulatorError(AndroidGymError):
    """A fault inside the built-in phone, or a call on it that makes no sense."""


class SnapshotError(SimulatorError):
    """A snapshot or an image of a phone that can't be written or read.

    It is damaged, malicious, too big, of another version, or of a phone with other apps.
    """


class FileError(SimulatorError):
    """A failed system call on the simulator's files, as the phone's kernel would report it.

    Attributes:
        errno: The error's number (`errno.ENOENT` ...; Linux's, whatever the host).
        strerror: Android's text for it, such as ``No such file or directory``.
        path: The path in question, as it was given.
    """

    def __init__(self, errno: int, strerror: str, path: str) -> None:
        super().__init__(f"{path}: {strerror}")
        self.errno = errno
        self.strerror = strerror
        self.path = path

    def __reduce__(self) -> tuple[type, tuple[int, str, str]]:
        return type(self), (self.errno, self.strerror, self.path)


class DatabaseError(SimulatorError):
    """A statement that the simulator's SQLite refused, or a database it could not open.

    Attributes:
        message: SQLite's own words, such as ``no such table: sms``.
        exception: Simple name of the exception that an app would see, such as
            ``SQLiteConstraintException``.
        code: SQLite's extended result code; 0 if the error didn't come from SQLite.
    """

    def __init__(self, message: str, exception: str = "SQLiteException", code: int = 0) -> None:
        super().__init__(f"{exception}: {message}")
        self.message = message
        self.exception = exception
        self.code = code

    def __reduce__(self) -> tuple[type, tuple[str, str, int]]:
        return type(self), (self.message, self.exception, self.code)


class DatabaseCorruptError(DatabaseError):
    """A file that is not a database, or a damaged one."""

    def __init__(
        self, message: str, exception: str = "SQLiteDatabaseCorruptException", code: int = 0
    ) -> None:
        super().__init__(message, exception, code)


class AppError(SimulatorError):
    """An app of the built-in phone whose code raised: logged, never raised out of the phone.

    The app crashes as on Android and the phone keeps running, so the device has not failed.

    Attributes:
        package: Package of the app.
        screen: What it was doing, such as ``.PeopleActivity: build``.
        cause: The error in Python's words, such as ``KeyError: 'name'``.
    """

    def __init__(self, package: str, screen: str, cause: str = "") -> None:
        super().__init__(f"{package} crashed in {screen}" + (f": {cause}" if cause else ""))
        self.package = package
        self.screen = screen
        self.cause = cause

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.package, self.screen, self.cause)


class TaskError(AndroidGymError):
    """A task that cannot be set up or judged with the given parameters."""


class DemonstrationError(AndroidGymError):
    """A scripted policy that is missing, or that can't find its way on the screen."""


class TraceError(AndroidGymError, ValueError):
    """A trace whose files can't be written or are damaged; the message names the place."""


class DataError(AndroidGymError, ValueError):
    """A file of a data set that is damaged, or differs from its format.

    Attributes:
        file: The file's path.
        offset: Byte at which the problem begins; in a compressed file, a byte of the unpacked data.
        problem: What is wrong there.
    """

    def __init__(self, file: str, offset: int, problem: str) -> None:
        super().__init__(f"{file}, byte {offset}: {problem}")
        self.file = file
        self.offset = offset
        self.problem = problem

    def __reduce__(self) -> tuple[type, tuple[str, int, str]]:
        return type(self), (self.file, self.offset, self.problem)


class SweepError(AndroidGymError, RuntimeError):
    """A sweep that can't continue; the episodes played so far are kept."""


class ClusterError(SweepError):
    """A Ray cluster that is missing or full, or whose nodes have another android_gym version."""

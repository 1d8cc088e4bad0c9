"""Python exceptions in Java's terms: exception classes, messages and stack traces.

Apps of this phone are written in Python, but logcat reports crashes in Java. The class names are
those that an Android app would see for the same error; the stack frames are Python's.
"""

from __future__ import annotations

import errno
import sqlite3
import traceback
from types import TracebackType
from typing import Final

from android_gym.errors import DatabaseError, FileError

__all__ = ["java_exception", "java_frames"]

MOST_FRAMES: Final = 60
MOST_TEXT: Final = 2_000
"""Maximum characters of a message, which may contain a statement or text from outside."""

_OWN: Final = "android_gym.simulator."
_JAVA_LANG: Final = ("IllegalStateException", "IllegalArgumentException")
# Most specific first.
_CLASSES: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (NotImplementedError, "java.lang.UnsupportedOperationException"),
    (RecursionError, "java.lang.StackOverflowError"),
    (MemoryError, "java.lang.OutOfMemoryError"),
    (ZeroDivisionError, "java.lang.ArithmeticException"),
    (OverflowError, "java.lang.ArithmeticException"),
    (UnicodeError, "java.nio.charset.MalformedInputException"),
    (IndexError, "java.lang.IndexOutOfBoundsException"),
    (KeyError, "java.util.NoSuchElementException"),
    (StopIteration, "java.util.NoSuchElementException"),
    (AttributeError, "java.lang.NullPointerException"),
    (TypeError, "java.lang.ClassCastException"),
    (ImportError, "java.lang.ClassNotFoundException"),
    (AssertionError, "java.lang.AssertionError"),
    (ValueError, "java.lang.IllegalArgumentException"),
    (OSError, "java.io.IOException"),
)


def java_exception(error: BaseException) -> tuple[str, str]:
    """Return the class and message of the exception that an app on Android would see.

    Args:
        error: Any exception; `DatabaseError`, `FileError` and others with a ``kind`` provide their
            Java class themselves.

    Returns:
        Class and message, such as ``("android.database.sqlite.SQLiteException", "no such table: sms
            (code 1 SQLITE_ERROR)")``. The message has at most `MOST_TEXT` characters.
    """
    if isinstance(error, DatabaseError):
        package = "java.lang." if error.exception in _JAVA_LANG else "android.database.sqlite."
        if error.exception == "OperationCanceledException":
            package = "android.os."
        message = error.message
        if error.code:
            message += f" (code {error.code} {_sqlite_name(error.code)})"
        return package + error.exception, message[:MOST_TEXT]
    if isinstance(error, FileError):
        name = errno.errorcode.get(error.errno, "EIO")
        message = f"{error.path}: open failed: {name} ({error.strerror})"
        return "java.io.FileNotFoundException", message[:MOST_TEXT]
    own = getattr(error, "kind", None)
    if isinstance(own, str):  # class named by a shell command
        return own, str(error)[:MOST_TEXT]
    for kind, name in _CLASSES:
        if isinstance(error, kind):
            return name, str(error)[:MOST_TEXT]
    return "java.lang.RuntimeException", f"{type(error).__name__}: {error}"[:MOST_TEXT]


def java_frames(trace: TracebackType | None) -> list[str]:
    r"""Return a traceback as lines of a Java stack trace, ``\tat ...``, innermost call first."""
    frames = []
    for frame, line in traceback.walk_tb(trace):
        code = frame.f_code
        module = str(frame.f_globals.get("__name__", ""))
        if module.startswith(_OWN):
            module = "android." + module.removeprefix(_OWN)
        name = code.co_qualname.replace(".<locals>.", "$").replace("<", "").replace(">", "$0")
        file = code.co_filename.rpartition("/")[2]
        frames.append(f"\tat {module}.{name}({file}:{line})")
    frames.reverse()
    if len(frames) > MOST_FRAMES:
        frames[MOST_FRAMES:] = [f"\t... {len(frames) - MOST_FRAMES} more"]
    return frames


def _sqlite_name(code: int) -> str:
    for name in ("SQLITE_ERROR", "SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_CANTOPEN",
                 "SQLITE_CONSTRAINT", "SQLITE_READONLY", "SQLITE_FULL", "SQLITE_INTERRUPT",
                 "SQLITE_TOOBIG", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR",
                 "SQLITE_MISMATCH", "SQLITE_RANGE", "SQLITE_SCHEMA"):  # fmt: skip
        if getattr(sqlite3, name) == code & 0xFF:
            return name
    return "SQLITE_UNKNOWN"

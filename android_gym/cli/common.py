"""Helpers of the commands: how they fail, and how they read options."""

from __future__ import annotations

import errno
import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn, ParamSpec, TypeVar

import typer

from android_gym.checks import shown
from android_gym.errors import AndroidGymError

__all__ = ["fail", "json_object", "json_or_name", "numbers", "resumable", "told"]

_MOST = 1_000_000
"""Maximum count of numbers in an option."""

_REMEDIES: Final = {
    errno.EEXIST: " Choose another name, or move what is there.",
    errno.EMFILE: " Allow this process more of them, as with `ulimit -n 4096`.",
    errno.ENOSPC: " Make room, or choose a place on another disk, and run the command again.",
    errno.EROFS: " Choose a folder that can be written to.",
}
"""Advice about errors of files, by number."""

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


def fail(message: str) -> NoReturn:
    """Print an error and exit with code 2."""
    typer.secho(message, err=True, fg=typer.colors.RED)
    raise typer.Exit(2)


@contextmanager
def resumable() -> Iterator[None]:
    """Say that the same command continues after an interruption, and exit with code 130."""
    try:
        yield
    except KeyboardInterrupt:
        typer.secho("Interrupted. Run the same command again to continue.", err=True)
        raise typer.Exit(130) from None


def told(command: Callable[Arguments, Value]) -> Callable[Arguments, Value]:
    """Make a command end with a message for errors that the user can correct.

    These are errors of this package, and those of files: a folder that can't be created, a full
    disk.
    """

    @functools.wraps(command)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Value:
        try:
            return command(*args, **kwargs)
        except AndroidGymError as error:
            fail(str(error))
        except OSError as error:
            if error.errno is None or isinstance(error, ConnectionError):
                raise  # not an error of files: a bug, whose traceback is needed
            where = "" if error.filename is None else f"{str(error.filename)!r}: "
            fail(f"{where}{error.strerror}.{_REMEDIES.get(error.errno, '')}")

    return run


def json_or_name(option: str, text: str) -> Any:
    """Return a name, or the value of a JSON object."""
    import json

    if not text.startswith("{"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        fail(f"{option} takes a name or a JSON object, not {shown(text)}: {error}.")


def json_object(option: str, text: str) -> dict[str, Any]:
    """Return the value of a JSON object."""
    value = json_or_name(option, text.strip())
    if not isinstance(value, dict):
        fail(f"{option} takes a JSON object, not {shown(text)}.")
    return value


def numbers(option: str, text: str) -> list[int]:
    """Read ``0:20``, ``1,5,30`` or ``0:3,30``."""
    found: list[int] = []
    for part in text.split(","):
        try:
            low, colon, high = part.partition(":")
            more = range(int(low), int(high)) if colon else [int(low)]
        except ValueError:
            fail(f"{option} takes whole numbers, such as 0:20, 1,5,30 or 0:3,30, not {text!r}.")
        if not more:
            fail(
                f"{option} {text!r} has a range without a number: {part!r}. "
                "Write FIRST:END, with END above FIRST."
            )
        if len(found) + len(more) > _MOST:
            fail(f"{option} takes at most {_MOST:,} numbers, got {text!r}.")
        found += more
    return found

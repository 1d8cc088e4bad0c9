"""Checks of arguments. Each raises an error of this package that names the argument and value."""

from __future__ import annotations

import difflib
import functools
import inspect
import math
import os
import reprlib
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

from android_gym.errors import OptionError, UnknownOptionError

__all__ = [
    "check_call",
    "check_choice",
    "check_file_name",
    "check_flag",
    "check_known",
    "check_list",
    "check_names",
    "check_number",
    "check_options",
    "check_path",
    "check_seed",
    "check_size",
    "check_text",
    "check_texts",
    "check_whole",
    "likely_meant",
    "names_checked",
    "shown",
]

T = TypeVar("T")
P = ParamSpec("P")

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80


def shown(value: Any) -> str:
    """Return a value for a message: its repr, cut to one line, whatever the value is.

    Values come from agents and users. They may be megabytes long, nested without end, or have a
    ``__repr__`` that raises.
    """
    try:
        text = " ".join(_SHORT.repr(value).split())
    except Exception:  # whatever a foreign __repr__ raises
        text = f"<{type(value).__name__}>"
    text = text.encode("utf-8", "backslashreplace").decode()  # lone surrogates can't be printed
    return text if len(text) <= 160 else f"{text[:150]} ..."


def likely_meant(name: str, known: Collection[str]) -> str | None:
    """Return the known name that another one is probably a typo of; None if none is similar.

    Args:
        name: The name as it was written; a known name is no typo.
        known: The valid names.
    """
    close = [] if name in known else difflib.get_close_matches(name, known, 1, 0.8)
    return close[0] if close else None


def check_known(what: str, options: Iterable[str], known: Collection[str]) -> None:
    """Check that options exist, by their names.

    Args:
        what: What takes them, for the message.
        options: Their names.
        known: The names that there are, in the order to list them.

    Raises:
        UnknownOptionError: Naming the first that does not exist, and the one that is probably
            meant.
    """
    for name in options:
        if name not in known:
            meant = likely_meant(name, known)
            hint = "" if meant is None else f" Did you mean {meant!r}?"
            raise UnknownOptionError(
                f"{what} got an unexpected keyword argument {shown(name)}.{hint} It takes "
                f"{', '.join(known) or 'none'}."
            )


def names_checked(init: Callable[P, None]) -> Callable[P, None]:
    """Decorate an ``__init__`` so that an unknown argument's message says which there are."""
    known = list(inspect.signature(init).parameters)[1:]

    @functools.wraps(init)
    def checked(*args: P.args, **kwargs: P.kwargs) -> None:
        check_known(type(args[0]).__name__, kwargs, known)
        init(*args, **kwargs)

    return checked


def check_names(cls: type, what: str, is_setting: Callable[[str], bool], *bases: type) -> None:
    """Check that no attribute of a class is a misspelt form of one that its bases have.

    It would be taken for the class's own, and the setting intended would be missing.

    Args:
        cls: The class.
        what: What it is, for the message.
        is_setting: Returns whether an attribute is one of those to check, by its name.
        bases: The bases whose attributes are known; all by default.

    Raises:
        OptionError: Naming both.
    """
    inherited = _attributes(cls.__mro__[1:])
    known = {name for name in _attributes(bases or cls.__mro__[1:]) if is_setting(name)}
    for name in vars(cls):
        is_right = name in inherited or not is_setting(name)
        meant = None if is_right else likely_meant(name, known)
        if meant is not None:
            raise OptionError(
                f"{cls.__name__} has {name!r}, which no {what} has. Is {meant!r} meant? If it is "
                "something of its own, give it a name less like that one."
            )


def _attributes(classes: Iterable[type]) -> set[str]:
    """Return the names of what classes have or annotate."""
    return {name for cls in classes for name in (*vars(cls), *vars(cls).get("__annotations__", {}))}


def check_call(name: str, value: Any) -> None:
    """Check that an argument can be called without arguments.

    Raises:
        OptionError: If it can't.
    """
    fits = callable(value)
    if fits:
        try:
            inspect.signature(value).bind()
        except TypeError:
            fits = False
        except ValueError:
            pass  # callable, but without a signature to inspect
    if not fits:
        raise OptionError(f"{name} must be a function without arguments, got {shown(value)}.")


def check_choice(name: str, value: Any, choices: Sequence[T]) -> T:
    """Return an argument that is one of `choices`.

    Raises:
        OptionError: If it isn't.
    """
    # Types must match too: 1 is not True, and arrays don't compare to a single bool.
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    raise OptionError(f"{name} must be one of {list(choices)}, got {shown(value)}.")


def check_flag(**values: Any) -> None:
    """Check that arguments are bools.

    Raises:
        OptionError: If one isn't.
    """
    for name, value in values.items():
        if not isinstance(value, bool | np.bool_):
            raise OptionError(f"{name} must be True or False, got {shown(value)}.")


def check_number(name: str, value: Any, low: float, high: float) -> None:
    """Check that an argument is a finite number from `low` to `high`.

    Raises:
        OptionError: If it isn't.
    """
    is_number = isinstance(value, int | float | np.integer | np.floating)
    # Floats end at 1.8e308, but an int can be larger.
    highest = min(high, 1e300)
    if isinstance(value, bool) or not is_number or not low <= value <= highest:
        bounds = f"from {low:g} on" if math.isinf(high) else f"from {low:g} to {high:g}"
        raise OptionError(f"{name} must be a number {bounds}, got {shown(value)}.")


def check_whole(low: int = 1, high: int = 2**31, **values: Any) -> None:
    """Check that arguments are whole numbers from `low` to `high`.

    Raises:
        OptionError: If one isn't.
    """
    for name, value in values.items():
        is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if not is_whole or not low <= value <= high:
            open_ended = high == 2**31 and not (is_whole and value > high)
            bounds = f"from {low} on" if open_ended else f"from {low} to {high}"
            raise OptionError(f"{name} must be a whole number {bounds}, got {shown(value)}.")


def check_list(name: str, value: Any) -> list[Any]:
    """Return a new list of the items of a sequence that is not text.

    Raises:
        OptionError: If it is not a list, tuple, range or array.
    """
    is_list = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    if not is_list and not (isinstance(value, np.ndarray) and value.ndim):
        raise OptionError(f"{name} must be a list, got {shown(value)}.")
    return list(value)


def check_path(name: str, value: Any) -> Path:
    """Return the path of a file or folder.

    Raises:
        OptionError: If it is not a path, or is one that no file system allows.
    """
    try:
        path = os.fspath(value)
        if not isinstance(path, str) or "\0" in path:
            raise TypeError
    except TypeError as error:
        raise OptionError(f"{name} must be a path, got {shown(value)}.") from error
    try:
        check_text(name, path)
    except OptionError as error:  # Python reads what it can't decode as surrogates
        raise OptionError(
            f"{name} must be a path that is text in {sys.getfilesystemencoding()}, the encoding of "
            f"file names here, got {shown(value)}. Choose another name, or a UTF-8 locale, such as "
            "LC_ALL=C.UTF-8."
        ) from error
    return Path(path)


def check_file_name(name: str, value: Any) -> None:
    """Check that an argument can be the name of a file or folder inside another one.

    Raises:
        OptionError: If it is not a string, has more than 100 characters or one not allowed in
            names, or begins with a dot.
    """
    check_text(name, value)
    if not 0 < len(value) <= 100 or value.startswith(".") or set(value) & set("/\\\0\n"):
        raise OptionError(f"{name} must be a name for a folder, got {shown(value)}.")


def check_text(name: str, value: Any) -> None:
    """Check that an argument is a string that can be written as UTF-8.

    Raises:
        OptionError: If it isn't.
    """
    if not isinstance(value, str):
        raise OptionError(f"{name} must be a string, got {shown(value)}.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise OptionError(f"{name} must be text, got {shown(value)}: {error.reason}.") from error


def check_texts(name: str, value: Any) -> tuple[str, ...]:
    """Return a list of strings that can be written as UTF-8 as a tuple.

    Raises:
        OptionError: If it is not a list, or an item is not such a string.
    """
    texts = check_list(name, value)
    for text in texts:
        check_text(f"{name} must be a list of strings; each", text)
    return tuple(texts)


def check_size(name: str, value: Any) -> tuple[int, int]:
    """Return a size: (width, height) in pixels, from 1 to 4096 each.

    Raises:
        OptionError: If it is not a size.
    """
    try:
        width, height = value
        check_whole(1, 4096, width=width, height=height)
    except (TypeError, ValueError) as error:  # OptionError is a ValueError
        raise OptionError(
            f"{name} must be (width, height) in pixels, up to 4096 each, got {shown(value)}."
        ) from error
    return int(width), int(height)


def check_options(name: str, value: Any) -> dict[str, Any]:
    """Return options by name as a new dict; None stands for no options.

    Raises:
        OptionError: If it is not a dict with strings as keys.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise OptionError(f"{name} must be a dict of names and values, got {shown(value)}.")
    return dict(value)


def check_seed(seed: Any) -> int | None:
    """Return a seed for `reset` as Gymnasium takes it.

    Raises:
        OptionError: If it is neither None nor a whole number from 0 on.
    """
    if seed is None:
        return None
    is_whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not is_whole or seed < 0:
        raise OptionError(f"seed must be a whole number from 0 on or None, got {shown(seed)}.")
    return int(seed)

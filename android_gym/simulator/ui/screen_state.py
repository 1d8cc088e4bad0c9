"""Declarations of screens: the class of their state, settings, and attributes."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from android_gym.checks import check_names
from android_gym.errors import OptionError

__all__ = ["Declaring", "NoState", "check_settings", "replaced", "state_class"]

T = TypeVar("T")


@dataclass(frozen=True)
class NoState:
    """State of a screen without state."""


class Declaring:
    """Base of screens: an attribute that the body of no class names can't be set."""

    if not TYPE_CHECKING:  # mypy would let anything be assigned

        def __setattr__(self, name: str, value: object) -> None:
            if name not in self.__dict__ and not _declares(type(self), name):
                raise OptionError(
                    f"{type(self).__name__} declares no attribute {name!r}. Keep what the screen "
                    f"remembers in its state, by update({name}=...); declare a cache in the class."
                )
            super().__setattr__(name, value)


def _declares(cls: type, name: str) -> bool:
    """Return whether the body of a class or of one of its bases names an attribute."""
    return hasattr(cls, name) or any(
        name in base.__dict__.get("__annotations__", ()) for base in cls.__mro__
    )


def state_class(screen: type, state: Any) -> type[Any]:
    """Return a screen's type argument, after checking that it can be used as state."""
    parameters = getattr(state, "__dataclass_params__", None)
    if not isinstance(state, type) or parameters is None or not parameters.frozen:
        raise OptionError(
            f"The state of {screen.__name__} must be a frozen dataclass, defined above it, got "
            f"{state!r}."
        )
    for entry in fields(state):
        if entry.default is MISSING and entry.default_factory is MISSING:
            raise OptionError(
                f"{state.__name__}.{entry.name} has no default; every field of a state needs one."
            )
    return state


def check_settings(cls: type, what: str) -> None:
    """Check that a class has no misspelt form of a setting such as ``TITLE``, or of an ``on_...``.

    Raises:
        OptionError: Naming both.
    """
    check_names(cls, what, lambda name: name.isupper() or name.startswith("on_"))


def replaced(state: T, changes: dict[str, Any]) -> T:
    """Return a copy of a state with some fields replaced.

    Raises:
        OptionError: If it has no such field.
    """
    try:
        return replace(state, **changes)  # type: ignore[type-var]
    except TypeError:
        names = [entry.name for entry in fields(state)]  # type: ignore[arg-type]
        odd = sorted(changes.keys() - set(names))
        if not odd:
            raise
        raise OptionError(
            f"{type(state).__name__} has no field {odd[0]!r}; its fields are "
            f"{', '.join(names) or 'none'}."
        ) from None

"""Random file names as in AndroidWorld: a base name, and names that look like it.

A name is varied by adding a date, four characters or a word before its stem or after it. The files
around the one that a task is about are variants of it, or of common names.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "ADJECTIVES",
    "MARKS",
    "MOST_FILES",
    "NOUNS",
    "choose",
    "look_alikes",
    "modified",
    "random_file_name",
    "random_text",
]

ADJECTIVES = (
    "amber", "ancient", "autumn", "brisk", "candid", "coastal", "copper", "crisp", "distant",
    "dusty", "early", "faded", "gentle", "golden", "hidden", "humble", "indigo", "joyful", "late",
    "lively", "marble", "mellow", "narrow", "northern", "olive", "patient", "polar", "quiet",
    "rapid", "rustic", "scarlet", "secret", "silver", "simple", "sunny", "tidy", "velvet",
    "violet", "warm", "winter",
)  # fmt: skip
"""First words of file names."""

NOUNS = (
    "anchor", "atlas", "badge", "beacon", "bridge", "canvas", "cedar", "compass", "diary",
    "engine", "falcon", "garden", "harbor", "island", "journal", "kettle", "lantern", "meadow",
    "mirror", "notebook", "orchard", "paddle", "pebble", "piano", "quarry", "raven", "ribbon",
    "saddle", "satchel", "shelter", "signal", "station", "summit", "thicket", "timber", "tunnel",
    "valley", "willow", "window", "zephyr",
)  # fmt: skip
"""Second words of file names."""

MARKS = ("backup", "copy", "edited", "final")
"""Words added before or after a name."""

MOST_FILES = 20
"""Maximum number of files around a task's file (AndroidWorld's ``generate_noise_files``)."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_FIRST_DAY, _LAST_DAY = date(2023, 1, 1), date(2023, 10, 14)
_OF_VARIANTS = 0.85  # share of names made from common names rather than the base


def choose(rng: np.random.Generator, values: Sequence[str]) -> str:
    """Draw one of several strings."""
    return values[int(rng.integers(len(values)))]


def random_text(rng: np.random.Generator, length: int) -> str:
    """Draw `length` ASCII letters and digits."""
    return "".join(_LETTERS[int(i)] for i in rng.integers(len(_LETTERS), size=length))


def modified(rng: np.random.Generator, name: str) -> str:
    """Add a date, four characters or a word before a name, or after its stem.

    Args:
        rng: The source of randomness.
        name: A file name, with or without an extension.
    """
    kind = int(rng.integers(3))
    if kind == 0:
        days = int(rng.integers((_LAST_DAY - _FIRST_DAY).days + 1))
        extra = (_FIRST_DAY + timedelta(days=days)).strftime("%Y_%m_%d")
    elif kind == 1:
        extra = random_text(rng, 4)
    else:
        extra = choose(rng, MARKS)
    stem, extension = posixpath.splitext(name)
    return f"{extra}_{name}" if rng.integers(2) else f"{stem}_{extra}{extension}"


def random_file_name(rng: np.random.Generator) -> str:
    """Draw a name without extension: a modified adjective and noun."""
    return modified(rng, f"{choose(rng, ADJECTIVES)}_{choose(rng, NOUNS)}")


def look_alikes(
    rng: np.random.Generator,
    base: str,
    variants: Sequence[str],
    *,
    most: int = MOST_FILES,
    taken: Collection[str] = (),
) -> list[str]:
    """Draw the names of 1 to `most` files that look like another one.

    About six of seven are modifications of one of the `variants`, the others of the `base`. Names
    differ in more than case, as the shared storage is case-insensitive.

    Args:
        rng: The source of randomness.
        base: Name of the file that the task is about.
        variants: Common names with extensions; a name without one gets that of a variant.
        most: Maximum number of names.
        taken: Names that must not occur, besides the base.
    """
    count = int(rng.integers(1, most + 1))
    known = {name.lower() for name in (base, *taken)}
    names: list[str] = []
    while len(names) < count:
        of_variants = rng.random() <= _OF_VARIANTS
        name = modified(rng, choose(rng, variants) if of_variants else base)
        if "." not in name:
            name += posixpath.splitext(choose(rng, variants))[1]
        if name.lower() not in known:
            known.add(name.lower())
            names.append(name)
    return names

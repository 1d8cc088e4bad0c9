"""Weights of the generalist as a file: arrays of 16-bit floats, and what they were trained on."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from android_gym.agents.generalist.moves import CASES, KINDS
from android_gym.agents.generalist.network import shapes
from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.host_files import read_plain
from android_gym.npz import DAMAGED, read_npz

__all__ = ["VERSION", "Weights", "shipped"]

VERSION: Final = 1
"""Changes when the network's inputs or outputs do; weights of another version don't fit."""

_MOST_BYTES: Final = 20_000_000
_MOST_IN_MEMORY: Final = 50_000_000
_REMEDY: Final = "Train it anew, or install the release that they belong to."
_MOST_PHRASES: Final = 5_000
_ABOUT: Final = "about"
_UNLIKELY: Final = -20.0
"""Logit of moves that weights don't know: never made, but still learnable by further training."""


@dataclass(frozen=True)
class Weights:
    """Weights, and what they were trained on.

    Attributes:
        arrays: Arrays by name, with the shapes of `network.shapes`.
        phrases: Phrases that moves can say besides words of the goal and the screen.
        ids: Ids that it was trained on, with their versions.
        notes: How it was trained.
    """

    arrays: Mapping[str, NDArray[Any]]
    phrases: tuple[str, ...]
    ids: tuple[str, ...]
    notes: Mapping[str, str] = field(default_factory=dict)

    def write(self, file: Path) -> None:
        """Write the file atomically."""
        about = {
            "version": VERSION,
            "kinds": list(KINDS),
            "cases": list(CASES),
            "phrases": list(self.phrases),
            "ids": list(self.ids),
            "notes": dict(self.notes),
        }
        told = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
        arrays: dict[str, Any] = {n: a.astype(np.float16) for n, a in self.arrays.items()}
        arrays[_ABOUT] = told
        part = file.with_suffix(".part")
        with open(part, "wb") as opened:
            np.savez_compressed(opened, **arrays)
        part.replace(file)

    @classmethod
    def read(cls, file: Path) -> Weights:
        """Read a file. Moves added since it was written are never made by its weights.

        Raises:
            OptionError: If there is no such file, or it has no such weights, or those of another
                version.
        """
        if not file.is_file():
            raise OptionError(
                f"There are no weights {str(file)!r}; `examples/generalist.py train` makes some."
            )
        data = read_plain(file, _MOST_BYTES)
        try:
            arrays = read_npz(io.BytesIO(data), _MOST_IN_MEMORY)
            about = json.loads(arrays.pop(_ABOUT).tobytes().decode())
            version = about["version"]
        except DAMAGED as error:
            raise OptionError(
                f"{str(file)!r} holds no weights of the generalist: {shown(str(error))}. {_REMEDY}"
            ) from error
        if type(version) is not int or version != VERSION:
            raise OptionError(
                f"The weights {str(file)!r} are of version {shown(version)}; this is version "
                f"{VERSION} of the generalist. {_REMEDY}"
            )
        kinds, cases = about.get("kinds"), about.get("cases")
        known = isinstance(kinds, list) and kinds and kinds == list(KINDS[: len(kinds)])
        if not known or cases != list(CASES):
            raise OptionError(
                f"The weights {str(file)!r} make moves that this version has not: kinds "
                f"{shown(kinds)}, cases {shown(cases)}. {_REMEDY}"
            )
        phrases, ids = _texts(file, about, "phrases"), _texts(file, about, "ids")
        if len(phrases) > _MOST_PHRASES:
            raise OptionError(
                f"{str(file)!r} has {len(phrases)} phrases, over {_MOST_PHRASES}. {_REMEDY}"
            )
        wanted = shapes(len(phrases), len(kinds))
        wrong = sorted(wanted.keys() ^ arrays.keys())
        wrong += sorted(n for n in wanted.keys() & arrays.keys() if arrays[n].shape != wanted[n])
        wrong += sorted(n for n in arrays if arrays[n].dtype != np.float16)
        if wrong:
            raise OptionError(
                f"The weights {str(file)!r} don't fit: {wrong[0]} is missing, not wanted, or of "
                f"another shape than {wanted.get(wrong[0])} of 16-bit floats. {_REMEDY}"
            )
        broken = sorted(name for name, array in arrays.items() if not np.isfinite(array).all())
        if broken:
            raise OptionError(
                f"The weights {str(file)!r} have values in {broken[0]!r} that are no numbers: "
                "their training has failed. Train it anew."
            )
        notes = about.get("notes")
        told = {str(k): str(v) for k, v in notes.items()} if isinstance(notes, dict) else {}
        return cls(_with_all_kinds(arrays, len(kinds)), phrases, ids, told)


def _with_all_kinds(arrays: Mapping[str, NDArray[Any]], known: int) -> Mapping[str, NDArray[Any]]:
    """Return arrays with rows for the moves added since, after the known ones."""
    new = len(KINDS) - known
    found = dict(arrays)
    for name in ("kinds.weight", "wanted.weight", "kind_2.weight"):
        found[name] = np.pad(arrays[name], ((0, new), (0, 0)))
    found["kind_2.bias"] = np.pad(arrays["kind_2.bias"], (0, new), constant_values=_UNLIKELY)
    return found


def _texts(file: Path, about: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = about.get(name)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise OptionError(f"The weights {str(file)!r} have no list of {name}. {_REMEDY}")
    return tuple(value)


@cache
def shipped() -> Weights:
    """Return the weights that come with the package.

    Raises:
        OptionError: If the package has none.
    """
    return Weights.read(Path(str(files(__package__).joinpath("weights.npz"))))

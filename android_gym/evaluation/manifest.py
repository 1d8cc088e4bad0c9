"""The manifest of a sweep: which episodes it has, and how they are played.

Manifests come with folders of others, so reading one checks its format and every value.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.evaluation.results import EpisodeKey
from android_gym.host_files import read_plain
from android_gym.kinds import OBJECT, TEXT, Kind, check_kinds, list_of, or_null, whole

__all__ = ["FORMAT", "MANIFEST", "check_planned", "read_manifest", "seeds_of"]

FORMAT: Final = 1
"""Format of the folders that sweeps write and read."""

MANIFEST: Final = "manifest.json"
"""Name of the file in a sweep's folder."""

_MOST_BYTES: Final = 64 << 20


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a sweep's folder.

    Raises:
        OptionError: If it can't be read, is damaged, or is of another format.
    """
    file = folder / MANIFEST
    try:
        manifest = json.loads(read_plain(file, _MOST_BYTES, inside=folder).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise _refused(file, str(error)) from error
    if not isinstance(manifest, dict):
        raise _refused(file, f"it is not a JSON object but {shown(manifest)}")
    if "format" not in manifest:
        raise _refused(file, "it has no 'format'")
    version = manifest["format"]
    if type(version) is not int or version != FORMAT:
        author = shown(manifest.get("android_gym"))
        raise OptionError(
            f"{str(file)!r} is of format {shown(version)}; this version of android_gym reads "
            f"format {FORMAT}. Use the version that wrote it, {author}, or sweep into another "
            "folder."
        )
    try:
        check_kinds(manifest, _KINDS)
    except ValueError as error:
        raise _refused(file, str(error)) from error
    _check_together(file, manifest)
    return manifest


def seeds_of(manifest: Mapping[str, Any], env_id: str) -> list[int]:
    """Return the seeds of an id: those of all ids, or its own."""
    seeds: Any = manifest["seeds"]
    return list(seeds.get(env_id, ()) if isinstance(seeds, Mapping) else seeds)


def check_planned(manifest: Mapping[str, Any], keys: Iterable[EpisodeKey]) -> None:
    """Check that episodes belong to a sweep.

    Raises:
        ValueError: If one doesn't: with its number, from 1, and what is not in the manifest.
    """
    seeds = {env_id: frozenset(seeds_of(manifest, env_id)) for env_id in manifest["ids"]}
    rewordings, repeat = frozenset(manifest["rewordings"]), manifest["repeat"] or 0
    for number, key in enumerate(keys, 1):
        again = key.group == "same-seed"
        for name, value, planned in (
            ("id", key.id, key.id in seeds),
            ("group", key.group, not again or repeat > 0),
            (
                "seed",
                key.seed,
                key.seed == manifest["same_seed"] if again else key.seed in seeds.get(key.id, ()),
            ),
            ("repeat", key.repeat, key.repeat < (repeat if again else 1)),
            ("rewording", key.rewording, key.rewording in ({0} if again else rewordings)),
        ):
            if not planned:
                raise ValueError(f"line {number}: the {name} {shown(value)} is not in {MANIFEST}")


def _check_together(file: Path, manifest: Mapping[str, Any]) -> None:
    """Check values that depend on one another."""
    ids, seeds = manifest["ids"], manifest["seeds"]
    if isinstance(seeds, dict) and seeds.keys() != set(ids):
        odd = min(seeds.keys() ^ set(ids))
        raise _refused(file, f"{shown(odd)} is not in both 'ids' and 'seeds'")
    if (manifest["same_seed"] is None) != (manifest["repeat"] is None):
        raise _refused(file, "'same_seed' and 'repeat' must both be null, or neither")


def _refused(file: Path, why: str) -> OptionError:
    return OptionError(
        f"{str(file)!r} is not the manifest of a sweep: {why.rstrip('.')}. Restore the file, or "
        "sweep into another folder."
    )


def _different(text: str, kind: Kind) -> Kind:
    """Return the kind of lists of different values, at least one."""
    listed = list_of(text, kind)
    return Kind(text, lambda value: listed.fits(value) and 0 < len(value) == len(set(value)))


_COUNTS = _different("a list of different whole numbers", whole())

_KINDS: Final[Mapping[str, Kind]] = {
    "policy": Kind(
        "an object with a 'name'",
        lambda value: OBJECT.fits(value) and TEXT.fits(value.get("name")),
    ),
    "rules": TEXT,
    "ids": _different("a list of different ids", TEXT),
    "seeds": Kind(
        f"{_COUNTS.text}, or one for each id",
        lambda value: (
            all(map(_COUNTS.fits, value.values())) if OBJECT.fits(value) else _COUNTS.fits(value)
        ),
    ),
    "same_seed": or_null(whole()),
    "repeat": or_null(whole(1)),
    "rewordings": _COUNTS,
}

"""Files of others with values of other types: each is refused in a sentence, with the value."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from android_gym.devices import compare
from android_gym.devices.known import COMMANDS
from android_gym.errors import AndroidGymError
from android_gym.evaluation.aitw.dataset import index_path, make_index, read_index
from android_gym.evaluation.judges import Verdict
from android_gym.evaluation.policies import load_policy
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.evaluation.spa_bench.trajectories import read_log
from android_gym.evaluation.study import STUDIES, read_study
from android_gym.evaluation.verdicts import Judged, load_verdicts

KEY = EpisodeKey("A/B-v0", "different-seed", 1)
HUGE = 10**400
"""A number that JSON can have, and a float can't."""


class Kind(NamedTuple):
    """A kind of file.

    Attributes:
        name: Name of the file.
        right: Its content.
        read: Reads it.
        wrong: Values that it can't have, by their places, each with a part of what is said.
    """

    name: str
    right: Any
    read: Callable[[Path], object]
    wrong: list[tuple[tuple[Any, ...], Any, str]]


def checkpoint(file: Path) -> object:
    file.with_suffix(".zip").write_bytes(b"")
    return load_policy(str(file.with_suffix(".zip")), trust=True)


def index(file: Path) -> object:
    shard = file.with_name(file.name.removesuffix(".index"))
    if not shard.exists():
        shard.write_bytes(b"")
        made = make_index(shard, write=False)
        data = json.loads(file.read_text())
        file.write_text(json.dumps(data | {"digest": made.digest}))
    return read_index(shard)


def study(file: Path) -> object:
    """Read a study; the right one has nothing to show yet."""
    try:
        return read_study(file.parent)
    except AndroidGymError as error:
        if "no episodes" not in str(error):
            raise
        return None


EPISODE = json.loads(Result(KEY).to_json())
VERDICT = json.loads(Judged(KEY, "m", Verdict(True, reason="Seen.")).to_json())
TAP = {"action": ["tap", {"detail_type": "coordinates", "detail": [1, 2.5]}]}
END = {"total_steps": 1, "finish_signal": 1, "elapsed_time_exec": 2.5}

KINDS = {
    "a checkpoint's description": Kind(
        "x.json",
        {"algorithm": "json:loads", "env_options": {}, "wrappers": [], "deterministic": True},
        checkpoint,
        [
            ((), [], "it is [], not an object"),
            (("env_optoins",), {}, "it has 'env_optoins'"),
            (("algorithm",), None, "'algorithm' must be 'module:Class', got None"),
            (("algorithm",), ":Class", "'algorithm' must be 'module:Class', got ':Class'"),
            (("algorithm",), "json:", "'algorithm' must be"),
            (("algorithm",), "..json:x", "'algorithm' must be"),
            (("algorithm",), "json:loads:x", "'algorithm' must be"),
            (("env_options",), [], "'env_options' must be an object, got []"),
            (("wrappers",), {}, "'wrappers' must be a list"),
            (("wrappers",), "", "'wrappers' must be a list"),
            (("deterministic",), "9" * 9999, "'deterministic' must be true or false, got '999"),
        ],
    ),
    "a recording of a device": Kind(
        "x.json",
        {"device": "d", "commands": {COMMANDS[0]: ["out", 0]}, "screens": {"home": ["line"]}},
        compare.load,
        [
            (("device",), 5, "it has no device"),
            (("version",), 9, "it has 'version'"),
            (("commands",), [], "it has no device, commands and screens"),
            (("commands", COMMANDS[0], 0), None, "the answer to"),
            (("commands", COMMANDS[0], 1), math.inf, "the answer to"),
            (("commands", COMMANDS[0], 1), "0", "the answer to"),
            (("commands", COMMANDS[0], 1), True, "the answer to"),
            (("screens", "home"), "line", "the screen 'home' is 'line'"),
            (("screens", "home", 0), 5, "the screen 'home' is [5]"),
        ],
    ),
    "verdicts": Kind(
        "verdicts.jsonl",
        VERDICT,
        lambda file: load_verdicts(file.parent),
        [
            ((name,), value, f"'{name}' is {value}")
            for name in ("seed", "repeat", "rewording", "asked")
            for value in (True, -1)
        ],
    ),
    "a log": Kind(
        "log.json",
        [TAP, END],
        read_log,
        [
            ((0, "action", 1, "detail", 0), True, "'action' must be"),
            ((0, "action", 1, "detail", 0), HUGE, "'action' must be"),
            ((0, "action", 1, "detail", 1), math.nan, "'action' must be"),
            ((1, "total_steps"), HUGE, "'total_steps' must be a number"),
            ((1, "total_steps"), math.nan, "'total_steps' must be a number"),
            ((1, "elapsed_time_exec"), HUGE, "'elapsed_time_exec' must be a number"),
        ],
    ),
    "a study": Kind(
        "study.json",
        {"study": "robustness", "conditions": [one.name for one in STUDIES["robustness"]]},
        study,
        [
            ((), [], "it is [], not an object"),
            (("study",), ["robustness"], "names no study"),
            (("conditions",), ["usual"], "has the conditions ['usual']"),
            (("conditions",), None, "has the conditions None"),
        ],
    ),
    "an index": Kind(
        index_path("x-00000-of-00001").name,
        {"version": 1, "bytes": 0, "digest": "", "problems": 0, "entries": []},
        index,
        [
            (("version",), True, "it is of version True"),
            (("version",), "\ud800\x1b", "it is of version '\\ud800\\x1b'"),
            (("bytes",), "\x1b", "'\\x1b' is not a number of bytes"),
            (("entries",), ["\x1b"], "not '\\x1b'"),
        ],
    ),
}


def with_value(content: Any, place: tuple[Any, ...], value: Any) -> Any:
    """Return a document with another value at a place."""
    if not place:
        return value
    changed = inner = copy.deepcopy(content)
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("kind", "place", "value", "why"),
    [
        pytest.param(name, *wrong, id=f"{name}-{number}")
        for name, kind in KINDS.items()
        for number, wrong in enumerate(kind.wrong)
    ],
)
def test_a_value_of_another_type_is_refused(
    tmp_path: Path, kind: str, place: tuple[Any, ...], value: Any, why: str
) -> None:
    file, read = tmp_path / KINDS[kind].name, KINDS[kind].read
    file.write_text(json.dumps(KINDS[kind].right))
    read(file)  # the right one
    file.write_text(json.dumps(with_value(KINDS[kind].right, place, value)))
    with pytest.raises(AndroidGymError) as caught:
        read(file)
    said = str(caught.value)
    assert why in said and str(file) in said, said
    assert said.isprintable() and len(said) < 600


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("content", [b"\0\xff" * 500, b"[" * 200_000, b"{", b"\xef\xbb\xbf" * 9])
def test_content_of_another_kind_is_refused_in_a_sentence(
    tmp_path: Path, kind: str, content: bytes
) -> None:
    file, read = tmp_path / KINDS[kind].name, KINDS[kind].read
    file.write_text(json.dumps(KINDS[kind].right))
    read(file)
    file.write_bytes(content)
    with pytest.raises(AndroidGymError) as caught:
        read(file)
    said = str(caught.value)
    assert str(file) in said and said.isprintable() and len(said) < 600


def test_a_verdict_twice_is_refused(tmp_path: Path) -> None:
    line = json.dumps(VERDICT)
    (tmp_path / "verdicts.jsonl").write_text(f"{line}\n{line}\n")
    with pytest.raises(AndroidGymError, match="verdicts.jsonl:2 repeats a verdict. Remove the"):
        load_verdicts(tmp_path)


@pytest.mark.parametrize(
    "name", ["score", "seconds", "seed", "steps", "demonstration_steps", "action_errors"]
)
def test_a_number_without_end_is_no_result(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' must be"):
        Result.from_json(json.dumps(EPISODE | {name: HUGE}))

"""Manifests of sweeps that are damaged, of other formats, or of something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import android_gym  # noqa: F401  (registers the ids)
from android_gym.cli import app
from android_gym.errors import OptionError
from android_gym.evaluation.folder import SweepFolder, load, load_manifest
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.evaluation.study import STUDIES

from .conftest import MANIFEST, manifest_of

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"
SMS = "SPABench/Nothing-v0"


def lacking(name: str) -> dict[str, Any]:
    return {key: value for key, value in MANIFEST.items() if key != name}


def changed(**values: Any) -> dict[str, Any]:
    return MANIFEST | values


WRONG: dict[str, tuple[bytes | object, str]] = {
    "empty": (b"", "Expecting value"),
    "torn": (json.dumps(MANIFEST).encode()[:-20], "Expecting"),
    "binary": (bytes(range(256)), "can't decode"),
    "a list": ([MANIFEST], "it is not a JSON object but [{"),
    "another object": ({}, "it has no 'format'"),
    "another format": (changed(format=9), "is of format 9; this version of android_gym reads"),
    "a format in words": (changed(format="1"), "is of format '1'"),
    "a true format": (changed(format=True), "is of format True"),
    "a format of fractions": (changed(format=1.0), "is of format 1.0"),
    **{
        f"no {name}": (lacking(name), f"it has no {name!r}")
        for name in MANIFEST
        if name != "android_gym"
    },
    "a policy in words": (changed(policy="random"), "'policy' must be an object with a 'name'"),
    "a policy without a name": (changed(policy={}), "'policy' must be an object with a 'name'"),
    "rules in numbers": (changed(rules=1), "'rules' must be a string, got 1"),
    "no ids": (changed(ids=[]), "'ids' must be a list of different ids, got []"),
    "an id in numbers": (changed(ids=[1]), "'ids' must be"),
    "an id twice": (changed(ids=["A/B-v0"] * 2), "'ids' must be"),
    "nested ids": (changed(ids=[["A/B-v0"]]), "'ids' must be"),
    "seeds below zero": (changed(seeds=[-1]), "'seeds' must be"),
    "true seeds": (changed(seeds=[True]), "'seeds' must be"),
    "a text of seeds": (changed(seeds="012"), "'seeds' must be"),
    "seeds of no id": (changed(seeds={"A/B-v0": [0], "C/D-v0": [0]}), "'C/D-v0' is not in both"),
    "an id without seeds": (changed(seeds={}), "'A/B-v0' is not in both"),
    "a repeat alone": (changed(repeat=3), "'same_seed' and 'repeat' must both be null"),
    "a seed alone": (changed(same_seed=3), "'same_seed' and 'repeat' must both be null"),
    "a repeat of zero": (changed(same_seed=3, repeat=0), "'repeat' must be a whole number from 1"),
    "no rewordings": (changed(rewordings=[]), "'rewordings' must be a list"),
    "a rewording in words": (changed(rewordings=["0"]), "'rewordings' must be a list"),
}  # fmt: skip


def written(folder: Path, content: bytes | object, *results: Result) -> Path:
    """Write a sweep's folder."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    (folder / "manifest.json").write_bytes(data)
    (folder / "episodes.jsonl").write_text("".join(f"{one.to_json()}\n" for one in results))
    return folder


def of(env_id: str, seed: int = 0) -> Result:
    return Result(EpisodeKey(env_id, "different-seed", seed), end="declared")


@pytest.mark.parametrize("is_begun", [False, True])
@pytest.mark.parametrize("name", WRONG)
def test_a_manifest_of_something_else_is_refused(tmp_path: Path, name: str, is_begun: bool) -> None:
    content, why = WRONG[name]
    written(tmp_path, content, *([of("A/B-v0")] if is_begun else []))
    before = (tmp_path / "manifest.json").read_bytes()
    for read in (load, load_manifest, lambda folder: SweepFolder(folder, MANIFEST)):
        with pytest.raises(OptionError) as found:
            read(tmp_path)
        told = str(found.value)
        assert repr(str(tmp_path / "manifest.json")) in told and why in told, told
        assert "sweep into another folder." in told and len(told) < 500
    assert (tmp_path / "manifest.json").read_bytes() == before


def test_a_manifest_of_more_is_read(tmp_path: Path) -> None:
    """Values that are only told, such as the version, may be any."""
    more = changed(android_gym=[], notes={"of": "mine"}, same_seed=3, repeat=2)
    assert load_manifest(written(tmp_path, more)) == more


READING = {
    "report": (),
    "view": (),
    "judge": ("--model", "m", "--base-url", "http://127.0.0.1:9/v1"),
    "export-checkpoint": ("OUT",),
    "mobile-bench report": (),
    "spa-bench collect": ("OUT", "--agent", "a"),
}


def said(command: str, folder: Path) -> str:
    """Return what a command that fails says, in one line."""
    words = [*command.split(), str(folder)]
    words += [str(folder.parent / "out") if word == "OUT" else word for word in READING[command]]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2 and isinstance(result.exception, SystemExit), result.output
    assert len(result.output) < 1_000
    return " ".join(str(result.output).split())


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize("manifest", [{}, changed(format=9)], ids=["empty", "format"])
def test_commands_refuse_it(tmp_path: Path, command: str, manifest: object) -> None:
    told = said(command, written(tmp_path, manifest, of(WIFI)))
    assert str(tmp_path / "manifest.json") in told and "format" in told
    assert {file.name for file in tmp_path.iterdir()} == {"manifest.json", "episodes.jsonl"}


@pytest.mark.parametrize(
    "command", ["report", "export-checkpoint", "mobile-bench report", "spa-bench collect"]
)
def test_an_unknown_id_is_told_with_its_line(tmp_path: Path, command: str) -> None:
    before = () if command == "mobile-bench report" else (of(WIFI), of(WIFI, 1))
    told = said(command, written(tmp_path, manifest_of(WIFI, SMS), *before, of(SMS)))
    assert f"episodes.jsonl', line {len(before) + 1}: '{SMS}' is not a registered id" in told
    assert told.endswith("Register the id, or remove the line.")


def test_a_study_tells_the_line_too(tmp_path: Path) -> None:
    conditions = [one.name for one in STUDIES["robustness"]]
    study = {"study": "robustness", "conditions": conditions}
    (tmp_path / "study.json").write_text(json.dumps(study))
    folder = tmp_path / "usual"
    folder.mkdir()
    written(folder, manifest_of(WIFI, SMS), of(WIFI), of(SMS))
    told = said("report", tmp_path)
    assert f"{folder / 'episodes.jsonl'}', line 2: '{SMS}' is not a registered id" in told

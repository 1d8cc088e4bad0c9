"""The folder of a sweep, killed at any moment."""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from android_gym.errors import OptionError, SweepError
from android_gym.evaluation.folder import SweepFolder, load, load_manifest
from android_gym.evaluation.results import EpisodeKey, Result

from .conftest import MANIFEST, manifest_of

RESULTS = [
    Result(
        EpisodeKey("A/B-v0", "different-seed", seed), goal="Schön\u2028\x85 \ud800 \n", steps=seed
    )
    for seed in range(3)
]


def filled(path: Path, results: list[Result] = RESULTS) -> Path:
    folder = SweepFolder(path, MANIFEST)
    for result in results:
        folder.add(result)
    folder.close()
    return path


def test_what_was_added_is_read_back(tmp_path: Path) -> None:
    filled(tmp_path)
    assert load(tmp_path) == RESULTS
    again = SweepFolder(tmp_path, MANIFEST)
    assert list(again.results.values()) == RESULTS
    again.close()


def test_a_line_is_on_the_disk_when_added(tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path, MANIFEST)
    folder.add(RESULTS[0])
    assert load(tmp_path) == RESULTS[:1]
    folder.close()


def test_nothing_is_lost_or_counted_twice_wherever_a_kill_tears_the_file(tmp_path: Path) -> None:
    whole = (filled(tmp_path / "whole") / "episodes.jsonl").read_bytes()
    torn = filled(tmp_path / "torn", [])
    for length in range(len(whole) + 1):
        (torn / "episodes.jsonl").write_bytes(whole[:length])
        before = load(torn)
        assert before == RESULTS[: whole[:length].count(b"\n")]
        folder = SweepFolder(torn, MANIFEST)
        for result in RESULTS:
            if result.key not in folder.results:
                folder.add(result)
        folder.close()
        assert (torn / "episodes.jsonl").read_bytes() == whole


@pytest.mark.parametrize("left", [[], [".lock"], [".lock", "manifest.json.new"]])
def test_a_kill_before_the_manifest_was_there(tmp_path: Path, left: list[str]) -> None:
    for name in left:
        (tmp_path / name).write_text("")
    filled(tmp_path)
    assert load(tmp_path) == RESULTS


def test_another_sweep_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    filled(tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(
        OptionError, match=r"another sweep, with other seeds: \[0, 1, 2\], not \[0\]"
    ):
        SweepFolder(tmp_path, MANIFEST | {"seeds": [0]})
    with pytest.raises(OptionError, match="with other extra: null, not 1"):
        SweepFolder(tmp_path, MANIFEST | {"extra": 1})
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_folder_without_episodes_takes_other_arguments(tmp_path: Path) -> None:
    filled(tmp_path, [])
    SweepFolder(tmp_path, MANIFEST | {"wrappers": ["a:B"]}).close()
    assert load_manifest(tmp_path)["wrappers"] == ["a:B"]
    (tmp_path / "traces").mkdir()  # of an episode that a kill kept out of the list
    with pytest.raises(OptionError, match="another sweep, with other wrappers"):
        SweepFolder(tmp_path, MANIFEST)
    assert load_manifest(tmp_path)["wrappers"] == ["a:B"]


def test_a_folder_in_use_takes_no_other_arguments(tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path, MANIFEST)
    with pytest.raises(OptionError, match="Another process is sweeping"):
        SweepFolder(tmp_path, MANIFEST | {"seeds": [0]})
    assert load_manifest(tmp_path) == MANIFEST
    folder.close()


def test_a_folder_of_other_files_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(OptionError, match="contains other files, such as 'thesis.tex'"):
        SweepFolder(tmp_path, MANIFEST)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="The folder .* can't be created"):
        SweepFolder(tmp_path / "file", MANIFEST)


def test_two_processes_do_not_share_a_folder(tmp_path: Path) -> None:
    first = SweepFolder(tmp_path, MANIFEST)
    with pytest.raises(OptionError, match="Another process is sweeping"):
        SweepFolder(tmp_path, MANIFEST)
    first.close()
    SweepFolder(tmp_path, MANIFEST).close()


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = SweepFolder(tmp_path, MANIFEST)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(SweepError, match="episodes.jsonl can't be written: .*No space left"):
            folder.add(RESULTS[0])
    assert RESULTS[0].key not in folder.results
    folder.add(RESULTS[0])
    folder.close()
    assert load(tmp_path) == RESULTS[:1]


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let no file grow beyond a size in bytes, as a disk that is nearly full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_takes_half_a_line_keeps_whole_ones(tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path, MANIFEST)
    folder.add(RESULTS[0])
    with room((tmp_path / "episodes.jsonl").stat().st_size + 20):
        with pytest.raises(SweepError, match="Free some space, then repeat the call"):
            folder.add(RESULTS[1])
    folder.close()
    assert (tmp_path / "episodes.jsonl").read_bytes().count(b"\n") == 1
    filled(tmp_path, RESULTS[1:])
    assert load(tmp_path) == RESULTS


def test_a_folder_on_a_full_disk_is_told(tmp_path: Path) -> None:
    with room(10), pytest.raises(SweepError, match="can't be written"):
        SweepFolder(tmp_path, MANIFEST)
    assert not (tmp_path / "manifest.json").exists()
    SweepFolder(tmp_path, MANIFEST).close()


GROWN = {"ids": ["A/B-v0", "C/D-v0"], "seeds": [2, 0, 1, 5], "rewordings": [0, 1], "repeat": 4}


@pytest.mark.parametrize("name", GROWN)
def test_a_sweep_grows_and_does_not_shrink(tmp_path: Path, name: str) -> None:
    whole = MANIFEST | {"same_seed": 30, "repeat": 3}
    folder = SweepFolder(tmp_path, whole)
    folder.add(RESULTS[0])
    folder.close()
    grown = whole | {name: GROWN[name]}
    folder = SweepFolder(tmp_path, grown)
    assert list(folder.results.values()) == RESULTS[:1]
    folder.close()
    assert json.loads((tmp_path / "manifest.json").read_text()) == grown
    with pytest.raises(OptionError, match=f"with other {name}.*may be added"):
        SweepFolder(tmp_path, whole)


def test_each_id_keeps_its_seeds(tmp_path: Path) -> None:
    filled(tmp_path)
    SweepFolder(tmp_path, MANIFEST | {"seeds": {"A/B-v0": [0, 1, 2, 3]}}).close()
    with pytest.raises(OptionError, match="with other seeds"):
        SweepFolder(tmp_path, MANIFEST | {"seeds": {"A/B-v0": [0, 1, 2]}})


VALUES = json.loads(RESULTS[0].to_json())


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.parametrize("value", ["1e999", '"x"', "-1", "1.5", "[]", "{}", "true", "NaN"])
def test_a_value_of_the_wrong_kind_is_named(tmp_path: Path, name: str, value: str) -> None:
    right = {
        "1e999": (), '"x"': ("id", "goal", "error"), "-1": ("seconds",), "1.5": ("seconds",),
    }  # fmt: skip
    text = ", ".join(
        f"{json.dumps(key)}: {value if key == name else json.dumps(own)}"
        for key, own in VALUES.items()
    )
    SweepFolder(tmp_path, manifest_of("A/B-v0", "x")).close()
    (tmp_path / "episodes.jsonl").write_text("{" + text + "}\n")
    if name in right.get(value, ()):
        assert len(load(tmp_path)) == 1
        return
    with pytest.raises(OptionError, match=f"line 1: .{name}. (must be|is True)"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"success": True, "score": 0.5}, "'success' is True, but 'score' is 0.5"),
        ({"success": False, "score": 1.0}, "'success' is False, but 'score' is 1.0"),
        ({"success": True, "score": 1, "end": "budget"}, "'success' is True, but 'end' is 'budget"),
        ({"group": "reworded"}, "'group' is 'reworded', but 'rewording' is 0"),
        ({"rewording": 2}, "'group' is 'different-seed', but 'rewording' is 2"),
    ],
)
def test_values_that_contradict_one_another_are_told(
    tmp_path: Path, values: dict[str, object], told: str
) -> None:
    filled(tmp_path, [])
    line = json.dumps(VALUES | {"end": "declared"} | values)
    (tmp_path / "episodes.jsonl").write_text(f"{line}\n")
    with pytest.raises(OptionError, match=f"line 1: {told}"):
        load(tmp_path)


def test_episodes_are_forgotten_to_be_played_again(tmp_path: Path) -> None:
    folder = SweepFolder(filled(tmp_path), MANIFEST)
    folder.forget(lambda result: result.key.seed == 1)
    assert load(tmp_path) == [RESULTS[0], RESULTS[2]]
    folder.add(RESULTS[1])
    folder.close()
    assert load(tmp_path) == [RESULTS[0], RESULTS[2], RESULTS[1]]


@pytest.mark.parametrize("line", ["garbage", "[]", '{"id": "A/B-v0"}', RESULTS[0].to_json()])
def test_a_damaged_file_is_told_by_its_line(tmp_path: Path, line: str) -> None:
    filled(tmp_path)
    with open(tmp_path / "episodes.jsonl", "a", encoding="utf-8") as file:
        file.write(line + "\n")
    for read in (lambda: load(tmp_path), lambda: SweepFolder(tmp_path, MANIFEST)):
        with pytest.raises(OptionError, match=r"episodes.jsonl', line 4\b.*[^.]\. Remove the line"):
            read()
    SweepFolder(tmp_path / "other", MANIFEST).close()


def test_a_manifest_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("[1]")
    with pytest.raises(OptionError, match="is not the manifest.*it is not a JSON object"):
        SweepFolder(tmp_path, MANIFEST)


def test_a_folder_without_a_sweep_is_not_loaded(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="holds no sweep"):
        load(tmp_path)
    with pytest.raises(OptionError, match="holds no sweep"):
        load(tmp_path / "nowhere")


def test_a_line_is_ascii_json(tmp_path: Path) -> None:
    line = RESULTS[0].to_json()
    assert line.isascii() and "\n" not in line
    assert json.loads(line)["goal"] == RESULTS[0].goal
    assert Result.from_json(line) == RESULTS[0]


SAME = Result(EpisodeKey("A/B-v0", "same-seed", 30, 1))


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"id": "A/C-v0"}, "the id 'A/C-v0'"),
        ({"seed": 9}, "the seed 9"),
        ({"repeat": 1}, "the repeat 1"),
        ({"rewording": 1, "group": "reworded"}, "the rewording 1"),
        ({"seed": 0, "group": "same-seed"}, "the seed 0"),
        ({"seed": 30, "repeat": 2, "group": "same-seed"}, "the repeat 2"),
    ],
)
def test_an_episode_that_is_not_of_the_sweep_is_told(
    tmp_path: Path, values: dict[str, object], told: str
) -> None:
    manifest = MANIFEST | {"same_seed": 30, "repeat": 2}
    SweepFolder(tmp_path, manifest).close()
    right = RESULTS[0].to_json() + "\n" + SAME.to_json() + "\n"
    (tmp_path / "episodes.jsonl").write_text(right)
    assert len(load(tmp_path)) == 2
    (tmp_path / "episodes.jsonl").write_text(f"{right}{json.dumps(VALUES | values)}\n")
    for read in (lambda: load(tmp_path), lambda: SweepFolder(tmp_path, manifest)):
        with pytest.raises(OptionError, match=f"line 3: {told} is not in manifest.json, so"):
            read()


def test_a_group_that_is_not_of_the_sweep_is_told(tmp_path: Path) -> None:
    SweepFolder(tmp_path, MANIFEST).close()
    (tmp_path / "episodes.jsonl").write_text(SAME.to_json() + "\n")
    with pytest.raises(OptionError, match="line 1: the group 'same-seed' is not in manifest.json"):
        load(tmp_path)

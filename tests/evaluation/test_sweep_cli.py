"""`android-gym sweep` and `report`, as a user types them."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from android_gym.cli import app, options
from android_gym.evaluation import EpisodeKey, Result, load, split
from android_gym.evaluation.folder import SweepFolder

from .conftest import manifest_of

WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"


def run(*args: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


@pytest.mark.slow
def test_a_sweep_and_its_report(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ("sweep", WIFI_OFF, "--seeds", "0:2,7", "--same-seed", "30", "--repeat", "2")
    code, output = run(*arguments, "--rewordings", "0:2", "--out", out)
    assert code == 0
    groups = ("different-seed", "reworded")
    assert [r.key[1:] for r in load(out)] == [
        ("same-seed", 30, 0, 0),
        ("same-seed", 30, 1, 0),
        *((group, seed, 0, n) for seed in (0, 1, 7) for n, group in enumerate(groups)),
    ]
    (line,) = [line for line in output.splitlines() if line.split()[:2] == ["all", "reworded"]]
    assert line.split()[2:8] == ["3", "100.0%", "43.9%", "-", "100.0%", "1.000"]
    assert "mean over seeds 100.0%" in output
    for name in ("summary.csv", "chart.png"):
        (out / name).unlink()
    code, again = run("report", out)
    assert code == 0
    assert (out / "summary.csv").exists() and (out / "chart.png").exists()
    assert again in output


def test_a_report_imports_nothing_that_the_folder_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    (tmp_path / "of_a_stranger.py").write_text("open('owned', 'w')")
    key = EpisodeKey(f"of_a_stranger:{WIFI_OFF}x", "different-seed", 0)
    manifest = manifest_of(key.id, "CartPole-v1", f"of_a_stranger:{WIFI_OFF}")
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    episodes = tmp_path / "episodes.jsonl"
    episodes.write_text(Result(key).to_json() + "\n")
    code, output = run("report", tmp_path)
    assert code == 2
    assert "import it first (`--module of_a_stranger`)" in output
    assert not (tmp_path / "owned").exists()
    episodes.write_text(Result(key._replace(id="CartPole-v1")).to_json() + "\n")
    assert "'CartPole-v1' is not a registered id" in run("report", tmp_path)[1]
    # One that is registered already needs no module; a module is imported for those who say so.
    key = key._replace(id=f"of_a_stranger:{WIFI_OFF}")
    episodes.write_text(Result(key).to_json() + "\n")
    assert run("report", tmp_path)[0] == 0
    assert not (tmp_path / "owned").exists()
    assert run("report", tmp_path, "--module", "of_a_stranger")[0] == 0
    assert (tmp_path / "owned").exists()
    assert run("report", tmp_path, "--module", "nowhere_at_all")[0] == 2
    sys.modules.pop("of_a_stranger")


@pytest.mark.slow
def test_a_finished_sweep_takes_more_seeds(tmp_path: Path) -> None:
    arguments = ("sweep", WIFI_OFF, "--no-demonstrate", "--out", tmp_path / "out")
    assert run(*arguments, "--seeds", "0:2")[0] == 0
    first = load(tmp_path / "out")
    assert run(*arguments, "--seeds", "0:3")[0] == 0
    grown = load(tmp_path / "out")
    assert grown[:2] == first and [r.key.seed for r in grown] == [0, 1, 2]
    code, output = run(*arguments, "--seeds", "0:2")
    assert code == 2 and "seeds" in output


def test_a_report_on_a_full_disk_is_told_and_leaves_no_half_of_it(tmp_path: Path) -> None:
    folder = SweepFolder(tmp_path, manifest_of(WIFI_OFF))
    folder.add(Result(EpisodeKey(WIFI_OFF, "different-seed", 0), end="declared"))
    folder.close()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for size, left in ((20, set()), (2000, {"summary.csv"})):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            code, output = run("report", tmp_path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert code == 2 and "can't be written" in output
        assert f"{WIFI_OFF}  different-seed  1 " in output  # what was played shows all the same
        assert {file.name for file in tmp_path.iterdir() if file.suffix in (".csv", ".png")} == left


def test_a_report_says_how_many_episodes_are_missing(tmp_path: Path) -> None:
    arguments = (WIFI_OFF, "--policy", "random", "--seeds", "0:3", "--same-seed", "7")
    arguments += ("--repeat", "2", "--rewordings", "0:2", "--no-demonstrate", "--out")
    assert run("sweep", *arguments, tmp_path)[0] == 0
    assert "episodes were played" not in run("report", tmp_path)[1]
    lines = (tmp_path / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    assert len(lines) == 2 + 3 * 2
    (tmp_path / "episodes.jsonl").write_bytes(b"".join(lines[:5]))
    code, output = run("report", tmp_path)
    assert code == 0 and output.startswith("5 of 8 episodes were played; repeat the command")


def test_a_report_says_why_episodes_ended_in_errors(tmp_path: Path) -> None:
    reasons = ["refused", "no key", "refused", "\x1b]0;owned\x07\n", "long " * 100, "x", None]
    folder = SweepFolder(tmp_path, manifest_of(WIFI_OFF))
    for seed, reason in enumerate(reasons):
        key = EpisodeKey(WIFI_OFF, "different-seed", seed)
        folder.add(Result(key, end="declared" if reason is None else "error", error=reason))
    folder.close()
    code, output = run("report", tmp_path)
    assert code == 0
    assert [line for line in output.splitlines() if "error: " in line] == [
        "2 x error: refused",
        "1 x error: no key",
        "1 x error:  ]0;owned  ",
    ]
    assert "2 other errors are in episodes.jsonl" in output and "--retry-errors" in output
    (tmp_path / "episodes.jsonl").write_text(Result(key, end="declared").to_json() + "\n")
    _, output = run("report", tmp_path)
    assert "error:" not in output and "--retry" not in output


@pytest.mark.slow
def test_a_sweep_of_a_split(tmp_path: Path) -> None:
    arguments = ("--split", "instance", "--policy", "random", "--no-demonstrate")
    code, _ = run("sweep", "AndroidWorld/SimpleSmsRes*", *arguments, "--out", tmp_path / "out")
    assert code == 0
    test = split("instance", "test")
    played = [(r.key.id, r.key.seed) for r in load(tmp_path / "out")]
    assert sorted(played) == [(i, s) for i in test if "SmsRes" in i for s in test[i]]


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ([], "no ids to play"),
        (["--split", "task"], "A split is 'instance'"),
        (["--split", "app", "--part", "dev"], "the parts 'train' and 'test'"),
        ([WIFI_OFF, "--split", "app"], "None of the ids is in the part 'test' of the split 'app'"),
        (["--split", "app", "--seeds", "700"], "None of the seeds [700] is in this part"),
        (["--split", "instance", "--same-seed", "30"], "--same-seed 30 is not in the part 'test'"),
        (["AndroidWorld/Nothing-v0"], "There is no id 'AndroidWorld/Nothing-v0'"),
        ([WIFI_OFF, "--policy", "nowhere:act"], "runs code of its own when it is loaded"),
        ([WIFI_OFF, "--policy", "mine.zip"], "pass --trust"),
        ([WIFI_OFF, "--policy", "nowhere:act", "--trust"], "'nowhere:act' can't be imported"),
        ([WIFI_OFF, "--policy", "nothing.zip", "--trust"], "There is no file 'nothing.zip'"),
        ([WIFI_OFF, "--policy", "clever"], "No policy is called 'clever'"),
        *(([WIFI_OFF, "--policy", "clever"], f"'{name}'") for name in options.MODEL_POLICIES),
        (
            f"{WIFI_OFF} --policy m3a --model x --base-url http://127.0.0.1:9/v1 "
            "--api-key-env NO_KEY_HERE".split(),
            "--api-key-env: The environment variable 'NO_KEY_HERE' is not set, or empty.",
        ),
        ([WIFI_OFF, "--seeds", "1,2,1"], "seeds has 1 twice"),
        ([WIFI_OFF, "--seeds", "0:3,2"], "seeds has 2 twice"),
        ([WIFI_OFF, "--seeds", "a:b"], "--seeds takes whole numbers"),
        ([WIFI_OFF, "--seeds", ""], "--seeds takes whole numbers"),
        ([WIFI_OFF, "--seeds", "1,5:2"], "--seeds '1,5:2' has a range without a number: '5:2'"),
        ([WIFI_OFF, "--seeds", "3:3"], "--seeds '3:3' has a range without a number"),
        ([WIFI_OFF, "--rewordings", "9"], "rewordings must be from 0 to 4"),
        ([WIFI_OFF, "--repeat", "3"], "--repeat needs --same-seed"),
        ([WIFI_OFF, "--part", "train"], "--part needs --split"),
        ([WIFI_OFF, "--workers", "0"], "workers must be a whole number from 1 to 4096, got 0"),
        ([WIFI_OFF, "--workers", "2", "--device", "emulator-5554"], "1 devices for 2 workers"),
        (
            [WIFI_OFF, "--workers", "1", "--device", "simulator", "--device", "simulator"],
            "2 devices for 1 workers",
        ),
        ([WIFI_OFF, "--wrapper", "{bad"], "--wrapper takes a name or a JSON object"),
        ([WIFI_OFF, "--wrapper", "nowhere:Wrapper"], "'nowhere:Wrapper' can't be imported"),
        ([WIFI_OFF, "--device", "{bad"], "--device takes a name or a JSON object"),
        ([WIFI_OFF, "--device", "toaster"], "No kind of device is called 'toaster'"),
    ],
)
def test_bad_input_is_told_in_one_line(tmp_path: Path, arguments: list[str], match: str) -> None:
    code, output = run("sweep", *arguments, "--out", tmp_path / "out")
    assert code == 2
    assert match in output
    assert len(output.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    code, output = run("sweep", WIFI_OFF, "--out", tmp_path)
    assert code == 2 and "contains other files, such as 'notes.txt'" in output
    code, output = run("report", tmp_path)
    assert code == 2 and "holds no sweep" in output
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]

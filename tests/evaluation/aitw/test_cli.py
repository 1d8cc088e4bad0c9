import gzip
import json

import pytest
from typer.testing import CliRunner

from android_gym.cli import app
from android_gym.evaluation.aitw.aitz import write_aitz
from android_gym.evaluation.aitw.dataset import IndexedFile

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


@pytest.fixture
def run():
    def run(*arguments, code=0):
        result = CliRunner().invoke(app, ["aitw", *map(str, arguments)])
        assert result.exit_code == code, result.output
        return result.output

    return run


def test_export_inspect_index_and_split(run, tmp_path):
    out = tmp_path / "out"
    told = run("export", "--ids", WIFI, "--seeds", "0:3", "--out", out, "--width", 54,
               "--height", 120)  # fmt: skip
    assert "wrote 3 episodes" in told and "no split unseen_domain" in told
    path = out / "android_world" / "android_world-00000-of-00001"
    page = tmp_path / "page.html"
    assert f"wrote {page}" in run("inspect", path, "--out", page)
    first = page.read_text()
    run("inspect", path, "--episode", 2, "--out", page)
    assert page.read_text() != first and "<svg" in first
    run("inspect", path, "--episode", 3, "--out", page, code=2)
    assert "3 episodes, 0 problems" in run("index", out)
    run("split", out, "--out", tmp_path / "splits")
    assert len(json.loads((tmp_path / "splits" / "standard.json").read_text())["test"]) == 1


def test_damaged_files_are_told_and_skipped_where_wanted(run, write, make, tmp_path):
    path = write(make("1"), make("2"))
    data = path.read_bytes()
    path.write_bytes(data[:-20])
    assert "byte" in run("index", path, code=2)
    assert "1 episodes, 2 problems" in run("index", path, "--skip-errors", code=1)
    assert "byte" in run("split", path, "--out", tmp_path / "s", code=2)
    assert "byte" in run("rewrite", path, tmp_path / "new" / "file", code=2)
    assert list((tmp_path / "new").iterdir()) == []


def test_a_file_without_episodes(run, tmp_path):
    path = tmp_path / "empty"
    path.touch()
    assert "'empty' has no episodes." in run("inspect", path, code=2).replace(f"{tmp_path}/", "")
    assert "0 episodes" in run("index", path)
    told = run("split", path, "--out", tmp_path / "splits", code=2)
    assert "'empty' has no episodes." in told.replace(f"{tmp_path}/", "")
    assert not (tmp_path / "splits").exists()


def test_a_file_written_anew_is_read_at_random(run, write, make, tmp_path):
    path = write(make("1"), make("2"), make("3"))
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes())))  # one member
    out = tmp_path / "general" / "anew"
    assert "wrote 3 episodes" in run("rewrite", path, out)
    before, after = IndexedFile(path).index, IndexedFile(out).index
    assert [entry.id for entry in after.entries] == [entry.id for entry in before.entries]
    assert [entry.offset for entry in after.entries] == [entry.offset for entry in before.entries]
    assert len({e.packed for e in before.entries}) == 1 < len({e.packed for e in after.entries})
    assert "already exists" in run("rewrite", path, out, code=2)


def test_an_episode_of_aitz_is_shown(run, make, tmp_path):
    path = write_aitz(make("5", 2), tmp_path)
    run("inspect", path, "--out", tmp_path / "page.html")
    assert "Episode 5, 2 steps" in (tmp_path / "page.html").read_text()


def test_nothing_recorded_is_exit_code_1(run, tmp_path):
    told = run("export", "--ids", WIFI, "--seeds", "0", "--policy", "random", "--out",
               tmp_path / "out", code=1)  # fmt: skip
    assert "wrote 0 episodes" in told and "left out" in told

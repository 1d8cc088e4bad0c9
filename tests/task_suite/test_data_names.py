"""Names of the entries of files of TOML, found without reading them in whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from android_gym.task_suite import suite
from android_gym.task_suite.data_names import names_of

FILES = sorted((Path(suite.__file__).parent).rglob("*.toml"))


def test_the_ids_are_those_of_the_tasks() -> None:
    assert sorted(suite.ids()) == sorted(suite.tasks_by_id())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_our_files_are_plain(path: Path) -> None:
    """One that is not has all files of its suite read at each import."""
    assert names_of(path)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[changes.One]\nnoise = 3\n[changes.Two]\n", ("One", "Two")),
        ("  [questions.One] # first\n[questions.One.answer]\n", ("One",)),
        ("[composites.One]\n[flows.Two]\n", ("One", "Two")),
        ("[pools]\nquestions = ['a']\n[changes.One]\n", ("One",)),
        ('[changes.One]\ntext = """\n[changes.Two]\n"""\n', ("One",)),
        ("[changes.One]\ntext = '''\n[changes.Two]\n'''\n", ("One",)),
        ('[changes.One]\ntext = """a \\""" [b]\n[changes.Two]"""\n', ("One",)),
        ('[changes.One]\nsummary = "Another version of it."\n', ("One",)),
    ],
)
def test_plain_files(tmp_path: Path, text: str, names: tuple[str, ...]) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    assert names_of(path) == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "app = 'Markor'\n",
        "[changes.One]\nversion = 1\n",
        "[kinds.switch]\n'version' = 1\n[changes.One]\nlike = 'switch'\n",
        "[kinds]\nswitch = { version = 1 }\n[changes.One]\n",
        "[changes.One]\n[changes.lower]\n",
        "[changes.One]\n[ changes . Two ]\n",
        "[changes.One]\n['changes'.Two]\n",
        '[changes.One]\n["changes".Two]\n',
        "[changes]\nOne = { noise = 3 }\n",
        "changes.One.noise = 3\n[changes.Two]\n",
        "changes = { One = {} }\n",
        '[changes.One]\n# a stray """ quote\n[changes.Two]\n# and """ another\n',
        '[changes.One]\ntext = """open\n[changes.Two]\n',
        "\xff[changes.One]\n",
    ],
)
def test_others_have_to_be_read(tmp_path: Path, text: str) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text, encoding="latin-1")
    assert names_of(path) is None


def test_so_has_what_is_no_file(tmp_path: Path) -> None:
    assert names_of(tmp_path) is None
    assert names_of(tmp_path / "missing.toml") is None

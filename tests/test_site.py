"""The documentation site: links that are led on, pages of tasks, links of the built pages."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "docs" / "site"), str(ROOT / "docs")]

import make_site  # noqa: E402
from judges import first_paragraph  # noqa: E402
from make import tasks_page  # noqa: E402
from stage import Stage, relative  # noqa: E402
from task_pages import Pictures, TaskPage, escaped, tasks_by_id  # noqa: E402

from android_gym.task_suite.task import Task  # noqa: E402

DEVIATIONS = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8")


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """A repository of a few files, and a stage beside it."""
    root = tmp_path / "root"
    (root / "docs").mkdir(parents=True)
    (root / "README.md").write_text("[docs](docs/a.md#part) ![p](docs/p.png) [w](https://x.org)\n")
    (root / "docs" / "a.md").write_text("[home](../README.md) [code](../run.py) `[x](no.md)`\n")
    (root / "docs" / "p.png").write_bytes(b"png")
    (root / "run.py").write_text("print(1)\n")
    made = Stage(root, tmp_path / "pages")
    made.clear()
    made.add("README.md", "index.md")
    made.add("docs/a.md", "guide/a.md")
    return made


def test_links_lead_to_pages_of_the_site(stage: Stage) -> None:
    stage.write()
    index = (stage.target / "index.md").read_text()
    assert "[docs](guide/a.md#part)" in index
    assert "![p](files/docs/p.png)" in index
    assert "[w](https://x.org)" in index
    assert (stage.target / "files" / "docs" / "p.png").read_bytes() == b"png"


def test_a_file_that_is_no_page_is_shown_by_one(stage: Stage) -> None:
    stage.write()
    text = (stage.target / "guide" / "a.md").read_text()
    assert "[home](../index.md)" in text
    assert "[code](../files/run_py.md)" in text
    assert "`[x](no.md)`" in text
    assert "````python\nprint(1)\n" in (stage.target / "files" / "run_py.md").read_text()


@pytest.mark.parametrize(("link", "match"), [("gone.md", "not in the repo"), ("..", "folder")])
def test_a_link_to_nothing_is_refused(stage: Stage, link: str, match: str) -> None:
    (stage.root / "docs" / "a.md").write_text(f"[x]({link})")
    with pytest.raises(FileNotFoundError, match=match):
        stage.write()


def test_every_page_of_the_repository_can_be_staged(tmp_path: Path) -> None:
    made = make_site.stage_pages(tmp_path / "pages")
    made.write()
    assert (made.target / "index.md").exists()
    assert {page.name for page in (ROOT / "docs").glob("*.md")} <= {
        "README.md",
        *(page.name for page in made.target.glob("*.md")),
    }


def test_every_page_can_be_reached_from_the_menu(tmp_path: Path) -> None:
    made = make_site.stage_pages(tmp_path / "pages")
    config = tomllib.loads((ROOT / "docs" / "site" / "zensical.toml").read_text(encoding="utf-8"))
    menu = [page for entry in config["project"]["nav"] for page in paths_of(entry)]
    assert len(menu) == len(set(menu))
    assert set(menu) == {*made.pages.values(), "gallery.md", "api/index.md"}


def paths_of(entry: object) -> Iterator[str]:
    """Yield the pages of an entry of the menu."""
    match entry:
        case str(path):
            yield path
        case dict():
            yield from (path for value in entry.values() for path in paths_of(value))
        case list():
            yield from (path for value in entry for path in paths_of(value))


def test_pictures_are_of_what_the_seeds_give_now(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (env_id,) = keys = make_site.picture_keys(["AndroidWorld/SystemWifiTurnOff-v0"])
    played = []

    def write_pictures(env_id: str, folder: Path) -> Pictures:
        played.append(env_id)
        folder.mkdir(parents=True, exist_ok=True)
        return Pictures(("a goal",), 3, 1.0)

    monkeypatch.setattr(make_site, "PICTURES", tmp_path)
    monkeypatch.setattr(make_site, "write_pictures", write_pictures)
    for key, times in ((keys[env_id], 1), (keys[env_id], 1), ("another", 2), ("another", 2)):
        assert make_site.play(env_id, key) == (env_id, Pictures(("a goal",), 3, 1.0), "")
        assert len(played) == times


def test_each_suite_has_a_page_whose_rows_lead_to_its_tasks(stage: Stage) -> None:
    ids = list(tasks_by_id())
    make_site.write_suites(stage, tasks_page(), ids)
    suites = {env_id.partition("/")[0] for env_id in ids}
    index = (stage.target / "tasks.md").read_text()
    for suite in suites:
        own = [env_id.partition("/")[2] for env_id in ids if env_id.startswith(f"{suite}/")]
        text = (stage.target / "tasks" / suite / "index.md").read_text()
        assert all(f"| [`{leaf}`]({leaf}.md) |" in text for leaf in own)
        assert f"| [{suite}](tasks/{suite}/index.md) | {len(own)} |" in index


def test_every_task_has_a_page() -> None:
    for env_id, task in tasks_by_id().items():
        text = TaskPage(env_id, task, None, DEVIATIONS).text()
        assert f'gym.make("{env_id}")' in text
        assert f"| {task.budget} gestures |" in text
        assert escaped(task.template) in text
        assert "## What earns 1.0\n\n " not in text, f"{env_id}: its judge has no docstring"


@pytest.mark.parametrize(
    ("env_id", "rule"),
    [
        (
            "SPABench/ENG-settings-5-v0",
            "1.0 if exactly these two kinds of notifications are off, and the cache is empty.",
        ),
        ("SPABench/ENG-calculator-0-v0", "1.0 once the display has shown what is asked for."),
        (
            "SPABench/ENG-settings-0-v0",
            "End state: 1.0 if the timeout is unchanged. "
            "Whole episode: 1.0 once Settings has shown the timeout.",
        ),
    ],
)
def test_rules_are_those_of_the_judges_that_an_id_has(env_id: str, rule: str) -> None:
    assert f"| `{env_id}` | {rule} |" in tasks_page()
    assert f"\n{escaped(rule)} Nothing else" in page_of(env_id)


def test_no_rule_is_that_of_the_base_class() -> None:
    base = escaped(first_paragraph(Task.success))
    assert base
    assert base not in tasks_page()
    assert not [env_id for env_id in tasks_by_id() if base in page_of(env_id)]


def page_of(env_id: str) -> str:
    """Return the page of an id, without its pictures."""
    return TaskPage(env_id, tasks_by_id()[env_id], None, DEVIATIONS).text()


def test_text_is_shown_as_it_is() -> None:
    assert escaped("a_b *c* <d>\n[e]") == r"a\_b \*c\* \<d\> \[e\]"
    assert relative("tasks.md", "api/x.md") == "../tasks.md"


def test_dead_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "index.html").write_text('<p id="here"><a href="../b.html#there">x</a>')
    (tmp_path / "b.html").write_text(
        '<p id="there"><a href="a/">x</a><a href="a/#here">y</a><a href="a/#gone">z</a>'
        '<a href="https://x.org">w</a><img src="p.png">'
    )
    assert make_site.dead_links(tmp_path) == ["b.html -> a/#gone", "b.html -> p.png"]


@pytest.mark.nightly
@pytest.mark.timeout(3000)
def test_the_site_is_built() -> None:
    subprocess.run(
        [sys.executable, "docs/site/make_site.py", "--only", "AndroidWorld/Clock"],
        cwd=ROOT,
        check=True,
    )

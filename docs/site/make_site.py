"""Build the documentation site in ``build/site``: ``make site``.

Pages of ``docs/``, one page a task, the reference from docstrings, a gallery of screens. Zensical
makes the HTML; afterwards every link between pages is followed, and a dead one is an error.

    python docs/site/make_site.py [--no-pictures] [--only PREFIX] [--anew]

Pictures of a task are kept in ``build/site/pictures`` until what its seeds give changes
(``tests/trajectories.json``), or the package's version; ``--anew`` plays all again.
"""

from __future__ import annotations

import argparse
import json
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import unquote, urldefrag

from lxml import html

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent), str(ROOT)]

from judges import first_paragraph  # noqa: E402
from stage import Stage  # noqa: E402
from task_pages import Pictures, TaskPage, tasks_by_id, write_pictures  # noqa: E402

BUILD = ROOT / "build" / "site"
PAGES = BUILD / "pages"
PICTURES = BUILD / "pictures"
HTML = BUILD / "html"
PRIVATE_PARTS = ("simulator", "task_suite", "wrappers", "testing")
SHOWN = ("android_gym.wrappers", "android_gym.task_suite.task", "android_gym.task_suite.suite")
"""Modules of private parts that a user writes against."""


def stage_pages(target: Path) -> Stage:
    """Return a stage with the pages that stand in the repository."""
    stage = Stage(ROOT, target)
    stage.clear()
    stage.add("README.md", "index.md")
    stage.add("CONTRIBUTING.md", "contributing.md")
    stage.add("CHANGELOG.md", "changelog.md")
    stage.add("docs/README.md", "contents.md")
    for path in sorted((ROOT / "docs").glob("*.md")):
        if path.name != "README.md":
            stage.add(f"docs/{path.name}", path.name)
    return stage


def play(env_id: str, key: str) -> tuple[str, Pictures | None, str]:
    """Play one id where its pictures are not there yet; with the reason if it can't be.

    Args:
        env_id: The id.
        key: Of which the pictures have to be, see `picture_keys`.
    """
    from android_gym.errors import AndroidGymError

    folder = PICTURES / env_id
    facts = folder / "episode.json"
    if facts.exists():
        known = json.loads(facts.read_text(encoding="utf-8"))
        if known.get("key") == key:
            return env_id, Pictures(tuple(known["goals"]), known["steps"], known["reward"]), ""
        facts.unlink()
    try:
        pictures = write_pictures(env_id, folder)
    except AndroidGymError as error:
        return env_id, None, str(error)
    if pictures.reward < 1.0:
        return env_id, None, f"the demonstration earned {pictures.reward}"
    facts.write_text(json.dumps(asdict(pictures) | {"key": key}), encoding="utf-8")
    return env_id, pictures, ""


def picture_keys(ids: Iterable[str]) -> dict[str, str]:
    """Return what the pictures of each id depend on: what its seeds give, and the version."""
    from android_gym import __version__

    path = ROOT / "tests" / "trajectories.json"
    recorded: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return {env_id: " ".join([__version__, *recorded.get(env_id, {}).values()]) for env_id in ids}


def pictures_of(ids: list[str]) -> dict[str, Pictures]:
    """Play the demonstrations of ids, two at a time; tell those that can't be played."""
    found: dict[str, Pictures] = {}
    keys = picture_keys(ids)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(play, env_id, keys[env_id]) for env_id in ids]):
            env_id, pictures, reason = future.result()
            if pictures is None:
                print(f"{env_id} has no pictures: {reason}", file=sys.stderr)
            else:
                found[env_id] = pictures
    return found


def write_tasks(stage: Stage, *, pictures: bool, only: str) -> None:
    """Write a page for each task, and lead the table of tasks to them."""
    ids = tasks_by_id()
    played = pictures_of([one for one in ids if one.startswith(only)]) if pictures else {}
    deviations = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8")
    for env_id, task in ids.items():
        page = TaskPage(env_id, task, played.get(env_id), deviations)
        stage.write_page(page.path, page.text())
        if env_id in played:
            folder = PAGES / "tasks" / env_id
            folder.mkdir(parents=True, exist_ok=True)
            for name in ("start.webp", "solved.webp"):
                (folder / name).write_bytes((PICTURES / env_id / name).read_bytes())
    write_suites(stage, (PAGES / "tasks.md").read_text(encoding="utf-8"), ids)


def write_suites(stage: Stage, page: str, ids: Iterable[str]) -> None:
    """Part the page of all tasks into one a suite, whose rows lead to the tasks' own pages.

    Args:
        stage: The site.
        page: docs/tasks.md, of whose tables the tags are left out, and what earns 1.0: the tasks'
            own pages tell these.
        ids: Those that have a page of their own.
    """
    from android_gym.task_suite.suite import tasks

    sections = page.split("\n## ")[1:]
    rows = ["| suite | tasks | what they are |", "| --- | --- | --- |"]
    for section in sections:
        name, _, text = section.partition("\n")
        table = re.sub(r"^(\|.*\|)[^|\n]*\|$", r"\1", text.partition("\n### ")[0], flags=re.M)
        for env_id in ids:
            leaf = env_id.rpartition("/")[2]
            table = table.replace(f"| `{env_id}` |", f"| [`{leaf}`]({leaf}.md) |")
        stage.write_page(f"tasks/{name}/index.md", f"# {name}\n{table}")
        package = next(iter(tasks(name).values())).__module__.split(".")[:3]
        words = first_paragraph(sys.modules[".".join(package)])
        rows.append(f"| [{name}](tasks/{name}/index.md) | {table.count('](')} | {words} |")
    words = "Each task's page shows its goals, screens, budget, and what earns the reward."
    stage.write_page("tasks.md", "\n".join(["# Tasks", "", words, "", *rows]) + "\n")


def public_modules() -> Iterator[str]:
    """Names of the modules that a user imports."""
    import android_gym

    yield "android_gym"
    for info in pkgutil.walk_packages(android_gym.__path__, "android_gym.", onerror=lambda _: None):
        parts = info.name.split(".")
        private = parts[1] in PRIVATE_PARTS or any(part.startswith("_") for part in parts)
        if not private or info.name in SHOWN:
            yield info.name


def write_reference(stage: Stage) -> None:
    """Write a page for each public module; mkdocstrings fills it from the source."""
    names = sorted(public_modules())
    for name in names:
        stage.write_page(f"api/{name}.md", f"# {name}\n\n::: {name}\n")
    lines = ["# Reference", "", "Made from the docstrings.", ""]
    lines += [f"- [`{name}`]({name}.md)" for name in names]
    stage.write_page("api/index.md", "\n".join(lines) + "\n")


def write_gallery(stage: Stage) -> None:
    """Write the gallery from the accepted pictures of the apps' screens."""
    from android_gym.simulator.apps import discover

    labels: dict[str, str] = {}  # by folder; of apps that share one, by their label in lower case
    for manifest in discover():
        labels.setdefault((manifest.module or "").rpartition(".")[2], manifest.label)
        labels.setdefault(manifest.label.lower().replace(" ", "_"), manifest.label)
    faces: dict[str, list[Path]] = {}
    for path in sorted((ROOT / "tests" / "faces" / "golden").glob("*.webp")):
        faces.setdefault(labels[path.stem.partition("-")[0]], []).append(path)
    lines = ["# Gallery", "", "Screens of the built-in phone, light and dark."]
    (PAGES / "gallery").mkdir(exist_ok=True)
    for label, paths in sorted(faces.items(), key=lambda face: face[0].lower()):
        lines += ["", f"## {label}", ""]
        for path in paths:
            (PAGES / "gallery" / path.name).write_bytes(path.read_bytes())
            words = f"{label}: {path.stem.partition('-')[2].replace('_', ' ')}"
            lines.append(f"![{words}](gallery/{path.name}){{ .face loading=lazy }}")
    stage.write_page("gallery.md", "\n".join(lines) + "\n")


def dead_links(folder: Path) -> list[str]:
    """Return the links of built pages that lead nowhere, as ``"page -> link"``.

    Looks at every link and picture of every page that leads to the site itself, and at anchors.
    """
    anchors: dict[Path, set[str]] = {}
    wanted: list[tuple[Path, str, Path, str]] = []
    for page in sorted(folder.rglob("*.html")):
        if page.name == "404.html":  # its links begin at the server's root
            continue
        tree = html.parse(str(page)).getroot()
        anchors[page] = {str(name) for name in tree.xpath("//@id | //a/@name")}
        for link in tree.xpath("//a/@href | //img/@src | //link/@href | //script/@src"):
            address, anchor = urldefrag(str(link))
            if (
                "://" in address
                or address.startswith(("data:", "mailto:"))
                or page.name == "404.html"
            ):
                continue
            target = (page.parent / unquote(address)).resolve() if address else page
            target = target / "index.html" if target.is_dir() else target
            wanted.append((page, str(link), target, unquote(anchor)))
    return [
        f"{page.relative_to(folder)} -> {link}"
        for page, link, target, anchor in wanted
        if not target.exists()
        or (anchor and target in anchors and anchor not in anchors[target] and anchor != "__top")
    ]


def main() -> int:
    """Stage, build, check; the exit code is 1 if a link is dead, or the build warns."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--no-pictures", action="store_true", help="play no demonstrations, and show no pictures"
    )
    parser.add_argument("--only", default="", help="prefix of the ids whose demonstrations to play")
    parser.add_argument(
        "--anew", action="store_true", help="also play demonstrations that were played before"
    )
    options = parser.parse_args()
    if options.anew:
        shutil.rmtree(PICTURES, ignore_errors=True)
    stage = stage_pages(PAGES)
    stage.write()
    write_tasks(stage, pictures=not options.no_pictures, only=options.only)
    write_reference(stage)
    write_gallery(stage)
    (PAGES / "site.css").write_bytes((HERE / "site.css").read_bytes())
    # Zensical builds a folder below its configuration.
    (BUILD / "zensical.toml").write_bytes((HERE / "zensical.toml").read_bytes())
    # Zensical's cache keeps the warnings of pages that have changed.
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    subprocess.run(command, check=True, cwd=BUILD)
    dead = dead_links(HTML)
    for link in dead:
        print(f"Dead link: {link}", file=sys.stderr)
    print(f"{len(list(HTML.rglob('*.html')))} pages in {HTML}")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())

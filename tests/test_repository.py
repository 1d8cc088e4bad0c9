"""The repository itself: links, docstrings, layers, the wheel, the README's code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest
import yaml

import android_gym

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("android_gym", "task_suite", "wrappers", "examples", "benchmarks", "tests", "docs")


def source_files() -> list[Path]:
    return sorted(
        Path(folder) / name
        for top in FOLDERS
        for folder, _, names in os.walk(ROOT / top)  # does not follow the two links
        for name in names
        if name.endswith(".py")
    )


def run_python(code: str, cwd: Path) -> str:
    """Run `code` in a new interpreter, as a user's script in another folder would."""
    result = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", code],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("name", ["task_suite", "wrappers"])
def test_link_leads_to_the_folder_at_the_top(name: str) -> None:
    link = ROOT / "android_gym" / name
    assert link.is_symlink()
    assert os.readlink(link) == f"../{name}"
    assert (link / "__init__.py").samefile(ROOT / name / "__init__.py")


def test_every_module_says_what_it_is() -> None:
    begun = re.compile(r'(?:#[^\n]*\n|\s)*r?"""\s*[^\s"]')  # parsing takes ten times as long
    silent = [
        str(path.relative_to(ROOT))
        for path in source_files()
        if not begun.match(path.read_text(encoding="utf-8"))
        and path.parts[len(ROOT.parts)] != "tests"
    ]
    assert not silent


def test_docstrings_begin_with_a_verb_or_a_thing() -> None:
    words = r"Whether|How|Why|Of|Tells|Says|Writes|Sets|Refuses|Wh(?:at|ere|en|o|ose|ich)(?:ever)?"
    begun = re.compile(rf'^ *"""(?:{words})\b.*', re.MULTILINE)
    found = {
        str(path.relative_to(ROOT)): begun.findall(path.read_text(encoding="utf-8"))
        for path in source_files()
    }
    assert not {path: lines for path, lines in found.items() if lines}


MOST_LINES = 580
LARGE_CLASSES = {  # one class each, of more methods than that; no other file is as long
    "android_gym/devices/emulator.py",
    "android_gym/env.py",
    "android_gym/simulator/system/databases.py",
    "android_gym/simulator/ui/view.py",
    "android_gym/vector/vector_env.py",
}


def test_no_file_is_too_long_to_read() -> None:
    lines = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8").count("\n")
        for path in source_files()
        if path.parts[len(ROOT.parts)] not in ("tests", "docs")
    }
    assert {path for path, count in lines.items() if count > MOST_LINES} == LARGE_CLASSES


def test_nothing_is_left_to_do() -> None:
    marks = re.compile(r"\b(TO" r"DO|FIX" r"ME|HA" r"CK)\b")
    left = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in source_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if marks.search(line)
    ]
    assert not left


def test_modules_import_what_others_list() -> None:
    """Names in ``__all__`` are those that need a docstring, so nothing else is imported."""
    modules = {
        "android_gym." + name.removeprefix("android_gym."): path.read_text(encoding="utf-8")
        for path in source_files()
        for name in [".".join(path.relative_to(ROOT).with_suffix("").parts)]
        if path.relative_to(ROOT).parts[0] in ("android_gym", "task_suite", "wrappers")
    }
    listed = {
        name.removesuffix(".__init__"): set(re.findall(r'"(\w+)"', found.group(1)))
        for name, text in modules.items()
        if (found := re.search(r"^__all__ = [\[(](.*?)[\])]", text, re.MULTILINE | re.DOTALL))
    }
    assert len(listed) > 1000
    imports = re.compile(r"^ *from (android_gym[\w.]*) import (\(.*?\)|[^(\n]*)", re.M | re.S)
    unlisted = {
        f"{source}: {name}"
        for text in modules.values()
        for source, names in imports.findall(text)
        if source in listed
        for name in re.findall(r"(\w+)(?: as \w+)?[,)\n]", re.sub(r"#.*", "", names) + "\n")
        if name not in listed[source]
        and not name.startswith("__")
        and not {f"{source}.{name}", f"{source}.{name}.__init__"} & modules.keys()
    }
    assert sorted(unlisted) == []


def test_layers() -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as m; m()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_layers_are_those_that_contributing_lists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = text.split("```text\n")[1].split("```")[0]
    lines = [line for line in listed.splitlines() if not line.startswith(" ")]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    house, phone = (
        [re.findall(r"\w+", layer) for layer in contract["layers"]]
        for contract in settings["tool"]["importlinter"]["contracts"][:2]
    )
    assert [re.split(" {2,}", line)[0].split(", ") for line in lines] == house
    assert " > ".join(name for (name,) in phone) in " ".join(listed.split())


def test_import_is_light(tmp_path: Path) -> None:
    heavy = ["skia", "cv2", "grpc", "torch", "matplotlib", "scipy", "lxml", "pygame"]
    code = f"import sys, android_gym; print([m for m in {heavy} if m in sys.modules])"
    assert run_python(code, tmp_path).strip() == "[]"


def test_links_between_pages_lead_somewhere() -> None:
    broken = []
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        text = re.sub(
            r"(?<=\| )`[^`\n]*`(?= \|)", "", page.read_text(encoding="utf-8")
        )  # code in cells
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert not broken


def tracked_files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    there = (ROOT / name for name in listed.stdout.splitlines())
    return [str(path.relative_to(ROOT)) for path in there if path.is_symlink() or path.exists()]


MOST_BYTES_OF_WHEEL = 40_000_000  # of them 20 million are the most that weights may take


@pytest.mark.slow
def test_wheel_made_of_the_sdist_has_every_file_and_runs(tmp_path: Path) -> None:
    tree = tmp_path / "tree"  # a copy, so that no build folder is left in the work tree
    for name in tracked_files():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_symlink():
            (tree / name).symlink_to(os.readlink(ROOT / name))
        else:
            (tree / name).write_bytes((ROOT / name).read_bytes())
    code = f"from setuptools.build_meta import build_sdist; build_sdist({str(tmp_path)!r})"
    subprocess.run(
        [sys.executable, "-c", code], cwd=tree, check=True, timeout=200, capture_output=True
    )
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert {"CHANGELOG.md", "CITATION.cff", "LICENSE", "NOTICE", "docs/install.md"} <= packed
    assert not [name for name in packed if name.startswith("tests")]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(sdist)]
    subprocess.run([*pip, *build], check=True, timeout=200)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < MOST_BYTES_OF_WHEEL
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        told = HeaderParser().parsestr(archive.read(metadata).decode())
    assert told["Version"] == android_gym.__version__
    assert told.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {
        "android_gym",
        "android_gym_commands.py",  # what is installed as commands; see there
        "android_gym_verifiers.py",  # found by its name; see there
    }
    links = {"android_gym/task_suite", "android_gym/wrappers"}
    packaged = [
        name if name.startswith("android_gym/") else f"android_gym/{name}"
        for name in tracked_files()
        if name.startswith(("android_gym/", "task_suite/", "wrappers/")) and name not in links
    ]
    assert not sorted(set(packaged) - names)

    installed = tmp_path / "installed"
    install = ["install", "--no-deps", "--no-index", "--target", str(installed), str(wheel)]
    subprocess.run([*pip, *install], check=True, timeout=200)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import gymnasium as gym, android_gym\n"
        "env = gym.make('AndroidWorld/SystemWifiTurnOff-v0')\n"
        "env.reset(seed=0)\n"
        "print(android_gym.__file__)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(installed)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    assert done.stdout.strip() == str(installed / "android_gym" / "__init__.py")


def test_a_release_has_one_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == android_gym.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {android_gym.__version__}" in changelog


def test_the_page_of_pypi_names_every_group_and_links_nowhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / project["readme"]).read_text(encoding="utf-8")
    rows = "\n".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", rows)) == set(project["optional-dependencies"])
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert not [link for link in links if not link.startswith("https://")]


def test_tasks_page_is_that_of_the_registry() -> None:
    result = subprocess.run(
        [sys.executable, "docs/make.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert result.returncode == 0, result.stderr


def test_what_continuous_integration_runs_exists() -> None:
    scripts = [*(ROOT / ".ci").iterdir(), ROOT / "Makefile"]
    named = {
        name
        for script in scripts
        for name in re.findall(r"(?<![\w/])tests/[\w./]+", script.read_text(encoding="utf-8"))
    }
    assert len(named) > 8
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]

"""The script that installs what the system lacks, with stubs in the place of dpkg, apt and sudo."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "system_packages.sh"
RUN = ["libegl1", "libgl1", "libglib2.0-0"]
TEST = [*RUN, "adb", "dash", "git", "make"]


class System:
    """A machine with some packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("bash", "env", "sed", "tr", "grep"):
            (folder / name).symlink_to(shutil.which(name) or "")
        self.has(TEST)
        self.stub("python3", "exit 0")
        self.stub("id", "echo 1000")
        self.stub("apt-get", 'echo "apt-get $*" >>"$LOG"')
        self.stub("apt-cache", "exit 0")
        self.stub("chromium", "exit 0")
        self.stub("sudo", 'echo "sudo" >>"$LOG"; exec "$@"')

    def stub(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def has(self, packages: list[str]) -> None:
        lines = "\n".join(f"installed {name}, " for name in packages)
        self.stub("dpkg-query", f"cat <<'E'\n{lines}\nconfig-files libegl1, \nE")
        self.folder.joinpath("cat").unlink(missing_ok=True)
        (self.folder / "cat").symlink_to(shutil.which("cat") or "")

    def run(self, what: str, **variables: str) -> tuple[int, str, list[str]]:
        """The exit code, what was said, and what was called."""
        log = self.folder / "log"
        log.write_text("")
        done = subprocess.run(
            [shutil.which("bash") or "", SCRIPT, what],
            env={"PATH": str(self.folder), "LOG": str(log), **variables},
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.returncode, done.stdout + done.stderr, log.read_text().splitlines()


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


@pytest.mark.parametrize("what", ["run", "test"])
def test_nothing_is_done_where_nothing_is_missing(system: System, what: str) -> None:
    assert system.run(what) == (0, "", [])


@pytest.mark.parametrize("missing", TEST)
def test_what_is_missing_is_said_and_installed(system: System, missing: str) -> None:
    system.has([name for name in TEST if name != missing])
    code, said, called = system.run("test")
    assert code == 0
    assert "Installing missing system packages" in said and said.rstrip().endswith(missing)
    assert called[0] == "sudo" and called[1] == "apt-get update -qq"
    assert called[-1].startswith("apt-get install") and called[-1].endswith(f" {missing}")
    code, _, called = system.run("run")
    assert code == 0 and bool(called) == (missing in RUN)


@pytest.mark.parametrize(("has", "installed"), [(0, "chromium-headless-shell"), (100, "chromium")])
def test_a_browser_is_installed_where_there_is_none(
    system: System, has: int, installed: str
) -> None:
    (system.folder / "chromium").unlink()
    system.stub("apt-cache", f"exit {has}")
    code, said, called = system.run("test")
    assert code == 0 and "chromium-headless-shell" in said
    assert called[-1].endswith(f" {installed}")
    assert system.run("run") == (0, "", [])
    assert system.run("test", ANDROID_GYM_BROWSER="/opt/chrome") == (0, "", [])


def test_root_needs_no_sudo(system: System) -> None:
    system.has(RUN[1:])
    system.stub("id", "echo 0")
    assert "sudo" not in system.run("run")[2]


def test_one_can_be_told_instead(system: System) -> None:
    system.has(RUN[:-1])
    code, said, called = system.run("run", NO_APT="1")
    assert (code, called) == (1, [])
    assert "sudo apt-get install --yes --no-install-recommends libglib2.0-0" in said


def test_without_sudo_one_is_told(system: System) -> None:
    system.has(RUN[:-1])
    (system.folder / "sudo").unlink()
    code, said, called = system.run("run")
    assert (code, called) == (1, [])
    assert "As root: apt-get install" in said


def test_a_renamed_package_counts(system: System) -> None:
    system.has(["libegl1", "libgl1", "libglib2.0-0t64, libglib2.0-0 (= 2.80)"])
    assert system.run("run") == (0, "", [])


def test_a_python_without_venv_gets_one(system: System) -> None:
    system.stub("python3", "exit 1")
    assert system.run("run")[2][-1].endswith(" python3 python3-venv")


def test_a_system_without_apt_is_left_alone(system: System) -> None:
    (system.folder / "apt-get").unlink()
    system.has([])
    assert system.run("test") == (0, "", [])


def test_there_is_one_list() -> None:
    """Continuous integration has none of its own, and the image of the phone has the same."""
    assert "apt-get" not in (ROOT / ".ci" / "run").read_text()
    image = (ROOT / "docker" / "phone.Dockerfile").read_text()
    installed = re.search(r"--no-install-recommends (.*) \\", image)
    assert installed is not None and set(RUN) <= set(installed[1].split())

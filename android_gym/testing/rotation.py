"""Rotation of expensive tests: each commit runs a share of them, several commits run them all.

A plugin of pytest, loaded by ``pytest_plugins = ["android_gym.testing.rotation"]`` in a top-level
``conftest.py``. Tests that are made for each registered id, app or database are marked:

    @pytest.mark.rotating
    @pytest.mark.parametrize("env_id", IDS)
    def test_twenty_seeds(env_id): ...

A case of such a test belongs to one rotation of `PERIOD`, by a hash of its node id alone: it stays
there whatever other tests exist, in every process and on every machine. ``--rotation N`` runs the
cases of rotation N (modulo the period), ``--rotation all`` every case. By default N is the number
of commits up to HEAD. The header of the run names it.
"""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

import pytest

__all__ = ["PERIOD", "Rotation", "rotation_of_commit", "seeds_that_rotate", "turn"]

_T = TypeVar("_T")

PERIOD: Final = 7
"""Number of rotations that run every case once; a case's mark may ask for more of them."""

SEEDS_PER_SUITE: Final = 420
"""Number of demonstrations with further seeds that take part in the rotation, per suite."""

_ALL: Final = "all"
_SECONDS_PER_DAY: Final = 86_400
_GIT_S: Final = 20.0


@dataclass(frozen=True)
class Rotation:
    """The tests that a run includes.

    Attributes:
        number: Number of the rotation; None for every case.
        origin: Where the number comes from, for the header.
    """

    number: int | None
    origin: str

    def includes(self, name: str, period: int = PERIOD) -> bool:
        """Return whether a case is run.

        Args:
            name: Node id of the case.
            period: Number of rotations among which the test's cases are spread.
        """
        return self.number is None or turn(name, period) == self.number % period

    def part(self, items: Sequence[_T], period: int = PERIOD) -> Sequence[_T]:
        """Return the items of a sequence that are for this run: every `period`-th one.

        For tests that go through many similar items (seeds, sizes) in one case.

        Args:
            items: The items; `period` consecutive runs cover each once.
            period: Number of rotations among which they are spread.
        """
        return items if self.number is None else items[self.number % period :: period]

    def __str__(self) -> str:
        if self.number is None:
            return f"all ({self.origin})"
        return (
            f"{self.number} ({self.origin}): marked tests run one case in {PERIOD} or fewer; "
            f"repeat it with --rotation {self.number}, run all with --rotation all"
        )


def turn(name: str, period: int = PERIOD) -> int:
    """Return the rotation, in [0, `period`), that a case belongs to."""
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") % period


def seeds_that_rotate(ids: int, most: int) -> int:
    """Return how many further seeds of each id rotate; the rest is for the nightly run.

    A suite has `SEEDS_PER_SUITE` of them, shared evenly by its ids, so that the time of a commit
    stays bounded while suites grow. Other suites have no influence.

    Args:
        ids: Number of ids of the suite.
        most: Number of further seeds for each id.
    """
    return max(1, min(most, SEEDS_PER_SUITE // max(1, ids)))


def rotation_of_commit(folder: Path) -> Rotation:
    """Return the rotation of the commit that is checked out.

    In a shallow clone, where commits can't be counted, it is the day of the commit.

    Args:
        folder: Any folder of the work tree.
    """
    shallow = _git(folder, "rev-parse", "--is-shallow-repository")
    if shallow == "false":
        count = _git(folder, "rev-list", "--count", "HEAD")
        if count is not None and count.isdecimal():
            return Rotation(int(count), "number of commits up to HEAD")
    elif shallow == "true":
        seconds = _git(folder, "show", "--no-patch", "--format=%ct", "HEAD")
        if seconds is not None and seconds.isdecimal():
            return Rotation(int(seconds) // _SECONDS_PER_DAY, "day of HEAD, in a shallow clone")
    return Rotation(0, "there is no commit to count from")


def _git(folder: Path, *arguments: str) -> str | None:
    """Return git's output; None if it fails or is not installed."""
    try:
        result = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            capture_output=True,
            text=True,
            timeout=_GIT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout.strip()


def _parse(value: str) -> Rotation:
    if value == _ALL:
        return Rotation(None, "as --rotation says")
    if not value.isdecimal() or not value.isascii() or len(value) > 18:
        raise pytest.UsageError(f"--rotation takes a number or {_ALL!r}, not {value!r}")
    return Rotation(int(value), "as --rotation says")


def _chosen_by_name(config: pytest.Config) -> bool:
    """Return whether particular tests were chosen, which means all their cases."""
    return bool(config.option.keyword) or any("::" in argument for argument in config.args)


# --- hooks of pytest


_rotation = pytest.StashKey[Rotation]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--rotation``."""
    parser.getgroup("rotation").addoption(
        "--rotation",
        metavar="N|all",
        help="which rotation of the tests marked `rotating` to run; by default the number of "
        "commits up to HEAD, or all where tests are chosen by -k or file::name",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Determine the rotation once; xdist's workers get it by the option."""
    config.addinivalue_line(
        "markers",
        f"rotating(period={PERIOD}): one case in `period` runs on a commit (--rotation)",
    )
    if config.option.rotation is not None:
        rotation = _parse(config.option.rotation)
    elif _chosen_by_name(config):
        rotation = Rotation(None, "tests are chosen by name")
    else:
        rotation = rotation_of_commit(config.rootpath)
    config.option.rotation = _ALL if rotation.number is None else str(rotation.number)
    config.stash[_rotation] = rotation


def pytest_report_header(config: pytest.Config) -> str:
    """Return the line of the header that says how to repeat the run."""
    return f"rotation: {config.stash[_rotation]}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect cases that belong to other rotations."""
    rotation = config.stash[_rotation]
    kept: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        (kept if _is_included(item, rotation) else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = kept


def _is_included(item: pytest.Item, rotation: Rotation) -> bool:
    mark = item.get_closest_marker("rotating")
    return mark is None or rotation.includes(item.nodeid, **mark.kwargs)


@pytest.fixture(scope="session")
def rotation(request: pytest.FixtureRequest) -> Rotation:
    """Return the rotation, for tests that take their share themselves."""
    return request.config.stash[_rotation]

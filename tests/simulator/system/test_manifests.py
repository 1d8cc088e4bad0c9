"""Manifests whose parts are of the wrong kind, as a slip of the keyboard makes them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from android_gym.errors import OptionError
from android_gym.simulator import apps
from android_gym.simulator.system.packages import LAUNCHER_FILTER, ActivityInfo, Manifest


@pytest.mark.parametrize(
    ("kind", "values", "told"),
    [
        (ActivityInfo, {"filters": LAUNCHER_FILTER}, "filters of a must be a tuple of IntentFilt"),
        (ActivityInfo, {"filters": ("MAIN",)}, r"of IntentFilter, .* got \('MAIN',\)"),
        (Manifest, {"activities": ActivityInfo(".A")}, "activities of a must be a tuple of Activ"),
        (Manifest, {"permissions": "CAMERA"}, "permissions of a must be a tuple of str, .*'CAMERA"),
        (
            Manifest,
            {"icon": ("#00695C", "counter")},
            r"icon of a must be \(background, name, co",
        ),
        (Manifest, {"icon": ("00695C", "counter", "#FFF")}, r"such as #00695C, got \('00695C'"),
    ],
)
def test_a_part_of_another_kind_is_named(kind: Any, values: dict[str, Any], told: str) -> None:
    first = {"name": "a"} if kind is ActivityInfo else {"package": "a", "label": "A"}
    with pytest.raises(OptionError, match=told):
        kind(**first, **values)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of one's own with an app, whose manifest is still to be written."""
    (tmp_path / "newcomer_of_mine").mkdir()
    (tmp_path / "newcomer_of_mine" / "__init__.py").write_text("")
    before = list(apps.__path__)
    apps.__path__.append(str(tmp_path))
    apps.discover.cache_clear()
    yield tmp_path / "newcomer_of_mine"
    apps.__path__[:] = before
    apps.discover.cache_clear()
    for name in [name for name in sys.modules if ".newcomer_of_mine" in name]:
        del sys.modules[name]


def test_a_folder_without_a_manifest_is_named(folder: Path) -> None:
    with pytest.raises(OptionError, match="no manifest.py beside .*newcomer_of_mine"):
        apps.discover()
    (folder / "manifest.py").write_text("import no_such_module")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        apps.discover()


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        ("MANIFST = Manifest('org.example.a', 'A')", "manifest.py must define MANIFEST, a Manifes"),
        (
            "MANIFEST = Manifest('com.arduia.expense', 'A')",
            "Both .*pro_expense.* 'com.arduia.exp",
        ),
    ],
)
def test_a_folder_without_an_app_of_its_own_is_named(
    folder: Path, manifest: str, told: str
) -> None:
    line = "from android_gym.simulator.system.packages import Manifest\n"
    (folder / "manifest.py").write_text(line + manifest)
    with pytest.raises(OptionError, match=told):
        apps.discover()

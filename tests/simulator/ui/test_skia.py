"""Skia where its system libraries are missing, and on memory that is not its own."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from pathlib import Path
from weakref import ref

import numpy as np

from android_gym.simulator.ui._skia import canvas_on


def test_a_missing_library_is_named(tmp_path: Path) -> None:
    message = "libEGL.so.1: cannot open shared object file"
    (tmp_path / "skia.py").write_text(f"raise ImportError({message!r})")
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from android_gym.errors import DependencyError
try:
    import android_gym.simulator.ui.renderer
except DependencyError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert message in done.stdout
    assert "apt-get install libegl1 libgl1" in done.stdout


def test_a_canvas_keeps_the_array_it_draws_on() -> None:
    pixels = np.zeros((400, 300, 4), np.uint8)
    array = ref(pixels)
    canvas = canvas_on(pixels)
    del pixels
    gc.collect()
    canvas.clear(0xFF112233)
    kept = array()
    assert kept is not None and kept[0, 0].tolist() == [0x11, 0x22, 0x33, 0xFF]
    del canvas, kept
    gc.collect()
    assert array() is None


def test_nothing_draws_on_an_array_in_another_way() -> None:
    """Skia writes to memory that is long given back: a crash, minutes later, anywhere."""
    root = Path(__file__).parents[3]
    folders = ("android_gym", "task_suite", "tests", "wrappers", "examples")
    files = [file for folder in folders for file in sorted((root / folder).rglob("*.py"))]
    unsafe = re.compile(r"skia\.(?:Surface|Canvas)\((?!\d)|copy=False.*skia|MakeRasterDirect")
    found = [
        f"{file.relative_to(root)}:{number}"
        for file in files
        if file.name not in ("_skia.py", "test_skia.py")
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if unsafe.search(line)
    ]
    assert found == []

"""Without Skia's system libraries, the error says what to install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


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

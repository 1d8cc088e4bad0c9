"""Vector environments that are closed, and no server of forks that is left."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import forkserver
from typing import Any

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.vector import AndroidVectorEnv

from .vectors import make


@pytest.fixture(scope="module", autouse=True)
def _no_server_is_left() -> Iterator[None]:
    """End the server that Python forks processes from; else it would end with this process."""
    yield
    forkserver._forkserver._stop()


@pytest.fixture
def vector() -> Iterator[Any]:
    """Make vector environments, and close them."""
    made: list[AndroidVectorEnv] = []

    def call(*args: Any, **options: Any) -> AndroidVectorEnv:
        made.append(make(*args, **options))
        return made[-1]

    yield call
    for envs in made:
        envs.close()

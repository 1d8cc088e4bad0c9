"""Phones served in other processes, and a look at what tests leave behind."""

from __future__ import annotations

import os
import secrets
import signal
import time
from collections.abc import Iterator

import psutil
import pytest

from android_gym.testing.serving import ServedPhone

_MARK = "ANDROID_GYM_TEST_RUN"


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_left_running() -> Iterator[None]:
    """Whatever the tests start (phones, adb servers that fork away) ends with them."""
    mark = os.environ[_MARK] = secrets.token_hex(8)
    yield
    del os.environ[_MARK]
    deadline = time.monotonic() + 30
    while left := _marked(mark):
        assert time.monotonic() < deadline, f"the tests left processes running: {left}"
        psutil.wait_procs(left, timeout=0.2)


@pytest.fixture(scope="session", autouse=True)
def _interrupts_arrive() -> None:
    """A shell ignores Ctrl-C for what it starts in the background, and that is inherited."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _marked(mark: str) -> list[psutil.Process]:
    """Processes that were started by this one or its children, and have to end before it."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(_MARK) != mark or process.pid == os.getpid():
                continue
            # Python's own helper of shared memory ends when this process does.
            helper = "multiprocessing.resource_tracker" in " ".join(process.cmdline())
            if process.status() != psutil.STATUS_ZOMBIE and not helper:
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.fixture(scope="module")
def served_phone() -> Iterator[ServedPhone]:
    """A phone in another process, whose time stands still between commands."""
    with ServedPhone(["--virtual-time"]) as phone:
        yield phone


@pytest.fixture(scope="module")
def real_time_phone() -> Iterator[ServedPhone]:
    """A phone in another process that follows real time."""
    with ServedPhone() as phone:
        yield phone

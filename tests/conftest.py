"""Phones served in other processes, and a look at what tests leave behind."""

from __future__ import annotations

import gc
import logging
import os
import secrets
import signal
import time
from collections.abc import Iterator

import psutil
import pytest
from hypothesis import HealthCheck, settings

from android_gym.errors import AppError
from android_gym.testing.serving import ServedPhone

pytest_plugins = ["android_gym.testing.rotation"]

# The same examples on every machine, however busy it is.
settings.register_profile(
    "repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")

_MARK = "ANDROID_GYM_TEST_RUN"


def pytest_configure() -> None:
    """Have pytest say less of long values: where these are set it compares pictures for minutes."""
    for name in ("CI", "BUILD_NUMBER"):
        os.environ.pop(name, None)


def pytest_collection_finish() -> None:
    """Take what was collected out of the garbage collector's sight, which slows every search."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _nothing_is_left_running() -> Iterator[None]:
    """End whatever the tests have started: phones, adb servers that fork away."""
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


class _Crashes(logging.Handler):
    """Keeps the `AppError` of each crash that is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[AppError] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, AppError):
            self.errors.append(error)


@pytest.fixture(autouse=True)
def app_errors(request: pytest.FixtureRequest) -> Iterator[list[AppError]]:
    """Crashes of apps in this process; one in a test that is not marked `app_crashes` fails it.

    An app's fault ends no episode and raises nothing, so no test would see it otherwise.
    """
    logger = logging.getLogger("android_gym.simulator.system.crashes")
    handler = _Crashes()
    logger.addHandler(handler)
    yield handler.errors
    logger.removeHandler(handler)
    if request.node.get_closest_marker("app_crashes") is None:
        assert not handler.errors, f"apps crashed: {[str(error) for error in handler.errors]}"


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
    assert not _crashes_of(phone)


@pytest.fixture(scope="module")
def real_time_phone() -> Iterator[ServedPhone]:
    """A phone in another process that follows real time."""
    with ServedPhone() as phone:
        yield phone
    assert not _crashes_of(phone)


def _crashes_of(phone: ServedPhone) -> list[str]:
    """Return what a served phone has logged of crashes of apps."""
    return [line for line in phone.log if "AppError" in line]

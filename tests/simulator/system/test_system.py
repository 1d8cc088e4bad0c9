"""The services together."""

from __future__ import annotations

import gc
import pickle
import weakref

import pytest

from android_gym.simulator.state import State
from android_gym.simulator.system import System
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.system.packages import Manifest

APP = "com.example"


class Host:
    """An activity host for apps without screens."""

    def __getattr__(self, name: str) -> object:
        return lambda *arguments: None


@pytest.fixture
def system() -> System:
    system = System(State(), [Manifest(APP, "Example")])
    system.activities.host = Host()  # type: ignore[assignment]
    return system


def test_a_force_stopped_app_lets_go_of_databases_and_notifications(system: System) -> None:
    """Also where it has no process: a provider may have opened them."""
    path = f"/data/data/{APP}/databases/a.db"
    database = system.databases.open(path, APP, create=lambda db: db.execute("CREATE TABLE t (x)"))
    system.notifications.post(Notification(APP, 1, "title"))
    system.files.rmtree(f"/data/data/{APP}/databases")
    assert database.query("SELECT * FROM t") == []
    system.activities.force_stop(APP)
    assert system.notifications.active() == []
    again = system.databases.open(path, APP, create=lambda db: db.execute("CREATE TABLE u (x)"))
    assert again.query("SELECT * FROM u") == []


def test_a_phone_that_is_no_longer_used_is_freed() -> None:
    system = System(State())
    system.databases.open("/sdcard/a.db", APP).script("CREATE TABLE t (x DEFAULT (date('now')))")
    seen = weakref.ref(system)
    del system
    gc.collect()
    assert seen() is None


def test_time_alone_moves_no_revision(system: System) -> None:
    before = system.state.total_revision
    for _ in range(100):
        system.clock.advance(100)
    assert system.state.total_revision == before


def test_every_value_of_a_snapshot_can_be_pickled_and_is_small(system: System) -> None:
    snapshot = system.state.snapshot()
    data = pickle.dumps(snapshot)
    assert len(data) < 100_000
    other = System(State(), [Manifest(APP, "Example")])
    other.clock.advance(5)
    other.state.restore(pickle.loads(data))
    assert other.clock.now_ms() == system.clock.now_ms()

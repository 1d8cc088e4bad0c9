"""Clusters that aren't there, nodes that differ, workers that are lost: told without Ray."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from android_gym.cli import app
from android_gym.distributed import Placement, RayCrew, cluster
from android_gym.distributed.cluster import NodeFacts, check_node, connected, load_ray, lost, room
from android_gym.errors import AndroidGymError, ClusterError, DependencyError, OptionError
from android_gym.evaluation import sweep
from android_gym.evaluation.playing import Job

HERE = NodeFacts("driver (process 1)", "", "0.1.0", "a" * 64, {"numpy": "2.0"})


def test_ray_is_imported_when_it_is_used() -> None:
    code = "import sys, android_gym.distributed; assert 'ray' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_ray_is_asked_for_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(DependencyError, match=r'pip install "android-gym\[ray\]"'):
        load_ray()


@pytest.mark.parametrize(
    "address", ["nonsense", "host:0", "host:99999", "ray://h:1", "a/b:1", ":7"]
)
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(OptionError, match="must be 'auto', 'local' or 'host:port'"):
        connected(address).__enter__()


def test_a_cluster_that_is_not_there_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fake: Any = ModuleType("ray")
    fake.is_initialized = lambda: False
    monkeypatch.setitem(sys.modules, "ray", fake)
    with socket.socket() as bound:  # nobody listens
        bound.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{bound.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"no Ray cluster at '{address}'.*ray start --head"):
            connected(address).__enter__()
        monkeypatch.setenv("RAY_ADDRESS", address)
        result = CliRunner().invoke(app, ["sweep", "--ray", "auto", "--out", "x", "A/B-v0"])
        assert result.exit_code == 2 and address in result.output


def test_a_head_that_is_gone_is_told_before_ray_ends_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: now))
    with socket.create_server(("127.0.0.1", 0)) as bound:
        address = f"127.0.0.1:{bound.getsockname()[1]}"
        context = SimpleNamespace(gcs_address=address)
        fake: Any = SimpleNamespace(get_runtime_context=lambda: context)
        head = cluster.Head(fake)
        for now in (10.0, 100.0):  # noqa: B007
            head.check()
    for now in (102.0, 110.0, 130.0):  # noqa: B007  # not asked; not yet given up
        head.check()
    now = 131.0
    head.check()  # it was asked a second ago
    now = 136.0
    with pytest.raises(
        ClusterError, match=f"head of the Ray cluster, {address}, was lost.*goes on"
    ):
        head.check()


def test_what_ray_says_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**options: object) -> None:
        raise ConnectionError("Could not find any running Ray instance. Please specify the one")

    fake: Any = ModuleType("ray")
    fake.is_initialized, fake.init = (lambda: False), init
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(ClusterError, match="at 'auto'.*Could not find.*ray start --head"):
        connected(None).__enter__()


@contextlib.contextmanager
def listening(answer: bytes) -> Iterator[str]:
    """Something at a port that says this to everybody; its address."""
    with socket.create_server(("127.0.0.1", 0)) as bound:

        def serve() -> None:
            with contextlib.suppress(OSError):
                link, _ = bound.accept()
                with link:
                    link.recv(100)
                    link.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        yield f"127.0.0.1:{bound.getsockname()[1]}"


def test_what_listens_may_be_no_head(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**options: object) -> None:
        raise ConnectionError("Failed to connect")

    fake: Any = ModuleType("ray")
    fake.is_initialized, fake.init = (lambda: False), init
    monkeypatch.setitem(sys.modules, "ray", fake)
    with (
        listening(b"HTTP/1.1 400 Bad Request\r\n\r\n") as address,
        pytest.raises(ClusterError, match=f"no Ray cluster at '{address}': .* speaks no gRPC"),
    ):
        connected(address).__enter__()
    with (
        listening(b"\0\0\0\4\0\0\0\0\0") as address,
        pytest.raises(ClusterError, match=f"listens at '{address}'.*RAY_AUTH_MODE=token"),
    ):
        connected(address).__enter__()
    monkeypatch.setattr(cluster, "_REACH_S", 0.1)
    with (
        socket.create_server(("127.0.0.1", 0)) as bound,  # it takes calls, and says nothing
        pytest.raises(ClusterError, match="no Ray cluster at .*timed out"),
    ):
        connected(f"127.0.0.1:{bound.getsockname()[1]}").__enter__()


def test_nodes_must_have_the_same_android_gym() -> None:
    assert check_node(HERE, HERE) == []
    other = replace(HERE, host="far (process 2)", version="0.0.9")
    with pytest.raises(ClusterError, match=r"far \(process 2\) has android_gym 0.0.9, not 0.1.0"):
        check_node(HERE, other)
    with pytest.raises(ClusterError, match="0.1.0 too, but with other files"):
        check_node(HERE, replace(HERE, host="far", digest="b" * 64))
    told = check_node(HERE, replace(HERE, host="far", packages={"numpy": "2.1", "cv": "4"}))
    assert told == [
        "far has cv 4, driver (process 1) has none: what comes out may differ.",
        "far has numpy 2.1, driver (process 1) has 2.0: what comes out may differ.",
    ]


def test_the_digest_is_of_what_is_installed() -> None:
    one = NodeFacts.here("n")
    assert one.digest == NodeFacts.here().digest and len(one.digest) == 64
    assert one.packages["gymnasium"] and one.node_id == "n"


@pytest.mark.parametrize(
    "options", [{"cpus": 0}, {"cpus": "1"}, {"memory_mb": 0}, {"strategy": "spread"}]
)
def test_a_placement_that_is_none(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Placement(**options)


def _ray(*nodes: dict[str, Any]) -> Any:
    """Return what of Ray is asked here, with its own exceptions' names."""
    names = ["RayError", "RayTaskError", "OutOfMemoryError", "ActorUnavailableError"]
    names += ["ObjectLostError", "NodeDiedError", "ActorDiedError"]
    made: dict[str, Any] = {"RayError": type("RayError", (Exception,), {})}
    for name in names[1:]:
        made[name] = type(name, (made["RayError"],), {})
    return SimpleNamespace(exceptions=SimpleNamespace(**made), nodes=lambda: list(nodes))


def node(name: str = "n", cpus: float = 4.0, memory: float = 8 << 30, alive: bool = True) -> Any:
    resources = {"CPU": cpus, "memory": memory}
    return {"NodeID": name, "Alive": alive, "NodeManagerHostname": name, "Resources": resources}


def test_room_is_counted_node_by_node() -> None:
    ray = _ray(node("a", 3.0), node("b", 3.0), node("dead", 64.0, alive=False))
    assert room(ray, Placement().resources) == 6
    assert room(ray, Placement(cpus=2.0).resources) == 2
    assert room(ray, Placement(memory_mb=3000).resources) == 4
    assert room(ray, Placement(cpus=0.1).resources) == 60


def test_what_becomes_of_a_worker_is_told_apart() -> None:
    ray = _ray(node("n"))
    own = ray.exceptions
    facts = replace(HERE, host="far (process 9)", node_id="n")
    assert lost(ray, own.RayTaskError("KeyError: 'x'"), facts) is None  # a bug is no lost node
    assert lost(ray, ValueError("x"), facts) is None
    died = own.ActorDiedError(
        "The actor died.\n\tpid: 1\nThe actor is dead. Worker exit detail: End of file. "
        "Some common causes include: (1) the process was killed"
    )
    found = lost(ray, died, facts)
    assert found is not None and found.cause == "process"
    assert found.text == "The worker on far (process 9) died: End of file."
    found = lost(ray, died, replace(facts, node_id="gone"))
    assert found is not None and found.cause == "node"
    found = lost(ray, own.ActorUnavailableError("Socket closed"), facts)
    assert found is not None and found.cause == "node" and "Socket closed" in found.text
    found = lost(ray, own.OutOfMemoryError("Task was killed due to the node running low"), facts)
    assert found is not None and found.cause == "memory" and "memory_mb" in found.text
    found = lost(ray, died, None)  # one that has not begun
    assert found is not None and found.cause == "process"


def test_a_crew_is_used_in_a_with_block(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="with RayCrew"):
        sweep("AndroidWorld/SystemWifiTurnOff-v0", "random", out=tmp_path, crew=RayCrew())


def test_emulators_belong_to_one_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    crew = RayCrew()
    monkeypatch.setattr(crew, "_connected", SimpleNamespace())
    for device in ("emulator-5554", {"kind": "emulator", "name": "emulator-5554"}):
        with pytest.raises(OptionError, match="belongs to one machine"):
            next(crew.play_all([], [[Job("random", device)]]))


def test_errors_are_of_the_package() -> None:
    assert issubclass(ClusterError, AndroidGymError)

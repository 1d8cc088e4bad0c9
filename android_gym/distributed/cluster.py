"""A Ray cluster: connecting to it, finding room on it, and explaining the loss of a worker."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import math
import os
import platform
import socket
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, get_args

import android_gym
from android_gym.checks import check_choice, check_number, check_text, check_whole, shown
from android_gym.errors import ClusterError, DependencyError, OptionError

__all__ = [
    "Head",
    "Lost",
    "NodeFacts",
    "Placement",
    "check_node",
    "connected",
    "load_ray",
    "lost",
    "room",
    "told_room",
]

Strategy = Literal["SPREAD", "PACK"]
Cause = Literal["node", "memory", "process"]

_REACH_S: Final = 10.0
"""Time that a cluster's port has to answer; Ray itself tries for several minutes."""

_HELLO: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
"""Start of a gRPC connection; a server answers with its settings, a frame of type 4."""

_HEAD_S: Final = 30.0
"""Time after which an unreachable head counts as lost; Ray ends the process after 60 s."""

_ASK_S: Final = 5.0
"""Time between two checks of the head."""

_SUFFIXES: Final = frozenset(
    {".css", ".csv", ".html", ".js", ".json", ".npz", ".png", ".py", ".svg", ".toml", ".txt"}
)
"""Suffixes of the package's files, as in the data list of `pyproject.toml`, except for fonts."""

_PACKAGES: Final = ("gymnasium", "numpy", "opencv-python-headless", "skia-python", "uharfbuzz")
"""Packages whose version may change a phone's look or an environment's results."""


@dataclass(frozen=True)
class Placement:
    """Placement of workers on a cluster: the resources of each, and how they are spread.

    Attributes:
        cpus: Processors of a worker, above 0. A worker plays one phone at a time, so more than 1
            helps only if the policy computes too.
        memory_mb: Memory reserved for a worker in Ray's bookkeeping, in MB; None for no
            reservation. A worker with eight phones takes about 370; see docs/distributed.md.
        strategy: ``"SPREAD"`` over all nodes, so that losing one costs little; or ``"PACK"`` onto
            few, so that others can be released.
    """

    cpus: float = 1.0
    memory_mb: int | None = None
    strategy: Strategy = "SPREAD"

    def __post_init__(self) -> None:
        check_number("cpus", self.cpus, 0.01, 1024)
        if self.memory_mb is not None:
            check_whole(1, 2**24, memory_mb=self.memory_mb)
        check_choice("strategy", self.strategy, get_args(Strategy))

    @property
    def resources(self) -> dict[str, float]:
        """Return the resources of a worker, in Ray's terms."""
        wanted = {"CPU": float(self.cpus)}
        if self.memory_mb is not None:
            wanted["memory"] = float(self.memory_mb << 20)
        return wanted

    @property
    def options(self) -> dict[str, float | str]:
        """Return the options of a worker's actor outside a placement group."""
        # Ray's "DEFAULT" fills a node before it uses the next.
        strategy = "SPREAD" if self.strategy == "SPREAD" else "DEFAULT"
        own: dict[str, float | str] = {"num_cpus": self.cpus, "scheduling_strategy": strategy}
        if self.memory_mb is not None:
            own["memory"] = self.memory_mb << 20
        return own


@dataclass(frozen=True)
class NodeFacts:
    """Versions on a node, to compare with the driver's.

    Attributes:
        host: The node's name, and the number of its process.
        node_id: Ray's id of the node; empty for the driver.
        version: Version of android_gym.
        digest: SHA-256 of its files.
        packages: Versions of the packages that influence results, by name.
    """

    host: str
    node_id: str
    version: str
    digest: str
    packages: Mapping[str, str]

    @classmethod
    def here(cls, node_id: str = "") -> NodeFacts:
        """Return the facts of this process."""
        host = f"{platform.node()} (process {os.getpid()})"
        return cls(host, node_id, android_gym.__version__, _digest(), _versions())


@functools.cache
def _digest() -> str:
    """Return the digest of the package's code and data."""
    top = Path(android_gym.__file__).parent
    found = hashlib.sha256()
    for folder, names, files in os.walk(top, followlinks=True):
        names[:] = sorted(name for name in names if name != "__pycache__")
        for name in sorted(files):
            file = Path(folder, name)
            if file.suffix not in _SUFFIXES:  # left out of wheels, or compiled by Python
                continue
            found.update(f"{file.relative_to(top)}\0".encode())
            found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version()}
    for name in _PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            versions[name] = metadata.version(name)
    return versions


def check_node(own: NodeFacts, other: NodeFacts) -> list[str]:
    """Compare a node with the driver.

    Args:
        own: The driver.
        other: The node.

    Returns:
        Differences that are harmless by themselves, a line each.

    Raises:
        ClusterError: If it has another android_gym.
    """
    if (own.version, own.digest) != (other.version, other.digest):
        versions = f"{other.version}, not {own.version}"
        if own.version == other.version:
            versions = f"{own.version} too, but with other files (digest {other.digest[:12]}, "
            versions += f"not {own.digest[:12]})"
        raise ClusterError(
            f"{other.host} has android_gym {versions} as {own.host} does, where this was called. "
            "Results of the two can't be told apart: install the same one on every node."
        )
    names = sorted(own.packages.keys() | other.packages.keys())
    return [
        f"{other.host} has {name} {other.packages.get(name, 'not at all')}, {own.host} has "
        f"{own.packages.get(name, 'none')}: what comes out may differ."
        for name in names
        if own.packages.get(name) != other.packages.get(name)
    ]


# --- connecting ----------------------------------------------------------------------------------


def load_ray() -> ModuleType:
    """Import Ray.

    Raises:
        DependencyError: If it is missing.
    """
    try:
        import ray
    except ImportError as error:
        raise DependencyError(
            f'This needs Ray ({error}): run `pip install "android-gym[ray]"`, on every node of the '
            "cluster."
        ) from error
    return ray


@contextlib.contextmanager
def connected(address: str | None, folder: str | None = None) -> Iterator[ModuleType]:
    """Connect to a cluster; disconnect at the end, unless the caller was connected before.

    Args:
        address: ``"host:port"`` of its head; ``"local"`` starts a cluster of this machine's
            processors; ``"auto"`` and None take the one that this machine is a node of, or that
            ``RAY_ADDRESS`` names. A caller that is already connected stays so.
        folder: Files that every worker gets a copy of, as its current folder; None for none.

    Yields:
        The module `ray`.

    Raises:
        OptionError: If the address is not valid.
        ClusterError: If there is no cluster.
        DependencyError: If Ray is missing.
    """
    address = _check_address(address)
    ray = load_ray()
    if ray.is_initialized():
        if folder is not None:
            raise OptionError(
                "Ray is connected already, so its workers can't be given a folder any more: leave "
                "it out, or give ray.init its runtime_env={'working_dir': ...}."
            )
        yield ray
        return
    _reach(address)
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level="ERROR",
            runtime_env=None if folder is None else {"working_dir": folder},
            **({"include_dashboard": False} if address == "local" else {}),
        )
    except Exception as error:  # of many classes, RuntimeError, ConnectionError and others
        raise ClusterError(_told_unconnected(address, _first_line(error))) from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _told_unconnected(address: str, why: str) -> str:
    """Return the message for a failed connection."""
    if address in ("auto", "local"):
        return (
            f"There is no Ray cluster at {shown(address)}, or this machine is no node of it: {why} "
            "Start one with `ray start --head`, and `ray start --address=HEAD:6379` on each "
            "further node; or give 'local'."
        )
    return (
        f"Something listens at {shown(address)}, but Ray could not connect with it: {why} Is it "
        "the head of a Ray cluster, of the same version of Ray, and is this machine a node of it "
        "(`ray status`)? If `ray start` said there that token authentication is enabled, set "
        "RAY_AUTH_MODE=token here too."
    )


def _check_address(address: str | None) -> str:
    if address is None or address == "auto":
        address = os.environ.get("RAY_ADDRESS") or "auto"
    check_text("address", address)
    host, colon, port = address.rpartition(":")
    is_port = bool(colon and host) and port.isdecimal() and 0 < int(port) < 65536
    if address not in ("auto", "local") and not (is_port and "/" not in host):
        client = "Ray's client (ray://) is not for this: " if address.startswith("ray://") else ""
        raise OptionError(
            f"{client}the address of a Ray cluster must be 'auto', 'local' or 'host:port', got "
            f"{shown(address)}. To run on a cluster from outside, `ray job submit` the command."
        )
    return address


def _reach(address: str) -> None:
    """Check that a server listens there: Ray would try for minutes, and then end the process."""
    if address in ("auto", "local"):
        return
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _REACH_S) as link:
            if os.environ.get("RAY_USE_TLS", "0") == "0":
                link.sendall(_HELLO)
                why = "" if link.recv(9)[3:4] == b"\4" else "what listens there speaks no gRPC"
            else:
                why = ""
    except OSError as error:
        why = str(error)
    if why:
        raise ClusterError(
            f"There is no Ray cluster at {shown(address)}: {why}. Start it there with `ray start "
            f"--head --port={port}`, or see `ray status` for where it is."
        )


class Head:
    """The head of the connected cluster, without which Ray doesn't report lost nodes.

    Args:
        ray: The module.
    """

    def __init__(self, ray: ModuleType) -> None:
        self.address = str(ray.get_runtime_context().gcs_address)
        self._asked_at = self._seen_at = time.monotonic()

    def check(self) -> None:
        """Check that the head was reachable recently.

        Raises:
            ClusterError: If it has been unreachable for too long.
        """
        now = time.monotonic()
        if now - self._asked_at < _ASK_S:
            return
        self._asked_at = now
        host, _, port = self.address.rpartition(":")
        try:
            socket.create_connection((host.strip("[]"), int(port)), _ASK_S).close()
        except OSError as error:
            if now - self._seen_at > _HEAD_S:
                raise ClusterError(
                    f"The head of the Ray cluster, {self.address}, was lost: for "
                    f"{_HEAD_S:g} s there has been no answer ({error}). Start the cluster anew "
                    "(`ray stop` on each node, then `ray start`), and call this again: a sweep "
                    "goes on with what its folder has, on a cluster or without one."
                ) from error
        else:
            self._seen_at = now


def room(ray: ModuleType, wanted: Mapping[str, float]) -> int:
    """Return how many workers would fit on the current nodes if they were empty."""
    count = 0
    for node in ray.nodes():
        if node["Alive"]:
            has = node["Resources"]
            count += min(
                math.floor(has.get(name, 0.0) / amount + 1e-9) for name, amount in wanted.items()
            )
    return count


def told_room(ray: ModuleType) -> str:
    """Return the nodes' resources in words, for errors."""
    told = [
        f"{node['NodeManagerHostname']}: {node['Resources'].get('CPU', 0.0):g} processors, "
        f"{node['Resources'].get('memory', 0.0) / 2**20:.0f} MB"
        for node in ray.nodes()
        if node["Alive"]
    ]
    return "; ".join(told) or "no node"


# --- losing workers ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lost:
    """A lost worker.

    Attributes:
        cause: ``"node"``: its node was lost or can't be reached; ``"memory"``: its node had no
            memory left; ``"process"``: only the process died.
        text: The cause in words.
    """

    cause: Cause
    text: str


def lost(ray: ModuleType, error: Exception, facts: NodeFacts | None) -> Lost | None:
    """Explain the loss of a worker.

    Args:
        ray: The module.
        error: The error that `ray.get` raised.
        facts: Facts of the worker's node; None if the worker has not begun.

    Returns:
        The loss; None if the worker is not lost, because its code raised the error.
    """
    where = "a node" if facts is None else facts.host
    exceptions = ray.exceptions
    if isinstance(error, exceptions.RayTaskError):
        return None
    text = _first_line(error)
    if isinstance(error, exceptions.OutOfMemoryError) or "memory monitor" in str(error):
        return Lost(
            "memory",
            f"The worker on {where} was killed because its node ran out of memory. Keep some free "
            "for each (memory_mb of the placement), take fewer workers, or larger nodes.",
        )
    is_known = facts is not None and any(
        node["NodeID"] == facts.node_id and node["Alive"] for node in ray.nodes()
    )
    is_cut_off = isinstance(
        error,
        exceptions.ActorUnavailableError | exceptions.ObjectLostError | exceptions.NodeDiedError,
    )
    if is_cut_off or (facts is not None and not is_known):
        return Lost("node", f"The node of the worker on {where} was lost: {text}")
    if isinstance(error, exceptions.RayError):
        return Lost("process", f"The worker on {where} died: {text}")
    return None


def _first_line(error: Exception) -> str:
    """Return an error's message, without what Ray adds for its own developers."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = next((line for line in lines if "Worker exit detail:" in line), "")
    text = told.partition("Worker exit detail:")[2].strip() or (lines[0] if lines else "")
    text = text.partition(" Some common causes")[0]
    return (text or type(error).__name__)[:300]

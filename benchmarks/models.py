"""Policies that ask a model: the cost of their steps, and how busy many of them keep one server."""

from __future__ import annotations

import contextlib
import itertools
import socket
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gymnasium as gym

from android_gym.agents.client import ChatClient
from android_gym.agents.formats import ModelReply, make_format
from android_gym.agents.policy import ModelPolicy
from android_gym.devices.device import Device
from android_gym.evaluation import sweep
from android_gym.testing.model_server import DemonstrationBrain, ModelServer

__all__ = ["Busy", "PolicyRate", "keep_busy", "policy_rate"]

_SIZE = {"width": 270, "height": 600, "density_dpi": 105}
"""A screen of 270x600 with as many dp as the usual one."""


@dataclass(frozen=True)
class PolicyRate:
    """Cost of a step of a model's policy.

    Attributes:
        cpu_ms: Processor time of a step in the policy's own process, in ms.
        wall_ms: Wall time of a step, including the server's, in ms.
        asking_ms: Processor time of asking alone, without the environment's step, in ms.
    """

    cpu_ms: float
    wall_ms: float
    asking_ms: float


def policy_rate(
    env_id: str, action_format: str, episodes: int = 6, small: bool = True
) -> PolicyRate:
    """Play the demonstration in a format repeatedly, with a server in another process.

    Args:
        env_id: The task.
        action_format: A name in `android_gym.agents.formats.FORMATS`.
        episodes: Number of episodes; the median of their steps counts.
        small: Whether the screen has 270x600 pixels instead of 1080x2400.

    Raises:
        ReplyError: If the format can't express what the demonstration does.
    """
    device = {"kind": "simulator", **(_SIZE if small else {})}
    env = gym.make(env_id, termination="declared", device=device, **ModelPolicy.env_options)
    try:
        with _Aside(_replies(env, action_format)) as base_url:
            policy = ModelPolicy(ChatClient(base_url, "replayed"), action_format)
            policy.prepare(env)
            rounds = [_episode(env, policy) for _ in range(episodes)]
    finally:
        env.close()
    return PolicyRate(*(statistics.median(part) for part in zip(*rounds, strict=True)))


def _episode(env: gym.Env[Any, Any], policy: ModelPolicy) -> tuple[float, float, float]:
    """Play an episode; return processor time, wall time and asking's processor time, ms a step."""
    observation, info = env.reset(seed=0)
    policy.reset(info["goal"], 0)
    steps, asking, over = 0, 0.0, False
    began, used = time.perf_counter(), time.process_time()
    while not over:
        before = time.process_time()
        action = policy.act(observation, info)
        asking += time.process_time() - before
        observation, _, terminated, truncated, info = env.step(action)
        steps += 1
        over = terminated or truncated
    if not info["is_success"]:
        raise RuntimeError("The replayed demonstration did not solve the task.")
    used, took = time.process_time() - used, time.perf_counter() - began
    return 1e3 * used / steps, 1e3 * took / steps, 1e3 * asking / steps


def _replies(env: gym.Env[Any, Any], action_format: str) -> list[ModelReply]:
    """Return the replies of a model that plays the demonstration."""
    replies: list[ModelReply] = []
    with ModelServer(lambda request: replies[-1], keep=False) as server:
        policy = ModelPolicy(ChatClient(server.base_url, "recorded"), action_format)
        policy.prepare(env)
        observation, info = env.reset(seed=0)
        policy.reset(info["goal"], 0)
        task = type(env.get_wrapper_attr("task"))
        device: Device = env.get_wrapper_attr("device")
        brain = DemonstrationBrain(make_format(action_format), task, device, info["goal"])
        over = False
        while not over:
            replies.append(brain({}))
            observation, _, terminated, truncated, info = env.step(policy.act(observation, info))
            over = terminated or truncated
    return replies


@dataclass(frozen=True)
class Busy:
    """Load of a server kept busy by phones, until nine tenths of its requests had come.

    Attributes:
        share: Share of the time in which it had a request, in [0, 1].
        at_once: Average number of concurrent requests.
        per_second: Requests per second.
        requests: Total number of requests.
    """

    share: float
    at_once: float
    per_second: float
    requests: int


def keep_busy(
    env_id: str,
    action_format: str,
    latency_s: float,
    phones: int = 16,
    episodes: int = 30,
    small: bool = True,
) -> Busy:
    """Sweep the demonstration of a task with many phones, a process each, and one server.

    The phones begin together, when all have started.

    Args:
        env_id: The task, whose demonstration does the same on every seed.
        action_format: Name of a format whose models are shown their earlier replies.
        latency_s: Latency of the server, for several requests at once.
        phones: Number of workers.
        episodes: Episodes of each phone.
        small: Whether the screens have 270x600 pixels instead of 1080x2400.
    """
    device = {"kind": "simulator", **(_SIZE if small else {})}
    env = gym.make(env_id, termination="declared", device=device, **ModelPolicy.env_options)
    try:
        replies = _replies(env, action_format)
    finally:
        env.close()

    def answer(request: dict[str, Any]) -> ModelReply:
        return replies[sum(message["role"] == "assistant" for message in request["messages"])]

    with (
        ModelServer(answer, latency_s=latency_s, keep=False) as server,
        _Gate(phones) as gate,
        TemporaryDirectory() as folder,
    ):
        results = sweep(
            [env_id],
            _Together(ChatClient(server.base_url, "replayed"), action_format, gate.port),
            out=Path(folder) / "run",
            seeds=range(phones * episodes),
            workers=phones,
            devices=[device],
            demonstrate=False,
        )
        if not all(result.success for result in results):
            raise RuntimeError("The replayed demonstration did not solve the task.")
        return _busy(sorted(server.spans))


class _Gate:
    """A barrier that releases a number of programs once all have arrived; a context manager.

    Attributes:
        port: Port on 127.0.0.1 to which they connect.
    """

    def __init__(self, count: int) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=count)
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._open, args=(count,), daemon=True)

    def _open(self, count: int) -> None:
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for _ in range(count):
                stack.enter_context(self._listener.accept()[0])

    def __enter__(self) -> _Gate:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()


class _Together(ModelPolicy):
    """A model's policy that begins when those of all processes do."""

    def __init__(self, client: ChatClient, action_format: str, port: int) -> None:
        super().__init__(client, action_format)
        self._port: int | None = port

    def prepare(self, env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
        """Wait for the others once, with everything loaded."""
        env.reset(seed=0)
        if self._port is not None:
            with socket.create_connection(("127.0.0.1", self._port), timeout=600) as waiting:
                waiting.recv(1)
            self._port = None
        return super().prepare(env)


def _busy(spans: Sequence[tuple[float, float]]) -> Busy:
    """Return the load of a server whose requests came and were answered at these times."""
    begin, end = spans[0][0], spans[len(spans) * 9 // 10][0]
    inside = [(max(a, begin), min(b, end)) for a, b in spans if a < end and b > begin]
    covered, until = 0.0, begin
    for came, sent in inside:
        covered += max(0.0, sent - max(came, until))
        until = max(until, sent)
    took = end - begin
    total = sum(sent - came for came, sent in inside)
    within = sum(begin <= came < end for came, _ in spans)
    return Busy(covered / took, total / took, within / took, len(spans))


class _Aside:
    """A server in a process of its own, which gives replies in turn; a context manager."""

    def __init__(self, replies: Sequence[ModelReply]) -> None:
        self._ours, theirs = get_context("spawn").Pipe()
        self._process = get_context("spawn").Process(target=_serve, args=(theirs, replies))

    def __enter__(self) -> str:
        self._process.start()
        if not self._ours.poll(60):
            self._process.kill()
            raise RuntimeError("The server did not start within 60 s.")
        base_url: str = self._ours.recv()
        return base_url

    def __exit__(self, *_: object) -> None:
        self._ours.send(None)
        self._process.join(60)


def _serve(pipe: Connection, replies: Sequence[ModelReply]) -> None:
    turns = itertools.cycle(replies)
    with ModelServer(lambda request: next(turns), keep=False) as server:
        pipe.send(server.base_url)
        pipe.recv()

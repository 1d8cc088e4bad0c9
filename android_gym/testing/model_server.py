"""A model's server for tests, on this computer only, that speaks OpenAI's chat protocol.

Replies come from a function, or from `DemonstrationBrain`, which plays a task's demonstration in a
format, so that a client, a session and the format can be tested on a task without a model.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from android_gym.agent_view import AgentView
from android_gym.agents.formats import ActionFormat, ModelReply, Screen
from android_gym.agents.formats.base import JSON
from android_gym.devices.device import Device
from android_gym.errors import ReplyError
from android_gym.events import Answer, Declare, Event, Key, KeyCombination, Text, Wait
from android_gym.task_suite.demonstrations import demonstration
from android_gym.task_suite.task import Task

__all__ = ["Brain", "DemonstrationBrain", "Fault", "ModelServer"]

_LARGEST = 64 << 20


@dataclass(frozen=True, slots=True)
class Fault:
    """A server's fault in place of a reply.

    Attributes:
        status: Status of the answer; 0 to close the connection without one.
        body: Body of the answer.
        headers: Its further headers.
        promised: Bytes that the header announces beyond those of the body.
    """

    status: int = 500
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    promised: int = 0


Brain = Callable[[dict[str, Any]], ModelReply | Fault]
"""A function that replies to a request, given as parsed JSON."""


class ModelServer:
    """Server of ``/v1/chat/completions`` on a free port of 127.0.0.1; a context manager.

    Args:
        brain: Replies to requests, one at a time.
        latency_s: Additional time of each answer; concurrent requests wait at the same time.
        keep: Whether to keep requests, including their pictures.

    Attributes:
        requests: The requests received, in order.
        keys: Their ``Authorization`` headers.
        spans: Times at which each was received and answered, in `time.monotonic` seconds, in the
            order of the answers.
    """

    def __init__(self, brain: Brain, *, latency_s: float = 0.0, keep: bool = True) -> None:
        self._brain = brain
        self._latency_s = latency_s
        self._keep = keep
        self._lock = threading.Lock()
        self.spans: list[tuple[float, float]] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    @property
    def base_url(self) -> str:
        """The URL for clients."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, body: bytes, key: str | None) -> Fault:
        """Return the answer to a request."""
        request = json.loads(body)
        with self._lock:
            if self._keep:
                self.requests.append(request)
                self.keys.append(key)
            reply = self._brain(request)
        if self._latency_s:
            time.sleep(self._latency_s)
        if isinstance(reply, Fault):
            return reply
        completion = _completion(reply, len(body), request.get("model"))
        if request.get("stream"):
            return Fault(200, _stream(completion), {"Content-Type": "text/event-stream"})
        return Fault(200, json.dumps(completion).encode())

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # noqa: N802  (the name that http.server asks for)
                came = time.monotonic()
                try:
                    self._post()
                finally:
                    server.spans.append((came, time.monotonic()))

            def _post(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                if self.path != "/v1/chat/completions" or length > _LARGEST:
                    self.send_error(404 if length <= _LARGEST else 413)
                    return
                sent = server._answer(self.rfile.read(length), self.headers.get("Authorization"))
                if sent.status == 0:
                    self.close_connection = True
                    return
                self.send_response(sent.status)
                for name, value in {"Content-Type": "application/json", **sent.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(sent.body) + sent.promised))
                self.end_headers()
                self.wfile.write(sent.body)

            def log_message(self, format: str, *args: Any) -> None:
                """Log nothing: tests read `ModelServer.requests` instead."""

        return Handler


def _stream(completion: Mapping[str, Any]) -> bytes:
    """Return a completion as a stream of events, the first of which has the whole reply."""
    (choice,) = completion["choices"]
    calls = choice["message"].get("tool_calls", [])
    delta = choice["message"]
    if calls:
        delta = delta | {"tool_calls": [{"index": i, **call} for i, call in enumerate(calls)]}
    about = {name: completion[name] for name in ("id", "created", "model")}
    about["object"] = "chat.completion.chunk"
    chunks: list[dict[str, Any]] = [
        {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]},
        {"choices": [], "usage": completion["usage"]},
    ]
    events = [json.dumps({**about, **chunk}) for chunk in chunks]
    return "".join(f"data: {event}\n\n" for event in (*events, "[DONE]")).encode()


def _completion(reply: ModelReply, prompt_tokens: int, model: JSON) -> dict[str, Any]:
    """Return a reply in the form of the chat protocol; a character counts as a token."""
    message: dict[str, JSON] = {"role": "assistant", "content": reply.text}
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in reply.calls
        ]
    finish = "length" if reply.cut else "tool_calls" if reply.calls else "stop"
    return {
        "id": "completion",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": reply.length,
            "total_tokens": prompt_tokens + reply.length,
        },
    }


class DemonstrationBrain:
    """A stand-in for a model that plays a task's demonstration in a format.

    It looks at the device as a demonstration does, through `AgentView`, and ignores requests; a
    test examines these to see what a model would have seen.

    Args:
        action_format: The format of its replies.
        task: The task's class.
        device: The phone.
        goal: The instruction, in the task's own words.

    Raises:
        DemonstrationError: If the task has no demonstration.
    """

    def __init__(
        self, action_format: ActionFormat, task: type[Task], device: Device, goal: str
    ) -> None:
        self._format = action_format
        self._script = demonstration(task)
        self._device = device
        self._view = AgentView(device)
        self._goal = goal
        self._next: list[tuple[Event, ...]] = []

    def __call__(self, request: dict[str, Any]) -> ModelReply:
        """Return the next reply.

        Raises:
            ReplyError: If the format can't express what the demonstration does.
        """
        if not self._next:
            self._next = self._steps(self.next_event())
        screen = Screen(self._device.size, self._device.ui_elements())
        return self._format.render(self._next.pop(0), screen)

    def next_event(self) -> Event:
        """Return the demonstration's next event, and count it as done."""
        return self._script(self._view.look(self._goal))

    def _steps(self, event: Event) -> list[tuple[Event, ...]]:
        """Return the steps that perform an event of a demonstration in the format."""
        if isinstance(event, Answer):
            return [(event,), (Declare(),)] if self._format.answers_apart else [(event, Declare())]
        screen = Screen(self._device.size)
        try:
            self._format.render((event,), screen)
        except ReplyError:
            if isinstance(event, Text):  # formats whose typing clears the field
                return [(KeyCombination((113, 29)), Key("KEYCODE_DEL"), event)]
            if isinstance(event, Wait):
                return [(Wait(1000),)] * max(1, event.duration_ms // 1000)
        return [(event,)]

"""A client for servers that speak OpenAI's chat protocol.

Failures of the endpoint are raised as `ModelError`, never returned as replies: such an episode was
not failed by the model.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import math
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from email.message import Message as HTTPMessage
from typing import Final
from urllib.parse import urlsplit

from android_gym.agents.agent import Message
from android_gym.agents.formats import MAX_REPLY, ModelReply, Tool
from android_gym.agents.formats.base import JSON, MAX_CALLS
from android_gym.agents.session import chat_json, read_chat
from android_gym.checks import check_number, check_options, check_text, check_whole, shown
from android_gym.errors import ModelError, OptionError, ReplyError

__all__ = ["ChatClient", "Exchange", "Spent", "read_key"]

_RETRIED: Final = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
_OWN: Final = frozenset({"model", "messages", "tools", "stream", "n"})
"""Parts of a request that the client alone decides."""
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
_LONGEST_ANSWER: Final = 8 << 20
_CHUNK: Final = 1 << 16


@dataclass
class Spent:
    """Tokens and requests that a client has used.

    Attributes:
        calls: Requests sent, including retries.
        tokens: Tokens of prompts and replies, as counted by the server.
    """

    calls: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question to a model, and its reply.

    Attributes:
        reply: The reply.
        prompt_sha256: Digest of the request as it was sent, including pictures.
        prompt_tokens: Tokens of the prompt, as counted by the server; 0 if it didn't.
        reply_tokens: Tokens of the reply.
        requests: How often it was sent until it was answered.
        seconds: From the first request to the reply, including pauses.
    """

    reply: ModelReply
    prompt_sha256: str
    prompt_tokens: int = 0
    reply_tokens: int = 0
    requests: int = 1
    seconds: float = 0.0

    def notes(self) -> dict[str, JSON]:
        """Return it in the form that a trace keeps; a reply that is too long is cut."""
        left = MAX_REPLY
        notes: dict[str, JSON] = {
            "prompt_sha256": self.prompt_sha256,
            "reply": self.reply.text[:left],
            "prompt_tokens": self.prompt_tokens,
            "reply_tokens": self.reply_tokens,
            "requests": self.requests,
            "seconds": round(self.seconds, 3),
        }
        if self.reply.length > left:
            notes["reply_length"] = self.reply.length
        calls: list[JSON] = []
        left -= len(self.reply.text)
        for call in self.reply.calls[: MAX_CALLS + 1]:
            name, arguments = call.name[: max(0, left)], call.arguments[: max(0, left)]
            calls.append({"name": name, "arguments": arguments})
            left -= len(name) + len(arguments)
        if calls:
            notes["calls"] = calls
        if self.reply.cut:
            notes["cut"] = True
        return notes


@dataclass
class ChatClient:
    """A model behind ``POST <base_url>/chat/completions``.

    Attributes:
        base_url: ``http://`` or ``https://``, with the path up to ``/chat/completions``.
        model: Its name at the server.
        api_key_env: Name of the environment variable that holds the key; None for no key. A key is
            only sent to this computer, or over https.
        temperature: Sampling temperature.
        max_reply_tokens: Maximum length of a reply.
        timeout_s: Limit for one request, from connecting to the last byte.
        max_retries: How often a request is tried again.
        max_calls: Maximum number of requests; None for no limit.
        max_tokens: Tokens, of prompts and replies, after which no request is sent any more. A
            server that doesn't count them is an error.
        extra_body: JSON values that each request has besides, by name, or in place of its own
            ``temperature`` and ``max_tokens``. One that is None is left out, for servers that
            refuse it: ``{"max_tokens": None, "max_completion_tokens": 4096}``.
        sleep: Waits for a number of seconds.
        clock: Returns seconds.
        spent: What was used so far.

    Raises:
        OptionError: If an argument is wrong.
    """

    base_url: str
    model: str
    api_key_env: str | None = None
    temperature: float = 0.0
    max_reply_tokens: int = 2048
    timeout_s: float = 120.0
    max_retries: int = 4
    max_calls: int | None = None
    max_tokens: int | None = None
    extra_body: Mapping[str, JSON] = field(default_factory=dict)
    sleep: Callable[[float], object] = time.sleep
    clock: Callable[[], float] = time.monotonic
    spent: Spent = field(default_factory=Spent)

    def __post_init__(self) -> None:
        check_text("base_url", self.base_url)
        check_text("model", self.model)
        check_number("temperature", self.temperature, 0.0, 10.0)
        check_number("timeout_s", self.timeout_s, 0.01, 3600.0)
        check_whole(max_reply_tokens=self.max_reply_tokens)
        check_whole(0, 100, max_retries=self.max_retries)
        for name, limit in (("max_calls", self.max_calls), ("max_tokens", self.max_tokens)):
            if limit is not None:
                check_whole(**{name: limit})
        self._check_extra_body()
        try:
            parts = urlsplit(self.base_url)
            self._port = parts.port
        except ValueError as error:
            raise OptionError(f"base_url is not a URL: {shown(self.base_url)}.") from error
        extra = parts.username or parts.query or parts.fragment
        if parts.scheme not in ("http", "https") or not parts.hostname or extra:
            raise OptionError(
                "base_url must be like http://127.0.0.1:8000/v1 or https://host/v1, got "
                f"{shown(self.base_url)}."
            )
        if not _can_be_sent(parts.hostname, parts.path):
            raise OptionError(
                "base_url has a host or path that no request can have, got "
                f"{shown(self.base_url)}. Write spaces, and what is not ASCII, as %20 and the like."
            )
        self._host = parts.hostname
        self._is_https = parts.scheme == "https"
        self._path = f"{parts.path.rstrip('/')}/chat/completions"
        if self.api_key_env is not None and not self._is_https and self._host not in _LOOPBACK:
            raise OptionError(
                f"An API key is only sent over https, but base_url is {self.base_url!r}."
            )

    def _check_extra_body(self) -> None:
        self.extra_body = check_options("extra_body", self.extra_body)
        if own := sorted(_OWN & self.extra_body.keys()):
            raise OptionError(f"extra_body can't have {own[0]!r}: that is the client's to say.")
        try:
            json.dumps(self.extra_body, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise OptionError(
                f"extra_body must have JSON values, got {shown(self.extra_body)}: {error}."
            ) from error

    @property
    def parameters(self) -> dict[str, JSON]:
        """Return what each request has besides model, messages and functions."""
        own: dict[str, JSON] = {
            "temperature": self.temperature,
            "max_tokens": self.max_reply_tokens,
        }
        own |= self.extra_body
        return {name: value for name, value in own.items() if value is not None}

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> ModelReply:
        """Return the model's reply; see `ask`."""
        return self.ask(messages, tools).reply

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Exchange:
        """Ask the model, and return its reply and what it cost.

        Args:
            messages: The messages to send.
            tools: Functions that it may call.

        Raises:
            ModelError: If the endpoint fails for good, or a limit is spent.
        """
        began = self.clock()
        body = self._request(messages, tools)
        for attempt in range(self.max_retries + 1):
            self._check_limits()
            self.spent.calls += 1
            try:
                status, headers, answer = self._post(body)
            except (OSError, http.client.HTTPException) as error:
                problem, pause = f"{type(error).__name__}: {error}", None
            else:
                if status == 200:
                    digest = hashlib.sha256(body).hexdigest()
                    exchange = Exchange(ModelReply(), digest, requests=attempt + 1)
                    return self._exchange(replace(exchange, seconds=self.clock() - began), answer)
                problem = f"HTTP {status}: {shown(answer[:400].decode('utf-8', 'replace'))}"
                if status not in _RETRIED:
                    raise ModelError(f"{self._where} refused the request: {problem}")
                pause = _retry_after(headers)
            if attempt < self.max_retries:
                self.sleep(float(min(2**attempt, 60)) if pause is None else pause)
        raise ModelError(f"{self._where} failed {self.max_retries + 1} times, at last {problem}")

    def _request(self, messages: Sequence[Message], tools: Sequence[Tool]) -> bytes:
        """Return the body of a request, as ``json.dumps`` would write it."""
        options = self.parameters
        if tools:
            options["tools"] = [tool.schema() for tool in tools]
        told = ", ".join(map(chat_json, messages))
        rest = "".join(f", {json.dumps(name)}: {json.dumps(options[name])}" for name in options)
        return f'{{"model": {json.dumps(self.model)}, "messages": [{told}]{rest}}}'.encode()

    @property
    def _where(self) -> str:
        return f"The model {self.model!r} at {self.base_url!r}"

    def _check_limits(self) -> None:
        for used, limit, what in (
            (self.spent.calls, self.max_calls, "max_calls"),
            (self.spent.tokens, self.max_tokens, "max_tokens"),
        ):
            if limit is not None and used >= limit:
                raise ModelError(f"The limit {what}={limit:,} is reached; raise it to continue.")

    def _post(self, body: bytes) -> tuple[int, HTTPMessage, bytes]:
        """Send a request once; redirects are not followed, so that the key goes nowhere else."""
        connection = (
            http.client.HTTPSConnection(
                self._host, self._port, timeout=self.timeout_s, context=ssl.create_default_context()
            )
            if self._is_https
            else http.client.HTTPConnection(self._host, self._port, timeout=self.timeout_s)
        )
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.api_key_env is not None:
            headers["Authorization"] = f"Bearer {read_key(self.api_key_env)}"
        with _Deadline(connection, self.timeout_s) as deadline:
            return self._answer(connection, body, headers, deadline)

    def _answer(
        self,
        connection: http.client.HTTPConnection,
        body: bytes,
        headers: Mapping[str, str],
        deadline: _Deadline,
    ) -> tuple[int, HTTPMessage, bytes]:
        """Return status, headers and body of the answer, if it is complete and in time."""
        late = self.clock() + self.timeout_s
        connection.connect()
        deadline.connected()
        connection.request("POST", self._path, body, dict(headers))
        response = connection.getresponse()
        parts: list[bytes] = []
        length = 0
        while chunk := response.read1(_CHUNK):
            parts.append(chunk)
            length += len(chunk)
            if length > _LONGEST_ANSWER:
                raise ModelError(f"{self._where} answered more than {_LONGEST_ANSWER:,} bytes.")
            if self.clock() > late:
                raise _late(self.timeout_s)
        if response.length:  # bytes promised but missing
            raise http.client.IncompleteRead(b"", response.length)
        return response.status, response.headers, b"".join(parts)

    def _exchange(self, exchange: Exchange, answer: bytes) -> Exchange:
        """Read an answer, and count its tokens."""
        try:
            data: JSON = json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise ModelError(f"{self._where} did not answer with JSON: {shown(answer)}.") from error
        usage = data.get("usage") if isinstance(data, Mapping) else None
        prompt, said, total = (
            _count(usage.get(name) if isinstance(usage, Mapping) else None)
            for name in ("prompt_tokens", "completion_tokens", "total_tokens")
        )
        counted = total or prompt + said
        if self.max_tokens is not None and not counted:
            raise ModelError(
                f"{self._where} doesn't say how many tokens it used, so max_tokens="
                f"{self.max_tokens:,} can't be kept. Leave it out, and limit max_calls instead."
            )
        self.spent.tokens += counted
        choices = data.get("choices") if isinstance(data, Mapping) else None
        choice = choices[0] if isinstance(choices, list) and choices else None
        message = choice.get("message") if isinstance(choice, Mapping) else None
        if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
            raise ModelError(f"{self._where} answered without a message: {shown(data)}.")
        try:
            reply = read_chat(message, choice.get("finish_reason"))
        except ReplyError as error:
            raise ModelError(f"{self._where} sent an invalid answer: {error}") from error
        return replace(exchange, reply=reply, prompt_tokens=prompt, reply_tokens=said)


def read_key(variable: str) -> str:
    """Return the key that an environment variable holds.

    Raises:
        ModelError: If it is not set, or no header can have its value, which is not shown.
    """
    key = os.environ.get(variable)
    if not key:
        raise ModelError(f"The environment variable {variable!r} is not set, or empty.")
    if not (key.isascii() and key.isprintable()):
        raise ModelError(
            f"The environment variable {variable!r} can't be a key: it has a line break, or "
            "another character that is not printable ASCII."
        )
    return key


def _can_be_sent(host: str, path: str) -> bool:
    """Return whether a request can name a host, and a path."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return path.isascii() and path.isprintable() and " " not in path


def _count(value: JSON) -> int:
    """Return a number of tokens; 0 if it is none."""
    return value if isinstance(value, int) and value > 0 else 0


def _late(timeout_s: float) -> TimeoutError:
    return TimeoutError(f"no whole answer within {timeout_s:g} s")


class _Deadline:
    """Deadline that cuts a connection, whatever is being read, and closes it in any case.

    A socket's own timeout applies to each single read, so a server could keep the client waiting
    forever by sending a byte now and then within a header or a chunk's size, or one "100 Continue"
    after another.

    Args:
        connection: The connection, before it is connected.
        timeout_s: Seconds until it is cut.
    """

    def __init__(self, connection: http.client.HTTPConnection, timeout_s: float) -> None:
        self._connection = connection
        self._timeout_s = timeout_s
        self._socket: socket.socket | None = None
        self._cut = threading.Event()
        self._timer = threading.Timer(timeout_s, self._end)
        self._timer.daemon = True

    def connected(self) -> None:
        """Keep the socket, which the connection forgets before the answer has been read.

        Raises:
            TimeoutError: If it took too long.
        """
        self._socket = self._connection.sock
        if self._cut.is_set():
            raise _late(self._timeout_s)

    def _end(self) -> None:
        self._cut.set()
        for one in (self._socket, self._connection.sock):
            if one is not None:
                with contextlib.suppress(OSError):  # it has already ended
                    one.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> _Deadline:
        self._timer.start()
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Close the connection.

        Raises:
            TimeoutError: If it was cut, whatever was received until then.
        """
        self._timer.cancel()
        self._connection.close()
        if self._cut.is_set() and isinstance(error, OSError | http.client.HTTPException | None):
            raise _late(self._timeout_s) from error


def _retry_after(headers: HTTPMessage) -> float | None:
    """Return the seconds that a server asks to wait, at most two minutes; None if it doesn't."""
    try:
        seconds = float(headers.get("Retry-After", ""))
    except ValueError:
        return None
    return min(max(seconds, 0.0), 120.0) if math.isfinite(seconds) else None

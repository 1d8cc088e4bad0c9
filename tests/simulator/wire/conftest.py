"""A phone served in this process, for tests that change its limits."""

from __future__ import annotations

import asyncio
import contextlib
import threading

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire.server import PhoneServer, Ports
from android_gym.testing.serving import free_console_port


@pytest.fixture(scope="session")
def serving():
    """A context manager that serves a phone in a thread, and gives its ports."""
    return _serving


@contextlib.contextmanager
def _serving(token=""):
    """Serve a phone in a thread, so that a test can shorten its deadlines."""
    console = free_console_port()
    ports = Ports(console, console + 1, console + 3000, adb_servers=(9,))
    servers = []
    ready = threading.Event()

    def serve():
        server = PhoneServer(Phone(), ports, grpc_token=token)
        servers.append(server)
        asyncio.run(server.run(ready.set, signals=False))

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        assert ready.wait(30)
        yield ports
    finally:
        servers[0]._loop.call_soon_threadsafe(servers[0].stop)
        thread.join(30)
        assert not thread.is_alive()

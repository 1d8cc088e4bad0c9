"""The accessibility forwarder, in one process with who listens to it."""

from __future__ import annotations

import asyncio
import time

import grpc
import pytest
from android_env.proto.a11y import a11y_pb2, a11y_pb2_grpc

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire.forwarder import PACKAGE, SERVICE, Forwarder

ACTION = "accessibility_forwarder.intent.action"
RECEIVER = f"{PACKAGE}/{PACKAGE}.FlagsBroadcastReceiver"


class Listener(a11y_pb2_grpc.A11yServiceServicer):
    def __init__(self):
        self.trees = []

    async def SendForest(self, request, context):  # noqa: N802
        self.trees.append(request)
        return a11y_pb2.ForestResponse()

    async def start(self, port=0):
        self.server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        a11y_pb2_grpc.add_A11yServiceServicer_to_server(self, self.server)
        self.port = self.server.add_insecure_port(f"127.0.0.1:{port}")
        await self.server.start()


@pytest.fixture
def phone():
    return Phone()


def switch_on(phone, port, host="10.0.2.2"):
    phone.shell(f"settings put secure enabled_accessibility_services {SERVICE}")
    phone.shell(f"am broadcast -a {ACTION}.ENABLE_ACCESSIBILITY_TREE_LOGS -n {RECEIVER}")
    # As android_env's wrapper writes it; its older version gives no host.
    extra = f' --es "host" {host}' if host else ""
    phone.shell(f'am broadcast -a {ACTION}.SET_GRPC --ei "port" {port}{extra} -n {RECEIVER}')


def run(phone, test):
    async def main():
        forwarder, listener = Forwarder(phone), Listener()
        await listener.start()
        try:
            await asyncio.wait_for(test(forwarder, listener), 30)
        finally:
            await listener.server.stop(None)
            await forwarder.close()

    asyncio.run(main())


def texts(tree):
    return {node.text for window in tree.windows for node in window.tree.nodes if node.text}


@pytest.mark.parametrize("host", ["10.0.2.2", ""])
def test_sends_when_all_is_switched_on(phone, host):
    async def test(forwarder, listener):
        await forwarder.push()
        assert not forwarder.active
        switch_on(phone, listener.port, host)
        await forwarder.push()
        assert len(listener.trees) == 1
        phone.shell("am start -a android.settings.SETTINGS")
        await forwarder.push()
        assert "Network & internet" in texts(listener.trees[-1])
        assert "Network & internet" not in texts(listener.trees[0])
        phone.shell(f"am broadcast -a {ACTION}.DISABLE_ACCESSIBILITY_TREE_LOGS -n {RECEIVER}")
        await forwarder.push()
        assert len(listener.trees) == 2

    run(phone, test)


@pytest.mark.parametrize(
    "command",
    [
        "settings delete secure enabled_accessibility_services",
        "settings put secure enabled_accessibility_services some/other.Service",
        "cmd connectivity airplane-mode enable",
    ],
)
def test_sends_nothing_while_something_is_off(phone, command):
    async def test(forwarder, listener):
        switch_on(phone, listener.port)
        phone.shell(command)
        await forwarder.push()
        assert listener.trees == []

    run(phone, test)


def test_only_this_computer_is_sent_to(phone):
    async def test(forwarder, listener):
        for host in ("192.168.1.1", "example.org", "127.0.0.1", "localhost"):
            switch_on(phone, listener.port, host)
            await forwarder.push()
        assert listener.trees == []
        forwarder.reverse = {7000: listener.port}.get  # by `adb reverse` the phone reaches its host
        switch_on(phone, 7000, "localhost")
        phone.shell("cmd connectivity airplane-mode enable")
        await forwarder.push()
        assert len(listener.trees) == 1

    run(phone, test)


def test_a_dead_listener_blocks_nobody_and_is_found_again(phone):
    async def test(forwarder, listener):
        keep = asyncio.ensure_future(forwarder.run(every_tick=False))
        switch_on(phone, listener.port)
        await forwarder.push()
        await listener.server.stop(None)
        start = time.monotonic()
        for _ in range(20):
            await forwarder.push()
        assert time.monotonic() - start < 2
        assert "exception" in phone.shell("logcat -d -s AccessibilityForwarder").stdout.decode()
        count = len(listener.trees)
        await listener.start(listener.port)
        while len(listener.trees) == count:
            await asyncio.sleep(0.05)
        await forwarder.push()
        keep.cancel()

    run(phone, test)


def test_a_frozen_listener_is_waited_for_once(phone):
    async def test(forwarder, _):
        connections = []
        server = await asyncio.start_server(
            lambda reader, writer: connections.append(writer), "127.0.0.1", 0
        )
        switch_on(phone, server.sockets[0].getsockname()[1])
        start = time.monotonic()
        for _ in range(5):
            await forwarder.push()
        assert time.monotonic() - start < 3
        await forwarder.close()
        server.close()
        for writer in connections:
            writer.close()

    run(phone, test)


def test_ten_trees_a_second(phone):
    async def test(forwarder, listener):
        keep = asyncio.ensure_future(forwarder.run(every_tick=True))
        await asyncio.sleep(0.3)
        assert listener.trees == []
        switch_on(phone, listener.port)
        await asyncio.sleep(1.05)
        assert 5 <= len(listener.trees) <= 11
        keep.cancel()

    run(phone, test)

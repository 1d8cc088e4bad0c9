"""The accessibility forwarder, in one process with who listens to it."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from android_env.proto.a11y import (
    a11y_pb2,
    a11y_pb2_grpc,
    android_accessibility_forest_pb2,
)

from android_gym.simulator.phone import Phone
from android_gym.simulator.wire import events
from android_gym.simulator.wire.forwarder import PACKAGE, SERVICE, Forwarder

ACTION = "accessibility_forwarder.intent.action"
RECEIVER = f"{PACKAGE}/{PACKAGE}.FlagsBroadcastReceiver"


class Listener(a11y_pb2_grpc.A11yServiceServicer):
    def __init__(self):
        self.trees = []
        self.events = []
        self.delay_s = 0.0

    async def SendForest(self, request, context):  # noqa: N802
        await asyncio.sleep(self.delay_s)
        self.trees.append(request)
        return a11y_pb2.ForestResponse()

    async def SendEvent(self, request, context):  # noqa: N802
        self.events.append(dict(request.event))
        return a11y_pb2.EventResponse()

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


def counted(forwarder):
    """A list that grows by one each time that the forwarder calls its listener."""
    calls, call = [], forwarder._call

    def count():
        calls.append(None)
        return call()

    forwarder._call = count
    return calls


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


def test_events_come_before_the_tree_that_they_lead_to(phone):
    async def test(forwarder, listener):
        phone.shell(f"settings put secure enabled_accessibility_services {SERVICE}")
        phone.shell(f"am broadcast -a {ACTION}.SET_GRPC --ei port {listener.port} -n {RECEIVER}")
        await forwarder.push()
        assert listener.trees == []  # events come without ENABLE_ACCESSIBILITY_TREE_LOGS, too
        assert listener.events == []
        phone.shell("am start -n com.android.settings/.Settings")
        await forwarder.push()
        kinds = [event["event_type"] for event in listener.events]
        assert "TYPE_WINDOW_STATE_CHANGED" in kinds
        listener.events.clear()

        found = next(e for e in phone.ui_elements() if e.text == "Network & internet")
        phone.tap(*found.bbox_pixels.center)
        await forwarder.push()
        click = listener.events[0]
        assert click["event_type"] == "TYPE_VIEW_CLICKED"
        assert click["event_package_name"] == "com.android.settings"
        assert click["event_timestamp_ms"].isdecimal()
        assert "TYPE_WINDOW_STATE_CHANGED" in [e["event_type"] for e in listener.events[1:]]
        listener.events.clear()
        await forwarder.push()
        assert listener.events == [], "nothing happened since"

    run(phone, test)


def screen_of(text, hint=""):
    forest = android_accessibility_forest_pb2.AndroidAccessibilityForest()
    window = forest.windows.add(id=1)
    window.tree.nodes.add(class_name="android.widget.FrameLayout", package_name="p")
    window.tree.nodes.add(
        class_name="android.widget.EditText", package_name="p", text=text, is_editable=True,
        hint_text=hint,
    )  # fmt: skip
    return {"window": window}


@pytest.mark.parametrize(
    ("before", "after", "indices"),
    [
        ("", "abc", ("0", "3", "0")),
        ("abc", "abXc", ("2", "1", "0")),
        ("abc", "ac", ("1", "0", "1")),
        ("aaa", "aa", ("2", "0", "1")),
        ("one", "two", ("0", "3", "3")),
    ],
)
def test_events_of_edits(before, after, indices):
    edit, content = events.between(screen_of(before), screen_of(after), 7)
    assert edit["event_type"] == "TYPE_VIEW_TEXT_CHANGED"
    assert edit.get("before_text", "") == before
    assert (edit["from_index"], edit["added_count"], edit["removed_count"]) == indices
    assert content == {
        "event_type": "TYPE_WINDOW_CONTENT_CHANGED", "event_package_name": "p",
        "source_class_name": "android.widget.FrameLayout", "event_timestamp_ms": "7",
    }  # fmt: skip


def test_events_of_windows():
    kinds = [event["event_type"] for event in events.between({}, screen_of("x"), 0)]
    assert kinds == ["TYPE_WINDOWS_CHANGED", "TYPE_WINDOW_STATE_CHANGED"]
    kinds = [event["event_type"] for event in events.between(screen_of("x"), {}, 0)]
    assert kinds == ["TYPE_WINDOWS_CHANGED"]
    assert list(events.between(screen_of("x"), screen_of("x"), 0)) == []
    (content,) = events.between(screen_of("x"), screen_of("x", hint="y"), 0)
    assert content["event_type"] == "TYPE_WINDOW_CONTENT_CHANGED"


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
        calls = counted(forwarder)
        for _ in range(20):
            await forwarder.push()
        assert len(calls) < 20
        assert "exception" in phone.shell("logcat -d -s AccessibilityForwarder").stdout.decode()
        count = len(listener.trees)
        await listener.start(listener.port)
        while len(listener.trees) == count:
            await asyncio.sleep(0.05)
        await forwarder.push()
        keep.cancel()

    run(phone, test)


def test_a_busy_listener_is_not_given_up(phone):
    async def test(forwarder, listener):
        listener.delay_s = 1.5
        switch_on(phone, listener.port)
        await forwarder.push()
        assert len(listener.trees) == 1
        phone.shell("am start -a android.settings.SETTINGS")
        listener.delay_s = 0.0
        await forwarder.push()
        assert "Network & internet" in texts(listener.trees[-1])

    run(phone, test)


def test_a_tree_sent_again_does_not_come_after_a_newer_screen(phone, monkeypatch):
    """After a missed deadline the tree is sent again; a command meanwhile still sends its own."""
    monkeypatch.setattr("android_gym.simulator.wire.forwarder._DEADLINE_S", 0.2)

    async def test(forwarder, listener):
        switch_on(phone, listener.port)
        listener.delay_s = 5.0
        await forwarder.push()
        assert listener.trees == []
        monkeypatch.setattr("android_gym.simulator.wire.forwarder._DEADLINE_S", 10.0)
        listener.delay_s = 0.5
        keep = asyncio.ensure_future(forwarder.run(every_tick=False))
        while forwarder._retry is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)  # the tree of the first screen is on its way
        phone.shell("am start -a android.settings.SETTINGS")
        await forwarder.push()
        assert "Network & internet" in texts(listener.trees[-1])
        keep.cancel()

    run(phone, test)


def test_a_command_does_not_wait_for_a_retry_that_nobody_answers(phone, monkeypatch):
    monkeypatch.setattr("android_gym.simulator.wire.forwarder._DEADLINE_S", 0.2)
    monkeypatch.setattr("android_gym.simulator.wire.forwarder._RETRY_WAIT_S", 0.1)

    async def test(forwarder, listener):
        switch_on(phone, listener.port)
        listener.delay_s = 20.0
        await forwarder.push()
        monkeypatch.setattr("android_gym.simulator.wire.forwarder._DEADLINE_S", 10.0)
        keep = asyncio.ensure_future(forwarder.run(every_tick=False))
        while forwarder._retry is None:
            await asyncio.sleep(0.01)
        await forwarder.push()
        assert forwarder._retry is not None
        keep.cancel()

    run(phone, test)


def test_a_frozen_listener_is_waited_for_once(phone, monkeypatch):
    monkeypatch.setattr("android_gym.simulator.wire.forwarder._DEADLINE_S", 1.0)

    async def test(forwarder, _):
        connections = []
        server = await asyncio.start_server(
            lambda reader, writer: connections.append(writer), "127.0.0.1", 0
        )
        switch_on(phone, server.sockets[0].getsockname()[1])
        calls = counted(forwarder)
        for _ in range(5):
            await forwarder.push()
        assert len(calls) == 1
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

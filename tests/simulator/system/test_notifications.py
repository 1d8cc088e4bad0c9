"""Notifications: posting, channels, order, heads-up, and what taps send."""

from __future__ import annotations

import pytest

from android_gym.simulator.state import State
from android_gym.simulator.system import System
from android_gym.simulator.system.intents import BroadcastResult, Intent
from android_gym.simulator.system.notifications import (
    HEADS_UP_MS,
    IMPORTANCE_DEFAULT,
    IMPORTANCE_HIGH,
    IMPORTANCE_LOW,
    IMPORTANCE_MIN,
    IMPORTANCE_NONE,
    MAX_NOTIFICATIONS,
    MAX_TEXT,
    PERMISSION,
    Channel,
    Notification,
    NotificationAction,
    NotificationManager,
    PendingIntent,
)
from android_gym.simulator.system.packages import Manifest

SMS, CLOCK = "com.example.sms", "com.example.clock"


@pytest.fixture
def system() -> System:
    return System(
        State(),
        [
            Manifest(SMS, "Messages"),
            Manifest(CLOCK, "Clock", permissions=(PERMISSION,)),
        ],
    )


@pytest.fixture
def manager(system: System) -> NotificationManager:
    return system.notifications


def post(manager: NotificationManager, id: int, **fields: object) -> bool:
    package = str(fields.pop("package", SMS))
    return manager.post(Notification(package, id, f"title {id}", **fields))  # type: ignore[arg-type]


def ids(manager: NotificationManager) -> list[int]:
    return [item.id for item in manager.active()]


def test_post_replace_cancel(system: System, manager: NotificationManager) -> None:
    assert post(manager, 1, text="a")
    system.clock.advance(1000)
    assert post(manager, 2)
    assert post(manager, 1, text="b", tag="t")
    assert post(manager, 1, text="c")
    assert [(item.id, item.tag, item.text) for item in manager.active()] == [
        (1, "", "c"),
        (1, "t", "b"),
        (2, "", ""),
    ]
    item = manager.active()[0]
    assert item.posted_ms == item.when_ms == system.clock.now_ms()
    assert item.key == f"0|{SMS}|1|null|{system.packages.state(SMS).uid}"
    assert manager.get(item.key) == item
    assert manager.cancel(SMS, 1)
    assert not manager.cancel(SMS, 1)
    assert not manager.cancel(CLOCK, 2)
    assert ids(manager) == [1, 2]
    assert manager.cancel_all(SMS)
    assert ids(manager) == []


def test_permission(system: System, manager: NotificationManager) -> None:
    assert not post(manager, 1, package=CLOCK)
    system.packages.grant(CLOCK, PERMISSION)
    assert post(manager, 1, package=CLOCK)
    assert post(manager, 1, package="com.android.shell")
    assert not post(manager, 1, package="com.example.unknown")


def test_importance_orders_and_channels_decide(manager: NotificationManager) -> None:
    manager.create_channel(SMS, Channel("low", "Low", IMPORTANCE_LOW))
    manager.create_channel(SMS, Channel("high", "High", IMPORTANCE_HIGH))
    post(manager, 1, channel="high")
    post(manager, 2, channel="low", importance=IMPORTANCE_HIGH)
    post(manager, 3)
    post(manager, 4)
    assert ids(manager) == [1, 4, 3, 2]
    manager.set_importance(SMS, "high", IMPORTANCE_NONE)
    assert ids(manager) == [4, 3, 2]
    assert not post(manager, 1, channel="high")
    manager.create_channel(SMS, Channel("high", "Renamed", IMPORTANCE_HIGH))
    assert [(channel.name, channel.importance) for channel in manager.channels(SMS)] == [
        ("Renamed", IMPORTANCE_NONE),
        ("Low", IMPORTANCE_LOW),
    ]
    manager.set_importance(SMS, "unknown", IMPORTANCE_NONE)


def test_status_bar_icons_are_one_for_each_app(manager: NotificationManager) -> None:
    post(manager, 1, text="x")
    post(manager, 2, package="com.android.shell", importance=IMPORTANCE_MIN)
    post(manager, 3)
    assert [icon.text for icon in manager.status_bar_icons()] == ["title 3"]
    assert (manager.active()[1].title, manager.active()[1].text) == ("title 1", "x")


def test_icons_and_heads_up_depend_on_what_they_show_alone(
    system: System, manager: NotificationManager
) -> None:
    post(manager, 1, importance=IMPORTANCE_HIGH)
    with system.state.observe() as icons:
        manager.status_bar_icons()
    with system.state.observe() as heads_up:
        assert manager.heads_up is not None
    post(manager, 2, package="com.android.shell", importance=IMPORTANCE_MIN)
    assert not icons.changed() and not heads_up.changed()
    post(manager, 3)
    assert not icons.changed() and not heads_up.changed()
    post(manager, 4, package="com.android.shell")
    assert icons.changed() and not heads_up.changed()
    manager.hide_heads_up()
    assert heads_up.changed()


def test_heads_up(system: System, manager: NotificationManager) -> None:
    post(manager, 1)
    assert manager.heads_up is None
    post(manager, 2, importance=IMPORTANCE_HIGH)
    assert manager.heads_up is not None and manager.heads_up.id == 2
    system.clock.advance(HEADS_UP_MS - 1)
    post(manager, 3, importance=IMPORTANCE_HIGH)
    system.clock.advance(HEADS_UP_MS - 1)
    assert manager.heads_up.id == 3
    system.clock.advance(1)
    assert manager.heads_up is None
    assert ids(manager) == [3, 2, 1]
    post(manager, 3, importance=IMPORTANCE_HIGH, only_alert_once=True)
    assert manager.heads_up is None
    post(manager, 3, importance=IMPORTANCE_HIGH)
    assert manager.heads_up is not None
    manager.cancel(SMS, 3)
    assert manager.heads_up is None
    assert system.clock.timers() == ()


@pytest.mark.parametrize(
    ("key", "value"), [("heads_up_notifications_enabled", "0"), ("zen_mode", "1")]
)
def test_heads_up_can_be_off(
    system: System, manager: NotificationManager, key: str, value: str
) -> None:
    system.settings.put("global", key, value)
    post(manager, 1, importance=IMPORTANCE_HIGH)
    assert manager.heads_up is None
    assert ids(manager) == [1]


def test_press_sends_and_removes(system: System, manager: NotificationManager) -> None:
    heard: list[Intent] = []

    def receive(intent: Intent) -> BroadcastResult | None:
        heard.append(intent)
        return None

    system.activities.listen("opened", receive)
    opened = PendingIntent(Intent(action="opened"), "broadcast")
    post(manager, 1, content=opened)
    post(manager, 2, content=opened, auto_cancel=False)
    post(manager, 3)
    keys = {item.id: item.key for item in manager.active()}
    system.status_bar.expand_notifications()
    assert manager.press(keys[1])
    assert manager.press(keys[2])
    assert not manager.press(keys[3])
    assert not manager.press("unknown")
    assert len(heard) == 2
    assert ids(manager) == [3, 2]
    assert system.status_bar.panel == ""


def test_actions_and_replies(system: System, manager: NotificationManager) -> None:
    heard: list[Intent] = []

    def receive(intent: Intent) -> BroadcastResult | None:
        heard.append(intent)
        return None

    system.activities.listen("reply", receive)
    reply = NotificationAction("Reply", PendingIntent(Intent(action="reply"), "broadcast"), "text")
    read = NotificationAction("Mark as read", PendingIntent(Intent(action="reply"), "broadcast"))
    post(manager, 1, actions=(reply, read))
    key = manager.active()[0].key
    assert manager.press_action(key, 0, "on my way")
    assert manager.press_action(key, 1, "ignored")
    assert not manager.press_action(key, 2)
    assert [intent.extra("text") for intent in heard] == ["on my way", None]
    assert ids(manager) == [1]


def test_dismissing(manager: NotificationManager) -> None:
    heard: list[tuple[str, int]] = []
    manager.listen(lambda what, item: heard.append((what, item.id)))
    post(manager, 1, ongoing=True)
    post(manager, 2)
    post(manager, 3)
    keys = {item.id: item.key for item in manager.active()}
    assert not manager.dismiss(keys[1])
    assert manager.dismiss(keys[2])
    manager.dismiss_all()
    assert ids(manager) == [1]
    assert heard == [("posted", 1), ("posted", 2), ("posted", 3), ("removed", 2), ("removed", 3)]


def test_a_screen_that_shows_them_is_rebuilt(system: System, manager: NotificationManager) -> None:
    with system.state.observe() as seen:
        manager.active()
    post(manager, 1, importance=IMPORTANCE_DEFAULT)
    assert seen.changed()


def test_an_app_shows_so_many_and_no_more(system: System, manager: NotificationManager) -> None:
    system.packages.grant(CLOCK, PERMISSION)
    assert all(post(manager, number) for number in range(MAX_NOTIFICATIONS))
    assert not post(manager, MAX_NOTIFICATIONS)
    assert post(manager, 0, text="changed")
    assert post(manager, 0, package=CLOCK)
    assert post(manager, 0, package="android")
    assert len(ids(manager)) == MAX_NOTIFICATIONS + 2
    assert manager.cancel(SMS, 7)
    assert post(manager, MAX_NOTIFICATIONS)
    assert all(post(manager, n, package="android") for n in range(MAX_NOTIFICATIONS + 1))


def test_long_texts_are_cut(manager: NotificationManager) -> None:
    long = "x" * (MAX_TEXT + 1)
    assert manager.post(Notification(SMS, 1, long, long, big_text=long, sub_text=long))
    shown = manager.active()[0]
    for text in (shown.title, shown.text, shown.big_text, shown.sub_text):
        assert len(text) == MAX_TEXT


def test_an_app_s_own_are_read_for_themselves(system: System, manager: NotificationManager) -> None:
    system.packages.grant(CLOCK, PERMISSION)
    assert post(manager, 1) and post(manager, 2) and post(manager, 3, package=CLOCK)
    with system.state.observe() as seen:
        assert [item.id for item in manager.of(SMS)] == [2, 1]
        assert manager.shows_dot(SMS)
    with system.state.observe() as other:
        assert [item.id for item in manager.of(CLOCK)] == [3]
    assert post(manager, 4)
    assert seen.changed() and not other.changed()
    with system.state.observe() as seen:
        manager.shows_dot(SMS)
    assert post(manager, 5)
    assert not seen.changed()
    manager.set_dot(SMS, False)
    assert seen.changed() and not manager.shows_dot(SMS)

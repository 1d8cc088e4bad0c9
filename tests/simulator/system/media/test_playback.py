"""Media plays in virtual time: positions, ends, audio focus, buttons, media controls."""

from __future__ import annotations

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.system.media.playback import MediaItem
from android_gym.simulator.system.notifications import Notification
from android_gym.simulator.wire import images

FIRST, SECOND = "net.gsantner.markor", "org.tasks"
QUEUE = (MediaItem("a", "One", "Ann", duration_ms=5_000), MediaItem("b", "Two", duration_ms=3_000))


def test_a_position_follows_the_clock() -> None:
    phone = Phone()
    session = phone.system.playback.of(FIRST)
    assert (session.state, session.position_ms()) == ("none", 0)
    session.play(QUEUE)
    phone.advance(1_500)
    assert (session.state, session.position_ms(), session.index) == ("playing", 1_500, 0)
    session.pause()
    phone.advance(10_000)
    assert (session.state, session.position_ms()) == ("paused", 1_500)
    session.seek_to(4_900)
    session.play()
    phone.advance(1_100)
    assert (session.index, session.position_ms(), session.item.title) == (1, 1_000, "Two")
    session.set_speed(2.0)
    phone.advance(500)
    assert session.position_ms() == 2_000
    phone.advance(500)
    assert (session.state, session.position_ms()) == ("paused", 3_000)
    session.play()  # from its end it begins anew
    phone.advance(100)
    assert session.position_ms() == 200
    session.stop()
    assert (session.state, session.position_ms()) == ("stopped", 0)
    with pytest.raises(OptionError):
        session.set_speed(0)
    with pytest.raises(OptionError):
        session.play(QUEUE, index=2)
    with pytest.raises(OptionError):
        session.open(".NoService")


def test_who_plays_has_the_focus_and_dies_with_its_process() -> None:
    phone = Phone()
    playback = phone.system.playback
    first, second = playback.of(FIRST), playback.of(SECOND)
    first.play(QUEUE)
    phone.advance(1_000)
    second.play(QUEUE)
    assert (first.state, second.state) == ("paused", "playing")
    assert playback.focused == SECOND
    assert [session.package for session in playback.sessions()] == [SECOND, FIRST]
    phone.shell(f"am force-stop {SECOND}")
    assert second.state == "none" and playback.focused is None
    phone.advance(60_000)
    assert first.position_ms() == 1_000


def test_a_phone_call_interrupts() -> None:
    phone = Phone()
    session = phone.system.playback.of(FIRST)
    session.play(QUEUE)
    phone.advance(1_000)
    phone.console("gsm call 5551234567")
    assert session.state == "paused"
    phone.advance(3_000)
    phone.console("gsm cancel 5551234567")
    phone.advance(3_000)
    assert session.state == "playing" and 1_000 < session.position_ms() < 4_500
    session.pause()
    phone.console("gsm call 5551234567")
    phone.console("gsm cancel 5551234567")
    phone.advance(3_000)
    assert session.state == "paused"


def test_media_keys_and_the_shell() -> None:
    phone = Phone()
    session = phone.system.playback.of(FIRST)
    phone.press_key(KEYCODES["MEDIA_PLAY"])
    assert session.state == "none"
    session.play(QUEUE)
    phone.press_key(KEYCODES["MEDIA_PLAY_PAUSE"])
    assert session.state == "paused"
    phone.press_key(KEYCODES["MEDIA_PLAY_PAUSE"])
    assert session.state == "playing"
    phone.shell("cmd media_session dispatch next")
    assert session.index == 1
    phone.shell("input keyevent SLEEP")
    phone.shell("cmd media_session dispatch pause")
    assert session.state == "paused"
    dump = phone.shell("dumpsys media_session").stdout.decode()
    assert "have 1 sessions" in dump and "state=PAUSED(2)" in dump and "description=Two" in dump
    assert f"package={FIRST}" in phone.shell("cmd media_session list-sessions").stdout.decode()
    session.play()
    audio = phone.shell("dumpsys audio").stdout.decode()
    assert f"pack: {FIRST}" in audio and "state:started" in audio


def test_media_controls_in_the_shade() -> None:
    phone = Phone()
    session = phone.system.playback.of(FIRST)
    session.play(QUEUE)
    phone.system.notifications.post(
        Notification(FIRST, 1, "One", ongoing=True, media=True, icon="music_note", importance=2)
    )
    phone.shell("cmd statusbar expand-notifications")
    phone.advance(1_000)

    def tap(name: str) -> None:
        for element in phone.ui_elements():
            if (element.resource_name or "").endswith(f":id/{name}"):
                box = element.bbox_pixels
                phone.tap((box.x_min + box.x_max) // 2, (box.y_min + box.y_max) // 2)
                phone.advance(300)
                return
        raise AssertionError(name)

    texts = [element.text for element in phone.ui_elements()]
    assert "One" in texts and "Ann" in texts
    tap("actionPlayPause")
    assert session.state == "paused"
    tap("actionNext")
    assert (session.index, session.state) == (1, "playing")
    tap("media_progress_bar")
    assert 1_000 < session.position_ms() < 2_500
    session.close()
    phone.advance(100)
    assert "Two" not in [element.text for element in phone.ui_elements()]


def test_sessions_are_state() -> None:
    phone = Phone()
    session = phone.system.playback.of(FIRST)
    session.play(QUEUE)
    phone.advance(1_000)
    snapshot = phone.snapshot()
    phone.advance(10_000)
    assert session.state == "paused"
    phone.restore(snapshot)
    assert session.position_ms() == 1_000
    other = Phone()
    other.restore(images.load(other, images.dump(phone, snapshot)))
    other.advance(4_500)
    assert other.system.playback.of(FIRST).index == 1


def test_the_microphone() -> None:
    phone = Phone()
    mic = phone.system.microphone
    assert not mic.start(FIRST)  # it has no such permission
    assert mic.listener is None
    loud = [mic.amplitude(at) for at in range(0, 20_000, 50)]
    assert min(loud) >= 0 and 10_000 < max(loud) <= 32_767
    assert loud == [mic.amplitude(at) for at in range(0, 20_000, 50)]
    assert min(loud) < 2_000

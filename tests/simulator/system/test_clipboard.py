"""The clipboard."""

from __future__ import annotations

import pytest

from android_gym.simulator.state import State
from android_gym.simulator.system.clipboard import Clip, Clipboard, ClipTooLargeError
from android_gym.simulator.system.intents import MAX_TRANSACTION
from android_gym.simulator.system.java_errors import java_exception


def test_copy_and_clear() -> None:
    state = State()
    clipboard = Clipboard(state)
    heard: list[Clip | None] = []
    clipboard.listen(heard.append)
    assert (clipboard.text, clipboard.clip) == ("", None)
    with state.observe() as seen:
        clipboard.text  # noqa: B018
    clipboard.set_text("hello", source="com.example")
    assert clipboard.clip == Clip("hello", source="com.example")
    assert clipboard.text == "hello"
    assert seen.changed()
    before = state.revision
    clipboard.set_text("hello", source="com.example")
    assert state.revision == before
    assert len(heard) == 2, "copying the same again is still a copy"
    clipboard.clear()
    assert clipboard.clip is None


def test_restore() -> None:
    state = State()
    clipboard = Clipboard(state)
    clipboard.set_text("a")
    snapshot = state.snapshot()
    clipboard.set_text("b")
    state.restore(snapshot)
    assert clipboard.text == "a"


@pytest.mark.parametrize(("letter", "size"), [("x", 2), ("é", 2), ("\ud800", 2), ("😀", 4)])
def test_a_clip_is_one_transaction_at_most(letter: str, size: int) -> None:
    clipboard = Clipboard(State())
    most = letter * (MAX_TRANSACTION // size)
    clipboard.set_text(most)
    assert clipboard.text == most
    for clip in (Clip(most + letter), Clip(most, label="x"), Clip(most, uri="x")):
        with pytest.raises(ClipTooLargeError) as caught:
            clipboard.set(clip)
        assert java_exception(caught.value)[0] == "android.os.TransactionTooLargeException"
    assert clipboard.text == most

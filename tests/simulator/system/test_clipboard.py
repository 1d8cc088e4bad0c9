"""The clipboard."""

from __future__ import annotations

from android_gym.simulator.state import State
from android_gym.simulator.system.clipboard import Clip, Clipboard


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

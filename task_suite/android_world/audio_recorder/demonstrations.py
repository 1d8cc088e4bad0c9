"""Demonstrations of the tasks of Audio Recorder."""

from __future__ import annotations

from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS", "begin", "begin_and_stop", "enter_name"]


def begin(screen: Screen) -> Steps:
    """Go through the first start, and start a recording."""
    yield from screen.wait_for(text="Audio Recorder")
    if screen.find(text="Get started") is not None:
        yield from screen.tap_on(text="Get started")
        yield from screen.wait_for(text="Apply")
        yield from screen.tap_on(text="Apply")
    yield from screen.wait_for(resource_id="btn_record")
    yield from screen.tap_on(resource_id="btn_record")
    yield from screen.wait_for(resource_id="btn_record_stop")


def begin_and_stop(screen: Screen) -> Steps:
    """Open the app, and record a few seconds."""
    yield from screen.open_app("Audio Recorder")
    yield from begin(screen)
    yield from screen.wait()
    yield from screen.wait()
    yield from screen.tap_on(resource_id="btn_record_stop")
    yield from screen.wait_for(text="New name")


def enter_name(screen: Screen, name: str) -> Steps:
    """Select the text in the field, and type over it."""
    yield from screen.long_press(screen.need(resource_id="input_name"))
    yield from screen.wait_for(label="Cut")
    if screen.find(label="Select all") is not None:
        yield from screen.tap(screen.need(label="Select all", clickable=True))
    yield from screen.type(name)
    yield from screen.tap_on(resource_id="dialog_positive_btn")
    yield from screen.wait_while(text="New name")


def record(screen: Screen) -> Steps:
    """Record, and save under the suggested name."""
    yield from begin_and_stop(screen)
    yield from screen.tap_on(resource_id="dialog_positive_btn")
    yield from screen.wait_while(text="New name")


def record_as(screen: Screen, file_name: str) -> Steps:
    """Record, and save under another name."""
    yield from begin_and_stop(screen)
    yield from enter_name(screen, file_name)


SCRIPTS: dict[str, Script] = {
    "AudioRecorderRecordAudio": record,
    "AudioRecorderRecordAudioWithFileName": record_as,
}

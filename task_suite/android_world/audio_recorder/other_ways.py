"""Recordings that are paused, stopped from the notification, and renamed afterwards."""

from __future__ import annotations

from android_gym.task_suite.android_world.audio_recorder.demonstrations import begin, enter_name
from android_gym.task_suite.android_world.open_app.other_ways import start_from_all_apps
from android_gym.task_suite.demonstrations.script import Screen, Script, Steps

__all__ = ["SCRIPTS"]


def record(screen: Screen) -> Steps:
    """Pause in between, and keep the suggested name."""
    yield from start_from_all_apps(screen, "Audio Recorder")
    yield from begin(screen)
    yield from screen.wait()
    yield from screen.tap_on(resource_id="btn_record")
    yield from screen.wait_for(text="Paused")
    yield from screen.tap_on(resource_id="btn_record")
    yield from screen.wait()
    yield from screen.tap_on(resource_id="btn_record_stop")
    yield from screen.wait_for(text="New name")
    yield from screen.tap_on(text="Cancel")


def record_as(screen: Screen, file_name: str) -> Steps:
    """Keep the suggested name at first; rename in the list of records."""
    yield from start_from_all_apps(screen, "Audio Recorder")
    yield from begin(screen)
    yield from screen.wait()
    yield from screen.tap_on(resource_id="btn_record_stop")
    yield from screen.wait_for(text="New name")
    yield from screen.tap_on(text="Cancel")
    yield from screen.wait_for(resource_id="btn_records_list")
    yield from screen.tap_on(resource_id="btn_records_list")
    yield from screen.wait_for(resource_id="list_item_more")
    yield from screen.tap_on(resource_id="list_item_more")
    yield from screen.wait_for(text="      Rename")
    yield from screen.tap_on(text="      Rename")
    yield from screen.wait_for(text="New name")
    yield from enter_name(screen, file_name)


SCRIPTS: dict[str, Script] = {
    "AudioRecorderRecordAudio": record,
    "AudioRecorderRecordAudioWithFileName": record_as,
}

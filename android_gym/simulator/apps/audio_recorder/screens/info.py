"""The information page of a record."""

from __future__ import annotations

from android_gym.simulator.apps.audio_recorder.actions import RecorderActivity
from android_gym.simulator.apps.audio_recorder.look import clock, framed, lines, megabytes, toolbar
from android_gym.simulator.apps.audio_recorder.model import CHANNELS, FORMATS, Record
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, wide_column


class ActivityInformation(RecorderActivity):
    """Shows a record's information."""

    def build(self) -> Screen:
        """Build the labels and values."""
        record = self.store.get(self.intent.get_int("record", -1))
        body = wide_column(
            toolbar("Information", self.finish),
            *(lines(*self._pairs(record)) if record is not None else ()),
            padding=(0, 0, 0, 16),
        )
        return framed(ScrollView(body, width=MATCH, height=MATCH), self.settings.theme)

    def _pairs(self, record: Record) -> list[tuple[str, str, str]]:
        when = self.context.system.clock.datetime(max(0, record.created))
        hour = f"{when.hour % 12 or 12}:{when:%M} {'AM' if when.hour < 12 else 'PM'}"
        names: dict[str, str] = {key: words for key, words in FORMATS}
        rows = [
            ("Name:", record.name, "txt_name"),
            ("Format:", names.get(record.format, record.format), "txt_format"),
            ("Bitrate:", f"{record.bitrate // 1000} kbps", "txt_bitrate"),
            ("Channel count:", dict(CHANNELS).get(record.channels, ""), "txt_channels_count"),
            ("Sample rate:", f"{record.sample_rate} Hz", "txt_sample_rate"),
            ("Duration:", clock(record.duration_ms), "txt_duration"),
            ("Size:", f"{megabytes(record.size)} Mb", "txt_size"),
            ("File location:", record.path, "txt_location"),
            ("Created:", f"{when.month}/{when.day}/{when:%y}, {hour}", "txt_created"),
        ]
        return [each for each in rows if record.bitrate or each[0] != "Bitrate:"]

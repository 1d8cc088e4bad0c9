"""Actions of OpenTracks' screens on tracks, without their views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from immutables import Map

from android_gym.errors import FileError
from android_gym.simulator.appkit.sharing import choose_app
from android_gym.simulator.apps.opentracks import recording
from android_gym.simulator.apps.opentracks.formats import FORMATS, Format, TrackFile, write
from android_gym.simulator.apps.opentracks.look import TracksActivity
from android_gym.simulator.apps.opentracks.model import Track
from android_gym.simulator.apps.opentracks.sports import by_label
from android_gym.simulator.apps.opentracks.storage import TrackStore, setting, units
from android_gym.simulator.apps.opentracks.units import Units
from android_gym.simulator.system.documents import document_uri
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import S_co

CACHE: Final = "/storage/emulated/0/Android/data/de.dennisguse.opentracks/cache"
PICTURES: Final = "/storage/emulated/0/Android/data/de.dennisguse.opentracks/files/Pictures"

DASHBOARD: Final = "DASHBOARD"
"""Value of the "show on map" preference that asks another app for a map."""

NO_DASHBOARD: Final = "No application supporting OpenTracks Dashboard API installed."


def share_format(context: Any) -> Format:
    """Return the file format for sharing and exporting tracks."""
    key = setting(context, "exportTrackFileFormat")
    return next((each for each in FORMATS if each.key == key), FORMATS[0])


class Actions(TracksActivity[S_co]):
    """Base of all screens that show tracks."""

    @property
    def store(self) -> TrackStore:
        """The store of the tracks."""
        return TrackStore(self.context)

    @property
    def units(self) -> Units:
        """The user's preferred units."""
        return units(self.context)

    def paced(self, category: str) -> bool:
        """Return whether an activity type shows paces instead of speeds."""
        rate = setting(self.context, "statsRate")
        return by_label(category).paced if rate not in ("SPEED", "PACE") else rate == "PACE"

    # -- other screens

    def open_track(self, number: int) -> None:
        """Open a track; the one being recorded has its own screen."""
        if recording.recorded_track(self.context) == number:
            self.start_activity(".TrackRecordingActivity", track=number)
        else:
            self.start_activity(".TrackRecordedActivity", track=number)

    def edit_track(self, number: int) -> None:
        """Open the edit form of a track."""
        self.start_activity(".TrackEditActivity", track=number)

    def open_markers(self, number: int | None = None) -> None:
        """Open the markers of a track, or all markers."""
        name = ".ui.markers.MarkerListActivity"
        if number is None:
            self.start_activity(name)
        else:
            self.start_activity(name, track=number)

    def open_settings(self) -> None:
        """Open the settings."""
        self.start_activity(".settings.SettingsActivity")

    def open_totals(self, numbers: Sequence[int] = ()) -> None:
        """Open the aggregated statistics of the given tracks, or of all tracks."""
        name = ".ui.aggregatedStatistics.AggregatedStatisticsActivity"
        self.start_activity(name, tracks=tuple(numbers))

    # -- tracks

    def delete_tracks(self, numbers: Sequence[int]) -> None:
        """Delete tracks and their photos, except the one being recorded."""
        files = self.context.system.files
        recorded = recording.recorded_track(self.context)
        doomed = [number for number in numbers if number != recorded]
        if len(doomed) < len(numbers):
            self.toast("This track cannot be deleted as it is currently recorded.")
        self.store.delete(doomed)
        for number in doomed:
            if files.is_dir(f"{PICTURES}/{number}"):
                files.rmtree(f"{PICTURES}/{number}")

    def write_file(self, numbers: Sequence[int], form: Format) -> str | None:
        """Write tracks to a file in the cache; return its URI, or None on failure."""
        files = self.context.system.files
        tracks = [found for found in map(self.track_file, numbers) if found is not None]
        if not tracks:
            return None
        name = file_name(tracks[0].track.name, form.suffix)
        try:
            if not files.is_dir(CACHE):
                files.mkdir(CACHE, parents=True, owner=self.context.uid)
            files.write(f"{CACHE}/{name}", write(tracks, form.suffix), owner=self.context.uid)
        except FileError as error:
            self.toast(str(error))
            return None
        return document_uri(f"{CACHE}/{name}")

    def track_file(self, number: int) -> TrackFile | None:
        """Return a track with all its data; None if it is gone."""
        store = self.store
        track = store.get(number)
        if track is None:
            return None
        markers = tuple(store.track_markers(number))
        return TrackFile(track, store.uuid(number), tuple(store.points(number)), markers)

    def share_tracks(self, numbers: Sequence[int]) -> None:
        """Share tracks with an app that the user chooses."""
        form = share_format(self.context)
        uri = self.write_file(numbers, form)
        if uri is not None:
            extras = Map(
                {
                    "android.intent.extra.SUBJECT": "I would like to share a track with you",
                    "android.intent.extra.STREAM": uri,
                }
            )
            choose_app(self, Intent("android.intent.action.SEND", type=form.type, extras=extras))

    def show_on_map(self, numbers: Sequence[int], key: str) -> None:
        """Show tracks in another app.

        Args:
            numbers: Ids of the tracks.
            key: Key of a `Format`, or `DASHBOARD`.
        """
        form = next((each for each in FORMATS if each.key == key), None)
        if form is None:
            self.toast(NO_DASHBOARD)
            return
        uri = self.write_file(numbers, form)
        view = Intent("android.intent.action.VIEW", data=uri, type=form.type)
        if uri is not None and not self.start_activity(view):
            self.toast(NO_DASHBOARD)

    # -- recording

    def start_recording(self) -> None:
        """Start a recording and show it."""
        number = recording.start(self.context)
        self.start_activity(".TrackRecordingActivity", track=number)

    def stop_recording(self) -> None:
        """Stop the recording and ask what to do with the track."""
        number = recording.stop(self.context)
        if number is not None:
            self.start_activity(".TrackStoppedActivity", track=number)


class TrackActions(Actions[S_co]):
    """A screen about one track, whose id is the intent extra ``track``."""

    @property
    def number(self) -> int:
        """Id of the track."""
        return self.intent.get_int("track", -1)

    def track(self) -> Track | None:
        """Return the track; None if it is gone."""
        return self.store.get(self.number)

    def deleted(self) -> None:
        """Leave the screen after its track has been deleted."""
        self.finish()


def file_name(name: str, suffix: str) -> str:
    """Return a valid file name with an extension."""
    safe = "".join(each if each.isalnum() or each in " .-_()" else "_" for each in name)
    return f"{safe.strip(' .')[:80] or 'track'}.{suffix}"

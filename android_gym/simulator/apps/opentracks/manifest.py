"""OpenTracks' manifest."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
)

PERMISSIONS = tuple(
    f"android.permission.{name}"
    for name in (
        "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "BLUETOOTH_SCAN", "BLUETOOTH_CONNECT",
        "POST_NOTIFICATIONS",
    )
)  # fmt: skip
"""Permissions requested together at the first start."""

TYPES = (
    "application/gpx+xml",
    "application/gpx",
    "application/vnd.google-earth.kml+xml",
    "application/vnd.google-earth.kmz",
)
"""MIME types of files that can be imported."""

_SEND = ("android.intent.action.SEND", "android.intent.action.SEND_MULTIPLE")
_SEARCH = IntentFilter(("android.intent.action.SEARCH",), ())


def _own(name: str, screen: str) -> ActivityInfo:
    return ActivityInfo(name, f"screens.{screen}", exported=False)


MANIFEST = Manifest(
    package="de.dennisguse.opentracks",
    label="OpenTracks",
    version_name="v4.11.3",
    version_code=5705,
    target_sdk=34,
    min_sdk=24,
    icon=("#FFFFFF", "run_fast", "#FF6D00"),
    activities=(
        ActivityInfo(
            ".introduction.IntroductionActivity",
            "screens.introduction:IntroductionActivity",
            (LAUNCHER_FILTER,),
            launch_mode="singleTop",
        ),
        ActivityInfo(
            ".TrackListActivity",
            "screens.track_list:TrackListActivity",
            (_SEARCH,),
            launch_mode="singleTop",
        ),
        _own(".TrackRecordedActivity", "recorded:TrackRecordedActivity"),
        _own(".TrackRecordingActivity", "recording:TrackRecordingActivity"),
        _own(".TrackStoppedActivity", "stopped:TrackStoppedActivity"),
        _own(".TrackEditActivity", "edit:TrackEditActivity"),
        ActivityInfo(
            ".ui.markers.MarkerListActivity",
            "screens.markers:MarkerListActivity",
            (_SEARCH,),
            launch_mode="singleTop",
        ),
        ActivityInfo(
            ".ui.markers.MarkerDetailActivity",
            "screens.markers:MarkerDetailActivity",
            (IntentFilter(("de.dennisguse.opentracks.MarkerDetails",), (CATEGORY_DEFAULT,)),),
        ),
        _own(".ui.markers.MarkerEditActivity", "marker_edit:MarkerEditActivity"),
        _own(
            ".ui.aggregatedStatistics.AggregatedStatisticsActivity",
            "aggregated:AggregatedStatisticsActivity",
        ),
        _own(".settings.SettingsActivity", "settings:SettingsActivity"),
        *(
            _own(f".settings.{name}", f"layouts:{name}")
            for name in ("SettingsCustomLayoutListActivity", "SettingsCustomLayoutEditActivity")
        ),
        _own(".HelpActivity", "help:HelpActivity"),
        _own(".AboutActivity", "help:AboutActivity"),
        _own(".io.file.exporter.ExportActivity", "transfer:ExportActivity"),
        ActivityInfo(
            ".io.file.importer.ImportActivity",
            "screens.transfer:ImportActivity",
            (
                IntentFilter(_SEND, (CATEGORY_DEFAULT,), types=TYPES),
                IntentFilter(
                    (ACTION_VIEW,),
                    (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE"),
                    ("file", "content"),
                    types=TYPES,
                ),
            ),
        ),
    ),
    receivers=(
        ReceiverInfo(".services.handlers.GpsHandler", "receivers:on_fix"),
        ReceiverInfo(".services.TrackPointCreator", "receivers:on_silence"),
    ),
    permissions=PERMISSIONS,
    granted=PERMISSIONS,
    install="storage:install",
    memory="model:Memory",
)

"""Audio Recorder's manifest."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    Manifest,
    ReceiverInfo,
    ServiceInfo,
    android_permissions,
)

_PERMISSIONS = android_permissions("RECORD_AUDIO", "POST_NOTIFICATIONS")


def _own(name: str, screen: str) -> ActivityInfo:
    return ActivityInfo(f".app.{name}", f"screens.{screen}", exported=False, orientation="portrait")


MANIFEST = Manifest(
    package="com.dimowner.audiorecorder",
    label="Audio Recorder",
    version_name="0.9.26",
    version_code=926,
    target_sdk=30,
    icon=("#1C2733", "waveform", "#FFFFFF"),
    activities=(
        ActivityInfo(
            ".app.main.MainActivity",
            "screens.main:MainActivity",
            (LAUNCHER_FILTER,),
            launch_mode="singleTask",
            orientation="portrait",
        ),
        _own("records.RecordsActivity", "records:RecordsActivity"),
        _own("settings.SettingsActivity", "settings:SettingsActivity"),
        _own("info.ActivityInformation", "info:ActivityInformation"),
        _own("lostrecords.LostRecordsActivity", "lost:LostRecordsActivity"),
        _own("browser.FileBrowserActivity", "browser:FileBrowserActivity"),
        _own("trash.TrashActivity", "trash:TrashActivity"),
        _own("welcome.WelcomeActivity", "welcome:WelcomeActivity"),
        _own("setup.SetupActivity", "setup:SetupActivity"),
    ),
    services=(
        ServiceInfo(".app.RecordingService", "services:on_recording"),
        ServiceInfo(".app.PlaybackService", "services:on_playback"),
    ),
    receivers=(
        ReceiverInfo(".app.RecordingService$StopRecordingReceiver", "services:on_stop_recording"),
        ReceiverInfo(".app.PlaybackService$StopPlaybackReceiver", "services:on_stop_playback"),
    ),
    permissions=_PERMISSIONS,
    granted=_PERMISSIONS,
    install="storage:install",
    memory="model:Memory",
)

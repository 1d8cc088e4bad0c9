"""Retro Music's manifest."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    ServiceInfo,
    category_filter,
)

_PERMISSIONS = tuple(
    f"android.permission.{name}"
    for name in (
        "READ_MEDIA_AUDIO", "POST_NOTIFICATIONS", "BLUETOOTH_CONNECT", "INTERNET",
        "FOREGROUND_SERVICE", "WAKE_LOCK", "WRITE_SETTINGS",
    )
)  # fmt: skip
_TYPES = ("audio/*", "application/ogg", "application/x-ogg", "application/itunes")

MANIFEST = Manifest(
    package="code.name.monkey.retromusic",
    label="Retro Music",
    version_name="6.1.0",
    version_code=10603,
    target_sdk=33,
    min_sdk=21,
    icon=("#FFFFFF", "music_circle", "#3D5AFE"),
    activities=(
        ActivityInfo(
            ".activities.MainActivity",
            "screens.main:MainActivity",
            (
                LAUNCHER_FILTER,
                category_filter("MUSIC"),
                IntentFilter(("android.intent.action.MUSIC_PLAYER",)),
                IntentFilter((ACTION_VIEW,), (CATEGORY_DEFAULT,), ("content",), types=_TYPES),
                IntentFilter((ACTION_VIEW,), (CATEGORY_DEFAULT,), ("file",), types=_TYPES),
            ),
            launch_mode="singleTop",
        ),
        ActivityInfo(
            ".activities.PermissionActivity",
            "screens.permission:PermissionActivity",
            exported=False,
        ),
        ActivityInfo(
            ".activities.tageditor.SongTagEditorActivity",
            "screens.tag_editor:SongTagEditor",
            exported=False,
        ),
        ActivityInfo(
            ".activities.tageditor.AlbumTagEditorActivity",
            "screens.tag_editor:AlbumTagEditor",
            exported=False,
        ),
        ActivityInfo(
            ".activities.DriveModeActivity", "screens.drive_mode:DriveMode", exported=False
        ),
    ),
    receivers=(ReceiverInfo(".service.SleepReceiver", "services:sleep"),),
    services=(ServiceInfo(".service.MusicService", "services:music"),),
    permissions=_PERMISSIONS,
    granted=(*_PERMISSIONS[:2], *_PERMISSIONS[3:6]),
    install="storage:install",
)

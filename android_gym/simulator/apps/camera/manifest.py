"""Camera's manifest."""

from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
)

_MEDIA = "android.media.action"
_GRANTED = tuple(f"android.permission.{name}" for name in ("CAMERA", "RECORD_AUDIO"))
"""Permissions that Android grants to its default camera."""

MANIFEST = Manifest(
    package="com.android.camera2",
    label="Camera",
    version_name="2.0.002",
    version_code=20002000,
    min_sdk=19,
    target_sdk=28,
    system=True,
    icon=("#FFFFFF", "camera", "#00838F"),
    activities=(
        ActivityInfo(
            name="com.android.camera.CameraLauncher",
            screen="screens.main:CameraActivity",
            filters=(LAUNCHER_FILTER,),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            name="com.android.camera.CameraActivity",
            screen="screens.main:CameraActivity",
            filters=(IntentFilter((f"{_MEDIA}.STILL_IMAGE_CAMERA",)),),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            name="com.android.camera.VideoCamera",
            screen="screens.main:VideoCamera",
            filters=(IntentFilter((f"{_MEDIA}.VIDEO_CAMERA",)),),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            name="com.android.camera.CaptureActivity",
            screen="screens.main:CaptureActivity",
            filters=(IntentFilter((f"{_MEDIA}.IMAGE_CAPTURE", f"{_MEDIA}.VIDEO_CAPTURE")),),
        ),
        ActivityInfo(
            "com.android.camera.settings.CameraSettingsActivity", "screens.settings:Settings"
        ),
    ),
    permissions=(
        *_GRANTED,
        "android.permission.ACCESS_COARSE_LOCATION",
        "android.permission.ACCESS_FINE_LOCATION",
    ),
    granted=_GRANTED,
    install="storage:install",
)

"""Markor's manifest."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
)

_PERMISSION = "android.permission."

MANIFEST = Manifest(
    package="net.gsantner.markor",
    label="Markor",
    version_name="2.10.9",
    version_code=146,
    target_sdk=33,
    min_sdk=16,
    icon=("#1E2135", "language_markdown_outline", "#FFFFFF"),
    activities=(
        ActivityInfo(
            name=".activity.MainActivity",
            screen="screens.main:MainActivity",
            launch_mode="singleTop",
            filters=(LAUNCHER_FILTER,),
        ),
        ActivityInfo(
            name=".activity.DocumentActivity",
            screen="screens.document:DocumentActivity",
            task_affinity="net.gsantner.markor.document",
            filters=(
                IntentFilter(
                    (ACTION_VIEW, "android.intent.action.EDIT"),
                    (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE"),
                    types=("text/*", "application/octet-stream"),
                ),
                IntentFilter(
                    ("android.intent.action.SEND", "android.intent.action.PROCESS_TEXT"),
                    types=("text/plain",),
                ),
            ),
        ),
        ActivityInfo(name=".activity.SettingsActivity", screen="screens.settings:SettingsActivity"),
        ActivityInfo(
            name=".activity.ActionButtonSettingsActivity",
            screen="screens.settings:ActionButtonSettingsActivity",
            exported=False,
        ),
        ActivityInfo(
            name=".activity.StoragePermissionActivity",
            screen="screens.intro:StoragePermissionActivity",
            exported=False,
        ),
        ActivityInfo(
            name=".activity.IntroActivity", screen="screens.intro:IntroActivity", exported=False
        ),
    ),
    permissions=(
        _PERMISSION + "READ_EXTERNAL_STORAGE",
        _PERMISSION + "WRITE_EXTERNAL_STORAGE",
        _PERMISSION + "MANAGE_EXTERNAL_STORAGE",
        _PERMISSION + "RECORD_AUDIO",
    ),
    install="storage:install",
)

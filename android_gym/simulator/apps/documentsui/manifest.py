"""Manifest of Files."""

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    ShortcutInfo,
    category_filter,
    platform_app,
)

_OPENABLE = (CATEGORY_DEFAULT, "android.intent.category.OPENABLE")
_ACTION = "android.intent.action."
_ANY = ("*/*",)

MANIFEST = platform_app(
    package="com.google.android.documentsui",
    label="Files",
    min_sdk=29,
    icon=("#E8F0FE", "folder", "#1A73E8"),
    shortcuts=(
        ShortcutInfo(
            "images",
            "Images",
            "image",
            Intent(
                ACTION_VIEW,
                data="content://com.android.providers.media.documents/root/images_root",
                type="vnd.android.document/root",
            ),
        ),
    ),
    activities=(
        ActivityInfo(
            name="com.android.documentsui.files.FilesActivity",
            screen="screens.files:FilesActivity",
            filters=(
                LAUNCHER_FILTER,
                category_filter("FILES"),
                IntentFilter(
                    (ACTION_VIEW, f"{_ACTION}BROWSE"),
                    schemes=("content",),
                    types=("vnd.android.document/root", "vnd.android.document/directory"),
                ),
                IntentFilter(("android.provider.action.BROWSE",), schemes=("content",)),
                IntentFilter((f"{_ACTION}VIEW_DOWNLOADS",)),
            ),
        ),
        ActivityInfo(
            name="com.android.documentsui.picker.PickActivity",
            screen="screens.picker:PickActivity",
            filters=(
                IntentFilter((f"{_ACTION}OPEN_DOCUMENT",), _OPENABLE, types=_ANY),
                IntentFilter((f"{_ACTION}CREATE_DOCUMENT",), _OPENABLE, types=_ANY),
                # A higher priority than other apps, so that the user isn't asked to choose one.
                IntentFilter((f"{_ACTION}GET_CONTENT",), _OPENABLE, types=_ANY, priority=100),
                IntentFilter((f"{_ACTION}OPEN_DOCUMENT_TREE",)),
            ),
        ),
        ActivityInfo(
            name="com.android.documentsui.inspector.InspectorActivity",
            screen="screens.inspector:InspectorActivity",
        ),
    ),
)

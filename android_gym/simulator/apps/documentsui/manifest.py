"""Declarations of Files."""

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
)

_OPENABLE = (CATEGORY_DEFAULT, "android.intent.category.OPENABLE")
_ACTION = "android.intent.action."
_ANY = ("*/*",)

MANIFEST = Manifest(
    package="com.google.android.documentsui",
    label="Files",
    version_name="13",
    version_code=33,
    min_sdk=29,
    system=True,
    icon=("#E8F0FE", "folder", "#1A73E8"),
    activities=(
        ActivityInfo(
            name="com.android.documentsui.files.FilesActivity",
            screen="screens.files:FilesActivity",
            filters=(
                LAUNCHER_FILTER,
                IntentFilter(
                    (ACTION_VIEW, f"{_ACTION}BROWSE"),
                    (CATEGORY_DEFAULT,),
                    ("content",),
                    types=(
                        "vnd.android.document/root",
                        "vnd.android.document/directory",
                    ),
                ),
                IntentFilter(
                    ("android.provider.action.BROWSE",), (CATEGORY_DEFAULT,), ("content",)
                ),
            ),
        ),
        ActivityInfo(
            name="com.android.documentsui.picker.PickActivity",
            screen="screens.picker:PickActivity",
            filters=(
                IntentFilter((f"{_ACTION}OPEN_DOCUMENT",), _OPENABLE, types=_ANY),
                IntentFilter((f"{_ACTION}CREATE_DOCUMENT",), _OPENABLE, types=_ANY),
                IntentFilter((f"{_ACTION}GET_CONTENT",), _OPENABLE, types=_ANY),
                IntentFilter((f"{_ACTION}OPEN_DOCUMENT_TREE",), (CATEGORY_DEFAULT,)),
            ),
        ),
        ActivityInfo(
            name="com.android.documentsui.inspector.InspectorActivity",
            screen="screens.inspector:InspectorActivity",
        ),
    ),
)

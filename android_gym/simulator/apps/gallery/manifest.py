"""Simple Gallery Pro's manifest."""

from android_gym.simulator.appkit.simple_manifests import LIBRARY, SPLASH, own
from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    ActivityInfo,
    IntentFilter,
    Manifest,
    android_permissions,
)

_MEDIA = ("image/*", "video/*")
_SCHEMES = ("content", "file")
_ASKED = ("READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "ACCESS_MEDIA_LOCATION", "POST_NOTIFICATIONS")


def _opens(*actions: str, types: tuple[str, ...] = ("image/*",)) -> tuple[IntentFilter, ...]:
    return (IntentFilter(actions, (CATEGORY_DEFAULT,), schemes=_SCHEMES, types=types),)


MANIFEST = Manifest(
    package="com.simplemobiletools.gallery.pro",
    label="Gallery",
    version_name="6.28.1",
    version_code=396,
    min_sdk=23,
    icon=("#F57C00", "image_filter_hdr", "#FFFFFF"),
    activities=(
        SPLASH,
        ActivityInfo(
            ".activities.MainActivity",
            "screens.folders:MainActivity",
            (
                IntentFilter(("android.intent.action.PICK",), (CATEGORY_DEFAULT,), types=_MEDIA),
                IntentFilter(
                    ("android.intent.action.GET_CONTENT",),
                    (CATEGORY_DEFAULT, "android.intent.category.OPENABLE"),
                    types=_MEDIA,
                ),
            ),
        ),
        own(".activities.MediaActivity", "media:MediaActivity"),
        own(".activities.SearchActivity", "media:SearchActivity"),
        ActivityInfo(
            ".activities.ViewPagerActivity",
            "screens.viewer:ViewPagerActivity",
            _opens("com.android.camera.action.REVIEW", types=_MEDIA),
        ),
        ActivityInfo(
            ".activities.PhotoActivity", "screens.viewer:PhotoActivity", _opens(ACTION_VIEW)
        ),
        ActivityInfo(
            ".activities.VideoActivity",
            "screens.viewer:VideoActivity",
            _opens(ACTION_VIEW, types=("video/*",)),
        ),
        ActivityInfo(
            ".activities.EditActivity",
            "screens.editor:EditActivity",
            _opens("android.intent.action.EDIT", "com.android.camera.action.CROP"),
        ),
        ActivityInfo(
            ".activities.SetWallpaperActivity",
            "screens.wallpaper:SetWallpaperActivity",
            _opens("android.intent.action.ATTACH_DATA", "android.intent.action.SET_WALLPAPER"),
        ),
        own(".activities.IncludedFoldersActivity", "managed:IncludedFoldersActivity"),
        own(".activities.ExcludedFoldersActivity", "managed:ExcludedFoldersActivity"),
        own(".activities.HiddenFoldersActivity", "managed:HiddenFoldersActivity"),
        own(".activities.SettingsActivity", "settings:SettingsActivity"),
        *LIBRARY,
    ),
    permissions=android_permissions(
        *_ASKED, "WRITE_EXTERNAL_STORAGE", "MANAGE_EXTERNAL_STORAGE", "MANAGE_MEDIA"
    ),
    granted=android_permissions(*_ASKED),
    memory="model:Session",
    install="storage:install",
)

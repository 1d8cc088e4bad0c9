"""Chrome's manifest."""

from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    ShortcutInfo,
    android_permissions,
)

NEW_TAB = "chromium.shortcut.action.OPEN_NEW_TAB"
NEW_INCOGNITO_TAB = "chromium.shortcut.action.OPEN_NEW_INCOGNITO_TAB"

_BROWSABLE = "android.intent.category.BROWSABLE"
_BROWSER = "android.intent.category.APP_BROWSER"
_CATEGORIES = (CATEGORY_DEFAULT, _BROWSABLE)
_SCHEMES = ("http", "https", "about", "googlechrome", "javascript")
_CHROMIUM = "org.chromium.chrome.browser"
_PAGES = (
    "text/html",
    "text/plain",
    "application/xhtml+xml",
    "application/vnd.wap.xhtml+xml",
    "multipart/related",
)


def _own(name: str, screen: str) -> ActivityInfo:
    return ActivityInfo(f"{_CHROMIUM}.{name}", f"screens.{screen}", exported=False)


MANIFEST = Manifest(
    package="com.android.chrome",
    label="Chrome",
    version_name="103.0.5060.71",
    version_code=506007133,
    target_sdk=31,
    min_sdk=29,
    system=True,
    icon=("#FFFFFF", "google_chrome", "#4285F4"),
    shortcuts=tuple(
        ShortcutInfo(
            name,
            label,
            icon,
            Intent(action, component="com.android.chrome/com.google.android.apps.chrome.Main"),
        )
        for name, label, icon, action in (
            ("new-tab-shortcut", "New tab", "plus", NEW_TAB),
            ("new-incognito-tab-shortcut", "New Incognito tab", "incognito", NEW_INCOGNITO_TAB),
        )
    ),
    activities=(
        ActivityInfo(
            "com.google.android.apps.chrome.Main",
            "screens.main:ChromeTabbedActivity",
            (
                LAUNCHER_FILTER,
                IntentFilter(categories=(CATEGORY_DEFAULT, _BROWSER)),
            ),
            launch_mode="singleTask",
        ),
        ActivityInfo(
            "com.google.android.apps.chrome.IntentDispatcher",
            "screens.dispatcher:IntentDispatcher",
            (
                IntentFilter((ACTION_VIEW,), _CATEGORIES, _SCHEMES),
                IntentFilter((ACTION_VIEW,), _CATEGORIES, ("content", "file"), types=_PAGES[:1]),
                IntentFilter((ACTION_VIEW,), _CATEGORIES, ("http", "https", "file"), types=_PAGES),
                IntentFilter(("android.intent.action.WEB_SEARCH",)),
            ),
            translucent=True,
            exclude_from_recents=True,
        ),
        _own("firstrun.FirstRunActivity", "first_run:FirstRunActivity"),
        _own("history.HistoryActivity", "history:HistoryActivity"),
        _own("app.bookmarks.BookmarkActivity", "bookmarks:BookmarkActivity"),
        _own("app.bookmarks.BookmarkEditActivity", "bookmarks:BookmarkEditActivity"),
        _own("app.download.home.DownloadActivity", "downloads:DownloadActivity"),
        _own("settings.SettingsActivity", "settings:SettingsActivity"),
    ),
    receivers=(
        ReceiverInfo(
            f"{_CHROMIUM}.incognito.IncognitoNotificationServiceImpl", "incognito:close_all"
        ),
    ),
    permissions=android_permissions(
        "POST_NOTIFICATIONS",
        "READ_EXTERNAL_STORAGE",
        "WRITE_EXTERNAL_STORAGE",
        "CAMERA",
        "RECORD_AUDIO",
        "ACCESS_FINE_LOCATION",
        "ACCESS_COARSE_LOCATION",
    ),
)

"""The Play Store's manifest. A new phone lacks the app, as the emulator's image does."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ReceiverInfo,
    android_permissions,
)

FINSKY: Final = "com.google.android.finsky"
HOSTS: Final = ("play.google.com", "market.android.com")
RECEIVER: Final = f"{FINSKY}.installer.InstallerReceiver"

_NOTIFICATIONS: Final = android_permissions("POST_NOTIFICATIONS")
_CATEGORIES: Final = (CATEGORY_DEFAULT, "android.intent.category.BROWSABLE")


def _own(name: str, screen: str) -> ActivityInfo:
    return ActivityInfo(f"{FINSKY}.activities.{name}", f"screens.{screen}", exported=False)


MANIFEST = Manifest(
    package="com.android.vending",
    label="Google Play Store",
    version_name="37.9.18-29 [0] [PR] 574245117",
    version_code=83791810,
    min_sdk=23,
    system=True,
    icon=("#FFFFFF", "google_play", "#34A853"),
    activities=(
        ActivityInfo(
            f"{FINSKY}.activities.MainActivity",
            "screens.main:MainActivity",
            launch_mode="singleTask",
        ),
        ActivityInfo(
            ".AssetBrowserActivity",
            filters=(LAUNCHER_FILTER,),
            target=f"{FINSKY}.activities.MainActivity",
        ),
        ActivityInfo(
            f"{FINSKY}.activities.MarketDeepLinkHandlerActivity",
            "screens.links:MarketDeepLinkHandlerActivity",
            (
                IntentFilter((ACTION_VIEW,), _CATEGORIES, ("market",)),
                # Verified links (``autoVerify``), which open here rather than in a browser.
                IntentFilter((ACTION_VIEW,), _CATEGORIES, ("https", "http"), HOSTS, priority=1),
            ),
            translucent=True,
            exclude_from_recents=True,
        ),
        _own("DetailsActivity", "details:DetailsActivity"),
        _own("AboutActivity", "about:AboutActivity"),
        _own("CategoryActivity", "category:CategoryActivity"),
        _own("SearchActivity", "search:SearchActivity"),
        _own("ManageActivity", "manage:ManageActivity"),
        _own("SettingsActivity", "settings:SettingsActivity"),
    ),
    receivers=(
        ReceiverInfo(
            RECEIVER,
            "receivers:receive",
            (IntentFilter(("android.intent.action.BOOT_COMPLETED",)),),
        ),
    ),
    permissions=_NOTIFICATIONS,
    granted=_NOTIFICATIONS,
    install="storage:install",
    preinstalled=False,
)

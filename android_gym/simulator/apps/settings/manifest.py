"""Manifests of Settings, of its search, and of Wallpaper & style."""

from __future__ import annotations

from android_gym.simulator.apps.settings.pages import PACKAGE, PAGES, PageInfo
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.system.packages import (
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    ShortcutInfo,
    platform_app,
)

# Task affinity of Settings' own task; pages that other apps open by an action get another task.
_ROOT_TASK = "com.android.settings.root"


def _activity(page: PageInfo) -> ActivityInfo:
    filters = []
    if page.actions:
        filters.append(IntentFilter(page.actions))
    if page.package_actions:
        filters.append(IntentFilter(page.package_actions, schemes=("package",)))
    return ActivityInfo(f".Settings${page.activity}", f"screens.{page.screen}", tuple(filters))


_SETTINGS = platform_app(
    package=PACKAGE,
    label="Settings",
    min_sdk=33,
    icon=("#E8EAED", "cog", "#5F6368"),
    shortcuts=(
        ShortcutInfo("wifi", "Wi-Fi", "wifi", Intent("android.settings.WIFI_SETTINGS")),
        ShortcutInfo(
            "data-usage",
            "Data usage",
            "chart_donut",
            Intent("android.settings.DATA_USAGE_SETTINGS"),
        ),
        ShortcutInfo(
            "battery", "Battery", "battery", Intent("android.intent.action.POWER_USAGE_SUMMARY")
        ),
    ),
    activities=(
        ActivityInfo(
            ".Settings",
            filters=(LAUNCHER_FILTER, IntentFilter(("android.settings.SETTINGS",))),
            task_affinity=_ROOT_TASK,
            target=".homepage.SettingsHomepageActivity",
        ),
        ActivityInfo(
            ".homepage.SettingsHomepageActivity", "screens.home:Home", task_affinity=_ROOT_TASK
        ),
        ActivityInfo(".SubSettings", "screens.page:sub_settings"),
        ActivityInfo(
            ".panel.SettingsPanelActivity",
            "screens.panel:InternetPanel",
            (
                IntentFilter(
                    (
                        "android.settings.panel.action.INTERNET_CONNECTIVITY",
                        "android.settings.panel.action.WIFI",
                    )
                ),
            ),
            translucent=True,
            exclude_from_recents=True,
        ),
        ActivityInfo(
            ".panel.VolumePanelActivity",
            "screens.panel:VolumePanel",
            (IntentFilter(("android.settings.panel.action.VOLUME",)),),
            translucent=True,
            exclude_from_recents=True,
        ),
        ActivityInfo(
            ".fuelgauge.RequestIgnoreBatteryOptimizations",
            "screens.requests:IgnoreBatteryOptimizations",
            (
                IntentFilter(
                    ("android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS",),
                    schemes=("package",),
                ),
            ),
            translucent=True,
            exclude_from_recents=True,
        ),
        *(_activity(page) for page in PAGES if page.activity),
    ),
)

_SEARCH = platform_app(
    package="com.google.android.settings.intelligence",
    label="Settings Services",
    min_sdk=33,
    activities=(
        ActivityInfo(
            "com.google.android.settings.intelligence.modules.search.SearchActivity",
            "screens.search:Search",
            (IntentFilter(("android.settings.APP_SEARCH_SETTINGS",)),),
        ),
    ),
)

_WALLPAPER = platform_app(
    package="com.google.android.apps.wallpaper",
    label="Wallpaper & style",
    min_sdk=33,
    icon=("#00668B", "palette", "#FFFFFF"),
    activities=(
        ActivityInfo(
            "com.android.customization.picker.CustomizationPickerActivity",
            "screens.wallpaper:WallpaperAndStyle",
            (
                IntentFilter(("android.intent.action.SET_WALLPAPER",)),
                IntentFilter(("android.settings.WALLPAPER_SETTINGS",)),
            ),
        ),
    ),
)

MANIFESTS = (_SETTINGS, _SEARCH, _WALLPAPER)

"""Declarations of these apps, a row each. Component names are those that AndroidWorld opens."""

from __future__ import annotations

from typing import Final, NamedTuple

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    android_permissions,
    platform_app,
)

__all__ = ["APPS", "MANIFESTS", "GoogleApp"]


class GoogleApp(NamedTuple):
    """An app.

    Attributes:
        package: Its name.
        activity: Class of the activity that the launcher starts.
        label: What it is called.
        icon: Shape of its icon, of Material Design Icons.
        color: The shape's colour, on white.
        missing: What it would do.
        schemes: Links that lead to it.
        channels: Kinds of its notifications: id and name.
        preinstalled: Whether it is on a new phone.
    """

    package: str
    activity: str
    label: str
    icon: str
    color: str
    missing: str
    schemes: tuple[str, ...] = ()
    channels: tuple[tuple[str, str], ...] = ()
    preinstalled: bool = True


# fmt: off
APPS: Final = (
    GoogleApp("com.google.android.gm", ".ConversationListActivityGmail", "Gmail",
              "email", "#EA4335", "Reading and sending mail", ("mailto",)),
    GoogleApp("com.google.android.apps.photos", ".home.HomeActivity", "Photos",
              "pinwheel", "#FBBC04", "Looking at photos and videos"),
    GoogleApp("com.google.android.youtube",
              "com.google.android.apps.youtube.app.WatchWhileActivity", "YouTube",
              "play_box", "#FF0000", "Watching videos"),
    GoogleApp("com.google.android.apps.youtube.music", ".activities.MusicActivity", "YT Music",
              "play_circle", "#E53935", "Listening to music"),
    GoogleApp("com.google.android.apps.maps", "com.google.android.maps.MapsActivity", "Maps",
              "map_marker", "#34A853", "Finding places and ways"),
    GoogleApp("com.google.android.apps.docs", ".drive.startup.StartupActivity", "Drive",
              "triangle_outline", "#1E8E3E", "Keeping files in the cloud"),
    GoogleApp("com.google.android.googlequicksearchbox", ".SearchActivity", "Google",
              "magnify", "#4285F4", "Searching the web"),
    GoogleApp("com.google.android.apps.messaging", ".ui.ConversationListActivity", "Messages",
              "message_text", "#1A73E8", "Chatting"),
    GoogleApp("com.android.vending", ".AssetBrowserActivity", "Google Play Store",
              "google_play", "#34A853", "Installing apps", ("market",),
              (("account-alerts", "Account alerts"), ("deals", "Deals and promotions"),
               ("updates", "Updates"), ("setup", "Device setup")), preinstalled=False),
    GoogleApp("com.instagram.android", ".activity.MainTabActivity", "Instagram",
              "instagram", "#C13584", "Sharing pictures", ("instagram",),
              (("alerts", "Alerts"), ("comments", "Comments"), ("direct", "Direct messages"),
               ("likes", "Likes"), ("follows", "New followers")), preinstalled=False),
)
# fmt: on


_PERMISSIONS: Final = android_permissions("POST_NOTIFICATIONS")


def _declare(app: GoogleApp) -> Manifest:
    filters = [LAUNCHER_FILTER]
    if app.schemes:
        actions = (ACTION_VIEW, "android.intent.action.SENDTO")
        filters.append(IntentFilter(actions, (CATEGORY_DEFAULT,), app.schemes))
    activity = ActivityInfo(name=app.activity, screen="screens:Missing", filters=tuple(filters))
    return platform_app(
        package=app.package,
        label=app.label,
        icon=("#FFFFFF", app.icon, app.color),
        activities=(activity,),
        install="storage:install" if app.channels else "",
        permissions=_PERMISSIONS if app.channels else (),
        granted=_PERMISSIONS if app.channels else (),
        preinstalled=app.preinstalled,
    )


MANIFESTS: Final = tuple(map(_declare, APPS))

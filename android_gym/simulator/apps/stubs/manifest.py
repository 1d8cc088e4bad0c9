"""Manifests of the apps that are not simulated, one row each.

A new phone has those of the emulator's image, under the component names that AndroidWorld opens.
Others can be installed by ``pm install-existing`` or from the Play Store. Third-party apps only
have their names, which benchmarks' instructions ask for.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    IntentFilter,
    Manifest,
    Version,
    android_permissions,
)

__all__ = ["APPS", "MANIFESTS", "StubApp"]


class StubApp(NamedTuple):
    """An app that is not simulated.

    Attributes:
        package: Its package name.
        activity: Class of the activity started by the launcher.
        label: Its label.
        icon: Shape of its icon, from Material Design Icons.
        color: Colour of the shape, on white.
        missing: What the app would do.
        channels: Id and name of its notification channels; an app without any sends no
            notifications.
        schemes: URI schemes that it opens.
        preinstalled: Whether a new phone has it.
    """

    package: str
    activity: str
    label: str
    icon: str
    color: str
    missing: str
    channels: tuple[tuple[str, str], ...] = ()
    schemes: tuple[str, ...] = ()
    preinstalled: bool = True


_SHOP: Final = (("general", "General"), ("offers", "Offers"))
_NEWS: Final = (("alerts", "Alerts"), ("digest", "Daily digest"))
_SOCIAL: Final = (("messages", "Messages"), ("mentions", "Mentions"), ("friends", "Friends"))
"""Made-up notification channels of apps in the catalogue."""


_brought = partial(StubApp, preinstalled=False)


# fmt: off
APPS: Final = (
    StubApp("com.google.android.apps.photos", ".home.HomeActivity", "Photos",
            "pinwheel", "#FBBC04", "Looking at photos and videos",
            channels=(("backup", "Backup"), ("memories", "Memories"), ("sharing", "Sharing"))),
    StubApp("com.google.android.youtube",
            "com.google.android.apps.youtube.app.WatchWhileActivity", "YouTube",
            "play_box", "#FF0000", "Watching videos"),
    StubApp("com.google.android.apps.youtube.music", ".activities.MusicActivity", "YT Music",
            "play_circle", "#E53935", "Listening to music"),
    StubApp("com.google.android.apps.maps", "com.google.android.maps.MapsActivity", "Maps",
            "map_marker", "#34A853", "Finding places and ways",
            channels=(("getting_around", "Getting around"), ("places", "People and places"),
                      ("account", "Your account"))),
    StubApp("com.google.android.apps.docs", ".drive.startup.StartupActivity", "Drive",
            "triangle_outline", "#1E8E3E", "Keeping files in the cloud"),
    StubApp("com.google.android.googlequicksearchbox", ".SearchActivity", "Google",
            "magnify", "#4285F4", "Searching the web"),
    StubApp("com.google.android.apps.messaging", ".ui.ConversationListActivity", "Messages",
            "message_text", "#1A73E8", "Chatting"),
    _brought("com.instagram.android", ".activity.MainTabActivity", "Instagram",
             "instagram", "#C13584", "Sharing pictures",
             (("alerts", "Alerts"), ("comments", "Comments"), ("direct", "Direct messages"),
              ("likes", "Likes"), ("follows", "New followers")), ("instagram",)),
    _brought("com.amazon.mShop.android.shopping", "com.amazon.mShop.home.HomeActivity",
             "Amazon Shopping",
             "cart", "#FF9900", "Shopping", _SHOP),
    _brought("com.amazon.dee.app", ".ui.main.MainActivity", "Amazon Alexa",
             "account_voice", "#00A7CE", "Talking to an assistant", _SHOP),
    _brought("com.amazon.mp3", ".activity.MainActivity", "Amazon Music",
             "music_circle", "#4B2DE0", "Listening to music", _SHOP),
    _brought("com.amazon.avod.thirdpartyclient", ".LauncherActivity", "Prime Video",
             "television_play", "#00A8E1", "Watching films", _SHOP),
    _brought("com.cnn.mobile.android.phone", ".features.splash.SplashActivity", "CNN",
             "broadcast", "#CC0000", "Reading news", _NEWS),
    _brought("com.ebay.mobile", ".home.HomeActivity", "eBay",
             "tag", "#0064D2", "Buying and selling", _SHOP),
    _brought("com.espn.score_center", ".LauncherActivity", "ESPN",
             "basketball", "#D50A0A", "Following sports", _NEWS),
    _brought("com.facebook.katana", ".LoginActivity", "Facebook",
             "facebook", "#1877F2", "Meeting people", _SOCIAL),
    _brought("com.facebook.lite", ".MainActivity", "Facebook Lite",
             "facebook", "#4B9BF5", "Meeting people", _SOCIAL),
    _brought("com.instagram.lite", ".MainActivity", "Instagram Lite",
             "instagram", "#8A3AB9", "Sharing pictures", _SOCIAL),
    _brought("me.lyft.android", ".ui.MainActivity", "Lyft",
             "car", "#EA0B8C", "Ordering rides", _SHOP),
    _brought("com.lyft.android.driver", ".MainActivity", "Lyft Driver",
             "steering", "#EA0B8C", "Driving people", _SHOP),
    _brought("com.netflix.mediaclient", ".ui.launch.UIWebViewActivity", "Netflix",
             "alpha_n_box", "#E50914", "Watching films", _SHOP),
    _brought("com.pandora.android", ".LauncherActivity", "Pandora",
             "pandora", "#3668FF", "Listening to the radio", _SHOP),
    _brought("com.reddit.frontpage", ".StartActivity", "Reddit",
             "reddit", "#FF4500", "Talking in groups", _SOCIAL),
    _brought("com.spotify.music", ".MainActivity", "Spotify",
             "spotify", "#1DB954", "Listening to music", _SHOP),
    _brought("com.spotify.s4a", ".MainActivity", "Spotify for Artists",
             "microphone", "#1DB954", "Looking after one's music", _SHOP),
    _brought("com.starbucks.mobilecard", ".main.activity.LandingPageActivity", "Starbucks",
             "coffee", "#00704A", "Ordering coffee", _SHOP),
    _brought("com.twitter.android", ".StartActivity", "Twitter",
             "twitter", "#1DA1F2", "Writing short messages", _SOCIAL),
    _brought("com.ubercab", ".presidio.app.core.root.RootActivity", "Uber",
             "car_side", "#000000", "Ordering rides", _SHOP),
    _brought("com.ubercab.driver", ".MainActivity", "Uber Driver",
             "steering", "#000000", "Driving people", _SHOP),
    _brought("com.ubercab.eats", ".MainActivity", "Uber Eats",
             "food", "#06C167", "Ordering food", _SHOP),
    _brought("com.yahoo.mobile.client.android.yahoo", ".activities.MainActivity", "Yahoo",
             "yahoo", "#6001D2", "Reading news", _NEWS),
    _brought("com.yahoo.mobile.client.android.mail", ".activity.MainActivity", "Yahoo Mail",
             "email", "#6001D2", "Reading and sending mail", _NEWS),
    _brought("com.yelp.android", ".nearby.ui.ActivityNearby", "Yelp",
             "storefront", "#D32323", "Finding places", _SHOP),
    _brought("com.yelp.android.biz", ".ui.MainActivity", "Yelp for Business",
             "store", "#D32323", "Looking after one's business", _SHOP),
    _brought("org.wikipedia", ".main.MainActivity", "Wikipedia",
             "wikipedia", "#202122", "Reading articles"),
    _brought("com.google.android.apps.magazines",
             "com.google.apps.dots.android.app.activity.CurrentsStartActivity", "News",
             "newspaper", "#4285F4", "Reading news", _NEWS),
    _brought("com.google.android.apps.books",
             "com.google.android.apps.play.books.app.BooksActivity", "Play Books",
             "book_open_page_variant", "#039BE5", "Reading books", _SHOP),
    _brought("com.google.android.videos", ".activity.MainActivity", "Play Movies & TV",
             "movie_open", "#EF3B3B", "Watching films", _SHOP),
    _brought("com.google.android.music",
             "com.android.music.activitymanagement.TopLevelActivity", "Play Music",
             "headphones", "#EF6C00", "Listening to music", _SHOP),
    _brought("org.lanternpress.reader", ".MainActivity", "News Reader",
             "newspaper_variant", "#37474F", "Reading news", _NEWS),
    _brought("org.lanternpress.weather", ".MainActivity", "Weather",
             "weather_partly_cloudy", "#0288D1", "Telling the weather", _NEWS),
    _brought("org.stormwatch.radar", ".MainActivity", "Weather Radar",
             "radar", "#00695C", "Showing where it rains", _NEWS),
    _brought("org.lanternpress.feeds", ".MainActivity", "Reader for Reddit",
             "rss", "#BF360C", "Reading discussions"),
    _brought("org.wikireader.offline", ".MainActivity", "WikiReader",
             "book_alphabet", "#455A64", "Reading articles"),
    _brought("org.bidwatch.auctions", ".MainActivity", "Bid Watch for eBay",
             "gavel", "#6D4C41", "Following auctions", _SHOP),
    _brought("org.cornercup.coffee", ".MainActivity", "Coffee Finder",
             "coffee_outline", "#795548", "Finding a coffee"),
    _brought("org.tinytable.planner", ".MainActivity", "Calendar Planner",
             "calendar", "#7B1FA2", "Planning days", _NEWS),
    _brought("org.mossgames.tiles", ".MainActivity", "Tile Garden",
             "view_grid", "#43A047", "Playing"),
    _brought("org.mossgames.chess", ".MainActivity", "Pocket Chess",
             "chess_knight", "#5D4037", "Playing"),
    _brought("org.mossgames.solitaire", ".MainActivity", "Solitaire Club",
             "cards_spade", "#2E7D32", "Playing"),
    _brought("org.mossgames.words", ".MainActivity", "Word Ladder",
             "alphabetical_variant", "#1565C0", "Playing"),
    _brought("org.mossgames.trivia", ".MainActivity", "Trivia Night",
             "head_question", "#AD1457", "Playing"),
    _brought("org.mossgames.pandora", ".MainActivity", "Pandora's Box Puzzle",
             "puzzle", "#6A1B9A", "Playing"),
    _brought("org.tinytable.torch", ".MainActivity", "Flashlight Plus",
             "flashlight", "#F9A825", "Lighting up"),
    _brought("org.tinytable.scanner", ".MainActivity", "QR Scanner",
             "qrcode_scan", "#263238", "Reading codes"),
    _brought("org.tinytable.units", ".MainActivity", "Unit Converter",
             "ruler", "#00838F", "Converting units"),
    _brought("org.sproutlings.plants", ".MainActivity", "Plant Diary",
             "sprout", "#558B2F", "Looking after plants"),
    _brought("org.sproutlings.sleep", ".MainActivity", "Sleep Sounds",
             "weather_night", "#283593", "Falling asleep"),
    _brought("org.sproutlings.recipes", ".MainActivity", "Recipe Box",
             "chef_hat", "#D84315", "Keeping recipes"),
    _brought("org.cornercup.buses", ".MainActivity", "Bus Times",
             "bus_clock", "#1E88E5", "Waiting for buses", _NEWS),
    _brought("org.cornercup.budget", ".MainActivity", "Budget Jar",
             "piggy_bank", "#EC407A", "Saving money"),
    _brought("org.cornercup.languages", ".MainActivity", "Language Cards",
             "translate", "#00897B", "Learning languages"),
    _brought("org.cornercup.habits", ".MainActivity", "Habit Ring",
             "circle_slice_6", "#F4511E", "Keeping habits", _NEWS),
    _brought("org.cornercup.running", ".MainActivity", "Run Log",
             "run", "#C62828", "Counting runs", _NEWS),
)
# fmt: on

_PERMISSIONS: Final = android_permissions("POST_NOTIFICATIONS")


VERSION: Final = Version(20234100, "2023.41.0")
"""Made-up version of the apps that are installed later."""


def _declare(app: StubApp) -> Manifest:
    filters = [LAUNCHER_FILTER]
    if app.schemes:
        actions = (ACTION_VIEW, "android.intent.action.SENDTO")
        filters.append(IntentFilter(actions, (CATEGORY_DEFAULT,), app.schemes))
    activity = ActivityInfo(name=app.activity, screen="screens:Missing", filters=tuple(filters))
    permissions = _PERMISSIONS if app.channels else ()
    declared = Manifest(
        app.package,
        app.label,
        VERSION.name,
        VERSION.code,
        icon=("#FFFFFF", app.icon, app.color),
        activities=(activity,),
        install="storage:install",
        permissions=permissions,
        granted=permissions,
        preinstalled=app.preinstalled,
    )
    if not app.preinstalled:
        return declared
    return replace(declared, version_name="13", version_code=33, system=True)


MANIFESTS: Final = tuple(map(_declare, APPS))

"""Apps that instructions call by name: packages, and the names that a phone shows for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["NAMED", "NamedApp", "app_of"]


@dataclass(frozen=True, slots=True)
class NamedApp:
    """An app that an instruction names.

    Attributes:
        package: Its package.
        label: Its name on the phone, and in the store.
        like: Package of an app whose name is like its own.
    """

    package: str
    label: str
    like: str = ""


_GOOGLE: Final = "com.google.android"

NAMED: Final[Mapping[str, NamedApp]] = {
    "Amazon": NamedApp(
        "com.amazon.mShop.android.shopping", "Amazon Shopping", "com.amazon.dee.app"
    ),
    "Amazon Alexa": NamedApp("com.amazon.dee.app", "Amazon Alexa", "com.amazon.mp3"),
    "Amazon Music": NamedApp("com.amazon.mp3", "Amazon Music", "com.amazon.dee.app"),
    "Amazon Prime Music": NamedApp(
        "com.amazon.mp3", "Amazon Music", "com.amazon.avod.thirdpartyclient"
    ),
    "Amazon Prime Video": NamedApp(
        "com.amazon.avod.thirdpartyclient", "Prime Video", "com.amazon.mp3"
    ),
    "Amazon Shopping": NamedApp(
        "com.amazon.mShop.android.shopping", "Amazon Shopping", "com.amazon.dee.app"
    ),
    "CNN": NamedApp("com.cnn.mobile.android.phone", "CNN", "org.lanternpress.reader"),
    "Calendar": NamedApp(f"{_GOOGLE}.calendar", "Calendar", "org.tinytable.planner"),
    "ESPN": NamedApp("com.espn.score_center", "ESPN", "com.cnn.mobile.android.phone"),
    "Facebook": NamedApp("com.facebook.katana", "Facebook", "com.facebook.lite"),
    "Google": NamedApp(f"{_GOOGLE}.googlequicksearchbox", "Google", f"{_GOOGLE}.apps.magazines"),
    "Google Chrome": NamedApp("com.android.chrome", "Chrome", f"{_GOOGLE}.youtube"),
    "Google Maps": NamedApp(f"{_GOOGLE}.apps.maps", "Maps", f"{_GOOGLE}.apps.photos"),
    "Google Photos": NamedApp(f"{_GOOGLE}.apps.photos", "Photos", f"{_GOOGLE}.apps.maps"),
    "Google Play Books": NamedApp(f"{_GOOGLE}.apps.books", "Play Books", f"{_GOOGLE}.music"),
    "Google Play Movies": NamedApp(f"{_GOOGLE}.videos", "Play Movies & TV", f"{_GOOGLE}.music"),
    "Google Play Music": NamedApp(f"{_GOOGLE}.music", "Play Music", f"{_GOOGLE}.videos"),
    "Google Play Store": NamedApp("com.android.vending", "Google Play Store", f"{_GOOGLE}.music"),
    "Instagram": NamedApp("com.instagram.android", "Instagram", "com.instagram.lite"),
    "Lyft": NamedApp("me.lyft.android", "Lyft", "com.lyft.android.driver"),
    "Netflix": NamedApp("com.netflix.mediaclient", "Netflix", "com.amazon.avod.thirdpartyclient"),
    "News": NamedApp(f"{_GOOGLE}.apps.magazines", "News", "org.lanternpress.reader"),
    "Pandora": NamedApp("com.pandora.android", "Pandora", "org.mossgames.pandora"),
    "Reddit": NamedApp("com.reddit.frontpage", "Reddit", "org.lanternpress.feeds"),
    "Spotify": NamedApp("com.spotify.music", "Spotify", "com.spotify.s4a"),
    "Starbucks": NamedApp("com.starbucks.mobilecard", "Starbucks", "org.cornercup.coffee"),
    "Twitter": NamedApp("com.twitter.android", "Twitter", "com.reddit.frontpage"),
    "Uber": NamedApp("com.ubercab", "Uber", "com.ubercab.driver"),
    "Weather": NamedApp("org.lanternpress.weather", "Weather", "org.stormwatch.radar"),
    "Wikipedia": NamedApp("org.wikipedia", "Wikipedia", "org.wikireader.offline"),
    "Yahoo": NamedApp(
        "com.yahoo.mobile.client.android.yahoo", "Yahoo", "com.yahoo.mobile.client.android.mail"
    ),
    "Yelp": NamedApp("com.yelp.android", "Yelp", "com.yelp.android.biz"),
    "YouTube": NamedApp(f"{_GOOGLE}.youtube", "YouTube", f"{_GOOGLE}.apps.youtube.music"),
    "eBay": NamedApp("com.ebay.mobile", "eBay", "org.bidwatch.auctions"),
}
"""By the subjects of instructions."""


def app_of(subject: str) -> NamedApp:
    """Return the app that an instruction names."""
    return NAMED[subject]

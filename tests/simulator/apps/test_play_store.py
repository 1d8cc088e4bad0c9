"""The Play Store: its catalogue, its pages, and what installing does to the phone."""

from __future__ import annotations

import pytest

from android_gym.simulator.apps.play_store.catalogue import CATALOGUE, ICONS, categories
from android_gym.simulator.apps.play_store.model import find, suggest
from android_gym.simulator.apps.play_store.screens.links import target_of
from android_gym.simulator.apps.stubs.manifest import APPS
from android_gym.simulator.phone import Phone
from android_gym.simulator.ui.icons import icon_exists
from android_gym.testing.driver import AppDriver

STORE = "com.android.vending"
WIKIPEDIA = "org.wikipedia"
MAPS = "com.google.android.apps.maps"
VIEW = "am start -a android.intent.action.VIEW -d"


def new_store(phone: Phone | None = None) -> AppDriver:
    app = AppDriver(phone or Phone(), STORE)
    app.shell(f"pm install-existing {STORE}")
    return app


@pytest.fixture
def store() -> AppDriver:
    return new_store()


def page(app: AppDriver, package: str) -> None:
    """Open the page of an app by its address."""
    app.shell(f"{VIEW} 'market://details?id={package}'")
    app.wait(500)


def installed(app: AppDriver, package: str) -> bool:
    return f"package:{package}" in app.shell(f"pm list packages {package}").split()


def version_of(app: AppDriver, package: str) -> str:
    return app.shell(f"dumpsys package {package} | grep versionName").strip()


def until_installed(app: AppDriver, package: str, seconds: int = 60) -> None:
    for _ in range(seconds):
        busy = f"SELECT 1 FROM appstate WHERE package_name = '{package}' AND installer_state != 0"
        if installed(app, package) and not app.query("localappstate.db", busy):
            return
        app.wait(1000)
    raise AssertionError((package, app.texts()))


class TestCatalogue:
    def test_it_has_each_stub_and_nothing_that_the_phone_does_not_know(self) -> None:
        packages = [each.package for each in CATALOGUE]
        known = Phone().system.packages
        assert len(set(packages)) == len(packages)
        assert [name for name in packages if known.shipped(name) is None] == []
        assert {app.package for app in APPS} <= set(packages)

    def test_titles_differ_and_categories_have_icons(self) -> None:
        titles = [each.title.casefold() for each in CATALOGUE]
        assert len(set(titles)) == len(titles)
        assert set(categories(True)) | set(categories(False)) == set(ICONS)
        assert [icon for icon in ICONS.values() if not icon_exists(icon)] == []

    @pytest.mark.parametrize(
        ("query", "first"),
        [
            ("news", "News"),
            ("News app", "News"),
            ("the weather app", "Weather"),
            ("weather r", "Weather Radar"),
            ("EBAY", "eBay"),
            ("auction", "Bid Watch for eBay"),
            ("starbucks", "Starbucks"),
        ],
    )
    def test_a_search_finds_the_name_first(self, query: str, first: str) -> None:
        assert find(CATALOGUE, query)[0].title == first

    def test_a_search_finds_look_alikes_too_and_nothing_for_nonsense(self) -> None:
        assert {"News", "News Reader"} <= {each.title for each in find(CATALOGUE, "news")}
        assert find(CATALOGUE, "xyzzy") == find(CATALOGUE, " ?! ") == []
        assert suggest(CATALOGUE, "insta") == ["instagram", "instagram lite"]
        assert suggest(CATALOGUE, "  ") == []

    @pytest.mark.parametrize(
        ("address", "target"),
        [
            ("market://details?id=a.b", ("DetailsActivity", {"id": "a.b"})),
            ("https://play.google.com/store/apps/details?id=a.b&hl=en",
             ("DetailsActivity", {"id": "a.b"})),
            ("market://search?q=two%20words", ("SearchActivity", {"query": "two words"})),
            ("https://play.google.com/store/search?q=x&c=apps", ("SearchActivity", {"query": "x"})),
            ("https://play.google.com/store", ("MainActivity", {})),
            ("market://details", ("MainActivity", {})),
            ("https://[broken", ("MainActivity", {})),
            ("", ("MainActivity", {})),
        ],
    )  # fmt: skip
    def test_addresses_lead_to_pages(self, address: str, target: tuple[str, object]) -> None:
        assert target_of(address) == target


class TestInstalling:
    def test_an_app_is_searched_installed_and_opened(self, store: AppDriver) -> None:
        store.start(".AssetBrowserActivity")
        store.tap("Search for apps & games")
        store.type("wikip")
        store.tap("wikipedia")
        store.tap("Wikipedia")
        store.tap("Install", wait_ms=100)
        assert not installed(store, WIKIPEDIA)
        assert store.shows("Cancel") and not store.shows("Open")
        store.wait(900)
        assert any("% of 12 MB" in text for text in store.texts())
        assert "android.title=String (Wikipedia)" in store.shell("dumpsys notification --noredact")
        until_installed(store, WIKIPEDIA)
        dump = store.shell(f"dumpsys package {WIKIPEDIA}")
        assert "installerPackageName=com.android.vending" in dump
        assert "firstInstallTime=2023-10-15" in dump
        assert f"{WIKIPEDIA}  installer={STORE}" in store.shell("pm list packages -i -3")
        assert "Successfully installed" in store.shell("dumpsys notification --noredact")
        store.tap("Open")
        assert store.phone.system.activities.top is not None
        assert store.phone.system.activities.top.package == WIKIPEDIA
        assert any("is not supported" in text for text in store.texts())
        labels = [m.label for m, _ in store.phone.system.packages.launcher_activities()]
        assert "Wikipedia" in labels

    def test_settings_show_what_was_installed(self, store: AppDriver) -> None:
        page(store, "com.reddit.frontpage")
        store.tap("Install")
        until_installed(store, "com.reddit.frontpage")
        store.shell(
            "am start -a android.settings.APPLICATION_DETAILS_SETTINGS "
            "-d package:com.reddit.frontpage"
        )
        store.wait(500)
        assert store.shows("Reddit") and store.shows("Uninstall")
        store.tap("Notifications")
        assert store.shows("Mentions")

    def test_what_is_cancelled_is_not_installed(self, store: AppDriver) -> None:
        page(store, WIKIPEDIA)
        store.tap("Install", wait_ms=600)
        store.tap("Cancel")
        store.wait(20_000)
        assert store.shows("Install")
        assert not installed(store, WIKIPEDIA)
        assert "Wikipedia" not in store.shell("dumpsys notification --noredact")
        store.start("com.google.android.finsky.activities.ManageActivity")
        store.tap("Manage", "Installed", "Not installed")
        assert store.shows("No apps here")

    def test_one_after_the_other(self, store: AppDriver) -> None:
        page(store, "com.amazon.dee.app")  # 74 MB
        store.tap("Install", wait_ms=100)
        page(store, "org.tinytable.torch")  # 2 MB
        store.tap("Install", wait_ms=100)
        assert store.shows("Pending\u2026")
        store.wait(4000)
        assert not installed(store, "org.tinytable.torch")
        until_installed(store, "org.tinytable.torch")
        assert installed(store, "com.amazon.dee.app")

    def test_an_app_is_removed_and_known_ever_after(self, store: AppDriver) -> None:
        page(store, WIKIPEDIA)
        store.tap("Install")
        until_installed(store, WIKIPEDIA)
        store.tap("Uninstall", "Cancel")
        assert installed(store, WIKIPEDIA)
        store.tap("Uninstall", "Uninstall")
        assert not installed(store, WIKIPEDIA)
        assert store.shows("Install")
        store.start("com.google.android.finsky.activities.ManageActivity")
        store.tap("Manage", "Installed", "Not installed")
        assert store.shows("Wikipedia")
        store.tap("Select Wikipedia", "Install")
        until_installed(store, WIKIPEDIA)

    def test_several_are_removed_at_once(self, store: AppDriver) -> None:
        for package in (WIKIPEDIA, "com.reddit.frontpage", "com.netflix.mediaclient"):
            store.shell(f"pm install-existing {package}")
        store.start("com.google.android.finsky.activities.ManageActivity")
        store.tap("Manage", "Select Wikipedia", "Select Reddit", "Uninstall")
        assert store.shows("Uninstall 2 apps?")
        store.tap("Uninstall")
        assert not installed(store, WIKIPEDIA)
        assert not installed(store, "com.reddit.frontpage")
        assert installed(store, "com.netflix.mediaclient")

    def test_updates(self, store: AppDriver) -> None:
        before = version_of(store, MAPS)
        store.shell(f"mkdir -p /data/data/{MAPS}/files; echo kept > /data/data/{MAPS}/files/note")
        store.start("com.google.android.finsky.activities.ManageActivity")
        assert store.shows("Updates available")
        store.tap("Update all")
        assert any("in progress" in text for text in store.texts())
        for _ in range(90):
            store.wait(1000)
            if store.shows("All apps up to date"):
                break
        assert store.shows("All apps up to date")
        assert version_of(store, MAPS) == "versionName=2023.41.0" != before
        dump = store.shell(f"dumpsys package {MAPS}")
        assert "UPDATED_SYSTEM_APP" in dump and "codePath=/data/app/" in dump
        assert store.shell(f"cat /data/data/{MAPS}/files/note") == "kept\n"
        page(store, MAPS)
        store.tap("Uninstall", "Uninstall")
        assert version_of(store, MAPS) == before
        assert "codePath=/system/app" in store.shell(f"dumpsys package {MAPS}")
        assert store.shell(f"ls /data/data/{MAPS}/files 2>&1 || true") != "note\n"
        assert store.shows("Update") and store.shows("Open")

    def test_a_disabled_app_is_enabled(self, store: AppDriver) -> None:
        store.shell(f"pm disable-user {MAPS}")
        page(store, MAPS)
        store.tap("Enable")
        assert f"package:{MAPS}" in store.shell("pm list packages -e").split()


class TestNetwork:
    OFFLINE = "svc wifi disable; svc data disable"

    def test_without_one_the_store_says_so(self, store: AppDriver) -> None:
        store.shell(self.OFFLINE)
        store.start(".AssetBrowserActivity")
        assert store.shows("You\u2019re offline")
        store.tap("Retry")
        assert store.shows("You\u2019re offline")
        page(store, WIKIPEDIA)
        assert store.shows("You\u2019re offline") and not store.shows("Install")
        store.shell("svc wifi enable")
        store.wait(5000)
        assert store.shows("Install")

    def test_a_download_waits_for_it(self, store: AppDriver) -> None:
        page(store, WIKIPEDIA)
        store.tap("Install", wait_ms=600)
        store.shell(self.OFFLINE)
        store.wait(30_000)
        assert not installed(store, WIKIPEDIA)
        assert "Waiting for network" in store.shell("dumpsys notification --noredact")
        store.shell("svc wifi enable")
        until_installed(store, WIKIPEDIA)

    def test_wifi_only(self, store: AppDriver) -> None:
        store.start("com.google.android.finsky.activities.SettingsActivity")
        store.tap("App download preference", "Over Wi-Fi only")
        store.shell("svc wifi disable; svc data enable")
        page(store, WIKIPEDIA)
        store.tap("Install")
        store.wait(10_000)
        assert store.shows("Waiting for network\u2026")
        assert not installed(store, WIKIPEDIA)
        store.shell("svc wifi enable")
        until_installed(store, WIKIPEDIA)


class TestGoingOn:
    def begun(self) -> AppDriver:
        app = new_store()
        page(app, "com.amazon.mp3")  # 66 MB
        app.tap("Install", wait_ms=1500)
        return app

    def test_after_a_restore_on_another_phone(self) -> None:
        app = self.begun()
        snapshot = app.phone.snapshot()
        until_installed(app, "com.amazon.mp3")
        other = AppDriver(Phone(), STORE)
        other.phone.restore(snapshot)
        assert not installed(other, "com.amazon.mp3")
        until_installed(other, "com.amazon.mp3")
        assert other.texts() == app.texts()

    def test_after_the_death_of_the_process(self) -> None:
        app = self.begun()
        app.press("HOME")
        app.shell(f"am kill {STORE}")
        until_installed(app, "com.amazon.mp3")

    @pytest.mark.parametrize("end", [f"am force-stop {STORE}", "reboot"])
    def test_after_a_stop_it_goes_on_when_the_store_is_there_again(self, end: str) -> None:
        app = self.begun()
        app.shell(end)
        app.wait(1000)
        if end != "reboot":
            app.wait(30_000)
            assert not installed(app, "com.amazon.mp3")
            app.start(".AssetBrowserActivity")
        until_installed(app, "com.amazon.mp3")

    def test_after_its_data_was_cleared_nothing_is_left(self) -> None:
        app = self.begun()
        app.shell(f"pm clear {STORE}")
        app.wait(30_000)
        app.start(".AssetBrowserActivity")
        app.wait(30_000)
        assert not installed(app, "com.amazon.mp3")

    @pytest.mark.parametrize(
        "edit",
        [
            "INSERT INTO appstate (package_name, installer_state) VALUES ('no.such', 10)",
            "INSERT INTO appstate (package_name, installer_state) VALUES (NULL, 60)",
            "INSERT INTO appstate (package_name, installer_state) VALUES (x'6f72', 60)",
            "UPDATE appstate SET total_completed_bytes_downloaded = -5",
            "UPDATE appstate SET total_completed_bytes_downloaded = 'much'",
            "UPDATE appstate SET delivery_data_timestamp_ms = 'then', desired_version = 'new'",
        ],
    )
    def test_after_edits_by_adb(self, edit: str) -> None:
        app = self.begun()
        app.shell(f'sqlite3 /data/data/{STORE}/databases/localappstate.db "{edit}"')
        until_installed(app, "com.amazon.mp3")


class TestPages:
    def test_links_lead_here_and_what_is_unknown_is_said(self, store: AppDriver) -> None:
        store.shell(f"{VIEW} 'https://play.google.com/store/apps/details?id=com.twitter.android'")
        store.wait(500)
        assert store.shows("Twitter") and store.shows("Install")
        page(store, "no.such.app")
        assert store.shows("Item not found.")
        store.shell(f"{VIEW} 'market://search?q=xyzzy'")
        store.wait(500)
        assert any(text.startswith("No results for") for text in store.texts())

    def test_searches_are_kept_until_they_are_cleared(self, store: AppDriver) -> None:
        store.start("com.google.android.finsky.activities.SearchActivity")
        store.type("chess")
        store.press("ENTER")
        assert store.shows("Pocket Chess")
        store.tap("Clear text")
        assert "chess" in store.texts()
        assert store.query("suggestions.db", "SELECT query FROM suggestions") == [("chess",)]
        store.start("com.google.android.finsky.activities.SettingsActivity")
        store.tap("Clear device search history")
        assert store.query("suggestions.db", "SELECT query FROM suggestions") == []

    def test_shelves_charts_and_categories(self, store: AppDriver) -> None:
        store.start(".AssetBrowserActivity")
        store.tap("Games", nth=1)
        assert store.shows("Board")
        store.tap("Top charts")
        first = next(text for text in store.texts() if text in {e.title for e in CATALOGUE})
        assert first == "Solitaire Club"
        store.tap("Categories", "Puzzle", "Tile Garden")
        assert store.shows("Install")
        store.tap("See more of About this app")
        assert store.shows("44 MB")

    @pytest.mark.parametrize("theme", ["Light", "Dark"])
    def test_the_theme_can_be_chosen(self, store: AppDriver, theme: str) -> None:
        store.start("com.google.android.finsky.activities.SettingsActivity")
        store.tap("Theme", theme)
        frame = store.phone.screenshot(108, 240)
        assert (frame[200, 54].mean() < 100) == (theme == "Dark")

    @pytest.mark.parametrize("scale", ["1.0", "2.0"])
    @pytest.mark.parametrize("turned", [0, 1])
    def test_an_app_is_installed_on_the_smallest_phone(self, scale: str, turned: int) -> None:
        app = new_store(Phone(320, 640, 160))
        app.shell(
            f"settings put system font_scale {scale}; cmd uimode night yes; "
            f"settings put system accelerometer_rotation 0; settings put system "
            f"user_rotation {turned}"
        )
        page(app, WIKIPEDIA)
        app.scroll_to("Install")
        app.tap("Install")
        until_installed(app, WIKIPEDIA)
        app.scroll_to("Uninstall")
        app.tap("Uninstall", "Uninstall")
        assert not installed(app, WIKIPEDIA)

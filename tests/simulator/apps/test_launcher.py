"""The launcher: home screen, all apps, search, recents, icon popups."""

from __future__ import annotations

from typing import Any

import pytest

from android_gym.simulator.phone import Phone
from android_gym.simulator.system.keycodes import KEYCODES
from android_gym.simulator.ui.widgets import EditText
from android_gym.testing.driver import AppDriver

LAUNCHER = "com.google.android.apps.nexuslauncher"


def swipe_up(phone: Any) -> None:
    phone.swipe(200, 700, 200, 250, 200)


def hold(phone: Any, name: str) -> None:
    x, y = phone.element(name).bbox_pixels.center
    phone.swipe(x, y, x, y, 600)


def open_app(phone: Any, label: str) -> None:
    phone.press_key(KEYCODES["HOME"])
    swipe_up(phone)
    phone.tap_on(label)


class TestHome:
    def test_what_is_on_it(self, phone: Any) -> None:
        elements = [e for e in phone.ui_elements() if e.package_name == LAUNCHER]
        assert elements[0].resource_name == f"{LAUNCHER}:id/workspace"
        assert elements[0].is_scrollable
        assert elements[1].content_description == "Home" and elements[1].is_long_clickable
        assert phone.has("Search") and phone.has("Sun, Oct 15")
        assert phone.has("Predicted app: Sample") or phone.has("Predicted app: Other")

    def test_predictions_follow_use(self, phone: Any) -> None:
        open_app(phone, "Sample")
        phone.press_key(KEYCODES["HOME"])
        predicted = [
            e.content_description
            for e in phone.ui_elements()
            if (e.content_description or "").startswith("Predicted app")
        ]
        assert predicted[0] == "Predicted app: Sample"

    def test_back_stays(self, phone: Any) -> None:
        phone.press_key(KEYCODES["BACK"])
        assert phone.top == "NexusLauncherActivity" and phone.has("Home")

    def test_a_swipe_down_opens_the_shade(self, phone: Any) -> None:
        phone.swipe(200, 300, 200, 600, 200)
        assert phone.system.status_bar.panel == "notifications"

    def test_holding_an_empty_place_offers_a_menu(self, phone: Any) -> None:
        hold(phone, "Home")
        assert phone.has("Wallpaper & style") and phone.has("Home settings")
        phone.press_key(KEYCODES["BACK"])
        assert not phone.has("Home settings") and phone.has("Home")

    def test_search_opens_all_apps_with_the_keyboard(self, phone: Any) -> None:
        phone.tap_on("Search")
        assert phone.has("Search apps")
        assert phone.windows.keyboard_shown


class TestAllApps:
    def test_every_app_by_name(self, phone: Any) -> None:
        swipe_up(phone)
        labels = [
            e.text for e in phone.ui_elements() if (e.resource_name or "").endswith("id/icon")
        ]
        assert labels == sorted(labels, key=str.casefold) and {"Other", "Sample"} <= set(labels)

    def test_a_tap_starts(self, phone: Any) -> None:
        open_app(phone, "Sample")
        assert phone.top == "Main" and phone.system.activities.top.package == "com.sample"
        phone.press_key(KEYCODES["HOME"])
        assert phone.has("Home")  # all apps are closed

    @pytest.mark.parametrize("how", ["back", "home", "swipe"])
    def test_leaving(self, phone: Any, how: str) -> None:
        swipe_up(phone)
        assert phone.has("Sample")
        if how == "swipe":
            phone.swipe(200, 300, 200, 700, 200)
        else:
            phone.press_key(KEYCODES[how.upper()])
        assert phone.has("Home")

    def test_search_filters_and_enter_opens_the_first(self, phone: Any) -> None:
        swipe_up(phone)
        phone.tap_on("Search apps")
        phone.type_text("sam")
        assert phone.has("Sample") and not phone.has("Other")
        phone.press_key(KEYCODES["ENTER"])
        assert phone.system.activities.top.package == "com.sample"
        assert not phone.windows.keyboard_shown

    def test_nothing_found(self, phone: Any) -> None:
        swipe_up(phone)
        phone.tap_on("Search apps")
        phone.type_text("zzz")
        assert phone.has("No apps found matching \u201czzz\u201d")
        phone.press_key(KEYCODES["ENTER"])
        assert phone.top == "NexusLauncherActivity"

    def test_apps_that_are_disabled_or_gone_are_not_there(self, phone: Any) -> None:
        swipe_up(phone)
        assert phone.has("Other")
        phone.system.uninstall("com.other")
        assert not phone.has("Other")
        phone.system.packages.change("com.sample", enabled=False)
        assert not phone.has("Sample")

    def test_holding_an_icon_offers_info_and_uninstall(self, phone: Any) -> None:
        swipe_up(phone)
        hold(phone, "Other")
        assert phone.has("App info")
        phone.tap_on("Uninstall")
        assert phone.has("Do you want to uninstall this app?")
        phone.tap_on("OK")
        assert not phone.system.packages.installed("com.other")
        swipe_up(phone)
        assert phone.has("Sample") and not phone.has("Other")

    def test_uninstalling_can_be_called_off(self, phone: Any) -> None:
        swipe_up(phone)
        hold(phone, "Other")
        phone.tap_on("Uninstall")
        phone.tap_on("Cancel")
        assert phone.system.packages.installed("com.other")


class TestRecents:
    def recents(self, phone: Any) -> None:
        phone.press_key(KEYCODES["APP_SWITCH"])

    def test_none_yet(self, phone: Any) -> None:
        self.recents(phone)
        assert phone.has("No recent items")

    def test_the_latest_comes_first_and_a_tap_resumes(self, phone: Any) -> None:
        open_app(phone, "Sample")
        phone.tap_on("more")
        open_app(phone, "Other")
        self.recents(phone)
        cards = [
            e.content_description
            for e in phone.ui_elements()
            if e.content_description in ("Sample", "Other")
        ]
        assert cards == ["Other", "Sample"]
        phone.tap_on("Sample")
        assert phone.system.activities.top.package == "com.sample"
        assert phone.text_of("count") == "1"

    def test_a_swipe_up_closes_an_app(self, phone: Any) -> None:
        open_app(phone, "Sample")
        self.recents(phone)
        x, y = phone.element("Sample").bbox_pixels.center
        phone.swipe(x, y, x, y - 300, 150)
        assert phone.has("No recent items")
        assert not [t for t in phone.system.activities.tasks if not t.home]

    def test_clear_all(self, phone: Any) -> None:
        open_app(phone, "Sample")
        open_app(phone, "Other")
        self.recents(phone)
        while not phone.has("Clear all"):
            phone.swipe(350, 400, 50, 400, 200)
            phone.advance(2000)
        phone.tap_on("Clear all")
        assert not [t for t in phone.system.activities.tasks if not t.home]
        assert phone.has("Home")

    def test_home_leaves_it(self, phone: Any) -> None:
        self.recents(phone)
        phone.press_key(KEYCODES["HOME"])
        assert phone.has("Home")


def test_the_keyboard_goes_with_the_page(phone: Any) -> None:
    phone.tap_on("Search")
    assert phone.windows.keyboard_shown
    phone.press_key(KEYCODES["HOME"])
    phone.windows.refresh()
    assert not phone.windows.keyboard_shown
    assert not any(isinstance(v, EditText) for v in phone.windows.windows()[0].root.walk())


def test_the_menu_of_an_app_that_is_uninstalled_goes_away() -> None:
    app = AppDriver(Phone())
    app.press("HOME")
    app.phone.swipe(540, 1500, 540, 300, 200)
    app.wait(500)
    app.long_press("Clipper")
    assert app.shows("App info")
    app.shell("pm uninstall ca.zgrs.clipper")
    assert not app.shows("App info") and not app.shows("Clipper")

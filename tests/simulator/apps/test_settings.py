"""Settings: every page and every row, and what the switches switch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from android_gym.accessibility import UIElement
from android_gym.simulator.appkit.platform import platform_theme
from android_gym.simulator.apps.settings.actions import SHOW_FRAGMENT
from android_gym.simulator.apps.settings.keywords import KEYWORDS
from android_gym.simulator.apps.settings.manifest import MANIFESTS
from android_gym.simulator.apps.settings.model import file_size
from android_gym.simulator.apps.settings.pages import HOME, PACKAGE, PAGES, PageInfo, page_of
from android_gym.simulator.apps.settings.screens import page as pages
from android_gym.simulator.apps.settings.screens.home import Home
from android_gym.simulator.phone import Phone
from android_gym.simulator.system.intents import Intent
from android_gym.testing.driver import AppDriver

# Extras that pages about one thing are opened with.
EXTRAS = {
    "ssid": "AndroidWifi",
    "group": "Notifications",
    "package": PACKAGE,
    "service": "TalkBack",
    "gesture": "Prevent ringing",
    "role": "home",
    "op": "PICTURE_IN_PICTURE",
    "kind": "People",
}
# Rows that do nothing now, as on Android: what they stand for is so already.
AS_IT_IS = {
    ("internet:Internet", "T-Mobile"),
    ("internet:Internet", "LTE"),
    ("notifications:AppSettings", "Settings"),
    # Settings asks for no permission and has no channels.
    ("app:AppPermission", "Allow"),
    ("app:AppPermission", "android:id/checkbox"),
    ("app:NotificationChannel", "Show notifications"),
    ("app:NotificationChannel", "android:id/switch_widget"),
}


class Settings(AppDriver):
    """Settings on a phone of its own."""

    phone: Phone

    def __init__(self) -> None:
        super().__init__(Phone(), PACKAGE, settle_ms=300)
        self.system = self.phone.system

    def home(self) -> None:
        """Open it by its icon."""
        self.begin(component=f"{PACKAGE}/{PACKAGE}.Settings")

    def begin(self, **intent: object) -> None:
        """Start an activity by its intent."""
        assert self.system.activities.start(Intent(**intent)).ok, intent  # type: ignore[arg-type]
        self.wait(300)

    def open(self, screen: str, **extras: object) -> None:
        """Open a page as Settings itself does."""
        page = page_of(screen)
        assert page is not None
        values = {**EXTRAS, **extras, SHOW_FRAGMENT: page.fragment_class}
        self.begin(component=f"{PACKAGE}/{PACKAGE}.SubSettings", extras=type(EMPTY)(values))

    @property
    def shown(self) -> list[UIElement]:
        """Return what the app shows."""
        return [e for e in self.phone.ui_elements() if e.package_name != "com.android.systemui"]

    def setting(self, namespace: str, key: str) -> str | None:
        """Read a setting."""
        return self.system.settings.get(namespace, key)

    @property
    def title(self) -> str:
        """Title of the page on the screen."""
        bars = self.elements("collapsing_toolbar")
        return (bars[0].content_description or "") if bars else ""

    @property
    def top(self) -> str:
        """Component in the foreground."""
        record = self.system.activities.top
        assert record is not None
        return record.component


EMPTY = Intent().extras


@pytest.fixture
def app() -> Iterator[Settings]:
    yield Settings()


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.screen)
def test_every_row_does_something(app: Settings, page: PageInfo) -> None:
    app.open(page.screen)
    phone = app.phone
    seen: set[str] = set()
    dead = []
    for _ in range(8):
        new = [e for e in app.shown if _name(e) not in seen and not e.is_scrollable]
        if not new:
            break
        seen.update(map(_name, new))
        here = phone.snapshot()
        for element in new:
            if not _is_live(app, element):
                continue
            name = _name(element)
            before, revision = _fingerprint(app), phone.revision
            app.tap_element(element)
            if phone.revision == revision and _fingerprint(app) == before:
                dead.append(name)
            phone.restore(here)
        phone.swipe(540, 1900, 540, 700, 800)
        phone.advance(2000)
    dead = [name for name in dead if (page.screen, name) not in AS_IT_IS]
    assert not dead, dead


def _name(element: UIElement) -> str:
    return element.text or element.content_description or element.resource_name or ""


@pytest.mark.parametrize("screen", [HOME, "display:DisplaySettings", "apps:AppDashboard"])
def test_every_node_has_room(screen: str) -> None:
    app = Settings()
    app.home() if screen == HOME else app.open(screen)
    nodes = [n for window in app.phone.forest().windows for n in window.tree.nodes]
    boxes = [n.bounds_in_screen for n in nodes if n.package_name == PACKAGE]
    assert boxes
    assert all(box.left < box.right and box.top < box.bottom for box in boxes)


def _is_live(app: Settings, element: UIElement) -> bool:
    """Return whether a tap on the element should act: it, or what it stands in, is clickable."""
    assert element.bbox_pixels is not None
    x, y = element.bbox_pixels.center
    window = app.phone.windows.window_at(x, y)
    view = window.root.hit(x, y) if window is not None else None
    while view is not None and not view.clickable:
        view = view.parent
    if view is None or not view.enabled:
        return False
    # The chosen one of several stays chosen.
    return not any(
        child.class_name.endswith("RadioButton") and child.checked for child in view.walk()
    )


def _fingerprint(app: Settings) -> tuple[object, ...]:
    tokens = tuple(record.token for task in app.system.activities.tasks for record in task.records)
    return (tokens, tuple(app.texts()), app.system.status_bar.dialog, app.system.status_bar.toast)


def test_every_page_is_reached_and_fits_its_title(app: Settings) -> None:
    for page in PAGES:
        app.open(page.screen)
        made = pages.load(page)
        if made.TITLE:
            assert app.title == made.TITLE, page
        app.system.activities.finish(app.system.activities.top.token)  # type: ignore[union-attr]


def test_actions_lead_to_pages(app: Settings) -> None:
    for page in PAGES:
        for action in page.actions:
            assert app.system.packages.resolve_activity(Intent(action=action)) is not None, action
        for action in page.package_actions:
            intent = Intent(action=action, data=f"package:{PACKAGE}")
            assert app.system.packages.resolve_activity(intent) is not None, action
    declared = [a for page in PAGES for a in (*page.actions, *page.package_actions)]
    assert len(declared) == len(set(declared)) + sum(
        len(set(page.actions) & set(page.package_actions)) for page in PAGES
    )


@pytest.mark.parametrize(
    ("action", "title", "text"),
    [
        ("android.settings.ZEN_MODE_PRIORITY_SETTINGS", "Do Not Disturb", "People"),
        ("android.settings.action.ONE_HANDED_SETTINGS", "One-handed mode", "Use one-handed mode"),
        ("android.settings.IGNORE_BATTERY_OPTIMIZATION_SETTINGS", "Battery optimization", "Camera"),
        ("android.settings.NFC_SETTINGS", "Connection preferences", "Bluetooth"),
        ("android.settings.PICTURE_IN_PICTURE_SETTINGS", "Picture-in-picture", "Camera"),
        ("android.settings.REQUEST_MANAGE_MEDIA", "Media management apps", "Gallery"),
        ("android.settings.APP_MEMORY_USAGE", "Memory used by apps", "3 hours"),
        ("android.settings.ACTION_OTHER_SOUND_SETTINGS", "Sound & vibration", "Media volume"),
        ("android.net.vpn.SETTINGS", "VPN", "No VPNs added"),
        ("android.settings.USER_SETTINGS", "Multiple users", "Navigate up"),
        ("android.settings.ADAPTIVE_BRIGHTNESS_SETTINGS", "Adaptive brightness",
         "Use adaptive brightness"),
        ("android.settings.WEBVIEW_SETTINGS", "Developer options", "Use developer options"),
        ("android.settings.MOBILE_DATA_USAGE", "Network usage", "Navigate up"),
        ("android.settings.WIFI_CALLING_SETTINGS", "Calls & SMS", "Calls"),
        ("android.settings.WIFI_DETAILS_SETTINGS", "Internet", "AndroidWifi"),
        ("android.settings.MMS_MESSAGE_SETTING", "T-Mobile", "Roaming"),
        ("android.settings.NFC_PAYMENT_SETTINGS", "Connection preferences", "Bluetooth"),
        ("android.settings.NOTIFICATION_LISTENER_DETAIL_SETTINGS", "Device & app notifications",
         "Navigate up"),
        ("android.settings.NOTIFICATION_ASSISTANT_SETTINGS", "Notifications", "App settings"),
        ("android.settings.STORAGE_MANAGER_SETTINGS", "Storage", "Apps"),
        ("android.settings.COLOR_INVERSION_SETTINGS", "Color and motion", "Color inversion"),
        ("android.settings.FINGERPRINT_SETTINGS", "Choose screen lock", "Swipe"),
        ("android.settings.PRIVACY_CONTROLS", "Privacy", "Permission manager"),
        ("android.settings.INPUT_METHOD_SUBTYPE_SETTINGS", "On-screen keyboard", "Gboard"),
        ("android.settings.ASSIST_GESTURE_SETTINGS", "Gestures", "Navigate up"),
        ("android.settings.MANAGE_DOMAIN_URLS", "Default apps", "Browser app"),
        ("com.android.settings.TRUSTED_CREDENTIALS_USER", "More security settings", "Navigate up"),
        ("com.android.settings.USER_DICTIONARY_INSERT", "Personal dictionary", "Navigate up"),
        ("android.intent.action.QUICK_CLOCK", "Date & time", "Set time automatically"),
    ],
)  # fmt: skip
def test_an_action_leads_to_its_page(app: Settings, action: str, title: str, text: str) -> None:
    told = app.phone.shell(f"am start -a {action}")
    assert told.stderr == b"" and told.exit_code == 0
    app.wait(300)
    assert app.title == title and (text in app.texts() or app.has(text))


@pytest.mark.parametrize(
    ("action", "op", "package", "switch"),
    [
        ("REQUEST_MANAGE_MEDIA", "MANAGE_MEDIA", "com.simplemobiletools.gallery.pro",
         "Allow app to manage media files"),
        ("PICTURE_IN_PICTURE_SETTINGS", "PICTURE_IN_PICTURE", "com.android.chrome",
         "Allow picture-in-picture"),
    ],
)  # fmt: skip
def test_special_access_of_an_app_is_opened_by_an_action(
    app: Settings, action: str, op: str, package: str, switch: str
) -> None:
    shell = app.phone.shell
    before = shell(f"appops get {package} {op}").stdout
    assert shell(f"am start -a android.settings.{action} -d package:{package}").stderr == b""
    app.wait(300)
    app.tap(switch)
    after = shell(f"appops get {package} {op}").stdout
    assert after != before
    assert after.decode().strip() == f"{op}: {'deny' if op == 'PICTURE_IN_PICTURE' else 'allow'}"


@pytest.mark.parametrize(
    "action",
    ["NIGHT_DISPLAY_SETTINGS", "SHOW_REGULATORY_INFO", "ZEN_MODE_BLOCKED_EFFECTS_SETTINGS"],
)
def test_what_the_emulator_switches_off_has_no_page(app: Settings, action: str) -> None:
    """Their activities are disabled, or not there, in AOSP's Settings on such a phone."""
    told = app.phone.shell(f"am start -a android.settings.{action}")
    assert told.stderr.startswith(b"Error: Activity not started, unable to resolve Intent {")
    assert app.system.packages.resolve_activity(Intent(action=f"android.settings.{action}")) is None


def test_battery_optimization_of_an_app(app: Settings) -> None:
    app.begin(action="android.settings.IGNORE_BATTERY_OPTIMIZATION_SETTINGS")
    app.tap("Camera", "Unrestricted")
    app.back()
    texts = app.texts()
    assert texts[texts.index("Camera") + 1] == "Unrestricted"
    assert app.phone.shell(
        "cmd appops get com.android.camera2 RUN_ANY_IN_BACKGROUND"
    ).stdout.endswith(b"allow\n")


def test_data_usage_of_an_app_is_its_network_policy(app: Settings) -> None:
    shell, package = app.phone.shell, "com.android.camera2"
    uid = app.system.packages.state(package).uid
    denied = "cmd netpolicy list restrict-background-blacklist"
    allowed = "cmd netpolicy list restrict-background-whitelist"
    app.begin(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}")
    app.tap("Mobile data & Wi\u2011Fi", "Background data")
    assert shell(denied).stdout == f"Restrict background blacklisted UIDs: {uid} \n".encode()
    assert "Unrestricted data usage" not in app.texts()
    app.tap("Background data")
    assert shell(denied).stdout == b"Restrict background blacklisted UIDs: none\n\n"
    app.tap("Unrestricted data usage")
    assert shell(allowed).stdout == f"Restrict background whitelisted UIDs: {uid} \n".encode()
    app.begin(action="android.settings.DATA_SAVER_SETTINGS")
    assert "1 app allowed to use unrestricted data when Data Saver is on" in app.texts()
    app.tap("Unrestricted data")
    texts = app.texts()
    assert texts[texts.index("Camera") + 1] == "Allowed"
    app.tap("Camera", "Allow unrestricted data usage")
    assert shell(allowed).stdout == b"Restrict background whitelisted UIDs: none\n\n"


def test_an_app_asks_to_run_in_the_background(app: Settings) -> None:
    mode = "cmd appops get com.android.camera2 RUN_ANY_IN_BACKGROUND"
    ask = (
        "am start -a android.settings.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS"
        " -d package:com.android.camera2"
    )
    for button, allowed in (("Deny", False), ("Allow", True)):
        assert app.phone.shell(ask).stderr == b""
        app.wait(300)
        assert "Let app always run in background?" in app.texts()
        app.tap(button)
        assert app.phone.shell(mode).stdout.startswith(b"RUN_ANY_IN_BACKGROUND: allow") is allowed
    app.phone.shell(ask)
    app.wait(300)
    assert "Deny" not in app.texts()


def test_the_uninstaller_has_the_colours_of_the_system(app: Settings) -> None:
    app.begin(action="android.intent.action.DELETE", data="package:com.arduia.expense")
    record = app.system.activities.top
    assert record is not None
    assert app.phone.host.activity(record).theme() == platform_theme(False)


def test_the_language_of_an_app(app: Settings) -> None:
    app.phone.shell("am start -a android.settings.APP_LOCALE_SETTINGS -d package:org.videolan.vlc")
    app.wait(300)
    assert app.title == "App language" and "VLC" in app.texts()
    assert "Language selection for this app isn\u2019t available from Settings." in app.texts()


def test_parents_are_pages() -> None:
    for page in PAGES:
        assert page.parent in ("", HOME) or page_of(page.parent) is not None, page


def test_home_keeps_its_place_when_one_comes_back(app: Settings) -> None:
    app.home()
    app.scroll_to("Accessibility")
    places = {e.text: e.bbox_pixels for e in app.shown if e.text}
    app.tap("Accessibility")
    app.back()
    assert {e.text: e.bbox_pixels for e in app.shown if e.text} == places
    app.back()
    assert app.top.startswith("com.google.android.apps.nexuslauncher/")


def test_pages_follow_what_changes_under_them(app: Settings) -> None:
    app.begin(action="android.settings.WIFI_SETTINGS")
    assert "Connected" in app.texts()
    app.shell("svc wifi disable")
    assert "To see available networks, turn on Wi\u2011Fi" in app.texts()
    app.shell("svc wifi enable")
    app.wait(500)
    assert "Searching for networks\u2026" in app.texts()
    app.wait(6000)
    assert "Connected" in app.texts()
    app.begin(action="android.settings.DISPLAY_SETTINGS")
    app.shell("settings put system screen_brightness 1")
    assert "0%" in app.texts()
    app.shell("settings put system screen_brightness 255")
    assert "100%" in app.texts()


def test_the_bar_collapses_before_the_list_moves(app: Settings) -> None:
    app.begin(action="android.settings.DISPLAY_SETTINGS")

    def top_of(name: str) -> int:
        return next(int(e.bbox_pixels.y_min) for e in app.shown if e.text == name)  # type: ignore[union-attr]

    def bar() -> int:
        element = next(e for e in app.shown if e.content_description == "Display")
        assert element.bbox_pixels is not None
        return int(element.bbox_pixels.height)

    full, place = bar(), top_of("Brightness level")
    assert full == 581
    app.phone.swipe(540, 1600, 540, 1350, 900)
    app.wait(1500)
    moved = full - bar()
    assert moved > 100
    assert place - top_of("Brightness level") == moved
    app.phone.swipe(540, 1900, 540, 600, 900)
    app.wait(2000)
    assert bar() == 147
    assert "Brightness" not in app.texts()
    app.phone.swipe(540, 900, 540, 2100, 900)
    app.phone.swipe(540, 900, 540, 2100, 900)
    app.wait(2000)
    assert (bar(), top_of("Brightness level")) == (full, place)


def test_radios(app: Settings) -> None:
    app.home()
    app.tap("Network & internet", "Airplane mode")
    assert [app.setting("global", key) for key in ("airplane_mode_on", "wifi_on")] == ["1", "3"]
    app.tap("Internet", "Wi\u2011Fi")
    assert app.setting("global", "wifi_on") == "2"
    app.back()
    app.tap("Airplane mode")
    assert app.setting("global", "wifi_on") == "1"
    app.begin(action="android.settings.BLUETOOTH_SETTINGS")
    app.tap("Connection preferences", "Bluetooth", "Use Bluetooth")
    assert app.setting("global", "bluetooth_on") == "0"
    app.wait(2000)
    app.back()
    assert "Off" in app.texts()


def test_a_network_is_forgotten_and_joined(app: Settings) -> None:
    app.begin(action="android.settings.WIFI_SETTINGS")
    app.tap("AndroidWifi", "Forget")
    assert app.title == "Internet"
    assert not app.system.connectivity.wifi_connected
    assert "Saved networks" not in app.texts()
    app.tap("AndroidWifi")
    app.wait(3000)
    assert app.system.connectivity.wifi_connected


def test_sizes_of_text_and_display(app: Settings) -> None:
    app.open("display:DisplaySizeAndText")
    for name in ("Font size", "Display size"):
        bars = [e for e in app.shown if e.content_description == name]
        box = bars[0].bbox_pixels
        assert box is not None
        app.phone.tap(box.x_max - 50, (box.y_min + box.y_max) / 2)
        app.wait(300)
    assert app.setting("system", "font_scale") == "1.3"
    assert app.setting("secure", "display_density_forced") == "540"
    assert app.system.display.density_dpi == 540
    app.scroll_to("Reset settings")
    app.tap("Reset settings")
    assert (app.setting("system", "font_scale"), app.system.display.density_dpi) == ("1.0", 420)
    assert app.setting("secure", "display_density_forced") is None


def test_volume_without_sound_vibrates(app: Settings) -> None:
    app.begin(action="android.settings.SOUND_SETTINGS")
    box = [e for e in app.shown if e.content_description == "Ring & notification volume"][0]
    assert box.bbox_pixels is not None
    y = (box.bbox_pixels.y_min + box.bbox_pixels.y_max) / 2
    app.phone.swipe(box.bbox_pixels.center[0], y, 10, y, 400)
    assert app.setting("system", "volume_ring_speaker") == "0"
    assert app.setting("global", "mode_ringer") == "1"
    assert app.title == "Sound & vibration"


def test_the_clock(app: Settings) -> None:
    app.begin(action="android.settings.DATE_SETTINGS")
    app.tap("Date")
    assert app.title == "Date & time"
    app.tap("Set time automatically", "Date", "20", "OK")
    assert app.system.clock.datetime().date().isoformat() == "2023-10-20"
    app.tap("Set time zone automatically", "Time zone", "Region")
    app.scroll_to("Japan")
    app.tap("Japan")
    assert app.system.clock.timezone == "Asia/Tokyo"
    assert "Japan" in app.texts()


def test_build_number_makes_a_developer(app: Settings) -> None:
    app.shell("settings put global development_settings_enabled 0")
    app.open("system:SystemDashboard")
    assert "Developer options" not in app.texts()
    app.begin(action="android.settings.DEVICE_INFO_SETTINGS")
    app.scroll_to("Build number")
    for _ in range(6):
        app.tap("Build number")
    assert app.setting("global", "development_settings_enabled") == "0"
    app.tap("Build number")
    assert app.setting("global", "development_settings_enabled") == "1"


def test_what_app_info_does_to_an_app(app: Settings) -> None:
    package = "com.arduia.expense"
    if not app.system.packages.installed(package):
        pytest.skip("Pro Expense is not on this phone")
    app.begin(
        component=app.system.packages.launch_component(package),
        action="android.intent.action.MAIN",
    )
    mark = f"/data/user/0/{package}/files/mark"
    app.system.files.mkdir(mark.rpartition("/")[0], parents=True)
    app.system.files.write(mark, b"x")
    app.begin(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}")
    assert "Pro Expense" in app.texts()
    app.tap("Force stop", "OK")
    assert not app.system.activities.running(package)
    app.tap("Storage & cache", "Clear storage", "OK")
    assert not app.system.files.exists(mark)
    app.back()
    app.tap("Open")
    assert app.top.startswith(package)


def test_an_app_that_is_disabled_ends(app: Settings) -> None:
    package = "com.google.android.gm"
    activities = app.system.activities
    app.begin(
        component=app.system.packages.launch_component(package),
        action="android.intent.action.MAIN",
    )
    app.begin(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}")
    assert activities.running(package)
    app.tap("Disable", "Disable app")
    assert not activities.running(package)
    assert all(task.top.package != package for task in activities.known_tasks)
    app.tap("Enable")
    assert "Disable" in app.texts()


def test_an_app_is_searched_for_and_uninstalled(app: Settings) -> None:
    package = "com.arduia.expense"
    if not app.system.packages.installed(package):
        pytest.skip("Pro Expense is not on this phone")
    app.begin(action="android.settings.MANAGE_ALL_APPLICATIONS_SETTINGS")
    app.tap("Search")
    app.type("pro e")
    app.wait(200)
    assert "Pro Expense" in app.texts()
    assert "Broccoli" not in app.texts()
    app.back()
    app.tap("Pro Expense", "Uninstall", "OK")
    assert not app.system.packages.installed(package)
    assert app.title == "All apps"
    app.back()
    assert "Broccoli" in app.texts()
    app.tap("More options", "Show system")
    assert "Android System" in app.texts()


def test_permissions_of_an_app(app: Settings) -> None:
    packages = app.system.packages
    asking = [
        m
        for m in (packages.manifest(n) for n in packages.names)
        if "android.permission.POST_NOTIFICATIONS" in m.permissions
    ]
    if not asking:
        pytest.skip("No app on this phone asks to notify")
    package = asking[0].package
    packages.grant(package, "android.permission.POST_NOTIFICATIONS")
    app.begin(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{package}")
    app.tap("Permissions", "Notifications", "Don\u2019t allow")
    assert not packages.granted(package, "android.permission.POST_NOTIFICATIONS")
    app.tap("Allow")
    assert packages.granted(package, "android.permission.POST_NOTIFICATIONS")


def test_all_files_access(app: Settings) -> None:
    app.begin(
        action="android.settings.MANAGE_APP_ALL_FILES_ACCESS_PERMISSION", data=f"package:{PACKAGE}"
    )
    assert app.title == "All files access"
    app.tap("Allow access to manage all files")
    ops = app.system.packages.state(PACKAGE).app_ops
    assert ops.get("MANAGE_EXTERNAL_STORAGE") == "allow"


@pytest.mark.parametrize(
    ("query", "title", "crumbs"),
    [
        (
            "wifi",
            "Turn on Wi\u2011Fi automatically",
            "Network & internet > Internet > Network preferences",
        ),
        ("dark", "Dark theme", "Display > Dark theme"),
        ("24", "Use 24-hour format", "System > Date & time"),
        ("DO NOT", "Do Not Disturb", "Notifications > Do Not Disturb"),
    ],
)  # fmt: skip
def test_search_finds_rows_of_every_page(
    app: Settings, query: str, title: str, crumbs: str
) -> None:
    app.home()
    app.tap("Search settings")
    app.type(query)
    app.wait(200)
    app.back()
    app.scroll_to(title)
    assert crumbs in app.texts()
    app.tap(crumbs)
    assert app.title == crumbs.rpartition(" > ")[2]
    assert title in app.texts()


@pytest.mark.parametrize(
    ("query", "title", "crumbs"),
    [
        ("dark mode", "Dark theme", "Display > Dark theme"),
        ("date and time", "Date & time", "System > Date & time"),
        ("auto rotate", "Auto-rotate screen", "Display"),
        ("clock 24", "Use 24-hour format", "System > Date & time"),
        ("adb", "USB debugging", "System > Developer options"),
    ],
)
def test_search_knows_other_words(app: Settings, query: str, title: str, crumbs: str) -> None:
    app.home()
    app.tap("Search settings")
    app.type(query)
    texts = app.texts()
    assert (title, crumbs) in zip(texts, texts[1:], strict=False)


def test_search_finds_nothing_by_a_hyphen(app: Settings) -> None:
    app.home()
    app.tap("Search settings")
    app.type("-")
    assert "No results" in app.texts()


def test_search_finds_apps(app: Settings) -> None:
    app.home()
    app.tap("Search settings")
    app.type("mark")
    app.tap("Apps")
    assert app.title == "App info" and "Markor" in app.texts()


def test_search_finds_wallpaper_and_style(app: Settings) -> None:
    app.home()
    app.tap("Search settings")
    app.type("wallpaper")
    app.tap("Wallpaper & style")
    assert app.phone.system.activities.top.package == "com.google.android.apps.wallpaper"


def test_keywords_are_of_titles_that_the_search_finds(app: Settings) -> None:
    app.home()
    app.tap("Search settings")
    for title in KEYWORDS:
        app.type(title)
        found = [e.text for e in app.shown if e.resource_name == "android:id/title"]
        assert title in found, title
        app.tap("Clear text")


def test_search_without_a_match(app: Settings) -> None:
    app.home()
    app.tap("Search settings")
    app.type("qqq")
    assert "No results" in app.texts()
    app.tap("Clear text")
    assert "No results" not in app.texts()


def test_everything_is_readable_in_dark_and_on_its_side(app: Settings) -> None:
    app.system.display.set_dark(True)
    app.home()
    light = app.phone.screenshot(108, 240).mean()
    assert light < 80
    app.system.display.set_dark(False)
    assert app.phone.screenshot(108, 240).mean() > 180
    app.shell("settings put system accelerometer_rotation 0")
    app.shell("settings put system user_rotation 1")
    assert app.phone.screenshot().shape == (1080, 2400, 3)
    app.open("internet:Internet")
    app.scroll_to("Wi\u2011Fi")


def test_panels_leave_the_app_below_in_place(app: Settings) -> None:
    app.begin(action="android.settings.DISPLAY_SETTINGS")
    app.begin(action="android.settings.panel.action.INTERNET_CONNECTIVITY")
    assert app.system.status_bar.dialog == "internet"
    assert app.top.endswith("Settings$DisplaySettingsActivity")
    app.system.status_bar.collapse()
    app.begin(action="android.settings.panel.action.VOLUME")
    app.tap("Media volume", nth=1)
    app.tap("Done")
    assert app.setting("system", "volume_music_speaker") == "8"
    assert app.title == "Display"


def test_home_builds_once_for_a_change_and_only_the_rows_on_screen(
    app: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.home()
    builds: list[None] = []
    rows: list[str] = []
    build, row = Home.build, Home.row

    def count_build(self: Home) -> Any:
        builds.append(None)
        return build(self)

    def count_row(self: Home, item: Any, *rest: Any) -> Any:
        rows.append(item.title)
        return row(self, item, *rest)

    monkeypatch.setattr(Home, "build", count_build)
    monkeypatch.setattr(Home, "row", count_row)
    app.system.settings.put("secure", "ui_night_mode", "2")
    app.phone.windows.refresh()
    assert len(builds) == 1
    assert "Network & internet" in rows and len(rows) == len(set(rows)) < 18
    rows.clear()
    app.system.settings.put("system", "unread", "1")
    app.phone.windows.refresh()
    assert (len(builds), rows) == (1, [])


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 B"), (900, "900 B"), (901, "0.90 kB"), (16_690_000, "16.69 MB"),
        (123_456_789, "123 MB"), (4_840_000_000, "4.84 GB"),
    ],
)  # fmt: skip
def test_file_size(count: int, text: str) -> None:
    assert file_size(count) == text


def test_manifests_name_screens_that_exist() -> None:
    for manifest in MANIFESTS:
        for info in manifest.activities:
            assert info.screen or info.target, info


def test_rules_of_do_not_disturb_have_a_tag(app: Settings) -> None:
    """As on Android, where it tells whether the rules are others."""

    def tag() -> str | None:
        return app.setting("global", "zen_mode_config_etag")

    assert tag() == "-1"
    app.open("notifications:Schedules")
    app.tap("Sleeping")
    sleeping = tag()
    assert sleeping not in (None, "-1")
    app.tap("Event")
    assert tag() not in (sleeping, "-1")
    app.tap("Event")
    assert tag() == sleeping
    app.tap("Sleeping")
    assert tag() == "-1"
    app.system.activities.force_stop(PACKAGE)
    app.open("notifications:Interruptions", kind="People")
    app.tap("Calls")
    assert tag() not in (sleeping, "-1")
    app.tap("Calls")
    assert tag() == "-1"


def test_a_default_app_is_chosen_where_the_shell_reads_it(app: Settings) -> None:
    app.open("apps:DefaultApp", role="phone")
    app.tap("Phone")
    assert app.setting("secure", "dialer_default_application") == "com.google.android.dialer"

"""System: languages and input, gestures, date and time, backup, reset."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from android_gym.simulator.apps.settings.apps import reset_dialog
from android_gym.simulator.apps.settings.page import Page, Row
from android_gym.simulator.apps.settings.preferences import (
    Category,
    Footer,
    MainSwitch,
    Preference,
    RadioPreference,
    SliderPreference,
    SwitchPreference,
    wide_button,
)
from android_gym.simulator.ui.pickers import date_picker_dialog, time_picker_dialog

__all__ = [
    "AddLanguage",
    "Backup",
    "DateAndTime",
    "Dictionary",
    "EraseAll",
    "Gboard",
    "Gestures",
    "Keyboards",
    "Languages",
    "LanguagesAndInput",
    "Navigation",
    "PhysicalKeyboard",
    "Region",
    "ResetNetwork",
    "ResetOptions",
    "SimpleGesture",
    "SystemDashboard",
    "TimeZone",
]

_LOCALES: Final = {
    "en-US": "English (United States)",
    "en-GB": "English (United Kingdom)",
    "cs-CZ": "\u010ce\u0161tina (\u010cesko)",
    "da-DK": "Dansk (Danmark)",
    "de-DE": "Deutsch (Deutschland)",
    "es-ES": "Espa\u00f1ol (Espa\u00f1a)",
    "es-US": "Espa\u00f1ol (Estados Unidos)",
    "fr-FR": "Fran\u00e7ais (France)",
    "it-IT": "Italiano (Italia)",
    "ja-JP": "\u65e5\u672c\u8a9e (\u65e5\u672c)",
    "ko-KR": "\ud55c\uad6d\uc5b4 (\ub300\ud55c\ubbfc\uad6d)",
    "nl-NL": "Nederlands (Nederland)",
    "pl-PL": "Polski (Polska)",
    "pt-BR": "Portugu\u00eas (Brasil)",
    "sv-SE": "Svenska (Sverige)",
    "tr-TR": "T\u00fcrk\u00e7e (T\u00fcrkiye)",
    "zh-CN": "\u7b80\u4f53\u4e2d\u6587 (\u4e2d\u56fd)",
}


class SystemDashboard(Page):
    """Languages, gestures, time, backup."""

    TITLE = "System"

    def rows(self) -> Sequence[Row | None]:
        """Developer options only for developers."""
        developer = self.is_on("global", "development_settings_enabled")
        backup = self.is_on("secure", "backup_enabled")
        return [
            self.link(
                "Languages & input",
                "system:LanguagesAndInput",
                "Languages, keyboards, speech",
                "web",
            ),
            self.link("Gestures", "system:Gestures", icon="gesture"),
            self.link("Date & time", "system:DateAndTime", _zone_label(self), "clock_outline"),
            self.link("Backup", "system:Backup", "On" if backup else "Off", "cloud_upload_outline"),
            self.link(
                "System update",
                "device:SystemUpdate",
                "Updated to Android 13",
                "cellphone_arrow_down",
            ),
            self.link("Developer options", "developer:DeveloperOptions", icon="code_braces")
            if developer
            else None,
            self.link(
                "Reset options",
                "system:ResetOptions",
                "Network, apps, or device can be reset",
                "restore",
            ),
        ]


# -- languages and input


def locales(page: Page) -> list[str]:
    """Languages of the phone, the first one counts."""
    return page.setting("system", "system_locales", "en-US").split(",")


class LanguagesAndInput(Page):
    """Languages, keyboards, tools."""

    TITLE = "Languages & input"

    def rows(self) -> Sequence[Row | None]:
        """Three groups."""
        checker = self.is_on("secure", "spell_checker_enabled")
        return [
            Category("Languages"),
            self.link(
                "Languages",
                "system:Languages",
                ", ".join(_LOCALES.get(name, name) for name in locales(self)),
            ),
            Category("Keyboards"),
            self.link("On-screen keyboard", "system:Keyboards", "Gboard"),
            self.link("Physical keyboard", "system:PhysicalKeyboard", "Not connected"),
            Category("Tools"),
            SwitchPreference(
                "Spell checker",
                "Gboard spell checker" if checker else "Off",
                checked=checker,
                on_change=lambda on: self.put("secure", "spell_checker_enabled", on),
            ),
            self.link("Personal dictionary", "system:Dictionary"),
            SliderPreference(
                "Pointer speed",
                self.system.settings.get_int("system", "pointer_speed", 0) + 7,
                14,
                lambda value: self.put("system", "pointer_speed", value - 7),
            ),
            self.link("Text-to-speech output", "accessibility:SpeechOutput"),
        ]


class Languages(Page):
    """The phone's languages in order."""

    TITLE = "Languages"

    def rows(self) -> Sequence[Row | None]:
        """Numbered; a tap makes one the first, or takes it away."""
        names = locales(self)
        rows: list[Row | None] = []
        for index, name in enumerate(names):
            label = _LOCALES.get(name, name)

            def move(name: str = name) -> None:
                rest = [other for other in names if other != name]
                self.put("system", "system_locales", ",".join([name, *rest]))

            def remove(name: str = name) -> None:
                rest = [other for other in names if other != name]
                self.put("system", "system_locales", ",".join(rest))

            ask = self.confirm(
                f"remove {name}",
                "Remove selected language?",
                "Text will be displayed in another language.",
                "Remove",
                remove,
            )
            rows.append(
                Preference(
                    f"{index + 1} {label}",
                    on_click=move if index else None,
                    gear=ask if len(names) > 1 else None,
                    gear_icon="delete_outline",
                    gear_label="Remove",
                )
            )
        return [*rows, self.link("Add a language", "system:AddLanguage", icon="add")]


class AddLanguage(Page):
    """Languages to choose from."""

    TITLE = "Add a language"

    def rows(self) -> Sequence[Row | None]:
        """Those the phone hasn't got."""
        names = locales(self)

        def add(name: str) -> None:
            self.put("system", "system_locales", ",".join([*names, name]))
            self.finish()

        return [
            Preference(label, on_click=partial(add, name))
            for name, label in _LOCALES.items()
            if name not in names
        ]


class Keyboards(Page):
    """Keyboards on the screen."""

    TITLE = "On-screen keyboard"

    def rows(self) -> Sequence[Row | None]:
        """Gboard can't be switched off, being the only one."""
        return [
            self.link("Gboard", "system:Gboard", "English (US) (QWERTY)", "keyboard_outline"),
            SwitchPreference(
                "Google Voice Typing",
                "Automatic",
                checked=bool(self.kept("voice_typing", True)),
                on_change=lambda on: self.keep("voice_typing", on),
            ),
        ]


class Gboard(Page):
    """Settings of the keyboard."""

    TITLE = "Gboard"

    def rows(self) -> Sequence[Row | None]:
        """Its most used switches."""
        return [
            self.kept_toggle("Number row", "gboard:number_row"),
            self.kept_toggle("Auto-correction", "gboard:correction", default=True),
            self.kept_toggle("Auto-capitalization", "gboard:capitals", default=True),
            self.kept_toggle("Haptic feedback on keypress", "gboard:haptics", default=True),
            self.kept_toggle("Sound on keypress", "gboard:sound"),
        ]


class PhysicalKeyboard(Page):
    """Keyboards that are plugged in: none."""

    TITLE = "Physical keyboard"

    def rows(self) -> Sequence[Row | None]:
        """What would hold for one."""
        return [
            self.toggle(
                "Use on-screen keyboard",
                "secure",
                "show_ime_with_hard_keyboard",
                "Keep it on screen while physical keyboard is active",
            ),
            Preference(
                "Keyboard shortcuts",
                "Display available shortcuts",
                on_click=self.tell("Keyboard shortcuts", "No physical keyboard is connected."),
            ),
        ]


class Dictionary(Page):
    """Words of one's own."""

    TITLE = "Personal dictionary"

    def rows(self) -> Sequence[Row | None]:
        """A tap deletes one."""
        words = sorted(self.kept("dictionary", frozenset()))
        add = self.edit(
            "Add to dictionary",
            "",
            lambda word: self.keep("dictionary", frozenset([*words, word.strip()])),
            summary="",
            button="Save",
            hint="Type a word",
        )
        rows: list[Row | None] = []
        for word in words:
            ask = self.confirm(
                f"delete {word}",
                "Delete word?",
                f"\u201c{word}\u201d will be deleted from the dictionary.",
                "Delete",
                partial(self.keep, "dictionary", frozenset(words) - {word}),
            )
            rows.append(Preference(word, on_click=ask))
        if not rows:
            rows.append(Footer("You don\u2019t have any words in the user dictionary."))
        add.icon = "add"
        return [add, *rows]


# -- gestures

# Title -> (namespace, key, value for on, value for off, value where unset, what it does).
_GESTURES: Final = {
    "Quickly open camera": (
        "secure",
        "camera_double_tap_power_gesture_disabled",
        "0",
        "1",
        "0",
        "To quickly open camera, press the power button 2 times. Works from any screen.",
    ),
    "One-handed mode": (
        "secure",
        "one_handed_mode_enabled",
        "1",
        "0",
        "0",
        "Swipe down near the bottom edge of the screen to pull the top half of your screen into"
        " reach.",
    ),
    "Press & hold power button": (
        "global",
        "power_button_long_press",
        "5",
        "1",
        "1",
        "Hold for Assistant: trigger Google Assistant by pressing and holding the power button.",
    ),
    "Prevent ringing": (
        "secure",
        "volume_hush_gesture",
        "1",
        "0",
        "1",
        "Press power & volume up buttons together to prevent ringing.",
    ),
}


class Gestures(Page):
    """Gestures of the phone."""

    TITLE = "Gestures"

    def rows(self) -> Sequence[Row | None]:
        """One row each."""
        rows: list[Row | None] = []
        for title, (namespace, key, on, _, default, _) in _GESTURES.items():
            state = "On" if self.setting(namespace, key, default) == on else "Off"
            rows.append(self.link(title, "system:SimpleGesture", state, gesture=title))
        buttons = self.setting("secure", "navigation_mode", "2") == "0"
        navigation = self.link(
            "System navigation",
            "system:Navigation",
            "3-button navigation" if buttons else "Gesture navigation",
        )
        return [rows[0], navigation, *rows[1:]]


class SimpleGesture(Page):
    """One gesture: intent extra "gesture"."""

    def title(self) -> str:
        """Named after the gesture."""
        return str(self.intent.extra("gesture", "Quickly open camera"))

    def rows(self) -> Sequence[Row | None]:
        """The switch and what it does."""
        title = self.title()
        namespace, key, on, off, default, about = _GESTURES[title]
        return [
            MainSwitch(
                f"Use {title[0].lower()}{title[1:]}",
                self.setting(namespace, key, default) == on,
                lambda wanted: self.put(namespace, key, on if wanted else off),
            ),
            Footer(about),
        ]


class Navigation(Page):
    """How one goes home and back."""

    TITLE = "System navigation"

    def rows(self) -> Sequence[Row | None]:
        """Two ways."""
        chosen = self.setting("secure", "navigation_mode", "2")
        ways = (
            (
                "2",
                "Gesture navigation",
                "To go Home, swipe up from the bottom of your screen. To switch apps, swipe up from"
                " the bottom, hold, and then release. To go back, swipe from the left or right"
                " edge.",
            ),
            (
                "0",
                "3-button navigation",
                "Go back, Home, and switch apps with buttons at the bottom of your screen.",
            ),
        )
        return [
            RadioPreference(
                title,
                about,
                on_click=partial(self.put, "secure", "navigation_mode", value),
                checked=value == chosen,
            )
            for value, title, about in ways
        ]


# -- date and time

# Region -> time zones with the names that Android gives them.
_ZONES: Final = {
    "Australia": (("Australia/Sydney", "Sydney"), ("Australia/Perth", "Perth")),
    "Brazil": (("America/Sao_Paulo", "S\u00e3o Paulo"), ("America/Manaus", "Manaus")),
    "Canada": (("America/Toronto", "Toronto"), ("America/Vancouver", "Vancouver")),
    "China": (("Asia/Shanghai", "Shanghai"),),
    "Egypt": (("Africa/Cairo", "Cairo"),),
    "France": (("Europe/Paris", "Paris"),),
    "Germany": (("Europe/Berlin", "Berlin"),),
    "India": (("Asia/Kolkata", "Kolkata"),),
    "Italy": (("Europe/Rome", "Rome"),),
    "Japan": (("Asia/Tokyo", "Tokyo"),),
    "Mexico": (("America/Mexico_City", "Mexico City"), ("America/Tijuana", "Tijuana")),
    "Netherlands": (("Europe/Amsterdam", "Amsterdam"),),
    "Nigeria": (("Africa/Lagos", "Lagos"),),
    "South Africa": (("Africa/Johannesburg", "Johannesburg"),),
    "South Korea": (("Asia/Seoul", "Seoul"),),
    "Spain": (("Europe/Madrid", "Madrid"), ("Atlantic/Canary", "Canary")),
    "United Kingdom": (("Europe/London", "London"),),
    "United States": (
        ("America/New_York", "New York"),
        ("America/Chicago", "Chicago"),
        ("America/Denver", "Denver"),
        ("America/Phoenix", "Phoenix"),
        ("America/Los_Angeles", "Los Angeles"),
        ("America/Anchorage", "Anchorage"),
        ("Pacific/Honolulu", "Honolulu"),
    ),
    "UTC": (("UTC", "Coordinated Universal Time"),),
}


def _offset(page: Page, zone: str) -> str:
    now = dt.datetime.fromtimestamp(page.system.clock.now_ms() // 1000, ZoneInfo(zone))
    shift = now.utcoffset() or dt.timedelta()
    minutes = int(shift.total_seconds()) // 60
    sign = "-" if minutes < 0 else "+"
    hours, rest = divmod(abs(minutes), 60)
    return f"GMT{sign}{hours:02d}:{rest:02d}"


def _zone_name(zone: str) -> str:
    for zones in _ZONES.values():
        for name, label in zones:
            if name == zone:
                return label
    return zone.rpartition("/")[2].replace("_", " ")


def _zone_label(page: Page) -> str:
    zone = page.system.clock.timezone
    if zone in ("GMT", "Etc/UTC"):
        zone = "UTC"
    return f"{_offset(page, zone)} {_zone_name(zone)}"


class DateAndTime(Page):
    """The clock."""

    TITLE = "Date & time"

    def rows(self) -> Sequence[Row | None]:
        """In the order of Android's date_time_prefs."""
        clock = self.system.clock
        now = clock.minute()
        automatic = self.is_on("global", "auto_time")
        auto_zone = self.is_on("global", "auto_time_zone")
        format_24 = self.system.settings.get("system", "time_12_24")

        def set_locale_default(on: bool) -> None:
            if on:
                self.system.settings.delete("system", "time_12_24")
            else:
                self.put("system", "time_12_24", "12")

        def set_date(date: dt.date) -> None:
            self._set(now.replace(year=date.year, month=date.month, day=date.day))

        def set_time(time: dt.time) -> None:
            self._set(now.replace(hour=time.hour, minute=time.minute))

        self.dialog(
            "date", lambda: date_picker_dialog(now.date(), set_date, self.dismiss, today=now.date())
        )
        self.dialog(
            "time",
            lambda: time_picker_dialog(now.time(), set_time, self.dismiss, is_24=format_24 == "24"),
        )
        clock_text = f"{now:%H:%M}" if format_24 == "24" else f"{now:%I:%M %p}".lstrip("0")
        return [
            self.toggle("Set time automatically", "global", "auto_time"),
            Preference(
                "Date",
                f"{now:%B} {now.day}, {now.year}",
                on_click=self.shower("date"),
                enabled=not automatic,
            ),
            Preference("Time", clock_text, on_click=self.shower("time"), enabled=not automatic),
            self.toggle("Set time zone automatically", "global", "auto_time_zone"),
            Preference(
                "Time zone",
                _zone_label(self),
                on_click=self.opener("system:TimeZone"),
                enabled=not auto_zone,
            ),
            SwitchPreference(
                "Use locale default", checked=format_24 is None, on_change=set_locale_default
            ),
            SwitchPreference(
                "Use 24-hour format",
                "13:00" if format_24 == "24" else "1:00 PM",
                enabled=format_24 is not None,
                checked=format_24 == "24",
                on_change=lambda on: self.put("system", "time_12_24", "24" if on else "12"),
            ),
        ]

    def _set(self, moment: dt.datetime) -> None:
        self.dismiss()
        self.system.clock.set_time(int(moment.timestamp() * 1000))


class TimeZone(Page):
    """The phone's time zone."""

    TITLE = "Select time zone"

    def rows(self) -> Sequence[Row | None]:
        """Region and zone."""
        zone = self.system.clock.timezone
        region = next((name for name, zones in _ZONES.items() if zone in dict(zones)), "UTC")
        return [
            self.link("Region", "system:Region", region),
            self.link("Time zone", "system:Region", _zone_label(self), region=region),
        ]


class Region(Page):
    """Regions, or with intent extra "region" its time zones."""

    def title(self) -> str:
        """What is chosen."""
        return "Time zone" if self.intent.extra("region") else "Region"

    def rows(self) -> Sequence[Row | None]:
        """A tap on a region with one zone chooses that."""
        region = self.intent.extra("region")
        if region in _ZONES:
            return [
                Preference(label, _offset(self, zone), on_click=partial(self._choose, zone))
                for zone, label in _ZONES[str(region)]
            ]
        return [
            Preference(
                name,
                on_click=partial(self._choose, zones[0][0])
                if len(zones) == 1
                else self.opener("system:Region", region=name),
            )
            for name, zones in _ZONES.items()
        ]

    def _choose(self, zone: str) -> None:
        self.system.clock.set_timezone(zone)
        self.finish()


# -- backup and reset


class Backup(Page):
    """Copies of the phone's data."""

    TITLE = "Backup"

    def rows(self) -> Sequence[Row | None]:
        """The switch; there is no account to back up to."""
        return [
            MainSwitch(
                "Use Backup by Google One",
                self.is_on("secure", "backup_enabled"),
                lambda on: self.put("secure", "backup_enabled", on),
            ),
            Preference("Backup account", "No account", enabled=False),
            Footer("Apps, photos, SMS, call history and device settings are backed up."),
        ]


class ResetOptions(Page):
    """What can be undone."""

    TITLE = "Reset options"

    def rows(self) -> Sequence[Row | None]:
        """Network, apps, everything."""
        self.dialog("apps", lambda: reset_dialog(self))
        return [
            self.link("Reset Wi\u2011Fi, mobile & Bluetooth", "system:ResetNetwork"),
            Preference("Reset app preferences", on_click=self.shower("apps")),
            self.link("Erase all data (factory reset)", "system:EraseAll"),
        ]


class ResetNetwork(Page):
    """Forgets networks."""

    TITLE = "Reset Wi\u2011Fi, mobile & Bluetooth"

    def rows(self) -> Sequence[Row | None]:
        """What happens, and the button."""
        ask = self.confirm(
            "reset",
            "Reset all network settings?",
            "You can\u2019t undo this action.",
            "Reset settings",
            self._reset,
        )
        return [
            Footer(
                "This will reset all network settings, including:\n\n\u2022 Wi\u2011Fi\n"
                "\u2022 Mobile data\n\u2022 Bluetooth"
            ),
            wide_button("Reset settings", ask),
        ]

    def _reset(self) -> None:
        connectivity = self.system.connectivity
        for ssid in connectivity.saved_networks:
            connectivity.forget(ssid)
        connectivity.set_airplane_mode(False)
        connectivity.set_wifi(True)
        connectivity.set_mobile_data(True)
        self.put("global", "private_dns_mode", "opportunistic")
        self.toast("Network settings have been reset")


class EraseAll(Page):
    """Factory reset."""

    TITLE = "Erase all data (factory reset)"

    def rows(self) -> Sequence[Row | None]:
        """What is lost, and the button."""
        ask = self.confirm(
            "erase",
            "Erase all data?",
            "All of your personal information and downloaded apps will be deleted. You can\u2019t"
            " undo this action.",
            "Erase all data",
            self._erase,
        )
        return [
            Footer(
                "This will erase all data from your phone\u2019s internal storage, including:\n\n"
                "\u2022 System and app data and settings\n\u2022 Downloaded apps\n\u2022 Music\n"
                "\u2022 Photos\n\u2022 Other user data"
            ),
            wide_button("Erase all data", ask),
        ]

    def _erase(self) -> None:
        system = self.system
        files = system.files
        shared = "/storage/emulated/0"
        for name in files.listdir(shared):
            path = f"{shared}/{name}"
            if files.is_dir(path):
                for child in files.listdir(path):
                    inner = f"{path}/{child}"
                    if files.is_dir(inner):
                        files.rmtree(inner)
                    else:
                        files.remove(inner)
            else:
                files.remove(path)
        host = self.context.windows.host
        for package in system.packages.names:
            if not system.packages.manifest(package).system:
                host.clear(package)
        system.restart()

"""Date & time: the clock and its time zone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from android_gym.simulator.appkit.dialogs import DateDialog, TimeDialog
from android_gym.simulator.appkit.preferences import Row
from android_gym.simulator.appkit.times import time_of_day
from android_gym.simulator.apps.settings.actions import AnyPage
from android_gym.simulator.apps.settings.dialogs import shows
from android_gym.simulator.apps.settings.model import Link, Toggle, link, opens
from android_gym.simulator.apps.settings.screens.page import Page
from android_gym.simulator.system.words import day_text, joined

_ZONES: Final = {
    "Australia": {"Australia/Sydney": "Sydney", "Australia/Perth": "Perth"},
    "Brazil": {"America/Sao_Paulo": "S\u00e3o Paulo", "America/Manaus": "Manaus"},
    "Canada": {"America/Toronto": "Toronto", "America/Vancouver": "Vancouver"},
    "China": {"Asia/Shanghai": "Shanghai"},
    "Egypt": {"Africa/Cairo": "Cairo"},
    "France": {"Europe/Paris": "Paris"},
    "Germany": {"Europe/Berlin": "Berlin"},
    "India": {"Asia/Kolkata": "Kolkata"},
    "Italy": {"Europe/Rome": "Rome"},
    "Japan": {"Asia/Tokyo": "Tokyo"},
    "Mexico": {"America/Mexico_City": "Mexico City", "America/Tijuana": "Tijuana"},
    "Netherlands": {"Europe/Amsterdam": "Amsterdam"},
    "Nigeria": {"Africa/Lagos": "Lagos"},
    "South Africa": {"Africa/Johannesburg": "Johannesburg"},
    "South Korea": {"Asia/Seoul": "Seoul"},
    "Spain": {"Europe/Madrid": "Madrid", "Atlantic/Canary": "Canary"},
    "United Kingdom": {"Europe/London": "London"},
    "United States": {
        "America/New_York": "New York",
        "America/Chicago": "Chicago",
        "America/Denver": "Denver",
        "America/Phoenix": "Phoenix",
        "America/Los_Angeles": "Los Angeles",
        "America/Anchorage": "Anchorage",
        "Pacific/Honolulu": "Honolulu",
    },
    "UTC": {"UTC": "Coordinated Universal Time"},
}
"""Time zones by region, with Android's names for them."""


def _offset(page: AnyPage, zone: str) -> str:
    """Return a zone's current UTC offset, such as "GMT+09:00"."""
    now = dt.datetime.fromtimestamp(page.system.clock.now_ms() // 1000, ZoneInfo(zone))
    shift = now.utcoffset() or dt.timedelta()
    minutes = int(shift.total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"GMT{'-' if minutes < 0 else '+'}{hours:02d}:{rest:02d}"


def zone_label(page: AnyPage) -> str:
    """Return the phone's time zone, such as "GMT+09:00 Tokyo"."""
    zone = page.system.clock.timezone
    if zone in ("GMT", "Etc/UTC"):
        zone = "UTC"
    names = {name: label for zones in _ZONES.values() for name, label in zones.items()}
    label = names.get(zone, zone.rpartition("/")[2].replace("_", " "))
    return joined(" ", (_offset(page, zone), label))


@dataclass(frozen=True)
class SetDate(DateDialog[AnyPage]):
    """Pick the phone's date."""

    def day(self, screen: AnyPage) -> dt.date:
        """Return today."""
        return screen.system.clock.minute().date()

    def on_pick(self, screen: AnyPage, day: dt.date) -> None:
        """Set the clock."""
        now = screen.system.clock.minute()
        screen.set_clock(now.replace(year=day.year, month=day.month, day=day.day))


@dataclass(frozen=True)
class SetTime(TimeDialog[AnyPage]):
    """Pick the phone's time."""

    def time(self, screen: AnyPage) -> dt.time:
        """Return the current time."""
        return screen.system.clock.minute().time()

    def on_pick(self, screen: AnyPage, time: dt.time) -> None:
        """Set the clock."""
        now = screen.system.clock.minute()
        screen.set_clock(now.replace(hour=time.hour, minute=time.minute))


class DateAndTime(Page):
    """The clock, in the order of Android's date_time_prefs."""

    TITLE = "Date & time"
    DIALOGS = (SetDate, SetTime)

    def rows(self) -> Sequence[Row | None]:
        """List date, time, zone and format."""
        store, now = self.store, self.system.clock.minute()
        by_hand = not store.is_on("global/auto_time")
        format_24 = store.get("system/time_12_24")
        time = time_of_day(self.context, now)
        return [
            Toggle("global/auto_time", "Set time automatically"),
            Link("Date", shows(SetDate()), day_text(now.date(), "yMMMMd"), enabled=by_hand),
            Link("Time", shows(SetTime()), time, enabled=by_hand),
            Toggle("global/auto_time_zone", "Set time zone automatically"),
            Link(
                "Time zone",
                opens("clock:TimeZone"),
                zone_label(self),
                enabled=not store.is_on("global/auto_time_zone"),
            ),
            Toggle("phone/locale_time", "Use locale default"),
            Toggle(
                "system/time_12_24",
                "Use 24-hour format",
                time_of_day(self.context, dt.datetime(2000, 1, 1, 13)),
                enabled=format_24 is not None,
                on="24",
                off="12",
            ),
        ]


class TimeZone(Page):
    """The phone's time zone."""

    TITLE = "Select time zone"

    def rows(self) -> Sequence[Row | None]:
        """List region and zone."""
        zone = self.system.clock.timezone
        region = next((name for name, zones in _ZONES.items() if zone in zones), "UTC")
        return [
            link("Region", "clock:Region", region),
            link("Time zone", "clock:Region", zone_label(self), region=region),
        ]


class Region(Page):
    """The list of regions, or with intent extra "region" the region's time zones."""

    def title(self) -> str:
        """Return the title for the list shown."""
        return "Time zone" if self.intent.extra("region") else "Region"

    def rows(self) -> Sequence[Row | None]:
        """List regions or zones; tapping a region with a single zone selects that zone."""
        region = self.text_extra("region")
        if region in _ZONES:
            return [
                Link(label, partial(Region.choose, zone=zone), _offset(self, zone))
                for zone, label in _ZONES[region].items()
            ]
        return [
            Link(
                name,
                partial(Region.choose, zone=next(iter(zones)))
                if len(zones) == 1
                else opens("clock:Region", region=name),
            )
            for name, zones in _ZONES.items()
        ]

    def choose(self, zone: str) -> None:
        """Set the phone's time zone."""
        self.system.clock.set_timezone(zone)
        self.finish()

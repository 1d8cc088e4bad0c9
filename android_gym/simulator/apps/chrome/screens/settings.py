"""The settings screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    Preference,
    PreferenceActivity,
    Row,
    SeekBarPreference,
    SwitchPreference,
    TextPreference,
    Value,
)
from android_gym.simulator.apps.chrome.history import History
from android_gym.simulator.apps.chrome.look import theme_of
from android_gym.simulator.apps.chrome.model import SettingsState
from android_gym.simulator.apps.chrome.site_data import SiteData
from android_gym.simulator.apps.chrome.urls import ENGINES, address_of
from android_gym.simulator.ui.theme import Theme

__all__ = ["SettingsActivity"]

_DAY_MS: Final = 86_400_000
_PERIODS: Final = (
    ("Last hour", _DAY_MS // 24),
    ("Last 24 hours", _DAY_MS),
    ("Last 7 days", 7 * _DAY_MS),
    ("Last 4 weeks", 28 * _DAY_MS),
    ("All time", 0),
)
_TITLES: Final = {
    "": "Settings",
    "homepage": "Homepage",
    "privacy": "Privacy and security",
    "clear_browsing_data": "Clear browsing data",
    "site_settings": "Site settings",
    "javascript": "JavaScript",
    "popups": "Pop-ups and redirects",
    "accessibility": "Accessibility",
    "about_chrome": "About Chrome",
}
_THEMES: Final = ((0, "System default"), (1, "Light"), (2, "Dark"))


@dataclass(frozen=True)
class ClearData(ConfirmDialog["SettingsActivity"]):
    """Asks before clearing browsing data."""

    TITLE = "Clear browsing data?"
    MESSAGE = "What is cleared here can\u2019t be brought back."
    POSITIVE = "Clear"

    def on_confirm(self, screen: SettingsActivity) -> None:
        """Clear what is chosen."""
        screen.clear()


class SettingsActivity(PreferenceActivity[SettingsState]):
    """Shows one page of the settings, which the intent names."""

    DIALOGS = (ClearData,)

    def theme(self) -> Theme:
        """Return Chrome's theme."""
        return theme_of(self.context)

    def on_create(self) -> SettingsState:
        """Show the page that the intent names."""
        page = self.intent.get_str("page")
        return SettingsState(page if page in _TITLES else "")

    def title(self) -> str:
        """Return the page's title."""
        return _TITLES[self.state.page]

    def rows(self) -> Sequence[Row | None]:
        """Return the page's rows."""
        return {
            "": self._first,
            "homepage": self._homepage,
            "privacy": self._privacy,
            "clear_browsing_data": self._clear,
            "site_settings": self._sites,
            "javascript": self._javascript,
            "popups": self._popups,
            "accessibility": self._accessibility,
            "about_chrome": self._about,
        }[self.state.page]()

    def _page(self, name: str, summary: str | None = None) -> Row:
        component = self.context.manifest.activities[-1].name
        return LinkPreference(
            _TITLES[name],
            summary=summary,
            on_click=lambda _: self.start_activity(component, page=name),
        )

    def _first(self) -> Sequence[Row]:
        home = "On" if self.context.preferences().get("homepage", True) else "Off"
        return (
            Category("Basics"),
            ListPreference(
                "search_engine",
                "Search engine",
                choices=tuple((key, name) for key, name, _ in ENGINES),
                default="google",
            ),
            self._page("privacy"),
            Category("Advanced"),
            self._page("homepage", home),
            ListPreference("ui_theme_setting", "Theme", choices=_THEMES, default=0),
            self._page("accessibility"),
            self._page("site_settings"),
            self._page("about_chrome"),
        )

    def _homepage(self) -> Sequence[Row | None]:
        on = self.context.preferences().get("homepage", True)
        ntp = self.context.preferences().get("Chrome.Homepage.UseNTP", True)
        return (
            SwitchPreference("homepage", "On" if on else "Off", default=True),
            SwitchPreference(
                "Chrome.Homepage.UseNTP", "Chrome\u2019s homepage", default=True, enabled=on
            ),
            None
            if ntp
            else TextPreference(
                "Chrome.Homepage.CustomUri", "Custom web address", enabled=on, input_type="uri"
            ),
        )

    def _privacy(self) -> Sequence[Row]:
        return (
            self._page("clear_browsing_data", "Clear history, cookies, site data, cache\u2026"),
        )

    def _clear(self) -> Sequence[Row]:
        return (
            ListPreference(
                "time_range",
                "Time range",
                choices=tuple((index, name) for index, (name, _) in enumerate(_PERIODS)),
                default=0,
            ),
            SwitchPreference(
                "history", "Browsing history", "Clears history from this device", default=True,
                widget="checkbox",
            ),
            SwitchPreference(
                "cookies", "Cookies and site data", "Signs you out of most sites", default=True,
                widget="checkbox",
            ),
            LinkPreference("Clear data", on_click=lambda _: self.show_dialog(ClearData())),
        )  # fmt: skip

    def _sites(self) -> Sequence[Row]:
        kept = self.context.preferences()
        return (
            self._page(
                "javascript", "Allowed" if kept.get("javascript_allowed", True) else "Blocked"
            ),
            self._page("popups", "Allowed" if kept.get("popups_allowed", False) else "Blocked"),
        )

    def _javascript(self) -> Sequence[Row]:
        return (
            SwitchPreference(
                "javascript_allowed", "JavaScript", "Sites can use Javascript", default=True,
                summary_off="Don\u2019t allow sites to use Javascript",
            ),
        )  # fmt: skip

    def _popups(self) -> Sequence[Row]:
        return (
            SwitchPreference(
                "popups_allowed",
                "Pop-ups and redirects",
                "Sites can send pop-ups and use redirects",
                summary_off="Don\u2019t allow sites to send pop-ups or use redirects",
            ),
        )

    def _accessibility(self) -> Sequence[Row]:
        return (
            SeekBarPreference(
                "text_scale", "Text scaling", default=100, minimum=50, maximum=200,
                summary=f"{self.context.preferences().get('text_scale', 100)}%",
            ),
        )  # fmt: skip

    def _about(self) -> Sequence[Row]:
        manifest = self.context.manifest
        return (
            LinkPreference("Application version", summary=f"Chrome {manifest.version_name}"),
            LinkPreference(
                "Operating system", summary=f"Android {self.context.system.properties.release}"
            ),
        )

    def value(self, preference: Preference) -> Value:
        """Return a preference's value; "Clear browsing data" has its own in the state."""
        state = self.state
        if preference.key == "time_range":
            return state.period
        if preference.key in ("history", "cookies"):
            return preference.key in state.clear
        return super().value(preference)

    def set_value(self, preference: Preference, value: Value) -> None:
        """Set a preference's value; "Clear browsing data" has its own in the state."""
        if preference.key == "time_range":
            self.update(period=int(value))
        elif preference.key in ("history", "cookies"):
            self.update(clear=self.state.clear ^ {preference.key})
        elif preference.key == "Chrome.Homepage.CustomUri":
            super().set_value(preference, address_of(str(value)))
        else:
            super().set_value(preference, value)

    def clear(self) -> None:
        """Clear the chosen data of the chosen time range."""
        _, period = _PERIODS[self.state.period]
        now = self.context.system.clock.now_ms()
        if "history" in self.state.clear:
            History(self.context).clear(now - period if period else 0)
        if "cookies" in self.state.clear:
            SiteData(self.context).clear()
        self.finish()

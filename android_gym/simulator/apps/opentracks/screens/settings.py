"""The settings: a main page with links to the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from android_gym.simulator.appkit.dialogs import ConfirmDialog
from android_gym.simulator.appkit.preferences import (
    Category,
    LinkPreference,
    ListPreference,
    PreferenceActivity,
    Row,
    SwitchPreference,
    TextPreference,
)
from android_gym.simulator.apps.opentracks import layouts
from android_gym.simulator.apps.opentracks.actions import Actions
from android_gym.simulator.apps.opentracks.dialogs import MAPS
from android_gym.simulator.apps.opentracks.formats import FORMATS
from android_gym.simulator.apps.opentracks.look import bottom_bar, framed, top_bar
from android_gym.simulator.apps.opentracks.model import Page, SettingsState
from android_gym.simulator.apps.opentracks.sports import sports
from android_gym.simulator.apps.opentracks.storage import SETTINGS, started
from android_gym.simulator.apps.opentracks.units import SYSTEMS
from android_gym.simulator.system.documents import chosen_path
from android_gym.simulator.system.intents import Intent
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import RecyclerView
from android_gym.simulator.ui.view import View

TITLES: Final[Mapping[Page, str]] = {
    "": "Settings",
    "defaults": "Default Units and Activity",
    "ui": "User Interface",
    "gps": "GPS",
    "sensors": "Bluetooth Sensors",
    "announcements": "Statistics Announcements",
    "files": "Import/Export",
    "api": "Public API",
}

FIRST: Final[tuple[tuple[Page, str, str], ...]] = (
    ("defaults", "web", "Preferred Units, Default Activity, Track Default Name"),
    ("ui", "cellphone_text", "Appearance, Recording Layout, Theme"),
    ("gps", "satellite_variant", "Time interval, Distance interval, Max Distance, Accuracy"),
    ("sensors", "access_point", "Cycling Sensors, Wheel Circumference, Running Sensors"),
    ("announcements", "volume_high", "Time, Distance, Voice Speed"),
    ("files", "swap_vertical", "Import, Export, Auto Export"),
)

_TREE = Intent("android.intent.action.OPEN_DOCUMENT_TREE")


@dataclass(frozen=True)
class Reset(ConfirmDialog["SettingsActivity"]):
    """Ask before resetting all settings."""

    TITLE = "Reset now?"

    def on_confirm(self, screen: SettingsActivity) -> None:
        """Reset them."""
        screen.reset_settings()


@dataclass(frozen=True)
class ResetLayouts(ConfirmDialog["SettingsActivity"]):
    """Ask before resetting all layouts."""

    TITLE = "Reset your layouts?"

    def on_confirm(self, screen: SettingsActivity) -> None:
        """Reset the layouts."""
        layouts.reset(screen.context)
        screen.toast("All layout settings have been reverted to the default values", long=True)


class SettingsActivity(PreferenceActivity[SettingsState], Actions[SettingsState]):
    """All pages of the settings."""

    DIALOGS = (*PreferenceActivity.DIALOGS, Reset, ResetLayouts)

    def title(self) -> str:
        """Return the title of the page."""
        return TITLES[self.state.page]

    def on_back(self) -> bool:
        """Return to the first page."""
        if not self.state.page:
            return False
        self.update(page="")
        return True

    def build(self) -> Screen:
        """Build the rows between the bars."""
        screen = super().build()
        return framed(
            screen.content,
            bottom_bar(self.context, on_navigation=self.up),
            top=top_bar(self.title(), "cog"),
        )

    def content(self, rows: Sequence[View]) -> View:
        """Build the list, which lies between the bars."""
        return RecyclerView(
            len(rows),
            rows.__getitem__,
            id="recycler_view",
            key=("page", self.state.page),
            width=MATCH,
            height=MATCH,
        )

    def rows(self) -> Sequence[Row]:
        """Return the rows of the current page."""
        page = self.state.page
        if page == "":
            return self._first()
        return self._files() if page == "files" else PAGES[page](self)

    def go(self, page: Page) -> None:
        """Open a settings page."""
        self.update(page=page)

    def reset_settings(self) -> None:
        """Reset all settings."""
        kept = self.context.preferences()
        kept.put(**dict.fromkeys(kept.all()))
        started(self.context)
        kept.put(showIntroduction=False)
        self.toast("All settings have been reverted to the default values", long=True)

    def _first(self) -> list[Row]:
        rows: list[Row] = [
            LinkPreference(TITLES[page], _goes(page), summary, icon)
            for page, icon, summary in FIRST
        ]
        rows += [
            LinkPreference(
                "Reset",
                lambda screen: screen.show_dialog(Reset()),
                "Reset Settings to Default Values",
                "autorenew",
            ),
            LinkPreference(
                "Public API",
                _goes("api"),
                "Remote control and statistics API for other apps",
                "api",
            ),
            LinkPreference(
                "About OpenTracks",
                lambda screen: screen.start_activity(".AboutActivity"),
                "All About OpenTracks Project",
                "information",
            ),
        ]
        return rows

    # -- import and export

    def _files(self) -> list[Row]:
        formats = tuple((form.key, form.label) for form in FORMATS)
        return [
            Category("Import"),
            LinkPreference("Import all", lambda screen: screen.choose_folder("import")),
            SwitchPreference(
                "preventReimportTrackKey", "Prevent re-import of tracks", default=True
            ),
            Category("Export"),
            LinkPreference(
                "Export all (one file per track)", lambda screen: screen.choose_folder("export")
            ),
            LinkPreference(
                "Export all (one file for all tracks)",
                lambda screen: screen.choose_folder("export one"),
            ),
            _choices("exportTrackFileFormat", "Export/sharing file format", formats),
        ]

    def choose_folder(self, purpose: str) -> None:
        """Ask for a folder to import from or export to."""
        if not self.start_activity(_TREE, request=purpose):
            self.toast("No compatible file manager installed")

    def on_activity_result(self, request: object, code: int, data: Intent | None) -> None:
        """Start the import or export."""
        path = chosen_path(code, data)
        if path is None:
            return
        if request == "import":
            self.start_activity(".io.file.importer.ImportActivity", folder=path)
        else:
            one = request == "export one"
            self.start_activity(".io.file.exporter.ExportActivity", folder=path, one_file=one)


def _goes(page: Page) -> Callable[[SettingsActivity], None]:
    return lambda screen: screen.go(page)


def _choices(key: str, title: str, choices: Sequence[tuple[str, str]]) -> ListPreference:
    return ListPreference(key, title, choices=tuple(choices), default=str(SETTINGS[key]))


def _defaults(screen: SettingsActivity) -> list[Row]:
    units = screen.units
    rates = (("ACTIVITY_TYPE", "By activity type"), ("SPEED", units.rates[0]))
    names = (
        ("DATE_LOCAL", "Date (local)"),
        ("DATE_ISO_8601", "Date (ISO 8601)"),
        ("NUMBER", "Number"),
    )
    return [
        Category("Units"),
        _choices("statsUnits", "Preferred units", [(each.key, each.label) for each in SYSTEMS]),
        _choices("statsRate", "Preferred rate", (*rates, ("PACE", units.rates[1]))),
        Category("Activity's Defaults"),
        _choices(
            "defaultActivity", "Default activity type", [(each.id, each.label) for each in sports()]
        ),
        _choices("trackName", "Default track name", names),
    ]


def _ui(screen: SettingsActivity) -> list[Row]:
    modes = (("-1", "System"), ("1", "Day"), ("2", "Night"))
    while_recording = (
        ("show_on_lockscreen", "Show statistics on lockscreen",
         "show statistics without unlocking the device."),
        ("keep_screen_on", "Keep screen on", "keep the screen on."),
        ("fullscreen", "Fullscreen", "present in fullscreen."),
    )  # fmt: skip
    return [
        _choices("nightMode", "UI Theme", modes),
        SwitchPreference(
            "uiDynamicColors",
            "Dynamic Colors",
            "Use user-defined Dynamic Colors (Android 12+ only; requires a manual restart)",
        ),
        _choices("showOnMapFormatKey", 'Select "show on map" behavior', (("Ask", "Ask"), *MAPS)),
        Category("Recording"),
        LinkPreference(
            "Customize your recording layout",
            lambda screen: screen.start_activity(".settings.SettingsCustomLayoutListActivity"),
        ),
        LinkPreference("Reset Custom Layout", lambda screen: screen.show_dialog(ResetLayouts())),
        *(
            SwitchPreference(
                f"trackdetail_{key}_while_recording", title, f"While recording, {what}"
            )
            for key, title, what in while_recording
        ),
    ]


def _gps(screen: SettingsActivity) -> list[Row]:
    units = screen.units

    def length(metres: str) -> str:
        number = int(metres)
        unit = "ft" if units.small_unit == "ft" else "m"
        return f"{round(number / units.small)} {unit}"

    def lengths(values: str, recommended: str) -> list[tuple[str, str]]:
        return [
            (each, f"{length(each)} (recommended)" if each == recommended else length(each))
            for each in values.split()
        ]

    def seconds(values: str, recommended: str) -> list[tuple[str, str]]:
        return [
            (each, f"{each} s (recommended)" if each == recommended else _span(int(each)))
            for each in values.split()
        ]

    times = seconds("0 2 3 4 5 10 20 30 60 120 300 480 900 1800", "")
    times[0] = ("0", "Smallest (recommended)")
    accuracy = lengths("10 20 30 50 100 200 500 1000 2000", "50")
    accuracy[0] = ("10", f"{length('10')} (excellent GPS)")
    accuracy[-1] = ("2000", f"{length('2000')} (poor GPS)")
    return [
        _choices("minRecordingIntervalV2", "Sampling time interval", times),
        _choices(
            "recordingDistanceInterval",
            "Recording distance interval",
            lengths("1 2 5 10 20 50 100", "10"),
        ),
        _choices(
            "maxRecordingDistance", "Max distance", lengths("50 100 200 500 1000 5000", "200")
        ),
        _choices("recordingGpsAccuracy", "GPS accuracy", accuracy),
        _choices("idleSpeedDuration", "Idle threshold", seconds("5 10 15 30 45 60 120", "10")),
    ]


def _span(seconds: int) -> str:
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60} min"


def _sensors(screen: SettingsActivity) -> list[Row]:
    # Without Bluetooth devices, "None" is the only choice.
    none = (("NONE", "None"),)
    return [
        Category("Generic"),
        ListPreference("bluetoothSensor", "Heart rate", choices=none),
        TextPreference(
            "maxHeartRate", "Zones: maximum Heart rate (bpm)", default="220", input_type="number"
        ),
        ListPreference("bluetoothPressureSensor", "Barometer", choices=none),
        Category("Cycling"),
        ListPreference("bluetoothCyclingCadenceSensor", "Cadence", choices=none),
        ListPreference("bluetoothCyclingPowerSensor", "Power", choices=none),
        ListPreference("bluetoothCyclingSpeedSensor", "Distance and Speed", choices=none),
        TextPreference(
            "bluetoothCyclingSpeedWheelCircumference",
            "Wheel Circumference (mm)",
            default="2135",
            input_type="number",
        ),
        Category("Running"),
        ListPreference(
            "bluetoothRunningSpeedAndCadenceSensor", "Distance, Speed, and Cadence", choices=none
        ),
        Category("Advanced"),
        SwitchPreference(
            "bluetoothSensorFilterEnabled",
            "Filter Bluetooth Devices",
            "Only show Bluetooth devices that announce required services",
            default=True,
            summary_off="Show all discoverable Bluetooth devices",
        ),
    ]


def _announcements(screen: SettingsActivity) -> list[Row]:
    speeds = [(each, each) for each in "0.7 0.8 0.9 1.0 1.1 1.2 1.3".split()]
    times = [(each, "Off" if each == "0" else _span(int(each)))
             for each in "0 60 120 300 600 900 1800 3600".split()]  # fmt: skip
    unit = screen.units.distance_unit
    laps = [(each, "Off" if each == "0" else f"{each} {unit}")
            for each in "0 0.1 0.2 0.5 1 5 10 25 50 100".split()]  # fmt: skip
    said = (
        ("TotalDistance", "Total distance", True),
        ("MovingTime", "Moving time", True),
        ("AverageSpeedPace", "Average speed/pace", True),
        ("LapSpeedPace", "Lap speed/pace", True),
        ("AverageHeartRate", "Average heart rate", False),
        ("LapHeartRate", "Lap heart rate", False),
    )
    return [
        SwitchPreference(
            "voiceOnDeviceSpeaker", "Use the device's speaker", default=True, widget="checkbox"
        ),
        ListPreference("voiceSpeedRate", "Voice speed", choices=tuple(speeds), default="0.9"),
        Category("Idle Announcements"),
        SwitchPreference("voice_announce_idle_key", "Idle"),
        Category("Statistics Announcements"),
        ListPreference("voiceFrequencyV2", "Time interval", choices=tuple(times)),
        ListPreference("voiceDistance", "Lap length", choices=tuple(laps)),
        *(SwitchPreference(f"voiceAnnounce{key}", title, default=on) for key, title, on in said),
    ]


def _api(screen: SettingsActivity) -> list[Row]:
    return [
        LinkPreference("Package name for Public API", summary=screen.context.package),
        SwitchPreference(
            "apiEnabledKey",
            "Public API",
            "Other installed applications can start or stop recordings.",
            summary_off="Only OpenTracks can start and stop recordings.",
        ),
        SwitchPreference(
            "apiDashboardEnabledKey",
            "Automatic data transfer",
            "An application that started a recording can also access the recorded data.",
            summary_off="Recorded data will not be shared automatically with other applications.",
        ),
    ]


PAGES: Final[Mapping[Page, Callable[[SettingsActivity], list[Row]]]] = {
    "defaults": _defaults,
    "ui": _ui,
    "gps": _gps,
    "sensors": _sensors,
    "announcements": _announcements,
    "api": _api,
}

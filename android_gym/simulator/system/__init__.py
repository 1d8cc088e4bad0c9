"""System services: the phone's state and its rules, without any views.

Services read and write the root of state and may use each other; screens live in `ui` and apps.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from android_gym.simulator.state import State
from android_gym.simulator.system.activities import ActivityManager
from android_gym.simulator.system.alarms import AlarmManager
from android_gym.simulator.system.apk import build_apk
from android_gym.simulator.system.audio import Audio
from android_gym.simulator.system.battery import Battery
from android_gym.simulator.system.builds import ANDROID_13, Build
from android_gym.simulator.system.clipboard import Clipboard
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.connectivity import Connectivity
from android_gym.simulator.system.crashes import AppErrors
from android_gym.simulator.system.databases import Databases
from android_gym.simulator.system.device_config import DeviceConfig
from android_gym.simulator.system.display import Display
from android_gym.simulator.system.files import Files
from android_gym.simulator.system.hangs import Hangs
from android_gym.simulator.system.initial_files import SELINUX_ENFORCE
from android_gym.simulator.system.input_devices import InputDevices
from android_gym.simulator.system.input_methods import InputMethods
from android_gym.simulator.system.intents import Intent, short_string
from android_gym.simulator.system.keyguard import Keyguard
from android_gym.simulator.system.latency import Latency
from android_gym.simulator.system.launches import LaunchLog
from android_gym.simulator.system.locales import Locales
from android_gym.simulator.system.location import LocationManager
from android_gym.simulator.system.logs import Logs
from android_gym.simulator.system.low_battery import LowBattery
from android_gym.simulator.system.media.microphone import Microphone
from android_gym.simulator.system.media.playback import Playback
from android_gym.simulator.system.media.store import MediaStore
from android_gym.simulator.system.night import NightMode
from android_gym.simulator.system.notifications import NotificationManager
from android_gym.simulator.system.packages import Manifest, PackageManager
from android_gym.simulator.system.properties import Properties
from android_gym.simulator.system.running import Running
from android_gym.simulator.system.screenshots import Screenshots
from android_gym.simulator.system.settings import Settings
from android_gym.simulator.system.status_bar import StatusBarManager
from android_gym.simulator.system.telephony import Telephony

__all__ = ["System"]

_AIRPLANE_MODE = "android.intent.action.AIRPLANE_MODE"
_SYSTEM_UI = "com.android.systemui"
_SCAN_FILE = "android.intent.action.MEDIA_SCANNER_SCAN_FILE"
_TIME_SET = "android.intent.action.TIME_SET"
_LOCALE_CHANGED = "android.intent.action.LOCALE_CHANGED"


class System:
    """Every service of one phone, wired in the order in which they need each other.

    Args:
        state: The root of state; all services' slots are made in it.
        manifests: Every app that ships with the phone.
        width: Pixels of the screen in portrait.
        height: Pixels of the screen in portrait.
        density_dpi: Pixels per inch.
        build: The build of Android that the phone reports.
    """

    def __init__(
        self,
        state: State,
        manifests: Iterable[Manifest] = (),
        *,
        width: int = 1080,
        height: int = 2400,
        density_dpi: int = 420,
        build: Build = ANDROID_13,
    ) -> None:
        self.state = state
        self.clock = Clock(state)
        self.files = Files(state, self.clock, build)
        self.properties = Properties(state, self.clock, build, density_dpi)
        self.battery = Battery(state)
        self.logs = Logs(state, self.clock)
        self.databases = Databases(state, self.files, self.clock)
        self.media = MediaStore(state, self.clock, self.files, self.databases)
        self.settings = Settings(state)
        self.device_config = DeviceConfig(state)
        self.latency = Latency(state, self.settings)
        self.clipboard = Clipboard(state)
        self.connectivity = Connectivity(state, self.clock, self.settings)
        self.audio = Audio(state, self.clock, self.settings)
        self.screenshots = Screenshots(state, self.clock, self.files)
        self.night = NightMode(state, self.clock, self.settings)
        self.display = Display(state, self.settings, self.night, width, height, density_dpi)
        self.locales = Locales(state, self.settings, self.properties)
        self.running = Running()
        self.input_devices = InputDevices(state, self.display)
        self.packages = PackageManager(state, manifests, self.properties.sdk)
        self.input_methods = InputMethods(self.settings, self.packages)
        self.activities = ActivityManager(state, self.packages, self.clock.elapsed_ms)
        self.display.requested = lambda: self.activities.orientation
        self.app_errors = AppErrors(
            state, self.clock, self.settings, self.packages, self.activities, self.logs
        )
        self.hangs = Hangs(state, self.clock, self.settings, self.activities, self.logs)
        LaunchLog(state, self.activities, self.logs)
        self.alarms = AlarmManager(state, self.clock, self.activities)
        self.status_bar = StatusBarManager(state, self.clock)
        self.keyguard = Keyguard(
            state, self.settings, self.display, self.activities, self.status_bar
        )
        self.keyguard.on_sleep(self.audio.hide_panel)
        self.keyguard.on_sleep(self.screenshots.dismiss)
        self.keyguard.on_sleep(self.night.screen_off)
        self.notifications = NotificationManager(
            state,
            self.clock,
            self.settings,
            self.packages,
            self.activities,
            self.status_bar,
            self.keyguard,
        )
        LowBattery(self.battery, self.settings, self.activities, self.notifications)
        self.telephony = Telephony(
            state, self.clock, self.settings, self.packages, self.activities, self.connectivity
        )
        self.location = LocationManager(
            state, self.clock, self.settings, self.packages, self.activities
        )
        self.night.place = self.location.whereabouts
        self.playback = Playback(state, self.clock, self.packages, self.activities)
        self.microphone = Microphone(state, self.clock, self.packages, self.activities)
        self.activities.on_process_death(self.databases.close_owner)
        self.activities.on_process_death(self.location.remove)
        self.activities.on_process_death(self._died)
        self.activities.on_force_stop(self.notifications.cancel_all)
        self.activities.on_force_stop(self.alarms.cancel_all)
        self.activities.on_request(self._log_start)
        self.activities.listen(_AIRPLANE_MODE, self._airplane_mode)
        self.activities.listen(_SCAN_FILE, self._scan)
        self.activities.listen(_LOCALE_CHANGED, self._locale_changed)
        # Apps schedule their alarms again after a time change.
        self.clock.listen(self._time_set)

    def _log_start(self, intent: Intent, uid: int) -> None:
        """Log a request to start an activity, as ActivityStarter does."""
        message = f"START u0 {{{short_string(intent)}}} from uid {uid}"
        self.logs.write("I", "ActivityTaskManager", message, buffer="system")

    def uninstall(self, package: str) -> None:
        """Remove a package with its processes, notifications and private files."""
        apk = self.packages.apk_path(package)
        if apk.startswith("/data/app/"):
            self.files.rmtree(apk.rsplit("/", 2)[0])
        self.connectivity.set_policy(self.packages.state(package).uid, None)
        self.locales.set_of_app(package, "")
        self.packages.remove(package)  # first, or the launcher would be started again at once
        self.activities.force_stop(package, forget=True)
        for directory in (f"/data/user/0/{package}", f"/data/user_de/0/{package}"):
            if self.files.exists(directory):
                self.files.rmtree(directory)
        self.logs.write("I", "PackageManager", f"Package {package} uninstalled")

    def put_apk(self, package: str, data: bytes | None = None) -> None:
        """Write a package's APK to its path: the installed file, or a generated one."""
        path = self.packages.apk_path(package)
        folder = path.rpartition("/")[0]
        with self.files.remounted():
            if not self.files.exists(folder):
                self.files.mkdir(folder, parents=True)
            if data is not None or not self.files.exists(path):
                content = build_apk(self.packages.manifest(package)) if data is None else data
                self.files.write(path, content, mode=0o644)

    def restart(self, *, framework: bool = False) -> None:
        """Restart the phone: every process ends and the launcher is shown; files stay.

        Args:
            framework: Whether only the framework is restarted, not the kernel.
        """
        self.properties.booted(kept=framework)
        self.status_bar.collapse()
        self.audio.hide_panel()
        self.screenshots.dismiss()
        self.clipboard.clear()
        for item in self.notifications.active():
            self.notifications.cancel_all(item.package)
        self.keyguard.wake()
        self.keyguard.dismiss()
        self.app_errors.dismiss_all()
        self.hangs.dismiss_all()
        self.telephony.restart()
        self.locales.restart()
        if not framework:
            self.device_config.restart()
            with self.files.remounted():
                self.files.write(SELINUX_ENFORCE, b"1")
        self.activities.reboot()

    def _died(self, package: str) -> None:
        if package == _SYSTEM_UI:  # SystemUI's panels go with its process
            self.status_bar.collapse()
            self.audio.hide_panel()
            self.screenshots.dismiss()

    def _scan(self, intent: Intent) -> None:
        if (intent.data or "").startswith("file://"):
            self.media.scan(unquote((intent.data or "").removeprefix("file://")))

    def _time_set(self) -> None:
        self.activities.broadcast(Intent(action=_TIME_SET))

    def _locale_changed(self, _: Intent) -> None:
        self.locales.restart()

    def _airplane_mode(self, _: Intent) -> None:
        self.connectivity.airplane_mode_changed()

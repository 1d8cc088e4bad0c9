"""Wi-Fi, Bluetooth, airplane mode and mobile data.

The user's choices are written at once to global settings, where Android keeps them; the radios
follow after delays of virtual time. Writing ``wifi_on``, ``bluetooth_on`` or ``airplane_mode_on``
directly switches no radio, as on Android: use ``svc``, ``cmd`` or the switches.

``wifi_on`` is Android's WifiSettingsStore state: 0 off, 1 on, 2 switched on in airplane mode, 3 off
because of airplane mode. ``bluetooth_on`` is 0 off, 1 on, 2 off because of airplane mode.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

from immutables import Map

from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.system.settings import Settings

__all__ = ["ETHERNET_MAC", "WIFI_MAC", "Connectivity", "DataPolicy", "Network"]

WIFI_START_MS: Final = 400
"""From switching Wi-Fi on to the first scan."""

WIFI_SCAN_MS: Final = 1_600
"""From the first scan to the choice of a network."""

WIFI_CONNECT_MS: Final = 1_000
"""From choosing a network to being connected."""

BLUETOOTH_ON_MS: Final = 1_200
BLUETOOTH_OFF_MS: Final = 600

WIFI_MAC: Final = "02:15:b2:00:00:00"
ETHERNET_MAC: Final = "52:54:00:12:34:56"

_WIFI_OFF, _WIFI_ON, _WIFI_ON_AIRPLANE, _WIFI_OFF_AIRPLANE = "0", "1", "2", "3"
_BLUETOOTH_OFF, _BLUETOOTH_ON, _BLUETOOTH_OFF_AIRPLANE = "0", "1", "2"


DataPolicy = Literal["allow", "reject"]
"""An app's use of mobile data in the background: even with Data Saver on, or never."""


@dataclass(frozen=True)
class Network:
    """A Wi-Fi network in range.

    Attributes:
        ssid: Its name.
        bssid: Address of its access point.
        security: ``open`` or ``wpa2``.
        rssi: Strength of the signal in dBm.
        frequency: MHz.
    """

    ssid: str
    bssid: str
    security: str = "open"
    rssi: int = -50
    frequency: int = 2447


NETWORKS: Final = (Network("AndroidWifi", "00:13:10:85:fe:01"),)
"""Networks that an emulator's Wi-Fi finds in range."""


@dataclass(frozen=True)
class _Radios:
    """State of the radios.

    Attributes:
        wifi: ``disabled``, ``enabling``, ``scanning``, ``disconnected``, ``connecting`` or
            ``connected``.
        ssid: Network that it is connecting or connected to.
        wifi_timer: Timer of the next step; 0 for none.
        saved: Names of networks that are joined automatically.
        bluetooth: ``off``, ``turning_on``, ``on`` or ``turning_off``.
        bluetooth_timer: Timer of the next step; 0 for none.
    """

    wifi: str = "connected"
    ssid: str = NETWORKS[0].ssid
    wifi_timer: int = 0
    saved: tuple[str, ...] = (NETWORKS[0].ssid,)
    bluetooth: str = "on"
    bluetooth_timer: int = 0


@dataclass(frozen=True)
class _Policy:
    """Restrictions on apps' network use.

    Attributes:
        data_saver: Whether background apps may not use metered networks.
        policies: Policies of apps by user id.
    """

    data_saver: bool = False
    policies: Map[int, DataPolicy] = field(default_factory=Map)


class Connectivity:
    """The phone's radios and the settings that describe them."""

    def __init__(self, state: State, clock: Clock, settings: Settings) -> None:
        self._slot = state.slot("connectivity", _Radios())
        self._policy = state.slot("network_policy", _Policy())
        self._clock = clock
        self._settings = settings
        self._listeners: list[Callable[[str], None]] = []
        clock.handler("wifi", self._wifi_step)
        clock.handler("bluetooth", self._bluetooth_step)

    def listen(self, listener: Callable[[str], None]) -> None:
        """Have `listener` called with ``wifi``, ``bluetooth``, ``airplane`` or ``mobile_data``.

        It is called after each change of the corresponding properties. Not called on restore.
        """
        self._listeners.append(listener)

    @property
    def data_saver(self) -> bool:
        """Return whether Data Saver is on: no mobile data for apps in the background."""
        return self._policy.get().data_saver

    def set_data_saver(self, on: bool) -> None:
        """Turn Data Saver on or off."""
        self._policy.update(data_saver=on)

    def policy(self, uid: int) -> DataPolicy | None:
        """Return an app's policy for mobile data in the background; None without one."""
        return self._policy.get().policies.get(uid)

    def policies(self) -> list[tuple[int, DataPolicy]]:
        """Return user ids and their policies, sorted."""
        return sorted(self._policy.get().policies.items())

    def set_policy(self, uid: int, policy: DataPolicy | None) -> None:
        """Set an app's policy, or remove it."""
        policies = self._policy.peek().policies
        if policy is not None:
            self._policy.update(policies=policies.set(uid, policy))
        elif uid in policies:
            self._policy.update(policies=policies.delete(uid))

    # Wi-Fi

    @property
    def wifi_enabled(self) -> bool:
        """Return whether Wi-Fi is switched on (connected or not)."""
        return self._slot.get().wifi != "disabled"

    @property
    def wifi_state(self) -> str:
        """Return the state of Wi-Fi; `wifi_connected` answers the usual question.

        ``disabled``, ``enabling``, ``scanning``, ``disconnected``, ``connecting`` or ``connected``.
        """
        return self._slot.get().wifi

    @property
    def wifi_connected(self) -> bool:
        """Return whether Wi-Fi is connected to a network."""
        return self._slot.get().wifi == "connected"

    @property
    def wifi_ssid(self) -> str | None:
        """The network that Wi-Fi is connecting or connected to."""
        radios = self._slot.get()
        return radios.ssid if radios.wifi in ("connecting", "connected") else None

    def set_wifi(self, enabled: bool) -> None:
        """Turn Wi-Fi on or off, as the switch in Settings and ``svc wifi`` do."""
        airplane = self.airplane_mode
        on = _WIFI_ON_AIRPLANE if airplane else _WIFI_ON
        self._settings.put("global", "wifi_on", on if enabled else _WIFI_OFF)
        self._power_wifi(enabled)

    def networks(self) -> tuple[Network, ...]:
        """Return the networks in range; none before the first scan has finished."""
        return NETWORKS if self.wifi_state in ("disconnected", "connecting", "connected") else ()

    @property
    def saved_networks(self) -> tuple[str, ...]:
        """Names of the networks that Wi-Fi joins automatically, sorted."""
        return self._slot.get().saved

    def connect(self, ssid: str) -> bool:
        """Join and save a network. Return whether it is in range and Wi-Fi is on."""
        if ssid not in {network.ssid for network in self.networks()}:
            return False
        self._slot.update(saved=tuple(sorted({*self._slot.get().saved, ssid})))
        if not (self.wifi_connected and self.wifi_ssid == ssid):
            self._wifi("connecting", WIFI_CONNECT_MS, ssid)
        return True

    def disconnect(self) -> None:
        """Leave the network, and rejoin it only once Wi-Fi is switched on again or by `connect`."""
        if self.wifi_state in ("connecting", "connected"):
            self._wifi("disconnected")

    def forget(self, ssid: str) -> None:
        """Leave a network and no longer join it automatically."""
        self._slot.update(saved=tuple(name for name in self._slot.get().saved if name != ssid))
        if self.wifi_ssid == ssid:
            self.disconnect()

    def _power_wifi(self, on: bool) -> None:
        if on is not self.wifi_enabled:
            if on:
                self._wifi("enabling", WIFI_START_MS)
            else:
                self._wifi("disabled")

    def _wifi(self, state: str, next_ms: int | None = None, ssid: str = "") -> None:
        self._clock.cancel(self._slot.get().wifi_timer)
        timer = 0 if next_ms is None else self._clock.schedule(next_ms, "wifi")
        self._slot.update(wifi=state, ssid=ssid, wifi_timer=timer)
        self._tell("wifi")

    def _wifi_step(self, _: object) -> None:
        radios = self._slot.get()
        if radios.wifi == "enabling":
            self._wifi("scanning", WIFI_SCAN_MS)
        elif radios.wifi == "scanning":
            known = [network.ssid for network in NETWORKS if network.ssid in radios.saved]
            if known:
                self._wifi("connecting", WIFI_CONNECT_MS, known[0])
            else:
                self._wifi("disconnected")
        elif radios.wifi == "connecting":
            self._wifi("connected", None, radios.ssid)

    # Bluetooth

    @property
    def bluetooth_enabled(self) -> bool:
        """Return whether Bluetooth is on or turning on."""
        return self._slot.get().bluetooth in ("on", "turning_on")

    @property
    def bluetooth_state(self) -> str:
        """``off``, ``turning_on``, ``on`` or ``turning_off``."""
        return self._slot.get().bluetooth

    def set_bluetooth(self, enabled: bool) -> None:
        """Turn Bluetooth on or off, as the switch in Settings and ``svc bluetooth`` do."""
        value = _BLUETOOTH_ON if enabled else _BLUETOOTH_OFF
        self._settings.put("global", "bluetooth_on", value)
        self._power_bluetooth(enabled)

    def _power_bluetooth(self, on: bool) -> None:
        if on is not self.bluetooth_enabled:
            if on:
                self._bluetooth("turning_on", BLUETOOTH_ON_MS)
            else:
                self._bluetooth("turning_off", BLUETOOTH_OFF_MS)

    def _bluetooth(self, state: str, next_ms: int | None = None) -> None:
        self._clock.cancel(self._slot.get().bluetooth_timer)
        timer = 0 if next_ms is None else self._clock.schedule(next_ms, "bluetooth")
        self._slot.update(bluetooth=state, bluetooth_timer=timer)
        self._tell("bluetooth")

    def _bluetooth_step(self, _: object) -> None:
        self._bluetooth("on" if self.bluetooth_enabled else "off")

    # Airplane mode and mobile data

    @property
    def airplane_mode(self) -> bool:
        """Return whether airplane mode is on, according to its setting."""
        return self._settings.get("global", "airplane_mode_on") == "1"

    def set_airplane_mode(self, enabled: bool) -> None:
        """Turn airplane mode on or off: the setting and the radios."""
        self._settings.put("global", "airplane_mode_on", "1" if enabled else "0")
        self.airplane_mode_changed()

    def airplane_mode_changed(self) -> None:
        """Make the radios follow the setting, as the AIRPLANE_MODE broadcast does."""
        airplane = self.airplane_mode
        settings = self._settings
        wifi = settings.get("global", "wifi_on")
        if airplane and wifi == _WIFI_ON:
            settings.put("global", "wifi_on", _WIFI_OFF_AIRPLANE)
            self._power_wifi(False)
        elif not airplane and wifi in (_WIFI_ON_AIRPLANE, _WIFI_OFF_AIRPLANE):
            settings.put("global", "wifi_on", _WIFI_ON)
            self._power_wifi(True)
        bluetooth = settings.get("global", "bluetooth_on")
        if airplane and bluetooth == _BLUETOOTH_ON:
            settings.put("global", "bluetooth_on", _BLUETOOTH_OFF_AIRPLANE)
            self._power_bluetooth(False)
        elif not airplane and bluetooth == _BLUETOOTH_OFF_AIRPLANE:
            settings.put("global", "bluetooth_on", _BLUETOOTH_ON)
            self._power_bluetooth(True)
        self._tell("airplane")

    @property
    def mobile_data(self) -> bool:
        """Return whether mobile data is switched on (it is unavailable in airplane mode)."""
        return self._settings.get("global", "mobile_data") == "1"

    def set_mobile_data(self, enabled: bool) -> None:
        """Turn mobile data on or off, as ``svc data`` does."""
        if enabled is not self.mobile_data:
            self._settings.put("global", "mobile_data", "1" if enabled else "0")
            self._tell("mobile_data")

    @property
    def active_network(self) -> str | None:
        """Return the network in use for data: ``wifi``, ``mobile`` or None."""
        if self.wifi_connected:
            return "wifi"
        return "mobile" if self.mobile_data and not self.airplane_mode else None

    def _tell(self, what: str) -> None:
        for listener in self._listeners:
            listener(what)

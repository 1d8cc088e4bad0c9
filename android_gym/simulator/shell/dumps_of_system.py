"""Dumps of services: battery, radios, telephony, notifications, settings, alarms, location."""

from __future__ import annotations

import re
from collections.abc import Iterator

from android_gym.simulator.shell.command import Invocation
from android_gym.simulator.shell.identities import identity, user_of
from android_gym.simulator.shell.night_commands import night_mode
from android_gym.simulator.shell.process_table import process_table
from android_gym.simulator.shell.service_commands import wifi_status
from android_gym.simulator.system.app_ops import ACCESS_NOTIFICATION_POLICY

__all__ = [
    "dump_alarm",
    "dump_app_ops",
    "dump_battery",
    "dump_bluetooth",
    "dump_connectivity",
    "dump_diskstats",
    "dump_location",
    "dump_meminfo",
    "dump_notification",
    "dump_settings",
    "dump_status_bar",
    "dump_telecom",
    "dump_telephony",
    "dump_uimode",
    "dump_wifi",
]

_BATTERY_FIELDS = {"ac": "ac", "usb": "usb", "wireless": "wireless", "status": "status",
                   "level": "level", "temp": "temperature", "present": "present"}  # fmt: skip


def dump_battery(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``battery``."""
    words = [word for word in args if not re.fullmatch("-[a-z]", word)]
    battery = io.system.battery
    if words[:1] == ["unplug"]:
        battery.change(ac=False, usb=False, wireless=False)
        return
    if words[:1] == ["reset"]:
        battery.reset()
        return
    if words[:1] == ["get"] and len(words) > 1:
        field = _BATTERY_FIELDS.get(words[1])
        value = getattr(battery.state, field) if field else "Unknown get option: " + words[1]
        io.out(f"{int(value) if isinstance(value, bool) else value}\n")
        return
    if words[:1] == ["set"]:
        if len(words) != 3:
            io.out("No value specified\n")
            return
        field = _BATTERY_FIELDS.get(words[1])
        if field is None:
            io.out(f"Unknown set option: {words[1]}\n")
            return
        number = int(words[2]) if re.fullmatch(r"[-+]?[0-9]{1,10}", words[2]) else 1 << 31
        if not -(1 << 31) <= number < 1 << 31:  # Java's Integer.parseInt
            io.out(f"Bad value: {words[2]}\n")
            return
        old = getattr(battery.state, field)
        battery.change(**{field: bool(number) if isinstance(old, bool) else number})
        return
    if words:
        io.out(f"Unknown command: {words[0]}\n")
        return
    state = battery.state
    io.out(
        "Current Battery Service state:\n"
        + ("  (UPDATES STOPPED -- use 'reset' to restart)\n" if state.overridden else "")
        + f"  AC powered: {str(state.ac).lower()}\n  USB powered: {str(state.usb).lower()}\n"
        f"  Wireless powered: {str(state.wireless).lower()}\n  Dock powered: false\n"
        "  Max charging current: 0\n"
        "  Max charging voltage: 0\n  Charge counter: 10000\n"
        f"  status: {state.status}\n  health: 2\n  present: {str(state.present).lower()}\n"
        f"  level: {state.level}\n  scale: 100\n  voltage: 5000\n"
        f"  temperature: {state.temperature}\n  technology: Li-ion\n"
    )


def dump_wifi(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``wifi``."""
    connectivity = io.system.connectivity
    enabled = connectivity.wifi_enabled
    connected = connectivity.wifi_connected
    io.out(
        f"Wi-Fi is {'enabled' if enabled else 'disabled'}\n"
        f"Verbose logging is off\nmVerboseAlwaysOnLevel 0\nStay-awake conditions: 0\n"
        f"mInIdleMode false\nmScanPending false\n"
        f"curState={'L3ConnectedState' if connected else 'DisconnectedState'}\n"
    )
    for line in wifi_status(io)[3:]:
        io.out(f"mWifiInfo {line.removeprefix('WifiInfo: ')}\n" if "SSID" in line else "")
    io.out(
        "mNetworkInfo [type: WIFI[], state: "
        + ("CONNECTED/CONNECTED" if connected else "DISCONNECTED/DISCONNECTED")
        + ", reason: (unspecified), extra: (none), failover: false, available: true, "
        "roaming: false]\n"
    )


def dump_connectivity(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``connectivity``."""
    connectivity = io.system.connectivity
    active = connectivity.active_network
    number = {"wifi": 101, "mobile": 100}.get(active or "", 0)
    io.out(
        "NetworkProviders for:\n\n"
        + (
            f"Active default network: {number}\n\n"
            if active
            else "Active default network: none\n\n"
        )
        + "Current Networks:\n"
    )
    if active:
        kind = "WIFI" if active == "wifi" else "MOBILE[LTE]"
        transport = "WIFI" if active == "wifi" else "CELLULAR"
        io.out(
            f"  NetworkAgentInfo{{network{{{number}}}  handle{{{number << 32 | 0xCAFED00D}}}  "
            f"ni{{{kind} CONNECTED extra: }} nc{{[ Transports: {transport} Capabilities: "
            "NOT_METERED&INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN&VALIDATED]}}\n"
        )


def dump_bluetooth(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``bluetooth_manager``."""
    state = io.system.connectivity.bluetooth_state
    names = {"on": "ON", "off": "OFF", "turning_on": "TURNING_ON", "turning_off": "TURNING_OFF"}
    io.out(
        f"Bluetooth Status\n  enabled: {str(state == 'on').lower()}\n  state: {names[state]}\n"
        "  address: 3C:5A:B4:01:02:03\n  name: sdk_gphone64_x86_64\n"
    )


_PRECISE = {"active": 1, "held": 2, "dialing": 3, "alerting": 4, "incoming": 5, "waiting": 6}
"""Values of ``PreciseCallState``."""


def dump_telephony(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``telephony.registry``."""
    service = 3 if io.system.connectivity.airplane_mode else 0
    calls = io.system.telephony.calls
    ringing = next((call for call in calls if call.ringing), None)
    held = any(call.state == "held" for call in calls)
    front = [_PRECISE[c.state] for c in calls if not c.ringing and c.state != "held"]
    io.out(
        "last known state:\n  Phone Id=0\n"
        f"    mCallState={io.system.telephony.call_state}\n"
        f"    mRingingCallState={_PRECISE[ringing.state] if ringing else 0}\n"
        f"    mForegroundCallState={front[-1] if front else 0}\n"
        f"    mBackgroundCallState={2 if held else 0}\n"
        f"    mServiceState={{mVoiceRegState={service}, mDataRegState={service}, "
        "mOperatorAlphaLong=T-Mobile}\n"
        f"    mCallIncomingNumber={ringing.number if ringing else ''}\n    mDataConnectionState="
        f"{2 if io.system.connectivity.active_network == 'mobile' else 0}\n"
    )


def dump_telecom(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``telecom``."""
    names = {"incoming": "RINGING", "waiting": "RINGING", "held": "ON_HOLD", "alerting": "DIALING"}
    telephony = io.system.telephony
    route = "SPEAKER" if telephony.speaker else "EARPIECE"
    io.out("CallsManager: \n  mCalls: \n")
    for call in telephony.calls:
        state = names.get(call.state, call.state.upper())
        io.out(
            f"    [Call id=TC@{call.id}, state={state}, tpac=null, cmgr=ComponentInfo"
            "{com.android.phone/com.android.services.telephony.TelephonyConnectionService}, "
            f"handle=tel:{'*' * len(call.number)}, vidst=A, childs(0), has_parent(false)]\n"
        )
    io.out(
        "  mCallAudioManager:\n    mCallAudioState: "
        f"[AudioState isMuted: {str(telephony.muted).lower()}, route: {route}, "
        "supportedRouteMask: EARPIECE, SPEAKER]\n"
    )


def dump_notification(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``notification``."""
    out = ["Current Notification Manager state:\n", "  Notification List:\n"]
    for item in io.system.notifications.active():
        out.append(
            f"    NotificationRecord(0x{identity('notification', item.key)}: pkg={item.package} "
            f"user=UserHandle{{0}} id={item.id} tag={item.tag or 'null'} "
            f"importance={item.importance} key={item.key}: "
            f"Notification(channel={item.channel} shortcut=null contentView=null vibrate=null "
            "sound=null defaults=0x0 flags=0x10 color=0x00000000 vis=PRIVATE))\n"
            f"      uid={item.uid} userId=0\n      key={item.key}\n      seen=false\n"
            f"      extras={{\n          android.title=String {_shown(item.title, args)}\n"
            f"          android.text=String {_shown(item.text, args)}\n      }}\n"
        )
    zen = io.system.settings.get("global", "zen_mode") or "0"
    names = {"0": "ZEN_MODE_OFF", "1": "ZEN_MODE_IMPORTANT_INTERRUPTIONS",
             "2": "ZEN_MODE_NO_INTERRUPTIONS", "3": "ZEN_MODE_ALARMS"}  # fmt: skip
    out.append(f"  Zen Mode:\n    mZenMode={names.get(zen, 'ZEN_MODE_OFF')}\n")
    out.append("  Ranking Config:\n    per-package config version: 4\n")
    out.extend(_app_settings(io))
    packages = io.system.packages
    allowed = [
        package
        for package in packages.names
        if packages.app_op(package, ACCESS_NOTIFICATION_POLICY) == "allow"
    ]
    out.append("\n  Condition providers:\n    Allowed condition providers:\n")
    if allowed:
        out.append(f"      {':'.join(allowed)} (user: 0 isPrimary: true)\n")
    io.out("".join(out))


def _shown(text: str, args: list[str]) -> str:
    """Return a text of a notification, or only its length unless ``--noredact`` is given."""
    return f"({text})" if "--noredact" in args else f"[length={len(text)}]"


def _app_settings(io: Invocation) -> Iterator[str]:
    """Yield the channels of each app, as PreferencesHelper dumps them."""
    for package in io.system.packages.names:
        channels = io.system.notifications.channels(package)
        if not channels:
            continue
        uid = io.system.packages.state(package).uid
        allowed = "UNSPECIFIED" if io.system.notifications.enabled(package) else "NONE"
        dot = "" if io.system.notifications.shows_dot(package) else " showBadge=false"
        yield f"    AppSettings: {package} ({uid}) importance={allowed} userSet=false{dot}\n"
        for channel in channels:
            yield (
                f"        NotificationChannel{{mId='{channel.id}', mName={channel.name}, "
                f"mDescription={channel.description or 'null'}, mImportance={channel.importance}, "
                "mBypassDnd=false, mLockscreenVisibility=-1000, mDeleted=false}\n"
            )


def dump_meminfo(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``meminfo``."""
    words = [word for word in args if not word.startswith("-")]
    now = io.system.clock.elapsed_ms()
    io.out(f"Applications Memory Usage (in Kilobytes):\nUptime: {now} Realtime: {now}\n\n")
    if words:
        found = [row for row in process_table(io) if words[0] in (row[4], str(row[0]))]
        if not found:
            io.out(f"No process found for: {words[0]}\n")
        for pid, _, _, resident, name in found:
            io.out(
                f"** MEMINFO in pid {pid} [{name}] **\n"
                f"           TOTAL PSS:   {resident:7d}            TOTAL RSS:   {resident:7d}\n"
            )
        return
    io.out("Total PSS by process:\n")
    for pid, _, _, resident, name in process_table(io):
        if resident:
            io.out(f"    {resident:,}K: {name} (pid {pid})\n")
    io.out("\nTotal RAM: 2,023,516K (status normal)\n Free RAM: 1,043,112K\n Used RAM: 980,404K\n")


def dump_diskstats(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``diskstats``."""
    space = io.files.space()
    io.out(
        f"Latency: 0ms [512B Data Write]\nData-Free: {space.free // 1024}K / "
        f"{space.total // 1024}K total = {space.free * 100 // space.total}% free\n"
        "File-based Encryption: true\n"
    )


def dump_settings(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``settings``."""
    for namespace in ("global", "secure", "system"):
        io.out(f"{namespace.upper()} SETTINGS (user 0)\n")
        for number, (key, value) in enumerate(io.system.settings.list(namespace)):
            io.out(
                f"_id:{number + 1} name:{key} pkg:android value:{value} default:{value} "
                "defaultSystemSet:true\n"
            )


def dump_alarm(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``alarm``."""
    clock = io.system.clock
    io.out(
        "Current Alarm Manager state:\n"
        f"  nowRTC={clock.now_ms()}={clock.datetime():%Y-%m-%d %H:%M:%S}.000 "
        f"nowELAPSED={clock.elapsed_ms()}\n"
    )
    pending = io.system.alarms.pending()
    io.out(f"\n  {len(pending)} pending alarms: \n")
    for number, alarm in enumerate(pending):
        kind = "RTC_WAKEUP" if alarm.wall else "ELAPSED_WAKEUP"
        io.out(
            f"    {kind} #{number}: Alarm{{{number:x} type {0 if alarm.wall else 2} "
            f"when {alarm.due_ms} {alarm.package}}}\n"
            f"      tag=*walarm*:{alarm.intent.action or alarm.tag}\n"
        )


def dump_uimode(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``uimode``."""
    night = io.system.night
    io.out(
        "Current UI Mode Service state:\n"
        f"  mNightMode={night.mode} ({night_mode(night)}) "
        "mNightModeLocked=false\n"
    )


def dump_app_ops(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``appops``: the modes that were set, without times of use."""
    packages = io.system.packages
    io.out("Current AppOps service state:\n")
    for name in packages.names:
        ops = packages.state(name).app_ops if packages.installed(name) else {}
        if ops:
            io.out(f"  Uid {user_of(io, name)}:\n    Package {name}:\n")
            io.out("".join(f"      {op} ({ops[op]}): \n" for op in sorted(ops)))


def dump_location(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``location``."""
    location = io.system.location
    requests = location.requests()
    io.out(
        "Location Manager State:\n  User Info:\n    current users: u[0]\n"
        f"  Location Settings:\n    Location Setting: {str(location.enabled).lower()}\n"
        "  Location Providers:\n    gps provider:\n"
    )
    intervals = [request.interval_ms for _, request in requests]
    service = f"ProviderRequest[@{_span(min(intervals))}, HIGH_ACCURACY]" if intervals else "OFF"
    io.out(f"      service: {service}\n")
    if requests:
        io.out("      listeners:\n")
    for package, request in requests:
        uid = io.system.packages.state(package).uid
        io.out(f"        {uid}/{package} Request[@{_span(request.interval_ms)} HIGH_ACCURACY]\n")
    last = location.last
    shown = "null"
    if last is not None:
        speed = "" if last.speed is None else f" vel={last.speed:.1f}"
        bearing = "" if last.bearing is None else f" bear={last.bearing:.1f}"
        shown = (
            f"Location[gps {last.latitude:.6f},{last.longitude:.6f} hAcc={last.accuracy:.1f} "
            f"et={_span(last.elapsed_ms)} alt={last.altitude:.1f}{speed}{bearing}]"
        )
    io.out(f"      last location={shown}\n      enabled={str(location.enabled).lower()}\n")


def _span(duration_ms: int) -> str:
    """Format a duration as TimeUtils.formatDuration does: ``+1h2m3s4ms``."""
    seconds, ms = divmod(duration_ms, 1000)
    parts = zip((seconds // 86400, seconds // 3600 % 24, seconds // 60 % 60, seconds % 60, ms),
                ("d", "h", "m", "s", "ms"), strict=True)  # fmt: skip
    found = list(parts)
    while len(found) > 1 and not found[0][0]:
        found.pop(0)
    return "+" + "".join(f"{number}{unit}" for number, unit in found)


def dump_status_bar(io: Invocation, args: list[str]) -> None:
    """Write the dump of ``statusbar``."""
    panel = io.system.status_bar.panel
    io.out(f"  mDisabled1=0x0\n  mExpandedVisible={str(bool(panel)).lower()}\n")

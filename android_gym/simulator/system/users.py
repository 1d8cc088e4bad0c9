"""Android's fixed user and group ids, and their names as printed by `ls -l` and `id`."""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "FIRST_APPLICATION_UID",
    "MEDIA_RW",
    "RADIO",
    "ROOT",
    "SHARED_UIDS",
    "SHELL",
    "SYSTEM",
    "groups_of",
    "user_id",
    "user_name",
]

ROOT: Final = 0
SYSTEM: Final = 1000
RADIO: Final = 1001
MEDIA_RW: Final = 1023
SHELL: Final = 2000
FIRST_APPLICATION_UID: Final = 10_000
"""Uid of app 0; app NNN has this plus NNN and is named ``u0_aNNN``."""

SHARED_UIDS: Final = {
    "android": SYSTEM,
    "com.android.providers.telephony": RADIO,
    "com.android.server.telecom": SYSTEM,
    "com.android.settings": SYSTEM,
    "com.android.systemui": FIRST_APPLICATION_UID,
}
"""Uids of packages that have none of their own, or one that Android fixes."""

_FIRST_CACHE_GID: Final = 20_000
_FIRST_SHARED_GID: Final = 50_000

_NAMES: Final = {
    0: "root",
    1: "daemon",
    2: "bin",
    3: "sys",
    1000: "system",
    1001: "radio",
    1002: "bluetooth",
    1003: "graphics",
    1004: "input",
    1005: "audio",
    1006: "camera",
    1007: "log",
    1008: "compass",
    1009: "mount",
    1010: "wifi",
    1011: "adb",
    1012: "install",
    1013: "media",
    1014: "dhcp",
    1015: "sdcard_rw",
    1016: "vpn",
    1017: "keystore",
    1018: "usb",
    1019: "drm",
    1020: "mdnsr",
    1021: "gps",
    1023: "media_rw",
    1024: "mtp",
    1026: "drmrpc",
    1027: "nfc",
    1028: "sdcard_r",
    1031: "package_info",
    1032: "cache",
    1036: "logd",
    1037: "shared_relro",
    1041: "audioserver",
    1046: "mediacodec",
    1047: "cameraserver",
    1065: "reserved_disk",
    1066: "statsd",
    1068: "secure_element",
    1073: "network_stack",
    1077: "external_storage",
    1078: "ext_data_rw",
    1079: "ext_obb_rw",
    2000: "shell",
    2001: "cache",
    2002: "diag",
    3001: "net_bt_admin",
    3002: "net_bt",
    3003: "inet",
    3004: "net_raw",
    3005: "net_admin",
    3006: "net_bw_stats",
    3007: "net_bw_acct",
    3009: "readproc",
    3010: "wakelock",
    3011: "uhid",
    3012: "readtracefs",
    9997: "everybody",
    9998: "misc",
    9999: "nobody",
}
_ADB_GROUPS: Final = frozenset(
    {1004, 1007, 1011, 1015, 1028, 1078, 1079, 3001, 3002, 3003, 3006, 3009, 3011, 3012}
)
_IDS: Final = {name: number for number, name in reversed(_NAMES.items())}


def groups_of(uid: int) -> frozenset[int]:
    """Return the groups of a user, which for root and the shell are those that adbd gives them."""
    return _ADB_GROUPS | {uid} if uid in (ROOT, SHELL) else frozenset({uid})


def user_name(uid: int) -> str:
    """Return the name of a user or group id; the number itself where Android has no name."""
    name = _NAMES.get(uid)
    if name is not None:
        return name
    if FIRST_APPLICATION_UID <= uid < _FIRST_CACHE_GID:
        return f"u0_a{uid - FIRST_APPLICATION_UID}"
    if _FIRST_CACHE_GID <= uid < _FIRST_CACHE_GID + 10_000:
        return f"u0_a{uid - _FIRST_CACHE_GID}_cache"
    if _FIRST_SHARED_GID <= uid < _FIRST_SHARED_GID + 10_000:
        return f"all_a{uid - _FIRST_SHARED_GID}"
    return str(uid)


def user_id(name: str) -> int | None:
    """Return the id for a user or group name (or a numeric id in text); None if unknown."""
    if name in _IDS:
        return _IDS[name]
    if name.isascii() and name.isdigit() and len(name) < 12:
        number = int(name)
        return number if number < 2**32 - 1 else None
    match = re.fullmatch(r"u0_a(\d{1,4})(_cache)?|all_a(\d{1,4})", name)
    if match is None:
        return None
    app, cache, shared = match.groups()
    if shared is not None:
        return _FIRST_SHARED_GID + int(shared)
    return (_FIRST_CACHE_GID if cache else FIRST_APPLICATION_UID) + int(app)

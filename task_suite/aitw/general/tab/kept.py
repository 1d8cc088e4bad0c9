"""Tabs that Chrome keeps on the phone, read and written over adb.

The file is that of Chrome's ``TabPersistentStore``, version 5: numbers are big-endian; after a head
each tab has its number and its address. Incognito tabs are not in it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from android_gym.errors import DeviceCommandError

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["NEW_TAB", "PACKAGE", "kept_tabs", "keep_tabs"]

PACKAGE: Final = "com.android.chrome"
NEW_TAB: Final = "chrome-native://newtab/"
"""Address of the page of a new tab."""

_DATA: Final = f"/data/data/{PACKAGE}"
_TABS: Final = f"{_DATA}/app_tabs/0/tab_state0"
_PREFERENCES: Final = f"{_DATA}/shared_prefs/{PACKAGE}_preferences.xml"
_VERSION: Final = 5
_MOST_BYTES: Final = 1 << 20
_PAST_FIRST_RUN: Final = """<?xml version='1.0' encoding='utf-8' standalone='yes' ?>
<map>
    <boolean name="first_run_flow" value="true" />
</map>
"""


def keep_tabs(device: Device, urls: Sequence[str]) -> None:
    """Make Chrome new, past its first run, with tabs; the last one is what it shows.

    Args:
        device: The device.
        urls: Their addresses, at least one.
    """
    device.clear(PACKAGE)
    data = struct.pack(">iiiii", _VERSION, len(urls), 0, -1, len(urls) - 1)
    for number, url in enumerate(urls, 1):
        address = url.encode()
        data += struct.pack(">iH", number, len(address)) + address
    device.push(_TABS, data)
    device.push(_PREFERENCES, _PAST_FIRST_RUN, 0o660)


def kept_tabs(device: Device) -> list[str]:
    """Return the addresses of Chrome's ordinary tabs; none where there is no such file."""
    try:
        data = device.pull(_TABS)[:_MOST_BYTES]
        version, count = struct.unpack_from(">ii", data)
        found: list[str] = []
        at = 20
        for _ in range(min(count, len(data)) if version == _VERSION else 0):
            (length,) = struct.unpack_from(">H", data, at + 4)
            found.append(data[at + 6 : at + 6 + length].decode("utf-8", "replace"))
            at += 6 + length
    except (DeviceCommandError, struct.error):
        return []
    return found

"""Values of an app's SharedPreferences, read over adb."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from android_gym.errors import DeviceCommandError

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = ["read_texts", "write_texts"]

_MOST_BYTES = 1 << 20


def read_texts(device: Device, path: str) -> Mapping[str, str]:
    """Return the texts of a file of SharedPreferences by their names; none where there is no file.

    Args:
        device: The device.
        path: Absolute path of the XML file.
    """
    from lxml import etree

    try:
        data = device.pull(path)
    except DeviceCommandError:  # nothing was ever kept, or the app's data was cleared
        return {}
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(data[:_MOST_BYTES], parser)
    except etree.XMLSyntaxError:  # cut off, or none at all: what an app would begin anew
        return {}
    return {item.get("name", ""): item.text or "" for item in root.iterfind("string")}


def write_texts(device: Device, path: str, texts: Mapping[str, str]) -> None:
    """Replace a file of SharedPreferences by one with these texts; the app must be stopped."""
    lines = "".join(
        f"    <string name={quoteattr(name)}>{escape(text)}</string>\n"
        for name, text in texts.items()
    )
    head = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n"
    device.push(path, f"{head}<map>\n{lines}</map>\n", 0o660)

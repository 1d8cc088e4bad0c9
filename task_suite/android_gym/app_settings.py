"""Settings that apps keep in their SharedPreferences, as rows that are always there."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from android_gym.devices.user_preferences import parse_preferences
from android_gym.errors import DeviceCommandError
from android_gym.task_suite.android_gym.named_settings import NamedSettings
from android_gym.task_suite.questions.conditions import Row

if TYPE_CHECKING:
    from android_gym.devices.device import Device
    from android_gym.task_suite.touches import Touch

__all__ = ["AppSettings", "JsonSettings", "Kept", "chosen", "switched"]

_MOST_BYTES: Final = 1 << 20
_EMPTY: Final = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map />\n"

Kind = Literal["boolean", "string", "int", "long", "float"]
"""Element of a file of SharedPreferences that holds a value."""

Stored = tuple[Kind, str]
"""A value as it is kept."""

_SWITCH: Final[Mapping[str, str]] = MappingProxyType({"on": "true", "off": "false"})


@dataclass(frozen=True, slots=True)
class Kept:
    """A setting of an app and what it may be.

    Attributes:
        key: Its name in the file.
        unset: What it means that it was never chosen, in the words of a goal.
        values: What is stored, by what a goal calls it.
        kind: The element that holds it.
    """

    key: str
    unset: str
    values: Mapping[str, str] = field(default_factory=lambda: _SWITCH)
    kind: Kind = "boolean"


def switched(key: str, unset: Literal["on", "off"] = "off") -> Kept:
    """Return a setting that is on or off."""
    return Kept(key, unset)


def chosen(key: str, unset: str, values: Mapping[str, str]) -> Kept:
    """Return a setting that is one of several, kept as texts."""
    return Kept(key, unset, values, "string")


class AppSettings(NamedSettings[Kept]):
    """Settings of one app, by the names that it shows.

    A setting of `choices` that no row names is as a new app has it; one that is not any more is a
    row of its own, so that to change it is a mistake.

    Args:
        name: See `Adapter`.
        package: The app.
        choices: The settings by name.
        file: Name of the file of SharedPreferences, without its ending; the usual one unless given.
        always: What else the app must find in it: flags that its first start is over.
        device_protected: Whether the app keeps it where it can be read before the phone is
            unlocked.
    """

    def __init__(
        self,
        name: str,
        package: str,
        choices: Mapping[str, Kept],
        *,
        file: str = "",
        always: Mapping[str, bool] = MappingProxyType({}),
        device_protected: bool = False,
    ) -> None:
        super().__init__(name, choices)
        self.package = package
        data = f"/data/user_de/0/{package}" if device_protected else f"/data/data/{package}"
        self.path = f"{data}/shared_prefs/{file or f'{package}_preferences'}.xml"
        self.always: Mapping[str, Stored] = {
            key: ("boolean", "true" if value else "false") for key, value in always.items()
        }

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Make the settings that are named, and the others as they are in a new app."""
        device.force_stop(self.package)
        own = {choice.key for choice in self.choices.values()} | set(self.always)
        made = dict(self.always)
        for row in rows:
            choice = self.choices[str(row["name"])]
            made[choice.key] = (choice.kind, choice.values[str(row["value"])])
        self._write(device, own, made)

    def read(self, device: Device, put: Sequence[Row]) -> list[Row]:
        """Read the settings that were put, and those that are not as in a new app."""
        kept = self._kept(device)
        named = {str(row["name"]) for row in put}
        found: list[Row] = []
        for name, choice in self.choices.items():
            stored = kept.get(choice.key)
            words = {value: word for word, value in choice.values.items()}
            value = choice.unset
            if stored is not None:
                value = words.get(stored, f"stored as {stored}")
            if name in named or value != choice.unset:
                found.append({"name": name, "value": value})
        return found

    def touches(self, lost: Sequence[Row], new: Sequence[Row]) -> Sequence[Touch]:
        """Allow for nothing: what apps keep for themselves is not watched over."""
        return []

    def _kept(self, device: Device) -> Mapping[str, str]:
        """Return what the app keeps, each value as it is written."""
        kept = parse_preferences(_text(device, self.path))
        return {key: value for key, value in kept.items() if isinstance(value, str)}

    def _write(self, device: Device, own: set[str], made: Mapping[str, Stored]) -> None:
        """Put values in place of those called `own`; the others stay."""
        from lxml import etree

        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        try:
            root = etree.fromstring((_text(device, self.path) or _EMPTY).encode(), parser)
        except etree.XMLSyntaxError:  # what an app would begin anew
            root = etree.fromstring(_EMPTY.encode(), parser)
        for item in list(root):
            if item.get("name") in own:
                root.remove(item)
        for key, (kind, value) in made.items():
            if kind == "string":
                etree.SubElement(root, kind, name=key).text = value
            else:
                etree.SubElement(root, kind, name=key, value=value)
        data = etree.tostring(root, xml_declaration=True, encoding="utf-8", standalone=True)
        device.mkdir(posixpath.dirname(self.path))
        device.push(self.path, data, 0o660)


class JsonSettings(AppSettings):
    """Settings that an app keeps in a file of JSON.

    Args:
        name: See `AppSettings`, as for the following.
        package: The same.
        choices: The same.
        path: Path of the file, from the folder of the app's data.
    """

    def __init__(self, name: str, package: str, choices: Mapping[str, Kept], *, path: str) -> None:
        super().__init__(name, package, choices)
        self.path = f"/data/data/{package}/{path}"

    def _all(self, device: Device) -> dict[str, object]:
        try:
            kept = json.loads(_text(device, self.path) or "{}")
        except (ValueError, RecursionError):  # what an app would begin anew
            return {}
        return kept if isinstance(kept, dict) else {}

    def _kept(self, device: Device) -> Mapping[str, str]:
        kept = self._all(device)
        return {key: v if isinstance(v, str) else json.dumps(v) for key, v in kept.items()}

    def _write(self, device: Device, own: set[str], made: Mapping[str, Stored]) -> None:
        kept = {key: value for key, value in self._all(device).items() if key not in own}
        for key, (kind, value) in made.items():
            kept[key] = value if kind == "string" else json.loads(value)
        device.mkdir(posixpath.dirname(self.path))
        device.push(self.path, json.dumps(kept, indent=1), 0o660)


def _text(device: Device, path: str) -> str:
    """Return a file; empty where there is none."""
    try:
        return device.pull(path)[:_MOST_BYTES].decode("utf-8", "replace")
    except DeviceCommandError:
        return ""

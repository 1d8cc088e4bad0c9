"""An app's context: its preferences, databases, files, memory and services."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar, Unpack, overload
from xml.sax.saxutils import escape, quoteattr

from android_gym.errors import OptionError, SimulatorError
from android_gym.simulator.system.packages import Manifest

if TYPE_CHECKING:
    from lxml.etree import _Element

    from android_gym.simulator.appkit.providers import ContentProvider
    from android_gym.simulator.state import Slot
    from android_gym.simulator.system import System
    from android_gym.simulator.system.databases import Database, DatabaseOptions
    from android_gym.simulator.ui.live import LiveCache
    from android_gym.simulator.ui.windows import WindowManager

__all__ = ["Context", "Preferences"]

T = TypeVar("T")
L = TypeVar("L")

_MOST_KEPT: Final = 1 << 16
"""Largest size in bytes of a preferences file whose parsed values are cached."""


class Preferences:
    """A SharedPreferences file in Android's XML form. Values: str, int, float, bool, frozenset.

    Integers beyond 32 bits, and those under names that begin with ``"long:"`` in `put`, are written
    as longs. Reading a file that isn't valid XML gives no values, as after a crash on Android.
    """

    def __init__(self, context: Context, name: str) -> None:
        self._files = context.system.files
        self._context = context
        self.path = f"{context.data_dir}/shared_prefs/{name}.xml"

    def all(self) -> dict[str, Any]:
        """Return all values by name."""
        return dict(self._values())

    def _values(self) -> Mapping[str, Any]:
        files = self._files
        if not files.is_file(self.path):
            return {}
        data = files.read(self.path)
        parse = _preferences if len(data) <= _MOST_KEPT else _preferences.__wrapped__
        return parse(data)

    @overload
    def get(self, name: str) -> Any: ...

    @overload
    def get(self, name: str, default: T) -> T: ...

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a name; the default also if a value of another type is stored."""
        value = self._values().get(name)
        kind = type(default)
        if default is None or type(value) is kind or (kind is float and type(value) is int):
            return value
        return default

    def put(self, **values: bool | int | float | str | frozenset[str] | None) -> None:
        """Write values; None removes a value."""
        stored = self.all()
        for name, value in values.items():
            if value is None:
                stored.pop(name, None)
            else:
                stored[name] = value
        lines = ["<?xml version='1.0' encoding='utf-8' standalone='yes' ?>", "<map>"]
        for name, value in stored.items():
            lines.append(_preference(name, value))
        lines.append("</map>\n")
        directory = self.path.rpartition("/")[0]
        if not self._files.exists(directory):
            self._files.mkdir(directory, parents=True, mode=0o771, owner=self._context.uid)
        data = "\n".join(lines).encode("utf-8", "replace")  # lone surrogates can't be encoded
        self._files.write(self.path, data, mode=0o660, owner=self._context.uid)


_ESCAPES: Final = {chr(code): f"&#{code};" for code in range(32) if chr(code) not in "\t\n"}
"""Control characters as Android writes them, though XML forbids most of these references."""

_CONTROL_REFERENCE: Final = re.compile(rb"&#(?:0*([0-9]|[12][0-9]|3[01])|x0*(1?[0-9A-Fa-f]));")

_FIRST_STAND_IN: Final = 0xFDD0
"""The first of 32 noncharacters that stand in for control characters while a file is parsed,
because XML can't represent those.
"""

_CONTROLS: Final = {_FIRST_STAND_IN + code: code for code in range(32)}


def _stand_in(reference: re.Match[bytes]) -> bytes:
    decimal, hexadecimal = reference.groups()
    code = int(decimal) if decimal is not None else int(hexadecimal, 16)
    return chr(_FIRST_STAND_IN + code).encode()


def _text(element: _Element) -> str:
    return (element.text or "").translate(_CONTROLS)


def _escaped(text: str) -> str:
    return escape(text, _ESCAPES)


@lru_cache(maxsize=128)
def _preferences(data: bytes) -> Mapping[str, Any]:
    """Parse a preferences file; cached, as files are read far more often than written."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    text = _CONTROL_REFERENCE.sub(_stand_in, data) if b"&#" in data else data
    try:
        root = etree.fromstring(text, parser)
    except etree.XMLSyntaxError:
        return {}
    values: dict[str, Any] = {}
    for element in root:
        name = str(element.get("name")).translate(_CONTROLS)
        value = str(element.get("value") or "")
        try:
            match element.tag:
                case "string":
                    values[name] = _text(element)
                case "int" | "long":
                    values[name] = int(value)
                case "float":
                    values[name] = float(value)
                case "boolean":
                    values[name] = value == "true"
                case "set":
                    values[name] = frozenset(map(_text, element))
        except ValueError:
            continue
    return values


def _preference(name: str, value: Any) -> str:
    quoted = quoteattr(name, _ESCAPES)
    if isinstance(value, bool):
        return f'    <boolean name={quoted} value="{str(value).lower()}" />'
    if isinstance(value, int):
        tag = "int" if -(2**31) <= value < 2**31 else "long"
        return f'    <{tag} name={quoted} value="{value}" />'
    if isinstance(value, float):
        return f'    <float name={quoted} value="{value}" />'
    if isinstance(value, frozenset):
        items = "".join(f"        <string>{_escaped(item)}</string>\n" for item in sorted(value))
        return f"    <set name={quoted}>\n{items}    </set>"
    return f"    <string name={quoted}>{_escaped(value)}</string>"


class Context:
    """Access of one app to the phone: the services, and its own files, databases and memory.

    Attributes:
        system: All services.
        manifest: The app's manifest.
        package: Its package name.
        windows: The window manager; for system apps.
        memory: Slot with the app's in-memory state (None if it declares none).
    """

    def __init__(
        self,
        system: System,
        manifest: Manifest,
        windows: WindowManager,
        memory: Slot[Any] | None = None,
    ) -> None:
        self.system = system
        self.manifest = manifest
        self.package = manifest.package
        self.windows = windows
        self.memory = memory
        self._live: dict[str, LiveCache[Any]] = {}

    def live(self, name: str, make: Callable[[], LiveCache[L]]) -> LiveCache[L]:
        """Return the app's cache of one kind of live objects, dropped with the app's process.

        Args:
            name: Name of the kind.
            make: Makes the cache when it is first needed.
        """
        cache: LiveCache[L] | None = self._live.get(name)
        if cache is None:
            cache = self._live[name] = make()
        return cache

    def close_live(self) -> None:
        """Close all live objects; those that are used again are restored by replay."""
        for cache in self._live.values():
            cache.clear()

    def drop_live(self) -> None:
        """Drop all live objects, as the death of the app's process does."""
        self.close_live()
        self._live.clear()

    @property
    def uid(self) -> int:
        """Linux user id of the app."""
        return self.system.packages.state(self.package).uid

    @property
    def data_dir(self) -> str:
        """The app's private directory."""
        volume = "user_de" if self.manifest.device_protected else "user"
        return f"/data/{volume}/0/{self.package}"

    def load(self, reference: str) -> Any:
        """Import ``module:name`` relative to the app's folder.

        Raises:
            ModuleNotFoundError: If the app has no such module.
            OptionError: If the module has no such name.
        """
        path, _, name = reference.partition(":")
        module = importlib.import_module(f"{self.manifest.module}.{path}")
        if not hasattr(module, name):
            own = [
                each for each, value in vars(module).items()
                if getattr(value, "__module__", "") == module.__name__ and each[0] != "_"
            ]  # fmt: skip
            raise OptionError(
                f"The manifest of {self.package} names {reference!r}, and {module.__name__} has "
                f"{', '.join(sorted(own)) or 'nothing'}."
            )
        return getattr(module, name)

    def database(self, name: str, **options: Unpack[DatabaseOptions]) -> Database:
        """Open one of the app's databases; takes the options of `Databases.open`."""
        path = name if name.startswith("/") else f"{self.data_dir}/databases/{name}"
        return self.system.databases.open(path, owner=self.package, **options)

    def provider(self, authority: str) -> ContentProvider:
        """Return the content provider behind an authority.

        Raises:
            SimulatorError: If no installed app has it; see `find_provider`.
        """
        provider = self.find_provider(authority)
        if provider is None:
            raise SimulatorError(f"No app on this phone has the content provider {authority!r}.")
        return provider

    def find_provider(self, authority: str) -> ContentProvider | None:
        """Return the content provider behind an authority, or None if there is none."""
        return self.windows.host.provider(authority)

    def preferences(self, name: str | None = None) -> Preferences:
        """Open a SharedPreferences file, the default one if no name is given."""
        return Preferences(self, name or f"{self.package}_preferences")

    def memory_of(self, kind: type[T]) -> Slot[T]:
        """Return the slot with the app's in-memory state, checked to be of a class.

        Raises:
            OptionError: If the manifest's ``memory`` names no class, or another one.
        """
        if self.memory is None or not isinstance(self.memory.peek(), kind):
            raise OptionError(
                f"{self.package} keeps no {kind.__name__} in memory; name it in its manifest: "
                f"memory='storage:{kind.__name__}'."
            )
        return self.memory

    def toast(self, text: str, *, long: bool = False) -> None:
        """Show a toast."""
        self.system.status_bar.show_toast(self.package, self.say(text), long=long)

    def say(self, text: str) -> str:
        """Translate a text into the phone's language, to store it or show it outside the app."""
        words = self.system.locales.words(self.package)
        return str(text) if words is None else str(words.of(text))

    def granted(self, permission: str) -> bool:
        """Return True if the app holds a runtime permission."""
        return self.system.packages.granted(self.package, permission)

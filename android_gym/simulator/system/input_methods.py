"""Input methods: the keyboards that are installed, enabled by the user, and in use."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.system.packages import PackageManager
from android_gym.simulator.system.settings import LATIN_IME, Settings

__all__ = ["InputMethods"]

_ENABLED: Final = "enabled_input_methods"
_CURRENT: Final = "default_input_method"


class InputMethods:
    """Keyboards by their ids, such as ``com.android.adbkeyboard/.AdbIME``.

    The user's choice is kept in Android's own secure settings and takes effect however it got
    there.

    Args:
        settings: Keeps the choice.
        packages: Knows which apps are keyboards.
    """

    def __init__(self, settings: Settings, packages: PackageManager) -> None:
        self._settings = settings
        self._packages = packages

    @property
    def installed(self) -> tuple[str, ...]:
        """Ids of the installed keyboards, sorted."""
        packages = self._packages
        return tuple(
            f"{name}/{service}"
            for name in packages.names
            for service in packages.manifest(name).input_methods
            if packages.state(name).enabled
        )

    @property
    def enabled(self) -> tuple[str, ...]:
        """Ids of the enabled keyboards, sorted; the system's keyboard if none is enabled."""
        written = self._settings.get("secure", _ENABLED) or ""
        chosen = {entry.partition(";")[0] for entry in written.split(":")}
        installed = self.installed
        return tuple(name for name in installed if name in chosen) or self._system(installed)

    @property
    def current(self) -> str:
        """Id of the keyboard in use; empty if there is none."""
        chosen = self._settings.get("secure", _CURRENT) or ""
        installed = self.installed
        if chosen in installed:
            return chosen
        return next(iter(self._system(installed)), "")

    @property
    def current_package(self) -> str:
        """Package of the keyboard in use; empty if there is none."""
        return self.current.partition("/")[0]

    def find(self, name: str) -> str | None:
        """Return the id of an installed keyboard, given its id or full component name."""
        package, _, service = name.partition("/")
        short = f"{package}/{service.removeprefix(package)}" if service.startswith(package + ".") \
            else name  # fmt: skip
        return next((known for known in (name, short) if known in self.installed), None)

    def enable(self, name: str) -> bool:
        """Enable a keyboard; return whether it already was enabled."""
        enabled = self.enabled
        if name in enabled:
            return True
        self._settings.put("secure", _ENABLED, ":".join((*enabled, name)))
        return False

    def disable(self, name: str) -> bool:
        """Disable a keyboard, switching away from it if in use. Return whether it was enabled."""
        enabled = self.enabled
        if name not in enabled:
            return False
        left = tuple(other for other in enabled if other != name)
        self._settings.put("secure", _ENABLED, ":".join(left))
        if self.current == name:
            following = next(iter(self.enabled), "")
            self._settings.put("secure", _CURRENT, following)
        return True

    def select(self, name: str) -> None:
        """Switch to an enabled keyboard."""
        self._settings.put("secure", _CURRENT, name)

    def select_next(self) -> None:
        """Switch to the enabled keyboard after the one in use."""
        enabled = self.enabled
        place = enabled.index(self.current) + 1 if self.current in enabled else 0
        self.select(enabled[place % len(enabled)])

    def reset(self) -> str:
        """Enable and select the system's keyboard alone; return its id."""
        names = self._system(self.installed)
        self._settings.put("secure", _ENABLED, ":".join(names))
        first = next(iter(names), "")
        self._settings.put("secure", _CURRENT, first)
        return first

    def _system(self, installed: tuple[str, ...]) -> tuple[str, ...]:
        """Return the keyboard that comes with the phone, if it is installed."""
        return (LATIN_IME,) if LATIN_IME in installed else ()

"""Packages: which are installed, their permissions, and which component handles an intent."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from immutables import Map

from android_gym.errors import SimulatorError
from android_gym.simulator.sources import replace
from android_gym.simulator.state import State
from android_gym.simulator.system import users
from android_gym.simulator.system.manifests import (
    ACTION_MAIN,
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    CATEGORY_HOME,
    CATEGORY_LAUNCHER,
    LAUNCHER_FILTER,
    MIN_SUPPORTED_SDK,
    ActivityInfo,
    IntentFilter,
    Manifest,
    ProviderInfo,
    ReceiverInfo,
    ServiceInfo,
    ShortcutInfo,
    WindowInfo,
    android_permissions,
    category_filter,
    platform_app,
)

if TYPE_CHECKING:
    from android_gym.simulator.system.intents import Intent

__all__ = [
    "ACTION_MAIN",
    "ACTION_VIEW",
    "CATEGORY_DEFAULT",
    "CATEGORY_HOME",
    "CATEGORY_LAUNCHER",
    "FLAG_INCLUDE_STOPPED_PACKAGES",
    "LAUNCHER_FILTER",
    "MIN_SUPPORTED_SDK",
    "RESOLVER",
    "ActivityInfo",
    "Apk",
    "InstalledPackages",
    "IntentFilter",
    "Manifest",
    "PackageManager",
    "PackageState",
    "ProviderInfo",
    "ReceiverInfo",
    "ServiceInfo",
    "ShortcutInfo",
    "Version",
    "WindowInfo",
    "android_permissions",
    "category_filter",
    "platform_app",
]

RESOLVER = "android/com.android.internal.app.ResolverActivity"
"""Activity that lets the user choose between several."""

FLAG_INCLUDE_STOPPED_PACKAGES = 0x20


@dataclass(frozen=True)
class Apk:
    """Record of a package installed from an APK that has no code on this phone."""

    package: str
    label: str
    version_name: str = "1.0"
    version_code: int = 1


@dataclass(frozen=True)
class Version:
    """The version of an installed package.

    Attributes:
        code: Version code; a larger one is newer.
        name: Version name.
    """

    code: int
    name: str


@lru_cache(maxsize=256)
def _bare(apk: Apk) -> Manifest:
    """Return the manifest of a package without code; the same object for the same package."""
    return Manifest(apk.package, apk.label, apk.version_name, apk.version_code)


_MOST_VERSIONS: Final = 256
"""Number of manifests of other versions that are cached, so that each is one object."""


@dataclass(frozen=True)
class PackageState:
    """Mutable state of an installed package.

    Attributes:
        uid: Linux user id.
        enabled: False after ``pm disable-user``.
        disabled: Full names of the classes of components that are disabled by themselves.
        standby: Standby bucket that was set, 0 for none.
        granted: Runtime permissions granted.
        denied: Times that each permission was denied (twice means do not ask again).
        stopped: Whether it was never started since it was installed or force-stopped.
        first_install_ms: Epoch ms of the installation.
        reviewed: For an app that targets less than `MIN_SUPPORTED_SDK`: whether the user has
            reviewed its permissions, as they have on the installed image.
        warned: For such an app: whether the user has seen the warning that it is old.
        version: The installed version; None for the one that ships.
        installer: Package that installed it, "" where that was adb.
        updated_ms: Epoch ms of the last update, 0 for none.
        suspended: Package that suspended it, so that it can't be started; "" for none.
        suspension: Text of the dialog about that, "" for Android's own.
    """

    uid: int
    enabled: bool = True
    disabled: frozenset[str] = frozenset()
    standby: int = 0
    granted: frozenset[str] = frozenset()
    denied: Map[str, int] = field(default_factory=Map)
    stopped: bool = False
    first_install_ms: int = 0
    app_ops: Map[str, str] = field(default_factory=Map)
    reviewed: bool = True
    warned: bool = True
    version: Version | None = None
    installer: str = ""
    updated_ms: int = 0
    suspended: str = ""
    suspension: str = ""


@dataclass(frozen=True)
class InstalledPackages:
    """The state of `PackageManager`, as snapshots keep it."""

    states: Map[str, PackageState]
    # Packages installed from an APK that has no screens on this phone.
    extra: Map[str, Apk]
    # Activity chosen with "Always", as (action, scheme, type) -> component.
    preferred: Map[tuple[str, str, str], str]
    next_uid: int


_NOTIFICATIONS: Final = "android.permission.POST_NOTIFICATIONS"
_NOTIFICATIONS_SDK: Final = 33
"""API level that introduced this permission."""


class PackageManager:
    """Installed packages, their permissions, and intent resolution.

    Args:
        state: The root of state.
        manifests: Every app that ships with the phone, in any order.
        sdk: Android's API level.
    """

    def __init__(self, state: State, manifests: Iterable[Manifest], sdk: int = 33) -> None:
        self._asks_to_notify = sdk >= _NOTIFICATIONS_SDK
        self._shipped = {m.package: m for m in sorted(manifests, key=lambda m: m.package)}
        states = {}
        uid = users.FIRST_APPLICATION_UID + 50
        for package, manifest in sorted(
            self._shipped.items(), key=lambda item: item[1].installed_after
        ):
            if not manifest.preinstalled:
                continue
            own = users.SHARED_UIDS.get(package)
            if own is None:
                uid += 1
                own = uid
            states[package] = PackageState(uid=own, granted=self.granted_at_first(manifest))
        self._slot = state.slot("packages", InstalledPackages(Map(states), Map(), Map(), uid + 1))
        # Caches with the slot's revision: the launcher's activities, and providers by authority.
        self._launcher: tuple[int, list[tuple[Manifest, ActivityInfo]]] | None = None
        self._providers: tuple[int, dict[str, tuple[Manifest, ProviderInfo]]] | None = None
        self._versions: dict[tuple[str, Version], Manifest] = {}

    # -- installed packages

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the installed packages, sorted."""
        return tuple(sorted(self._slot.get().states))

    @property
    def apps(self) -> tuple[str, ...]:
        """Names of the packages that ship with the phone, sorted, whether installed or not."""
        return tuple(self._shipped)

    def installed(self, package: str) -> bool:
        """Return whether the package is installed."""
        return package in self._slot.get().states

    def is_supported(self, package: str) -> bool:
        """Return whether a package ships with the phone and was made for an Android of today.

        That is so whether it is installed or not, and in all of its versions.
        """
        shipped = self._shipped.get(package)
        return shipped is not None and shipped.target_sdk >= MIN_SUPPORTED_SDK

    def manifest(self, package: str) -> Manifest:
        """Return what an installed package declares, in the version that is installed.

        Raises:
            SimulatorError: If it is not installed.
        """
        value = self._slot.get()
        if package in value.states:
            apk = value.extra.get(package)
            found = self._shipped.get(package) if apk is None else _bare(apk)
            if found is not None:
                version = value.states[package].version
                return found if version is None else self._in_version(found, version)
        raise SimulatorError(f"Package {package!r} is not installed.")

    def _in_version(self, manifest: Manifest, version: Version) -> Manifest:
        key = (manifest.package, version)
        found = self._versions.get(key)
        if found is None:
            if len(self._versions) >= _MOST_VERSIONS:
                self._versions.clear()
            found = replace(manifest, version_code=version.code, version_name=version.name)
            self._versions[key] = found
        return found

    def state(self, package: str) -> PackageState:
        """Return the mutable state of an installed package (see `PackageState`)."""
        try:
            return self._slot.get().states[package]
        except KeyError:
            raise SimulatorError(f"Package {package!r} is not installed.") from None

    def change(self, package: str, **changes: Any) -> None:
        """Replace fields of a package's state."""
        old = self.state(package)
        new = replace(old, **changes)
        if new != old:
            value = self._slot.get()
            self._slot.set(replace(value, states=value.states.set(package, new)))

    def add(
        self,
        package: str | Apk,
        now_ms: int,
        *,
        version: Version | None = None,
        installer: str = "",
    ) -> None:
        """Install a package, or install another version over it, keeping its uid.

        Args:
            package: Name of an app that ships with the phone, or a package that has no code here.
            now_ms: Time of installation in milliseconds since 1970.
            version: For an app that ships: its version; by default the one it ships with.
            installer: Package that installs it, "" for adb.

        Raises:
            SimulatorError: If there is no such app, or if an `Apk` has the name of one.
        """
        name = package if isinstance(package, str) else package.package
        shipped = self._shipped.get(name)
        if (shipped is None) is isinstance(package, str):
            what = "no app of" if shipped is None else "an app of"
            raise SimulatorError(
                f"{name!r} is {what} this phone; give a name for an app, or an Apk."
            )
        value = self._slot.get()
        if shipped is not None and version == Version(shipped.version_code, shipped.version_name):
            version = None
        known = value.states.get(name)
        if known is None:
            entry = PackageState(
                uid=value.next_uid,
                granted=frozenset() if shipped is None else self.granted_at_first(shipped),
                first_install_ms=now_ms,
                reviewed=False,
                warned=False,
                version=version,
                installer=installer,
            )
        else:
            entry = replace(known, version=version, installer=installer, updated_ms=now_ms)
        extra = value.extra if isinstance(package, str) else value.extra.set(name, package)
        self._slot.set(
            replace(
                value,
                states=value.states.set(name, entry),
                extra=extra,
                next_uid=value.next_uid + (known is None),
            )
        )

    def remove(self, package: str) -> None:
        """Uninstall a package."""
        value = self._slot.get()
        if package not in value.states:
            raise SimulatorError(f"Package {package!r} is not installed.")
        extra = value.extra.delete(package) if package in value.extra else value.extra
        self._slot.set(replace(value, states=value.states.delete(package), extra=extra))

    def apk_path(self, package: str) -> str:
        """Return the path of an installed package's APK.

        Raises:
            SimulatorError: If it is not installed.
        """
        manifest = self.manifest(package)
        if package == "android":
            return "/system/framework/framework-res.apk"
        if manifest.system and self.state(package).version is None:
            name = manifest.label.replace(" ", "") or package
            return f"/system/app/{name}/{name}.apk"
        outer, inner = (
            base64.urlsafe_b64encode(hashlib.md5(f"{part}{package}".encode()).digest()).decode()
            for part in ("a", "b")
        )
        return f"/data/app/~~{outer}/{package}-{inner}/base.apk"

    def shipped(self, package: str) -> Manifest | None:
        """Return the manifest that ships with the phone under this name, installed or not."""
        return self._shipped.get(package)

    # -- permissions

    def implied(self, manifest: Manifest) -> frozenset[str]:
        """Return the runtime permissions that an app has because this Android predates them.

        Before Android 13 apps may notify until the user switches that off.
        """
        if self._asks_to_notify or _NOTIFICATIONS not in manifest.permissions:
            return frozenset()
        return frozenset({_NOTIFICATIONS})

    def granted_at_first(self, manifest: Manifest) -> frozenset[str]:
        """Return the runtime permissions that are granted at installation."""
        return self.implied(manifest).union(manifest.granted)

    def granted(self, package: str, permission: str) -> bool:
        """Return whether a runtime permission is granted."""
        return permission in self.state(package).granted

    def grant(self, package: str, permission: str) -> None:
        """Grant a runtime permission."""
        self.change(package, granted=self.state(package).granted | {permission})

    def revoke(self, package: str, permission: str) -> None:
        """Revoke a runtime permission."""
        self.change(package, granted=self.state(package).granted - {permission})

    def deny(self, package: str, permission: str) -> None:
        """Record that the user denied a permission once more."""
        denied = self.state(package).denied
        self.change(package, denied=denied.set(permission, denied.get(permission, 0) + 1))

    # -- app ops

    def app_op(self, package: str, op: str) -> str | None:
        """Return the mode that was set for an app op of a package, such as "allow"; or None."""
        return self.state(package).app_ops.get(op)

    def set_app_op(self, package: str, op: str, mode: str | None) -> None:
        """Set the mode of an app op of a package; None resets it to Android's default."""
        ops = self.state(package).app_ops
        if mode is not None:
            self.change(package, app_ops=ops.set(op, mode))
        elif op in ops:
            self.change(package, app_ops=ops.delete(op))

    # -- resolution

    def component_enabled(self, component: str) -> bool:
        """Return whether a component of an installed package, and the package, are enabled."""
        package, _, name = component.partition("/")
        state = self.state(package)
        return state.enabled and name not in state.disabled

    def activity(self, component: str) -> tuple[Manifest, ActivityInfo] | None:
        """Find an activity by ``package/full.Class``; aliases answer with their target."""
        package = component.partition("/")[0]
        if not self.installed(package):
            return None
        return _activity(self.manifest(package), component)

    def forwarded(self, component: str) -> str:
        """Return the component that a task has once one was started: itself, or its target."""
        package, _, name = component.partition("/")
        if not self.installed(package):
            return component
        manifest = self.manifest(package)
        info = manifest.activity_by_name.get(name)
        return manifest.component(info.target or name) if info and info.forwards else component

    def shipped_activity(self, component: str) -> tuple[Manifest, ActivityInfo] | None:
        """Find an activity as `activity` does, but among all apps that ship, installed or not."""
        manifest = self._shipped.get(component.partition("/")[0])
        return None if manifest is None else _activity(manifest, component)

    def query_activities(self, intent: Intent) -> list[tuple[Manifest, ActivityInfo]]:
        """List activities that match the intent, best first, then by label."""
        return [(manifest, info) for _, manifest, info in self._ranked_activities(intent)]

    def _ranked_activities(self, intent: Intent) -> list[tuple[int, Manifest, ActivityInfo]]:
        """List the activities of `query_activities`, each with its matching filter's priority."""
        found = []
        for package in self.names:
            if intent.package is not None and package != intent.package:
                continue
            if not self.state(package).enabled:
                continue
            manifest = self.manifest(package)
            for info in manifest.activities:
                if not self.component_enabled(manifest.component(info.name)):
                    continue
                accepted = [f.priority for f in info.filters if f.matches(intent)]
                if accepted:
                    found.append((max(accepted), manifest, info))
        found.sort(key=lambda item: (-item[0], item[1].label, item[1].package))
        return found

    def resolve_activity(self, intent: Intent) -> str | None:
        """Return the component that an intent resolves to (the resolver if there are several)."""
        if intent.component is not None:
            if not self.activity(intent.component):
                return None
            enabled = self.component_enabled(intent.component)
            return intent.component if enabled else None
        if intent.action is None and intent.package is not None and intent.data is None:
            return self.launch_component(intent.package)
        found = self._ranked_activities(intent)
        if not found:
            return None
        components = [manifest.component(info.name) for _, manifest, info in found]
        if len(components) == 1 or found[0][0] > found[1][0]:
            return components[0]
        preferred = self.preferred(intent)
        if preferred in components:
            return preferred
        if CATEGORY_HOME in intent.categories or not self.activity(RESOLVER):
            return components[0]
        return RESOLVER

    def query_receivers(self, intent: Intent) -> list[tuple[Manifest, ReceiverInfo]]:
        """List receivers for a broadcast, ordered by package.

        Receivers of stopped packages are left out, unless the intent names a component or includes
        stopped packages.
        """
        stopped = intent.component is not None or intent.flags & FLAG_INCLUDE_STOPPED_PACKAGES
        found = []
        for package in self.names:
            if intent.package is not None and package != intent.package:
                continue
            state = self.state(package)
            if not state.enabled or (state.stopped and not stopped):
                continue
            manifest = self.manifest(package)
            for info in manifest.receivers:
                if not self.component_enabled(manifest.component(info.name)):
                    continue
                if intent.component is not None:
                    if intent.component == manifest.component(info.name):
                        found.append((manifest, info))
                elif any(f.matches(intent) for f in info.filters):
                    found.append((manifest, info))
        return found

    def query_services(self, intent: Intent) -> list[tuple[Manifest, ServiceInfo]]:
        """List services that match the intent, ordered by package."""
        found = []
        for package in self.names:
            if intent.package not in (None, package):
                continue
            manifest = self.manifest(package)
            for info in manifest.services:
                component = manifest.component(info.name)
                if not self.component_enabled(component):
                    continue
                if intent.component == component or (
                    intent.component is None and any(item.matches(intent) for item in info.filters)
                ):
                    found.append((manifest, info))
        return found

    def launcher_activities(self) -> list[tuple[Manifest, ActivityInfo]]:
        """List the launcher's entries: one for each MAIN/LAUNCHER activity, by label."""
        self._slot.get()
        revision = self._slot.revision
        if self._launcher is None or self._launcher[0] != revision:
            self._launcher = (revision, self._find_launcher_activities())
        return list(self._launcher[1])

    def _find_launcher_activities(self) -> list[tuple[Manifest, ActivityInfo]]:
        found = []
        for package in self.names:
            manifest = self.manifest(package)
            if not self.state(package).enabled:
                continue
            found += [
                (manifest, info)
                for info in manifest.launched
                if self.component_enabled(manifest.component(info.name))
            ]
        found.sort(key=lambda item: ((item[1].label or item[0].label).casefold(), item[0].package))
        return found

    def launch_component(self, package: str) -> str | None:
        """Return the component that a tap on the package's icon starts."""
        for manifest, info in self.launcher_activities():
            if manifest.package == package:
                return manifest.component(info.name)
        return None

    def provider(self, authority: str) -> tuple[Manifest, ProviderInfo] | None:
        """Find a content provider by authority."""
        self._slot.get()
        revision = self._slot.revision
        if self._providers is None or self._providers[0] != revision:
            self._providers = (revision, self._find_providers())
        return self._providers[1].get(authority)

    def _find_providers(self) -> dict[str, tuple[Manifest, ProviderInfo]]:
        found: dict[str, tuple[Manifest, ProviderInfo]] = {}
        for package in self.names:
            manifest = self.manifest(package)
            for info in manifest.providers:
                found.setdefault(info.authority, (manifest, info))
        return found

    def preferred(self, intent: Intent) -> str | None:
        """Return the component that the user chose with "Always" for such an intent."""
        return self._slot.get().preferred.get(_preference_key(intent))

    def prefer(self, intent: Intent, component: str | None) -> None:
        """Remember the choice for such intents; None forgets it."""
        value = self._slot.get()
        key = _preference_key(intent)
        if component is None:
            preferred = value.preferred.delete(key) if key in value.preferred else value.preferred
        else:
            preferred = value.preferred.set(key, component)
        self._slot.set(replace(value, preferred=preferred))


def _activity(manifest: Manifest, component: str) -> tuple[Manifest, ActivityInfo] | None:
    by_name = manifest.activity_by_name
    info = by_name.get(component.partition("/")[2])
    if info is not None and info.target is not None:
        info = by_name.get(manifest.qualify(info.target), info)
    return (manifest, info) if info is not None else None


def _preference_key(intent: Intent) -> tuple[str, str, str]:
    return intent.action or "", (intent.data or "").partition(":")[0], intent.type or ""

"""Manifests: what apps declare, and the intents that their components accept."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal, get_args

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.simulator.system.orientation import Orientation

if TYPE_CHECKING:
    from android_gym.simulator.system.intents import Intent

__all__ = [
    "ACTION_MAIN",
    "ACTION_VIEW",
    "CATEGORY_DEFAULT",
    "CATEGORY_HOME",
    "CATEGORY_LAUNCHER",
    "LAUNCHER_FILTER",
    "MIN_SUPPORTED_SDK",
    "ActivityInfo",
    "IntentFilter",
    "LaunchMode",
    "Manifest",
    "ProviderInfo",
    "ReceiverInfo",
    "ServiceInfo",
    "ShortcutInfo",
    "WindowInfo",
    "android_permissions",
    "category_filter",
    "platform_app",
]

MIN_SUPPORTED_SDK = 23
"""Apps with a lower target SDK get a permissions review at first start, and a warning."""

ACTION_MAIN = "android.intent.action.MAIN"
ACTION_VIEW = "android.intent.action.VIEW"
CATEGORY_LAUNCHER = "android.intent.category.LAUNCHER"
CATEGORY_HOME = "android.intent.category.HOME"
CATEGORY_DEFAULT = "android.intent.category.DEFAULT"


@dataclass(frozen=True)
class IntentFilter:
    """Implicit intents that a component accepts, as in ``<intent-filter>``.

    Attributes:
        actions: Actions, any of which the intent must name.
        categories: Categories; every category of the intent must be among them.
        schemes: URI schemes accepted; with none and no `types`, the intent must carry no data.
        hosts: URI hosts accepted (all when empty).
        types: MIME types accepted, with ``*`` as wildcard.
        priority: Order among equals, larger first.
    """

    actions: tuple[str, ...] = (ACTION_MAIN,)
    categories: tuple[str, ...] = (CATEGORY_DEFAULT,)
    schemes: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    priority: int = 0

    def matches(self, intent: Intent) -> bool:
        """Return whether the filter matches the intent (Android's action, category, data tests).

        An intent without an action matches by its data or type alone.
        """
        if intent.action is None:
            if intent.data is None and intent.type is None:
                return False
        elif intent.action not in self.actions:
            return False
        if any(category not in self.categories for category in intent.categories):
            return False
        if intent.type is not None:
            if not any(fnmatch.fnmatchcase(intent.type, pattern) for pattern in self.types):
                return False
            # A filter with only types also accepts content: and file: URIs.
            schemes = self.schemes or ("content", "file", "")
        elif self.types:
            return False
        else:
            schemes = self.schemes or ("",)
        scheme, _, rest = (intent.data or "").partition(":")
        if scheme not in schemes:
            return False
        if self.hosts and scheme:
            authority = re.split(r"[/?#]", rest.removeprefix("//"), maxsplit=1)[0]
            return authority in self.hosts
        return True


def _check_tuples(name: str, **parts: tuple[object, type]) -> None:
    """Check that parts of a declaration are tuples; a single one needs a comma behind it.

    Args:
        name: Name of the declaration, for the message.
        parts: The value of each part, and the class of its items.

    Raises:
        OptionError: Naming the part.
    """
    for part, (value, kind) in parts.items():
        if not isinstance(value, tuple) or not all(isinstance(item, kind) for item in value):
            raise OptionError(
                f"{part} of {name} must be a tuple of {kind.__name__}, such as (first,), got "
                f"{shown(value)}."
            )


_COLOR = re.compile("#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")

LaunchMode = Literal["standard", "singleTop", "singleTask", "singleInstance"]

LAUNCHER_FILTER = IntentFilter((ACTION_MAIN,), (CATEGORY_LAUNCHER, CATEGORY_DEFAULT))


def category_filter(kind: str) -> IntentFilter:
    """Return the filter of an app of a kind, such as ``CONTACTS`` (``Intent.CATEGORY_APP_*``)."""
    return IntentFilter((ACTION_MAIN,), (CATEGORY_DEFAULT, f"android.intent.category.APP_{kind}"))


@dataclass(frozen=True)
class ActivityInfo:
    """An ``<activity>``.

    Attributes:
        name: Class name, absolute or beginning with a dot (relative to the package).
        screen: ``module:Class`` of its `Activity`, relative to the app's folder; or a function that
            creates one of several, listed in its attribute ``screens``.
        filters: Intent filters.
        launch_mode: "standard", "singleTop", "singleTask" or "singleInstance".
        exported: Whether other packages may start it.
        label: Window title; the app's label when None.
        task_affinity: Task it prefers; the package when None.
        no_history: Leaves the back stack as soon as the user navigates away.
        exclude_from_recents: Whether its task is left out of Recents.
        translucent: Whether the activity below stays visible behind it.
        target: For an ``<activity-alias>``: the name of the activity it stands for.
        forwards: Whether it only starts `target` and finishes, so that a task has `target` instead.
        show_when_locked: Whether it is seen while the phone is locked.
        orientation: The orientation that it requests (``screenOrientation``).
    """

    name: str
    screen: str = ""
    filters: tuple[IntentFilter, ...] = ()
    launch_mode: LaunchMode = "standard"
    exported: bool = True
    label: str | None = None
    task_affinity: str | None = None
    no_history: bool = False
    exclude_from_recents: bool = False
    translucent: bool = False
    target: str | None = None
    forwards: bool = False
    show_when_locked: bool = False
    orientation: Orientation = "unspecified"

    def __post_init__(self) -> None:
        if self.launch_mode not in get_args(LaunchMode):
            raise OptionError(
                f"{self.name} has launch_mode={self.launch_mode!r}; it must be one of "
                f"{', '.join(get_args(LaunchMode))}."
            )
        _check_tuples(self.name, filters=(self.filters, IntentFilter))


@dataclass(frozen=True)
class ReceiverInfo:
    """A ``<receiver>``.

    Attributes:
        handler: ``module:function(context, intent) -> BroadcastResult | None``.
    """

    name: str
    handler: str
    filters: tuple[IntentFilter, ...] = ()


@dataclass(frozen=True)
class ServiceInfo:
    """A ``<service>``: `handler` is ``module:function(context, intent)``, called on start."""

    name: str
    handler: str
    filters: tuple[IntentFilter, ...] = ()


@dataclass(frozen=True)
class ProviderInfo:
    """A ``<provider>``: `handler` is ``module:Class`` built with the app's context."""

    authority: str
    handler: str


@dataclass(frozen=True)
class WindowInfo:
    """A window that a system app keeps on screen (status bar, shade, ...).

    Attributes:
        name: Name of the window, unique on the phone.
        screen: ``module:Class`` of its `SystemWindow`.
    """

    name: str
    screen: str


@dataclass(frozen=True)
class ShortcutInfo:
    """A ``<shortcut>``, which the launcher offers on a long press on the app's icon.

    Attributes:
        id: Unique in the app.
        label: Text shown for it.
        icon: Name of its icon.
        intent: Intent that it starts.
    """

    id: str
    label: str
    icon: str
    intent: Intent


@dataclass(frozen=True)
class Manifest:
    """An app's declarations. This module imports nothing from `ui`, so that discovery is cheap.

    Attributes:
        package: Package name.
        label: Name shown under the icon.
        module: Dotted name of the app's folder; filled in by discovery.
        icon: Launcher icon: (background colour, icon name, icon colour).
        permissions: Runtime permissions requested.
        granted: Permissions granted on the installed image.
        install: ``module:function(context)`` that creates the installed image's files and
            databases; called at first boot and after ``pm clear`` with ``cleared=True``.
        memory: ``module:Class``, a frozen dataclass of the state that dies with the app's process.
        launchable_icon: Whether the icon appears among all apps.
        device_protected: Whether the app keeps its data in device-protected storage
            (``defaultToDeviceProtectedStorage``), below ``/data/user_de``.
        input_methods: Services that are keyboards, as ids name them: ``.Class`` where it is in the
            package.
        shortcuts: Shortcuts offered on a long press on its icon, the first one on top.
        preinstalled: Whether it is on the installed image; others are installed from their APK or
            by ``pm install-existing``.
        installed_after: Whether it was added to the image after all others, so that those keep
            their user ids.
    """

    package: str
    label: str
    version_name: str = "1.0"
    version_code: int = 1
    target_sdk: int = 33
    min_sdk: int = 21
    system: bool = False
    icon: tuple[str, str, str] = ("#3DDC84", "android", "#FFFFFF")
    activities: tuple[ActivityInfo, ...] = ()
    receivers: tuple[ReceiverInfo, ...] = ()
    services: tuple[ServiceInfo, ...] = ()
    providers: tuple[ProviderInfo, ...] = ()
    windows: tuple[WindowInfo, ...] = ()
    permissions: tuple[str, ...] = ()
    granted: tuple[str, ...] = ()
    install: str = ""
    memory: str = ""
    module: str = ""
    device_protected: bool = False
    input_methods: tuple[str, ...] = ()
    shortcuts: tuple[ShortcutInfo, ...] = ()
    preinstalled: bool = True
    installed_after: bool = False

    def __post_init__(self) -> None:
        _check_tuples(
            self.package,
            activities=(self.activities, ActivityInfo),
            receivers=(self.receivers, ReceiverInfo),
            services=(self.services, ServiceInfo),
            providers=(self.providers, ProviderInfo),
            windows=(self.windows, WindowInfo),
            permissions=(self.permissions, str),
            granted=(self.granted, str),
            input_methods=(self.input_methods, str),
            shortcuts=(self.shortcuts, ShortcutInfo),
            icon=(self.icon, str),
        )
        if len(self.icon) != 3 or not all(_COLOR.fullmatch(self.icon[i]) for i in (0, 2)):
            raise OptionError(
                f"icon of {self.package} must be (background, name, colour), with colours such as "
                f"#00695C, got {shown(self.icon)}."
            )

    def qualify(self, name: str) -> str:
        """Return the full form of a class name that may begin with a dot."""
        return self.package + name if name.startswith(".") else name

    @cached_property
    def activity_by_name(self) -> Mapping[str, ActivityInfo]:
        """Activities by full class name."""
        return {self.qualify(info.name): info for info in self.activities}

    @cached_property
    def launched(self) -> tuple[ActivityInfo, ...]:
        """Activities that have an icon in the launcher."""
        return tuple(
            info
            for info in self.activities
            if any(
                ACTION_MAIN in f.actions and CATEGORY_LAUNCHER in f.categories for f in info.filters
            )
        )

    def component(self, name: str) -> str:
        """Return ``package/full.Class`` for a class name of this app."""
        return f"{self.package}/{self.qualify(name)}"


def android_permissions(*names: str) -> tuple[str, ...]:
    """Return the full names of Android's own permissions."""
    return tuple(f"android.permission.{name}" for name in names)


platform_app = partial(Manifest, version_name="13", version_code=33, system=True)
"""Declares an app that comes with Android 13 itself."""

"""Suites: collections of tasks with common properties.

A suite is a package in ``task_suite`` whose ``__init__`` defines a `Suite` called ``SUITE``. Its
tasks are the public subclasses of `Task` with a template in any module of the package, and the
entries of its TOML files (`android_gym.task_suite.data_files`).
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from android_gym.checks import likely_meant, shown
from android_gym.devices.apps import fold_label, name_apps, named_labels
from android_gym.errors import OptionError
from android_gym.kinds import FLAG, TEXT, Kind, check_kinds
from android_gym.task_suite.data_names import names_of

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.task import Task

__all__ = [
    "Environment",
    "Noise",
    "NoiseCommand",
    "Suite",
    "add_tasks",
    "check_added",
    "clear",
    "environments",
    "ids",
    "one_label_each",
    "rule_names",
    "suite_of",
    "suites",
    "tasks",
    "tasks_by_id",
]

_NOT_TASKS = ("demonstrations", "other_ways")
"""Modules and packages of a suite's folders that are not searched for tasks."""

NoiseCommand = Callable[["np.random.Generator", int], str]
"""Draws data from a generator, given the device's time in seconds since 1970.

Returns the command line that puts the data on the device. It silently leaves out data that the
device has no place for.
"""


@dataclass(frozen=True)
class Noise:
    """A kind of data found on a used phone, which a suite's tasks may not be about.

    Attributes:
        apps: Labels of the apps whose tasks could notice it.
        command: Draws some of it, see `NoiseCommand`.
    """

    apps: frozenset[str]
    command: NoiseCommand


def _by_name(text: str, kind: Kind) -> Kind:
    return Kind(
        text,
        lambda value: (
            isinstance(value, Mapping)
            and all(map(TEXT.fits, value))
            and all(map(kind.fits, value.values()))
        ),
    )


_SUITE: Mapping[str, Kind] = {
    "apps": _by_name("a dict of packages by label", TEXT),
    "noise": _by_name("a dict of Noise by name", Kind("", lambda value: isinstance(value, Noise))),
    "settings": _by_name("a dict of strings by 'table name'", TEXT),
    "rules": Kind("a name or None", lambda value: value is None or TEXT.fits(value)),
    "alike": FLAG,
}
"""Kinds of a suite's values."""


@dataclass(frozen=True)
class Suite:
    """Properties that the tasks of a suite share.

    Attributes:
        namespace: The first part of the tasks' ids, e.g. ``"AndroidWorld"``.
        apps: Packages by label, in the order used by action spaces. Goals and actions refer to apps
            by these labels, case-insensitively, as adb does not provide labels. Action spaces
            depend on it, so changing it changes the version of every task.
        noise: Kinds of data by name, for `android_gym.task_suite.noise.put_noise`.
        settings: Values of Android's settings by table and name, e.g. ``"system time_12_24"``, that
            are set on every device before a task's own set-up.
        rules: Name of the rules by which the original benchmark judges (`Task.original_success`),
            e.g. ``"android_world"``; None if there is no original.
        alike: True if its tasks are set up and judged by the same code and differ only in their
            data, so that tests need only some of them.
    """

    namespace: str
    apps: Mapping[str, str] = field(default_factory=dict)
    noise: Mapping[str, Noise] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    rules: str | None = None
    alike: bool = False

    def __post_init__(self) -> None:
        is_text = isinstance(self.namespace, str)
        if not is_text or not re.fullmatch(r"[A-Za-z0-9]+", self.namespace):
            raise OptionError(
                f"A suite's namespace must be alphanumeric, got {shown(self.namespace)}."
            )
        try:
            check_kinds(vars(self), _SUITE)
        except ValueError as error:
            raise OptionError(f"Suite {self.namespace!r}: {error}.") from error
        if self.rules == "strict":
            raise OptionError(
                f"Suite {self.namespace!r} can't call its rules 'strict': these are every suite's."
            )

    def set_up(self, device: Device) -> None:
        """Apply the suite's settings to a device.

        Raises:
            DeviceError: If the device fails.
        """
        if self.settings:
            device.shell(
                " && ".join(
                    f"settings put {name} {shlex.quote(value)}"
                    for name, value in sorted(self.settings.items())
                )
            )


@dataclass(frozen=True)
class Environment:
    """An environment that is not a task, registered by a package of this folder.

    Such a package defines a mapping ``ENVIRONMENTS`` of these by id.

    Attributes:
        entry_point: ``"module:Class"``; the module is imported when an environment is made.
        vector_entry_point: The same for its vector environment.
    """

    entry_point: str
    vector_entry_point: str


def environments() -> dict[str, Environment]:
    """Return the environments that packages register besides their tasks, by id.

    Raises:
        OptionError: If a package's ``ENVIRONMENTS`` is something else.
    """
    from android_gym import task_suite

    found: dict[str, Environment] = {}
    for module in sorted(pkgutil.iter_modules(task_suite.__path__), key=lambda m: m.name):
        if not module.ispkg:
            continue
        name = f"{task_suite.__name__}.{module.name}"
        own = getattr(importlib.import_module(name), "ENVIRONMENTS", {})
        if not all(isinstance(entry, Environment) for entry in own.values()):
            raise OptionError(f"ENVIRONMENTS in {name} must have an Environment by id.")
        found |= own
    return found


def one_label_each(apps: Mapping[str, str]) -> tuple[str, ...]:
    """Return one label for each package, sorted: the last one listed for it.

    Args:
        apps: Packages by label.
    """
    return tuple(sorted({package: label for label, package in apps.items()}.values()))


def rule_names() -> tuple[str, ...]:
    """Return the names of all judging rules: ``"strict"``, and those of the suites."""
    own = {suite.rules for suite in suites().values() if suite.rules is not None}
    return ("strict", *sorted(own))


@cache
def _packages() -> Mapping[str, str]:
    """Return each suite's package by namespace."""
    from android_gym import task_suite

    found: dict[str, str] = {}
    for module in sorted(pkgutil.iter_modules(task_suite.__path__), key=lambda m: m.name):
        if not module.ispkg:
            continue
        name = f"{task_suite.__name__}.{module.name}"
        package = importlib.import_module(name)
        suite = getattr(package, "SUITE", None)
        if suite is None:
            if not hasattr(package, "ENVIRONMENTS") and _is_added(module):
                raise OptionError(
                    f"{package.__file__} has no suite, so its tasks have no ids. Write "
                    'SUITE = Suite("Mine") there.'
                )
            continue
        if not isinstance(suite, Suite):
            raise OptionError(f"SUITE in {name} must be a Suite, got {suite!r}.")
        if suite.namespace in found:
            raise OptionError(
                f"Both {found[suite.namespace]} and {name} are suites called {suite.namespace!r}."
            )
        name_apps(suite.apps)
        found[suite.namespace] = name
    return found


def _is_added(module: pkgutil.ModuleInfo) -> bool:
    """Return whether a package of suites is in a folder that `android_gym.add_folder` added."""
    from android_gym import task_suite

    return getattr(module.module_finder, "path", None) != task_suite.__path__[0]


def check_added() -> None:
    """Load all suites in folders that `android_gym.add_folder` added, to report mistakes early.

    Raises:
        OptionError: If there is a mistake; for a TOML file with file, line and remedy.
    """
    from android_gym import task_suite
    from android_gym.task_suite.questions.adapter import adapters

    adapters()
    names = {
        f"{task_suite.__name__}.{module.name}"
        for module in pkgutil.iter_modules(task_suite.__path__)
        if _is_added(module)
    }
    for namespace, package in _packages().items():
        if package in names:
            tasks(namespace)


@cache
def suites() -> Mapping[str, Suite]:
    """Return all suites by namespace.

    Raises:
        OptionError: If two share a namespace, or a ``SUITE`` is something else.
    """
    return {name: importlib.import_module(path).SUITE for name, path in _packages().items()}


def suite_of(task: type[Task]) -> Suite | None:
    """Return the suite whose package contains a task; None if there is none."""
    for namespace, package in _packages().items():
        if task.__module__ == package or task.__module__.startswith(f"{package}."):
            return suites()[namespace]
    return None


@cache
def tasks(namespace: str) -> Mapping[str, type[Task]]:
    """Return the tasks of a suite by name, sorted.

    Raises:
        OptionError: If there is no such suite, or two tasks share a name.
    """
    if namespace not in suites():
        raise OptionError(f"No suite is called {namespace!r}; there are {sorted(suites())}.")
    from android_gym.task_suite.data_files import tasks_of

    found = dict(_classes(namespace))
    for name, entry, place in tasks_of(_data_files(_packages()[namespace]), found):
        if name in found:
            raise place.error(
                f"{found[name].__module__} has a task called {name!r} too. Rename one."
            )
        found[name] = entry
    return dict(sorted(found.items()))


@cache
def _classes(namespace: str) -> Mapping[str, type[Task]]:
    """Return the tasks of a suite that are Python classes, by name.

    Raises:
        OptionError: If two share a name, or a name is invalid.
    """
    from android_gym.task_suite.task import Task

    found: dict[str, type[Task]] = {}
    for name in _modules(_packages()[namespace]):
        for cls in vars(importlib.import_module(name)).values():
            if not (inspect.isclass(cls) and issubclass(cls, Task)):
                continue
            if cls.__module__ != name or not cls.template or cls.__name__.startswith("_"):
                continue
            if not re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", cls.name) or cls.name in found:
                raise OptionError(
                    f"Task name {cls.name!r} of {cls} must be alphanumeric, with hyphens inside, "
                    "and unique in its suite."
                )
            _check_apps(cls)
            if cls.success is Task.success and not cls.judges_episodes():
                raise OptionError(
                    f"{cls.__module__}: {cls.__name__} must say when it is solved. Give it "
                    "`success` or a `judge`."
                )
            found[cls.name] = cls
    for cls in _added.get(namespace, ()):
        if cls.name in found:
            raise OptionError(f"The suite {namespace!r} has a task called {cls.name!r} already.")
        found[cls.name] = cls
    return found


def _check_apps(task: type[Task]) -> None:
    """Reject labels of apps that are misspelt forms of known ones."""
    known = named_labels()
    for label in task.apps:
        meant = likely_meant(fold_label(label), known)
        if meant is not None:
            raise OptionError(
                f"{task.__module__}: {task.__name__} is about {label!r}, and no app is called so. "
                f"Is {meant!r} meant? A suite names apps of its own in `apps`."
            )


def tasks_by_id() -> dict[str, type[Task]]:
    """Return the tasks of all suites by their ids, such as ``"AndroidWorld/OpenAppTaskEval-v0"``.

    Environments of other kinds may share a suite's namespace (`environments`); these are not here.

    Raises:
        OptionError: If two tasks of a suite share a name.
    """
    return {
        f"{namespace}/{name}-v{task.version}": task
        for namespace in suites()
        for name, task in tasks(namespace).items()
    }


def ids() -> list[str]:
    """Return the ids of all tasks: those of `tasks_by_id`.

    Plainly written data files are not parsed: a mistake in one is reported when a task of its suite
    is created.

    Raises:
        OptionError: If two tasks of a suite share a name.
    """
    found = []
    for namespace in suites():
        names = {name: task.version for name, task in _classes(namespace).items()}
        for path, _ in _data_files(_packages()[namespace]):
            more = names_of(path)
            if more is None or not names.keys().isdisjoint(more):
                names = {name: task.version for name, task in tasks(namespace).items()}
                break
            names |= dict.fromkeys(more, 0)
        found += [f"{namespace}/{name}-v{version}" for name, version in sorted(names.items())]
    return found


_added: dict[str, tuple[type[Task], ...]] = {}


def add_tasks(namespace: str, classes: Iterable[type[Task]]) -> None:
    """Add tasks made from data to a suite, replacing those added before.

    `android_gym.registration.register_suites` registers their ids. Other processes have to do both
    themselves.

    Args:
        namespace: Namespace of the suite.
        classes: The tasks; their module must be one of the suite's.

    Raises:
        OptionError: If there is no such suite, or two of its tasks share a name.
    """
    before = _added.get(namespace, ())
    _added[namespace] = tuple(classes)
    _forget_tasks()
    try:
        tasks(namespace)
    except OptionError:
        _added[namespace] = before
        _forget_tasks()
        raise


def _forget_tasks() -> None:
    for function in (tasks, _classes):
        function.cache_clear()


def _data_files(package: str) -> Iterator[tuple[Path, str]]:
    """Yield the data files in a package and its subpackages, with module names for them."""
    path = importlib.import_module(package).__path__
    for folder in path:
        for file in sorted(Path(folder).glob("*.toml")):
            yield file, f"{package}.{file.stem}"
    for module in sorted(pkgutil.iter_modules(path), key=lambda m: m.name):
        if module.ispkg:
            yield from _data_files(f"{package}.{module.name}")


def _modules(package: str) -> Iterator[str]:
    """Yield the names of the modules in a package and its subpackages."""
    path = importlib.import_module(package).__path__
    for module in sorted(pkgutil.iter_modules(path), key=lambda m: m.name):
        name = f"{package}.{module.name}"
        if module.name in _NOT_TASKS:
            continue
        if module.ispkg:
            yield from _modules(name)
        else:
            yield name


def clear() -> None:
    """Clear the cached suites, after one has been added."""
    from android_gym.task_suite.questions import adapter

    adapter.clear()
    for function in (_packages, suites):
        function.cache_clear()
    _forget_tasks()

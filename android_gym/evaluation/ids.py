"""Environment ids, patterns of them, and their tasks."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

import gymnasium as gym

from android_gym.checks import shown
from android_gym.errors import OptionError
from android_gym.evaluation.policies import look_in_current_folder
from android_gym.task_suite.suite import suites, tasks, tasks_by_id
from android_gym.task_suite.task import Task

__all__ = ["find_ids", "import_module", "task_of"]


def find_ids(patterns: str | Iterable[str]) -> list[str]:
    """Return the registered ids of task suites that are named or match patterns, in order.

    Args:
        patterns: Ids, in which ``*`` stands for any characters and ``?`` for any single one. As in
            Gymnasium, a module that registers them may be named: ``"my_module:Mine/*"``.

    Raises:
        OptionError: If a pattern matches none, or an id is named twice.
    """
    found: list[str] = []
    if not isinstance(patterns, Iterable):
        raise OptionError(f"ids must be a string or a list of them, got {shown(patterns)}.")
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        if not isinstance(pattern, str):
            raise OptionError(f"An id must be a string, got {shown(pattern)}.")
        prefix, own = _import(pattern)
        known = sorted(gym.registry.keys() & tasks_by_id().keys())
        matching = [prefix + env_id for env_id in known if fnmatchcase(env_id, own)]
        if not matching:
            raise OptionError(
                f"There is no id {shown(pattern)}. {_nearest(prefix, own, known)} "
                "`android-gym list` lists all ids."
            )
        if pattern in found:
            raise OptionError(f"The id {pattern!r} is given twice.")
        found += [env_id for env_id in matching if env_id not in found]
    return found


def _nearest(prefix: str, name: str, known: Sequence[str]) -> str:
    """Return the ids most similar to a name, of its namespace if that exists.

    No id is similar to a pattern of another namespace; there, the namespaces are returned.
    """
    from rapidfuzz import fuzz, process, utils

    namespace, slash, own = name.rpartition("/")
    of_namespace = [env_id for env_id in known if env_id.startswith(f"{namespace}/")]
    tasks_of = {
        env_id: env_id.partition("/")[2].rpartition("-v")[0] for env_id in of_namespace or known
    }
    close = []
    if of_namespace or not set(name) & set("*?["):
        cutoff = 80 if slash and not of_namespace else None
        close = process.extract(
            own,
            tasks_of,
            scorer=fuzz.WRatio,
            processor=utils.default_process,
            score_cutoff=cutoff,
        )
    if close:
        told = f"Did you mean {', '.join(prefix + env_id for _, _, env_id in close[:3])}?"
    else:
        told = f"The suites are {', '.join(sorted({i.partition('/')[0] for i in known}))}."
    if slash and not of_namespace and not prefix:
        told += f" If a module of yours has it, name that: {shown(f'my_module:{name}')}."
    return told


def task_of(env_id: str) -> type[Task]:
    """Return the class of an id's task. Imports nothing: the id may come from a file.

    Raises:
        OptionError: If there is no such id here.
    """
    module, _, own = env_id.rpartition(":")
    spec = gym.registry.get(own)
    if spec is None or spec.namespace not in suites() or "task" not in spec.kwargs:
        told = f"{env_id[:200]!r} is not a registered id."
        if module:
            told += f" If you trust the module {module!r}, import it first (`--module {module}`)."
        raise OptionError(told)
    namespace, _, name = str(spec.kwargs["task"]).partition("/")
    return tasks(namespace)[name]


def _import(env_id: str) -> tuple[str, str]:
    """Import the module that an id may name; return the module's prefix, and the id itself."""
    module, colon, own = env_id.rpartition(":")
    if colon:
        import_module(module)
    return module + colon, own


def import_module(name: str) -> None:
    """Import a module that registers ids; it may be in the current folder.

    Raises:
        OptionError: If it can't be imported.
    """
    look_in_current_folder()
    try:
        importlib.import_module(name)
    except Exception as error:  # whatever importing a module raises
        raise OptionError(
            f"The module {shown(name)} can't be imported: {type(error).__name__}: {error}"
        ) from error

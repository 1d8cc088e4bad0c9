"""Policies that a sweep can evaluate: demonstrations, random actions, functions, checkpoints.

A policy is an object with two methods (`Policy`), or just a function ``act(observation, info)``.
Further attributes are used if they exist:

- ``env_options``: arguments of ``gymnasium.make`` that it needs, such as ``action_mode``;
- ``prepare(env)``: called with each environment once it is made; returns it, wrapped if need be;
- ``description``: texts by name that distinguish it from others of its class, kept with a sweep;
- ``notes``: JSON values by name on the last action it gave, kept with a step in a trace.

It forgets everything at `Policy.reset`, and draws from the seed given there: then an episode has
the same result whatever was played before it, in any process.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import gymnasium as gym

from android_gym.actions import Decoded, GestureMode
from android_gym.agent_view import AgentView
from android_gym.agents.generalist import GeneralistPolicy
from android_gym.checks import check_options, likely_meant, shown
from android_gym.devices.device import Device
from android_gym.errors import DependencyError, OptionError
from android_gym.evaluation.human import HumanPolicy
from android_gym.host_files import open_plain, read_plain
from android_gym.kinds import FLAG, OBJECT, TEXT, Kind, check_kinds, list_of
from android_gym.task_suite.demonstrations import Demonstration, demonstration
from android_gym.task_suite.rewordings import original
from android_gym.wrappers import Curriculum, RecordDemonstrations

__all__ = [
    "CheckpointPolicy",
    "DemonstrationPolicy",
    "Policy",
    "RandomPolicy",
    "check_wrapper",
    "describe_checkpoint",
    "load_policy",
    "look_in_current_folder",
    "policy_name",
    "wrap",
]

Env = gym.Env[Any, Any]

_ENTRY_POINT = re.compile(r"\w+(\.\w+)*:\w+(\.\w+)*")
_MOST_BYTES_OF_DESCRIPTION = 1 << 20
_FOR_TRAINING = {
    f"{wrapper.__module__}:{wrapper.__name__}" for wrapper in (Curriculum, RecordDemonstrations)
}
_CHEAP = {"action_mode": "gesture", "observation": "goal"}


class Policy(Protocol):
    """A policy that acts in an episode."""

    def reset(self, goal: str, seed: int) -> None:
        """Begin an episode.

        Args:
            goal: The instruction, also in each step's ``info["goal"]``.
            seed: Seed to draw from, in [0, 2**32); a different one for each episode.
        """

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """Return the next action, in the (wrapped) environment's action space."""


class DemonstrationPolicy:
    """The task's demonstration as a policy, which sees what the default observation carries.

    It knows the rewordings of the task, and reads them as the goal in the task's own words.
    """

    env_options: Mapping[str, Any] = _CHEAP

    def prepare(self, env: Env) -> Env:
        """Take the device to look at, and the task's class to find the demonstration."""
        self._task = type(env.get_wrapper_attr("task"))
        self._device: Device = env.get_wrapper_attr("device")
        self._view = AgentView(self._device, self._task.observation_size)
        self._mode: GestureMode = env.get_wrapper_attr("action_mode")
        return env

    def reset(self, goal: str, seed: int) -> None:
        """Begin a fresh demonstration.

        Raises:
            DemonstrationError: If there is none.
        """
        self._script: Demonstration = demonstration(self._task)
        self._goal: str | None = None

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """Return the demonstration's next action.

        Raises:
            DemonstrationError: If it is stuck.
        """
        if self._goal is None:
            self._goal = original(self._task, info["goal"])
        seen = self._view.look(self._goal)
        return self._mode.encode(Decoded.of(self._script(seen)), self._device.size)


class RandomPolicy:
    """A policy that samples the action space, with a mask if the environment's infos have one."""

    env_options: Mapping[str, Any] = _CHEAP

    def prepare(self, env: Env) -> Env:
        """Take the action space."""
        self._space = env.action_space
        return env

    def reset(self, goal: str, seed: int) -> None:
        """Seed the space."""
        self._space.seed(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """Return a sample."""
        return self._space.sample(info.get("action_mask"))


class FunctionPolicy:
    """A function of observation and info, as a policy."""

    def __init__(self, function: Callable[[Any, dict[str, Any]], Any]) -> None:
        self.act = function

    def reset(self, goal: str, seed: int) -> None:
        """Do nothing, as functions have nothing to forget."""


# --- checkpoints ---------------------------------------------------------------------------------


def describe_checkpoint(
    path: str | os.PathLike[str], model: Any, env: Env, deterministic: bool = True
) -> Path:
    """Write a checkpoint's description for `CheckpointPolicy`: ``x.json`` beside ``x.zip``.

    Wrappers that are for training only, `Curriculum` and `RecordDemonstrations`, are left out.

    Args:
        path: Where the model was saved, with or without ``.zip``.
        model: A model of stable-baselines3 or sb3-contrib.
        env: An environment like those it was trained on: from ``gymnasium.make``, in wrappers that
            record their arguments, as Gymnasium's and this package's do.
        deterministic: Whether to take the likeliest action rather than draw one.

    Returns:
        The file that was written.

    Raises:
        OptionError: If a wrapper didn't record its arguments, or the environment has no spec.
    """
    spec = env.spec
    if spec is None:
        raise OptionError(f"{env!r} has no spec. Make it by gymnasium.make, then wrap it.")
    wrappers = []
    for wrapper in spec.additional_wrappers:
        if wrapper.entry_point in _FOR_TRAINING:
            continue
        if wrapper.kwargs is None:
            raise OptionError(
                f"{wrapper.name} doesn't record its arguments. "
                "Let it inherit gymnasium.utils.RecordConstructorArgs."
            )
        wrappers.append({"entry_point": wrapper.entry_point, "kwargs": wrapper.kwargs})
    own = {"task", "device", "termination", "rules", "render_mode"}
    described = {
        "algorithm": f"{type(model).__module__}:{type(model).__name__}",
        "env_options": {k: v for k, v in spec.kwargs.items() if k not in own},
        "wrappers": wrappers,
        "deterministic": deterministic,
    }
    file = Path(path).with_suffix(".json")
    file.write_text(json.dumps(described, indent=1) + "\n", encoding="utf-8")
    return file


class CheckpointPolicy:
    """A model saved by stable-baselines3 or sb3-contrib, on the environment it was trained on.

    Loading one runs code: its ``.zip`` has pickles, and its ``.json`` names classes to import. Use
    only files that you trust.

    Beside ``x.zip`` there is ``x.json``, an object with

    - ``algorithm``: the model's class, ``"module:Class"``, e.g. ``"sb3_contrib:MaskablePPO"``;
    - ``env_options``: arguments of ``gymnasium.make``; may be left out;
    - ``wrappers``: ``[{"entry_point": "module:Class", "kwargs": {...}}, ...]``, innermost first;
    - ``deterministic``: whether the likeliest action is taken; true if left out.

    `describe_checkpoint` writes it.

    Args:
        path: The ``.zip``.

    Raises:
        OptionError: If one of the files is missing or wrong.
        DependencyError: If the algorithm's library is missing.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        described = _read_description(self._path)
        self._algorithm: str = described["algorithm"]
        self._wrappers: Sequence[Mapping[str, Any]] = described.get("wrappers", [])
        self._deterministic: bool = described.get("deterministic", True)
        self.env_options: Mapping[str, Any] = described.get("env_options", {})
        self._model: Any = None

    def prepare(self, env: Env) -> Env:
        """Wrap the environment, and load the model on the first call.

        Raises:
            OptionError: If it can't be loaded, or was trained with other spaces.
        """
        env = wrap(env, self._wrappers)
        if self._model is None:
            self._model = self._loaded()
            parameters = inspect.signature(self._model.predict).parameters
            self._masks = "action_masks" in parameters
        for what, fits in (("action_space", _acts_in), ("observation_space", _sees)):
            known, own = getattr(self._model, what, None), getattr(env, what)
            if known is not None and not fits(known, own):
                raise OptionError(
                    f"The checkpoint {str(self._path)!r} was trained with the {what} "
                    f"{str(known):.200}, and the environment has {str(own):.200}: another version "
                    f"of it, or other options than in {str(self._path.with_suffix('.json'))!r}. "
                    "Train it anew, or install the release that it belongs to."
                )
        self._env = env
        return env

    def _loaded(self) -> Any:
        try:
            return _find(self._algorithm, "algorithm").load(self._path, device="cpu")
        except OptionError:
            raise
        except Exception as error:  # from any library
            first = next(iter(str(error).splitlines()), "")
            raise OptionError(
                f"{self._algorithm!r} can't load the checkpoint {str(self._path)!r}: "
                f"{type(error).__name__}: {first:.200} It is damaged, or of another algorithm or "
                "version of its library. Save it again, or install the version that made it (it is "
                "in the file '_stable_baselines3_version' of the .zip)."
            ) from error

    def reset(self, goal: str, seed: int) -> None:
        """Seed the model's random numbers (which are global in stable-baselines3)."""
        self._model.set_random_seed(seed)
        self._state: Any = None
        self._first = True

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """Return the model's prediction."""
        import numpy as np

        more: dict[str, Any] = {}
        if self._masks:
            more["action_masks"] = self._env.get_wrapper_attr("action_masks")()
        action, self._state = self._model.predict(
            observation,
            state=self._state,
            episode_start=np.array([self._first]),
            deterministic=self._deterministic,
            **more,
        )
        self._first = False
        return action.item() if action.ndim == 0 else action


def _acts_in(known: gym.Space[Any], own: gym.Space[Any]) -> bool:
    """Return whether an environment's action space includes a model's.

    Most models are trained without the protocol ``declared``, so the last action is missing.
    """
    spaces = gym.spaces
    if isinstance(known, spaces.Discrete) and isinstance(own, spaces.Discrete):
        return bool(known.start == own.start and known.n <= own.n)
    if isinstance(known, spaces.MultiDiscrete) and isinstance(own, spaces.MultiDiscrete):
        return known.shape == own.shape and bool((known.nvec <= own.nvec).all())
    return bool(known == own)


def _sees(known: gym.Space[Any], own: gym.Space[Any]) -> bool:
    """Return whether a model takes an environment's observations; picture channels may be first."""
    if isinstance(known, gym.spaces.Dict) and isinstance(own, gym.spaces.Dict):
        return known.keys() == own.keys() and all(_sees(known[key], own[key]) for key in known)
    if isinstance(known, gym.spaces.Box) and isinstance(own, gym.spaces.Box):
        return known.shape in (own.shape, (*own.shape[2:], *own.shape[:2]))
    return bool(known == own)


def _read_description(path: Path) -> dict[str, Any]:
    beside = path.with_suffix(".json")
    for file in (path, beside):
        if not file.is_file():
            raise OptionError(
                f"There is no file {str(file)!r}. A checkpoint is two files, x.zip and x.json; "
                "see android_gym.evaluation.describe_checkpoint."
            )
    try:
        described = json.loads(read_plain(beside, _MOST_BYTES_OF_DESCRIPTION).decode())
        _check_description(described)
    except (OSError, ValueError, RecursionError) as error:
        raise OptionError(
            f"{str(beside)!r} is not a description of a checkpoint: {str(error).rstrip('.')}. "
            "See android_gym.evaluation.describe_checkpoint."
        ) from error
    library = described["algorithm"].partition(":")[0].partition(".")[0]
    if importlib.util.find_spec(library) is None:
        raise DependencyError(
            f"{str(beside)!r} wants {shown(described['algorithm'])}, which is not installed: "
            'run `pip install "android-gym[train]"`.'
        )
    wrappers = [check_wrapper(wrapper) for wrapper in described.get("wrappers", [])]
    return {**described, "wrappers": wrappers}


def _check_description(described: Any) -> None:
    """Check the types of what a checkpoint's description has.

    Raises:
        ValueError: If one is wrong.
    """
    if not isinstance(described, dict):
        raise ValueError(f"it is {shown(described)}, not an object")
    if odd := sorted(described.keys() - _DESCRIBED.keys()):
        raise ValueError(f"it has {shown(odd[0])}")
    check_kinds({"env_options": {}, "wrappers": [], "deterministic": True} | described, _DESCRIBED)


_DESCRIBED: Mapping[str, Kind] = {
    "algorithm": Kind(
        "'module:Class'",
        lambda value: isinstance(value, str) and bool(_ENTRY_POINT.fullmatch(value)),
    ),
    "env_options": OBJECT,
    "wrappers": list_of(
        "a list of objects with an 'entry_point' of the form 'module:Class'",
        Kind("", lambda value: OBJECT.fits(value) and TEXT.fits(value.get("entry_point"))),
    ),
    "deterministic": FLAG,
}


def wrap(env: Env, wrappers: Sequence[Mapping[str, Any]]) -> Env:
    """Wrap an environment, the first wrapper innermost.

    Args:
        env: The environment.
        wrappers: Dicts of ``entry_point``, ``"module:Class"``, and ``kwargs``.

    Raises:
        OptionError: If one can't be imported.
    """
    for wrapper in wrappers:
        env = _find(wrapper["entry_point"], "wrapper")(env, **wrapper.get("kwargs", {}))
    return env


def check_wrapper(wrapper: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return the ``entry_point`` and ``kwargs`` of a wrapper; the former alone may be given.

    Raises:
        OptionError: If it is something else, or can't be imported.
    """
    given = (
        {"entry_point": wrapper}
        if isinstance(wrapper, str)
        else check_options("A wrapper", wrapper)
    )
    entry_point: Any = given.get("entry_point")
    kwargs: Any = given.get("kwargs", {})
    known = given.keys() <= {"entry_point", "kwargs"}
    if not known or not isinstance(entry_point, str) or not isinstance(kwargs, Mapping):
        raise OptionError(
            "A wrapper is 'module:Class', or a dict of its 'entry_point' and its 'kwargs', got "
            f"{shown(wrapper)}."
        )
    _find(entry_point, "wrapper")
    return {"entry_point": entry_point, "kwargs": dict(kwargs)}


# --- by name -------------------------------------------------------------------------------------


def load_policy(policy: Any, *, trust: bool = False) -> Policy:
    """Make a policy.

    Args:
        policy: ``"demonstration"``, ``"random"``, ``"human"`` (who is asked at the terminal),
            ``"generalist"`` (`GeneralistPolicy`), ``"path/x.zip"`` (see `CheckpointPolicy`),
            ``"module:name"`` of an installed module or one in the current folder, or the object
            itself: a `Policy`, a class of one, a function ``act(observation, info)``, or a function
            without arguments that returns any of these.
        trust: Whether code named by `policy` may be run: a checkpoint can contain any, and so can a
            module in the current folder.

    Raises:
        OptionError: If there is no such policy, it is not a policy, or it would run code and is not
            trusted.
        DependencyError: If a checkpoint needs a library that is missing.
    """
    if isinstance(policy, str):
        named: dict[str, Callable[[], Policy]] = {
            "demonstration": DemonstrationPolicy,
            "random": RandomPolicy,
            "human": HumanPolicy,
            "generalist": GeneralistPolicy,
        }
        if policy in named:
            return named[policy]()
        if ":" not in policy and not policy.endswith(".zip"):
            raise OptionError(
                f"No policy is called {shown(policy)}; there are 'demonstration', 'random', "
                "'human', 'generalist', 'module:callable' and 'checkpoint.zip'. Models at an "
                "endpoint are `ModelPolicy`: on the command line 'model', 'm3a', 't3a', 'seeact' "
                "and 'mobile-bench'."
            )
        if not trust:
            raise OptionError(
                f"The policy {policy!r} runs code of its own when it is loaded, with all that you "
                "may do on this computer. If you know where it comes from, pass --trust (in "
                "Python trust=True)."
            )
        if policy.endswith(".zip"):
            look_in_current_folder()
            return CheckpointPolicy(policy)
        policy = _find(policy, "policy")
    made = _make(policy)
    if made is None:
        raise OptionError(
            f"{shown(policy)} is not a policy: it needs the methods reset(goal, seed) and "
            "act(observation, info), or to be a function act(observation, info)."
        )
    _check_attributes(made)
    return made


def _check_attributes(policy: Policy) -> None:
    """Check a policy's attributes that may be left out, so that a slip is not taken for that.

    Raises:
        OptionError: If one is misspelt, or of the wrong kind.
    """
    name = type(policy).__name__
    for own in dir(type(policy)):
        meant = likely_meant(own, ("env_options", "prepare", "description"))
        if meant is not None and not hasattr(policy, meant):
            raise OptionError(
                f"The policy {name} has {own!r}. Is {meant!r} meant? If it is something of its "
                "own, give it a name less like that one."
            )
    check_options(f"env_options of the policy {name}", getattr(policy, "env_options", {}))
    if not callable(getattr(policy, "prepare", _unprepared)):
        raise OptionError(f"prepare of the policy {name} must be a method prepare(env).")


def _unprepared(env: Env) -> Env:
    return env


def _make(policy: Any) -> Policy | None:
    if inspect.isclass(policy):
        return _make(policy())
    if callable(getattr(policy, "act", None)) and callable(getattr(policy, "reset", None)):
        made: Policy = policy
        return made
    required = _required(policy)
    if required == 0:
        return _make(policy())
    return FunctionPolicy(policy) if required == 2 else None


def _required(function: Any) -> int | None:
    """Return the number of required arguments; None if it is not callable."""
    if not callable(function):
        return None
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.default is inspect.Parameter.empty and p.kind in kinds for p in parameters)


def look_in_current_folder() -> None:
    """Make modules in the current folder importable; installed ones come first."""
    folder = os.getcwd()
    if folder not in sys.path and "" not in sys.path:
        sys.path.append(folder)


def _find(entry_point: str, what: str) -> Any:
    """Return the object that an entry point such as ``"module:name"`` names."""
    look_in_current_folder()
    module, _, name = entry_point.partition(":")
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except Exception as error:  # whatever importing a module raises
        first = next(iter(str(error).splitlines()), "")
        raise OptionError(
            f"The {what} {shown(entry_point)} can't be imported: {type(error).__name__}: "
            f"{first:.200}"
        ) from error
    return found


def policy_name(policy: Any) -> dict[str, str]:
    """Return what distinguishes a policy from others, as far as known without playing it.

    Returns:
        Its ``name`` and the ``sha256`` of a checkpoint's files, or its ``description``.
    """
    if not isinstance(policy, str):
        named = policy if hasattr(policy, "__qualname__") else type(policy)
        described: dict[str, str] = getattr(policy, "description", {})
        return {**described, "name": f"{named.__module__}:{named.__qualname__}"}
    if not policy.endswith(".zip"):
        return {"name": policy}
    digest = hashlib.sha256()
    for file in (Path(policy), Path(policy).with_suffix(".json")):
        with open(open_plain(file, os.O_RDONLY), "rb") as opened:
            while piece := opened.read(1 << 20):
                digest.update(piece)
    return {"name": Path(policy).name, "sha256": digest.hexdigest()}

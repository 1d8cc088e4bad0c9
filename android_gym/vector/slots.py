"""The environments of one process: how they carry out commands, and what they return."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import gymnasium as gym
from gymnasium.envs.registration import EnvSpec, WrapperSpec, load_env_creator
from gymnasium.vector import AutoresetMode

from android_gym.checks import shown
from android_gym.devices import make_device
from android_gym.devices.device import Device
from android_gym.env import AndroidTaskEnv
from android_gym.errors import AndroidGymError, DeviceError, OptionError
from android_gym.vector.memory import Arrays, arrays_in, read, size_of, write

__all__ = ["Failure", "Outcome", "Recipe", "Slots", "Wrapper"]

Wrapper = Callable[[Any], Any] | str | Sequence[Any] | WrapperSpec
"""A wrapper: a callable, ``"module:Class"``, ``("module:Class", {arguments})`` or a spec."""

_PAUSE_S: Final = 1.0
_LONGEST_PAUSE_S: Final = 60.0


@dataclass(frozen=True)
class Recipe:
    """Recipe that any process can make an environment from.

    Attributes:
        spec: Spec of a registered id; None makes an `AndroidTaskEnv` from the options alone.
        options: Arguments of the environment.
        wrappers: Applied in this order.
    """

    spec: EnvSpec | None
    options: Mapping[str, Any]
    wrappers: Sequence[Wrapper] = ()

    @property
    def has_wrappers(self) -> bool:
        """Return whether any wrapper may change observations."""
        return bool(self.wrappers or (self.spec is not None and self.spec.additional_wrappers))

    def make(self) -> gym.Env[Any, Any]:
        """Make the environment.

        Raises:
            OptionError: If an option or a wrapper is wrong.
            DeviceError: If its device can't be started.
        """
        env: gym.Env[Any, Any]
        if self.spec is not None:
            env = gym.make(self.spec, disable_env_checker=True, **self.options)
        else:
            env = AndroidTaskEnv(**self.options)
        try:
            for wrapper in self.wrappers:
                env = _wrap(env, wrapper)
        except BaseException:
            env.close()
            raise
        return env


def _wrap(env: gym.Env[Any, Any], wrapper: Any) -> gym.Env[Any, Any]:
    arguments: Any = {}
    creator = wrapper
    if isinstance(wrapper, WrapperSpec):
        creator, arguments = wrapper.entry_point, wrapper.kwargs or {}
    elif isinstance(wrapper, list | tuple) and len(wrapper) == 2:
        creator, arguments = wrapper
    if isinstance(creator, str) and ":" in creator:
        try:
            creator = load_env_creator(creator)
        except (ImportError, AttributeError, ValueError) as error:
            raise OptionError(f"The wrapper {shown(creator)} can't be loaded: {error}.") from error
    if not callable(creator) or not isinstance(arguments, Mapping):
        raise OptionError(
            "A wrapper must be a callable, 'module:Class', ('module:Class', {arguments}) or a "
            f"WrapperSpec, got {shown(wrapper)}."
        )
    wrapped: gym.Env[Any, Any] = creator(env, **arguments)
    return wrapped


class Outcome(NamedTuple):
    """Result of one environment's reset or step; observations are in the shared arrays.

    Attributes:
        reward: The step's reward.
        terminated: Whether the step terminated the episode.
        truncated: Whether the step truncated the episode.
        info: Info of the step, or of the reset that came instead of it or after it.
        final_info: Info of the step that ended the episode, if the reset came in the same step.
        began: Whether `info` is a reset's.
        broken: Whether the environment's device can't be used.
    """

    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]
    final_info: dict[str, Any] | None = None
    began: bool = False
    broken: bool = False


class Failure(NamedTuple):
    """Failure that came instead of an answer.

    Attributes:
        error: The exception.
        trace: The traceback as text; empty if it was raised in this process.
        is_lost: Whether the process is lost with it.
    """

    error: Exception
    trace: str = ""
    is_lost: bool = False


@dataclass
class _Slot:
    """One environment of several.

    Attributes:
        index: Its number among all.
        recipe: How it is made, the first time and again.
        env: The environment; None if it is still to be made.
        has_begun: Whether there was an episode, in this process or in an earlier one.
        is_over: Whether a reset is due.
        seed: Seed of the next reset if that is given none.
        owed: Info of the step that will report that an episode was lost with its process.
        error: Why the device could not be used when that was last tried.
        pause_s: How long to wait before trying again, in seconds.
        retry_at: When to try again, in `time.monotonic` seconds.
        prepares: Whether the next episode may be prepared.
        shown: Parts of the observation that was written last, so that only changes are written;
            None if a changed part may be the same object.
    """

    index: int
    recipe: Recipe
    env: gym.Env[Any, Any] | None = None
    has_begun: bool = False
    is_over: bool = True
    seed: int | None = None
    owed: dict[str, Any] | None = None
    error: str = ""
    pause_s: float = _PAUSE_S
    retry_at: float = 0.0
    prepares: bool = True
    shown: dict[str, Any] | None = None


@dataclass
class Slots:
    """Environments of one process, driven by commands.

    Attributes:
        recipes: How to make them.
        first: Number of the first one among all environments.
        num_envs: Number of environments in all processes.
        mode: When environments are reset automatically.
        is_alone: Whether nobody else writes to the memory for observations, so that only changes
            have to be written.
        seeds: For environments that replace lost ones: the seeds of their next resets. Empty if
            these are the first.
        owed: Likewise, the info of the step that reports the loss.
    """

    recipes: Sequence[Recipe]
    first: int
    num_envs: int
    mode: AutoresetMode
    is_alone: bool = False
    seeds: Sequence[int | None] = ()
    owed: Sequence[dict[str, Any]] = ()

    def __post_init__(self) -> None:
        self._slots = [
            _Slot(self.first + number, recipe) for number, recipe in enumerate(self.recipes)
        ]
        self._spares: dict[str, Device] = {}
        for slot, seed, owed in zip(self._slots, self.seeds, self.owed, strict=False):
            slot.has_begun, slot.seed, slot.owed = True, seed, owed

    def make(self) -> list[tuple[Any, Any, dict[str, Any], str | None]]:
        """Make the environments.

        Returns:
            Their observation space, action space, metadata and render mode.
        """
        made = []
        for slot in self._slots:
            env = self._env(slot)
            made.append((env.observation_space, env.action_space, env.metadata, env.render_mode))
        return made

    def attach(self, buffer: Any, space: gym.Space[Any]) -> None:
        """Attach the memory for observations."""
        self._arrays: Arrays = arrays_in(buffer, space, self.num_envs)
        if self.mode == AutoresetMode.SAME_STEP:
            start = size_of(space, self.num_envs)
            self._final: Arrays = arrays_in(buffer, space, self.num_envs, start)

    # --- commands --------------------------------------------------------------------------------

    def reset(
        self, seeds: Sequence[int | None], options: Any, mask: Sequence[bool]
    ) -> list[Outcome | Failure | None]:
        """Reset the environments chosen by the mask; the others' outcome is None."""
        return [
            self._guarded(self._reset, slot, seed, options) if chosen else None
            for slot, seed, chosen in zip(self._slots, seeds, mask, strict=True)
        ]

    def step(self, actions: Sequence[Any]) -> list[Outcome | Failure | None]:
        """Take a step in each environment."""
        return [
            self._guarded(self._step, slot, action)
            for slot, action in zip(self._slots, actions, strict=True)
        ]

    def call(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """Call a method of each environment, or read an attribute."""
        results = []
        for slot in self._slots:
            value = self._env(slot).get_wrapper_attr(name)
            results.append(value(*args, **kwargs) if callable(value) else value)
        return results

    def set_attr(self, name: str, values: Sequence[Any]) -> None:
        """Set an attribute of each environment."""
        for slot, value in zip(self._slots, values, strict=True):
            self._env(slot).set_wrapper_attr(name, value)

    def close(self) -> None:
        """Close all environments, even if closing some of them fails.

        Raises:
            Exception: The first exception raised by a wrapper's `close`.
        """
        closing = [*(slot.env for slot in self._slots), *self._spares.values()]
        for slot in self._slots:
            slot.env = None
        self._spares.clear()
        errors = []
        for closable in closing:
            try:
                if closable is not None:
                    closable.close()
            except AndroidGymError:
                continue  # a device that can't even be closed is lost anyway
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]

    # --- one environment -------------------------------------------------------------------------

    def _guarded(
        self, function: Callable[..., Outcome], slot: _Slot, *args: Any
    ) -> Outcome | Failure:
        try:
            return function(slot, *args)
        except Exception as error:
            return Failure(error)

    def _env(self, slot: _Slot) -> gym.Env[Any, Any]:
        if slot.env is None:
            slot.env = slot.recipe.make()
            env = slot.env.unwrapped
            if self.is_alone and isinstance(env, AndroidTaskEnv) and not slot.recipe.has_wrappers:
                env.copies = False
                slot.shown = {}
        return slot.env

    def _show(self, slot: _Slot, observation: Any) -> None:
        if slot.shown is None:
            write(self._arrays, slot.index, observation)
            return
        parts = observation if isinstance(observation, dict) else {"": observation}
        arrays = self._arrays if isinstance(self._arrays, dict) else {"": self._arrays}
        for name, part in parts.items():
            if slot.shown.get(name) is not part:
                write(arrays[name], slot.index, part)
                slot.shown[name] = part

    def _reset(self, slot: _Slot, seed: int | None, options: Any) -> Outcome:
        is_plain = seed is None and not options
        try:
            observation, info = self._env(slot).reset(
                seed=slot.seed if seed is None else seed, options=options
            )
        except DeviceError as error:
            slot.is_over = True
            slot.error = str(error)
            slot.retry_at = time.monotonic() + slot.pause_s
            slot.pause_s = min(2 * slot.pause_s, _LONGEST_PAUSE_S)
            return self._broken(slot)
        slot.has_begun = True
        slot.is_over = False
        slot.seed = slot.owed = None
        slot.error = ""
        slot.pause_s = _PAUSE_S
        slot.prepares = is_plain or self.mode != AutoresetMode.DISABLED
        self._show(slot, observation)
        return Outcome(0.0, False, False, info, began=True)

    def _broken(self, slot: _Slot) -> Outcome:
        info = {"device_error": slot.error}
        if self.mode != AutoresetMode.SAME_STEP:
            return Outcome(0.0, False, True, info, broken=True)
        write(self._final, slot.index, read(self._arrays, slot.index))
        return Outcome(0.0, False, True, dict(info), final_info=info, broken=True)

    def _step(self, slot: _Slot, action: Any) -> Outcome:
        if slot.is_over and slot.owed is None:
            return self._instead_of_step(slot)
        try:
            if slot.owed is None:
                observation, reward, terminated, truncated, info = self._env(slot).step(action)
            else:
                observation = read(self._arrays, slot.index)
                reward, terminated, truncated, info = 0.0, False, True, slot.owed
                slot.owed = None
        except DeviceError as error:
            observation = read(self._arrays, slot.index)
            reward, terminated, truncated, info = 0.0, False, True, {"device_error": str(error)}
        slot.is_over = bool(terminated or truncated)
        self._show(slot, observation)
        ended = Outcome(float(reward), bool(terminated), bool(truncated), info)
        if not slot.is_over or self.mode != AutoresetMode.SAME_STEP:
            return ended
        write(self._final, slot.index, observation)
        fresh = self._reset(slot, None, None)
        return ended._replace(info=fresh.info, final_info=info, began=fresh.began)

    def _instead_of_step(self, slot: _Slot) -> Outcome:
        if not slot.has_begun or (self.mode == AutoresetMode.DISABLED and not slot.error):
            raise gym.error.ResetNeeded(
                f"Environment {slot.index} has no episode. Call reset(); where autoreset_mode is "
                "DISABLED, with options={'reset_mask': terminations | truncations}."
            )
        if self.mode == AutoresetMode.DISABLED or time.monotonic() < slot.retry_at:
            return self._broken(slot)
        return self._reset(slot, None, None)

    # --- while the process is idle ---------------------------------------------------------------

    def prepare(self) -> bool:
        """Prepare the next episode of one environment.

        It is set up on a spare phone, which becomes the environment's own at its next reset. The
        only visible effect is that the reset takes less time.

        Returns:
            Whether there was anything to do.
        """
        for slot in self._slots:
            env = slot.env.unwrapped if slot.env is not None else None
            if not (slot.prepares and slot.has_begun and isinstance(env, AndroidTaskEnv)):
                continue
            twin = env.device.twin
            if twin is None or env.is_prepared or slot.error:
                continue
            try:
                spare = self._spares.get(repr(twin))
                if spare is None:
                    spare = self._spares[repr(twin)] = make_device(twin)
                env.prepare(spare)
            except Exception:  # whatever it is, the reset itself will report it
                slot.prepares = False
                self._spares.pop(repr(twin), None)
            return True
        return False

"""AndroidTaskEnv: reset and step, the same for every task and every phone."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError

from android_gym.actions import ActionMode, ApiJSONMode, Decoded, make_action_mode
from android_gym.apis import ApiResult, load_registry, perform_call
from android_gym.checks import (
    check_choice,
    check_number,
    check_options,
    check_seed,
    check_size,
    check_whole,
    names_checked,
    shown,
)
from android_gym.devices import make_device
from android_gym.devices.apps import fold_label
from android_gym.devices.device import Device
from android_gym.errors import ActionError, DeviceError, OptionError
from android_gym.events import Answer, ApiCall, Declare, Event
from android_gym.instances import (
    check_rewording,
    check_rules,
    choose_apps,
    choose_params,
    choose_rewording,
    find_task,
)
from android_gym.judging import EpisodeJudge
from android_gym.observations import (
    DEFAULT_OBSERVATION,
    DEFAULT_SIZE,
    HTML_LENGTH,
    OUTLINE_LENGTH,
    RESULT_LENGTH,
    ObservationOptions,
    make_observations,
)
from android_gym.rendering import FrameWindow
from android_gym.task_suite.rewordings import reword, translate
from android_gym.task_suite.suite import suite_of
from android_gym.task_suite.task import Params, Task
from android_gym.trace import API_CALL, EpisodeTrace
from android_gym.tracing import Trace, Tracer, check_trace

__all__ = ["AndroidTaskEnv"]

RewardMode = Literal["sparse", "progress", "potential"]
Termination = Literal["success", "declared"]

_RESET_ATTEMPTS = 3


class AndroidTaskEnv(gym.Env[Any, Any]):
    """A task to solve on a phone.

    ## Observation Space

    A ``Dict`` of the named observations, or the observation itself if `observation` is a single
    name: ``pixels`` (uint8 (height, width, 3)), ``ui_elements`` (float32, columns of
    `android_gym.observations.UI_COLUMNS`), ``ui_text`` and ``ui_strings`` (uint8, UTF-8; see
    `android_gym.observations.decode_elements`), ``goal`` (uint8, UTF-8), ``ui_outline`` (uint8,
    UTF-8: the screen as text, one line per element), ``ui_html`` (the same as HTML, see
    `android_gym.screen_html`) and ``api_result`` (uint8, UTF-8: what the step's API call returned).

    ## Action Space

    That of the action mode, see `android_gym.actions`.

    ## Rewards

    * ``sparse``: the task's score, in [0, 1], in the step that ends the episode; else 0.
    * ``progress``: the change of the task's progress, in [0, 1]; negative if progress was lost.
      In the step that ends the episode, progress is at least the score, which a right answer earns.
    * ``potential``: sparse, plus ``discount * progress - previous progress``, where progress is 0
      once the episode has terminated. This does not change which policies are best (Ng et al.,
      1999).

    With ``rules="strict"`` the score is that of `Task.success`, but 0 as long as there are side
    effects that the goal did not ask for: damage to files, messages, contacts, settings and the
    like (`Task.touches`), or parts of the task done in the wrong order (`Task.stages`). With
    ``rules="android_world"`` it is the verdict of the benchmark that the task comes from.

    ## Episode End

    `terminated`: with ``termination="success"``, at the first step after which the task is solved,
    or when the agent declares the end or answers. With ``"declared"``, the benchmarks' protocol,
    only when it declares or answers; success is not checked at any other moment.

    After a declaration, whatever is under way (a message being sent, a file being written) has up
    to two seconds of the device's time to finish, as long as the task is not solved.

    `truncated`: when the budget of steps is spent, which scores 0 with ``"declared"``; or when the
    device fails, which ``info["device_error"]`` reports. The next reset recovers the device.

    ## Info

    ``goal`` (str), ``task`` (str), ``success`` (the latest score), ``is_success`` (whether that is
    1); ``params`` (dict) at a reset and at the end of an episode; ``action_error`` (str) if the
    last action was in the space but couldn't be carried out, such as opening an app that isn't
    there; ``api_result`` (str, uncut) if the action was an API call; ``ui_outline`` and ``html``
    (str, uncut) if ``ui_outline`` or ``ui_html`` is observed; ``side_effects`` (list of str) if
    strict rules withheld a success: what was damaged, such as
    ``"file lost: /storage/emulated/0/DCIM/a.jpg"``; ``trace`` (`android_gym.trace.EpisodeTrace`) at
    the end of an episode, if the argument `trace` asks for it.

    ## Reset options

    ``params``: the task's parameters, in place of sampled ones. ``rewording``: the goal in other
    words, in place of the argument `rewording`. ``language``: the goal in another language, e.g.
    ``"zh"``, if the task has it (`Task.translations`).

    Args:
        task: ``"Namespace/Name"`` of a registered suite's task, or a `Task`.
        device: A kind of device, or a dict with ``kind`` and its options, see
            `android_gym.devices.make_device`; or a `Device`, which `close` closes.
        action_mode: A name in `android_gym.actions.ACTION_MODES`.
        action_options: Arguments of the action mode's class. With ``termination="success"``, modes
            other than ``json`` have no action that declares the end, and ``gesture`` can answer
            only if the task asks a question, unless ``{"declare": True, "answer": True}`` says so.
        observation: A name in `android_gym.observations.OBSERVATIONS`, or several.
        observation_size: (width, height) of ``pixels``; by default the task's
            (`Task.observation_size`), else 270 x 600.
        max_elements: Rows of ``ui_elements`` and ``ui_text``.
        text_length: Bytes of a row of ``ui_text``.
        strings_length: Bytes of ``ui_strings``.
        goal_length: Bytes of ``goal``.
        outline_length: Bytes of ``ui_outline``.
        html_length: Bytes of ``ui_html``.
        result_length: Bytes of ``api_result``.
        termination: ``"success"`` or ``"declared"``.
        rules: ``"strict"``, or those of the task's suite (`Suite.rules`), such as
            ``"android_world"``, to compare with published figures.
        reward_mode: ``"sparse"``, ``"progress"`` or ``"potential"``.
        discount: The learner's discount, for ``"potential"``.
        max_steps: Budget of steps; by default the task's, which counts gestures, times the action
            mode's steps per gesture, times `budget_factor`.
        budget_factor: See `max_steps`; both together are refused.
        step_ms: How long a raw touch lasts, in milliseconds of the device's time.
        rewording: Which of the goal's rewordings to give (`android_gym.task_suite.rewordings`); 0
            for the task's own words, ``"random"`` for any of all five, drawn at each reset.
        extra_apps: Apps that the action spaces name besides those of the task's suite: labels known
            to some suite, or packages by label.
        trace: True to keep a trace of each episode, ``"pictures"`` to keep one with a picture of
            each screen. Tasks with a judge of traces keep one anyway.
        render_mode: ``"rgb_array"``, ``"human"`` or None.
        render_size: (width, height) of rendered frames; the screen's own by default.

    Raises:
        OptionError: If an argument is wrong; the message says what is right.
        DeviceError: If the device can't be started.
    """

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 10}

    @names_checked
    def __init__(
        self,
        task: str | Task,
        device: str | Mapping[str, Any] | Device = "simulator",
        action_mode: str = "gesture",
        action_options: Mapping[str, Any] | None = None,
        observation: str | Sequence[str] = DEFAULT_OBSERVATION,
        observation_size: Sequence[int] | None = None,
        max_elements: int = 100,
        text_length: int = 64,
        strings_length: int = 16384,
        goal_length: int = 2048,
        outline_length: int = OUTLINE_LENGTH,
        html_length: int = HTML_LENGTH,
        result_length: int = RESULT_LENGTH,
        termination: Termination = "success",
        rules: str = "strict",
        reward_mode: RewardMode = "sparse",
        discount: float = 0.99,
        max_steps: int | None = None,
        budget_factor: float = 1.0,
        step_ms: int = 100,
        rewording: int | Literal["random"] = 0,
        extra_apps: Sequence[str] | Mapping[str, str] = (),
        trace: Trace = False,
        render_mode: str | None = None,
        render_size: Sequence[int] | None = None,
    ) -> None:
        self.task = find_task(task)
        check_choice("termination", termination, ("success", "declared"))
        check_rules(self.task, rules)
        check_choice("reward_mode", reward_mode, ("sparse", "progress", "potential"))
        check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        check_number("step_ms", step_ms, 1, 60_000)
        check_number("budget_factor", budget_factor, 1e-3, 1e6)
        check_number("discount", discount, 0.0, 1.0)
        check_rewording(rewording)
        check_trace(trace)
        self.apps: Mapping[str, str] = choose_apps(self.task, extra_apps)
        options = check_options("action_options", action_options)
        if not isinstance(action_mode, str):
            raise OptionError(f"action_mode must be a name, got {shown(action_mode)}.")
        if action_mode not in ("json", "api_json"):
            # If success ends the episode, an action that ends it too is mostly taken by accident:
            # at random, it would be two gestures in eleven. Models that write JSON end it on
            # purpose.
            options.setdefault("declare", termination == "declared")
        if action_mode == "gesture":
            options.setdefault("answer", termination == "declared" or self.task.answers)
        if action_mode == "json":
            options.setdefault("apps", list(self.apps))
        self.action_mode: ActionMode = make_action_mode(action_mode, options)
        self.action_space = self.action_mode.space
        self._called: ApiResult | None = None  # in the last step
        if observation_size is None:
            observation_size = self.task.observation_size or DEFAULT_SIZE
        self._observations = make_observations(
            observation,
            ObservationOptions(
                size=observation_size,
                max_elements=max_elements,
                text_length=text_length,
                strings_length=strings_length,
                goal_length=goal_length,
                outline_length=outline_length,
                html_length=html_length,
                result_length=result_length,
            ),
        )
        self._single = isinstance(observation, str)
        self.observation_space = (
            self._observations[0].space
            if self._single
            else spaces.Dict({part.name: part.space for part in self._observations})
        )
        if max_steps is None:
            steps = self.task.budget * self.action_mode.steps_per_gesture * budget_factor
            max_steps = max(1, round(steps))
        elif budget_factor != 1.0:
            raise OptionError(
                f"budget_factor={shown(budget_factor)} multiplies the task's budget, which "
                f"max_steps={shown(max_steps)} replaces. Give one of them."
            )
        check_whole(max_steps=max_steps)
        self.max_steps = int(max_steps)
        self._rewording = rewording
        self._asks_success = termination == "success"
        self.rules = rules
        self._reward_mode = reward_mode
        self._discount = float(discount)
        self.render_mode = render_mode
        self._render_size: tuple[int, int] | None = None
        if render_size is not None:
            self._render_size = check_size("render_size", render_size)
        self._window: FrameWindow | None = None

        self._closed = False
        self.device: Device = device if isinstance(device, Device) else make_device(device)
        self.device.step_ms = step_ms
        self._labels = {fold_label(label): package for label, package in self.apps.items()}
        self.device.apps = self._labels
        self._broken = False
        self._interrupted = ""  # by what, if a step was; the episode can't go on
        # True: observations belong to the caller. False: they are read-only, and an unchanged part
        # is the same object as before.
        self.copies = True
        # A wrapper's: called in a step once its action is accepted, before it is carried out.
        self.before_action: Callable[[], None] | None = None
        self._prepared: _Start | None = None
        self._trace = trace
        self._traces = bool(trace) or self.task.judges_episodes()
        self._tracer: Tracer | None = None  # of the current episode
        self._seed: int | None = None
        self.judge = EpisodeJudge(self.task, {}, rules)  # of the current episode
        self._step = -1  # of the episode; -1 if there is none
        self._params: Params = {}
        self._words: int | str = 0  # number of the goal's rewording, or its language
        self._goal = ""
        self._texts: dict[str, str] = {}  # of observations, uncut

    @property
    def android_env(self) -> Any:
        """The `android_env.environment.AndroidEnv` behind this environment."""
        return self.device.android_env

    @property
    def goal(self) -> str:
        """The instruction of the current episode."""
        return self._goal

    @property
    def trace(self) -> EpisodeTrace | None:
        """The current episode so far, or the last one; None if no trace is kept."""
        return None if self._tracer is None else self._tracer.trace

    @property
    def _task_name(self) -> str:
        suite = suite_of(type(self.task))
        return self.task.name if suite is None else f"{suite.namespace}/{self.task.name}"

    # --- Gymnasium's methods ---------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Set the device up for an instance of the task.

        Args:
            seed: Seed of the parameters; as in Gymnasium, None continues with the current
                generator.
            options: ``{"params": {...}}`` sets the parameters by hand, ``{"rewording": 2}`` gives
                the goal in other words.

        Raises:
            OptionError: If `seed` or `options` are wrong.
            DeviceError: If the device stays broken after attempts to recover it.
            gymnasium.error.ClosedEnvironmentError: After `close`.
        """
        if self._closed:
            raise ClosedEnvironmentError("The environment was closed. Make a new one.")
        chosen = check_options("options", options)
        self._seed = check_seed(seed)
        super().reset(seed=self._seed)
        self._choose(chosen)
        self._step, self._interrupted = -1, ""
        self._answer: str | None = None
        self._progress = 0.0
        self._tracer = None
        self._called = None
        self.judge = EpisodeJudge(self.task, self._params, self.rules)
        self._set_up()
        self._step = 0
        if self.render_mode == "human":
            self.render()
        # Both copies are made here, so that the cost of a step doesn't grow with the parameters.
        self._params_at_end = copy.deepcopy(self._params)
        return self._observation, self._info() | {"params": copy.deepcopy(self._params)}

    def _choose(self, options: Mapping[str, Any]) -> None:
        """Choose the parameters of an instance and the wording of its goal."""
        rng = self.np_random
        self._params = choose_params(self.task, options, rng)
        goal = self.task.goal(self._params)
        self._words = choose_rewording(self.task, goal, options, self._rewording, rng)

    def _set_up(self) -> None:
        """Bring the device, recovered if need be, to the start of the episode, and look at it."""
        start, self._prepared = self._prepared, None
        if start is not None and start.cause != self._cause():
            start = None
        for attempt in range(_RESET_ATTEMPTS):
            try:
                if self._broken:
                    self.device.recover()
                    self._broken = False
                if start is None:
                    self._set_up_on(self.device)
                    self._observation = self._look_at(self.device)
                else:
                    self.device.reset()
                    self.device.restore(start.snapshot)
                    self._observation, self._texts = start.observation, start.texts
                    self._goal = start.goal
                self.mark_start()
                if self._reward_mode != "sparse":
                    self._progress = self.judge.ask_progress(self.device)
                return
            except DeviceError:
                self._broken = True
                if attempt == _RESET_ATTEMPTS - 1:
                    raise

    def mark_start(self) -> None:
        """Take the device's current state as the start of the episode.

        A wrapper that changes the device after `reset` calls this, so that its changes don't count
        as side effects of the agent.

        Raises:
            DeviceError: If the device fails.
        """
        self.judge.begin(self.device)
        if self._traces:
            head = {
                "task": self._task_name,
                "goal": self._goal,
                "params": copy.deepcopy(self._params),
                "seed": self._seed,
            }
            self._tracer = Tracer(self.device, head, self._trace == "pictures")
            self.judge.tracer = self._tracer

    def _set_up_on(self, device: Device) -> None:
        device.apps = self._labels
        device.reset()
        device.seed(self.np_random)
        suite = suite_of(type(self.task))
        if suite is not None:
            suite.set_up(device)
        self.task.setup(device, self._params)
        goal = self.task.goal_on(device, self._params)
        task, words = type(self.task), self._words
        self._goal = (
            translate(task, goal, words) if isinstance(words, str) else reword(task, goal, words)
        )

    def _cause(self) -> Any:
        """Return what the start of an episode depends on."""
        return copy.deepcopy(self._params), self._words, self.np_random.bit_generator.state

    @property
    def is_prepared(self) -> bool:
        """True if `prepare` has set up the next episode."""
        return self._prepared is not None

    def prepare(self, device: Device) -> None:
        """Set up the episode that the next `reset` without a seed begins, on another device.

        That reset takes it over and returns what it would have returned anyway. Nothing else
        changes; if the next reset begins another episode, this one is dropped.

        Args:
            device: A device for this alone, made as `Device.twin` of this environment's device
                says.

        Raises:
            DeviceError: If that device fails.
        """
        present = self.np_random, self._params, self._words, self._goal, self._texts
        self._np_random = copy.deepcopy(present[0])
        try:
            self._choose({})
            self._set_up_on(device)
            observation = self._look_at(device, ahead=True)
            self._prepared = _Start(
                self._cause(), device.snapshot(), self._goal, observation, self._texts
            )
        finally:
            self._np_random, self._params, self._words, self._goal, self._texts = present

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act, look and judge.

        Wrappers with an action space of their own may pass the meaning of an action instead, an
        `android_gym.actions.Decoded`.

        Raises:
            ActionError: If the action is not in the space.
            gymnasium.error.ResetNeeded: If no episode is under way, also after a step that was
                interrupted, such as by Ctrl-C.
            gymnasium.error.ClosedEnvironmentError: After `close`.
        """
        self._check_running()
        decoded = Decoded()
        reward = 0.0
        errors: dict[str, str] = {}
        self._called = None
        try:
            decoded = self._act(action, errors)
            self._observation = self._look_at(self.device)
            if self._tracer is not None:
                done = () if errors else _events(decoded)
                notes = self._notes()
                self._tracer.add(self.device, done, errors.get("action_error"), notes)
            solved = self._ask_success(decoded.declared) >= 1.0
            over = not decoded.declared and self._is_over()
            terminated = decoded.declared or over or (self._asks_success and solved)
            reward = self._reward(terminated)
            self.judge.measure(self.device)
        except ActionError:
            raise  # nothing was done
        except DeviceError as error:
            self._broken = True
            self._observation = copy.deepcopy(self._observation)  # steps share no object
            errors["device_error"] = str(error)
            terminated = False
            if self._tracer is not None:
                self._tracer.fail(str(error), self._step + 1)
        except BaseException as error:  # such as Ctrl-C: nobody knows how far the step came
            self._step, self._interrupted = -1, type(error).__name__
            raise
        self._step += 1
        truncated = not terminated and (self._broken or self._step >= self.max_steps)
        if self.render_mode == "human" and not self._broken:
            self.render()
        info = self._info() | errors
        if self._tracer is not None:
            success = self.judge.success if terminated or truncated else None
            self._tracer.end_step(reward, terminated, truncated, success)
        if terminated or truncated:
            self._step = -1
            info["params"] = self._params_at_end
            if self._trace:
                info["trace"] = self.trace
        return self._observation, reward, terminated, truncated, info

    def _check_running(self) -> None:
        if self._step >= 0:
            return
        if self._closed:
            raise ClosedEnvironmentError("The environment was closed. Make a new one.")
        if self._interrupted:
            raise gym.error.ResetNeeded(
                f"A step was interrupted by {self._interrupted}, so the phone's state is not what "
                "the last observation shows. Call env.reset() before env.step()."
            )
        raise gym.error.ResetNeeded(
            "The episode is over or has not begun. Call env.reset() before env.step()."
        )

    def _act(self, action: Any, errors: dict[str, str]) -> Decoded:
        """Carry out an action; if it can't be carried out, say so in `errors`."""
        if isinstance(action, Decoded):
            decoded = action
        else:
            decoded = self.action_mode.decode(action, self.device)
        if self.before_action is not None:
            self.before_action()
        if decoded.error is not None:
            errors["action_error"] = decoded.error
        try:
            self.device.perform(decoded.events)
            if decoded.call is not None:
                self._called = decoded.called or self.call_api(decoded.call)
                if self._called.failed:
                    errors["action_error"] = str(self._called)
        except ActionError as error:
            errors["action_error"] = str(error)
        if decoded.answer is not None:
            self._answer = decoded.answer
        return decoded

    def call_api(self, call: ApiCall) -> ApiResult:
        """Make an API call now, without taking a step, looking or judging.

        Args:
            call: A call of an API that the action mode knows; other modes know the package's own.

        Returns:
            The call's result.

        Raises:
            DeviceError: If the device fails.
        """
        mode = self.action_mode
        registry = mode.registry if isinstance(mode, ApiJSONMode) else load_registry()
        return perform_call(self.device, registry, call)

    def render(self) -> np.ndarray | None:
        """Return the screen as uint8 (height, width, 3), or show it in a window.

        Raises:
            DependencyError: If the window needs a library that is missing.
        """
        if self.render_mode is None:
            gym.logger.warn(
                "render() does nothing without a render mode. "
                'Make the environment with render_mode="rgb_array" or "human".'
            )
            return None
        frame = self.device.screenshot(self._render_size)
        if self.render_mode == "rgb_array":
            return frame
        if self._window is None:
            self._window = FrameWindow(self.spec.id if self.spec is not None else self.task.name)
        self._window.show(frame)
        return None

    def close(self) -> None:
        """Release the device and close the window. Can be called again."""
        self._step = -1
        self._closed = True
        if self._window is not None:
            self._window.close()
            self._window = None
        self.device.close()

    # --- the parts of a step ---------------------------------------------------------------------

    def observe(self) -> Any:
        """Return what the agent would see now, without taking a step or judging.

        Raises:
            DeviceError: If the device fails.
        """
        seen = self._look_at(self.device)
        return seen if self.copies else copy.deepcopy(seen)

    def _look_at(self, device: Device, *, ahead: bool = False) -> Any:
        heard = "" if self._called is None or ahead else str(self._called)
        for part in self._observations:
            part.hear(heard)
        parts = {}
        for part in self._observations:
            # The caller may change an observation that it keeps.
            read = part.copy if self.copies else part.read
            parts[part.name] = read(device, self._goal)
        self._texts = {
            part.info_name or part.name: part.text
            for part in self._observations
            if part.text is not None
        }
        return parts[self._observations[0].name] if self._single else parts

    def _ask_success(self, declared: bool) -> float:
        """Return the score: asked for now if it is due, else the latest one."""
        judge, step = self.judge, self._step + 1
        judge.watch(self.device, step)
        if declared:
            return judge.settle(self.device, self._answer, step)
        if self._asks_success:
            return judge.ask_success(self.device, self._answer)
        return judge.success

    def _is_over(self) -> bool:
        """Return True if the task's episode has ended by itself, and judge it then."""
        if not self.task.ends_by_itself or not self.task.is_over(self.device, self._params):
            return False
        self.judge.ask_success(self.device, self._answer)
        return True

    def _reward(self, terminated: bool) -> float:
        sparse = self.judge.success if terminated else 0.0
        if self._reward_mode == "sparse":
            return sparse
        before = self._progress
        self._progress = self.judge.ask_progress(self.device)
        if self._reward_mode == "progress":
            # Progress depends on the phone's state, which an answer does not change.
            self._progress = max(self._progress, sparse)
            return self._progress - before
        return sparse + (0.0 if terminated else self._discount * self._progress) - before

    def _notes(self) -> dict[str, Any]:
        """Return the trace's notes on a step: its API call, if it made one."""
        return {} if self._called is None else {API_CALL: self._called.told}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "goal": self._goal,
            "task": self.task.name,
            "success": self.judge.success,
            "is_success": self.judge.success >= 1.0,
            **self._texts,
            **self.judge.measures,
        }
        if self._called is not None:
            info["api_result"] = str(self._called)
        if self.judge.side_effects:
            info["side_effects"] = list(self.judge.side_effects)
        return info


@dataclass(frozen=True)
class _Start:
    """The start of an episode, set up on another device.

    Attributes:
        cause: What the start depends on.
        snapshot: The device's state.
        goal: The instruction.
        observation: The first observation.
        texts: The observations' texts, which go into the info.
    """

    cause: Any
    snapshot: Any
    goal: str
    observation: Any
    texts: dict[str, str]


def _events(decoded: Decoded) -> tuple[Event, ...]:
    """Return the events of an action, including its API call, answer or declaration."""
    events = (*decoded.done, *decoded.events)
    if decoded.call is not None:
        return (*events, decoded.call)
    if decoded.answer is not None:
        return (*events, Answer(decoded.answer))
    return (*events, Declare()) if decoded.declared else events

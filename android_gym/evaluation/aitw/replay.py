"""AITW/Replay: recorded episodes, shown one screen after the other whatever the agent does."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import gymnasium as gym
import numpy as np
import numpy.typing as npt

from android_gym.checks import (
    check_choice,
    check_flag,
    check_options,
    check_seed,
    check_whole,
    names_checked,
    shown,
)
from android_gym.errors import ActionError, OptionError
from android_gym.evaluation.aitw.dataset import Errors
from android_gym.evaluation.aitw.library import Library, Records, Shape, Shown
from android_gym.task_suite.aitw.matching import match_one
from android_gym.task_suite.aitw.scores import EpisodeScore
from android_gym.wrappers.dual_point_gestures import dual_point_space

__all__ = ["Order", "ReplayEnv", "read_action", "score_policy"]

Order = Literal["random", "sequence"]
Taken = tuple[int, npt.NDArray[np.float32], npt.NDArray[np.float32]]

_KINDS = range(3, 12)


class ReplayEnv(gym.Env[dict[str, Any], dict[str, Any]]):
    """Episodes recorded in the format of Android in the Wild, for offline evaluation and training.

    In each step the agent sees a recorded screen and acts; whatever it does, the next screen is the
    recorded one. So the score is that of the data set's paper.

    ## Observation Space

    A ``Dict``: ``pixels`` (uint8 (height, width, 3)), ``goal`` (uint8, UTF-8, see
    `android_gym.observations.decode_text`), and for the annotated elements of the screen
    ``annotation_boxes`` (float32 (N, 4): top, left, height, width in [0, 1]), ``annotation_texts``
    and ``annotation_types`` (uint8, UTF-8). Rows beyond the last element are zeros. With
    ``copy=False`` arrays are read-only, and the same objects whenever the screen is shown.

    ## Action Space

    That of `android_gym.wrappers.DualPointGestures`.

    ## Rewards

    1.0 if the action matches the recorded one (`android_gym.task_suite.aitw.matching`), else 0.

    ## Episode End

    `terminated` after the last recorded action; the last screen is shown once more.

    ## Info

    ``goal``, ``episode_id``, ``subset``, ``length`` (steps of the episode); after a step also
    ``matched`` (bool), ``recorded`` (the recorded action,
    `android_gym.evaluation.aitw.records.Action`), ``partial`` (share of the episode's steps matched
    so far) and, at the end, ``complete`` (whether all were).

    ## Reset options

    ``episode``: the id of the episode to show.

    Args:
        records: A folder of records, a single file, or `Episode`s; it has to be given. Missing
            indexes are made and written beside the files.
        episodes: Ids of the episodes to show, such as those of a split; all if None.
        order: ``"random"``, drawn with the seed, or ``"sequence"``, one after the other.
        observation_size: (width, height) of ``pixels``.
        max_annotations: Rows of the annotations.
        text_length: Bytes of an annotation's text.
        goal_length: Bytes of ``goal``.
        action_text_length: Bytes of an action's text.
        memory_mb: Memory for decoded episodes; the most recently used are kept.
        copy: Whether observations belong to the caller. Otherwise they are the recorded ones, which
            is at least twice as fast.
        errors: ``"skip"`` to leave out damaged episodes when an index is made, or ``"raise"``.
        render_mode: ``"rgb_array"`` or None.

    Raises:
        OptionError: If an argument is wrong, or there are no episodes.
        DataError: If a file is damaged, or an index belongs to another file.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 2}

    @names_checked
    def __init__(
        self,
        records: Records | None = None,
        episodes: Sequence[str] | None = None,
        order: Order = "random",
        observation_size: Sequence[int] = (270, 600),
        max_annotations: int = 100,
        text_length: int = 64,
        goal_length: int = 512,
        action_text_length: int = 256,
        memory_mb: int = 1024,
        copy: bool = True,
        errors: Errors = "raise",
        render_mode: str | None = None,
    ) -> None:
        check_choice("order", order, ("random", "sequence"))
        check_choice("render_mode", render_mode, (None, "rgb_array"))
        check_flag(copy=copy)
        check_whole(1, 1_000_000, action_text_length=action_text_length)
        size: Any = observation_size
        shape = Shape(size, max_annotations, text_length, goal_length)
        self.library = Library(records, shape, episodes, memory_mb, errors)
        self.observation_space = shape.space()
        self.action_space = dual_point_space(action_text_length)
        self.render_mode = render_mode
        self._copy = copy
        self._order = order
        self._next = 0
        self._shown: Shown | None = None
        self._step = -1
        self._matched = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Show the first screen of an episode.

        Raises:
            OptionError: If `seed` or `options` are wrong.
            DataError: If the episode is damaged.
        """
        super().reset(seed=check_seed(seed))
        chosen = check_options("options", options)
        if chosen.keys() - {"episode"}:
            raise OptionError(f"The option is 'episode', got {shown(sorted(chosen))}.")
        if "episode" in chosen:
            number = self.library.number(chosen["episode"])
        elif self._order == "random":
            number = int(self.np_random.integers(len(self.library)))
        else:
            number, self._next = self._next, (self._next + 1) % len(self.library)
        self._shown = own = self.library.show(number)
        self._step = self._matched = 0
        return self._seen(own, 0), _info(own)

    def step(
        self, action: dict[str, Any]
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Compare an action with the recorded one and show the next screen.

        Raises:
            ActionError: If the action is not in the space.
            gymnasium.error.ResetNeeded: If no episode is under way.
        """
        own, step = self._shown, self._step
        if own is None or step >= len(own):
            raise gym.error.ResetNeeded("The episode is over, or there was none. Call reset().")
        matched = match_one(*read_action(action), own.actions[step], own.ends[step])
        self._matched += matched
        self._step = step = step + 1
        terminated = step == len(own)
        info = _info(own)
        info["matched"] = matched
        info["recorded"] = own.recorded[step - 1]
        info["partial"] = self._matched / len(own)
        if terminated:
            info["complete"] = self._matched == len(own)
        return self._seen(own, step), float(matched), terminated, False, info

    def _seen(self, own: Shown, step: int) -> dict[str, npt.NDArray[Any]]:
        seen = own.observations[step]
        return {name: array.copy() for name, array in seen.items()} if self._copy else dict(seen)

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Return a copy of the current screen; None without a render mode or an episode."""
        if self.render_mode is None or self._shown is None:
            return None
        return np.array(self._shown.observations[self._step]["pixels"])


def _info(own: Shown) -> dict[str, Any]:
    return {
        "goal": own.goal,
        "episode_id": own.id,
        "subset": own.subset,
        "length": len(own),
    }


def read_action(action: Any) -> Taken:
    """Return type, touch and lift of an action of the space.

    Raises:
        ActionError: If it is not such an action.
    """
    try:
        kind = operator.index(action["action_type"])
        touch = np.asarray(action["touch_point"], np.float32)
        lift = np.asarray(action["lift_point"], np.float32)
        (y, x), (to_y, to_x) = touch.tolist(), lift.tolist()
        inside = 0.0 <= y <= 1.0 and 0.0 <= x <= 1.0 and 0.0 <= to_y <= 1.0 and 0.0 <= to_x <= 1.0
        if kind not in _KINDS or not inside:
            raise ValueError
    except (TypeError, ValueError, KeyError, IndexError, OverflowError) as error:
        raise ActionError(
            f"The action {shown(action)} is not in the action space: a dict of action_type, "
            "touch_point, lift_point and text, see DualPointGestures."
        ) from error
    return kind, touch, lift


def score_policy(
    env: gym.Env[Any, Any], act: Callable[[Mapping[str, Any], dict[str, Any]], Any]
) -> list[EpisodeScore]:
    """Show a policy every episode of an environment once, and score it.

    Args:
        env: An ``AITW/Replay-v0``, wrapped or not.
        act: Returns the action for an observation and info.
    """
    library: Library = env.get_wrapper_attr("library")
    scores = []
    for name in library.names:
        observation, info = env.reset(options={"episode": name})
        matched, over = 0, False
        while not over:
            observation, _, terminated, truncated, info = env.step(act(observation, info))
            matched += info["matched"]
            over = terminated or truncated
        scores.append(EpisodeScore(info["subset"], matched, info["length"]))
    return scores

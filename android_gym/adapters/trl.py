"""Environments and rows for TRL's `GRPOTrainer` (``environment_factory``), without importing TRL.

The trainer makes an object, offers each public method except ``reset`` and ``get_reward`` as a
tool, and passes the columns of a row to ``reset``.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from android_gym.adapters.tools import EpisodeTools
from android_gym.checks import check_list, check_whole
from android_gym.errors import OptionError
from android_gym.evaluation.splits import Kind, Part, split
from android_gym.task_suite.rewordings import REWORDINGS

__all__ = ["PhoneEnvironment", "rows"]

Block = dict[str, Any]
"""A block of content: ``{"type": "text", "text": ...}``, or ``"image"`` with a `PIL.Image`."""

_PROMPT = (
    "You operate an Android phone by calling tools. They return a list of the elements on the "
    "screen; refer to an element by its index in the latest list. When the task is done, call "
    "finish. If the task asks a question, call answer instead."
)


class PhoneEnvironment(EpisodeTools):
    """An Android phone for TRL.

    Trainers make it without arguments; a subclass may set `OPTIONS` and `SEES`.

    Attributes:
        OPTIONS: Arguments of `gymnasium.make`, such as ``device``.
        SEES: Whether a rollout begins with a picture of the screen.
    """

    OPTIONS: dict[str, Any] = {}
    SEES = False

    def __init__(self) -> None:
        super().__init__(**self.OPTIONS)

    def reset(
        self, env_id: str, seed: int, rewording: int = 0, **columns: Any
    ) -> str | list[Block]:
        """Begin a row's episode.

        Args:
            env_id: Id of the environment.
            seed: Seed of its reset.
            rewording: Number of the goal's rewording.
            columns: Further columns of the row, which are not used.

        Returns:
            The goal and the screen, for the end of the prompt. It is a plain text if there is no
            picture, as templates of language models drop blocks.
        """
        goal = self._begin(env_id, seed, rewording)
        text = f"Task: {goal}\n\nOn the screen:\n{self.elements()}"
        if not self.SEES:
            return text
        return [{"type": "text", "text": text}, self._image()]

    def screenshot(self) -> list[Block]:
        """Take a screenshot, and return it as an image.

        Returns:
            The screenshot.
        """
        return [self._image()]

    def _image(self) -> Block:
        from PIL import Image

        return {"type": "image", "image": Image.open(io.BytesIO(self._png()))}

    def get_reward(self) -> float:
        """Return the episode's reward, from 0 to 1; 0 until the agent declares the end.

        Returns:
            The reward.
        """
        return self._reward


def rows(
    kind: Kind = "template",
    part: Part = "train",
    count: int = 1000,
    rewordings: Sequence[int] = (0,),
    ids: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Return rows of a data set: instances of a split's tasks, each task in turn.

    Args:
        kind: Kind of the split, see `android_gym.evaluation.split`.
        part: Part of the split.
        count: Maximum number of rows.
        rewordings: Rewordings of the goals; 0 is the task's own words. Each task has them in turn.
        ids: Only these environments; all of the part by default.

    Returns:
        Dicts of ``prompt`` (a list of messages), ``env_id``, ``seed`` and ``rewording``.

    Raises:
        OptionError: If there is no such split or rewording, `count` is not positive, or one of
            `ids` is not in the part.
    """
    check_whole(count=count)
    rewordings = check_list("rewordings", rewordings)
    if not rewordings:
        raise OptionError("rewordings must be a list of whole numbers, such as [0], got none.")
    for number in rewordings:
        check_whole(0, REWORDINGS, **{"rewordings, each": number})
    cases = split(kind, part)
    if ids is not None:
        missing = sorted(set(check_list("ids", ids)) - cases.keys())
        if missing:
            raise OptionError(
                f"{missing[0]!r} is not in the part {part!r} of the split {kind!r}; the other "
                "part may have it."
            )
        cases = {env_id: seeds for env_id, seeds in cases.items() if env_id in ids}
    found: list[dict[str, Any]] = []
    for turn in range(max(map(len, cases.values()), default=0)):
        for place, (env_id, seeds) in enumerate(cases.items()):
            if turn >= len(seeds) or len(found) >= count:
                continue
            found.append(
                {
                    "prompt": [{"role": "user", "content": _PROMPT}],
                    "env_id": env_id,
                    "seed": seeds[turn],
                    "rewording": rewordings[(turn + place) % len(rewordings)],
                }
            )
    return found

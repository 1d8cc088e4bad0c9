"""A taskset and an environment for ``verifiers`` (``vf-eval android_gym_verifiers``).

Importing this module imports ``verifiers`` (``pip install "android-gym[verifiers]"``). The phone
plays the user: each reply of the model acts on it, and the next screen is the next message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from android_gym.adapters.chat import EpisodeChat, text_format
from android_gym.adapters.trl import rows
from android_gym.errors import DependencyError
from android_gym.evaluation.splits import Kind, Part

try:
    import verifiers.v1 as vf
except ImportError as error:
    raise DependencyError(
        'This needs the package verifiers: run `pip install "android-gym[verifiers]"`.'
    ) from error

__all__ = [
    "PhoneData",
    "PhoneEnv",
    "PhoneEnvConfig",
    "PhoneTask",
    "PhoneTaskset",
    "PhoneTasksetConfig",
]


class PhoneData(vf.TaskData):
    """An instance of a registered task."""

    env_id: str
    seed: int
    rewording: int = 0


class PhoneTask(vf.Task[PhoneData]):
    """An episode to play; `PhoneEnv` scores it."""


class PhoneTasksetConfig(vf.TasksetConfig):
    """The choice of tasks."""

    kind: Kind = "template"
    """The split, see `android_gym.evaluation.split`."""
    part: Part = "train"
    """The split's part."""
    count: int = 1000
    """Maximum number of tasks."""
    rewordings: tuple[int, ...] = (0,)
    """Rewordings of the goals, in turn; 0 is the task's own words."""
    ids: tuple[str, ...] | None = None
    """Only these environments; all of the part by default."""


class PhoneTaskset(vf.Taskset[PhoneTask, PhoneTasksetConfig]):
    """Instances of a split's tasks, each task in turn."""

    def load(self) -> Iterator[PhoneTask]:
        """Yield the tasks."""
        config = self.config
        chosen = rows(config.kind, config.part, config.count, config.rewordings, config.ids)
        for row in chosen:
            own = {name: row[name] for name in ("env_id", "seed", "rewording")}
            name = f"{own['env_id']}/{own['seed']}/{own['rewording']}"
            yield PhoneTask(PhoneData(name=name, prompt=None, **own), config.task)


class PhoneEnvConfig(vf.EnvConfig):
    """The model, its format and its phone."""

    player: vf.AgentConfig = vf.AgentConfig(
        harness=vf.HarnessConfig(id="null"), runtime=vf.SubprocessConfig()
    )
    """The model alone: no tools but the phone, and no sandbox."""
    action_format: str = "androidworld-1"
    """A name in `android_gym.agents.formats.FORMATS`: the format of the model's replies, which are
    texts, not function calls."""
    device: str = "simulator"
    """As `gymnasium.make` takes it."""

    def model_post_init(self, context: Any, /) -> None:
        """Refuse a format that isn't for chats, before an episode begins."""
        super().model_post_init(context)
        text_format(self.action_format)


class PhoneEnv(vf.Env[PhoneEnvConfig]):
    """Environment that plays an episode; the reward is 1 if it was solved and declared so."""

    async def run(self, task: PhoneTask, agents: Any) -> None:
        """Play an episode on a phone of its own, in its own thread.

        Raises:
            DeviceError: If the phone fails.
        """
        loop, data = asyncio.get_running_loop(), task.data
        with ThreadPoolExecutor(1, "phone") as thread:
            chat = EpisodeChat(self.config.action_format, device=self.config.device)
            try:
                begun = (data.env_id, data.seed, data.rewording)
                messages = await loop.run_in_executor(thread, chat.begin, *begun)
                async with agents.player.interaction(task) as interaction:
                    while messages:
                        segment = await interaction.turn(messages)
                        if segment.terminated:
                            break
                        messages = await loop.run_in_executor(thread, chat.take, segment.last_reply)
                    trace = interaction.trace
                    if chat.end is not None:
                        trace.stop(chat.end)
                trace.record_reward("success", chat.reward, 1.0)
                trace.record_metric("steps", float(chat.steps))
            finally:
                await loop.run_in_executor(thread, chat.close)

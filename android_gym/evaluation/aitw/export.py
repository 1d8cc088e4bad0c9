"""Export of played episodes as a folder of Android in the Wild, with indexes and splits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import gymnasium as gym

from android_gym.checks import check_list, check_path, check_size, check_whole
from android_gym.errors import AndroidGymError, DeviceError, OptionError
from android_gym.evaluation.aitw.dataset import EpisodeWriter, make_index
from android_gym.evaluation.aitw.recorder import RecordAndroidInTheWild
from android_gym.evaluation.aitw.records import Episode
from android_gym.evaluation.aitw.splits import Item, Kind, item_of, write_splits
from android_gym.evaluation.ids import find_ids
from android_gym.evaluation.policies import Policy, load_policy
from android_gym.evaluation.results import EpisodeKey

__all__ = ["Export", "LeftOut", "export"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An episode that was played but not written.

    Attributes:
        id: Id of its environment.
        seed: Seed of its reset.
        why: Why it was not written.
    """

    id: str
    seed: int
    why: str


@dataclass(frozen=True, slots=True)
class Export:
    """A summary of what was written.

    Attributes:
        files: The files of episodes.
        episodes: Number of episodes in them.
        steps: Number of steps in these.
        left_out: Episodes that were played but not written.
        no_splits: Kinds of splits that the episodes do not allow, and why.
    """

    files: tuple[Path, ...]
    episodes: int
    steps: int
    left_out: tuple[LeftOut, ...]
    no_splits: Mapping[Kind, str]


def export(
    ids: str | Iterable[str],
    seeds: Sequence[int],
    out: str | Path,
    policy: Any = "demonstration",
    *,
    trust: bool = False,
    rewordings: Sequence[int] = (0,),
    size: tuple[int, int] = (270, 600),
    device: str | Mapping[str, Any] = "simulator",
    on_episode: Callable[[str, int, Episode | None], object] | None = None,
) -> Export:
    """Play episodes and write those that were solved.

    The folder gets a folder for each suite, named like one of the data set's parts, with a file of
    episodes and its index; and ``splits/`` with those splits that the episodes allow.

    Args:
        ids: Environments, or patterns of them, see `android_gym.evaluation.find_ids`.
        seeds: Seeds, one episode each.
        out: The folder, which must be empty or not exist.
        policy: The policy that plays, see `android_gym.evaluation.load_policy`.
        trust: Whether code named by `policy` may be run.
        rewordings: Rewordings of the goals; 0 is the task's own words.
        size: (width, height) of the screens in pixels.
        device: As `gymnasium.make` takes it.
        on_episode: Called after each with its id, its seed and its recording.

    Raises:
        OptionError: If an argument is wrong, or the folder isn't empty.
        DeviceError: If the device can't be started.
        OSError: If a file can't be written.
    """
    folder = check_path("out", out)
    check_size("size", size)
    found = find_ids(ids)
    numbers = check_list("seeds", seeds)
    for seed in numbers:
        check_whole(0, 2**32 - 1, seeds=seed)
    player = load_policy(policy, trust=trust)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise OptionError(f"{str(folder)!r} is not empty: export to another folder.")
    left_out: list[LeftOut] = []
    items: dict[str, Item] = {}
    paths: list[Path] = []
    steps = 0
    with ExitStack() as stack:
        writers: dict[str, EpisodeWriter] = {}
        for env_id in found:
            for seed, played in _play(player, env_id, numbers, rewordings, size, device):
                if isinstance(played, Episode) and played.id in items:
                    played = "the same episode was written before"
                if isinstance(played, str):
                    left_out.append(LeftOut(env_id, seed, played))
                else:
                    subset = _subset(env_id)
                    if subset not in writers:
                        paths.append(folder / subset / f"{subset}-00000-of-00001")
                        paths[-1].parent.mkdir()
                        writers[subset] = stack.enter_context(EpisodeWriter(paths[-1]))
                    played = replace(played, subset=subset)
                    writers[subset].write(played)
                    items[played.id] = item_of(played)
                    steps += len(played)
                if on_episode is not None:
                    on_episode(env_id, seed, played if isinstance(played, Episode) else None)
    for path in paths:
        make_index(path)
    missing = write_splits(items.values(), folder / "splits")
    return Export(tuple(paths), len(items), steps, tuple(left_out), missing)


def _subset(env_id: str) -> str:
    """Return the folder's name for a suite: ``android_world`` for ``AndroidWorld/...``."""
    namespace = env_id.rpartition(":")[2].partition("/")[0]
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", namespace).lower()


def _play(
    policy: Policy,
    env_id: str,
    seeds: Sequence[int],
    rewordings: Sequence[int],
    size: tuple[int, int],
    device: str | Mapping[str, Any],
) -> Iterable[tuple[int, Episode | str]]:
    """Play episodes of one environment; yield each one's recording, or why there is none."""
    options = {**getattr(policy, "env_options", {}), "device": device, "termination": "declared"}
    made: gym.Env[Any, Any] = gym.make(env_id, **options)
    try:
        env: gym.Env[Any, Any] = RecordAndroidInTheWild(made, size=size)
        prepare = getattr(policy, "prepare", None)
        env = env if prepare is None else prepare(env)
        for seed in seeds:
            for rewording in rewordings:
                key = EpisodeKey(env_id, "different-seed", seed, rewording=rewording)
                yield seed, _episode(env, policy, key)
    finally:
        made.close()


def _episode(env: gym.Env[Any, Any], policy: Policy, key: EpisodeKey) -> Episode | str:
    options = {"rewording": key.rewording} if key.rewording else None
    try:
        observation, info = env.reset(seed=key.seed, options=options)
        policy.reset(info["goal"], key.policy_seed)
        over = False
        while not over:
            action = policy.act(observation, info)
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
    except DeviceError:
        raise
    except Exception as error:  # any fault of a policy costs its episode
        name = "" if isinstance(error, AndroidGymError) else f"{type(error).__name__}: "
        return f"{name}{error}"
    recorded: Episode | None = info.get("recorded")
    return info["not_recorded"] if recorded is None else recorded

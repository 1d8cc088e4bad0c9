"""EpisodeActor: an actor on a cluster that plays whole episodes."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from android_gym.distributed.cluster import NodeFacts, load_ray
from android_gym.errors import AndroidGymError, OptionError
from android_gym.evaluation.playing import Job, Played, Player, packed
from android_gym.evaluation.policies import load_policy, look_in_current_folder
from android_gym.evaluation.results import EpisodeKey
from android_gym.evaluation.workers import Work, played
from android_gym.host_files import read_plain

__all__ = ["EpisodeActor", "Parcel", "made"]

_MOST_BYTES: Final = 1 << 30
"""Maximum size of a checkpoint."""


@dataclass(frozen=True)
class Parcel:
    """Jobs of sweeps, with everything that has to travel with them.

    Attributes:
        jobs: One job of each sweep, pickled separately: if a policy's module is missing on a node,
            this package reports it in its own words.
        files: Files of checkpoints that policies name, by path on the driver: the ``.zip`` and the
            ``.json`` beside it.
    """

    jobs: bytes
    files: Mapping[str, Mapping[str, bytes]]

    @classmethod
    def of(cls, jobs: Sequence[Job]) -> Parcel:
        """Pack jobs.

        Raises:
            OptionError: If a checkpoint can't be read, or a policy can't be copied.
        """
        files = {}
        for job in jobs:
            if isinstance(job.policy, str) and job.policy.endswith(".zip"):
                paths = Path(job.policy), Path(job.policy).with_suffix(".json")
                try:
                    files[job.policy] = {p.name: read_plain(p, _MOST_BYTES) for p in paths}
                except OSError as error:
                    raise OptionError(
                        f"The checkpoint {job.policy!r} can't be sent to the nodes: {error}."
                    ) from error
        return cls(packed(jobs), files)

    def unpacked(self, folder: Path) -> list[Job]:
        """Return the jobs, with their checkpoints in a folder of this node.

        Raises:
            Exception: Whatever importing a policy's module raises.
        """
        look_in_current_folder()
        jobs: list[Job] = pickle.loads(self.jobs)
        for number, (path, files) in enumerate(sorted(self.files.items())):
            own = folder / str(number)
            own.mkdir()
            for name, data in files.items():
                (own / Path(name).name).write_bytes(data)
            at = str(own / Path(path).name)
            jobs = [replace(job, policy=at) if job.policy == path else job for job in jobs]
        return jobs


class EpisodeActor:
    """Player of episodes of sweeps, one at a time; its creator makes it an actor."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._players: list[Player] = []
        self._playing = 0

    def facts(self) -> NodeFacts:
        """Return the versions on this node, before anything else is asked."""
        return NodeFacts.here(load_ray().get_runtime_context().get_node_id())

    def begin(self, parcel: Parcel) -> OptionError | None:
        """Make the policies.

        Returns:
            None; or why that can't be done on any node like this.
        """
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="android_gym-"))
        try:  # the sender has trusted them
            jobs = parcel.unpacked(Path(folder))
            self._players = [Player(load_policy(job.policy, trust=True), job) for job in jobs]
        except Exception as error:  # a missing module, for example
            name = "" if isinstance(error, AndroidGymError) else f"{type(error).__name__}: "
            return OptionError(
                f"On {NodeFacts.here().host}: {name}{error} What a policy needs has to be there on "
                "every node: install it, or send its folder (folder=..., `ray job submit "
                "--working-dir`)."
            )
        return None

    def play(self, work: Work) -> Played | OptionError | str:
        """Play an episode, and write nothing.

        Returns:
            Its outcome, as `android_gym.evaluation.workers.played` returns it.
        """
        if work.sweep != self._playing:
            self._players[self._playing].close()  # the players share one device
            self._playing = work.sweep
        key: EpisodeKey = work.key
        return played(self._players[work.sweep].play_whole, key)

    def close(self) -> None:
        """Close the environment, and remove the unpacked files."""
        for player in self._players:
            player.close()
        self._stack.close()


def made(ray: Any, options: Mapping[str, float | str]) -> Any:
    """Start an actor.

    Args:
        ray: The module.
        options: Options of the actor, in Ray's terms.

    Returns:
        Its handle.
    """
    return ray.remote(max_restarts=0, max_task_retries=0)(EpisodeActor).options(**options).remote()

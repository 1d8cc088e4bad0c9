"""Runner: plays agents on tasks over a pool of phones, as a session in the benchmark's layout."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from android_gym.checks import check_file_name, check_path
from android_gym.errors import OptionError
from android_gym.evaluation import results as sweeps
from android_gym.evaluation.folder import load
from android_gym.evaluation.ids import find_ids, task_of
from android_gym.evaluation.spa_bench.collecting import collect_episode, trace_folder
from android_gym.evaluation.spa_bench.record_ids import (
    part_ids,
    registered,
    uid_of,
    with_records,
)
from android_gym.evaluation.spa_bench.sessions import Result, read_results, write_results
from android_gym.evaluation.sweep import sweep_all
from android_gym.task_suite.spa_bench import load as load_record
from android_gym.task_suite.spa_bench.live import LiveTask

__all__ = ["LeftOut", "left_out", "run"]

SWEEPS: Final = ".sweeps"
"""Folder of a session with the agents' sweeps, which `evaluate_session` ignores."""


class LeftOut(NamedTuple):
    """A run that doesn't exist, as an error came before the first screen.

    Attributes:
        task: ``"<set>/<id>"``.
        agent: Name of the agent.
        cause: The error, such as which apps are missing.
    """

    task: str
    agent: str
    cause: str


def run(
    session: str | os.PathLike[str],
    agents: Mapping[str, Any],
    ids: str | Sequence[str] = "SPABench/*",
    *,
    seed: int = 0,
    on_run: Callable[[Result, int, int], object] = lambda result, done, total: None,
    **options: Any,
) -> list[Result]:
    """Play every agent on every task, and write each run as it ends.

    The phones start on the next agent's runs as soon as none of the current one's are left. After
    an interruption or a kill, the same call continues the session.

    Args:
        session: Folder of the session; created if need be. It gets ``<task id>/<agent>`` for each
            run, and ``results.csv``, judged by the phone's state.
        agents: Policies, as `android_gym.evaluation.sweep` takes them, by the agents' names.
        ids: Live ids, patterns of them, or records such as ``"ENG/youtube_0"``. A record without a
            live id is played on devices that have its apps, which agents can open by their names;
            it has no verdict (signal "E") before `evaluate_session`. Without its apps it is left
            out.
        seed: Seed of all runs.
        on_run: Called with each new run, the number of runs so far and the total.
        options: Further arguments of `android_gym.evaluation.sweep_all`: ``devices``, ``workers``,
            ``tries``, ``timeout_s``, ``retry_errors``, ``trust`` ...

    Returns:
        All runs of these agents, by task and agent. Episodes that an error ended before the first
        screen are not runs; `left_out` lists them.

    Raises:
        OptionError: If an argument is wrong, or the session was made with other tasks or another
            seed.
        SweepError: If workers can't be started, or a file can't be written.
        TraceError: If a run can't be written, or ``results.csv`` is not a table of results.
    """
    folder = check_path("session", session)
    own = sorted({"seeds", "out", "traces", "same_seed", "rewordings", "on_episode"} & set(options))
    if own:
        raise OptionError(f"{own[0]!r} can't be given: the session sets it.")
    patterns, wanted = part_ids(ids)
    with registered(wanted) as own_ids:
        uids = {env_id: _uid(env_id) for env_id in find_ids([*patterns, *own_ids])}
        kept = _Kept(folder, uids)
        for agent in agents:
            kept.catch_up(agent)

        def keep(agent: str, result: sweeps.Result | None, done: int, total: int) -> None:
            if result is not None and (new := kept.add(agent, result)) is not None:
                on_run(new, done, total)

        sweep_all(
            list(uids),
            agents,
            out=folder / SWEEPS,
            seeds=[seed],
            traces="pictures",
            on_episode=keep,
            **{"demonstrate": False, **with_records(options, wanted)},
        )
    return [result for (_, agent), result in sorted(kept.results.items()) if agent in agents]


def left_out(session: str | os.PathLike[str]) -> list[LeftOut]:
    """Return the runs that could not begin in a session made by `run`, by task and agent.

    Raises:
        OptionError: If `session` is not a path.
        SweepError: If the session's sweeps can't be read.
    """
    found = []
    for file in (check_path("session", session) / SWEEPS).glob("*/episodes.jsonl"):
        for result in load(file.parent):
            if result.error is not None and not trace_folder(file.parent, result).exists():
                found.append(LeftOut(uid_of(result.key.id), file.parent.name, result.error))
    return sorted(found)


def _uid(env_id: str) -> str:
    task = task_of(env_id)
    if not issubclass(task, LiveTask):
        raise OptionError(
            f"{env_id} is not a task of SPA-Bench: see `android-gym list --suite SPABench`."
        )
    return load_record(task.uid).uid


class _Kept:
    """The runs of a session, written to disk as they end."""

    def __init__(self, session: Path, uids: Mapping[str, str]) -> None:
        self._session = session
        self._uids = uids
        self._file = session / "results.csv"
        found = read_results(self._file) if self._file.exists() else []
        self.results = {(result.task, result.agent): result for result in found}

    def catch_up(self, agent: str) -> None:
        """Write runs that had ended but were not yet written when the session was killed."""
        check_file_name("The name of an agent", agent)
        if not (self._session / SWEEPS / agent / "episodes.jsonl").exists():
            return
        for result in load(self._session / SWEEPS / agent):
            uid = self._uids.get(result.key.id)
            if uid is not None and (uid, agent) not in self.results:
                self.add(agent, result)

    def add(self, agent: str, result: sweeps.Result) -> Result | None:
        """Write a run, and the table with it."""
        uid = self._uids[result.key.id]
        collected = collect_episode(
            self._session / SWEEPS / agent, self._session, agent, result, uid
        )
        if collected is None:
            return None
        self.results[uid, agent] = collected[0]
        write_results(self._file, [self.results[key] for key in sorted(self.results)])
        return collected[0]

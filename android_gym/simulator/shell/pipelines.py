"""Pipelines, whose commands run one after another, each on the output of the one before."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from android_gym.simulator.shell.streams import BrokenPipe, Killed, PipeSink, Sink, Source, Stream
from android_gym.simulator.shell.syntax import Node, Pipeline

if TYPE_CHECKING:
    from android_gym.simulator.shell.interpreter import Process

__all__ = ["run_pipeline"]


def run_pipeline(process: Process, node: Pipeline) -> int:
    """Run ``! a | b``, optionally timed."""
    if node.negated:
        process.tested += 1
    try:
        status = _run_stages(process, node.commands)
    finally:
        if node.negated:
            process.tested -= 1
    if node.timed:
        process.fds[2].write(b"    0m00.00s real     0m00.00s user     0m00.00s system\n")
    return int(not status) if node.negated else status


def _run_stages(process: Process, stages: Sequence[Node]) -> int:
    """Run the commands of a pipeline, each on the previous one's output."""
    if not stages:
        return 0
    if len(stages) == 1:
        return process.run(stages[0])
    source: Stream = process.fds[0]
    failed = 0
    status = 0
    last = len(stages) - 1
    with ExitStack() as pipes:
        for place, stage in enumerate(stages):
            fds = dict(process.fds)
            fds[0] = source
            if place == last:
                status = process.subshell(stage, fds)
            else:
                sink = PipeSink(process.shell.pipes)
                read = pipes.pop_all()
                pipes.callback(sink.close)
                fds[1] = sink
                with read:
                    status, whole = _run_stage(process, stage, fds, sink)
                source = Source(
                    sink.value(), None if whole else process.budget, repeated=sink.repeated
                )
            failed = status or failed
    return failed if "pipefail" in process.flags else status


def _run_stage(
    process: Process, stage: Node, fds: dict[int, Stream], sink: Sink
) -> tuple[int, bool]:
    """Run a stage that writes into a pipe, stopping it if it never ends.

    The stage gets half of the remaining steps; its reader runs afterwards on the rest.

    Returns:
        The status, and whether the stage wrote all of its output.
    """
    budget = process.budget
    steps = budget.steps
    allowed = steps >> 1
    budget.steps = allowed
    outside = (budget.piped, budget.partial)
    budget.piped, budget.partial = True, False
    whole = True
    try:
        status = process.subshell(stage, fds)
        whole = not budget.partial
    except BrokenPipe:
        status, whole = 141, False
    except Killed:
        if not sink.size or budget.steps >= 0:
            raise
        status, whole = 141, False
    finally:
        budget.steps = steps - (allowed - max(budget.steps, 0))
        budget.piped, budget.partial = outside
    return status, whole

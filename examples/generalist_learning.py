"""Learning from episodes, for `generalist.py`: steps and their moves, and training on them."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from generalist_data import Episode, read
from generalist_moves import moves_of
from generalist_net import Net, Target, batch_of, losses
from numpy.typing import NDArray

from android_gym.agents.generalist.moves import Move
from android_gym.agents.generalist.reading import Reader, Sight
from android_gym.agents.generalist.weights import Weights
from android_gym.agents.generalist.words import ROWS

__all__ = ["Lesson", "Lessons", "add", "train"]


@dataclass(frozen=True)
class Team:
    """Processes that train one network, each on its own, averaging their weights now and then.

    Attributes:
        rank: Number of this process.
        size: Number of processes.
        file: File by which they find each other; must not exist yet.
    """

    rank: int = 0
    size: int = 1
    file: Path | None = None

    def begin(self) -> None:
        """Wait for the other processes."""
        if self.size > 1:
            import torch.distributed as dist

            where = f"file://{self.file}"
            dist.init_process_group("gloo", where, rank=self.rank, world_size=self.size)

    def meet(self, net: Net) -> None:
        """Replace the weights of all processes by their mean."""
        if self.size > 1:
            import torch.distributed as dist

            with torch.no_grad():
                flat = torch.nn.utils.parameters_to_vector(net.parameters())
                dist.all_reduce(flat)
                torch.nn.utils.vector_to_parameters(flat / self.size, net.parameters())

    def most(self, value: float) -> float:
        """Return the largest of all processes' values."""
        if self.size == 1:
            return value
        import torch.distributed as dist

        told = torch.tensor(value)
        dist.all_reduce(told, dist.ReduceOp.MAX)
        return float(told)


_TOGETHER = 8
"""Number of batches between two averages."""

PHRASES = 512
"""Number of phrases that there is room for."""

_OF_PHRASES = ("phrase.weight", "phrase.bias")
_BATCH = 48
_DRAWN = 48 * 40
_LEAST, _MOST = 0.03, 3.0
"""Limits of a step's sampling weight, which is its last loss."""
_RARE = -4.0
"""Initial lower limit of a kind of moves' bias."""
_KNOWN = 0.3
"""Initial sampling weight of steps whose ids the starting weights were trained on."""


@dataclass(frozen=True)
class Lesson:
    """A step and the right move for it.

    Attributes:
        sight: The arrays read.
        target: The move.
        task: Position in `Lessons.ids`.
        corrected: Whether it is from an episode in which a policy acted.
    """

    sight: Sight
    target: Target
    task: int
    corrected: bool = False


@dataclass
class Lessons:
    """All steps to learn from.

    Attributes:
        ids: Ids of the tasks.
        phrases: Phrases that moves can say besides words of the goal and the screen.
        steps: The lessons.
        files: Files that they come from.
        unsayable: By id, the number of episodes with an action that no move expresses, and the
            first such action.
        episodes: Number of episodes by id.
    """

    ids: list[str]
    phrases: list[str] = field(default_factory=list)
    steps: list[Lesson] = field(default_factory=list)
    files: set[Path] = field(default_factory=set)
    unsayable: dict[str, tuple[int, str]] = field(default_factory=dict)
    episodes: Counter[str] = field(default_factory=Counter)


def add(lessons: Lessons, data: Path) -> int:
    """Add the lessons of new episodes; return the number of their steps.

    Args:
        lessons: Lessons to add to. New phrases are appended.
        data: Folder of the rounds.
    """
    before = len(lessons.steps)
    pairs: list[tuple[Episode, list[tuple[list[Move], Move | None]]]] = []
    for file in sorted(data.glob("*/*.jsonl.gz")):
        if file in lessons.files:
            continue
        lessons.files.add(file)
        own = [episode for episode in read(file) if episode.id in lessons.ids]
        pairs += [(episode, moves_of(episode)) for episode in own]
    users: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for episode, steps in pairs:
        for wanted, _ in steps:
            for move in wanted:
                if move.phrase:
                    users[move.phrase].add((episode.id, episode.seed))
    common = sorted(users, key=lambda phrase: (-len(users[phrase]), phrase))
    for phrase in common:
        new = phrase not in lessons.phrases and len(users[phrase]) > 1
        if new and len(lessons.phrases) < PHRASES:
            lessons.phrases.append(phrase)
    known = {phrase: i for i, phrase in enumerate(lessons.phrases)}
    number = {env_id: i for i, env_id in enumerate(lessons.ids)}
    for episode, steps in pairs:
        lessons.episodes[episode.id] += 1
        fault = _learn(lessons.steps, episode, steps, known, number[episode.id])
        if fault:
            times, first = lessons.unsayable.get(episode.id, (0, fault))
            lessons.unsayable[episode.id] = times + 1, first
    return len(lessons.steps) - before


def _learn(
    kept: list[Lesson],
    episode: Episode,
    steps: Iterable[tuple[list[Move], Move | None]],
    known: dict[str, int],
    task: int,
) -> str:
    """Add the lessons of an episode, as far as moves can express it; return what they can't."""
    reader = Reader(episode.goal)
    for moment, (wanted, made) in zip(episode.moments, steps, strict=True):
        seen = moment.seen(episode.goal)
        if moment.label is not None and not wanted:
            return repr(moment.label)[:120]
        for move in wanted:
            sight = reader.read(seen)
            target = Target.of(move, sight, known)
            if target is None:
                return repr(move)[:120]
            kept.append(Lesson(sight, target, task, episode.source == "dagger"))
            if move.kind.startswith("say"):
                reader.note(move, seen)
        if made is None:
            return repr(moment.event)[:120]
        if not wanted:
            reader.read(seen)
        reader.note(made, seen)
    return ""


def save(net: Net, lessons: Lessons, file: Path, notes: dict[str, str]) -> None:
    """Write the weights, without the unused places for phrases."""
    arrays = {name: tensor.detach().numpy() for name, tensor in net.state_dict().items()}
    for name in _OF_PHRASES:
        arrays[name] = arrays[name][: len(lessons.phrases)]
    Weights(arrays, tuple(lessons.phrases), tuple(lessons.ids), notes).write(file)


def _load(net: Net, weights: Weights) -> None:
    """Load weights; phrases keep their places, and new moves can be learned."""
    own = net.state_dict()
    for name, array in weights.arrays.items():
        given = torch.from_numpy(array.astype(np.float32))
        own[name][: len(given)] = given
    own["kind_2.bias"].clamp_(min=_RARE)


def train(
    lessons: Lessons,
    data: Path,
    out: Path,
    minutes: float,
    seed: int,
    start: Path | None,
    rate: float = 1e-3,
    team: Team = Team(),
) -> Net:
    """Train for some minutes of processor time; write weights now and then.

    Steps are sampled in proportion to their loss when last sampled; those of ids that are new to
    the weights, and of episodes in which a policy acted, come first. Episodes that are collected
    meanwhile are used too.

    Args:
        lessons: Lessons to learn from; empty at first.
        data: Folder of the rounds.
        out: File of the weights; ``log.jsonl`` is written beside it.
        minutes: Minutes of this process's processor time, so that other work changes nothing.
        seed: Seed of all random numbers.
        start: Weights to start with.
        rate: Initial learning rate.
        team: Processes that train one network together.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng([seed, team.rank])
    begin, begin_wall = time.process_time(), time.monotonic()
    weights = None if start is None else Weights.read(start)
    net = _begun(lessons, data, weights)
    team.meet(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, fused=True)
    known = set() if weights is None else set(weights.ids)
    of_known = [
        lessons.ids[lesson.task] in known and not lesson.corrected for lesson in lessons.steps
    ]
    last = np.where(of_known, _KNOWN, _MOST)
    saved, seen = 0.0, 0
    net.train()
    while (spent := team.most((time.process_time() - begin) / 60)) < minutes:
        batches = _drawn(lessons, last, rng)
        told = []
        for done, k in enumerate(rng.permutation(len(batches))):
            share = min((time.process_time() - begin) / 60 / minutes, 1.0)
            factor = min(1.0, (seen + 500) / 3_000) * (0.51 + 0.49 * np.cos(np.pi * share))
            for group in optimizer.param_groups:
                group["lr"] = rate * factor
            loss = _learned(net, optimizer, [lessons.steps[i] for i in batches[k]], rng)
            last[batches[k]] = loss.numpy()
            told.append(float(loss.mean()))
            seen += len(loss)
            if done % _TOGETHER == 0:
                team.meet(net)
        team.meet(net)
        line = {
            "minutes": round(spent, 2),
            "wall": round((time.monotonic() - begin_wall) / 60, 2),
            "lessons": len(last),
            "steps": seen,
            "loss": round(float(np.mean(told)), 4),
            "all": round(float(last.mean()), 4),
            "right": round(float((last < 0.5).mean()), 4),
        }
        if team.rank == 0:
            _log(out.with_suffix(".jsonl"), line)
        if spent - saved > 3:
            if team.rank == 0:
                save(net, lessons, out, {})
            saved = spent
            if team.size == 1:
                last = np.concatenate([last, np.full(add(lessons, data), _MOST)])
    net.eval()
    if team.rank == 0:
        processor = (time.process_time() - begin) / 60
        notes = {
            "steps": str(seen * team.size),
            "processor_minutes": f"{processor * team.size:.1f}",
        }
        save(net, lessons, out, notes | {"processes": str(team.size)})
    return net


def _begun(lessons: Lessons, data: Path, weights: Weights | None) -> Net:
    """Read the lessons, and return the initial network."""
    if weights is not None:
        lessons.phrases += weights.phrases
    add(lessons, data)
    if not lessons.steps:
        raise SystemExit(f"error: no episodes of these ids are in {data}; collect some first")
    net = Net(PHRASES)
    if weights is not None:
        _load(net, weights)
    return net


def _learned(
    net: Net, optimizer: torch.optim.Optimizer, chosen: Sequence[Lesson], rng: np.random.Generator
) -> torch.Tensor:
    """Train on a batch; return the losses before: (batch,)."""
    batch = batch_of([lesson.sight for lesson in chosen])
    targets = [lesson.target for lesson in chosen]
    loss = losses(net, batch, targets, _hidden(rng), torch.bfloat16)
    optimizer.zero_grad()
    loss.mean().backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimizer.step()
    return loss.detach()


def _log(file: Path, line: dict[str, float]) -> None:
    with open(file, "a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


def _drawn(
    lessons: Lessons, last: NDArray[np.float64], rng: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Sample steps in proportion to their last loss, in batches of similar size."""
    weight = np.clip(last, _LEAST, _MOST)
    drawn = rng.choice(len(last), min(_DRAWN, len(last)), p=weight / weight.sum())
    sizes = np.array([lessons.steps[i].sight.whole.shape for i in drawn])
    drawn = drawn[np.argsort(sizes.sum(1), kind="stable")]
    return [drawn[i : i + _BATCH] for i in range(0, len(drawn), _BATCH)]


def _hidden(rng: np.random.Generator) -> torch.Tensor | None:
    """Sample words to hide, so that the network learns to point at words that it doesn't know."""
    if rng.random() < 0.5:
        return None
    hide = torch.from_numpy(rng.random(ROWS) < 0.1)
    hide[0] = False
    return hide

"""Cloning of one small network from demonstrations of all ids, with tests on unseen seeds.

python examples/generalist.py collect --data out/episodes --rounds 4
python examples/generalist.py train --data out/episodes --out out/weights.npz --minutes 60
python examples/generalist.py dagger --data out/episodes --weights out/weights.npz
python examples/generalist.py evaluate --weights out/weights.npz --out out/generalist.json
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from generalist_dagger import correct
from generalist_data import collect, file_of
from generalist_table import markdown, table_of
from writing import about, write_json

import android_gym  # noqa: F401  (registers the ids)
from android_gym.agents.generalist import GeneralistPolicy
from android_gym.agents.generalist.weights import Weights
from android_gym.errors import AndroidGymError
from android_gym.evaluation import sweep
from android_gym.evaluation.ids import find_ids
from android_gym.evaluation.splits import split

TEST_SEED = 1_000_000
"""First seed of test episodes.

Training seeds are below 500. Weights are compared on seeds in between, so that none is chosen by
the test.
"""


def of_part(ids: Sequence[str], part: str) -> list[str]:
    """Return every n-th id: ``"1/2"`` is the second half, for one of two processes."""
    first, _, step = part.partition("/")
    return list(ids[int(first) :: int(step)])


def collect_all(args: argparse.Namespace) -> None:
    """Collect rounds of demonstrations; existing rounds and ids are left as they are."""
    for number in range(args.first, args.first + args.rounds):
        for env_id in of_part(args.ids, args.part):
            folder = args.data / str(number)
            if file_of(folder, env_id).exists():
                continue
            count, why = collect(folder, env_id, number * args.seeds, args.seeds)
            if count < args.seeds:
                print(f"{env_id}: {count} of {args.seeds} episodes; {why}", flush=True)
        print(f"round {number} is there", flush=True)


def train_all(args: argparse.Namespace) -> None:
    """Train on all ids, or on the training part of a split."""
    import torch
    from generalist_learning import Lessons, Team, train

    torch.set_num_threads(1)
    ids = args.ids
    if args.split:
        allowed = split(args.split, "train")
        ids = [env_id for env_id in ids if env_id in allowed]
    lessons = Lessons(ids)
    rank, size = (int(number) for number in args.team.split("/"))
    team = Team(rank, size, args.out.absolute().with_suffix(".team"))
    team.begin()
    train(lessons, args.data, args.out, args.minutes, args.seed, args.start, args.rate, team)
    if rank:
        return
    said = {
        env_id: {"episodes": lessons.episodes[env_id], "unsayable": count, "first": first}
        for env_id, (count, first) in sorted(lessons.unsayable.items())
    }
    write_json(args.out.with_suffix(".unsayable.json"), said)


def dagger_all(args: argparse.Namespace) -> None:
    """Let the policy act on training seeds, and keep the corrections."""
    weights = Weights.read(args.weights)
    folder = args.data / f"dagger_{args.first}"
    for env_id in of_part(args.ids, args.part):
        if not file_of(folder, env_id).exists():
            found = correct(folder, env_id, weights, args.first, args.seeds)
            told = ", ".join(f"{name} {count}" for name, count in found._asdict().items())
            print(f"{env_id}: {told}", flush=True)


def mean_all(args: argparse.Namespace) -> None:
    """Write the mean of the weights before and after some training.

    It keeps more of what was learned before (Wortsman et al., 2022, "Robust Fine-Tuning of
    Zero-Shot Models").
    """
    before, behind = (Weights.read(file) for file in args.weights)
    known = len(before.phrases)
    if behind.phrases[:known] != before.phrases:
        raise SystemExit(f"error: {args.weights[1]} does not come of {args.weights[0]}")
    found = {}
    for name, array in behind.arrays.items():
        other = array.astype(np.float32)
        rows = before.arrays[name]
        own = other if rows.shape == other.shape else other[: len(rows)]  # new phrases come last
        own += args.share * (rows.astype(np.float32) - own)
        found[name] = other
    notes = dict(behind.notes) | {"mean": f"with {args.share:g} of the weights before"}
    Weights(found, behind.phrases, behind.ids, notes).write(args.out)


def evaluate_all(args: argparse.Namespace) -> None:
    """Play ids on seeds that were not used in training; write the table of results."""
    weights = Weights.read(args.weights)
    results = sweep(
        args.ids,
        GeneralistPolicy(args.weights),
        out=args.sweep,
        seeds=range(args.first, args.first + args.seeds),
        rewordings=args.rewordings,
        workers=args.workers,
        demonstrate=False,
    )
    unsayable = json.loads(args.unsayable.read_text()) if args.unsayable else {}
    write_json(args.out, about(1) | table_of(results, weights.notes, unsayable))


def write_page(args: argparse.Namespace) -> None:
    """Write the table of all ids into a page, between its two markers."""
    table = json.loads(args.table.read_text())
    begin, end = "<!-- table -->\n", "<!-- end of table -->\n"
    before, _, rest = args.page.read_text().partition(begin)
    _, _, after = rest.partition(end)
    args.page.write_text(before + begin + markdown(table) + end + after)


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)

    def command(name: str, run: object) -> argparse.ArgumentParser:
        own = commands.add_parser(name)
        own.set_defaults(run=run)
        own.add_argument(
            "ids", nargs="*", help="ids of environments, or patterns of them; all by default"
        )
        return own

    own = command("collect", collect_all)
    own.add_argument("--data", type=Path, required=True, help="folder to write the episodes to")
    own.add_argument("--rounds", type=int, default=4, help="number of rounds of --seeds seeds each")
    own.add_argument("--first", type=int, default=0, help="number of the first round")
    own.add_argument("--seeds", type=int, default=4, help="number of seeds of each round")
    own.add_argument(
        "--part", default="0/1", help="i/n, to play only every n-th id, counting i from 0"
    )
    own = command("train", train_all)
    own.add_argument("--data", type=Path, required=True, help="folder with the episodes")
    own.add_argument("--out", type=Path, required=True, help="file to write the weights to")
    own.add_argument(
        "--minutes",
        type=float,
        default=60,
        help="duration of the training in minutes of processor time, of each process",
    )
    own.add_argument("--seed", type=int, default=0, help="seed of the training")
    own.add_argument("--start", type=Path, help="file of weights to start from")
    own.add_argument("--rate", type=float, default=1e-3, help="learning rate")
    own.add_argument(
        "--team",
        default="0/1",
        help="i/n, if this is one of n processes that train together, counting i from 0",
    )
    own.add_argument(
        "--split",
        choices=("template", "app"),
        help="split whose training part to train on; all ids by default",
    )
    own = command("dagger", dagger_all)
    own.add_argument("--data", type=Path, required=True, help="folder to write the corrections to")
    own.add_argument("--weights", type=Path, required=True, help="file of the policy's weights")
    own.add_argument(
        "--first", type=int, default=40, help="position of the first seed among the training seeds"
    )
    own.add_argument("--seeds", type=int, default=4, help="number of seeds of each id")
    own.add_argument(
        "--part", default="0/1", help="i/n, to play only every n-th id, counting i from 0"
    )
    own = command("mean", mean_all)
    own.add_argument(
        "--weights",
        type=Path,
        nargs=2,
        required=True,
        help="files of the weights before and after the training",
    )
    own.add_argument(
        "--share", type=float, default=0.5, help="share of the weights before, from 0 to 1"
    )
    own.add_argument("--out", type=Path, required=True, help="file to write the mean to")
    own = command("evaluate", evaluate_all)
    own.add_argument("--weights", type=Path, required=True, help="file of the policy's weights")
    own.add_argument(
        "--sweep",
        type=Path,
        required=True,
        help="folder of the sweep; continued if it exists",
    )
    own.add_argument("--out", type=Path, required=True, help="JSON file to write the table to")
    own.add_argument("--seeds", type=int, default=2, help="number of seeds of each id")
    own.add_argument("--first", type=int, default=TEST_SEED, help="first seed")
    own.add_argument(
        "--rewordings",
        type=int,
        nargs="+",
        default=[0],
        help="rewordings of the goals: 0 is the task's own words, 3 and 4 are not trained on",
    )
    own.add_argument("--workers", type=int, default=2, help="number of worker processes")
    own.add_argument(
        "--unsayable",
        type=Path,
        help="file *.unsayable.json of `train`, which counts the actions that moves can't express",
    )
    own = command("page", write_page)
    own.add_argument(
        "--table", type=Path, required=True, help="JSON file of the table that `evaluate` wrote"
    )
    own.add_argument(
        "--page", type=Path, required=True, help="Markdown file with markers to write it between"
    )
    args = parser.parse_args()
    args.ids = find_ids(args.ids or ["*"])
    args.run(args)


if __name__ == "__main__":
    try:
        main()
    except AndroidGymError as problem:
        raise SystemExit(f"error: {problem}") from problem

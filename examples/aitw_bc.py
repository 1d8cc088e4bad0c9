"""Behavioural cloning on data in Android in the Wild's format, with and without history.

python examples/aitw_data.py --out out/aitw_episodes
python examples/aitw_bc.py --data out/aitw_episodes --out out/aitw_bc

For each split that the episodes allow, a network is trained on the training part, selected by the
validation part and scored on the test part, as in the paper: each action on the recorded screen.
`aitw_live.py` then lets the networks act.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from aitw_features import (
    BUCKETS,
    GOAL,
    KINDS,
    TYPES,
    Reader,
    Target,
    Words,
    copied,
    empty,
    point_of,
)
from aitw_net import Net
from torch import Tensor
from writing import about, write_json

from android_gym.errors import AndroidGymError
from android_gym.evaluation.aitw.dataset import EpisodeReader, find_files
from android_gym.evaluation.aitw.records import Action
from android_gym.evaluation.aitw.splits import KINDS as SPLITS
from android_gym.task_suite.aitw.actions import ActionType
from android_gym.task_suite.aitw.matching import Actions, match
from android_gym.task_suite.aitw.scores import EpisodeScore, Summary, summarize

VARIANTS = ("bc_single", "bc_history")
"""The paper's variants: without history, and with two steps of it."""

SETTINGS: dict[str, Any] = {
    "epochs": 20,
    "batch_size": 32,
    "learning_rate": 3e-3,
    "weight_decay": 0.01,
    "words_swapped": 0.05,
    "swipes": 24,
}


@dataclass(frozen=True)
class Data:
    """All steps of all episodes, in order.

    Attributes:
        seen: The arrays of `aitw_features.empty`.
        actions: The recorded actions.
        targets: The actions as the network outputs them, int64 (steps, 4): the fields of `Target`.
        boxes: All annotated boxes of each step, float32 (steps, N, 4).
        counts: Number of boxes of each step, int64 (steps,).
        goals: Goal of each step.
        episodes: First step, end (exclusive), and part of the data set, by id.
    """

    seen: dict[str, np.ndarray]
    actions: list[Action]
    targets: np.ndarray
    boxes: np.ndarray
    counts: np.ndarray
    goals: list[str]
    episodes: dict[str, tuple[int, int, str]]

    def steps(self, episodes: list[str]) -> np.ndarray:
        """Return the steps of some episodes."""
        ranges = [np.arange(*self.episodes[name][:2]) for name in episodes]
        return np.concatenate(ranges) if ranges else np.zeros(0, np.int64)

    def recorded(self, steps: np.ndarray) -> Actions:
        """Return the recorded actions, for matching."""
        return as_actions([self.actions[i] for i in steps])

    def score(self, episodes: list[str], chosen: list[Action]) -> tuple[list[EpisodeScore], Any]:
        """Compare actions with those of episodes, step by step.

        Returns:
            The episodes' scores, and whether each step was matched, bool (steps,).
        """
        steps = self.steps(episodes)
        found = match(
            as_actions(chosen), self.recorded(steps), self.boxes[steps], self.counts[steps]
        )
        scores, at = [], 0
        for name in episodes:
            first, end, subset = self.episodes[name]
            length = end - first
            scores.append(EpisodeScore(subset, int(found[at : at + length].sum()), length))
            at += length
        return scores, found


def as_actions(actions: list[Action]) -> Actions:
    """Return actions as arrays."""
    return Actions(
        np.array([action.type for action in actions], np.int64),
        np.array([action.touch for action in actions], np.float32).reshape(-1, 2),
        np.array([action.lift for action in actions], np.float32).reshape(-1, 2),
    )


def load(folder: Path) -> Data:
    """Read all episodes of a folder; the result is cached in ``.features.npz`` beside them."""
    kept = folder / ".features.npz"
    if not kept.exists():
        arrays = read(folder)
        with kept.with_suffix(".part").open("wb") as file:
            np.savez(file, **arrays)
        kept.with_suffix(".part").rename(kept)
    with np.load(kept) as stored:
        arrays = dict(stored)
    texts = json.loads(arrays.pop("texts").tobytes())
    done = zip(arrays.pop("types").tolist(), arrays.pop("points").tolist(), texts["typed"],
               strict=True)  # fmt: skip
    actions = [Action(kind, (y, x), (to_y, to_x), text) for kind, (y, x, to_y, to_x), text in done]
    own = {name: arrays.pop(name) for name in ("targets", "all_boxes", "counts")}
    return Data(
        arrays,
        actions,
        own["targets"],
        own["all_boxes"],
        own["counts"],
        [goal for goal, length in texts["goals"] for _ in range(length)],
        {name: (first, end, subset) for name, (first, end, subset) in texts["episodes"].items()},
    )


def read(folder: Path) -> dict[str, np.ndarray]:
    """Read all episodes of a folder as arrays, texts as JSON."""
    parts: list[dict[str, np.ndarray]] = []
    actions, targets, boxes, goals = [], [], [], []
    episodes: dict[str, tuple[int, int, str]] = {}
    for path in find_files(folder):
        with EpisodeReader(path) as reader:
            for episode in reader:
                own = Reader(episode.goal)
                for step in episode.steps:
                    parts.append(own.look(step.image, step.annotations))
                    own.note(step.annotations, step.action)
                    target = Target.of(episode.goal, own.words, step.annotations, step.action)
                    targets.append((target.type, target.place, target.first, target.last))
                    boxes.append(step.annotations.boxes)
                    actions.append(step.action)
                first = len(actions) - len(episode)
                goals.append((episode.goal, len(episode)))
                episodes[episode.id] = first, len(actions), episode.subset
    arrays = empty(len(parts))
    for name, array in arrays.items():
        for i, part in enumerate(parts):
            array[i] = part[name]
    found = np.zeros((len(boxes), max(map(len, boxes)), 4), np.float32)
    for row, some in zip(found, boxes, strict=True):
        row[: len(some)] = some
    texts = {"typed": [a.text for a in actions], "goals": goals, "episodes": episodes}
    points = as_actions(actions)
    return arrays | {
        "targets": np.array(targets),
        "all_boxes": found,
        "counts": np.array([len(some) for some in boxes]),
        "types": points.types,
        "points": np.concatenate([points.touch, points.lift], 1),
        "texts": np.frombuffer(json.dumps(texts).encode(), np.uint8),
    }


def swipe_kinds(actions: list[Action], most: int) -> np.ndarray:
    """Return the most frequent swipes, rounded to tenths: float32 (N, 4), the means."""
    found: dict[tuple[int, ...], list[tuple[float, ...]]] = {}
    for action in actions:
        if action.name == "swipe":
            points = (*action.touch, *action.lift)
            found.setdefault(tuple(round(10 * value) for value in points), []).append(points)
    kinds = sorted(found, key=lambda kind: (-len(found[kind]), kind))[:most]
    means = [np.mean(found[kind], 0) for kind in kinds] or [np.array([0.8, 0.5, 0.2, 0.5])]
    return np.array(means, np.float32)


def tensors(seen: dict[str, np.ndarray], rows: np.ndarray) -> dict[str, Tensor]:
    """Return some steps in the form that the network takes."""
    found = {}
    for name, array in seen.items():
        part = array[rows]
        found[name] = torch.as_tensor(part.astype(np.int32) if part.dtype == np.uint16 else part)
    return found


class Cloned:
    """A network that acts on arrays of steps, recorded or live.

    Args:
        net: The network.
        swipes: The swipes that it chooses among, float32 (N, 4).
    """

    def __init__(self, net: Net, swipes: np.ndarray) -> None:
        self.net, self.swipes = net, swipes

    @torch.no_grad()
    def act(self, seen: dict[str, np.ndarray], goals: list[str], rows: np.ndarray) -> list[Action]:
        """Return the likeliest action of each step."""
        self.net.eval()
        found: list[Action] = []
        for part in np.array_split(rows, max(1, len(rows) // 256)):
            said = {name: own.argmax(1).numpy() for name, own in
                    self.net(tensors(seen, part)).items()}  # fmt: skip
            for i, row in enumerate(part):
                kind = TYPES[said["type"][i]]
                if kind == "tap":
                    point = point_of(int(said["place"][i]), seen["boxes"][row])
                    found.append(Action(ActionType.DUAL_POINT, point, point))
                elif kind == "swipe":
                    y, x, to_y, to_x = self.swipes[said["swipe"][i]].tolist()
                    found.append(Action(ActionType.DUAL_POINT, (y, x), (to_y, to_x)))
                elif kind == "type":
                    span = int(said["first"][i]), int(said["last"][i])
                    text = copied(goals[row], Words.of(goals[row], GOAL), *span)
                    found.append(Action(ActionType.TYPE, text=text))
                else:
                    found.append(Action(KINDS[kind]))
        return found

    def save(self, path: Path) -> None:
        """Write the weights, and what is needed to read them."""
        torch.save(
            {
                "history": self.net.history,
                "swipes": torch.as_tensor(self.swipes),
                "weights": self.net.state_dict(),
            },
            path,
        )

    @classmethod
    def read(cls, path: Path) -> Cloned:
        """Read a file written by `save`; nothing in it is executed."""
        found = torch.load(path, weights_only=True)
        net = Net(len(found["swipes"]), found["history"])
        net.load_state_dict(found["weights"])
        return cls(net, found["swipes"].numpy())


def train(
    data: Data, parts: dict[str, list[str]], history: bool, seed: int, log: str
) -> tuple[Cloned, list[dict[str, float]]]:
    """Train on one part; return the best network on the validation part, and the learning curve."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    rows = data.steps(parts["train"])
    rows = rows[data.targets[rows, 0] >= 0]
    swipes = swipe_kinds([data.actions[i] for i in rows], SETTINGS["swipes"])
    points = data.recorded(np.arange(len(data.actions)))
    ends = np.concatenate([points.touch, points.lift], 1)
    which = ((ends[:, None] - swipes[None]) ** 2).sum(2).argmin(1)
    which[data.targets[:, 0] != TYPES.index("swipe")] = -1
    targets = torch.as_tensor(np.concatenate([data.targets, which[:, None]], 1))

    net = Net(len(swipes), history)
    cloned = Cloned(net, swipes)
    optimizer = torch.optim.AdamW(
        net.parameters(), SETTINGS["learning_rate"], weight_decay=SETTINGS["weight_decay"]
    )
    batches = max(1, len(rows) // SETTINGS["batch_size"])
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        SETTINGS["learning_rate"],
        total_steps=(batches + 16) * SETTINGS["epochs"],
        pct_start=0.15,
    )
    best, kept, curve = -1.0, {}, []
    began = time.process_time()
    for epoch in range(1, SETTINGS["epochs"] + 1):
        net.train()
        losses = []
        for batch in side_by_side(data, rng.permutation(rows), batches, rng):
            seen = tensors(data.seen, batch)
            # Some words are replaced by others, everywhere, so that equal words stay equal.
            others = torch.as_tensor(rng.integers(1, BUCKETS, BUCKETS, np.int32))
            table = torch.arange(BUCKETS, dtype=torch.int32)
            swapped = torch.as_tensor(rng.random(BUCKETS) < SETTINGS["words_swapped"])
            table = torch.where(swapped & (table > 0), others, table)
            for name in ("goal", "words", "past_touched", "past_words"):
                seen[name] = table[seen[name].long()]
            wanted = targets[batch]
            said = net(seen, wanted[:, 2])
            loss = sum(
                (
                    error(said[name], wanted[:, column])
                    for column, name in enumerate(("type", "place", "first", "last", "swipe"))
                ),
                torch.zeros(()),
            )
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        held = parts["validation"]
        scores, _ = data.score(held, cloned.act(data.seen, data.goals, data.steps(held)))
        partial = summarize(scores, np.random.default_rng(0), resamples=1).partial.mean
        spent = (time.process_time() - began) / 60
        point = {"epoch": epoch, "loss": float(np.mean(losses)), "validation": partial}
        curve.append({k: round(v, 4) for k, v in {**point, "cpu_minutes": spent}.items()})
        print(f"{log} {curve[-1]}", flush=True)
        if partial >= best:
            best = partial
            kept = {name: value.clone() for name, value in net.state_dict().items()}
    net.load_state_dict(kept)
    return cloned, curve


def side_by_side(
    data: Data, rows: np.ndarray, batches: int, rng: np.random.Generator
) -> list[np.ndarray]:
    """Return steps in batches of screens with similar numbers of items, to reduce padding."""
    found: list[np.ndarray] = []
    for part in np.array_split(rows, max(1, batches // 16)):
        ordered = part[np.argsort(data.seen["count"][part], kind="stable")]
        found += np.array_split(ordered, min(16, batches))
    found = [batch for batch in found if len(batch)]
    return [found[i] for i in rng.permutation(len(found))]


def error(logits: Tensor, wanted: Tensor) -> Tensor:
    """Return the mean error of a choice, over the steps that make it."""
    rows = wanted >= 0
    if not rows.any():
        return torch.zeros(())
    return torch.nn.functional.cross_entropy(logits[rows], wanted[rows]) * rows.float().mean()


def majority(data: Data, parts: dict[str, list[str]]) -> list[Action]:
    """Always return the same action: the commonest type, at the place near most of its touches."""
    done = [data.actions[i] for i in data.steps(parts["train"])]
    names = [action.name for action in done]
    name = max(sorted(set(names)), key=names.count)
    kind = [action for action in done if action.name == name]
    points = as_actions(kind).touch
    near = [(np.linalg.norm(points - point, axis=1) <= 0.14).sum() for point in points[:2000]]
    return [kind[int(np.argmax(near))]] * len(data.steps(parts["test"]))


def nearest(data: Data, parts: dict[str, list[str]]) -> list[Action]:
    """Return the action of the step with the most words in common, weighted by their rarity."""
    rows = {name: data.steps(parts[name]) for name in ("train", "test")}
    bags = {name: _bags(data, own) for name, own in rows.items()}
    frequency = (bags["train"] > 0).mean(0)
    weights = np.log((1 + 1e-4) / (frequency + 1e-4)).astype(np.float32)
    found: list[Action] = []
    known = _normal(bags["train"] * weights)
    for part in np.array_split(bags["test"], max(1, len(rows["test"]) // 256)):
        like = (_normal(part * weights) @ known.T).argmax(1)
        found += [data.actions[rows["train"][i]] for i in like]
    return found


def _bags(data: Data, rows: np.ndarray) -> np.ndarray:
    """Return which words are in each step's goal and on its screen: float32 (steps, 2 BUCKETS)."""
    found = np.zeros((len(rows), 2 * BUCKETS), np.float32)
    for own, row in zip(found, rows, strict=True):
        own[data.seen["goal"][row]] = 1
        own[BUCKETS + data.seen["words"][row].ravel().astype(np.int64)] = 1
    found[:, [0, BUCKETS]] = 0
    return found


def _normal(vectors: np.ndarray) -> np.ndarray:
    """Return vectors with both halves, goals and screens, normalized to length 1."""
    goals, screens = np.split(vectors, 2, axis=1)
    for half in (goals, screens):
        half /= np.linalg.norm(half, axis=1, keepdims=True) + 1e-9
    return np.concatenate([goals, screens], 1)


def report(data: Data, test: list[str], chosen: list[Action]) -> dict[str, Any]:
    """Return the scores of actions on the test part."""
    scores, matched = data.score(test, chosen)
    found = told(summarize(scores, np.random.default_rng(0)))
    rows = data.steps(test)
    names = np.array([data.actions[i].name for i in rows])
    found["steps"] = len(rows)
    found["step_accuracy"] = round(float(matched.mean()), 4)
    found["by_type"] = {
        name: {"steps": int((names == name).sum()), "matched": round(float(own.mean()), 4)}
        for name in TYPES
        if len(own := matched[names == name])
    }
    typed = [
        (said.text if said.type == ActionType.TYPE else None, data.actions[i].text)
        for said, i in zip(chosen, rows, strict=True)
        if data.actions[i].type == ActionType.TYPE
    ]
    if typed:
        equal = [said is not None and said.strip() == wanted.strip() for said, wanted in typed]
        found["typed_text"] = {"steps": len(typed), "equal": round(float(np.mean(equal)), 4)}
    return found


def told(summary: Summary) -> dict[str, Any]:
    """Return scores as JSON values."""
    found: dict[str, Any] = {"episodes": summary.episodes}
    for name in ("partial", "complete"):
        found[name] = {k: round(v, 4) for k, v in asdict(getattr(summary, name)).items()}
    if summary.subsets:
        found["subsets"] = {name: told(own) for name, own in summary.subsets.items()}
    return found


def draw(out: Path, results: dict[str, Any]) -> None:
    """Draw the learning curves of all splits to ``learning_curve.png``."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.6), layout="constrained")
    for axes, variant in zip(figure.subplots(1, 2, sharey=True), VARIANTS, strict=True):
        for number, kind in enumerate(SPLITS):
            found = results["splits"].get(kind, {}).get(variant)
            if found is None:
                continue
            color, curve = f"C{number}", found["curve"]
            epochs = [point["epoch"] for point in curve]
            values = [point["validation"] for point in curve]
            axes.plot(epochs, values, color=color, label=kind.replace("_", " "))
            test = found["partial"]["mean"]
            axes.plot(curve[-1]["epoch"] + 0.5, test, "o", color=color, clip_on=False)
        axes.set(xlabel="epoch", title=variant.replace("_", "-").replace("bc", "BC"))
        axes.set_ylim(0, 1.02)
        axes.grid(alpha=0.3)
    figure.axes[0].set_ylabel("partial match")
    for axes in figure.axes:
        if axes.lines:
            axes.legend(title="lines: validation; dots: test", fontsize=7, title_fontsize=7)
    figure.savefig(out / "learning_curve.png", dpi=120)


def main() -> None:
    """Train and score on each split, and write the results after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="folder of the data set that aitw_data.py wrote"
    )
    parser.add_argument(
        "--out", type=Path, required=True, help="folder to write networks and results to"
    )
    parser.add_argument(
        "--splits",
        action="append",
        choices=SPLITS,
        help="split to train on; repeatable; all splits by default",
    )
    parser.add_argument(
        "--variants",
        action="append",
        choices=VARIANTS,
        help="variant of the network; repeatable; both by default",
    )
    parser.add_argument(
        "--epochs", type=int, default=SETTINGS["epochs"], help="number of passes over the data"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the training")
    parser.add_argument("--threads", type=int, default=1, help="number of threads of PyTorch")
    args = parser.parse_args()
    if args.epochs < 1:
        parser.error("--epochs must be 1 or more")
    SETTINGS["epochs"] = args.epochs
    torch.set_num_threads(args.threads)
    data = load(args.data)
    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / "results.json"
    lengths: dict[str, int] = {}
    for first, end, subset in data.episodes.values():
        lengths[subset] = lengths.get(subset, 0) + end - first
    facts = about(args.threads) | {
        "settings": SETTINGS,
        "seed": args.seed,
        "episodes": len(data.episodes),
        "steps": lengths,
    }
    for variant in args.variants or VARIANTS:
        for kind in args.splits or SPLITS:
            split = args.data / "splits" / f"{kind}.json"
            if not split.exists():
                print(f"the episodes allow no split {kind}")
                continue
            parts: dict[str, list[str]] = json.loads(split.read_text())
            found = {"episodes": {name: len(own) for name, own in parts.items()}}
            found["majority"] = report(data, parts["test"], majority(data, parts))
            found["nearest"] = report(data, parts["test"], nearest(data, parts))
            log = f"{kind} {variant}"
            cloned, curve = train(data, parts, variant == "bc_history", args.seed, log)
            rows = data.steps(parts["test"])
            chosen = cloned.act(data.seen, data.goals, rows)
            found[variant] = report(data, parts["test"], chosen) | {"curve": curve}
            cloned.save(args.out / f"{kind}_{variant}.pt")
            # Another process may be training other splits.
            results = json.loads(path.read_text()) if path.exists() else {"splits": {}}
            results |= facts
            results["splits"].setdefault(kind, {}).update(found)
            write_json(path, results)
            draw(args.out, results)
            print(log, *(f"{n} {found[n]['partial']}" for n in ("majority", "nearest", variant)))


if __name__ == "__main__":
    try:
        main()
    except AndroidGymError as problem:
        raise SystemExit(f"error: {problem}") from problem

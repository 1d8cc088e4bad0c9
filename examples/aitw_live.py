"""Live test of the networks of `aitw_bc.py`: partial match and true success (the paper's Figure 3).

python examples/aitw_live.py --data out/aitw_episodes --out out/aitw_bc --episodes 30

For each split, episodes of its test part are played again, on the phone and with the seed of the
recording, through `DualPointGestures`; the task's own rule decides which of them succeed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from aitw_bc import VARIANTS, Cloned, load
from aitw_features import Reader
from writing import about, write_json

import android_gym  # noqa: F401  (registers the ids)
from android_gym.devices.device import Device
from android_gym.errors import AndroidGymError
from android_gym.evaluation.aitw.annotations import annotate
from android_gym.evaluation.aitw.records import Action
from android_gym.evaluation.statistics import wilson
from android_gym.events import Wait
from android_gym.task_suite.suite import tasks_by_id
from android_gym.wrappers.dual_point_gestures import DualPointGestures

SIZE = (270, 600)
"""(width, height) of the screens that the networks were trained on."""

BUDGET = 2.0
"""Steps allowed in an episode, as a multiple of its recording's."""


class Phones:
    """Environments by id and phone, of which the latest is kept."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], DualPointGestures] = {}

    def get(self, env_id: str, phone: str) -> DualPointGestures:
        """Return the environment of an id on a phone."""
        key = env_id, phone
        if key not in self._made:
            self.close()
            env = gym.make(
                env_id,
                termination="declared",
                observation="goal",
                max_steps=500,
                device={"kind": "simulator", "profile": phone},
            )
            self._made[key] = DualPointGestures(env, text_length=4096)
        return self._made[key]

    def close(self) -> None:
        """Close all environments."""
        for env in self._made.values():
            env.close()
        self._made.clear()


Policy = Callable[[Reader, dict[str, np.ndarray]], Action]
"""Chooses the action, given the reader of the episode so far, and the arrays of the screen."""


def play(policy: Policy, env: DualPointGestures, seed: int, budget: int) -> bool:
    """Let a policy act; return whether the task was solved and declared."""
    _, info = env.reset(seed=seed)
    device: Device = env.device
    read = Reader(info["goal"])
    for _ in range(budget):
        notes = annotate(device.ui_elements(), device.size)
        upright = device.size[0] <= device.size[1]
        seen = read.look(np.array(device.screenshot(SIZE if upright else SIZE[::-1])), notes)
        action = policy(read, seen)
        read.note(notes, action)
        _, _, terminated, truncated, info = env.step(encode(env, action))
        if terminated or truncated:
            return bool(info["is_success"])
        device.perform((Wait(1000),))  # people wait too; waiting is not a step of the data set
    return False


def clone(cloned: Cloned) -> Policy:
    """Return a network as a policy."""

    def act(read: Reader, seen: dict[str, np.ndarray]) -> Action:
        one = {name: array[None] for name, array in seen.items()}
        return cloned.act(one, [read.goal], np.zeros(1, np.int64))[0]

    return act


def recorded(actions: list[Action]) -> Policy:
    """Return a policy that takes the recorded actions, whatever it sees."""
    left = iter(actions)
    return lambda read, seen: next(left)


def encode(env: DualPointGestures, action: Action) -> dict[str, Any]:
    """Return an action in the environment's form."""
    return env.encode(int(action.type), action.touch, action.lift, action.text)


def sample(test: list[str], count: int) -> list[str]:
    """Return some of the episodes, the same ones for each network."""
    order = np.random.default_rng(0).permutation(len(test))
    return [test[i] for i in order[:count]]


def draw(out: Path, points: list[dict[str, Any]]) -> None:
    """Draw partial match against true success to ``partial_and_success.png``."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.6, 3.8), layout="constrained")
    axes = figure.subplots()
    for variant, marker in zip(VARIANTS, "so", strict=True):
        own = [point for point in points if point["variant"] == variant]
        axes.errorbar(
            [point["partial"] for point in own],
            [point["success"] for point in own],
            yerr=np.array(
                [[p["success"] - p["low"], p["high"] - p["success"]] for p in own]
            ).reshape(-1, 2).T,
            fmt=marker,
            capsize=2,
            label=variant.replace("_", "-").replace("bc", "BC"),
        )  # fmt: skip
        for point in own:
            name = point["split"].replace("unseen_", "").replace("_", " ")
            place = point["partial"], point["success"]
            axes.annotate(name, place, (4, 4), textcoords="offset points", fontsize=7)
    axes.plot([0, 1], [0, 1], ":", color="gray", linewidth=1)
    axes.set(xlabel="partial match, recorded", ylabel="success, live", xlim=(0, 1), ylim=(0, 1))
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", loc="upper left")
    figure.savefig(out / "partial_and_success.png", dpi=120)


def main() -> None:
    """Play, and write ``live.json`` and the chart."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, required=True, help="folder of the data set that aitw_data.py wrote"
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        help="folder of the networks that aitw_bc.py wrote; results are added to it",
    )
    parser.add_argument(
        "--episodes", type=int, default=30, help="number of episodes for each split and network"
    )
    args = parser.parse_args()
    torch.set_num_threads(1)
    data = load(args.data)
    played: dict[str, tuple[str, int, str]] = {}
    for path in sorted(args.data.rglob("built.json")):
        played |= json.loads(path.read_text())["played"]
    tasks = tasks_by_id()
    points: list[dict[str, Any]] = []
    phones = Phones()
    for path in sorted((args.data / "splits").glob("*.json")):
        # The data set has no action for an answer.
        test = json.loads(path.read_text())["test"]
        test = [name for name in test if not tasks[played[name][0]].answers]
        chosen = sample(test, args.episodes)
        chosen.sort(key=lambda name: played[name])
        for variant in (*VARIANTS, "recorded"):
            weights = args.out / f"{path.stem}_{variant}.pt"
            if variant == "recorded" and path.stem != "standard":
                continue  # once is enough: it shows how far recordings can be replayed
            if variant != "recorded" and not weights.exists():
                continue
            rows = data.steps(chosen)
            actions = [data.actions[i] for i in rows]
            policy: Policy | None = None
            if variant != "recorded":
                cloned = Cloned.read(weights)
                actions, policy = cloned.act(data.seen, data.goals, rows), clone(cloned)
            scores, _ = data.score(chosen, actions)
            solved = []
            for name in chosen:
                env_id, seed, phone = played[name]
                own = [data.actions[i] for i in data.steps([name])]
                env = phones.get(env_id, phone)
                acting = policy or recorded(own)
                budget = len(own) if policy is None else round(BUDGET * len(own))
                solved.append(play(acting, env, seed, budget))
            low, high = wilson(sum(solved), len(solved))
            points.append(
                {
                    "split": path.stem,
                    "variant": variant,
                    "episodes": len(chosen),
                    "partial": round(float(np.mean([score.partial for score in scores])), 4),
                    "complete": round(float(np.mean([score.complete for score in scores])), 4),
                    "success": round(float(np.mean(solved)), 4),
                    "low": round(low, 4),
                    "high": round(high, 4),
                }
            )
            print(points[-1], flush=True)
            write_json(args.out / "live.json", about(1) | {"budget": BUDGET, "points": points})
            draw(args.out, points)
    phones.close()


if __name__ == "__main__":
    try:
        main()
    except AndroidGymError as problem:
        raise SystemExit(f"error: {problem}") from problem

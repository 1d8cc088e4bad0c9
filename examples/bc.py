"""Behaviour cloning from demonstrations played through the screen, then PPO (sb3-contrib).

python examples/bc.py --task ExpenseAddSingle --budget-factor 1.5 --out out/bc_expense

Typing is assisted: texts are chosen among candidates found in the goal. A single gesture of a
demonstration may take several element actions, hence the budget factor.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from common import Run, arguments, element_env, finish, main, parse
from element_policy import ElementPolicy
from maskable_ppo import choose
from rich.progress import track
from sb3_contrib import MaskablePPO

from android_gym.actions import Decoded
from android_gym.agent_view import AgentView
from android_gym.errors import ActionError, DemonstrationError
from android_gym.events import Key, Tap, Text
from android_gym.task_suite.demonstrations import demonstration

CLONING: dict[str, Any] = {
    "demonstrations": 400,
    "epochs": 30,
    "batch_size": 128,
    "learning_rate": 1e-3,
    "value_coef": 0.1,
}
HYPERPARAMETERS: dict[str, Any] = {
    "learning_rate": 1e-4,
    "n_steps": 128,
    "batch_size": 128,
    "n_epochs": 4,
    "gamma": 0.98,
    "gae_lambda": 0.95,
    "ent_coef": 0.001,
    "clip_range": 0.1,
}


def demonstrate(env: Any, goal: str) -> Iterator[int]:
    """Yield the demonstration of the task as actions of `ElementActions`."""
    task = type(env.get_wrapper_attr("task"))
    policy = demonstration(task)
    view = AgentView(env.get_wrapper_attr("device"), task.observation_size)
    device, encode = env.get_wrapper_attr("device"), env.get_wrapper_attr("encode")
    while True:
        decoded = Decoded.of(policy(view.look(goal)))
        match decoded.events:
            case (Text(text),):
                for number, line in enumerate(text.split("\n")):
                    if number:
                        yield encode(Decoded((Key("KEYCODE_ENTER"),)))
                    typing = Decoded((Text(line),))
                    if not _can(env, typing):  # no keyboard yet: tap the first field
                        field = next(e for e in device.ui_elements() if e.is_editable)
                        x, y = field.bbox_pixels.center
                        yield encode(Decoded((Tap(int(x), int(y)),)))
                    yield encode(typing)
            case _:
                yield encode(decoded)


def _can(env: Any, decoded: Decoded) -> bool:
    try:
        env.get_wrapper_attr("encode")(decoded)
    except ActionError:
        return False
    return True


def collect(env: Any, episodes: int, first_seed: int, quiet: bool) -> dict[str, np.ndarray]:
    """Play demonstrations; keep the steps of those that earn the reward."""
    kept: list[tuple[Any, np.ndarray, int, float]] = []
    solved = 0
    for seed in track(range(first_seed, first_seed + episodes), "demonstrations", disable=quiet):
        seen, info = env.reset(seed=seed)
        steps: list[tuple[Any, np.ndarray, int]] = []
        reward, over = 0.0, False
        try:
            actions = demonstrate(env, info["goal"])
            while not over:
                action = next(actions)
                steps.append((seen, env.get_wrapper_attr("action_masks")(), action))
                seen, reward, terminated, truncated, _ = env.step(action)
                over = terminated or truncated
        except (ActionError, DemonstrationError):
            continue
        if reward == 1.0:
            solved += 1
            left = reversed(range(len(steps)))
            kept += [
                (*step, HYPERPARAMETERS["gamma"] ** n) for step, n in zip(steps, left, strict=True)
            ]
    print(f"{solved} of {episodes} demonstrations earned the reward: {len(kept)} steps")
    if not kept:
        raise SystemExit("error: no demonstration earned the reward; is --budget-factor too low?")
    observations, masks, chosen, values = zip(*kept, strict=True)
    data = {f"see_{name}": np.stack([o[name] for o in observations]) for name in observations[0]}
    return data | {
        "masks": np.stack(masks),
        "actions": np.array(chosen),
        "values": np.array(values, np.float32),
    }


def clone(policy: Any, data: dict[str, np.ndarray], seed: int, quiet: bool) -> None:
    """Make the demonstrations' actions likely, and teach the critic their returns."""
    tensors = {name: torch.as_tensor(array) for name, array in data.items()}
    seen = {name[4:]: tensors[name] for name in data if name.startswith("see_")}
    optimizer = torch.optim.Adam(policy.parameters(), lr=CLONING["learning_rate"])
    rng = np.random.default_rng(seed)
    size, batch_size = len(data["actions"]), CLONING["batch_size"]
    policy.set_training_mode(True)
    for _ in track(range(CLONING["epochs"]), "cloning", disable=quiet):
        for batch in np.array_split(rng.permutation(size), max(1, size // batch_size)):
            values, log_likelihood, _ = policy.evaluate_actions(
                {name: part[batch] for name, part in seen.items()},
                tensors["actions"][batch],
                action_masks=tensors["masks"][batch],
            )
            error = torch.nn.functional.mse_loss(values.flatten(), tensors["values"][batch])
            loss = CLONING["value_coef"] * error - log_likelihood.mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
    policy.set_training_mode(False)


def demonstrations(args: Any, folder: Path, seed: int) -> dict[str, np.ndarray]:
    """Return the demonstrations of a run, which are played only once."""
    path = folder / "demonstrations.npz"
    if not path.exists():
        env = element_env(args.task, budget_factor=args.budget_factor)
        data = collect(env, args.demonstrations, 10_000 * (1 + seed), args.quiet)
        env.close()
        np.savez_compressed(path, **data)
    with np.load(path) as file:
        return dict(file)


def train() -> None:
    """Train and test one policy for each seed."""
    parser = arguments(__doc__, task="ExpenseAddSingle", minutes=30.0)
    parser.add_argument(
        "--demonstrations",
        type=int,
        default=CLONING["demonstrations"],
        help="number of demonstrations to clone",
    )
    args = parse(parser)
    if args.demonstrations < 1:
        parser.error("--demonstrations must be 1 or more")
    CLONING["demonstrations"] = args.demonstrations
    runs = []
    for seed in args.seeds:
        run = Run(args, seed, element_env)
        env = run.training_env(curriculum=False)
        log = str(run.folder)
        if run.checkpoint is not None:
            model = run.load(MaskablePPO, env)
        else:
            model = MaskablePPO(
                ElementPolicy, env, seed=seed, tensorboard_log=log, **HYPERPARAMETERS
            )
            data = demonstrations(args, run.folder, seed)
            began = time.monotonic()
            clone(model.policy, data, seed, args.quiet)
            run.state["cloning_minutes"] = round((time.monotonic() - began) / 60, 2)
        runs.append(run.train(model, choose(model)))
        env.close()
    settings = {"cloning": CLONING, "ppo": HYPERPARAMETERS, "typing": "assisted"}
    finish(args, runs, "BC, then MaskablePPO on elements", settings)


if __name__ == "__main__":
    main(train)

"""MaskablePPO (sb3-contrib) on the elements of the screen, with a curriculum.

python examples/maskable_ppo.py --task SystemWifiTurnOff --out out/wifi
"""

from __future__ import annotations

from typing import Any

from common import Run, arguments, element_env, finish, main, parse
from element_policy import ElementPolicy
from sb3_contrib import MaskablePPO

HYPERPARAMETERS: dict[str, Any] = {
    "learning_rate": 5e-4,
    "n_steps": 64,
    "batch_size": 128,
    "n_epochs": 4,
    "gamma": 0.95,
    "gae_lambda": 0.95,
    "ent_coef": 0.01,
    "clip_range": 0.2,
}


def choose(model: MaskablePPO):
    """Return the model as a policy that takes its best action."""

    def policy(observation, env):
        masks = env.get_wrapper_attr("action_masks")()
        return int(model.predict(observation, action_masks=masks, deterministic=True)[0])

    return policy


def train() -> None:
    """Train and test one policy for each seed."""
    parser = arguments(__doc__, task="SystemWifiTurnOff")
    parser.add_argument(
        "--no-curriculum",
        action="store_true",
        help="start every episode at its beginning, not near the end of a demonstration",
    )
    args = parse(parser)
    runs = []
    for seed in args.seeds:
        run = Run(args, seed, element_env)
        env = run.training_env(curriculum=not args.no_curriculum)
        log = str(run.folder)
        if run.checkpoint is not None:
            model = run.load(MaskablePPO, env)
        else:
            model = MaskablePPO(
                ElementPolicy, env, seed=seed, tensorboard_log=log, **HYPERPARAMETERS
            )
        runs.append(run.train(model, choose(model)))
        env.close()
    settings = {**HYPERPARAMETERS, "curriculum": not args.no_curriculum}
    finish(args, runs, "MaskablePPO on elements", settings)


if __name__ == "__main__":
    main(train)

"""PPO (stable-baselines3) from pixels, with taps on a grid.

python examples/ppo.py --task SystemWifiTurnOff --out out/ppo_wifi
"""

from __future__ import annotations

from typing import Any

from common import Run, arguments, finish, main, parse, pixel_env
from stable_baselines3 import PPO

HYPERPARAMETERS: dict[str, Any] = {
    "learning_rate": 3e-4,
    "n_steps": 64,
    "batch_size": 128,
    "n_epochs": 4,
    "gamma": 0.95,
    "gae_lambda": 0.95,
    "ent_coef": 0.02,
    "clip_range": 0.2,
}


def train() -> None:
    """Train and test one policy for each seed."""
    parser = arguments(__doc__, task="SystemWifiTurnOff")
    parser.add_argument("--no-curriculum", action="store_true", help="begin at the beginning")
    args = parse(parser)
    runs = []
    for seed in args.seeds:
        run = Run(args, seed, pixel_env)
        env = run.training_env(curriculum=not args.no_curriculum)
        log = str(run.folder)
        if run.checkpoint is not None:
            model = PPO.load(run.checkpoint, env, tensorboard_log=log)
        else:
            model = PPO("CnnPolicy", env, seed=seed, tensorboard_log=log, **HYPERPARAMETERS)
        runs.append(run.train(model, lambda seen, _, m=model: int(m.predict(seen)[0])))
        env.close()
    settings = {**HYPERPARAMETERS, "curriculum": not args.no_curriculum}
    finish(args, runs, "PPO from pixels", settings)


if __name__ == "__main__":
    main(train)

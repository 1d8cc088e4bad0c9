"""DQN (stable-baselines3) from pixels, with taps on a grid.

python examples/dqn.py --task SystemWifiTurnOff --out out/dqn_wifi

A run that is resumed begins with an empty replay buffer.
"""

from __future__ import annotations

from typing import Any

from common import Run, arguments, finish, main, parse, pixel_env
from stable_baselines3 import DQN

HYPERPARAMETERS: dict[str, Any] = {
    "learning_rate": 1e-4,
    "buffer_size": 10_000,
    "learning_starts": 500,
    "batch_size": 32,
    "gamma": 0.95,
    "train_freq": 4,
    "target_update_interval": 1000,
    "exploration_fraction": 0.5,
    "exploration_final_eps": 0.05,
}


def train() -> None:
    """Train and test one policy for each seed."""
    parser = arguments(__doc__, task="SystemWifiTurnOff", steps=50_000, envs=4)
    parser.add_argument("--no-curriculum", action="store_true", help="begin at the beginning")
    args = parse(parser)
    runs = []
    for seed in args.seeds:
        run = Run(args, seed, pixel_env)
        env = run.training_env(curriculum=not args.no_curriculum)
        log = str(run.folder)
        if run.checkpoint is not None:
            model = DQN.load(run.checkpoint, env, tensorboard_log=log)
        else:
            model = DQN("CnnPolicy", env, seed=seed, tensorboard_log=log, **HYPERPARAMETERS)

        def best(seen: Any, _: Any, model: DQN = model) -> int:
            return int(model.predict(seen, deterministic=True)[0])

        runs.append(run.train(model, best))
        env.close()
    settings = {**HYPERPARAMETERS, "curriculum": not args.no_curriculum}
    finish(args, runs, "DQN from pixels", settings)


if __name__ == "__main__":
    main(train)

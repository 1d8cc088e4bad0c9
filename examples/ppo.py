"""PPO (stable-baselines3) from pixels, with taps on a grid and demonstrations to begin with.

python examples/ppo.py --task SystemWifiTurnOff --out out/ppo_wifi

Before training, the policy clones demonstrations. After each of PPO's updates it takes some more
steps towards their actions, with a fading weight (Rajeswaran et al., 2018, do this in the policy
gradient). Training episodes begin at the usual start. With ``--explore`` there are no
demonstrations: the cloned episodes were found by random actions (`explore`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from common import Run, arguments, finish, main, parse
from explore import add_arguments, settings, steps_to_clone
from pixels import CellActorCriticPolicy, Steps, pixel_env
from stable_baselines3 import PPO

HYPERPARAMETERS: dict[str, Any] = {
    "learning_rate": 7e-4,
    "n_steps": 32,
    "batch_size": 256,
    "n_epochs": 4,
    "gamma": 0.95,
    "gae_lambda": 0.95,
    "ent_coef": 0.003,
    "clip_range": 0.2,
}

CLONING = {"batch_size": 64, "weight": 1.0, "fading": 0.98, "batches": 12, "rows": 2}
"""Settings of cloning.

They are the initial weight, its factor per update, batches per update, and the maximum number of
the grid's rows by which cloned frames are shifted.
"""


class DemonstratedPPO(PPO):
    """PPO whose updates end with some cloning of demonstrations."""

    demonstrations: Steps | None = None
    """Set before training; not saved."""

    def train(self) -> None:
        """Update the policy by what was collected, then by demonstrations."""
        super().train()
        update = self._n_updates // self.n_epochs
        weight = CLONING["weight"] * CLONING["fading"] ** (update - 1)
        self.clone(int(CLONING["batches"]), weight, update)

    def clone(self, batches: int, weight: float, update: int) -> None:
        """Make the actions of demonstrations likelier, if there are any."""
        if self.demonstrations is None:
            return
        self.policy.set_training_mode(True)
        rng = np.random.default_rng([self.seed or 0, update])
        for _ in range(batches):
            steps = self.demonstrations.draw(int(CLONING["batch_size"]), rng, int(CLONING["rows"]))
            loss = weight * self.policy.cloning_loss(steps)
            self.policy.optimizer.zero_grad()
            loss.backward()
            self.policy.optimizer.step()

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "demonstrations"]


def train() -> None:
    """Train and test one policy for each seed."""
    parser = arguments(__doc__, task="SystemWifiTurnOff")
    add_arguments(parser)
    args = parse(parser)
    runs = []
    for seed in args.seeds:
        run = Run(args, seed, pixel_env)
        env = run.training_env(curriculum=args.curriculum)
        log = str(run.folder)
        if run.checkpoint is not None:
            model = run.load(DemonstratedPPO, env)
        else:
            model = DemonstratedPPO(
                CellActorCriticPolicy, env, seed=seed, tensorboard_log=log, **HYPERPARAMETERS
            )
        model.demonstrations = steps_to_clone(args, seed, 1, model.gamma)
        if run.checkpoint is None:
            model.clone(args.pretraining, 1.0, 0)

        def best(seen: Any, _: Any, model: PPO = model) -> int:
            return int(model.predict(seen, deterministic=True)[0])

        runs.append(run.train(model, best))
        env.close()
    chosen = {
        **HYPERPARAMETERS,
        **settings(args),
        "cloning": CLONING,
    }
    finish(args, runs, "PPO from pixels", chosen)


if __name__ == "__main__":
    main(train)

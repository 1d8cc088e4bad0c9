"""DQN (stable-baselines3) from pixels, with taps on a grid and demonstrations in the buffer.

python examples/dqn.py --task SystemWifiTurnOff --out out/dqn_wifi

Some updates learn from demonstrations alone, before the agent acts; all later ones also learn from
the agent's own steps. A loss makes demonstrated actions worth a margin more than all others (Hester
et al., Deep Q-learning from Demonstrations, 2018); returns are over three steps, with the targets
of Double DQN. A resumed run begins with an empty replay buffer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from common import Run, arguments, finish, main, parse
from explore import add_arguments, settings, steps_to_clone
from pixels import CellDQNPolicy, Steps, margin_loss, pixel_env
from stable_baselines3 import DQN
from torch.nn import functional

HYPERPARAMETERS: dict[str, Any] = {
    "learning_rate": 1e-3,
    "buffer_size": 10_000,
    "learning_starts": 200,
    "batch_size": 64,
    "gamma": 0.95,
    "n_steps": 3,
    "train_freq": 4,
    "gradient_steps": 2,
    "target_update_interval": 400,
    "exploration_fraction": 0.2,
    "exploration_initial_eps": 0.2,
    "exploration_final_eps": 0.02,
}

MARGIN = 0.2
"""Margin by which demonstrated actions should be worth more; a solved task is worth 1."""


class DemonstratedDQN(DQN):
    """DQN whose updates also learn from demonstrations."""

    demonstrations: Steps | None = None
    """Set before training; not saved."""

    def train(self, gradient_steps: int, batch_size: int = 32) -> None:
        """Update the action values by the agent's own steps and by demonstrated ones."""
        self._learn(gradient_steps, batch_size, own=True)

    def pretrain(self, gradient_steps: int) -> None:
        """Update the action values by demonstrations alone, if there are any."""
        if self.demonstrations is not None and gradient_steps:
            self._setup_learn(0)
            self._learn(gradient_steps, self.batch_size, own=False)
            self.q_net_target.load_state_dict(self.q_net.state_dict())

    def _learn(self, gradient_steps: int, batch_size: int, own: bool) -> None:
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        rng = np.random.default_rng([self.seed or 0, self._n_updates])
        losses = []
        for _ in range(gradient_steps):
            loss = torch.zeros(())
            if own:
                mine = self.replay_buffer.sample(batch_size, env=self._vec_normalize_env)
                discounts = mine.discounts if mine.discounts is not None else self.gamma
                loss = self._temporal_difference(
                    mine.observations,
                    mine.actions[:, 0],
                    mine.rewards[:, 0],
                    mine.next_observations,
                    ((1 - mine.dones) * discounts)[:, 0],
                )[1]
            if self.demonstrations is not None:
                steps = self.demonstrations.draw(batch_size, rng)
                values, difference = self._temporal_difference(
                    steps.seen, steps.actions, steps.returns, steps.later, steps.discounts
                )
                loss = loss + difference + margin_loss(values, steps.actions, MARGIN)
            self.policy.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
            losses.append(loss.item())
        self._n_updates += gradient_steps
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
        self.logger.record("train/loss", float(np.mean(losses)))

    def _temporal_difference(
        self,
        seen: torch.Tensor,
        actions: torch.Tensor,
        returns: torch.Tensor,
        later: torch.Tensor,
        discounts: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the values of all actions, and the loss of those that were taken."""
        values = self.q_net(seen)
        with torch.no_grad():
            best = self.q_net(later).argmax(dim=1, keepdim=True)
            target = returns + discounts * self.q_net_target(later).gather(1, best)[:, 0]
        taken = values.gather(1, actions[:, None].long())[:, 0]
        return values, functional.smooth_l1_loss(taken, target)

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "demonstrations"]


def train() -> None:
    """Train and test one policy for each seed."""
    parser = arguments(__doc__, task="SystemWifiTurnOff", steps=50_000, envs=4)
    add_arguments(parser)
    args = parse(parser)
    runs = []
    for seed in args.seeds:
        run = Run(args, seed, pixel_env)
        env = run.training_env(curriculum=args.curriculum)
        log = str(run.folder)
        if run.checkpoint is not None:
            model = run.load(DemonstratedDQN, env)
        else:
            model = DemonstratedDQN(
                CellDQNPolicy, env, seed=seed, tensorboard_log=log, **HYPERPARAMETERS
            )
        model.demonstrations = steps_to_clone(args, seed, model.n_steps, model.gamma)
        if run.checkpoint is None:
            model.pretrain(args.pretraining)

        def best(seen: Any, _: Any, model: DQN = model) -> int:
            return int(model.predict(seen, deterministic=True)[0])

        runs.append(run.train(model, best))
        env.close()
    chosen = {
        **HYPERPARAMETERS,
        **settings(args),
        "margin": MARGIN,
    }
    finish(args, runs, "DQN from pixels", chosen)


if __name__ == "__main__":
    main(train)

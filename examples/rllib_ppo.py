"""PPO of RLlib (new API stack) on phones of a Ray cluster; see docs/distributed.md.

``python examples/rllib_ppo.py`` uses the cluster of this machine, or starts one.
"""

import ray
from ray.rllib.algorithms.ppo import PPOConfig

from android_gym.adapters.rllib import register

ENV = {
    "id": "AndroidWorld/SystemWifiTurnOff-v0",
    "action_mode": "discrete",
    "observation": "ui_elements",
    "actors": 2,  # which hold the phones, on any nodes with room
}


def main(iterations: int = 5, envs: int = 4, batch: int = 256) -> list[dict[str, float]]:
    """Train; return the number of steps and the mean return of each iteration."""
    config = PPOConfig().environment(register(), env_config=ENV)
    config.env_runners(
        num_env_runners=0,
        num_envs_per_env_runner=envs,
        gym_env_vectorize_mode="vector_entry_point",
    )
    config.training(train_batch_size_per_learner=batch, minibatch_size=64, num_epochs=4)
    algorithm = config.build_algo()
    found = []
    try:
        for _ in range(iterations):
            told = algorithm.train()["env_runners"]
            steps = float(told["num_env_steps_sampled_lifetime"])
            found.append({"steps": steps, "return": float(told.get("episode_return_mean", 0.0))})
            print(found[-1], flush=True)
    finally:
        algorithm.stop()
    return found


if __name__ == "__main__":
    ray.init(log_to_driver=False)
    main()

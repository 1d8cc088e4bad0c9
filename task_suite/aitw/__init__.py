"""Android in the Wild (Rawles et al., 2023): its actions, how they match, what episodes score."""

from android_gym.task_suite.suite import Environment

__all__ = ["ENVIRONMENTS"]

ENVIRONMENTS = {
    "AITW/Replay-v0": Environment(
        entry_point="android_gym.evaluation.aitw.replay:ReplayEnv",
        vector_entry_point="android_gym.evaluation.aitw.replay_vector:ReplayVectorEnv",
    )
}

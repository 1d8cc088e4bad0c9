"""Many environments at once, for ``gymnasium.make_vec``; see docs/vector.md."""

from android_gym.vector.vector_env import AndroidVectorEnv

__all__ = ["AndroidVectorEnv"]

"""The generalist: one small network that plays all tasks, without PyTorch."""

from android_gym.agents.generalist.policy import GeneralistPolicy

__all__ = ["GeneralistPolicy"]

"""The phone's shell: mksh's language, with commands that act on the simulated phone's state."""

from android_gym.simulator.shell.shell import Shell, ShellResult

__all__ = ["Shell", "ShellResult"]

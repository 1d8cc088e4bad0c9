"""The phone's shell: mksh's language over commands that act on the phone's own state."""

from android_gym.simulator.shell.shell import Shell, ShellResult

__all__ = ["Shell", "ShellResult"]

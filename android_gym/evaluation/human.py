"""A person at the terminal as a policy: ``android-gym sweep --policy human``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any, Final

import gymnasium as gym

from android_gym.actions import Decoded, JSONMode
from android_gym.devices.device import Device
from android_gym.errors import ActionError, OptionError
from android_gym.observations import outline

__all__ = ["HELP", "HumanPolicy"]

Env = gym.Env[Any, Any]

HELP: Final = """\
tap N, hold N          touch element N; also tap X Y, hold X Y, a pixel
type TEXT              types where the focus is, and presses Enter
type N TEXT            taps element N, types, and presses Enter
scroll down [N]        shows what is below, of element N or the screen; also up, left, right
back, home, enter, wait
open APP
answer TEXT            answers the goal's question, and ends the episode
done                   says that the task is done
quit                   ends the episode with an error"""

_WORDS: Final = {
    "back": "navigate_back",
    "home": "navigate_home",
    "enter": "keyboard_enter",
    "wait": "wait",
}


class HumanPolicy:
    """A policy that shows a person the screen as text, and reads one action per line.

    Args:
        reads: Where lines are read from; the terminal by default.
        writes: Where the screen is written to; the terminal by default.

    Attributes:
        env_options: Arguments of ``gymnasium.make`` that it needs.
    """

    env_options: Final[Mapping[str, Any]] = {"action_mode": "gesture", "observation": "goal"}

    def __init__(self, reads: IO[str] | None = None, writes: IO[str] | None = None) -> None:
        self._reads, self._writes = reads, writes
        self._mode = JSONMode()
        self._device: Device | None = None

    def prepare(self, env: Env) -> Env:
        """Take the device to look at, and open the terminal, as workers have no standard input.

        Raises:
            OptionError: If there is no terminal.
        """
        device: Device = env.get_wrapper_attr("device")
        self._device = device
        try:
            self._reads = self._reads or open("/dev/tty", encoding="utf-8")
            self._writes = self._writes or open("/dev/tty", "w", encoding="utf-8")
        except OSError as error:
            raise OptionError(f"The policy 'human' needs a terminal: {error}.") from error
        return env

    def reset(self, goal: str, seed: int) -> None:
        """Show the goal; a person needs no seed."""
        self._say(f"\nGoal: {goal}\n(Enter ? for a list of commands.)")

    def act(self, observation: Any, info: Mapping[str, Any]) -> Decoded:
        """Return the person's action.

        Raises:
            ActionError: If the person quits, or no environment was prepared.
        """
        if self._device is None or self._reads is None:
            raise ActionError("Call prepare(env) before act().")
        if "action_error" in info:
            self._say(f"That could not be done: {info['action_error']}")
        self._say(outline(self._device.ui_elements()))
        while True:
            self._say("> ", end="")
            line = self._reads.readline(10_000)
            if not line or line.strip() == "quit":
                raise ActionError("The person has quit.")
            if line.strip() in ("", "?", "help"):
                self._say(HELP)
                continue
            try:
                decoded = self._mode.decode(fields_of(line.strip()), self._device)
            except ActionError as error:
                decoded = Decoded(error=str(error))
            if decoded.error is None:
                return decoded
            self._say(decoded.error)

    def _say(self, text: str, end: str = "\n") -> None:
        print(text, end=end, file=self._writes, flush=True)


def fields_of(line: str) -> dict[str, Any]:
    """Return a line in the language of `HELP` as an action of the ``json`` mode.

    Raises:
        ActionError: If it is not such a line.
    """
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    numbers = [int(part) for part in rest.split() if part.isdecimal() and len(part) < 7]
    match word:
        case "tap" | "hold" if len(numbers) == len(rest.split()) in (1, 2):
            kind = "click" if word == "tap" else "long_press"
            names = ("index",) if len(numbers) == 1 else ("x", "y")
            return {"action_type": kind, **dict(zip(names, numbers, strict=True))}
        case "type" if rest:
            first, _, text = rest.partition(" ")
            if first.isdecimal() and len(first) < 5 and text:
                return {"action_type": "input_text", "index": int(first), "text": text}
            return {"action_type": "input_text", "text": rest}
        case "scroll" if rest:
            fields: dict[str, Any] = {"action_type": "scroll", "direction": rest.split()[0]}
            return fields | ({"index": numbers[0]} if numbers else {})
        case "open" if rest:
            return {"action_type": "open_app", "app_name": rest}
        case "answer" if rest:
            return {"action_type": "answer", "text": rest}
        case "done":
            return {"action_type": "status", "goal_status": "complete"}
        case _ if line in _WORDS:
            return {"action_type": _WORDS[line]}
    raise ActionError(f"{line[:80]!r} is not a command; enter ? for a list of commands.")

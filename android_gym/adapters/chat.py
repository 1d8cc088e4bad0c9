"""An episode as a growing chat, driven turn by turn by trainers of models."""

from __future__ import annotations

from typing import Any

from android_gym.adapters.tools import EpisodeTools
from android_gym.agents.formats import Screen, make_format
from android_gym.agents.formats.base import JSON, ActionFormat
from android_gym.agents.session import Session, to_chat
from android_gym.errors import ActionError, OptionError

__all__ = ["EpisodeChat", "text_format"]

_USUAL_SIZE = 1080, 2400


def text_format(name: str) -> ActionFormat:
    """Make an action format whose replies are texts.

    Raises:
        OptionError: If there is no such format, or its replies are function calls.
    """
    made = make_format(name)
    if made.tools(_USUAL_SIZE):
        raise OptionError(
            f"Models reply in {name!r} by calling functions, and this is a chat of texts and "
            "pictures. Choose another format."
        )
    return made


class EpisodeChat:
    """An episode that gives the messages for a model, and takes its replies.

    Args:
        action_format: A name in `android_gym.agents.formats.FORMATS` whose replies are texts.
        options: Further arguments of `gymnasium.make`, such as ``device``.

    Raises:
        OptionError: If there is no such format, its replies are function calls, or an option is not
            for adapters.
    """

    def __init__(self, action_format: str, **options: Any) -> None:
        self._format = text_format(action_format)
        self._tools = EpisodeTools(**options)
        self._session: Session | None = None

    @property
    def reward(self) -> float:
        """The episode's reward so far."""
        return self._tools._reward

    @property
    def steps(self) -> int:
        """The number of steps taken."""
        return self._tools._steps

    @property
    def end(self) -> str | None:
        """The end of the episode: ``"declared"`` or ``"budget"``; None while it goes on."""
        if self._session is None or not self._tools._over:
            return None
        return "budget" if self._tools._used_up else "declared"

    def begin(self, env_id: str, seed: int, rewording: int = 0) -> list[dict[str, JSON]]:
        """Begin an episode, and return the messages that open the chat.

        Returns:
            Messages of OpenAI's chat protocol: the system's and the user's.

        Raises:
            gymnasium.error.Error: If there is no such id.
            DeviceError: If the phone fails.
        """
        self._session = Session(self._format, self._tools._begin(env_id, seed, rewording))
        return self._look(None)

    def take(self, reply: str) -> list[dict[str, JSON]]:
        """Carry out a reply, and return the messages that follow it; none once the episode is over.

        A reply that can't be read costs a step. After an action that can't be carried out, the rest
        of the reply is dropped.

        Raises:
            ActionError: If no episode is under way.
            DeviceError: If the phone fails, which ends the episode.
        """
        if self._session is None or self._tools._over:
            raise ActionError("No episode is under way: call begin first.")
        error: str | None = None
        for action in self._session.take(reply):
            error = self._tools._advance(action)
            if self.end is not None:
                return []
            if error is not None:
                break
        return self._look(error)

    def _look(self, error: str | None) -> list[dict[str, JSON]]:
        assert self._session is not None
        device = self._tools._device
        screen = Screen(device.size, device.ui_elements())
        pixels = device.screenshot(self._session.picture_size(screen.size))
        return [to_chat(message) for message in self._session.look_on(pixels, screen, error)]

    def close(self) -> None:
        """Close the phone."""
        self._tools._close()

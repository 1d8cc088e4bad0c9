"""A model behind an endpoint as a policy: ``android-gym sweep --policy model``."""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, get_args

import gymnasium as gym

from android_gym.actions import Decoded
from android_gym.agents.agent import Agent, View
from android_gym.agents.client import ChatClient, Exchange
from android_gym.agents.formats import FORMATS, Screen, make_format
from android_gym.agents.formats.base import JSON, Strict
from android_gym.agents.m3a import M3A, T3A
from android_gym.agents.mobile_bench import ABLATIONS, Ablation, MobileBenchAgent
from android_gym.agents.mobile_bench_examples import MOST_SHOTS
from android_gym.agents.seeact import SeeActAgent
from android_gym.agents.session import Session
from android_gym.checks import check_choice, check_list
from android_gym.devices.device import Device
from android_gym.errors import ActionError, OptionError

__all__ = ["AGENTS", "AgentName", "ModelPolicy"]

Env = gym.Env[Any, Any]

AgentName = Literal["session", "m3a", "t3a", "seeact", "mobile-bench"]

AGENTS: Final[tuple[AgentName, ...]] = get_args(AgentName)
"""A session in one of the formats, or an agent of a benchmark."""

_OWN_FORMAT: Final = {"m3a": M3A, "t3a": T3A, "seeact": SeeActAgent}

_USUAL_SIZE: Final = 1080, 2400
"""(width, height) of the screen for which the digest of a format's prompt is computed."""


class ModelPolicy:
    """A policy that asks a model for each step, in one of the action formats.

    A reply that can't be read costs a step, and so does each action of a reply with several; after
    an action that could not be carried out, the rest is dropped and the model is asked again. A
    failure of the endpoint raises `ModelError`: a sweep records the episode as ended by an error,
    which counts as a failure until it is played again with ``--retry-errors``.

    Args:
        client: The client. Its limits of calls and tokens apply to all episodes of a process.
        action_format: A name in `android_gym.agents.formats.FORMATS`; None for an agent that has
            its own.
        agent: A name in `AGENTS`: ``"session"`` asks one question per step, in the format.
        strict: ``"upstream"`` to read replies as the original parser does, and to keep the other
            faults of an agent of AndroidWorld.
        without: Parts that ``"mobile-bench"`` leaves out: ``"api"``, ``"plan"``, ``"thought"``.
        apis: Folders with APIs that ``"mobile-bench"`` may call besides the package's.
        shots: Examples that ``"mobile-bench"`` gives with each question; the paper's 3 if None.

    Attributes:
        env_options: Arguments of ``gymnasium.make`` that it needs.
        description: What distinguishes it from other models.
        notes: Notes on the last action, for traces: ``asked``, the questions and replies for it,
            with tokens and seconds; or ``more_of_reply``, the action's number in the previous
            reply.

    Raises:
        OptionError: If there is no such format or agent, or they don't go together.
    """

    env_options: Mapping[str, Any] = {"action_mode": "gesture", "observation": "goal"}

    def __init__(
        self,
        client: ChatClient,
        action_format: str | None = None,
        *,
        agent: AgentName = "session",
        strict: Strict = None,
        without: Sequence[Ablation] = (),
        apis: Sequence[str] = (),
        shots: int | None = None,
    ) -> None:
        check_choice("agent", agent, AGENTS)
        own = {"without": without, "apis": apis, "shots": shots}
        for part in check_list("without", without):
            check_choice("without", part, ABLATIONS)
        given = [name for name, value in own.items() if value not in (None, (), [])]
        if given and agent != "mobile-bench":
            raise OptionError(f"The agent {agent!r} has no {given[0]!r}; leave it out.")
        self._client = client
        self.description = {
            "model": client.model,
            "base_url": client.base_url,
            "agent": agent,
            "temperature": str(client.temperature),
            "max_reply_tokens": str(client.max_reply_tokens),
        }
        if client.extra_body:
            self.description["extra_body"] = json.dumps(client.extra_body, sort_keys=True)
        if agent == "session":
            if action_format is None:
                raise OptionError(f"A session needs a format, one of {sorted(FORMATS)}.")
            chosen = make_format(action_format, strict)
            prompt = chosen.system_prompt(_USUAL_SIZE)
            self.description["format"] = action_format
            self.description["prompt_sha256"] = hashlib.sha256(prompt.encode()).hexdigest()
            self._begin: Callable[[str], Agent] = functools.partial(Session, chosen)
        else:
            if action_format is not None:
                raise OptionError(f"The agent {agent!r} has its own format: leave out the format.")
            if agent == "mobile-bench":
                self._begin = functools.partial(
                    MobileBenchAgent,
                    strict=strict,
                    without=without,
                    apis=apis,
                    shots=MOST_SHOTS if shots is None else shots,
                )
                options: dict[str, JSON] = {"api": "api" not in without}
                if apis:
                    options["apis"] = list(apis)
                    self.description["apis"] = ", ".join(apis)
                if shots is not None:
                    self.description["shots"] = str(shots)
                self.env_options = {
                    **self.env_options,
                    "action_mode": "api_json",
                    "action_options": options,
                }
                if without:
                    self.description["without"] = ", ".join(sorted(set(without)))
            else:
                self._begin = functools.partial(_OWN_FORMAT[agent], strict=strict)
            self._begin("Try.")  # reports wrong options now
        if strict is not None:
            self.description["strict"] = strict
        self._device: Device | None = None
        self._agent: Agent | None = None
        self._next: list[Decoded] = []
        self._given = 0
        self.notes: Mapping[str, JSON] = {}

    def prepare(self, env: Env) -> Env:
        """Take the device to look at."""
        device: Device = env.get_wrapper_attr("device")
        self._device = device
        return env

    def reset(self, goal: str, seed: int) -> None:
        """Begin a session; the seed is not used, as models are asked without one."""
        self._agent = self._begin(goal)
        self._next = []
        self.notes = {}

    def act(self, observation: Any, info: Mapping[str, Any]) -> Decoded:
        """Return the next action: one left over from the last reply, or the first of a new one.

        Raises:
            ModelError: If the endpoint fails for good, or a limit is spent.
            ActionError: If no episode was begun.
        """
        agent, device = self._agent, self._device
        if agent is None or device is None:
            raise ActionError("Call prepare(env) and reset(goal, seed) before act().")
        error = info.get("action_error")
        if error is not None:
            self._next = []
        if self._next:
            self._given += 1
            self.notes = {"more_of_reply": self._given}
        else:
            screen = Screen(device.size, device.ui_elements())
            pixels = device.screenshot(agent.picture_size(screen.size))
            self._next = list(
                self._think(agent, View(pixels, screen, error, info.get("api_result")))
            )
            self._given = 1
        return self._next.pop(0)

    def _think(self, agent: Agent, view: View) -> tuple[Decoded, ...]:
        """Send the agent's questions to the model, and return its actions."""
        asked: list[Exchange] = []
        self.notes = {}
        thinking = agent.think(view)
        try:
            ask = next(thinking)
            while True:
                asked.append(self._client.ask(ask.messages, ask.tools))
                self.notes = {"asked": [exchange.notes() for exchange in asked]}
                ask = thinking.send(asked[-1].reply)
        except StopIteration as done:
            actions: tuple[Decoded, ...] = done.value
            return actions

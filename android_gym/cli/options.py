"""Options that several commands share, with their help texts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from android_gym.cli.common import fail, json_object, json_or_name
from android_gym.cli.groups import given
from android_gym.errors import ModelError

if TYPE_CHECKING:
    from android_gym.agents.client import ChatClient
    from android_gym.agents.policy import ModelPolicy

__all__ = [
    "MODEL_POLICIES",
    "DeviceOption",
    "JudgeModel",
    "JudgeUrl",
    "Modules",
    "PolicyOptions",
    "RequestOptions",
    "SweepFolder",
    "Trust",
    "WorkerOptions",
]

MODEL_POLICIES: Final = ("model", "m3a", "t3a", "seeact", "mobile-bench")
"""Values of ``--policy`` that use a model's endpoint."""

_URL = "URL of an endpoint with OpenAI's chat protocol, such as http://127.0.0.1:8000/v1."
_DEVICE = (
    "simulator, an emulator such as emulator-5554, or a JSON object with a kind and its options"
)

DeviceOption = Annotated[str, typer.Option(help=f"Device to use: {_DEVICE}.")]
Modules = Annotated[
    list[str] | None,
    typer.Option(
        "--module", help="Module of your own that registers ids, to import first; repeatable."
    ),
]
SweepFolder = Annotated[Path, typer.Argument(help="Folder of the sweep: its --out.")]
JudgeModel = Annotated[
    str, typer.Option(help="Name of the model that judges, which must be able to see pictures.")
]
JudgeUrl = Annotated[str, typer.Option(help=_URL)]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust", help="Allow a policy that is a module or a checkpoint to run its own code."
    ),
]


@dataclass(frozen=True)
class WorkerOptions:
    """Options about the processes and devices that play."""

    workers: Annotated[
        int | None, typer.Option(help="Number of worker processes; one for each device by default.")
    ] = None
    device: Annotated[
        list[str] | None,
        typer.Option(help=f"Device to use: {_DEVICE}; repeat it to give one for each worker."),
    ] = None
    tries: Annotated[
        int,
        typer.Option(
            help="Maximum number of attempts at an episode whose device fails or whose worker dies."
        ),
    ] = 3
    timeout: Annotated[
        float | None,
        typer.Option(help="Seconds after which a worker that still plays an episode is killed."),
    ] = None
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Play again episodes that ended in an error.")
    ] = False

    def arguments(self) -> dict[str, Any]:
        """Return them as arguments of `evaluation.sweep` and `evaluation.spa_bench.run`."""
        return {
            "workers": self.workers,
            "devices": [json_or_name("--device", text) for text in self.device or ["simulator"]],
            "tries": self.tries,
            "timeout_s": self.timeout,
            "retry_errors": self.retry_errors,
        }


@dataclass(frozen=True)
class RequestOptions:
    """Options about requests to an endpoint."""

    api_key_env: Annotated[
        str | None, typer.Option(help="Environment variable that contains the endpoint's API key.")
    ] = None
    max_calls: Annotated[
        int | None,
        typer.Option(help="Maximum number of requests of each process, to limit costs."),
    ] = None
    max_tokens: Annotated[
        int | None,
        typer.Option(help="Maximum number of tokens of each process, to limit costs."),
    ] = None
    request_timeout: Annotated[
        float | None,
        typer.Option(help="Seconds after which a request to the endpoint fails; 120 by default."),
    ] = None
    request_retries: Annotated[
        int | None,
        typer.Option(
            help="How often a failed request to the endpoint is tried again; 4 by default."
        ),
    ] = None
    extra_body: Annotated[
        str | None,
        typer.Option(
            metavar="JSON",
            help='Further values of each request, such as {"top_p": 0.8}, or {"max_tokens": null, '
            '"max_completion_tokens": 4096}; null leaves one out.',
        ),
    ] = None

    def check_key(self) -> None:
        """Check that the environment variable holds a key, if one is named."""
        from android_gym.agents.client import read_key

        if self.api_key_env is not None:
            try:
                read_key(self.api_key_env)
            except ModelError as error:
                fail(f"--api-key-env: {error}")

    def client(self, base_url: str, model: str) -> ChatClient:
        """Return a client of an endpoint."""
        from android_gym.agents.client import ChatClient

        body = self.extra_body
        chosen: dict[str, Any] = {
            "timeout_s": self.request_timeout,
            "max_retries": self.request_retries,
            "extra_body": None if body is None else json_object("--extra-body", body),
        }
        return ChatClient(
            base_url,
            model,
            api_key_env=self.api_key_env,
            max_calls=self.max_calls,
            max_tokens=self.max_tokens,
            **{name: value for name, value in chosen.items() if value is not None},
        )


@dataclass(frozen=True)
class PolicyOptions:
    """Options of policies with a model."""

    model: Annotated[
        str | None,
        typer.Option(help="Name of the model at the endpoint, for policies with a model."),
    ] = None
    base_url: Annotated[str | None, typer.Option(help=_URL)] = None
    without: Annotated[
        list[str] | None,
        typer.Option(help="Part that mobile-bench leaves out: api, plan or thought; repeatable."),
    ] = None
    apis: Annotated[
        list[str] | None,
        typer.Option(help="Folder with your own API entries for mobile-bench; repeatable."),
    ] = None
    shots: Annotated[
        int | None,
        typer.Option(help="Number of examples in mobile-bench's prompts: 0 to 3; 3 by default."),
    ] = None
    requests: RequestOptions = RequestOptions()

    def policy(
        self,
        name: str,
        action_format: str | None = None,
        strict: Any = None,
        here: bool = True,
    ) -> str | ModelPolicy:
        """Return a policy by its name.

        Args:
            name: A value of ``--policy``.
            action_format: The ``--format`` of the policy ``model``.
            strict: Value of ``--strict``.
            here: False if other machines ask the model, whose environment variables may differ.
        """
        from android_gym.agents.policy import ModelPolicy

        if name not in MODEL_POLICIES:
            own = {"--format": action_format, "--strict": strict}
            useless = [option for option, value in own.items() if value is not None] + given(self)
            if useless:
                fail(
                    f"{', '.join(useless)}: only for a --policy with a model, which are "
                    f"{', '.join(MODEL_POLICIES)}; got {name}."
                )
            return name
        if self.model is None or self.base_url is None:
            fail(f"--policy {name} needs --model and --base-url.")
        if name == "model" and action_format is None:
            fail("--policy model needs --format.")
        if here:
            self.requests.check_key()
        agent: Any = "session" if name == "model" else name
        without: Any = self.without or ()
        return ModelPolicy(
            self.requests.client(self.base_url, self.model),
            action_format,
            agent=agent,
            strict=strict,
            without=without,
            apis=tuple(self.apis or ()),
            shots=self.shots,
        )

"""Options that several commands share, with their help texts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "ApiKeyEnv",
    "Apis",
    "BaseUrl",
    "DeviceOption",
    "DevicesOption",
    "ExtraBody",
    "JudgeModel",
    "JudgeUrl",
    "MaxCalls",
    "MaxCallsOfWorker",
    "MaxTokensOfWorker",
    "Model",
    "Modules",
    "RequestRetries",
    "RequestTimeout",
    "RetryErrors",
    "Shots",
    "SweepFolder",
    "Timeout",
    "Tries",
    "Trust",
    "Without",
    "Workers",
]

_URL = "URL of an endpoint with OpenAI's chat protocol, such as http://127.0.0.1:8000/v1."
_DEVICE = (
    "simulator, an emulator such as emulator-5554, or a JSON object with a kind and its options"
)

DeviceOption = Annotated[str, typer.Option(help=f"Device to use: {_DEVICE}.")]
DevicesOption = Annotated[
    list[str] | None,
    typer.Option(help=f"Device to use: {_DEVICE}; repeat it to give one for each worker."),
]
Modules = Annotated[
    list[str] | None,
    typer.Option(
        "--module", help="Module of your own that registers ids, to import first; repeatable."
    ),
]
SweepFolder = Annotated[Path, typer.Argument(help="Folder of the sweep: its --out.")]
Model = Annotated[
    str | None, typer.Option(help="Name of the model at the endpoint, for policies with a model.")
]
BaseUrl = Annotated[str | None, typer.Option(help=_URL)]
JudgeModel = Annotated[
    str, typer.Option(help="Name of the model that judges, which must be able to see pictures.")
]
JudgeUrl = Annotated[str, typer.Option(help=_URL)]
Shots = Annotated[
    int | None,
    typer.Option(help="Number of examples in mobile-bench's prompts: 0 to 3; 3 by default."),
]
Tries = Annotated[
    int,
    typer.Option(
        help="Maximum number of attempts at an episode whose device fails or whose worker dies."
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust", help="Allow a policy that is a module or a checkpoint to run its own code."
    ),
]

ApiKeyEnv = Annotated[
    str | None, typer.Option(help="Environment variable that contains the endpoint's API key.")
]
MaxCalls = Annotated[
    int | None, typer.Option(help="Maximum number of requests to the endpoint, to limit costs.")
]
MaxCallsOfWorker = Annotated[
    int | None,
    typer.Option(help="Maximum number of requests of each worker to the endpoint, to limit costs."),
]
MaxTokensOfWorker = Annotated[
    int | None, typer.Option(help="Maximum number of tokens of each worker, to limit costs.")
]
RequestTimeout = Annotated[
    float | None,
    typer.Option(help="Seconds after which a request to the endpoint fails; 120 by default."),
]
RequestRetries = Annotated[
    int | None,
    typer.Option(help="How often a failed request to the endpoint is tried again; 4 by default."),
]
ExtraBody = Annotated[
    str | None,
    typer.Option(
        metavar="JSON",
        help='Further values of each request, such as {"top_p": 0.8}, or {"max_tokens": null, '
        '"max_completion_tokens": 4096}; null leaves one out.',
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option(help="Part that mobile-bench leaves out: api, plan or thought; repeatable."),
]
Apis = Annotated[
    list[str] | None,
    typer.Option(help="Folder with your own API entries for mobile-bench; repeatable."),
]
Workers = Annotated[
    int | None, typer.Option(help="Number of worker processes; one for each device by default.")
]
Timeout = Annotated[
    float | None,
    typer.Option(help="Seconds after which a worker that still plays an episode is killed."),
]
RetryErrors = Annotated[
    bool, typer.Option("--retry-errors", help="Play again episodes that ended in an error.")
]

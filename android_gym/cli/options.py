"""Options that several commands share, with their help texts."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = [
    "ApiKeyEnv",
    "Apis",
    "MaxCalls",
    "MaxCallsOfWorker",
    "MaxTokensOfWorker",
    "RetryErrors",
    "Timeout",
    "Without",
    "Workers",
]

ApiKeyEnv = Annotated[
    str | None, typer.Option(help="Environment variable with the endpoint's key.")
]
MaxCalls = Annotated[int | None, typer.Option(help="Most requests, as a guard of costs.")]
MaxCallsOfWorker = Annotated[
    int | None, typer.Option(help="Most requests of a worker, as a guard of costs.")
]
MaxTokensOfWorker = Annotated[int | None, typer.Option(help="Most tokens of a worker.")]
Without = Annotated[
    list[str] | None,
    typer.Option(help="A part that mobile-bench leaves out: api, plan or thought; repeatable."),
]
Apis = Annotated[
    list[str] | None,
    typer.Option(help="A folder with APIs of yours that mobile-bench may call; repeatable."),
]
Workers = Annotated[int | None, typer.Option(help="Processes; one for each device if not given.")]
Timeout = Annotated[
    float | None, typer.Option(help="Seconds after which an episode's worker is killed.")
]
RetryErrors = Annotated[
    bool, typer.Option("--retry-errors", help="Play episodes again that ended in an error.")
]

"""Commands for Mobile-Bench: apis, run and report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from android_gym.cli.common import fail, json_or_name, resumable, told
from android_gym.cli.options import (
    ApiKeyEnv,
    Apis,
    BaseUrl,
    DeviceOption,
    DevicesOption,
    ExtraBody,
    MaxCallsOfWorker,
    MaxTokensOfWorker,
    Model,
    RequestRetries,
    RequestTimeout,
    RetryErrors,
    Shots,
    Timeout,
    Trust,
    Without,
    Workers,
)
from android_gym.cli.sweeps import chosen_policy, play_sweep

__all__ = ["app"]

app = typer.Typer(
    help="Use Mobile-Bench's API calls, play its tasks, and compute its metrics.",
    no_args_is_help=True,
)


@app.command("apis")
@told
def list_apis(
    apis: Annotated[
        list[Path] | None,
        typer.Option(help="Folder with your own API entries, which are checked; repeatable."),
    ] = None,
    call: Annotated[
        str | None, typer.Option(help="Name of an API call to make on a fresh phone.")
    ] = None,
    arguments: Annotated[
        str | None,
        typer.Option(
            help="Arguments of the call as a JSON object; those of its example by default."
        ),
    ] = None,
    device: DeviceOption = "simulator",
) -> None:
    """List the available API calls, or make one.

    Exit code 1 if the call failed.
    """
    from android_gym.apis import load_registry, perform_call
    from android_gym.devices import make_device
    from android_gym.events import ApiCall

    registry = load_registry(apis or [])
    if call is None:
        if arguments is not None:
            fail("--arguments needs --call: they are the arguments of the call.")
        for api in registry.values():
            typer.echo(f"{api.app}: {api.signature}: {api.description}")
        return
    api = registry.need(call)
    given = dict(api.example)
    if arguments is not None:
        read = json_or_name("--arguments", arguments)
        if not isinstance(read, dict):
            fail(f"--arguments takes a JSON object such as '{{}}', not {arguments[:80]!r}.")
        given = read
    api.arguments(given)
    phone = make_device(json_or_name("--device", device))
    try:
        phone.reset()
        result = perform_call(phone, registry, ApiCall(call, tuple(given.items())))
    finally:
        phone.close()
    typer.echo(str(result))
    raise typer.Exit(1 if result.failed else 0)


@app.command()
@told
def run(
    checkout: Annotated[
        Path, typer.Argument(help="Folder with a checkout of Mobile-Bench's repository.")
    ],
    out: Annotated[
        Path, typer.Option(help="Folder of the run; the same command continues an existing run.")
    ],
    task: Annotated[
        list[str] | None,
        typer.Option(
            help="Task such as SAMT-17, or a set of tasks: SAST, SAMT or MAMT; repeatable; all "
            "tasks by default."
        ),
    ] = None,
    policy: Annotated[
        str, typer.Option(help="Policy that plays, as for `android-gym sweep`.")
    ] = "mobile-bench",
    model: Model = None,
    base_url: BaseUrl = None,
    without: Without = None,
    apis: Apis = None,
    shots: Shots = None,
    api_key_env: ApiKeyEnv = None,
    max_calls: MaxCallsOfWorker = None,
    max_tokens: MaxTokensOfWorker = None,
    request_timeout: RequestTimeout = None,
    request_retries: RequestRetries = None,
    extra_body: ExtraBody = None,
    device: DevicesOption = None,
    workers: Workers = None,
    timeout: Timeout = None,
    trust: Trust = False,
    retry_errors: RetryErrors = False,
) -> None:
    """Play an agent once on each task of your checkout, and keep traces with pictures.

    The phones need the apps of the tasks. Exit code 0; 1 if episodes ended in errors; 130 if
    interrupted.
    """
    import functools

    from android_gym.evaluation import mobile_bench
    from android_gym.task_suite.mobile_bench.original import load_checkout

    played = chosen_policy(
        policy,
        model=model,
        base_url=base_url,
        without=without,
        apis=apis,
        shots=shots,
        api_key_env=api_key_env,
        max_calls=max_calls,
        max_tokens=max_tokens,
        request_timeout=request_timeout,
        request_retries=request_retries,
        extra_body=extra_body,
    )
    found = load_checkout(checkout)
    for line in found.refused:
        typer.secho(f"left out: {line}", err=True)
    ids = mobile_bench.find_tasks(found, task or ())
    with resumable():
        results = play_sweep(
            list(ids),
            played,
            out=out,
            seeds=[0],
            trust=trust,
            workers=workers,
            devices=[json_or_name("--device", text) for text in device or ["simulator"]],
            judged=False,
            demonstrate=False,
            traces="pictures",
            timeout_s=timeout,
            retry_errors=retry_errors,
            prepare=functools.partial(mobile_bench.register_checkout, checkout.absolute(), ids),
        )
    typer.echo(mobile_bench.report_text(mobile_bench.read_runs([out])))
    raise typer.Exit(1 if any(result.error for result in results) else 0)


@app.command()
@told
def report(
    runs: Annotated[
        list[Path],
        typer.Argument(
            metavar="RUN...", help="Folders written by `mobile-bench run` or `sweep --traces`."
        ),
    ],
    html: Annotated[
        Path | None, typer.Option(help="HTML file to write the report to as well, with charts.")
    ] = None,
    strict_upstream: Annotated[
        bool,
        typer.Option(
            "--strict-upstream", help="Score as the published code does, faults included."
        ),
    ] = False,
) -> None:
    """Show steps, PassRate and CheckPoints by level, and the effect of APIs, plan and thought."""
    from android_gym.evaluation import mobile_bench

    episodes = mobile_bench.read_runs(runs, strict_upstream=strict_upstream)
    if not episodes:
        fail("There are no episodes in " + ", ".join(map(str, runs)) + ".")
    typer.echo(mobile_bench.report_text(episodes))
    if html is not None:
        html.write_text(mobile_bench.report_html(episodes), "utf-8")
        typer.echo(f"wrote {html}")

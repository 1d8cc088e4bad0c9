"""Commands for Mobile-Bench: apis, run and report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from android_gym.cli.common import fail, json_or_name, resumable, told
from android_gym.cli.groups import with_groups
from android_gym.cli.options import DeviceOption, PolicyOptions, Trust, WorkerOptions
from android_gym.cli.sweeps import play_sweep

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
@with_groups
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
    options: PolicyOptions = PolicyOptions(),
    crew: WorkerOptions = WorkerOptions(),
    trust: Trust = False,
) -> None:
    """Play an agent once on each task of your checkout, and keep traces with pictures.

    The phones need the apps of the tasks. Exit code 0; 1 if episodes ended in errors; 130 if
    interrupted.
    """
    import functools

    from android_gym.evaluation import mobile_bench
    from android_gym.task_suite.mobile_bench.original import load_checkout

    played = options.policy(policy)
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
            judged=False,
            demonstrate=False,
            traces="pictures",
            prepare=functools.partial(mobile_bench.register_checkout, checkout.absolute(), ids),
            **crew.arguments(),
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

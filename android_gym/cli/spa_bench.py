"""Commands for SPA-Bench: tasks, run, evaluate, collect and report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from android_gym.cli.common import fail, json_or_name, resumable, told
from android_gym.cli.options import (
    ApiKeyEnv,
    MaxCalls,
    MaxCallsOfWorker,
    RetryErrors,
    Timeout,
    Workers,
)

if TYPE_CHECKING:
    from android_gym.evaluation.spa_bench import Result

__all__ = ["app"]

app = typer.Typer(help="SPA-Bench: its tasks, detectors and metrics.", no_args_is_help=True)


@app.command("tasks")
@told
def list_tasks(
    task_set: Annotated[
        str | None, typer.Option("--set", help="single-app-ENG, single-app-CHN, cross-app-ENG ...")
    ] = None,
) -> None:
    """List the benchmark's tasks: name, level, golden steps, goal."""
    from android_gym.checks import check_choice
    from android_gym.task_suite.spa_bench import Set, records

    if task_set is not None:
        check_choice("--set", task_set, get_args(Set))
    for record in records():
        if task_set in (None, record.set):
            typer.echo(f"{record.uid}\t{record.level}\t{record.golden_steps}\t{record.goal}")


@app.command()
@told
def run(
    session: Annotated[Path, typer.Argument(help="Folder of the session; made, or gone on with.")],
    ids: Annotated[
        list[str] | None,
        typer.Argument(help="Live ids, patterns, records (ENG/youtube_0); all live ids."),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            help="NAME=POLICY, several times: a policy of `sweep`, or model:FORMAT for a model."
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Name of the model that agents ask.")] = None,
    base_url: Annotated[
        str | None, typer.Option(help="Endpoint of OpenAI's chat protocol.")
    ] = None,
    api_key_env: ApiKeyEnv = None,
    max_calls: MaxCallsOfWorker = None,
    seed: Annotated[int, typer.Option(min=0, help="Of all runs.")] = 0,
    workers: Workers = None,
    device: Annotated[
        list[str] | None,
        typer.Option(help="One for all workers, or one each; a name, or a JSON object."),
    ] = None,
    tries: Annotated[
        int, typer.Option(help="Of a run whose device fails or whose worker dies.")
    ] = 3,
    timeout: Timeout = None,
    retry_errors: RetryErrors = False,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run the code of a policy that is a module.")
    ] = False,
) -> None:
    """Play agents on tasks over a pool of phones; continue after an interruption.

    A record without a live id needs a device with its apps; if one is missing, the record is left
    out and reported. Its run is judged by `evaluate`.

    Exit code 0; 1 if runs ended in errors; 130 if interrupted.
    """
    from android_gym.cli.sweeps import chosen_policy
    from android_gym.evaluation import spa_bench

    policies = {}
    for text in agent or []:
        name, given, policy = text.partition("=")
        if not given or name in policies:
            fail(f"--agent is NAME=POLICY, each name once, got {text!r}.")
        kind, _, action_format = policy.partition(":")
        asks = kind in ("model", "m3a", "t3a", "seeact")
        policies[name] = chosen_policy(
            kind if asks else policy,
            model=model if asks else None,
            base_url=base_url if asks else None,
            action_format=action_format or None if asks else None,
            without=None,
            apis=None,
            shots=None,
            api_key_env=api_key_env if asks else None,
            max_calls=max_calls if asks else None,
            max_tokens=None,
        )
    if not policies:
        fail("Which agents? Give --agent NAME=POLICY, such as --agent M3A=m3a.")

    def tell(result: Result, done: int, total: int) -> None:
        typer.echo(f"{done}/{total} {result.task} {result.agent}: {result.signal}", err=True)

    with resumable():
        found = spa_bench.run(
            session,
            policies,
            ids or "SPABench/*",
            seed=seed,
            on_run=tell,
            workers=workers,
            devices=[json_or_name("--device", text) for text in device or ["simulator"]],
            tries=tries,
            timeout_s=timeout,
            retry_errors=retry_errors,
            trust=trust,
        )
    typer.echo(spa_bench.report_text(found))
    missed = [one for one in spa_bench.left_out(session) if one.agent in policies]
    for one in missed:
        typer.echo(f"Left out: {one.task} by {one.agent}. {one.cause}")
    failed = missed or any(result.termination == "error" for result in found)
    raise typer.Exit(1 if failed else 0)


@app.command()
@told
def evaluate(
    session: Annotated[Path, typer.Argument(help="Folder of TASK/AGENT/{0.png, log.json}.")],
    task_set: Annotated[str, typer.Option("--set", help="The set that its tasks are of.")],
    model: Annotated[str, typer.Option(help="Name of the model that judges.")],
    base_url: Annotated[str, typer.Option(help="Endpoint of OpenAI's chat protocol.")],
    api_key_env: ApiKeyEnv = None,
    actions: Annotated[
        str | None,
        typer.Option(help="How actions are told: none, text or picture; by default the paper's."),
    ] = None,
    reasons: Annotated[
        bool | None, typer.Option(help="Whether to ask for a reason; by default the paper's.")
    ] = None,
    key_components: Annotated[
        bool, typer.Option(help="Whether to look for key components first (group ocr).")
    ] = True,
    strict_upstream: Annotated[
        bool, typer.Option("--strict-upstream", help="Judge as the published code does.")
    ] = False,
    max_calls: MaxCalls = None,
) -> None:
    """Judge the runs of a session; write SESSION/results.csv, continue after interruptions."""
    from android_gym.agents.client import ChatClient
    from android_gym.checks import check_choice
    from android_gym.evaluation import spa_bench
    from android_gym.task_suite.spa_bench import Set

    check_choice("--set", task_set, get_args(Set))
    chosen: Set = next(name for name in get_args(Set) if name == task_set)
    english = chosen.endswith("ENG")
    told_as: Literal["none", "text", "picture"] = "picture" if english else "text"
    if actions is not None:
        check_choice("--actions", actions, ("none", "text", "picture"))
        told_as = next(way for way in ("none", "text", "picture") if way == actions)
    client = ChatClient(base_url, model, api_key_env=api_key_env, max_calls=max_calls)
    judge = spa_bench.ModelJudge(
        client.complete,
        actions=told_as,
        reasons=not english if reasons is None else reasons,
        strict_upstream=strict_upstream,
    )
    coarse = spa_bench.CoarseMatcher(spa_bench.ocr_texts, strict_upstream)
    single = spa_bench.SingleAppDetector(judge, coarse if key_components else None)
    cross = spa_bench.CrossAppDetector(client.complete, judge, strict_upstream)
    path = session / "results.csv"
    done = spa_bench.read_results(path) if path.exists() else []
    results = {(result.task, result.agent): result for result in done}

    def keep(result: Result) -> None:
        results[result.task, result.agent] = result
        spa_bench.write_results(path, list(results.values()))
        typer.echo(
            f"{result.task} {result.agent}: {result.signal} {result.details[:200]}", err=True
        )

    # Episodes that could not be judged are tried again.
    kept = [result for result in done if result.signal != "E"]
    found = spa_bench.evaluate_session(session, chosen, single, cross, done=kept, on_result=keep)
    spa_bench.write_results(path, found)
    typer.echo(spa_bench.report_text(found, strict_upstream=strict_upstream))


@app.command()
@told
def collect(
    run: Annotated[Path, typer.Argument(help="Folder of a sweep over SPABench/* with --pictures.")],
    session: Annotated[Path, typer.Argument(help="Session to make, or to add an agent to.")],
    agent: Annotated[str, typer.Option(help="Name of what played.")],
    seed: Annotated[int | None, typer.Option(help="By default each id's lowest.")] = None,
) -> None:
    """Write a sweep's episodes as a session, judged by the phone's state, and show the figures."""
    from android_gym.evaluation import spa_bench

    found = spa_bench.collect(run, session, agent, seed=seed)
    path = session / "results.csv"
    done = spa_bench.read_results(path) if path.exists() else []
    results = {(result.task, result.agent): result for result in done}
    results |= {(result.task, result.agent): result for result, _ in found}
    spa_bench.write_results(path, [results[key] for key in sorted(results)])
    typer.echo(spa_bench.report_text(list(results.values())))
    coarse = spa_bench.CoarseMatcher()
    agreed = spa_bench.agreement(
        (coarse.match(trajectory).passed, result.signal == "S") for result, trajectory in found
    )
    figures = (agreed.precision, agreed.recall, agreed.f1)
    shown = ", ".join("-" if figure is None else f"{figure:.3f}" for figure in figures)
    typer.echo(f"Coarse detection against the phone's state: precision, recall, F1 are {shown}.")


@app.command()
@told
def report(
    results: Annotated[list[Path], typer.Argument(help="results.csv of one or more sessions.")],
    html: Annotated[Path | None, typer.Option(help="Write a page instead of text.")] = None,
    strict_upstream: Annotated[
        bool, typer.Option("--strict-upstream", help="The published code's figures.")
    ] = False,
) -> None:
    """Show the seven metrics of each agent."""
    from android_gym.evaluation import spa_bench

    found = [result for path in results for result in spa_bench.read_results(path)]
    if not found:
        fail("There are no results in " + ", ".join(map(str, results)) + ".")
    if html is None:
        typer.echo(spa_bench.report_text(found, strict_upstream=strict_upstream))
    else:
        html.write_text(spa_bench.report_html(found, strict_upstream=strict_upstream), "utf-8")

"""Commands for SPA-Bench: tasks, run, evaluate, collect and report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from android_gym.cli.common import fail, resumable, told
from android_gym.cli.groups import given, with_groups
from android_gym.cli.options import (
    MODEL_POLICIES,
    JudgeModel,
    JudgeUrl,
    PolicyOptions,
    RequestOptions,
    Trust,
    WorkerOptions,
)

if TYPE_CHECKING:
    from android_gym.evaluation.spa_bench import Result

__all__ = ["app"]

app = typer.Typer(
    help="Play SPA-Bench's tasks, detect success as it does, and compute its metrics.",
    no_args_is_help=True,
)


@app.command("tasks")
@told
def list_tasks(
    task_set: Annotated[
        str | None,
        typer.Option(
            "--set",
            help="List only the tasks of this set: single-app-ENG, single-app-CHN, cross-app-ENG "
            "or cross-app-CHN.",
        ),
    ] = None,
) -> None:
    """List the benchmark's tasks: name, level, number of golden steps, goal."""
    from android_gym.checks import check_choice
    from android_gym.task_suite.spa_bench import Set, records

    if task_set is not None:
        check_choice("--set", task_set, get_args(Set))
    for record in records():
        if task_set in (None, record.set):
            typer.echo(f"{record.uid}\t{record.level}\t{record.golden_steps}\t{record.goal}")


@app.command()
@told
@with_groups
def run(
    session: Annotated[
        Path,
        typer.Argument(
            help="Folder of the session; the same command continues an existing session."
        ),
    ],
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            help="Live ids, patterns of them, or records such as ENG/youtube_0; all live ids by "
            "default."
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            help="Agent to play, as NAME=POLICY: a policy of `android-gym sweep`, or model:FORMAT "
            "for a model; repeatable."
        ),
    ] = None,
    options: PolicyOptions = PolicyOptions(),
    seed: Annotated[int, typer.Option(min=0, help="Seed of all runs.")] = 0,
    crew: WorkerOptions = WorkerOptions(),
    trust: Trust = False,
) -> None:
    """Play agents on tasks, on one or several phones; continue after an interruption.

    A record without a live id needs a phone with its apps. If an app is missing, the record is left
    out and reported. `spa-bench evaluate` judges its run.

    Exit code 0; 1 if runs ended in errors; 130 if interrupted.
    """
    from android_gym.evaluation import spa_bench

    policies = {}
    for text in agent or []:
        name, sign, policy = text.partition("=")
        if not sign or name in policies:
            fail(f"--agent takes NAME=POLICY, with each name only once, not {text!r}.")
        kind, _, action_format = policy.partition(":")
        policies[name] = (
            options.policy(kind, action_format or None)
            if kind in MODEL_POLICIES
            else PolicyOptions().policy(policy)
        )
    if (unused := given(options)) and all(isinstance(one, str) for one in policies.values()):
        fail(f"{', '.join(unused)}: only for an --agent with a model, such as M3A=m3a.")
    if not policies:
        fail("Give at least one agent as --agent NAME=POLICY, such as --agent M3A=m3a.")

    def tell(result: Result, done: int, total: int) -> None:
        typer.echo(f"{done}/{total} {result.task} {result.agent}: {result.signal}", err=True)

    with resumable():
        found = spa_bench.run(
            session,
            policies,
            ids or "SPABench/*",
            seed=seed,
            on_run=tell,
            trust=trust,
            **crew.arguments(),
        )
    typer.echo(spa_bench.report_text(found))
    missed = [one for one in spa_bench.left_out(session) if one.agent in policies]
    for one in missed:
        typer.echo(f"Left out: {one.task} by {one.agent}. {one.cause}")
    failed = missed or any(result.termination == "error" for result in found)
    raise typer.Exit(1 if failed else 0)


@app.command()
@told
@with_groups
def evaluate(
    session: Annotated[
        Path,
        typer.Argument(
            help="Folder of the session, with 0.png, log.json and so on in TASK/AGENT folders."
        ),
    ],
    task_set: Annotated[
        str,
        typer.Option(
            "--set",
            help="Set that the session's tasks belong to: single-app-ENG, single-app-CHN, "
            "cross-app-ENG or cross-app-CHN.",
        ),
    ],
    model: JudgeModel,
    base_url: JudgeUrl,
    actions: Annotated[
        str | None,
        typer.Option(
            help="How to show actions to the model: none, text or picture; as in the paper by "
            "default: picture for English tasks, text for Chinese ones."
        ),
    ] = None,
    reasons: Annotated[
        bool | None,
        typer.Option(
            help="Whether to ask the model for reasons; as in the paper by default: only for "
            "Chinese tasks."
        ),
    ] = None,
    key_components: Annotated[
        bool,
        typer.Option(
            help="Whether to look for key components on screenshots first (needs the extra `ocr`)."
        ),
    ] = True,
    strict_upstream: Annotated[
        bool,
        typer.Option(
            "--strict-upstream", help="Judge as the published code does, faults included."
        ),
    ] = False,
    requests: RequestOptions = RequestOptions(),
) -> None:
    """Judge the runs of a session, and write SESSION/results.csv.

    The same command continues after an interruption.
    """
    from android_gym.checks import check_choice
    from android_gym.evaluation import spa_bench
    from android_gym.evaluation.judges import Actions
    from android_gym.task_suite.spa_bench import Set

    chosen: Set = check_choice("--set", task_set, get_args(Set))
    english = chosen.endswith("ENG")
    told_as: Actions = "picture" if english else "text"
    if actions is not None:
        told_as = check_choice("--actions", actions, get_args(Actions))
    requests.check_key()
    client = requests.client(base_url, model)
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
    session: Annotated[
        Path, typer.Argument(help="Folder of the session to create, or to add an agent to.")
    ],
    agent: Annotated[str, typer.Option(help="Name of the agent that played.")],
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the episodes to write; the lowest of each id by default."),
    ] = None,
) -> None:
    """Write a sweep's episodes as a session, judged by the phone's state, and show the metrics."""
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
    results: Annotated[
        list[Path], typer.Argument(help="Files results.csv of one or more sessions.")
    ],
    html: Annotated[
        Path | None, typer.Option(help="HTML file to write, instead of showing text.")
    ] = None,
    strict_upstream: Annotated[
        bool,
        typer.Option(
            "--strict-upstream", help="Compute as the published code does, faults included."
        ),
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

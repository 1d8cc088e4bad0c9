"""Commands for evaluation: sweep, report, judge, view and export."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from android_gym.cli.common import fail, json_or_name, numbers, resumable, told
from android_gym.cli.options import (
    ApiKeyEnv,
    Apis,
    MaxCalls,
    MaxCallsOfWorker,
    MaxTokensOfWorker,
    RetryErrors,
    Timeout,
    Without,
    Workers,
)

if TYPE_CHECKING:
    from android_gym.agents.policy import ModelPolicy
    from android_gym.evaluation import Result, Row, StudyRow

__all__ = ["export_checkpoint", "judge", "chosen_policy", "play_sweep", "report", "sweep", "view"]

_MODEL_POLICIES = ("model", "m3a", "t3a", "seeact", "mobile-bench")
"""Values of ``--policy`` that use a model's endpoint."""


@told
def sweep(
    out: Annotated[Path, typer.Option(help="Folder of the sweep, which a second call goes on.")],
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="Or patterns, e.g. 'AndroidWorld/System*'."),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            help="demonstration, random, human, generalist, model, m3a, t3a, seeact, mobile-bench, "
            "module:callable or checkpoint.zip."
        ),
    ] = "demonstration",
    model: Annotated[
        str | None, typer.Option(help="Its name at the endpoint, for model, m3a, t3a and so on.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(help="Endpoint of OpenAI's chat protocol, e.g. http://127.0.0.1:8000/v1."),
    ] = None,
    action_format: Annotated[
        str | None,
        typer.Option("--format", help="How the model writes actions; see docs/agents.md."),
    ] = None,
    strict: Annotated[
        str | None, typer.Option(help="upstream: keep the faults of the original's parser.")
    ] = None,
    without: Without = None,
    apis: Apis = None,
    shots: Annotated[
        int | None,
        typer.Option(
            help="Examples that mobile-bench gives with each question: 0 to 3 (the default)."
        ),
    ] = None,
    api_key_env: ApiKeyEnv = None,
    max_calls: MaxCallsOfWorker = None,
    max_tokens: MaxTokensOfWorker = None,
    seeds: Annotated[
        str | None,
        typer.Option(help="An episode each: 0:20 (without 20; the default), 1,5,30 or 0:3,30."),
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="instance, template, app or training: only ids of its part.")
    ] = None,
    part: Annotated[str, typer.Option(help="Of the split: train, validation or test.")] = "test",
    same_seed: Annotated[
        int | None, typer.Option(help="Also play this seed again and again, to compare.")
    ] = None,
    repeat: Annotated[int | None, typer.Option(help="How often; 20 if not given.")] = None,
    rewordings: Annotated[
        str, typer.Option(help="Of the goals, e.g. 0:5; 0 is the task's own words.")
    ] = "0",
    rules: Annotated[
        str, typer.Option(help="strict, or android_world to compare with published figures.")
    ] = "strict",
    workers: Workers = None,
    device: Annotated[
        list[str] | None,
        typer.Option(help="One for all workers, or one each; a name, or a JSON object."),
    ] = None,
    wrapper: Annotated[
        list[str] | None,
        typer.Option(help="Around environments: module:Class, or JSON with entry_point, kwargs."),
    ] = None,
    tries: Annotated[
        int, typer.Option(help="Of an episode whose device fails or whose worker dies.")
    ] = 3,
    timeout: Timeout = None,
    demonstrate: Annotated[
        bool, typer.Option(help="Whether to count the demonstration's steps too.")
    ] = True,
    study: Annotated[
        str | None,
        typer.Option(help="robustness: seeds, wordings, dark theme and another device, in turn."),
    ] = None,
    traces: Annotated[
        bool, typer.Option("--traces", help="Keep a trace of each episode in OUT/traces.")
    ] = False,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="With a picture of each screen, for `view`.")
    ] = False,
    trust: Annotated[
        bool,
        typer.Option("--trust", help="Run the code of a policy that is a module or a checkpoint."),
    ] = False,
    retry_errors: RetryErrors = False,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on a Ray cluster: host:port, auto (this machine's) or local.",
        ),
    ] = None,
) -> None:
    """Play a policy on many seeds of many ids; continue after an interruption.

    Exit code 0; 1 if episodes ended in errors; 130 if interrupted.
    """
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym import evaluation

    if not ids and split is None:
        fail("Which ids? Name some, or a pattern of them, or give --split.")
    if repeat is not None and same_seed is None and study is None:
        fail("--repeat says how often --same-seed is played; give that too.")
    wanted = None if seeds is None else numbers("--seeds", seeds)
    played = chosen_policy(
        policy,
        model=model,
        base_url=base_url,
        action_format=action_format,
        strict=strict,
        without=without,
        apis=apis,
        shots=shots,
        api_key_env=api_key_env,
        max_calls=max_calls,
        max_tokens=max_tokens,
    )
    with resumable(), contextlib.ExitStack() as stack:
        given = ids or [] if split is None else _of_split(split, part, ids, wanted, same_seed)
        options: dict[str, Any] = {
            "trust": trust,
            "out": out,
            "seeds": range(20) if wanted is None else wanted,
            "repeat": 20 if repeat is None else repeat,
            "rules": rules,
            "workers": workers,
            "devices": [json_or_name("--device", text) for text in device or ["simulator"]],
            "demonstrate": demonstrate,
            "traces": "pictures" if pictures else traces,
            "tries": tries,
            "timeout_s": timeout,
            "retry_errors": retry_errors,
        }
        if ray is not None:
            from android_gym.distributed import RayCrew

            crew = options["crew"] = stack.enter_context(RayCrew(ray))
            options["workers"] = crew.room if workers is None else workers
        if study is not None:
            if wrapper or rewordings != "0":
                fail("--wrapper and --rewordings are what --study sets.")
            seed = 30 if same_seed is None else same_seed
            rows = evaluation.study(study, given, played, same_seed=seed, **options)
            _show_study(rows, out)
            raise typer.Exit(1 if any(row.errors for row in rows) else 0)
        results = play_sweep(
            given,
            played,
            same_seed=same_seed,
            rewordings=numbers("--rewordings", rewordings),
            wrappers=[json_or_name("--wrapper", text) for text in wrapper or []],
            **options,
        )
        _report(results, out)
    raise typer.Exit(1 if any(result.error for result in results) else 0)


def play_sweep(ids: Any, policy: Any, *, judged: bool = True, **options: Any) -> list[Result]:
    """Sweep with a progress bar.

    Args:
        ids: As for `evaluation.sweep`.
        policy: As for `evaluation.sweep`.
        options: Further arguments of `evaluation.sweep`.
        judged: False if the tasks can't tell whether they were done.
    """
    from android_gym import evaluation

    with _SweepProgress(judged) as progress:
        return evaluation.sweep(ids, policy, on_episode=progress.update, **options)


def chosen_policy(
    policy: str,
    *,
    model: str | None,
    base_url: str | None,
    action_format: str | None = None,
    strict: Any = None,
    without: Any,
    apis: list[str] | None,
    shots: int | None,
    api_key_env: str | None,
    max_calls: int | None,
    max_tokens: int | None,
) -> str | ModelPolicy:
    """Return the policy chosen by command line options."""
    from android_gym.agents.client import ChatClient
    from android_gym.agents.policy import ModelPolicy

    if policy not in _MODEL_POLICIES:
        own = (model, base_url, action_format, strict, without, apis, shots, api_key_env)
        if any(value is not None and value != [] for value in (*own, max_calls, max_tokens)):
            fail(
                "--model, --base-url, --format, --strict, --without, --apis, --shots and what "
                f"limits them are for --policy {', '.join(_MODEL_POLICIES)}."
            )
        return policy
    if model is None or base_url is None:
        fail(f"--policy {policy} needs --model and --base-url.")
    if policy == "model" and action_format is None:
        fail("--policy model needs --format.")
    client = ChatClient(
        base_url, model, api_key_env=api_key_env, max_calls=max_calls, max_tokens=max_tokens
    )
    agent: Any = "session" if policy == "model" else policy
    return ModelPolicy(
        client,
        action_format,
        agent=agent,
        strict=strict,
        without=without or (),
        apis=tuple(apis or ()),
        shots=shots,
    )


@told
def report(
    folder: Annotated[Path, typer.Argument(help="That `sweep` was given as --out.")],
    module: Annotated[
        list[str] | None,
        typer.Option(help="To import first, where ids of the sweep are of a module of yours."),
    ] = None,
) -> None:
    """Show a sweep, finished or not; write its summary.csv and chart.png."""
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym import evaluation
    from android_gym.evaluation.ids import import_module

    for name in module or []:
        import_module(name)
    if evaluation.is_study(folder):
        _show_study(evaluation.write_table(folder), folder)
        return
    _report(evaluation.load(folder), folder)


@told
def judge(
    folder: Annotated[Path, typer.Argument(help="That `sweep --pictures` was given as --out.")],
    model: Annotated[str, typer.Option(help="Name of the model that judges; it sees pictures.")],
    base_url: Annotated[str, typer.Option(help="Endpoint of OpenAI's chat protocol.")],
    api_key_env: ApiKeyEnv = None,
    actions: Annotated[
        str, typer.Option(help="How actions are told: none, text or picture.")
    ] = "picture",
    reasons: Annotated[bool, typer.Option(help="Whether to ask for a reason.")] = True,
    max_calls: MaxCalls = None,
) -> None:
    """Ask a model which episodes of a sweep were done; write FOLDER/verdicts.jsonl.

    It continues after an interruption. Exit code 1 if some could not be judged.
    """
    from android_gym.agents.client import ChatClient
    from android_gym.checks import check_choice
    from android_gym.evaluation.judges import Actions, ModelJudge
    from android_gym.evaluation.verdicts import Judged, judge_sweep

    check_choice("--actions", actions, get_args(Actions))
    told_as: Actions = next(way for way in get_args(Actions) if way == actions)
    client = ChatClient(base_url, model, api_key_env=api_key_env, max_calls=max_calls)

    def tell(one: Judged) -> None:
        said = {True: "done", False: "not done"}[one.verdict.success]
        said = said if one.verdict.outcome == "judged" else one.verdict.outcome
        typer.echo(f"{one.key.id} {one.key.seed}: {said} {one.verdict.reason[:200]}", err=True)

    asked = ModelJudge(client.complete, actions=told_as, reasons=reasons)
    found = [one.verdict for one in judge_sweep(folder, asked, model, tell)]
    unjudged = sum(verdict.outcome != "judged" for verdict in found)
    typer.echo(
        f"{sum(verdict.success for verdict in found)} of {len(found)} episodes were done, says "
        f"{model}; {unjudged} could not be judged."
    )
    raise typer.Exit(1 if unjudged else 0)


@told
def view(
    folder: Annotated[Path, typer.Argument(help="That `sweep` was given as --out.")],
    against: Annotated[
        Path | None, typer.Option(help="Another sweep, to stand beside this one.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The page; view.html in the folder if not given.")
    ] = None,
    height: Annotated[
        int, typer.Option(min=0, max=4096, help="Of pictures in pixels; 0 for none.")
    ] = 800,
) -> None:
    """Write a sweep as one HTML page: its episodes, and each step of those with traces."""
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym.evaluation.viewer import write_page

    file = folder / "view.html" if out is None else out
    count = write_page([folder] if against is None else [folder, against], file, height)
    print(f"wrote {file}: {count} episodes, {file.stat().st_size / 1e6:.1f} MB")


@told
def export_checkpoint(
    folder: Annotated[Path, typer.Argument(help="That `sweep` was given as --out.")],
    out: Annotated[Path, typer.Argument(help="A new folder, for AndroidWorld's checkpoint.")],
) -> None:
    """Write a sweep as a checkpoint that AndroidWorld's own tools can read."""
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym.evaluation.checkpoint import export

    print(f"wrote {export(folder, out)} episodes to {out}")


def _show_study(rows: Sequence[StudyRow], out: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    columns = ("condition", "group", "episodes", "success", "95 % interval", "over seeds", "p")
    table = Table(*columns, "errors", box=None)
    for row in rows:
        spread = "" if row.seed_std is None else f"{row.seed_mean:.1%} ± {row.seed_std:.1%}"
        table.add_row(
            row.condition,
            row.group,
            str(row.episodes),
            f"{row.success_rate:.1%}",
            f"{row.low:.1%} - {row.high:.1%}",
            spread,
            "" if row.p_value is None else f"{row.p_value:.3f}",
            str(row.errors or ""),
        )
    console = Console()
    if not console.is_terminal:
        console.width = 1000
    console.print(table)
    print(f"wrote {out / 'study.csv'}")


def _report(results: Sequence[Result], out: Path) -> None:
    from rich.console import Console
    from rich.table import Table

    from android_gym.evaluation import write_report

    rows = write_report(results, out)
    columns = ("", "group", "episodes", "success", "95 % interval", "p", "steps", "ratio", "errors")
    table = Table(*columns, box=None)
    for by in dict.fromkeys(row.by for row in rows):
        own = [row for row in rows if row.by == by]
        if by == "seed" or (by == "rewording" and len(own) == 1):
            continue  # many, and also in summary.csv; or nothing new
        if by != "all":
            table.add_row(f"[bold]by {by}")
        for row in own:
            table.add_row(
                row.name or "all",
                row.group,
                str(row.episodes),
                f"{row.success_rate:.1%}",
                f"{row.low:.1%} - {row.high:.1%}",
                _p_value(row),
                f"{row.mean_steps:.1f}",
                "" if row.step_ratio is None else f"{row.step_ratio:.2f}",
                str(row.errors or ""),
            )
    console = Console()
    if not console.is_terminal:
        console.width = 1000
    console.print(table)
    for row in rows:
        if row.by == "all" and row.seed_mean is not None and row.seed_std is not None:
            mean, std = row.seed_mean, row.seed_std
            print(f"{row.group}: mean over seeds {mean:.1%}, standard deviation {std:.1%}")
    print(f"wrote {out / 'summary.csv'} and {out / 'chart.png'}")


def _p_value(row: Row) -> str:
    if row.p_value is None:
        return ""
    text = "<0.001" if row.p_value < 0.001 else f"{row.p_value:.3f}"
    return text + "*" * row.significant


class _SweepProgress:
    """A progress bar, with the success rate of the episodes played in this call."""

    def __init__(self, judged: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Remaining

        self._judged = judged
        self._played = self._successes = self._errors = 0
        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            Remaining(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
        )

    def __enter__(self) -> _SweepProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def update(self, result: Result | None, done: int, total: int) -> None:
        if result is None:
            self._bar = self._progress.add_task("", total=None)
            self._progress.start()
        else:
            self._played += 1
            self._successes += result.success
            self._errors += result.error is not None
        text = f"{self._successes} of {self._played} succeeded" if self._played else ""
        if not self._judged:
            text = f"{self._played} played"
        if self._errors:
            text += f", [red]{self._errors} errors[/]"
        self._progress.update(self._bar, completed=done, total=total, description=text)


def _of_split(
    kind: Any, part: Any, ids: list[str] | None, seeds: list[int] | None, same_seed: int | None
) -> dict[str, list[int]]:
    """Return the ids and seeds of a part of a split, limited to the given ones."""
    from android_gym import evaluation

    cases = evaluation.split(kind, part)
    if same_seed is not None and any(same_seed not in own for own in cases.values()):
        fail(f"--same-seed {same_seed} is not in the part {part!r} of the split {kind!r}.")
    if ids:
        cases = {env_id: cases[env_id] for env_id in evaluation.find_ids(ids) if env_id in cases}
        if not cases:
            fail(f"None of the ids is in the part {part!r} of the split {kind!r}.")
    return evaluation.select(cases, seeds)

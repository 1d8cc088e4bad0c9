"""Commands for evaluation: sweep, report, judge, view and export."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from android_gym.cli.common import fail, json_or_name, numbers, resumable, told
from android_gym.cli.groups import with_groups
from android_gym.cli.options import (
    JudgeModel,
    JudgeUrl,
    Modules,
    PolicyOptions,
    RequestOptions,
    SweepFolder,
    Trust,
    WorkerOptions,
)
from android_gym.cli.tables import SweepProgress, show_report, show_study

if TYPE_CHECKING:
    from android_gym.evaluation import Result

__all__ = ["export_checkpoint", "judge", "play_sweep", "report", "sweep", "view"]


@told
@with_groups
def sweep(
    out: Annotated[
        Path,
        typer.Option(help="Folder of the sweep; the same command continues an existing sweep."),
    ],
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID...",
            help="Ids of environments, or patterns of them such as 'AndroidWorld/System*'.",
        ),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            help="Policy that plays: demonstration, random, human, generalist, model, m3a, t3a, "
            "seeact, mobile-bench, module:callable or checkpoint.zip."
        ),
    ] = "demonstration",
    action_format: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="Format of the model's replies, for --policy model: see docs/agents.md.",
        ),
    ] = None,
    strict: Annotated[
        str | None,
        typer.Option(
            help="upstream, to read the model's replies with the faults of the original parser."
        ),
    ] = None,
    options: PolicyOptions = PolicyOptions(),
    seeds: Annotated[
        str | None,
        typer.Option(
            help="Seeds to play, one episode each, such as 0:20 (0 to 19), 1,5,30 or 0:3,30; 0:20 "
            "by default, or the seeds of the --split."
        ),
    ] = None,
    split: Annotated[
        str | None,
        typer.Option(
            help="Split whose ids to play, limited to --part: instance, template, app or training."
        ),
    ] = None,
    part: Annotated[
        str | None,
        typer.Option(help="Part of the --split: train, validation or test; test by default."),
    ] = None,
    same_seed: Annotated[
        int | None,
        typer.Option(help="Seed to also play repeatedly, as a group to compare with the others."),
    ] = None,
    repeat: Annotated[
        int | None, typer.Option(help="Number of episodes with the --same-seed; 20 by default.")
    ] = None,
    rewordings: Annotated[
        str, typer.Option(help="Rewordings of the goals, such as 0:5; 0 is the task's own words.")
    ] = "0",
    rules: Annotated[
        str,
        typer.Option(
            help="Rules for success: strict, or android_world to compare with published figures."
        ),
    ] = "strict",
    crew: WorkerOptions = WorkerOptions(),
    wrapper: Annotated[
        list[str] | None,
        typer.Option(
            help="Wrapper of the environments: module:Class, or a JSON object with entry_point and "
            "kwargs; repeatable, the first is innermost."
        ),
    ] = None,
    demonstrate: Annotated[
        bool,
        typer.Option(
            help="Whether to also play the demonstrations, to compare the numbers of steps."
        ),
    ] = True,
    study: Annotated[
        str | None,
        typer.Option(
            help="Study to make: robustness, a sweep each with other seeds, rewordings, the dark "
            "theme and another device."
        ),
    ] = None,
    traces: Annotated[
        bool, typer.Option("--traces", help="Keep a trace of each episode in OUT/traces.")
    ] = False,
    pictures: Annotated[
        bool,
        typer.Option("--pictures", help="Keep traces with a picture of each screen, for `view`."),
    ] = False,
    trust: Trust = False,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Ray cluster to play on: host:port, auto (this machine's) or local.",
        ),
    ] = None,
) -> None:
    """Play a policy on many seeds of many ids; continue after an interruption.

    Exit code 0; 1 if episodes ended in errors; 130 if interrupted.
    """
    from android_gym import evaluation

    if not ids and split is None:
        fail("There are no ids to play: give ids, patterns of them, or --split.")
    if repeat is not None and same_seed is None and study is None:
        fail("--repeat needs --same-seed: it is the number of episodes with that seed.")
    if part is not None and split is None:
        fail("--part needs --split: it is the part of that split to play.")
    wanted = None if seeds is None else numbers("--seeds", seeds)
    played = options.policy(policy, action_format, strict, here=ray is None)
    with resumable(), contextlib.ExitStack() as stack:
        given = (
            ids or [] if split is None else _of_split(split, part or "test", ids, wanted, same_seed)
        )
        arguments: dict[str, Any] = {
            **crew.arguments(),
            "trust": trust,
            "out": out,
            "seeds": range(20) if wanted is None else wanted,
            "repeat": 20 if repeat is None else repeat,
            "rules": rules,
            "demonstrate": demonstrate,
            "traces": "pictures" if pictures else traces,
        }
        if ray is not None:
            from android_gym.distributed import RayCrew

            cluster = arguments["crew"] = stack.enter_context(RayCrew(ray))
            if crew.workers is None:
                arguments["workers"] = cluster.room
        if study is not None:
            if wrapper or rewordings != "0":
                fail("--wrapper and --rewordings can't be combined with --study, which sets them.")
            seed = 30 if same_seed is None else same_seed
            rows = evaluation.study(study, given, played, same_seed=seed, **arguments)
            show_study(rows, out)
            raise typer.Exit(1 if any(row.errors for row in rows) else 0)
        results = play_sweep(
            given,
            played,
            same_seed=same_seed,
            rewordings=numbers("--rewordings", rewordings),
            wrappers=[json_or_name("--wrapper", text) for text in wrapper or []],
            **arguments,
        )
        show_report(results, out)
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

    with SweepProgress(judged) as progress:
        return evaluation.sweep(ids, policy, on_episode=progress.update, **options)


@told
def report(
    folder: SweepFolder,
    modules: Modules = None,
) -> None:
    """Show the results of a sweep, finished or not, and write its summary.csv and chart.png."""
    from android_gym import evaluation
    from android_gym.evaluation.folder import count_planned, load_known
    from android_gym.evaluation.ids import import_module
    from android_gym.evaluation.study import read_study

    for name in modules or []:
        import_module(name)
    if evaluation.is_study(folder):
        show_study(read_study(folder), folder)
        evaluation.write_table(folder)  # only now, so that others' results can be seen too
        return
    results, planned = load_known(folder), count_planned(folder)
    if len(results) < planned:
        print(
            f"{len(results)} of {planned} episodes were played; repeat the command of the sweep to "
            "play the others."
        )
    show_report(results, folder)


@told
@with_groups
def judge(
    folder: Annotated[Path, typer.Argument(help="Folder of a sweep with --pictures: its --out.")],
    model: JudgeModel,
    base_url: JudgeUrl,
    actions: Annotated[
        str, typer.Option(help="How to show actions to the model: none, text or picture.")
    ] = "picture",
    reasons: Annotated[bool, typer.Option(help="Whether to ask the model for reasons.")] = True,
    requests: RequestOptions = RequestOptions(),
) -> None:
    """Ask a model which episodes of a sweep succeeded, and write FOLDER/verdicts.jsonl.

    The same command continues after an interruption. Exit code 1 if some episodes could not be
    judged.
    """
    from android_gym.checks import check_choice
    from android_gym.evaluation.judges import Actions, ModelJudge
    from android_gym.evaluation.verdicts import Judged, judge_sweep

    told_as: Actions = check_choice("--actions", actions, get_args(Actions))
    requests.check_key()
    client = requests.client(base_url, model)

    def tell(one: Judged) -> None:
        said = {True: "done", False: "not done"}[one.verdict.success]
        said = said if one.verdict.outcome == "judged" else one.verdict.outcome
        typer.echo(f"{one.key.id} {one.key.seed}: {said} {one.verdict.reason[:200]}", err=True)

    asked = ModelJudge(client.complete, actions=told_as, reasons=reasons)
    found = [one.verdict for one in judge_sweep(folder, asked, model, tell)]
    unjudged = sum(verdict.outcome != "judged" for verdict in found)
    typer.echo(
        f"{sum(verdict.success for verdict in found)} of {len(found)} episodes succeeded according "
        f"to {model}; {unjudged} could not be judged."
    )
    raise typer.Exit(1 if unjudged else 0)


@told
def view(
    folder: SweepFolder,
    against: Annotated[
        Path | None, typer.Option(help="Folder of another sweep to show beside this one.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="HTML file to write; view.html in the sweep's folder by default."),
    ] = None,
    height: Annotated[
        int,
        typer.Option(min=0, max=4096, help="Height of pictures in pixels; 0 to leave them out."),
    ] = 800,
) -> None:
    """Write a sweep as one HTML page: its episodes, and each step of those with traces."""
    from android_gym.evaluation.viewer import write_page

    file = folder / "view.html" if out is None else out
    count = write_page([folder] if against is None else [folder, against], file, height)
    print(f"wrote {file}: {count} episodes, {file.stat().st_size / 1e6:.1f} MB")


@told
def export_checkpoint(
    folder: SweepFolder,
    out: Annotated[Path, typer.Argument(help="New folder to write AndroidWorld's checkpoint to.")],
) -> None:
    """Write a sweep as a checkpoint that AndroidWorld's own tools can read."""
    from android_gym.evaluation.checkpoint import export

    print(f"wrote {export(folder, out)} episodes to {out}")


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

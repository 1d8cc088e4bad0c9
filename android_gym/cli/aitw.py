"""Commands for Android in the Wild: export, inspect, index, rewrite and split."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from android_gym.cli.common import fail, json_or_name, numbers, told

if TYPE_CHECKING:
    from android_gym.evaluation.aitw.records import Episode

__all__ = ["app"]

app = typer.Typer(help="Episodes in the format of Android in the Wild.", no_args_is_help=True)

Skip = Annotated[bool, typer.Option("--skip-errors", help="Leave out what is damaged.")]


@app.command()
@told
def export(
    ids: Annotated[
        list[str], typer.Option(help="Or a pattern, e.g. 'AndroidWorld/System*'; repeat for more.")
    ],
    out: Annotated[Path, typer.Option(help="Folder to make.")],
    seeds: Annotated[str, typer.Option(help="An episode each: 0:20 (without 20), 1,5,30.")] = "0:5",
    policy: Annotated[
        str, typer.Option(help="demonstration, random, module:callable or checkpoint.zip.")
    ] = "demonstration",
    rewordings: Annotated[str, typer.Option(help="Of the goals; 0 is the task's own words.")] = "0",
    width: Annotated[int, typer.Option(min=1, max=4096, help="Of the screens, in pixels.")] = 270,
    height: Annotated[int, typer.Option(min=1, max=4096, help="The same.")] = 600,
    device: Annotated[str, typer.Option(help="A name, or a JSON object.")] = "simulator",
    trust: Annotated[
        bool, typer.Option("--trust", help="Run the code of a policy that is a module.")
    ] = False,
) -> None:
    """Play episodes and write those that were solved; exit code 1 if none was."""
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym.evaluation.aitw.export import export as run

    def tell(env_id: str, seed: int, episode: Episode | None) -> None:
        done = "left out" if episode is None else f"{len(episode)} steps"
        typer.echo(f"{env_id} {seed}: {done}", err=True)

    found = run(
        ids,
        numbers("--seeds", seeds),
        out,
        policy,
        trust=trust,
        rewordings=numbers("--rewordings", rewordings),
        size=(width, height),
        device=json_or_name("--device", device),
        on_episode=tell,
    )
    for one in found.left_out:
        print(f"left out {one.id}, seed {one.seed}: {one.why}")
    for kind, why in found.no_splits.items():
        print(f"no split {kind}: {why}")
    print(f"wrote {found.episodes} episodes, {found.steps} steps to {out}")
    raise typer.Exit(0 if found.episodes else 1)


@app.command()
@told
def inspect(
    file: Annotated[Path, typer.Argument(help="Of episodes, or an episode of AiTZ as JSON.")],
    episode: Annotated[
        str | None, typer.Option(help="Its id, or its number from 0 on; the first if not given.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("episode.html"),
) -> None:
    """Show an episode as a self-contained HTML page."""
    from android_gym.evaluation.aitw.page import write_page

    write_page(_find(file, episode), out)
    print(f"wrote {out}")


@app.command()
@told
def index(
    place: Annotated[Path, typer.Argument(metavar="FILE", help="Or a folder of them.")],
    skip_errors: Skip = False,
) -> None:
    """Write the index of files of episodes; exit code 1 if something was left out."""
    from android_gym.evaluation.aitw.dataset import find_files, make_index

    damaged = 0
    for path in find_files(place):
        made = make_index(path, "skip" if skip_errors else "raise")
        damaged += made.problems
        print(f"{path}: {len(made.entries)} episodes, {made.problems} problems")
    raise typer.Exit(1 if damaged else 0)


@app.command()
@told
def split(
    place: Annotated[Path, typer.Argument(metavar="FOLDER", help="Of files of episodes.")],
    out: Annotated[Path, typer.Option(help="Folder for the splits.")] = Path("splits"),
    skip_errors: Skip = False,
) -> None:
    """Write the paper's five splits, computed for any episodes."""
    from android_gym.evaluation.aitw.dataset import EpisodeReader, find_files
    from android_gym.evaluation.aitw.splits import item_of, write_splits

    items = []
    for path in find_files(place):
        with EpisodeReader(path, "skip" if skip_errors else "raise") as reader:
            items += [item_of(episode) for episode in reader]
    for kind, why in write_splits(items, out).items():
        print(f"no split {kind}: {why}")
    print(f"wrote the splits of {len(items)} episodes to {out}")


@app.command()
@told
def rewrite(
    file: Annotated[Path, typer.Argument(help="Of episodes.")],
    out: Annotated[Path, typer.Argument(help="The file to write, in a folder called like a part.")],
    skip_errors: Skip = False,
) -> None:
    """Rewrite a file so that each of its episodes can be read directly, and write its index."""
    from android_gym.evaluation.aitw.dataset import EpisodeReader, EpisodeWriter, make_index

    if out.exists():
        fail(f"{str(out)!r} is there; write another file.")
    draft = out.with_name(out.name + ".part")
    draft.unlink(missing_ok=True)  # left by an interrupted run
    with EpisodeReader(file, "skip" if skip_errors else "raise") as reader:
        with EpisodeWriter(draft) as writer:
            for episode in reader:
                writer.write(episode)
        problems = reader.problems.count
    draft.rename(out)
    print(f"wrote {len(make_index(out).entries)} episodes to {out}, {problems} problems")
    raise typer.Exit(1 if problems else 0)


def _find(file: Path, wanted: str | None) -> Episode:
    if file.suffix == ".json":
        from android_gym.evaluation.aitw.aitz import read_aitz

        return read_aitz(file)
    from android_gym.evaluation.aitw.dataset import EpisodeReader

    with EpisodeReader(file) as reader:
        for number, episode in enumerate(reader):
            if wanted is None or wanted in (episode.id, str(number)):
                return episode
    fail(f"{str(file)!r} has no episode {wanted!r}.")

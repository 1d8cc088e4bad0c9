"""Commands for Android in the Wild: export, inspect, index, rewrite and split."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from android_gym.cli.common import fail, json_or_name, numbers, told
from android_gym.cli.options import DeviceOption, Trust

if TYPE_CHECKING:
    from android_gym.evaluation.aitw.records import Episode

__all__ = ["app"]

app = typer.Typer(
    help="Write and read episodes in the format of Android in the Wild.", no_args_is_help=True
)

Skip = Annotated[
    bool, typer.Option("--skip-errors", help="Leave out damaged records instead of stopping.")
]


@app.command()
@told
def export(
    ids: Annotated[
        list[str],
        typer.Option(
            help="Id of an environment, or a pattern such as 'AndroidWorld/System*'; repeatable."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Folder to write; must be empty or not exist.")],
    seeds: Annotated[
        str,
        typer.Option(help="Seeds to play, one episode each, such as 0:20 (0 to 19) or 1,5,30."),
    ] = "0:5",
    policy: Annotated[
        str,
        typer.Option(
            help="Policy that plays: demonstration, random, module:callable or checkpoint.zip."
        ),
    ] = "demonstration",
    rewordings: Annotated[
        str, typer.Option(help="Rewordings of the goals, such as 0:5; 0 is the task's own words.")
    ] = "0",
    width: Annotated[
        int, typer.Option(min=1, max=4096, help="Width of the screenshots in pixels.")
    ] = 270,
    height: Annotated[
        int, typer.Option(min=1, max=4096, help="Height of the screenshots in pixels.")
    ] = 600,
    device: DeviceOption = "simulator",
    trust: Trust = False,
) -> None:
    """Play episodes and write those that were solved.

    Exit code 1 if none was solved.
    """
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
    file: Annotated[
        Path, typer.Argument(help="File of episodes, or JSON file of an episode of AiTZ.")
    ],
    episode: Annotated[
        str | None,
        typer.Option(help="Id or number of the episode, counted from 0; the first by default."),
    ] = None,
    out: Annotated[Path, typer.Option(help="HTML file to write.")] = Path("episode.html"),
) -> None:
    """Write an episode as a self-contained HTML page."""
    from android_gym.evaluation.aitw.page import write_page

    write_page(_find(file, episode), out)
    print(f"wrote {out}")


@app.command()
@told
def index(
    place: Annotated[
        Path, typer.Argument(metavar="FILE", help="File of episodes, or a folder of such files.")
    ],
    skip_errors: Skip = False,
) -> None:
    """Write an index of each file of episodes.

    Exit code 1 if something was left out.
    """
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
    place: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder with files of episodes.")],
    out: Annotated[Path, typer.Option(help="Folder to write the splits to.")] = Path("splits"),
    skip_errors: Skip = False,
) -> None:
    """Compute the paper's five splits for the given episodes, and write them."""
    from android_gym.evaluation.aitw.dataset import EpisodeReader, find_files
    from android_gym.evaluation.aitw.splits import item_of, write_splits

    items = []
    for path in find_files(place):
        with EpisodeReader(path, "skip" if skip_errors else "raise") as reader:
            items += [item_of(episode) for episode in reader]
    if not items:
        fail(f"{str(place)!r} has no episodes.")
    for kind, why in write_splits(items, out).items():
        print(f"no split {kind}: {why}")
    print(f"wrote the splits of {len(items)} episodes to {out}")


@app.command()
@told
def rewrite(
    file: Annotated[Path, typer.Argument(help="File of episodes.")],
    out: Annotated[
        Path,
        typer.Argument(help="File to write, in a folder named like a part of the data set."),
    ],
    skip_errors: Skip = False,
) -> None:
    """Rewrite a file so that each of its episodes can be read directly, and write its index.

    Exit code 1 if something was left out.
    """
    from android_gym.evaluation.aitw.dataset import EpisodeReader, EpisodeWriter, make_index

    if out.exists():
        fail(f"{str(out)!r} already exists: choose another file.")
    out.parent.mkdir(parents=True, exist_ok=True)
    draft = out.with_name(out.name + ".part")
    draft.unlink(missing_ok=True)  # left by an interrupted run
    try:
        with EpisodeReader(file, "skip" if skip_errors else "raise") as reader:
            with EpisodeWriter(draft) as writer:
                for episode in reader:
                    writer.write(episode)
            problems = reader.problems.count
        draft.rename(out)
    finally:
        draft.unlink(missing_ok=True)
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
    fail(f"{str(file)!r} has no episode{'s' if wanted is None else f' {wanted!r}'}.")

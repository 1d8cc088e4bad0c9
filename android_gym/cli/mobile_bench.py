"""The commands about Mobile-Bench: report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from android_gym.cli.common import fail, told

__all__ = ["app"]

app = typer.Typer(help="Mobile-Bench: its figures of sweeps.", no_args_is_help=True)


@app.callback()
def _main() -> None:
    pass


@app.command()
@told
def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Folders that `sweep --traces` wrote.")
    ],
    html: Annotated[
        Path | None, typer.Option(help="Also write a page with charts into this file.")
    ] = None,
    strict_upstream: Annotated[
        bool, typer.Option("--strict-upstream", help="Score as the published scorer does.")
    ] = False,
) -> None:
    """Show steps, PassRate and CheckPoints by level, and what APIs, plan and thought are worth."""
    import android_gym  # noqa: F401  (registers the ids)
    from android_gym.evaluation import mobile_bench

    episodes = mobile_bench.read_runs(runs, strict_upstream=strict_upstream)
    if not episodes:
        fail("There are no episodes in " + ", ".join(map(str, runs)) + ".")
    typer.echo(mobile_bench.report_text(episodes))
    if html is not None:
        html.write_text(mobile_bench.report_html(episodes), "utf-8")
        typer.echo(f"wrote {html}")

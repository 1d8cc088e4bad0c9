"""Tables and progress that the commands for evaluation print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from android_gym.evaluation import Result, Row, StudyRow

__all__ = ["SweepProgress", "print_table", "show_report", "show_study"]

_MOST_REASONS = 3
"""Maximum number of errors that a report shows."""


def print_table(table: Table) -> None:
    """Print a table; where it goes to a file or a pipe, with one line a row, for grep."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console.width = 1000
    console.print(table)


def show_study(rows: Sequence[StudyRow], out: Path) -> None:
    """Print the table of a study, and where it is."""
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
    print_table(table)
    print(f"wrote {out / 'study.csv'}")


def show_report(results: Sequence[Result], out: Path) -> None:
    """Print a table of results and why episodes failed; write both to a folder."""
    from rich.table import Table

    from android_gym.evaluation import summarize, write_report

    rows = summarize(results)
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
    if rows:
        print_table(table)
    for row in rows:
        if row.by == "all" and row.seed_mean is not None and row.seed_std is not None:
            mean, std = row.seed_mean, row.seed_std
            print(f"{row.group}: mean over seeds {mean:.1%}, standard deviation {std:.1%}")
    _tell_errors(results)
    write_report(results, out)  # only now, so that results in a folder of others can be seen too
    print(f"wrote {out / 'summary.csv'} and {out / 'chart.png'}")


def _tell_errors(results: Sequence[Result]) -> None:
    """Print why episodes ended in errors, the most frequent reasons first."""
    reasons = Counter(result.error for result in results if result.error is not None)
    for reason, count in reasons.most_common(_MOST_REASONS):
        # A reason may be any text of a server or a policy.
        line = "".join(letter if letter.isprintable() else " " for letter in reason[:300])
        print(f"{count} x error: {line}{' ...' if len(reason) > 300 else ''}")
    if len(reasons) > _MOST_REASONS:
        print(f"{len(reasons) - _MOST_REASONS} other errors are in episodes.jsonl.")
    if reasons:
        print("Sweep with --retry-errors to play these episodes again.")


def _p_value(row: Row) -> str:
    if row.p_value is None:
        return ""
    text = "<0.001" if row.p_value < 0.001 else f"{row.p_value:.3f}"
    return text + "*" * row.significant


class SweepProgress:
    """A progress bar, with the success rate of the episodes played in this call.

    Args:
        judged: Whether the episodes are judged as they are played.
    """

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

    def __enter__(self) -> SweepProgress:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def update(self, result: Result | None, done: int, total: int) -> None:
        """Show the next episode; with None, the start."""
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

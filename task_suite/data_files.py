"""TOML files in a suite's folders, each entry of which is a task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from android_gym.task_suite.changes import task as changes
from android_gym.task_suite.composites import task as composites
from android_gym.task_suite.questions import task as questions
from android_gym.task_suite.questions.toml import Place, Table, read_file
from android_gym.task_suite.task import Task

__all__ = ["tasks_of"]


def tasks_of(
    files: Iterable[tuple[Path, str]], known: Mapping[str, type[Task]]
) -> Iterator[tuple[str, type[Task], Place]]:
    """Yield the tasks of files: questions and changes, then the composites of those.

    Args:
        files: Each file with the module name for its classes, as if the file were a module of its
            folder.
        known: Tasks by name that composites may use, besides those of the files: the caller adds
            each task that is yielded.

    Yields:
        Name, class, and place of the entry.

    Raises:
        OptionError: If a file has a mistake; with file, line and remedy.
    """
    made_of_others: list[tuple[Table, str]] = []
    for path, module in files:
        top = read_file(path, f"{path.parent.name}/{path.name}")
        if top.has("changes"):
            for name, change in changes.tasks_of(top, module).items():
                yield name, change, change.change.place
        elif top.has("composites") or top.has("flows"):
            made_of_others.append((top, module))
        else:
            if not top.has("questions"):
                top.fail(
                    f"the file has no entries, only {list(top.keys())}. These are tables like "
                    "[questions.MyQuestion], [changes.MyChange], [composites.MyComposite] or "
                    "[flows.MyFlow]."
                )
            for name, question in questions.tasks_of(top, module).items():
                yield name, question, question.question.place
    for top, module in made_of_others:
        for name, composite in composites.tasks_of(top, module, known):
            yield name, composite, composite.composite.place

"""Files of TOML in a suite's folders, each entry of which is a task."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from android_gym.task_suite.changes import task as changes
from android_gym.task_suite.questions import task as questions
from android_gym.task_suite.questions.toml import Place, read_file
from android_gym.task_suite.task import Task

__all__ = ["tasks_of"]


def tasks_of(path: Path, module: str) -> Iterator[tuple[str, type[Task], Place]]:
    """Yield the tasks of a file: of questions, or of changes.

    Args:
        path: The file.
        module: Name of the module that the classes are said to be of: the file's, beside those of
            its folder.

    Yields:
        Name, class, and where it stands.

    Raises:
        OptionError: If the file has a mistake; with file, line and remedy.
    """
    top = read_file(path, f"{path.parent.name}/{path.name}")
    if top.has("changes"):
        for name, change in changes.tasks_of(top, module).items():
            yield name, change, change.change.place
    else:
        for name, question in questions.tasks_of(top, module).items():
            yield name, question, question.question.place

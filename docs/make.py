"""Write the pages that are made from code.

docs/tasks.md comes from the registry of tasks, docs/apis.md from that of API calls. Run as
``make docs``. With ``--check`` nothing is written; the exit code is 1 if a page is not what would
be written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from judges import original_rule, strict_rule

from android_gym.task_suite.task import Task

DOCS = Path(__file__).resolve().parent


def tasks_page() -> str:
    """The table of every registered id, one section a suite."""
    from android_gym.task_suite.suite import suites, tasks

    lines = [
        "# Tasks",
        "",
        "Made by `make docs` from the registry; do not edit.",
        "",
        "*Budget* is the number of gestures after which an episode is truncated. Tasks marked",
        "*at reset* are satisfied from the start: the agent has to notice that and say so.",
    ]
    for namespace in sorted(suites()):
        found = [cls() for cls in tasks(namespace).values()]
        if not found:  # its tasks are made of a user's own data
            continue
        lines += ["", f"## {namespace}", "", f"{len(found)} tasks.", ""]
        lines += ["| id | goal | apps | difficulty | budget | tags |", "|" + " --- |" * 6]
        for task in found:
            tags = [*task.tags, *(["at reset"] if task.satisfied_at_reset else [])]
            cells = (
                f"`{namespace}/{task.name}-v{task.version}`",
                " ".join(task.template.split()).replace("|", "\\|"),
                ", ".join(task.apps),
                task.difficulty,
                str(task.budget),
                ", ".join(tags),
            )
            lines.append("| " + " | ".join(cells) + " |")
        lines += unsolved(namespace, found)
        lines += ["", *rewards(namespace, found)]
    return "\n".join(lines) + "\n"


def unsolved(namespace: str, found: Sequence[Task]) -> Iterator[str]:
    """Say of which ids no policy can be relied on to solve every instance, and why."""
    for task in found:
        if task.unsolved is not None:
            yield ""
            name = f"{namespace}/{task.name}-v{task.version}"
            yield f"`{name}` can't always be solved. {task.unsolved.reason}"


def apis_page() -> str:
    """The table of every API call, one section an app."""
    from android_gym.apis import load_registry

    registry = load_registry()
    lines = [
        "# API calls",
        "",
        "Made by `make docs` from `android_gym/apis/entries/`; do not edit. See",
        "[Mobile-Bench](mobile_bench.md#api-calls) for how to call them, and how to add your own.",
        "",
        f"{len(registry)} calls. `?` marks an optional parameter, brackets its part of a command.",
    ]
    for app in sorted({api.app for api in registry.values()}):
        lines += ["", f"## {app}", "", "| call | does | returns | fails |", "|" + " --- |" * 4]
        for api in (one for one in registry.values() if one.app == app):
            words = [f"`{api.name}`"]
            for parameter in api.parameters.values():
                mark = "?" if parameter.optional else ""
                wanted = parameter.wanted.replace("|", "\\|")
                words.append(f"`{parameter.name}{mark}`: {parameter.description} ({wanted})")
            command = f"`{api.command}`".replace("|", "\\|")
            does = f"{api.description} {command}"
            lines.append(f"| {'<br>'.join(words)} | {does} | {api.returns} | {api.fails} |")
    return "\n".join(lines) + "\n"


def rewards(namespace: str, found: Sequence[Task]) -> Iterator[str]:
    """Say what each id is rewarded for, under either rules, from its judges' docstrings."""
    from android_gym.task_suite.suite import suites

    yield f"### What earns 1.0 in {namespace}"
    yield ""
    rules = suites()[namespace].rules
    if rules is None:
        yield "Nothing else may be harmed; see [Rules](environments.md#rules)."
    else:
        yield "Under strict rules (the default) nothing else may be harmed, and composites have to"
        yield "be done in order; see [Rules](environments.md#rules). Each id's near misses say what"
        yield f'wrong solutions earn under `rules="{rules}"`; under strict rules it is 0.0.'
    if any(task.judges_episodes() for task in found):
        yield "Some ids are judged by the whole episode, instead of the end state or in addition to"
        yield "it. If an id has both, the lower score counts."
    yield ""
    yield "| id | strict |" + ("" if rules is None else f' `rules="{rules}"` |')
    yield "|" + " --- |" * (2 if rules is None else 3)
    for task in found:
        cells = [f"`{namespace}/{task.name}-v{task.version}`", strict_rule(task)]
        if rules is not None:
            cells.append(original_rule(task) or "same")
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def main() -> int:
    """Write the pages, or check the committed ones."""
    pages = {DOCS / "tasks.md": tasks_page(), DOCS / "apis.md": apis_page()}
    if "--check" in sys.argv[1:]:
        stale = [
            page.name
            for page, text in pages.items()
            if not page.exists() or page.read_text(encoding="utf-8") != text
        ]
        for name in stale:
            print(f"docs/{name} is out of date: run `make docs`.", file=sys.stderr)
        return 1 if stale else 0
    for page, text in pages.items():
        page.write_text(text, encoding="utf-8")
    print(f"wrote {', '.join(map(str, pages))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

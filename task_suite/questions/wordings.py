"""Wordings of a question: its prompt and rewordings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from android_gym.task_suite.goal import placeholders
from android_gym.task_suite.questions.braces import check_placeholders
from android_gym.task_suite.questions.toml import Table
from android_gym.task_suite.rewordings import REWORDINGS

__all__ = ["read_wordings"]

_MOST_CHARACTERS: Final = 1000
"""Maximum characters of a goal; demonstrations parse them at each step."""


def read_wordings(table: Table, parameters: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """Read the prompt and its rewordings.

    Raises:
        OptionError: With file, line and remedy.
    """
    names = list(parameters)
    prompt: str = table.take("prompt", str)
    rewordings = table.texts("rewordings", [])
    if rewordings and len(rewordings) != REWORDINGS:
        table.fail(
            f"there are {REWORDINGS} rewordings or none, not {len(rewordings)}.", "rewordings"
        )
    texts: list[tuple[str, tuple[str | int, ...]]] = [(prompt, ("prompt",))]
    texts += [(text, ("rewordings", i)) for i, text in enumerate(rewordings)]
    seen: set[str] = set()
    for text, place in texts:
        check_placeholders(table, text, names, *place, starred=False)
        if sorted(placeholders(text)) != sorted(placeholders(prompt)):
            table.fail(
                f"a rewording has all placeholders of the prompt, {list(placeholders(prompt))}, "
                f"not {list(placeholders(text))}.",
                *place,
            )
        if not text.strip() or len(text) > _MOST_CHARACTERS:
            table.fail(f"a goal has 1 to {_MOST_CHARACTERS} characters, not {len(text)}.", *place)
        if "}{" in text or any(text.count(f"{{{name}}}") > 1 for name in placeholders(text)):
            table.fail(
                "a goal names each parameter once, with words between them, so that it can be "
                "read backwards.",
                *place,
            )
        if text.casefold() in seen:
            table.fail("this says the same as another wording. Use other words.", *place)
        seen.add(text.casefold())
    return prompt, rewordings

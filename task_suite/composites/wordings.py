"""Combines the wordings of several parts: prompts into a sentence, rewordings into short lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from android_gym.devices.apps import named_labels

__all__ = ["is_sentence", "prompt_of", "rewordings_of"]

_NUMBERS: Final = {2: "Two", 3: "Three"}
_INNER: Final = re.compile(r"[.:?!]\s")
_OWN_CAPITAL: Final = re.compile(r"(?:I|Wi-Fi|Bluetooth)\b")
"""Words that keep their capital letter within a sentence."""


def is_sentence(prompt: str) -> bool:
    """Return whether a prompt can be embedded in a sentence: it is one with a full stop."""
    return prompt.endswith(".") and not _INNER.search(prompt)


def prompt_of(prompts: Sequence[str], *, ordered: bool, asks: bool) -> str:
    """Return the prompt of several parts.

    Args:
        prompts: The parts' prompts in order; all but the last are sentences (`is_sentence`).
        ordered: Whether the order matters.
        asks: Whether the last is a question.
    """
    first, *rest = (_within(prompt) for prompt in prompts)
    if ordered:
        return f"First {first.removesuffix('.')}" + "".join(
            f", then {part}" if part is rest[-1] else f", then {part.removesuffix('.')}"
            for part in rest
        )
    *middle, _ = rest
    last = f"answer this: {prompts[-1]}" if asks else rest[-1]
    whole = ", ".join(part.removesuffix(".") for part in (first, *middle))
    return f"{whole[0].upper()}{whole[1:]}, and {last}"


def rewordings_of(wordings: Sequence[Sequence[str]], *, ordered: bool) -> tuple[str, ...]:
    """Return the rewordings of several parts.

    Args:
        wordings: The four rewordings of each part.
        ordered: Whether the order matters.
    """
    one, two, three, four = zip(*wordings, strict=True)
    count = _NUMBERS[len(wordings)]
    if ordered:
        return (
            _listed(f"{count} things, in this order:", _numbered(one)),
            "\n".join([two[0], *(f"Only after that: {part}" for part in two[1:])]),
            "\n".join(
                [f"Start with this: {three[0]}", *(f"Once it is done: {p}" for p in three[1:])]
            ),
            _listed("Mind the order.", [f"At first: {four[0]}", *(f"Then: {p}" for p in four[1:])]),
        )
    return (
        _listed(f"{count} things, please:", _numbered(one)),
        "\n".join([two[0], *(f"Besides: {part}" for part in two[1:])]),
        _listed("The order of these does not matter.", [f"- {part}" for part in three]),
        "\n".join([four[-1], *(f"And this as well: {part}" for part in reversed(four[:-1]))]),
    )


def _listed(head: str, lines: Sequence[str]) -> str:
    return "\n".join([head, *lines])


def _numbered(parts: Sequence[str]) -> list[str]:
    return [f"{number}. {part}" for number, part in enumerate(parts, 1)]


def _within(sentence: str) -> str:
    """Return a sentence as embedded in another, without its capital letter where possible."""
    keeps = _OWN_CAPITAL.match(sentence) or any(
        sentence.casefold().startswith(f"{label} ") for label in named_labels()
    )
    return sentence if keeps else sentence[0].lower() + sentence[1:]

"""A task's instruction: a template, and the values of its placeholders."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from android_gym.errors import OptionError

__all__ = ["Goal", "placeholders"]


def placeholders(template: str) -> tuple[str, ...]:
    """Return the distinct names of a template's placeholders, in order.

    >>> placeholders("Turn {what} {state}.")
    ('what', 'state')
    """
    names = (name for _, name, _, _ in string.Formatter().parse(template) if name)
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Goal:
    """The instruction of a task instance.

    Attributes:
        template: Text with ``{field}`` placeholders.
        fields: The text of each placeholder.
    """

    template: str
    fields: Mapping[str, str]

    @classmethod
    def of(cls, template: str, values: Mapping[str, Any]) -> Goal:
        """Return the goal with those of `values` that the template names.

        Raises:
            OptionError: If a placeholder has no value.
        """
        missing = [name for name in placeholders(template) if name not in values]
        if missing:
            raise OptionError(
                f"The goal {template!r} names {missing[0]!r}, and the parameters are "
                f"{sorted(values)}. `sample` returns them by name."
            )
        return cls(template, {name: str(values[name]) for name in placeholders(template)})

    def __str__(self) -> str:
        return self.in_words(self.template)

    def in_words(self, template: str) -> str:
        """Return the text in the words of another template with the same placeholders."""
        return template.format_map(self.fields)

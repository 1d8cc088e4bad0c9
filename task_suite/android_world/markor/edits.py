"""Tasks of Markor: notes whose text changes, or that are composed of others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.file_names import (
    choose,
    random_text,
)
from android_gym.task_suite.android_world.markor.notes import (
    SENTENCES,
    MarkorTask,
    Note,
    filled_lines,
    is_there,
    moves,
    note_names,
    path_of,
    puts,
    read_note,
    with_harm,
)
from android_gym.task_suite.goal import Goal
from android_gym.task_suite.task import NearMiss, Params
from android_gym.task_suite.text_match import fuzzy_match, same_text
from android_gym.task_suite.touches import FileAt, Touch

if TYPE_CHECKING:
    from android_gym.devices.device import Device

__all__ = [
    "MarkorAddNoteHeader",
    "MarkorChangeNoteContent",
    "MarkorEditNote",
    "MarkorMergeNotes",
]

_EDITS = ("header", "footer", "replace")


class MarkorEditNote(MarkorTask):
    """Add a line to a note, or replace its text."""

    template = "Edit {file_name} in Markor. Add to the top of the note {header}"
    rewordings = (
        "In Markor, open {file_name} and write this at its very beginning: {header}",
        "Please insert a first line into the Markor note {file_name}: {header}",
        "The note {file_name} in Markor should begin with what follows; leave the rest below it "
        "as it is. {header}",
        "Change my Markor note {file_name} by putting this above everything in it: {header}",
    )
    tags = ("data_edit", "transcription", "parameterized")
    complexity = 1.2
    footer_template = "Edit {file_name} in Markor. Add to the bottom of the note {footer}"
    footer_rewordings = (
        "In Markor, open {file_name} and write this at its very end: {footer}",
        "Please append a last line to the Markor note {file_name}: {footer}",
        "The note {file_name} in Markor should end with what follows; leave the rest above it as "
        "it is. {footer}",
        "Change my Markor note {file_name} by putting this below everything in it: {footer}",
    )
    replace_template = "Edit {file_name} in Markor. Replace the text with {replace_text}"
    replace_rewordings = (
        "In Markor, open {file_name} and make this its whole text: {replace_text}",
        "Please throw away what the Markor note {file_name} says and write instead: {replace_text}",
        "The note {file_name} in Markor should contain nothing but what follows. {replace_text}",
        "Overwrite the content of my Markor note {file_name} with this: {replace_text}",
    )

    @classmethod
    def wordings(cls) -> Mapping[str, tuple[str, ...]]:
        """Return the templates of the three kinds of edit."""
        return {
            cls.template: cls.rewordings,
            cls.footer_template: cls.footer_rewordings,
            cls.replace_template: cls.replace_rewordings,
        }

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw ``file_name``, its ``text``, ``edit_type``, the new ``addition`` and the noise.

        ``edit_type`` is "header", "footer" or "replace"; for "replace" the addition has three
        lines.
        """
        name = f"note_{random_text(rng, 5)}" + choose(rng, (".md", ".txt"))
        kind = choose(rng, _EDITS)
        chosen = [SENTENCES[int(i)] for i in rng.choice(len(SENTENCES), size=4, replace=False)]
        return {
            "file_name": name,
            "text": chosen[3],
            "edit_type": kind,
            "addition": "\n".join(chosen[:3]) if kind == "replace" else chosen[0],
            "noise": self.noise(rng, name),
        }

    def goal(self, params: Params) -> Goal:
        """Return the instruction for the kind of edit."""
        name, addition = params["file_name"], params["addition"]
        match params["edit_type"]:
            case "header":
                return Goal(self.template, {"file_name": name, "header": addition})
            case "footer":
                return Goal(self.footer_template, {"file_name": name, "footer": addition})
            case _:
                return Goal(self.replace_template, {"file_name": name, "replace_text": addition})

    def check(self, params: Mapping[str, Any]) -> None:
        """Also reject unknown kinds of edits.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        if params["edit_type"] not in _EDITS:
            raise OptionError(f"edit_type must be one of {_EDITS}, got {params['edit_type']!r}.")

    def before(self, params: Params) -> list[Note]:
        """Return the other notes, and the one to be edited."""
        return [*params["noise"], {"name": params["file_name"], "text": params["text"]}]

    @staticmethod
    def _wanted(params: Params) -> str:
        text, addition = params["text"], params["addition"]
        return {
            "header": f"{addition}\n{text}",
            "footer": f"{text}\n{addition}",
            "replace": addition,
        }[params["edit_type"]]

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the note to change."""
        return [FileAt(path_of(params["file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has the wanted text, word for word, empty lines aside."""
        text = read_note(device, params["file_name"])
        wanted = filled_lines(self._wanted(params))
        return float(text is not None and same_text(filled_lines(text), wanted))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note's text is at least 90 % similar to the wanted one."""
        text = read_note(device, params["file_name"])
        return float(text is not None and fuzzy_match(text.strip(), self._wanted(params)))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the addition at the wrong end, the old text lost or kept, another note edited."""
        name, text, addition = params["file_name"], params["text"], params["addition"]
        right = puts(name, self._wanted(params) + "\n")
        other = params["noise"][0]["name"]
        found = {
            "another note deleted": with_harm(right, lambda device: device.remove(path_of(other))),
            "another note edited too": with_harm(right, puts(other, self._wanted(params))),
            "the old note kept as a copy": with_harm(right, puts(f"old_{name}", f"{text}\n")),
            "another note edited": puts(params["noise"][0]["name"], self._wanted(params)),
            "a new note": puts(f"{name}.md", self._wanted(params)),
            "emptied": puts(name, ""),
        }
        if params["edit_type"] == "replace":
            found["the old text left"] = puts(name, f"{text}\n{addition}\n")
            found["a line missing"] = puts(name, addition.rpartition("\n")[0] + "\n")
        else:
            swapped = {"header": f"{text}\n{addition}\n", "footer": f"{addition}\n{text}\n"}
            found["at the other end"] = puts(name, swapped[params["edit_type"]])
            found["the old text gone"] = puts(name, f"{addition}\n")
        return found


class MarkorMergeNotes(MarkorTask):
    """Combine the texts of three notes in a new one, separated by empty lines."""

    template = (
        "Merge the contents of Markor notes {file1_name}, {file2_name} and {file3_name} (in the "
        "same order) into a new Markor note named {new_file_name} and save it. Add a new line "
        "between the content of each note."
    )
    rewordings = (
        "Write a new note {new_file_name} in Markor that has the text of {file1_name}, then that "
        "of {file2_name}, then that of {file3_name}, with an empty line after each but the last. "
        "Save it.",
        "In Markor, put three notes together in one: first {file1_name}, second {file2_name}, "
        "third {file3_name}. Separate them by a blank line and save the result as a new note "
        "called {new_file_name}.",
        "I have the Markor notes {file1_name}, {file2_name} and {file3_name}. Join what they say, "
        "in this order and with a new line between them, in another note, {new_file_name}, and "
        "save that.",
        "Please make one Markor note out of {file1_name}, {file2_name} and {file3_name}. Keep the "
        "order, leave a blank line between their contents, name it {new_file_name} and don't "
        "forget to save.",
    )
    difficulty = "hard"
    tags = ("data_edit", "data_entry", "parameterized")
    complexity = 7.8

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the names, the three ``texts`` and ``new_file_name``, which has no extension."""
        names = note_names(rng, 3)
        return {
            **{f"file{i}_name": name for i, name in enumerate(names, start=1)},
            "texts": [random_text(rng, 20) for _ in names],
            "new_file_name": random_text(rng, 8),
        }

    def before(self, params: Params) -> list[Note]:
        """Return the three notes."""
        names = [params[f"file{i}_name"] for i in (1, 2, 3)]
        return [
            {"name": name, "text": text} for name, text in zip(names, params["texts"], strict=True)
        ]

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the new note to be created."""
        return [FileAt(path_of(params["new_file_name"]))]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the new note has the three texts, separated by one empty line each."""
        return self._merged(device, params, same_text)

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the new note has this form, and its text is at least 90 % similar."""
        return self._merged(device, params, fuzzy_match)

    def _merged(
        self, device: Device, params: Params, match: Callable[[str | None, str | None], bool]
    ) -> float:
        text = read_note(device, params["new_file_name"])
        if text is None:
            return 0.0
        lines = text.strip().split("\n")
        if len(lines) != 5 or lines[1] or lines[3]:
            return 0.0
        return float(match(text.strip(), "\n\n".join(params["texts"])))

    def progress(self, device: Device, params: Params) -> float:
        """Return a quarter for the note, a quarter for each text, and 1.0 for all in order."""
        if self.success(device, params, None):
            return 1.0
        text = read_note(device, params["new_file_name"])
        if text is None:
            return 0.0
        return 0.24 * (1 + sum(part in text for part in params["texts"]))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return no empty lines, another order, one text missing, and an extra extension."""
        name, texts = params["new_file_name"], params["texts"]
        merged = "\n\n".join(texts) + "\n"
        return {
            "no empty lines": puts(name, "\n".join(texts) + "\n"),
            "in reverse order": puts(name, "\n\n".join(reversed(texts)) + "\n"),
            "one text missing": puts(name, "\n\n".join(texts[:2]) + "\n"),
            "two empty lines": puts(name, "\n\n\n".join(texts) + "\n"),
            "an extension too many": puts(f"{name}.md", merged),
            "a source deleted": with_harm(
                puts(name, merged), lambda device: device.remove(path_of(params["file2_name"]))
            ),
            "a source renamed": with_harm(
                puts(name, merged),
                moves(params["file3_name"], path_of("x_" + params["file3_name"])),
            ),
            "a source emptied": with_harm(puts(name, merged), puts(params["file1_name"], "")),
        }


class MarkorChangeNoteContent(MarkorTask):
    """Replace the text of a note and rename it."""

    template = (
        'Update the content of {original_name} to "{updated_content}" in Markor and change its '
        "name to {new_name}."
    )
    rewordings = (
        'In Markor, {original_name} should say "{updated_content}" and nothing else, and be '
        "called {new_name}.",
        'Please overwrite the Markor note {original_name} with "{updated_content}", then rename '
        "it to {new_name}.",
        'Open {original_name} in Markor. Replace all of its text with "{updated_content}". Then '
        "give the note the name {new_name}.",
        "Rename my Markor note {original_name}: its new name is {new_name}, and its new text, in "
        'place of the old, is "{updated_content}".',
    )
    difficulty = "medium"
    tags: ClassVar[tuple[str, ...]] = ("data_entry", "requires_setup", "parameterized")
    complexity = 1.2
    most_noise = 6

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw both names, the previous ``text``, ``updated_content``, and the other notes."""
        names = note_names(rng, 2)
        return {
            "original_name": names[0],
            "new_name": names[1],
            "text": random_text(rng, 20),
            "updated_content": random_text(rng, 20),
            "noise": self.noise(rng, names[0], names[1:]),
        }

    def before(self, params: Params) -> list[Note]:
        """Return the other notes, and the one to be changed."""
        return [*params["noise"], {"name": params["original_name"], "text": params["text"]}]

    def right(self, text: str, params: Params) -> bool:
        """Return whether the note's text is as wanted, word by word."""
        return same_text(text.strip(), params["updated_content"])

    def wanted(self, params: Params) -> str:
        """Return the text that the file should have."""
        return f"{params['updated_content']}\n"

    def touches(self, params: Params) -> Sequence[Touch]:
        """Allow the note to change under both of its names."""
        return [FileAt(path_of(params[name])) for name in ("original_name", "new_name")]

    def success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has the new name and the new text."""
        text = read_note(device, params["new_name"])
        if text is None or is_there(device, params["original_name"]):
            return 0.0
        return float(self.right(text, params))

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has the new name and a text at least 90 % similar to the new one."""
        text = read_note(device, params["new_name"])
        gone = not is_there(device, params["original_name"])
        wanted = params["updated_content"]
        return float(gone and text is not None and fuzzy_match(text.strip(), wanted))

    def progress(self, device: Device, params: Params) -> float:
        """Return half for the name, half for the text under either name."""
        new = read_note(device, params["new_name"])
        old = read_note(device, params["original_name"])
        renamed = new is not None and old is None
        text = new if new is not None else old
        changed = text is not None and self.right(text, params)
        return 0.5 * renamed + 0.5 * changed

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return only renamed, only changed, a copy, and another name."""
        old, new, wanted = params["original_name"], params["new_name"], self.wanted(params)
        right, other = puts(new, wanted, old), params["noise"][0]["name"]
        return {
            "another note deleted": with_harm(right, lambda device: device.remove(path_of(other))),
            "another note changed": with_harm(right, puts(other, wanted)),
            "the old note kept elsewhere": with_harm(
                right, puts(f"../{old}", f"{params['text']}\n")
            ),
            "only renamed": puts(new, f"{params['text']}\n", old),
            "only changed": puts(old, wanted),
            "a copy": puts(new, wanted),
            "an extension too many": puts(f"{new}.md", wanted, old),
            "both texts": puts(new, wanted + wanted, old),
        }


class MarkorAddNoteHeader(MarkorChangeNoteContent):
    """Add a line and an empty line above the text of a note, and rename it."""

    template = (
        "Update the Markor note {original_name} by adding the following text, along with a new "
        'blank line before the existing content: "{header}", and rename it to {new_name}.'
    )
    rewordings = (
        'In Markor, put "{header}" at the top of {original_name}, followed by an empty line and '
        "then what it says now. Rename the note to {new_name}.",
        'Please let the Markor note {original_name} begin with "{header}" and a blank line, keep '
        "the old text below, and change the note's name to {new_name}.",
        "Rename {original_name} in Markor: call it {new_name}. Also add a heading above its text, "
        'with a blank line in between: "{header}".',
        "My Markor note {original_name} needs the new name {new_name}, and before its present "
        'text this line and an empty one: "{header}".',
    )
    difficulty = "medium"
    tags = ("data_entry", "parameterized")
    complexity = 1.2

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw both names, the previous ``text``, ``header``, and the other notes."""
        params = super().sample(rng)
        header = params.pop("updated_content")
        return {**params, "text": choose(rng, SENTENCES), "header": header}

    def wanted(self, params: Params) -> str:
        """Return the text that the file should have."""
        return f"{params['header']}\n\n{params['text']}\n"

    def right(self, text: str, params: Params) -> bool:
        """Return whether the note's text is exactly as wanted, except for line feeds at its end."""
        return text.rstrip("\n") == self.wanted(params).rstrip("\n")

    def original_success(self, device: Device, params: Params, answer: str | None) -> float:
        """1.0 if the note has the new name and exactly the new text, to its last line feed."""
        done = self.success(device, params, answer)
        return done * (read_note(device, params["new_name"]) == self.wanted(params))

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return the base's near misses, a missing empty line, and the header below."""
        old, new = params["original_name"], params["new_name"]
        header, text = params["header"], params["text"]
        return {
            **super().near_misses(params),
            "no empty line": puts(new, f"{header}\n{text}\n", old),
            "the header below": puts(new, f"{text}\n\n{header}\n", old),
            "the text gone": puts(new, f"{header}\n\n", old),
        }

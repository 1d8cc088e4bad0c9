"""The rows that a change must leave as they are."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from android_gym.task_suite.changes.sampling import kept_rows


@pytest.mark.parametrize(
    ("verb", "targets", "kept"),
    [
        ("add", [], "abc"),
        ("change", [1], "ac"),
        ("copy", [1], "abc"),
        ("delete", [0, 2], "b"),
    ],
)
def test_only_what_is_copied_or_not_asked_for_stays(
    verb: str, targets: list[int], kept: str
) -> None:
    params = {"rows": [{"name": name} for name in "abc"], "targets": targets}
    change = SimpleNamespace(verb=verb)
    assert kept_rows(params, change) == [{"name": name} for name in kept]  # type: ignore[arg-type]

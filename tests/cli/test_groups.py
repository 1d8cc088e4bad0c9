from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from android_gym.cli.groups import given, with_groups


@dataclass(frozen=True)
class Inner:
    most_calls: Annotated[int | None, typer.Option(help="Most calls.")] = None


@dataclass(frozen=True)
class Outer:
    name: Annotated[str, typer.Option(help="The name.")] = "A"
    inner: Inner = Inner()


@pytest.mark.parametrize(
    ("arguments", "made"),
    [
        ([], Outer()),
        (["--name", "B", "--most-calls", "3"], Outer("B", Inner(3))),
    ],
)
def test_fields_are_options(arguments: list[str], made: Outer) -> None:
    app, seen = typer.Typer(), []

    @app.command()
    @with_groups
    def command(file: str, group: Outer = Outer(), last: bool = False) -> None:
        seen.append((file, group, last))

    done = CliRunner().invoke(app, ["F", *arguments, "--last"])
    assert (done.output, done.exit_code) == ("", 0)
    assert seen == [("F", made, True)]


def test_two_options_of_one_name_are_refused() -> None:
    def command(name: str, group: Outer = Outer()) -> None: ...

    with pytest.raises(ValueError, match="name"):
        with_groups(command)


def test_options_with_a_value_are_told() -> None:
    assert given(Outer("B")) == ["--name"]
    assert given(Outer("B", Inner(0))) == ["--name", "--most-calls"]

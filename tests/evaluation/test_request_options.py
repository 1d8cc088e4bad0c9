"""Options of the commands for requests to a model's endpoint."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from android_gym.agents import client
from android_gym.cli import app
from android_gym.errors import OptionError
from android_gym.evaluation import load

WIFI_OFF = "AndroidWorld/SystemWifiTurnOff-v0"


def run(*args: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    "command",
    [
        ("sweep", WIFI_OFF, "--out", "out", "--policy", "m3a"),
        ("mobile-bench", "run", "checkout", "--out", "out"),
        ("spa-bench", "run", "session", "--agent", "A=m3a"),
        ("spa-bench", "evaluate", "session", "--set", "single-app-ENG"),
        ("judge", "out"),
    ],
)
def test_every_command_that_asks_a_model_limits_its_requests(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked: list[dict[str, Any]] = []

    def refuse(*args: Any, **options: Any) -> None:
        asked.append(options)
        raise OptionError("no more is needed")

    monkeypatch.setattr(client, "ChatClient", refuse)
    url = ("--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    assert run(*command, *url) == (2, "no more is needed\n")
    assert not asked[0].keys() & {"timeout_s", "max_retries", "extra_body"}  # the client's own
    limits = ("--request-timeout", "2.5", "--request-retries", "0")
    extra = ("--extra-body", '{"top_p": 0.5, "max_tokens": null}')
    assert run(*command, *url, *limits, *extra) == (2, "no more is needed\n")
    assert (asked[1]["timeout_s"], asked[1]["max_retries"]) == (2.5, 0)
    assert asked[1]["extra_body"] == {"top_p": 0.5, "max_tokens": None}
    code, output = run(*command, *url, "--extra-body", "top_p=0.5")
    assert code == 2 and "takes a JSON object, not 'top_p=0.5'" in output.replace("\n", " ")


def test_an_endpoint_that_never_answers_is_given_up(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        arguments = (WIFI_OFF, "--seeds", "0", "--policy", "m3a", "--model", "m", "--out", tmp_path)
        limits = ("--request-timeout", "0.2", "--request-retries", "0")
        code, _ = run("sweep", *arguments, "--base-url", url, *limits)
    (result,) = load(tmp_path)
    assert code == 1
    assert result.error is not None and "failed 1 times, at last TimeoutError" in result.error


def test_limits_of_requests_need_a_model(tmp_path: Path) -> None:
    limits = ("--request-timeout", "1", "--max-calls", "0")
    code, output = run("sweep", WIFI_OFF, "--out", tmp_path / "out", *limits)
    told = output.replace("\n", " ")
    assert code == 2 and "--max-calls, --request-timeout: only for a --policy with a model" in told
    model = ("--policy", "m3a", "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    code, output = run("sweep", WIFI_OFF, "--out", tmp_path, *model, "--request-timeout", "0")
    assert code == 2 and "timeout_s must be" in output

"""OpenEnv's own server and client over the adapter."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

import android_gym  # noqa: F401  (registers the ids)

pytest.importorskip("openenv")
pytestmark = pytest.mark.filterwarnings("ignore")  # the framework's own

from starlette.testclient import TestClient  # noqa: E402

from android_gym.adapters.openenv import PhoneAction, PhoneEnvironment, make_app  # noqa: E402
from android_gym.adapters.tools import EpisodeTools  # noqa: E402
from android_gym.adapters.trl import rows  # noqa: E402
from android_gym.errors import OptionError  # noqa: E402

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(pictures=True, sessions=2)) as made:
        yield made


def test_an_episode_over_a_socket(client: TestClient) -> None:
    with client.websocket_connect("/ws") as socket:

        def ask(kind: str, **data: Any) -> dict[str, Any]:
            socket.send_json({"type": kind, "data": data})
            said = socket.receive_json()
            assert said["type"] == "observation", said
            found: dict[str, Any] = said["data"]
            return found

        def tap(words: str) -> dict[str, Any]:
            lines = begun["observation"]["text"].splitlines()
            index = next(int(line.split()[0]) for line in lines if words in line)
            return ask("step", tool="tap", index=index)

        begun = ask("reset", env_id=WIFI, seed=1)
        seen = begun["observation"]
        assert seen["goal"] == "Turn wifi off." and seen["size"] == [1080, 2400]
        assert Image.open(io.BytesIO(base64.b64decode(seen["picture"]))).size == (540, 1200)
        begun = ask("step", tool="open_app", name="Settings")
        assert begun["reward"] == 0.0 and not begun["done"]
        missed = ask("step", tool="tap", index=999)
        assert "no element 999" in missed["observation"]["error"]
        wrong = ask("step", tool="tap", text="Network")
        assert "arguments of" in wrong["observation"]["error"]
        begun = tap('"Network & internet"')
        begun = tap('"Internet"')
        begun = tap("Switch")
        over = ask("step", tool="finish")
        assert over["done"] and over["reward"] == 1.0
        socket.send_json({"type": "state"})
        state = socket.receive_json()["data"]
        assert (state["step_count"], state["success"], state["env_id"]) == (7, True, WIFI)
        socket.send_json({"type": "step", "data": {"tool": "wait"}})
        assert "over" in socket.receive_json()["data"]["message"]


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ({"type": "reset", "data": {}}, "env_id"),
        ({"type": "reset", "data": {"env_id": WIFI, "split": "app-test", "index": 0}}, "either"),
        ({"type": "reset", "data": {"env_id": "Nope/Nope-v0"}}, "Nope"),
        ({"type": "reset", "data": {"split": "nope", "index": 0}}, "split"),
        ({"type": "reset", "data": {"split": "app-test", "index": -1}}, "index"),
        ({"type": "reset", "data": {"env_id": WIFI, "colour": 1}}, "colour"),
        ({"type": "step", "data": {"tool": "shell", "text": "reboot"}}, "tool"),
        ({"type": "step", "data": {"tool": "tap"}}, "over"),
    ],
)
def test_bad_messages(client: TestClient, message: dict[str, Any], told: str) -> None:
    with client.websocket_connect("/ws") as socket:
        socket.send_json(message)
        said = socket.receive_json()
        assert said["type"] == "error"
        assert told in str(said["data"])


def test_tasks_of_splits(client: TestClient) -> None:
    splits = client.get("/android_gym/splits").json()
    assert {"name": "template-test", "type": "test"} in splits and len(splits) == 6
    asked = {"split": "template-test", "index": 5}
    row = rows("template", "test", 6)[5]
    task = client.post("/android_gym/task", json=asked).json()["task"]
    assert (task["env_id"], task["seed"]) == (row["env_id"], row["seed"])
    assert client.post("/android_gym/task", json=asked | {"index": 10**7}).status_code == 400


def test_actions_are_the_tools() -> None:
    """A tool that is new, or an argument of it, must be offered here too."""
    tools = EpisodeTools()._tools()
    schema = PhoneAction.model_json_schema()["properties"]
    assert set(schema["tool"]["enum"]) == set(tools)
    taken = {name for tool in tools.values() for name in tool.__annotations__} - {"return"}
    assert taken == set(schema) - {"tool", "metadata"}


def test_a_budget_is_spent_by_errors() -> None:
    phone = PhoneEnvironment(options={"max_steps": 2})
    try:
        phone.reset(1, env_id=WIFI)
        assert not phone.step(PhoneAction(tool="tap", index=999)).done
        assert phone.step(PhoneAction(tool="tap", index=999)).done
    finally:
        phone.close()


def test_options() -> None:
    with pytest.raises(OptionError, match="sessions"):
        make_app(sessions=0)
    with pytest.raises(OptionError, match="termination"):
        make_app(termination="success")

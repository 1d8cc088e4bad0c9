"""The MCP server, spoken to by the package's own client."""

from __future__ import annotations

import asyncio
import base64
import sys
from pathlib import Path
from typing import Any

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.adapters.mcp import serve_tools
from android_gym.adapters.tools import EpisodeTools, PhoneTools
from android_gym.devices import make_device

mcp = pytest.importorskip("mcp")

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


def test_a_phone_and_its_shell() -> None:
    device = make_device()

    async def talk() -> None:
        async with mcp.Client(serve_tools(PhoneTools(device), shell=True)) as client:
            listed = {tool.name: tool.description for tool in (await client.list_tools()).tools}
            assert "\nArgs:\n    index: Index of the element" in listed["tap"]
            names = set(listed)
            assert {"elements", "screenshot", "shell", "tap", "type_text"} <= names
            assert not {"finish", "answer", "task_goal"} & names
            done = await client.call_tool("open_app", {"name": "Settings"})
            assert "Network & internet" in done.content[0].text
            picture = (await client.call_tool("screenshot", {})).content[0]
            assert base64.b64decode(picture.data).startswith(b"\x89PNG")
            told = await client.call_tool("shell", {"command": "echo $((6 * 7)); rm /x"})
            assert told.content[0].text.startswith("42\n")
            assert told.content[0].text.endswith("(exit code 1)")
            bad = await client.call_tool("tap", {"index": 999})
            assert bad.is_error
            assert "no element 999" in bad.content[0].text
            assert (await client.call_tool("tap", {"index": "many"})).is_error

    try:
        asyncio.run(talk())
    finally:
        device.close()


def test_an_episode() -> None:
    tools = EpisodeTools()
    tools._begin(WIFI, 1)

    async def talk() -> None:
        async with mcp.Client(serve_tools(tools)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert "shell" not in names
            goal = await client.call_tool("task_goal", {})
            assert goal.content[0].text == "Turn wifi off."
            tools._device.shell("svc wifi disable")
            assert "over" in (await client.call_tool("finish", {})).content[0].text
            assert (await client.call_tool("wait", {})).is_error

    try:
        asyncio.run(talk())
        assert tools._reward == 1.0
    finally:
        tools._close()


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    command = Path(sys.executable).with_name("android-gym")
    server: Any = mcp.StdioServerParameters(
        command=str(command), args=["mcp", "--task", WIFI, "--seed", "1"]
    )

    async def talk() -> None:
        async with mcp.Client(server) as client:
            goal = await client.call_tool("task_goal", {})
            assert goal.content[0].text == "Turn wifi off."

    asyncio.run(asyncio.wait_for(talk(), 240))

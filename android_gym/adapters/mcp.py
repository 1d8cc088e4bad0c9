"""A phone as a server of the Model Context Protocol: ``android-gym mcp``.

Needs the package ``mcp`` (``pip install "android-gym[mcp]"``).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from android_gym.adapters.tools import EpisodeTools, PhoneTools
from android_gym.errors import AndroidGymError, DependencyError

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

__all__ = ["serve_tools"]

_LONGEST_OUTPUT = 100_000


def serve_tools(tools: PhoneTools, shell: bool = False) -> MCPServer[Any]:
    """Make a server with the tools of a phone, or of an episode that has begun.

    Args:
        tools: The tools.
        shell: Whether to also offer commands of the phone's shell.

    Returns:
        The server; ``run()`` serves standard input and output.

    Raises:
        DependencyError: If ``mcp`` is missing.
    """
    try:
        from mcp.server.mcpserver import Image, MCPServer
    except ImportError as error:
        raise DependencyError(
            'This needs the package mcp: run `pip install "android-gym[mcp]"`.'
        ) from error
    server: MCPServer[Any] = MCPServer(
        "android-gym",
        instructions=(
            "Tools for an Android phone. `elements` lists the elements of the screen, `screenshot` "
            "shows it as an image. Tools that act return the new list of elements."
        ),
    )

    def screenshot() -> Any:
        """Take a screenshot, and return it as an image."""
        return Image(data=tools._png(), format="png")

    def run_shell(command: str) -> str:
        """Run a command in the phone's shell, like `adb shell`.

        Args:
            command: The command line, such as `pm list packages`.

        Returns:
            The command's output, and its exit code if that is not 0.
        """
        output, code = tools._device.run(command)
        return output[:_LONGEST_OUTPUT] + (f"\n(exit code {code})" if code else "")

    def task_goal() -> str:
        """Return the goal of the task: the instruction to carry out on the phone."""
        return tools._goal if isinstance(tools, EpisodeTools) else ""

    offered: list[tuple[str, Callable[..., Any]]] = [("screenshot", screenshot)]
    offered += tools._tools().items()
    if isinstance(tools, EpisodeTools):
        offered.append(("task_goal", task_goal))
    if shell:
        offered.append(("shell", run_shell))
    for name, function in offered:
        server.add_tool(
            _in_loop(function),
            name=name,
            description=inspect.getdoc(function),  # without its indentation
            structured_output=False,
        )
    return server


def _in_loop(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool that runs in the server's thread, as a phone belongs to one thread."""

    @functools.wraps(function)
    async def run(*args: Any, **kwargs: Any) -> Any:
        from mcp.server.mcpserver.exceptions import ToolError

        try:
            return function(*args, **kwargs)
        except AndroidGymError as error:  # reported to the model
            raise ToolError(str(error)) from error

    return run

"""Action formats: how current models write their actions on a phone.

A format is a small class, chosen by a name with its version (`FORMATS`). It tells a model what it
may do, determines the size of pictures, reads replies (`ActionFormat.parse`) and writes them
(`ActionFormat.render`). Formats differ in coordinates, directions and the effect of typing; each
class documents its own rules.
"""

from __future__ import annotations

from android_gym.agents.formats.aitw_kind import AutoUI, CogAgent, DigiRL, Odyssey
from android_gym.agents.formats.aitw_llm import (
    AITWLanguageModel,
    AITWLanguageModelWithHistory,
)
from android_gym.agents.formats.androidworld import AndroidWorld
from android_gym.agents.formats.anthropic_computer import AnthropicComputer, AnthropicToolset
from android_gym.agents.formats.appagent import AppAgent
from android_gym.agents.formats.autodroid import AutoDroid
from android_gym.agents.formats.autoglm import AutoGLM
from android_gym.agents.formats.base import (
    MAX_REPLY,
    ActionFormat,
    History,
    ModelReply,
    Parsed,
    Screen,
    Step,
    Strict,
    Tool,
    ToolCall,
)
from android_gym.agents.formats.gelab import GELabZero
from android_gym.agents.formats.gemini import GeminiComputer
from android_gym.agents.formats.mobile_agent import MobileAgent, MobileAgent2
from android_gym.agents.formats.mobile_use import MAIUI, GUIOwl, Qwen3VL, Qwen25VL
from android_gym.agents.formats.openai_computer import OpenAIComputer
from android_gym.agents.formats.seeact import SeeAct
from android_gym.agents.formats.ui_tars import UITars10, UITars15
from android_gym.agents.formats.ui_venus import UIVenus15
from android_gym.checks import shown
from android_gym.errors import OptionError

__all__ = [
    "FORMATS",
    "MAX_REPLY",
    "ActionFormat",
    "History",
    "ModelReply",
    "Parsed",
    "Screen",
    "Step",
    "Tool",
    "ToolCall",
    "make_format",
]

FORMATS: dict[str, type[ActionFormat]] = {
    cls.name: cls
    for cls in (
        AndroidWorld,
        UITars15,
        UITars10,
        Qwen25VL,
        Qwen3VL,
        GUIOwl,
        MAIUI,
        AutoGLM,
        UIVenus15,
        GELabZero,
        OpenAIComputer,
        AnthropicComputer,
        AnthropicToolset,
        GeminiComputer,
        SeeAct,
        AppAgent,
        AutoDroid,
        MobileAgent,
        MobileAgent2,
        AutoUI,
        DigiRL,
        CogAgent,
        Odyssey,
        AITWLanguageModel,
        AITWLanguageModelWithHistory,
    )
}
"""Action formats by name."""


def make_format(name: str, strict: Strict = None) -> ActionFormat:
    """Make an action format.

    Args:
        name: One of `FORMATS`.
        strict: ``"upstream"`` to read replies as the original parser does, if that is known.

    Raises:
        OptionError: If there is no such format, or its original parser is not known.
    """
    if not isinstance(name, str) or name not in FORMATS:
        raise OptionError(f"No format is called {shown(name)}; there are {sorted(FORMATS)}.")
    return FORMATS[name](strict)

"""Inspect evaluates a model of its own that calls the tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import android_gym  # noqa: F401  (registers the ids)
from android_gym.evaluation import split

pytest.importorskip("inspect_ai")

WIFI = "AndroidWorld/SystemWifiTurnOff-v0"


@pytest.mark.filterwarnings("ignore")  # the framework's own
def test_a_model_that_calls_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, get_model

    from android_gym.adapters import inspect_ai as adapter

    # Counting tokens would fetch a table from the internet.
    monkeypatch.setattr("inspect_ai.model._model.count_text_tokens", len)

    def called(name: str, **arguments: Any) -> ModelOutput:
        return ModelOutput.for_tool_call("mockllm/model", name, arguments)

    def plays(messages: Any, tools: Any, *_: Any) -> ModelOutput:
        assert {"tap", "finish", "screenshot"} <= {tool.name for tool in tools}
        turn = sum(message.role == "assistant" for message in messages)
        if turn == 0:
            assert "Task: " in messages[1].text
            return called("tap", index=999)
        if turn == 1:
            assert "no element 999" in messages[-1].error.message
            return called("screenshot")
        if turn == 2:
            assert messages[-1].content[0].image.startswith("data:image/png")
            adapter._episodes[next(iter(adapter._episodes))]._device.shell("svc wifi disable")
            return called("finish")
        return ModelOutput.from_content("mockllm/model", "Done.")

    model = get_model("mockllm/model", custom_outputs=plays)
    part = "train" if WIFI in split("template", "train") else "test"
    (log,) = evaluate(
        adapter.android("template", part, 1, ids=[WIFI]),
        model=model,
        log_dir=str(tmp_path),
        display="none",
    )
    assert log.status == "success", log.error
    assert log.samples[0].scores["solved"].value == 1.0
    assert not adapter._episodes

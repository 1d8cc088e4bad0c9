"""TRL's own trainer on phones: a tiny random model, whose generation follows a script.

What a random model says is no call of a tool, so that its `generate` is replaced: one of two
rollouts opens the app and says so, the other does nothing. The trainer's loop of tools, rewards,
advantages and gradients are its own.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

trl = pytest.importorskip("trl")
pytestmark = [
    pytest.mark.nightly,
    pytest.mark.filterwarnings("ignore"),
]

ID = "AndroidWorld/OpenAppTaskEval-v0"


def _tokenizer() -> Any:
    """Return one whose tokens are bytes, with the template of Qwen3's chats."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    bytes_only = Tokenizer(models.BPE({letter: i for i, letter in enumerate(letters)}, []))
    bytes_only.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    bytes_only.decoder = decoders.ByteLevel()
    marks = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
    bytes_only.add_special_tokens([AddedToken(mark, special=True) for mark in marks])
    for mark in ("<tool_call>", "</tool_call>", "<think>", "</think>"):
        bytes_only.add_tokens([AddedToken(mark)])
    template = Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja"
    made = PreTrainedTokenizerFast(
        tokenizer_object=bytes_only, eos_token="<|im_end|>", pad_token="<|endoftext|>"
    )
    made.chat_template = template.read_text()
    return made


def _model(tokenizer: Any) -> Any:
    """Return a Qwen3 of random weights, whose every other rollout solves the task."""
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    class Scripted(Qwen3ForCausalLM):  # type: ignore[misc]
        def generate(self, input_ids: Any, **options: Any) -> Any:
            said = []
            for i, row in enumerate(input_ids):
                chat = tokenizer.decode(row)
                (app,) = set(re.findall(r"Open the (.+?) app", chat)) or {"?"}
                turn = chat.count("<tool_response>")
                call = (
                    f'{{"name": "open_app", "arguments": {{"name": "{app}"}}}}',
                    '{"name": "finish", "arguments": {}}',
                )[turn : turn + 1]
                # All rollouts are asked at first; then those alone that have called a tool.
                is_solved = turn > 0 or i % 2 == 0
                text = f"<tool_call>\n{call[0]}\n</tool_call>" if call and is_solved else "Done."
                said.append(tokenizer.encode(text + "<|im_end|>", add_special_tokens=False))
            longest = max(map(len, said))
            padded = [one + [tokenizer.pad_token_id] * (longest - len(one)) for one in said]
            return torch.cat([input_ids, torch.tensor(padded)], dim=1)

    torch.manual_seed(0)
    return Scripted(
        Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=16,
            intermediate_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=1,
            head_dim=8,
            max_position_embeddings=65_536,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )


def test_some_steps_of_grpo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch
    from datasets import Dataset
    from trl.chat_template_utils import add_response_schema

    from android_gym.adapters.trl import PhoneEnvironment, rows

    monkeypatch.setenv("TRL_EXPERIMENTAL_SILENCE", "1")
    tokenizer = add_response_schema(_tokenizer())
    model = _model(tokenizer)
    before = torch.cat([part.detach().flatten().clone() for part in model.parameters()])
    trainer = trl.GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        args=trl.GRPOConfig(
            output_dir=str(tmp_path),
            max_steps=2,
            per_device_train_batch_size=2,
            num_generations=2,
            max_completion_length=16_384,
            learning_rate=1e-2,
            logging_steps=1,
            save_strategy="no",
            report_to=[],
            use_cpu=True,
            bf16=False,
            chat_template_kwargs={"enable_thinking": False},
        ),
        train_dataset=Dataset.from_list(rows("template", "train", count=2, ids=[ID])),
        environment_factory=PhoneEnvironment,
    )
    trainer.train()
    logged = [line for line in trainer.state.log_history if "reward" in line]
    assert [line["reward"] for line in logged] == [0.5, 0.5]
    assert all(line["grad_norm"] > 0 for line in logged)
    assert all(line["tools/call_frequency"] == 1.0 for line in logged)
    assert all(line["tools/failure_frequency"] == 0.0 for line in logged)
    after = torch.cat([part.detach().flatten() for part in model.parameters()])
    assert not torch.equal(before, after)

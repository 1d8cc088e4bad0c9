"""The viewer: a sweep as one self-contained HTML page.

The page includes everything, even its pictures, and loads nothing: its ``Content-Security-Policy``
lets its own script run and no other. A model's words, texts of screens and contents of files are
data in it, and are shown only as text.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import string
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from android_gym.accessibility import UIElement
from android_gym.errors import OptionError, SweepError, TraceError
from android_gym.evaluation.folder import load, load_manifest, replace_file
from android_gym.evaluation.ids import task_of
from android_gym.evaluation.narration import describe, finger_paths
from android_gym.evaluation.results import EpisodeKey, Result
from android_gym.events import Answer, ApiCall, Declare, Event, to_json
from android_gym.observations import element_text
from android_gym.trace import EpisodeTrace, ScreenState, TraceStep, load_trace

__all__ = ["write_page"]

_MOST_RUNS = 2
_MODEL_NOTES = frozenset({"asked", "more_of_reply", "unfinished"})


def write_page(
    runs: Sequence[str | os.PathLike[str]], out: str | os.PathLike[str], height: int = 800
) -> int:
    """Write a page for one sweep, or for two to compare.

    Args:
        runs: Folders written by `sweep`; for two, episodes with the same id, seed, repeat and
            wording are shown side by side.
        out: The file.
        height: Height of the pictures in pixels; 0 for none.

    Returns:
        Number of episodes in it.

    Raises:
        OptionError: If a folder has no sweep, or there are more than two.
        TraceError: If a trace is damaged.
        SweepError: If the file can't be written.
    """
    if not 1 <= len(runs) <= _MOST_RUNS:
        raise OptionError(f"A page shows one run or two, not {len(runs)}.")
    folders = [Path(run) for run in runs]
    played = [{result.key: result for result in load(folder)} for folder in folders]
    keys = list(dict.fromkeys(key for results in played for key in results))
    if not keys:
        raise OptionError(f"There are no episodes in {str(folders[0])!r} yet.")
    names = _names(folders)
    page = _Page(height)
    rows = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, key in enumerate(keys):
            told = [
                None
                if key not in results
                else _result(results[key], page.add(pool, folder, key, f"e{number}-{i}"))
                for i, (folder, results) in enumerate(zip(folders, played, strict=True))
            ]
            rows.append(_row(key, played) | {"results": told})
        run = {"title": " against ".join(names), "names": names, "about": _about(folders)}
        data = "".join((_script("run", run | {"rows": rows}), *page.scripts()))
    try:
        replace_file(Path(out), _fill(str(run["title"]), data).encode())
    except OSError as error:
        raise SweepError(f"{out} can't be written: {error.strerror}.") from error
    return len(rows)


def _names(folders: Sequence[Path]) -> list[str]:
    names = [folder.resolve().name for folder in folders]
    if len(set(names)) < len(names):
        names = [f"{folder.resolve().parent.name}/{folder.resolve().name}" for folder in folders]
    return names


def _about(folders: Sequence[Path]) -> str:
    """Return a description of what was played, in a line for each run."""
    lines = []
    for folder in folders:
        manifest = load_manifest(folder)
        policy = manifest.get("policy")
        described = dict(policy) if isinstance(policy, dict) else {}
        name = str(described.pop("name", "?")).rpartition(":")[2]
        parts = [name, *(str(described[k]) for k in ("model", "format") if k in described)]
        parts += [f"rules {manifest.get('rules')}", f"android-gym {manifest.get('android_gym')}"]
        lines.append(", ".join(parts))
    return " · ".join(lines)


def _row(key: EpisodeKey, played: Sequence[dict[EpisodeKey, Result]]) -> dict[str, Any]:
    results = [results[key] for results in played if key in results]
    difficulty: str
    try:
        difficulty = task_of(key.id).difficulty
    except OptionError:  # its module isn't imported
        difficulty = ""
    return {
        **key._asdict(),
        "goal": next((result.goal for result in results if result.goal), ""),
        "difficulty": difficulty,
    }


def _result(result: Result, trace: EpisodeTrace | None) -> dict[str, Any]:
    asked = [] if trace is None else [one for step in trace.steps for one in _asked(step.notes)]
    return {
        "success": result.success,
        "score": result.score,
        "steps": result.steps,
        "demonstration_steps": result.demonstration_steps,
        "claimed": result.end == "declared",
        "action_errors": result.action_errors,
        "error": result.error,
        "seconds": result.seconds,
        "tokens": sum(one["prompt_tokens"] + one["reply_tokens"] for one in asked),
        "unread": 0
        if trace is None
        else sum(step.error is not None and bool(_asked(step.notes)) for step in trace.steps),
    }


def _asked(notes: Any) -> list[dict[str, Any]]:
    """Return a model's prompts and replies in a step, from notes that may be untrusted."""
    asked = notes.get("asked")
    return [
        {
            "reply": str(one.get("reply", "")),
            "calls": _calls(one.get("calls")),
            "prompt_sha256": str(one.get("prompt_sha256", "")),
            **{name: _count(one.get(name)) for name in ("prompt_tokens", "reply_tokens")},
            "requests": _count(one.get("requests")),
            "seconds": one.get("seconds") if isinstance(one.get("seconds"), int | float) else None,
            "cut": one.get("cut") is True,
        }
        for one in (asked if isinstance(asked, list) else [])
        if isinstance(one, dict)
    ]


def _calls(calls: object) -> list[dict[str, str]]:
    return [
        {"name": str(call.get("name", "")), "arguments": str(call.get("arguments", ""))}
        for call in (calls if isinstance(calls, list) else [])
        if isinstance(call, dict)
    ]


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


class _Page:
    """The collected traces of a page.

    Args:
        height: Height of the pictures in pixels; 0 for none.
    """

    def __init__(self, height: int) -> None:
        self._height = height
        self._traces: list[tuple[str, dict[str, Any], list[Any]]] = []

    def add(
        self, pool: ThreadPoolExecutor, folder: Path, key: EpisodeKey, name: str
    ) -> EpisodeTrace | None:
        """Add the trace of an episode, if one was kept; its pictures are encoded meanwhile."""
        path = folder / "traces" / key.file_name
        if not path.is_dir():
            return None
        trace = load_trace(path, inside=folder)
        looks = trace.screens
        pngs: dict[bytes, int] = {}
        for screen in looks:
            if screen.png is not None and self._height:
                pngs.setdefault(screen.png, len(pngs))
        pictures = [pool.submit(_picture, png, self._height) for png in pngs]
        data = {
            "screens": [_screen(s, pngs.get(s.png) if s.png else None) for s in looks],
            "steps": [
                _step(step, before) for step, before in zip(trace.steps, looks, strict=False)
            ],
            "ending": _ending(trace),
            "failed": _unfinished(trace),
        }
        self._traces.append((name, data, pictures))
        return trace

    def scripts(self) -> Iterator[str]:
        """Yield a script with the data of each trace, once its pictures are ready."""
        for name, data, pictures in self._traces:
            yield _script(name, data | {"pictures": [made.result() for made in pictures]})


def _screen(screen: ScreenState, picture: int | None) -> dict[str, Any]:
    return {
        "size": list(screen.size),
        "activity": screen.activity,
        "time_ms": screen.time_ms,
        "picture": picture,
        "elements": [_element(element) for element in screen.elements],
    }


def _element(element: UIElement) -> dict[str, Any]:
    kind, text = (element.class_name or "View").rpartition(".")[2], element_text(element)
    box = element.bbox_pixels
    return {
        "text": f"{kind} {json.dumps(text, ensure_ascii=False)}" if text else kind,
        "box": None if box is None else [box.x_min, box.y_min, box.x_max, box.y_max],
    }


def _step(step: TraceStep, before: ScreenState) -> dict[str, Any]:
    more = {name: value for name, value in step.notes.items() if name not in _MODEL_NOTES}
    return {
        "words": ", ".join(_words(event, before) for event in step.events) or "nothing was done",
        "events": [to_json(event) for event in step.events],
        "paths": [path for event in step.events for path in _paths(event)],
        "error": step.error,
        "asked": _asked(step.notes),
        "more": json.dumps(more, ensure_ascii=False, indent=1) if more else "",
    }


def _words(event: Event, screen: ScreenState) -> str:
    match event:
        case Answer(text):
            return f"answer {text!r}"
        case Declare(status):
            return f"declare the task {status}"
        case ApiCall(api, arguments):
            told = ", ".join(f"{name}={value!r}" for name, value in arguments)
            return f"call {api}({told})"
        case _:
            return describe(event, screen.elements)


def _paths(event: Event) -> list[list[tuple[float, float]]]:
    if isinstance(event, ApiCall | Answer | Declare):
        return []
    return [list(path) for path in finger_paths(event)]


def _ending(trace: EpisodeTrace) -> str:
    claimed = "The agent said that it was done" if trace.declared else "The agent never said done"
    score = "not judged" if trace.success is None else f"score {trace.success:g}"
    answer = "" if trace.answer is None else f"; its answer: {trace.answer!r}"
    return f"{claimed}; {score}{answer}."


def _unfinished(trace: EpisodeTrace) -> str:
    result = trace.notes.get("result")
    error = result.get("error") if isinstance(result, dict) else None
    return error if isinstance(error, str) else ""


def _picture(png: bytes, height: int) -> str:
    """Return a picture as a ``data:`` URL of WebP, no higher than `height`.

    Raises:
        TraceError: If it is not a picture.
    """
    frame = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if frame is None:
        raise TraceError("A picture of a trace can't be read as a PNG.")
    own_height, own_width = frame.shape[:2]
    if own_height > height:
        size = (max(1, round(own_width * height / own_height)), height)
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".webp", frame, [cv2.IMWRITE_WEBP_QUALITY, 80])
    return f"data:image/webp;base64,{base64.b64encode(data.tobytes()).decode()}"


_IN_SCRIPTS = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def _script(name: str, value: Any) -> str:
    """Return a value as a script of data; nothing in it can end the script or begin a comment."""
    text = json.dumps(value, separators=(",", ":")).translate(_IN_SCRIPTS)
    return f'<script type="application/json" id="{name}">{text}</script>\n'


def _fill(title: str, data: str) -> str:
    own = resources.files(__package__)
    style, script, page = (
        own.joinpath(name).read_text("utf-8") for name in ("viewer.css", "viewer.js", "page.html")
    )
    policy = (
        f"default-src 'none'; img-src data:; script-src '{_digest(script)}'; "
        f"style-src '{_digest(style)}'; base-uri 'none'; form-action 'none'"
    )
    return string.Template(page).substitute(
        csp=policy, title=html.escape(title), style=style, script=script, data=data
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"

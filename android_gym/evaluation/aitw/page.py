"""An HTML page that shows an episode: each screen with its annotations and action.

The page is self-contained: it includes its pictures, has no script, and loads nothing. An episode's
texts are untrusted, and are escaped.
"""

from __future__ import annotations

import base64
import html
from pathlib import Path
from typing import Final

import numpy as np

from android_gym.evaluation.aitw.records import Action, Annotations, Episode, Step
from android_gym.png import encode_png
from android_gym.task_suite.aitw.actions import ActionType

__all__ = ["episode_page", "write_page"]

_STYLE: Final = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color: #1c1b1f; background: #f7f6fa }
h1 { font-size: 1.35rem; margin: 0 0 .3rem } .about { color: #5f5c66; margin: 0 0 1.5rem }
.steps { display: flex; flex-wrap: wrap; gap: 1.5rem }
figure { margin: 0; width: 270px } svg { width: 100%; height: auto; display: block;
  background: #fff; border-radius: 10px; box-shadow: 0 1px 4px #0003 }
figcaption { padding: .5rem .2rem } b { font-weight: 600 } .activity { color: #5f5c66;
  font-size: .8rem; overflow-wrap: anywhere }
.text { fill: #1e88e51a; stroke: #1e88e5 } .icon { fill: #43a0471a; stroke: #43a047 }
.finger { fill: #ff572280; stroke: #ff5722 } .path { stroke: #ff5722; stroke-opacity: .7 }
@media (prefers-color-scheme: dark) { body { background: #1c1b1f; color: #e6e1e5 }
  .about, .activity { color: #aaa6b0 } }
"""
_POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def write_page(episode: Episode, path: Path) -> None:
    """Write the page of an episode.

    Args:
        episode: The episode.
        path: The file; an existing one is replaced.

    Raises:
        OSError: If it can't be written.
    """
    path.write_text(episode_page(episode), encoding="utf-8")


def episode_page(episode: Episode) -> str:
    """Return the page of an episode."""
    goal = _escape(episode.goal)
    phone = f"{episode.phone.device or 'unknown device'}, API {episode.phone.api_level}"
    about = f"Episode {episode.id}, {len(episode)} steps, {phone}"
    about += f", {episode.subset}" if episode.subset else ""
    figures = "\n".join(_figure(number, step) for number, step in enumerate(episode.steps))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{goal}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{goal}</h1>
<p class="about">{_escape(about)}</p>
<div class="steps">
{figures}
</div>
</body>
</html>
"""


def _figure(number: int, step: Step) -> str:
    height, width = step.image.shape[:2]
    boxes = _boxes(step.annotations, width, height)
    finger = _finger(step.action, width, height)
    return f"""<figure>
<svg viewBox="0 0 {width} {height}" role="img" aria-label="screen {number}">
<image width="{width}" height="{height}" href="data:image/png;base64,{_png(step)}"/>
{boxes}{finger}</svg>
<figcaption><b>{number}. {_escape(_told(step.action))}</b><br>
<span class="activity">{_escape(step.activity)}</span></figcaption>
</figure>"""


def _png(step: Step) -> str:
    return base64.b64encode(encode_png(step.image)).decode()


def _boxes(notes: Annotations, width: int, height: int) -> str:
    drawn = []
    scale = np.array([height, width, height, width], np.float32)
    rows = (notes.boxes * scale).clip(-1e5, 1e5).tolist()
    for (top, left, tall, wide), text, kind in zip(rows, notes.texts, notes.types, strict=True):
        label = kind if kind != "TEXT" else text
        style = "text" if kind == "TEXT" else "icon"
        drawn.append(
            f'<rect class="{style}" x="{left:.1f}" y="{top:.1f}" width="{max(wide, 0):.1f}" '
            f'height="{max(tall, 0):.1f}"><title>{_escape(label)}</title></rect>\n'
        )
    return "".join(drawn)


def _finger(action: Action, width: int, height: int) -> str:
    if action.type != ActionType.DUAL_POINT:
        return ""
    (y, x), (to_y, to_x) = action.touch, action.lift
    points = [min(max(v, -1.0), 2.0) for v in (x, y, to_x, to_y)]
    x, y, to_x, to_y = points[0] * width, points[1] * height, points[2] * width, points[3] * height
    radius = width / 22
    line = ""
    if not action.is_tap:
        line = (
            f'<line class="path" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
            f'stroke-width="{radius / 2:.1f}"/>\n'
        )
        x, y = to_x, to_y
    return f'{line}<circle class="finger" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>\n'


def _told(action: Action) -> str:
    if action.type == ActionType.TYPE:
        return f"type “{action.text}”"
    words = action.name.replace("_", " ")
    if action.type != ActionType.DUAL_POINT:
        return words
    (y, x), (to_y, to_x) = action.touch, action.lift
    place = f"{words} at {y:.2f} down, {x:.2f} across"
    return place if action.is_tap else f"{place}, to {to_y:.2f}, {to_x:.2f}"


def _escape(text: str) -> str:
    """Return text as HTML, without characters that a page must not contain."""
    shown = "".join(c if c >= " " or c in "\n\t" else "�" for c in text)
    return html.escape(shown.encode("utf-8", "replace").decode())

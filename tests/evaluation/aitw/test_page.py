import base64
import re
from dataclasses import replace
from html.parser import HTMLParser

import cv2
import numpy as np

from android_gym.evaluation.aitw.page import episode_page, write_page
from android_gym.evaluation.aitw.records import Action, Annotations

HOSTILE = "<script>alert(1)</script>\"'&\x00\x1b\ud800 ü"


class Tags(HTMLParser):
    """Keeps the tags and their attributes."""

    def __init__(self, page):
        super().__init__()
        self.tags = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def named(self, name):
        return [attrs for tag, attrs in self.tags if tag == name]


def test_each_screen_is_in_the_page_with_what_was_done(make, tmp_path):
    own = make("7", 5)
    write_page(own, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    tags = Tags(page)
    images = tags.named("image")
    assert len(images) == 5 and len(tags.named("rect")) == 0 + 1 + 2 + 3 + 4
    for image, step in zip(images, own.steps, strict=True):
        data = base64.b64decode(image["href"].removeprefix("data:image/png;base64,"))
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert np.array_equal(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB), step.image)
    for text in ("open the clock", "0. press home", "1. swipe at 0.80", "2. tap at 0.50",
                 "3. type “Käse”", "4. status task complete", "com.clock/.Main", "Pixel 6",
                 "Episode 7, 5 steps"):  # fmt: skip
        assert text in page
    assert len(tags.named("circle")) == 2 and len(tags.named("line")) == 1


def test_the_page_loads_nothing_and_runs_nothing(make):
    own = make("1", 2)
    notes = Annotations(np.array([[np.nan, -1e30, 1e30, 2]], np.float32), (HOSTILE,), ("TEXT",))
    step = replace(own.steps[0], annotations=notes, activity=HOSTILE,
                   action=Action(3, text=HOSTILE))  # fmt: skip
    other = replace(own.steps[1], action=Action(4, (900, -5), (0, 7)))
    page = episode_page(replace(own, id=HOSTILE, goal=HOSTILE, steps=(step, other)))
    page.encode()
    tags = Tags(page)
    assert not tags.named("script") and "\x00" not in page
    links = [v for _, attrs in tags.tags for k, v in attrs.items() if k in ("href", "src")]
    assert links and all(link.startswith("data:image/png") for link in links)
    assert not any(k.startswith("on") for _, attrs in tags.tags for k in attrs)
    assert "default-src 'none'" in tags.named("meta")[1]["content"]
    assert not re.search(r"https?://", page)

"""Small videos made from words and a random generator, which tasks put into shared storage.

A video is MPEG-4 Part 2 in an MP4 file, as in AndroidWorld. Each word is shown for a while, yellow
on a dim random pattern of its own. The same arguments give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from android_gym.errors import OptionError
from android_gym.task_suite.android_world.file_names import choose, modified, random_text
from android_gym.task_suite.android_world.mp4 import Still, encode, still_video

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NOISE_PICTURES", "SIZE", "draw_video_name", "make_video", "noise_video"]

SIZE: Final = (320, 240)
"""(width, height) of the videos in pixels."""

NOISE_PICTURES: Final = 32
"""Number of different pictures in videos of `noise_video`: more than a seed puts into a folder."""

_SUBJECTS = ("clip", "footage", "scene", "recording", "highlight", "moment", "episode")
_KINDS = ("", "HD", "4K", "raw", "export")
_MOST_NUMBER = 99
_SHORTEST_S, _LONGEST_S = 20, 180
_NOISE_LETTERS = 10
_MOST_FRAMES = 20_000
_MOST_SIDE = 1920
_BLOCK = 16
_BRIGHTEST = 96
_YELLOW_BGR = (0, 255, 255)


def draw_video_name(rng: np.random.Generator) -> str:
    """Draw a file name such as ``clip_12_HD.mp4``, with a date, letters or a word added."""
    number = int(rng.integers(1, _MOST_NUMBER + 1))
    return modified(rng, f"{choose(rng, _SUBJECTS)}_{number}_{choose(rng, _KINDS)}.mp4")


def noise_video(seed: int) -> bytes:
    """Make a video of 20 to 180 seconds, at one frame per second, that shows ten letters.

    Args:
        seed: From 0. `NOISE_PICTURES` consecutive seeds have different pictures.

    Returns:
        The MP4 file.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    seconds = int(rng.integers(_SHORTEST_S, _LONGEST_S + 1))
    return still_video([(_noise_picture(seed % NOISE_PICTURES), seconds)])


@lru_cache(maxsize=NOISE_PICTURES)  # 5 kB each
def _noise_picture(number: int) -> Still:
    """Return a picture of `noise_video`, cached as encoding is most of a video's cost."""
    import numpy as np

    rng = np.random.default_rng(number)
    return encode(_picture(random_text(rng, _NOISE_LETTERS), rng, *SIZE), 1)


def make_video(
    words: Sequence[str],
    seconds: float,
    rng: np.random.Generator,
    *,
    size: tuple[int, int] = SIZE,
    frames_per_second: int = 1,
) -> bytes:
    """Make a video that shows words one after another.

    Args:
        words: ASCII texts, in order.
        seconds: Duration of each.
        rng: Draws the pattern behind each.
        size: (width, height) in pixels, both even.
        frames_per_second: Frame rate.

    Returns:
        The MP4 file.

    Raises:
        OptionError: If there is no word, one is not ASCII, or the video would have no frame, more
            than 20,000 frames, or an odd or too large side.
    """
    width, height = size
    frames = round(seconds * frames_per_second)
    if not words or not all(word.isascii() and word.isprintable() for word in words):
        raise OptionError(f"A video shows printable ASCII texts, got {list(words)!r}.")
    if not 0 < frames * len(words) <= _MOST_FRAMES:
        raise OptionError(
            f"A video has 1 to {_MOST_FRAMES} frames; {len(words)} words of {seconds} s at "
            f"{frames_per_second} a second make {frames * len(words)}."
        )
    if not all(0 < side <= _MOST_SIDE and side % 2 == 0 for side in size):
        raise OptionError(f"A video's sides are even and at most {_MOST_SIDE}, got {size!r}.")
    return still_video(
        [(encode(_picture(word, rng, width, height), frames_per_second), frames) for word in words]
    )


def _picture(word: str, rng: np.random.Generator, width: int, height: int) -> NDArray[np.uint8]:
    """Draw a word on dim blocks of random colours, in BGR."""
    import cv2
    import numpy as np

    across, along = -(-width // _BLOCK), -(-height // _BLOCK)
    blocks = rng.integers(0, _BRIGHTEST, (along, across, 3), dtype=np.uint8)
    # Columns first: rows are then copied whole, which takes a tenth of the time.
    picture = np.repeat(np.repeat(blocks, _BLOCK, axis=1)[:, :width], _BLOCK, axis=0)[:height]
    scale = height / SIZE[1]
    thickness = max(1, round(2 * scale))
    font = cv2.FONT_HERSHEY_SIMPLEX
    (wide, _), _ = cv2.getTextSize(word, font, scale, thickness)
    left = min(round(50 * scale), max(0, (width - wide) // 2))
    if wide > width:
        scale *= width / wide
    place = (left, height // 2)
    cv2.putText(picture, word, place, font, scale, _YELLOW_BGR, thickness, cv2.LINE_AA)
    return picture

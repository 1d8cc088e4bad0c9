"""Decodes videos into frames by time, using OpenCV.

A decoder's output may depend on what it was asked for before: in a file without an index a seek
lands elsewhere, and broken parts are patched with what is in memory. So a frame is always decoded
the same way: a new reader seeks the first frame of the frame's segment and decodes on from there.
The result is the same bytes, whatever was decoded before.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from android_gym.simulator.system.media.headers import read_mp4
from android_gym.simulator.system.media.pictures import Pixels

__all__ = ["VideoFile"]

MOST_BYTES: Final = 512 << 20
"""Maximum bytes of a video file that is opened."""

MOST_PIXELS: Final = 4096 * 2304
"""Maximum pixels of a frame."""

SEGMENT: Final = 64
"""Frames decoded in sequence after a seek; the next segment is sought anew."""

_KEPT: Final = 8  # frames
_KEPT_BYTES: Final = 64 << 20
_OPENED: Final = 4  # videos
_MAGIC: Final = re.compile(
    rb".{4}ftyp|\x1a\x45\xdf\xa3|RIFF.{4}AVI |OggS|\x00\x00\x01\xba", re.DOTALL
)
_OPTIONS: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_ONLY: Final = "format_whitelist;mov,matroska,webm,avi,ogg,mpeg|protocol_whitelist;file"
"""FFmpeg guesses a file's format. Formats other than these are playlists of further files, on this
computer or elsewhere (HLS, DASH, SDP), which a file from a phone must not be able to open."""
_option = threading.Lock()

_opened: OrderedDict[bytes, VideoFile | None] = OrderedDict()


class VideoFile:
    """An open video.

    Attributes:
        width: Displayed width of a frame in pixels.
        height: Displayed height of a frame in pixels.
        duration_ms: Length in milliseconds.
        frames_per_second: Frame rate.
    """

    def __init__(self, capture: Any, data: bytes) -> None:
        import cv2

        self._capture: Any | None = capture
        self._data = data
        boxes = read_mp4(data)
        self.width = _whole(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        self.height = _whole(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        rate = capture.get(cv2.CAP_PROP_FPS)
        self.frames_per_second = float(rate) if 0.01 < rate < 1000 else 25.0
        self._count = max(1, _whole(capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        counted = round(self._count * 1000 / self.frames_per_second)
        self.duration_ms = boxes.duration_ms if boxes and boxes.duration_ms else counted
        self._segment = 0  # segment that the reader is in
        self._next = 0  # next frame that it decodes
        self._frames: OrderedDict[int, Pixels] = OrderedDict()
        self._ends: dict[int, int] = {}  # first broken frame by segment

    @classmethod
    def open(cls, data: bytes) -> VideoFile | None:
        """Open a video; opening the same bytes again returns the same object.

        Args:
            data: The whole file: MP4, MOV, 3GP, WebM, Matroska, AVI, Ogg or MPEG.

        Returns:
            The video; None if there is none in the file, it has no index, or it is too large.
        """
        if data in _opened:
            _opened.move_to_end(data)
            return _opened[data]
        video = cls._open(data)
        _opened[data] = video
        while len(_opened) > _OPENED:
            _opened.popitem(last=False)
        return video

    @classmethod
    def _open(cls, data: bytes) -> VideoFile | None:
        if len(data) > MOST_BYTES or not _MAGIC.match(data):
            return None
        boxes = read_mp4(data)
        if boxes is not None and (
            not boxes.has_video
            or not 0 < boxes.width * boxes.height <= MOST_PIXELS
            # A sample takes at least a byte; the reader would allocate memory for any number
            # claimed.
            or boxes.samples > len(data)
        ):
            return None
        capture = _capture(data)
        if capture is None:
            return None
        video = cls(capture, data)
        if not 0 < video.width * video.height <= MOST_PIXELS:
            return None
        return video if video.frame_at(0) is not None else None

    def frame_at(self, ms: int) -> Pixels | None:
        """Return the frame shown at a time; the first or last one beyond the ends.

        Returns:
            RGB pixels; None if the video is broken at that frame and before it.
        """
        return self.frame(self.number_at(ms))

    def number_at(self, ms: int) -> int:
        """Return the number of the frame shown at a time, counted from 0."""
        wanted = int(max(0, ms) * self.frames_per_second / 1000 + 1e-6)
        return min(wanted, self._count - 1)

    def frame(self, wanted: int) -> Pixels | None:
        """Return a frame by its number; see `frame_at`."""
        known = self._frames.get(wanted)
        if known is not None:
            self._frames.move_to_end(wanted)
            return known
        frame = self._decoded_at(wanted)
        if frame is None:
            return None
        frame.flags.writeable = False
        self._frames[wanted] = frame
        while len(self._frames) > _KEPT or len(self._frames) * frame.nbytes > _KEPT_BYTES:
            if len(self._frames) == 1:
                break
            self._frames.popitem(last=False)
        return frame

    def _decoded_at(self, wanted: int) -> Pixels | None:
        """Return a frame, or the last good frame before it if it is broken; None without any."""
        segment = wanted // SEGMENT
        for number in dict.fromkeys((segment, max(0, segment - 1), 0)):
            last = min(wanted, (number + 1) * SEGMENT - 1)
            while last >= number * SEGMENT:
                last = min(last, self._ends.get(number, last + 1) - 1)
                frame = self._decode(last) if last >= number * SEGMENT else None
                if frame is not None:
                    return frame
        return None

    def _decode(self, wanted: int) -> Pixels | None:
        """Decode a frame; None if it is broken, after noting the first broken frame in `_ends`."""
        import cv2

        segment = wanted // SEGMENT
        if self._capture is None or segment != self._segment or wanted < self._next:
            self._reopen(segment)
        capture = self._capture
        good, frame = capture is not None, None
        while good and capture is not None and self._next < wanted:
            good = capture.grab()
            self._next += good
        if good and capture is not None:
            good, frame = capture.read()
        if not good or frame is None:
            first = max(self._next, segment * SEGMENT)
            self._ends[segment] = min(first, self._ends.get(segment, first))
            self._capture = None
            return None
        self._next += 1
        return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB), dtype=np.uint8)

    def _reopen(self, segment: int) -> None:
        """Open a new reader at the first frame of a segment."""
        import cv2

        first = segment * SEGMENT
        self._segment, self._next = segment, 0
        if self._capture is not None:
            self._capture.release()
        self._capture = _capture(self._data)
        if self._capture is not None and first:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, first)
            self._next = _whole(self._capture.get(cv2.CAP_PROP_POS_FRAMES))
            if self._next > first:  # the seek failed: decode from the beginning
                self._capture.release()
                self._capture = _capture(self._data)
                self._next = 0


def _whole(number: float) -> int:
    return int(number) if 0 <= number < 1 << 31 else 0


def _capture(data: bytes) -> Any | None:
    """Open OpenCV's reader on an unnamed temporary file, which lasts as long as the reader."""
    import cv2

    handle, path = tempfile.mkstemp(prefix="android_gym_", suffix=".video")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        with _only_videos():
            # One thread: more would decode the same, but stay around for each open video.
            capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG, [cv2.CAP_PROP_N_THREADS, 1])
    except cv2.error:
        return None
    finally:
        os.unlink(path)  # an open file stays readable
    return capture if capture.isOpened() else None


@contextmanager
def _only_videos() -> Iterator[None]:
    """Restrict OpenCV's reader to `_ONLY`; it takes such options only from the environment."""
    with _option:
        before = os.environ.get(_OPTIONS)
        os.environ[_OPTIONS] = _ONLY
        try:
            yield
        finally:
            if before is None:
                del os.environ[_OPTIONS]
            else:
                os.environ[_OPTIONS] = before

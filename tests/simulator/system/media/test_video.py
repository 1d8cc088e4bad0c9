"""Videos: which files are opened at all."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from android_gym.simulator.system.media import video
from android_gym.simulator.system.media.video import VideoFile

cv2 = pytest.importorskip("cv2")

OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
Y4M = b"YUV4MPEG2 W16 H16 F25:1 C420jpeg\n" + (b"FRAME\n" + bytes(16 * 16 * 3 // 2)) * 2
PLAYLIST = (
    b"#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nfile:///etc/x.mp4\n"
    b"#EXT-X-ENDLIST\n"
)


@pytest.fixture
def avi(tmp_path: Path) -> bytes:
    path = tmp_path / "x.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(3):
        writer.write(np.full((48, 64, 3), 200, np.uint8))
    writer.release()
    return path.read_bytes()


@pytest.mark.parametrize("before", [None, "rtsp_transport;udp"])
def test_a_video_is_opened(avi: bytes, before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(OPTIONS, raising=False)
    if before is not None:
        monkeypatch.setenv(OPTIONS, before)
    found = VideoFile._open(avi)
    assert found is not None and (found.width, found.height) == (64, 48)
    assert os.environ.get(OPTIONS) == before


@pytest.mark.parametrize(
    "data",
    [
        b"#EXTM3U\nftyp\n" + PLAYLIST,
        b"#EXTM3U\nOggS\n" + PLAYLIST,
        b"#EXTM3U\nRIFF\n" + PLAYLIST,
        b"ftyp\nv=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 26\n",
        b"RIFF\x24\0\0\0WAVEfmt ",
        Y4M,
    ],
)
def test_what_is_not_begun_as_a_video_is_never_given_to_the_reader(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bytes] = []
    monkeypatch.setattr(video, "_capture", given.append)
    assert VideoFile._open(data) is None
    assert not given


def test_the_reader_takes_no_other_formats(tmp_path: Path) -> None:
    path = tmp_path / "x.video"
    path.write_bytes(Y4M)
    assert cv2.VideoCapture(str(path), cv2.CAP_FFMPEG).isOpened()
    assert video._capture(Y4M) is None

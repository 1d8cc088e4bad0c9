"""Pictures and videos as pixels."""

from __future__ import annotations

import io
import random
import tempfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from android_gym.simulator.system.media.encoders import encode_m4a
from android_gym.simulator.system.media.headers import read_mp4
from android_gym.simulator.system.media.pictures import decode, thumbnail
from android_gym.simulator.system.media.video import VideoFile
from android_gym.simulator.ui._skia import canvas_on
from android_gym.simulator.ui.system_themes import SETTINGS_LIGHT
from android_gym.simulator.ui.video_view import VideoContent
from tests.simulator.system.media.test_metadata import png


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP"])
def test_decode(kind: str) -> None:
    pixels = decode(encoded(Image.new("RGB", (30, 20), (250, 10, 20)), kind))
    assert pixels is not None and pixels.shape == (20, 30, 3) and not pixels.flags.writeable
    assert abs(pixels[10, 10].astype(int) - (250, 10, 20)).max() < 12


def test_turned_and_clear() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    turned = decode(encoded(Image.new("RGB", (30, 20)), "JPEG", exif=exif))
    assert turned is not None and turned.shape == (30, 20, 3)
    clear = decode(encoded(Image.new("RGBA", (4, 4), (0, 0, 0, 0)), "PNG"))
    assert clear is not None and clear.min() == 255


def test_bombs_and_broken_ones() -> None:
    data = encoded(Image.new("RGB", (30, 20)), "PNG")
    assert decode(data, max_pixels=599) is None and decode(data, max_pixels=600) is not None
    assert decode(png(60_000, 60_000), max_pixels=10**12) is None
    assert decode(b"") is None and decode(data[:45]) is None and decode(b"GIF89a\1\0\1\0") is None
    assert decode(png(5, 5)) is None


def test_thumbnails_are_cut() -> None:
    image = Image.new("RGB", (40, 20), "red")
    image.paste("blue", (0, 0, 10, 20))
    pixels = thumbnail(encoded(image, "PNG"), 10, 10)
    assert pixels is not None and pixels.shape == (10, 10, 3)
    assert (pixels == (255, 0, 0)).all()  # the blue side is cut away
    assert thumbnail(encoded(image, "PNG"), 0, 10) is None and thumbnail(b"", 4, 4) is None


def test_a_jpeg_of_very_many_scans_is_none() -> None:
    """Each scan of a few bytes would cost as much as the whole picture."""
    data = encoded(Image.new("RGB", (80, 60), (3, 4, 5)), "JPEG", progressive=True)
    assert decode(data) is not None
    last = data.rindex(b"\xff\xda")
    assert decode(data[:-2] + data[last:-2] * 10 + data[-2:]) is not None
    assert decode(data[:-2] + data[last:-2] * 100 + data[-2:]) is None
    assert decode(data + data[last:-2] * 100) is not None  # a video behind it, for instance


def test_a_gif_whose_picture_is_larger_than_it_says_is_none() -> None:
    for sides in (b"\xff\xff\xff\xff", b"\x10\x27\x10\x27"):  # 65,535 x 65,535, 10,000 x 10,000
        screen = b"GIF89a\x0a\0\x0a\0\x80\0\0\0\0\0\xff\xff\xff"
        assert decode(screen + b",\0\0\0\0" + sides + b"\0\x02\x02\x44\x01\0;") is None


def test_clear_pictures_of_several_bands_lie_on_white() -> None:
    """A large picture is copied in parts, which has to give what the whole would."""
    rng = np.random.default_rng(0)
    values = rng.integers(0, 256, (1100, 1500, 4), dtype=np.uint8)
    image = Image.fromarray(values)
    white = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    pixels = decode(encoded(image, "PNG"))
    assert pixels is not None
    np.testing.assert_array_equal(pixels, np.asarray(white))


@pytest.fixture(scope="module")
def film() -> bytes:
    """Two seconds of red that becomes lighter, 10 frames a second."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "v.mp4")
        writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"mp4v"), 10, (64, 48))
        for number in range(20):
            frame = np.zeros((48, 64, 3), np.uint8)
            frame[:, :, 2] = 12 * number
            writer.write(frame)
        writer.release()
        return Path(path).read_bytes()


def test_frames_of_a_video(film: bytes) -> None:
    video = VideoFile.open(film)
    assert video is not None and VideoFile.open(film) is video
    assert (video.width, video.height, video.duration_ms) == (64, 48, 2_000)
    assert video.frames_per_second == 10
    for ms, red in ((0, 0), (100, 12), (199, 12), (1_900, 228), (500, 60), (99_999, 228), (-5, 0)):
        frame = video.frame_at(ms)
        assert frame is not None and abs(int(frame[20, 20, 0]) - red) < 8, ms
        assert frame[20, 20, 1] < 8


def test_what_is_no_video(film: bytes) -> None:
    index = film.index(b"moov")
    for data in (b"", b"x" * 99, encode_m4a(500), film[: index - 4], film[: index + 40]):
        assert VideoFile.open(data) is None


def _counted(code: str, ending: str, count: int = 200) -> bytes:
    """Return a video that shows a number on each frame, 25 a second."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / f"v.{ending}")
        writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*code), 25, (160, 120))
        for number in range(count):
            frame = np.full((120, 160, 3), number % 256, np.uint8)
            cv2.putText(frame, str(number), (10, 80), 0, 2, (255, 255, 255), 3)
            writer.write(frame)
        writer.release()
        return Path(path).read_bytes()


def _broken(film: bytes) -> bytes:
    """Overwrite places of the pictures; the index stays as it is."""
    data = bytearray(film)
    rng = random.Random(4)
    for _ in range(40):
        at = rng.randrange(len(data) // 10, len(data) * 8 // 10)
        data[at : at + 30] = rng.randbytes(30)
    return bytes(data)


@pytest.mark.parametrize("how", ["index", "no index", "broken", "cut"])
def test_a_frame_is_the_same_whatever_was_shown_before(how: str) -> None:
    film = _counted("MPG1", "mpg") if how == "no index" else _counted("mp4v", "mp4")
    if how == "broken":
        film = _broken(film)
    elif how == "cut":  # the second half is missing, as after a download that stopped
        index = film.index(b"moov") - 4
        half = index // 2
        film = film[:half] + bytes(index - half) + film[index:]
    video = VideoFile._open(film)
    assert video is not None
    in_order = [_bytes_of(video, 40 * number + 3) for number in range(200)]
    assert len(set(in_order)) > 60
    video = VideoFile._open(film)
    assert video is not None
    rng = random.Random(1)
    for number in [1, 199, 70, *(rng.randrange(200) for _ in range(60))]:
        assert _bytes_of(video, 40 * number + 3) == in_order[number], number
    if how == "no index":
        assert len(set(in_order[:64])) == 64  # each frame is its own


def _bytes_of(video: VideoFile, ms: int) -> bytes:
    frame = video.frame_at(ms)
    return b"" if frame is None else frame.tobytes()


def test_tables_of_more_frames_than_a_file_can_hold_are_not_read(film: bytes) -> None:
    """The reader would make room for each of 50 million frames that a table of 20 bytes claims."""
    at = film.index(b"stsz") + 4
    assert VideoFile._open(film) is not None
    for size, count in ((1, 50_000_000), (1, 0xFFFFFFFF), (0, 0x7FFFFFFF)):
        claim = size.to_bytes(4, "big") + count.to_bytes(4, "big")
        data = film[: at + 4] + claim + film[at + 12 :]
        header = read_mp4(data)
        assert header is not None and header.samples == count
        assert VideoFile._open(data) is None
    fragment = b"trun" + bytes(4) + (1 << 30).to_bytes(4, "big")
    fragment = (len(fragment) + 4).to_bytes(4, "big") + fragment
    for kind in (b"traf", b"moof"):
        fragment = (len(fragment) + 8).to_bytes(4, "big") + kind + fragment
    assert VideoFile._open(film + fragment) is None


def test_a_video_on_a_surface(film: bytes) -> None:
    def painted(content: VideoContent, at_ms: int = 1_000) -> np.ndarray:
        pixels = np.full((100, 200, 4), 77, np.uint8)
        canvas = canvas_on(pixels)
        canvas.scale(0.5, 0.5)
        picture = content.picture(at_ms, (400, 200))
        picture.paint(canvas, (0, 0, 400, 200), 1.0, SETTINGS_LIGHT)
        return pixels

    inside = painted(VideoContent(film))
    assert inside[50, 5, :3].max() == 0  # black beside it
    assert abs(int(inside[50, 100, 0]) - 120) < 10
    for fit in ("fill", "stretch"):
        assert painted(VideoContent(film, fit))[50, 5, 0] > 100
    assert painted(VideoContent(b"x"))[:, :, :3].max() == 0
    second = VideoContent(film).picture(1_001, (400, 200))
    assert second == VideoContent(film).picture(1_000, (400, 200)), "the same frame, painted once"
    assert second != VideoContent(film).picture(0, (400, 200))

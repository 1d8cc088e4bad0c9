"""Metadata of files, and of broken ones."""

from __future__ import annotations

import struct
import time
import zlib

import pytest

from android_gym.simulator.system.media.encoders import encode_3gp, encode_m4a, encode_wav
from android_gym.simulator.system.media.headers import read_mp4, read_picture
from android_gym.simulator.system.media.metadata import MAX_TAG, read_metadata

FRAME = b"\xff\xfb\x90\x64" + bytes(413)  # MPEG 1, layer III, 128 kbit/s, 44,100 Hz


def id3(*frames: tuple[str, bytes], version: int = 3) -> bytes:
    """Return an ID3 tag of these frames."""
    body = b""
    for name, data in frames:
        size = len(data)
        if version == 4:
            coded = bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0))
        else:
            coded = struct.pack(">I", size)
        body += name.encode() + coded + b"\0\0" + data
    size = bytes(len(body) >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3" + bytes([version, 0, 0]) + size + body


def png(width: int, height: int) -> bytes:
    """Return a PNG that claims a size and has no pixels."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = b"IHDR" + header
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


def test_a_song() -> None:
    tags = id3(
        ("TIT2", b"\0Night Train"), ("TPE1", b"\0Oscar"), ("TALB", b"\0Trio"), ("TRCK", b"\x003/9"),
        ("TYER", b"\x001963"), ("TCON", b"\0Jazz"), ("TPE2", b"\0All"), ("TCOM", b"\0Who"),
    )  # fmt: skip
    found = read_metadata("x.MP3", tags + FRAME * 1000)
    assert (found.title, found.artist, found.album) == ("Night Train", "Oscar", "Trio")
    assert (found.track, found.year, found.genre) == (3, 1963, "Jazz")
    assert (found.album_artist, found.composer) == ("All", "Who")
    assert found.mime_type == "audio/mpeg" and found.media_type == "audio"
    assert abs(found.duration_ms - 26_122) < 60
    assert (found.sample_rate, found.channels, found.bitrate) == (44_100, 2, 128_000)


@pytest.mark.parametrize(
    ("encoding", "codec", "version"),
    [
        (0, "latin-1", 3), (1, "utf-16", 3), (1, "utf-16", 4), (2, "utf-16-be", 4), (3, "utf-8", 4),
    ],
)  # fmt: skip
def test_tags_in_five_encodings(encoding: int, codec: str, version: int) -> None:
    title = "Café" if codec == "latin-1" else "Café 夜"
    tags = id3(("TIT2", bytes([encoding]) + title.encode(codec)), version=version)
    assert read_metadata("a.mp3", tags + FRAME * 20).title == title


def test_long_tags_are_cut_and_bounded() -> None:
    tags = id3(("TIT2", b"\0" + b"x" * 10_000_000), ("TPE1", b"\0who"))
    started = time.process_time()
    found = read_metadata("a.mp3", tags + FRAME * 500)
    assert found.title == "x" * MAX_TAG and found.artist == "who"
    assert abs(found.duration_ms - 13_061) < 60
    assert time.process_time() - started < 5
    noise = b"\xff\xe0\x00\x00" * 2_000_000
    assert read_metadata("b.mp3", noise).duration_ms == 0


def test_a_song_that_ends_in_the_middle_of_a_frame() -> None:
    tags = id3(("TIT2", b"\0Cut"))
    whole = tags + FRAME * 400
    found = read_metadata("a.mp3", whole[:-200])
    assert found.title == "Cut" and abs(found.duration_ms - 10_449) < 60


def test_broken_files_say_nothing() -> None:
    song = id3(("TIT2", b"\0Cut")) + FRAME * 10
    for name in ("a.mp3", "a.m4a", "a.wav", "a.flac", "a.ogg", "a.mp4", "a.png", "a.jpg", "a.txt"):
        for data in (b"", b"x", song[:30], encode_m4a(500)[:400], png(4, 4)[:20], b"\xff\xd8\xff"):
            found = read_metadata(name, data)
            assert found.duration_ms >= 0 and found.width >= 0
    assert read_metadata("a.txt", song).media_type == "none"


def test_an_index_of_a_film_that_lies() -> None:
    film = encode_m4a(2_000)
    at = film.index(b"moov")
    without = film[: at - 4]
    assert read_metadata("a.mp4", without).duration_ms == 0
    endless = film[: at - 4] + struct.pack(">I", 8) + b"moov" * 1_000
    assert read_mp4(endless) is not None
    assert read_mp4(film[: at - 4] + b"\0\0\0\0moov" * 100_000) is not None


def test_recordings() -> None:
    found = read_metadata("a.m4a", encode_m4a(5_000))
    assert (found.duration_ms, found.sample_rate, found.channels) == (5_000, 44_100, 2)
    assert abs(found.bitrate - 128_000) < 6_000
    found = read_metadata("a.wav", encode_wav(1_500, sample_rate=16_000, channels=1))
    assert (found.duration_ms, found.sample_rate, found.channels) == (1_500, 16_000, 1)
    assert read_metadata("a.3gp", encode_3gp(4_000)).duration_ms == 4_000


def test_pictures() -> None:
    big = read_picture(png(60_000, 60_000))
    assert big is not None and (big.width, big.height) == (60_000, 60_000)
    found = read_metadata("a.png", png(640, 480))
    assert (found.width, found.height, found.media_type) == (640, 480, "image")
    assert read_picture(b"GIF89a" + struct.pack("<HH", 3, 4)) is not None
    assert read_picture(png(0, 4)) is None


def test_what_exif_says() -> None:
    import io

    from PIL import Image

    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    exif.get_ifd(0x8769)[0x9003] = "2023:10:01 12:30:00"
    Image.new("RGB", (40, 20), "red").save(out, "JPEG", exif=exif)
    found = read_metadata("a.jpg", out.getvalue())
    assert (found.width, found.height, found.orientation) == (40, 20, 90)
    assert found.taken == "2023:10:01 12:30:00"

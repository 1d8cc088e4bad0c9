"""Encodes recordings into files that real players can read: WAV, MPEG-4 with AAC, 3GP with AMR.

A WAV contains the synthetic voice that the microphone hears. The other formats contain silence,
with as many bytes as their bit rate implies: the codecs' silent frames are known constants, so no
real encoder is needed.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from android_gym.simulator.system.media.microphone import amplitude

__all__ = ["AAC_RATES", "encode_3gp", "encode_m4a", "encode_wav", "m4a_size", "wav_size"]

AAC_RATES: Final = (
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
)  # fmt: skip
"""Sample rates of AAC, in the order of their index."""

_AAC_SAMPLES: Final = 1024
_AMR_FRAME: Final = bytes([0x3C]) + bytes(31)
"""A frame of 12.2 kbit/s and 20 ms with all parameters 0."""

_EPOCH_1904: Final = 2_082_844_800
_TONE_HZ: Final = 220
_WAV_SAMPLES: Final = 1 << 16
"""Samples of a WAV that are generated at once."""


def wav_size(duration_ms: int, sample_rate: int, channels: int) -> int:
    """Return the size in bytes of a WAV file with 16 bits per sample."""
    return 44 + duration_ms * sample_rate // 1000 * channels * 2


def encode_wav(
    duration_ms: int, *, sample_rate: int = 44_100, channels: int = 2, start_ms: int = 0
) -> bytes:
    """Return a WAV file with 16 bits per sample.

    Args:
        duration_ms: Length in milliseconds, at least 0.
        sample_rate: Samples per second.
        channels: 1 or 2.
        start_ms: The phone's time at which recording started; the sound depends on it.
    """
    count = duration_ms * sample_rate // 1000
    block = channels * 2
    parts = [
        struct.pack(
            "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + count * block, b"WAVE", b"fmt ", 16, 1, channels,
            sample_rate, sample_rate * block, block, 16, b"data", count * block,
        )
    ]  # fmt: skip
    loud = np.array(
        [amplitude(start_ms + moment) for moment in range(0, duration_ms + 50, 50)], dtype=np.int64
    )
    for first in range(0, count, _WAV_SAMPLES):  # in blocks: 64-bit numbers are large
        at = np.arange(first, min(first + _WAV_SAMPLES, count), dtype=np.int64)
        height = loud[at * 20 // sample_rate]
        turn = at * _TONE_HZ % sample_rate * 4  # a triangle wave, which needs no sine
        ramp = np.where(turn < 2 * sample_rate, turn - sample_rate, 3 * sample_rate - turn)
        samples = (height * ramp // max(1, sample_rate) // 2).astype("<i2")
        parts.append(np.repeat(samples, channels).tobytes())
    return b"".join(parts)


def m4a_size(duration_ms: int, bitrate: int, sample_rate: int) -> int:
    """Return the approximate size of `encode_m4a` in bytes, without encoding."""
    frames = -(-duration_ms * sample_rate // (1000 * _AAC_SAMPLES))
    return frames * (bitrate * _AAC_SAMPLES // sample_rate // 8 + 4) + 700


def encode_m4a(
    duration_ms: int,
    *,
    sample_rate: int = 44_100,
    channels: int = 2,
    bitrate: int = 128_000,
    created_ms: int = 0,
) -> bytes:
    """Return an MPEG-4 file with AAC, as MediaRecorder writes it.

    Args:
        duration_ms: Length in milliseconds, at least 0.
        sample_rate: Samples per second, one of `AAC_RATES`.
        channels: 1 or 2.
        bitrate: Bits per second that the silent frames are padded to.
        created_ms: Epoch milliseconds written into the file.
    """
    frames = max(1, -(-duration_ms * sample_rate // (1000 * _AAC_SAMPLES)))
    frame = _silent_aac(channels, bitrate * _AAC_SAMPLES // sample_rate // 8)
    config = 2 << 11 | AAC_RATES.index(sample_rate) << 7 | channels << 3
    decoder = b"\x04" + _sized(
        bytes([0x40, 0x15, 0, 0x18, 0])
        + struct.pack(">II", bitrate, bitrate)
        + b"\x05"
        + _sized(struct.pack(">H", config))
    )
    esds = _box("esds", bytes(4), b"\x03" + _sized(b"\0\1\0" + decoder + b"\x06\x01\x02"))
    entry = _box("mp4a", _sound_entry(channels, sample_rate), esds)
    brands = b"mp42" + bytes(4) + b"isommp42"
    return _movie(brands, entry, frame, frames, _AAC_SAMPLES, sample_rate, duration_ms, created_ms)


def encode_3gp(duration_ms: int, *, created_ms: int = 0) -> bytes:
    """Return a 3GP file with AMR narrow band: one channel, 8,000 samples per second.

    Args:
        duration_ms: Length in milliseconds, at least 0.
        created_ms: Epoch milliseconds written into the file.
    """
    frames = max(1, -(-duration_ms // 20))
    damr = _box("damr", b"mdro\0", struct.pack(">HBB", 0x80, 0, 1))
    entry = _box("samr", _sound_entry(2, 8_000), damr)
    brands = b"3gp4" + bytes(4) + b"isom3gp4"
    return _movie(brands, entry, _AMR_FRAME, frames, 160, 8_000, duration_ms, created_ms)


class _Bits:
    """A bit writer."""

    def __init__(self) -> None:
        self._value = 0
        self.count = 0

    def put(self, value: int, bits: int) -> None:
        self._value = self._value << bits | value
        self.count += bits

    def finish(self) -> bytes:
        rest = -self.count % 8
        return (self._value << rest).to_bytes((self.count + rest) // 8, "big")


@lru_cache(maxsize=32)
def _silent_aac(channels: int, size: int) -> bytes:
    """Return a silent AAC frame, padded to `size` bytes where possible."""
    bits = _Bits()
    if channels == 1:
        bits.put(0, 3)  # single channel element
        bits.put(0, 4)
        _silent_channel(bits)
    else:
        bits.put(1, 3)  # channel pair element without a common window
        bits.put(0, 4)
        bits.put(0, 1)
        _silent_channel(bits)
        _silent_channel(bits)
    room = size - (bits.count + 3 + 7) // 8
    while room > 3:
        # A fill element holds up to 269 bytes after its 15-bit header.
        count = min(room - 2, 269)
        bits.put(6, 3)
        if count < 15:
            bits.put(count, 4)
        else:
            bits.put(15, 4)
            bits.put(count - 14, 8)
        bits.put(0, 8 * count)
        room = size - (bits.count + 3 + 7) // 8
    bits.put(7, 3)  # end element
    return bits.finish()


def _silent_channel(bits: _Bits) -> None:
    bits.put(100, 8)  # global gain
    bits.put(0, 1)  # reserved
    bits.put(0, 2)  # only long window
    bits.put(0, 1)  # sine window shape
    bits.put(0, 6)  # no scale factor bands
    bits.put(0, 1)  # no prediction
    bits.put(0, 3)  # no pulses, no noise shaping, no gain control


def _sized(data: bytes) -> bytes:
    """Prefix a descriptor with its length."""
    return bytes([len(data)]) + data


def _box(kind: str, *parts: bytes) -> bytes:
    size = 8 + sum(map(len, parts))
    return struct.pack(">I4s", size, kind.encode()) + b"".join(parts)


def _sound_entry(channels: int, sample_rate: int) -> bytes:
    return bytes(6) + struct.pack(">HQHHHHI", 1, 0, channels, 16, 0, 0, sample_rate << 16)


_MATRIX: Final = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)


def _movie(
    brands: bytes,
    entry: bytes,
    frame: bytes,
    frames: int,
    samples: int,
    rate: int,
    duration_ms: int,
    created_ms: int,
) -> bytes:
    """Return an MPEG-4 file of frames of equal size, followed by their index."""
    created = created_ms // 1000 + _EPOCH_1904 if created_ms else 0
    times = struct.pack(">II", created, created)
    head = _box("ftyp", brands)
    data = _box("mdat", frame * frames)
    stbl = _box(
        "stbl",
        _box("stsd", struct.pack(">II", 0, 1), entry),
        _table("stts", (frames, samples)),
        _box("stsz", struct.pack(">III", 0, len(frame), frames)),
        _table("stsc", (1, frames, 1)),
        _table("stco", (len(head) + 8,)),
    )
    dinf = _box("dinf", _box("dref", struct.pack(">II", 0, 1), _box("url ", b"\0\0\0\1")))
    minf = _box("minf", _box("smhd", bytes(8)), dinf, stbl)
    handler = struct.pack(">II4s", 0, 0, b"soun") + bytes(12) + b"SoundHandle\0"
    length = frames * samples
    mdia = _box(
        "mdia",
        _box("mdhd", bytes(4), times, struct.pack(">IIHH", rate, length, 0x55C4, 0)),
        _box("hdlr", handler),
        minf,
    )
    tkhd = _box(
        "tkhd",
        b"\0\0\0\7",
        times,
        struct.pack(">III8xHHHH", 1, 0, duration_ms, 0, 0, 0x0100, 0),
        _MATRIX,
        bytes(8),
    )
    mvhd = _box(
        "mvhd",
        bytes(4),
        times,
        struct.pack(">IIIHH8x", 1000, duration_ms, 1 << 16, 0x0100, 0),
        _MATRIX,
        bytes(24),
        struct.pack(">I", 2),
    )
    return head + data + _box("moov", mvhd, _box("trak", tkhd, mdia))


def _table(kind: str, *rows: Sequence[int]) -> bytes:
    cells = b"".join(struct.pack(f">{len(row)}I", *row) for row in rows)
    return _box(kind, struct.pack(">II", 0, len(rows)), cells)

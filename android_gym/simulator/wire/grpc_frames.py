"""Screen frames for clients of the emulator's gRPC: sizes, formats, and serialised replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from android_env.proto import emulator_controller_pb2 as pb

from android_gym.png import encode_png

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["Frames", "RequestError"]

_MAX_SIDE: Final = 8192


class RequestError(Exception):
    """An invalid request; the message is sent to the client."""


class Frames:
    """Frames of a phone's screen.

    Args:
        phone: The phone.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._count = 0
        self._last: tuple[int, int, np.ndarray, memoryview] | None = None

    def size(self, wanted: Any) -> tuple[int, int]:
        """Return the size of a frame that fits the requested one, in the panel's orientation.

        Raises:
            RequestError: If it is too large.
        """
        width, height = self._phone.system.display.size
        if self._phone.system.display.rotation % 2:
            width, height = height, width
        scale = min((wanted.width or width) / width, (wanted.height or height) / height)
        size = max(1, round(width * scale)), max(1, round(height * scale))
        if max(size) > _MAX_SIDE:
            raise RequestError(f"A frame of {size[0]}x{size[1]} is too large; {_MAX_SIDE} is most.")
        return size

    def reply(self, wanted: Any) -> bytes:
        """Return the serialised reply to a screenshot request; pixels are copied only once.

        Raises:
            RequestError: If it asks for something unsupported.
        """
        if wanted.display:
            raise RequestError(f"There is no display {wanted.display}, only 0.")
        if wanted.transport.channel == pb.ImageTransport.MMAP:
            raise RequestError("Frames are not written to files; leave `transport` out.")
        turned = self._phone.system.display.rotation
        size = self.size(wanted)
        frame = self._phone.screenshot(*(size[::-1] if turned % 2 else size))
        known = self._last
        if known is None or known[2] is not frame or known[:2] != (wanted.format, turned):
            data = _encoded(frame, turned, wanted.format)
            self._last = (wanted.format, turned, frame, data)
        else:
            data = known[3]
        self._count += 1
        reply = pb.Image(
            format=pb.ImageFormat(
                format=wanted.format,
                width=size[0],
                height=size[1],
                rotation=pb.Rotation(rotation=pb.Rotation.PORTRAIT),
            ),
            width=size[0],
            height=size[1],
            seq=self._count,
            timestampUs=self._phone.system.clock.now_ms() * 1000,
        )
        # Field 4, length-delimited; protobuf would copy the pixels twice more.
        return b"".join((reply.SerializeToString(), b"\x22", _varint(len(data)), data))


def _encoded(frame: np.ndarray, turned: int, form: int) -> memoryview:
    """Return pixels in the panel's orientation and the client's format."""
    import cv2

    if turned:
        frame = cv2.rotate(frame, (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180,
                                   cv2.ROTATE_90_COUNTERCLOCKWISE)[turned - 1])  # fmt: skip
    if form == pb.ImageFormat.RGB888:
        return frame.data.cast("B")
    if form == pb.ImageFormat.RGBA8888:
        return np.asarray(cv2.cvtColor(frame, cv2.COLOR_RGB2RGBA)).data.cast("B")
    return memoryview(encode_png(frame))


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)

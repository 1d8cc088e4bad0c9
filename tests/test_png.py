"""PNG files, read by other people's decoders."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from android_gym.errors import OptionError
from android_gym.png import encode_png

RANDOM = np.random.default_rng(0).integers(0, 256, (37, 53, 3), np.uint8)


@pytest.mark.parametrize(
    "pixels",
    [RANDOM, RANDOM[::2, ::-1], RANDOM[:1, :1], np.zeros((600, 270, 3), np.uint8)],
    ids=["random", "a view of it", "a pixel", "black"],
)
def test_what_is_written_is_read(pixels):
    data = encode_png(pixels)
    with Image.open(io.BytesIO(data), formats=("PNG",)) as read:
        read.load()  # checks the sums
        assert read.mode == "RGB"
        assert np.array_equal(np.asarray(read), pixels)
    read = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(cv2.cvtColor(read, cv2.COLOR_BGR2RGB), pixels)


@pytest.mark.parametrize(
    "pixels",
    [RANDOM.astype(np.float32), RANDOM[:, :, 0], np.zeros((4, 4, 4), np.uint8), RANDOM[:0]],
    ids=["floats", "grey", "alpha", "empty"],
)
def test_what_is_no_picture(pixels):
    with pytest.raises(OptionError, match=r"uint8 \(height, width, 3\)"):
        encode_png(pixels)

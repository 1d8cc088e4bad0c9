"""Registration of the package's tasks in Gymnasium."""

import subprocess
import sys

import gymnasium as gym

import android_gym


def test_registering_again_changes_nothing():
    before = dict(gym.registry)
    android_gym.register_suites()
    assert gym.registry == before


def test_importing_loads_no_phone_and_no_android_env():
    code = (
        "import sys, android_gym\n"
        "heavy = ['skia', 'cv2', 'grpc', 'torch', 'scipy', 'matplotlib', 'lxml', 'pygame',\n"
        "         'android_env', 'android_gym.env', 'android_gym.simulator']\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert output == "[]\n"

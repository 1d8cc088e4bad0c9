"""Sweeps and vector environments on a Ray cluster; see docs/distributed.md.

Ray is imported when it is used: ``pip install "android-gym[ray]"``.
"""

from android_gym.distributed.cluster import Placement
from android_gym.distributed.sweeps import RayCrew, sweep
from android_gym.distributed.vector import RayVectorEnv

__all__ = ["Placement", "RayCrew", "RayVectorEnv", "sweep"]

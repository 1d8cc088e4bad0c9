"""Measurements behind docs/distributed.md: ``python -m benchmarks.cluster``.

Processor time and memory of a cluster's worker, in processes of this machine. With Ray installed,
also the additional cost of a step of `RayVectorEnv`.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

IDS = (
    "AndroidWorld/SystemWifiTurnOff-v0",
    "AndroidWorld/ExpenseAddSingle-v0",
    "AndroidWorld/MarkorCreateFolder-v0",
    "AndroidWorld/ContactsAddContact-v0",
)
SIZE = {"observation_size": (108, 240), "action_mode": "discrete"}
STEPS = 200


def memory_mb(process: int | str = "self") -> float:
    """Return a process's memory (RSS) in MB, counting shared memory in full."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Rss:")) / 1024


def random_touches(envs: Any, steps: int) -> None:
    """Take random steps in all environments."""
    generator = np.random.default_rng(1)
    number = int(envs.single_action_space.n)
    for _ in range(steps):
        envs.step(generator.integers(0, number, envs.num_envs))


def phones(count: int) -> dict[str, float]:
    """Measure one process with `count` phones."""
    import android_gym  # noqa: F401
    from android_gym.vector import AndroidVectorEnv

    ids = [IDS[number % len(IDS)] for number in range(count)]
    envs = AndroidVectorEnv(count, ids=ids, num_workers=0, **SIZE)
    envs.reset(seed=0)
    random_touches(envs, 20)
    start = time.process_time()
    random_touches(envs, STEPS)
    seconds = time.process_time() - start
    told = {"phones": count, "mb": memory_mb(), "steps_per_s": count * STEPS / seconds}
    envs.close()
    return told


def episodes() -> dict[str, float]:
    """Measure demonstrations' episodes, as a sweep's worker plays them."""
    import android_gym  # noqa: F401
    from android_gym.evaluation.playing import Job, Player
    from android_gym.evaluation.policies import load_policy
    from android_gym.evaluation.results import EpisodeKey

    player = Player(load_policy("demonstration"), Job("demonstration"))
    player.play(EpisodeKey(IDS[0], "different-seed", 99))  # loads whatever the first phone needs
    start, steps, count = time.process_time(), 0, 0
    for env_id in IDS:
        for seed in range(5):
            steps += player.play(EpisodeKey(env_id, "different-seed", seed)).steps
            count += 1
    seconds = time.process_time() - start
    player.close()
    return {
        "episodes_per_s": count / seconds,
        "steps_per_s": steps / seconds,
        "steps_per_episode": steps / count,
        "mb": memory_mb(),
    }


def overhead(steps: int = 300) -> dict[str, float]:
    """Measure the driver's cost of a command to an actor, and the actor's memory."""
    import ray

    from android_gym.distributed import RayVectorEnv

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    envs = RayVectorEnv(8, num_workers=1, task=IDS[0].removesuffix("-v0"), **SIZE)
    envs.reset(seed=0)
    random_touches(envs, 20)
    start = resource.getrusage(resource.RUSAGE_SELF)
    random_touches(envs, steps)
    end = resource.getrusage(resource.RUSAGE_SELF)
    host = envs._workers[0].facts.host
    actor_mb = memory_mb(host.rpartition("process ")[2].rstrip(")"))
    envs.close()
    ray.shutdown()
    spent = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    return {"phones": 8, "mb_of_actor": actor_mb, "driver_ms_per_command": 1000 * spent / steps}


def main(argv: list[str]) -> None:
    """Measure each thing in a process of its own, and print a line of JSON for each."""
    if argv:
        what, _, number = argv[0].partition("=")
        made = {"episodes": episodes, "overhead": overhead}
        print(json.dumps(phones(int(number)) if what == "phones" else made[what]()))
        return
    for what in ("phones=1", "phones=8", "phones=16", "episodes", "overhead"):
        command = [sys.executable, "-m", "benchmarks.cluster", what]
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
        print(what, done.stdout.strip() or done.stderr.strip().splitlines()[-1], flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

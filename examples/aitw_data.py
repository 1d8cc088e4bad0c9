"""The data set of `aitw_bc.py`: demonstrations on two phones, as episodes of Android in the Wild.

python examples/aitw_data.py --out out/aitw_episodes

It is the output of ``android-gym aitw export``, once for each phone, with the splits of both.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from pathlib import Path

import android_gym  # noqa: F401  (registers the ids)
from android_gym.errors import AndroidGymError
from android_gym.evaluation.aitw.dataset import EpisodeReader, find_files
from android_gym.evaluation.aitw.export import export
from android_gym.evaluation.aitw.records import Episode
from android_gym.evaluation.aitw.splits import item_of, write_splits

PHONES = {"pixel_6": 0, "pixel_5": 1000}
"""Profiles, Android 13 and 12, and the first seed played on each."""

SEEDS = {"AndroidWorld/*": 4, "AndroidGym/*": 4}
"""Episodes of each id on each phone."""


def play(folder: Path, ids: str, count: int, phone: str) -> None:
    """Write the episodes of some ids on one phone, and ``built.json``: the origin of each."""
    began, first = time.process_time(), PHONES[phone]
    played: dict[str, tuple[str, int, str]] = {}

    def note(env_id: str, seed: int, episode: Episode | None) -> None:
        if episode is not None:
            played[episode.id] = (env_id, seed, phone)

    found = export(
        ids,
        range(first, first + count),
        folder,
        device={"kind": "simulator", "profile": phone},
        on_episode=note,
    )
    told = {
        "episodes": found.episodes,
        "steps": found.steps,
        "left_out": len(found.left_out),
        "cpu_minutes": round((time.process_time() - began) / 60, 1),
        "played": played,
    }
    (folder / "built.json").write_text(json.dumps(told, indent=1) + "\n")
    print(f"{phone} {ids}: {found.episodes} episodes, {told['cpu_minutes']} min", flush=True)


def build(out: Path, seeds: dict[str, int], phones: tuple[str, ...]) -> None:
    """Write the missing episodes, and ``splits/`` of all of them."""
    for phone in phones:
        for ids, count in seeds.items():
            folder = out / phone / ids.partition("/")[0]
            if not (folder / "built.json").exists():
                shutil.rmtree(folder, ignore_errors=True)  # left by an interrupted run
                play(folder, ids, count, phone)
    items = []
    for path in find_files(out):
        with EpisodeReader(path) as reader:
            items += [item_of(episode) for episode in reader]
    for kind, why in write_splits(items, out / "splits").items():
        print(f"no split {kind}: {why}")


def main() -> None:
    """Read the arguments, and build the data set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write the data set to")
    parser.add_argument(
        "--ids",
        action="append",
        choices=SEEDS,
        help="pattern of ids to play; repeatable; all patterns by default",
    )
    parser.add_argument(
        "--phones",
        action="append",
        choices=PHONES,
        help="phone to play on; repeatable; both by default",
    )
    parser.add_argument(
        "--seeds", type=int, help="number of seeds of each id on each phone (default 4)"
    )
    args = parser.parse_args()
    seeds = {ids: args.seeds or SEEDS[ids] for ids in args.ids or SEEDS}
    try:
        build(args.out, seeds, tuple(args.phones or PHONES))
    except AndroidGymError as error:
        raise SystemExit(f"error: {error}") from error


if __name__ == "__main__":
    main()

"""Mobile-Bench's figures for sweeps: steps, PassRate and CheckPoints by level."""

from android_gym.evaluation.mobile_bench.checkout import find_tasks, register_checkout
from android_gym.evaluation.mobile_bench.episodes import Agent, Episode, read_runs
from android_gym.evaluation.mobile_bench.figures import Figures, figures
from android_gym.evaluation.mobile_bench.report import report_html, report_text

__all__ = [
    "Agent",
    "Episode",
    "Figures",
    "find_tasks",
    "register_checkout",
    "figures",
    "read_runs",
    "report_html",
    "report_text",
]

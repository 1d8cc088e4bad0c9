"""SPA-Bench (Chen et al., 2024): success detection and the seven metrics.

`from_trace` and `read_run` return trajectories, `SingleAppDetector` and `CrossAppDetector` decide
whether these solved their tasks, `metrics` returns an agent's figures, and `evaluate_session` does
all of this for a folder of runs in the benchmark's own layout.
"""

from android_gym.evaluation.judges import (
    Judge,
    ModelJudge,
    Question,
    StateJudge,
    Verdict,
)
from android_gym.evaluation.spa_bench.coarse import (
    CoarseMatch,
    CoarseMatcher,
    ocr_texts,
    tree_texts,
)
from android_gym.evaluation.spa_bench.collecting import collect
from android_gym.evaluation.spa_bench.cross_app import CrossAppDetector, CrossAppVerdict
from android_gym.evaluation.spa_bench.detection import (
    Agreement,
    Detection,
    SingleAppDetector,
    agreement,
)
from android_gym.evaluation.spa_bench.metrics import GPT_4O, Metrics, Prices, Run, metrics
from android_gym.evaluation.spa_bench.report import report_html, report_text
from android_gym.evaluation.spa_bench.running import LeftOut, left_out, run
from android_gym.evaluation.spa_bench.sessions import (
    Result,
    evaluate_session,
    read_results,
    write_results,
    write_run,
)
from android_gym.evaluation.spa_bench.trajectories import (
    LoggedAction,
    Shot,
    Trajectory,
    from_trace,
    read_run,
)

__all__ = [
    "GPT_4O",
    "Agreement",
    "CoarseMatch",
    "CoarseMatcher",
    "CrossAppDetector",
    "CrossAppVerdict",
    "Detection",
    "Judge",
    "LeftOut",
    "LoggedAction",
    "Metrics",
    "ModelJudge",
    "Prices",
    "Question",
    "Result",
    "Run",
    "Shot",
    "SingleAppDetector",
    "StateJudge",
    "Trajectory",
    "Verdict",
    "agreement",
    "collect",
    "evaluate_session",
    "from_trace",
    "left_out",
    "metrics",
    "ocr_texts",
    "read_results",
    "read_run",
    "report_html",
    "report_text",
    "run",
    "tree_texts",
    "write_results",
    "write_run",
]

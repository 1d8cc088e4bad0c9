"""Sessions in the benchmark's layout: evaluated, written, read and reported."""

import csv
import http.server
import json
import re
import threading

import pytest
from typer.testing import CliRunner

from android_gym.agents.client import ChatClient
from android_gym.agents.formats import ModelReply
from android_gym.cli import app
from android_gym.errors import OptionError, TraceError
from android_gym.evaluation.spa_bench import (
    CrossAppDetector,
    ModelJudge,
    Result,
    SingleAppDetector,
    Verdict,
    agreement,
    evaluate_session,
    read_results,
    report_html,
    report_text,
    write_results,
    write_run,
)
from android_gym.evaluation.spa_bench.trajectories import Summary
from android_gym.testing.model_server import Fault, ModelServer

SET = "single-app-ENG"


class Judge:
    """Gives one verdict always."""

    def __init__(self, *verdicts):
        self.verdicts = list(verdicts) or [Verdict(True)]
        self.asked = []

    def judge(self, question):
        self.asked.append(question.task)
        return self.verdicts.pop(0) if len(self.verdicts) > 1 else self.verdicts[0]


@pytest.fixture
def session(tmp_path, trajectory):
    """Write runs of ``clock_0`` by the agents A, B and C; return the session's folder."""
    run = trajectory("a", "b", "c")
    write_run(tmp_path / "clock_0" / "A", run, Summary(3, True, 1, 12, 100, 10))
    write_run(tmp_path / "clock_0" / "B", run, Summary(9, False))
    write_run(tmp_path / "clock_0" / "C", run, Summary(3, False), error="it crashed")
    return tmp_path


def test_runs_are_judged(session):
    judge = Judge(Verdict(True), Verdict(False), Verdict(False, "failed", "HTTP 500"))
    found = evaluate_session(session, SET, SingleAppDetector(judge, None))
    assert [(r.agent, r.signal, r.termination) for r in found] == [
        ("A", "S", "finished"),
        ("B", "F", "max_rounds"),
        ("C", "E", "error"),
    ]
    assert judge.asked == ["Set an alarm for 8am."] * 3
    assert found[2].details == "HTTP 500"
    assert (found[0].rounds, found[0].seconds, found[0].prompt_tokens) == (3, 12, 100)


def test_what_is_judged_is_not_judged_again(session):
    judge = Judge()
    detector = SingleAppDetector(judge, None)
    first = evaluate_session(session, SET, detector)
    again = evaluate_session(session, SET, detector, done=first[:2])
    assert again == first and len(judge.asked) == 4


def test_a_damaged_run_keeps_the_others(session):
    (session / "clock_0" / "A" / "log.json").write_text('[{"act')
    (session / "clock_0" / "B" / "0.png").write_bytes(b"")
    told = []
    found = evaluate_session(session, SET, SingleAppDetector(Judge(), None), on_result=told.append)
    assert [r.signal for r in found] == ["E", "E", "S"] and told == found
    assert "log.json" in found[0].details and "0.png" in found[1].details
    assert found[0].termination == "error"


def test_a_session_without_runs_is_told(tmp_path):
    (tmp_path / "clock_1").mkdir()
    with pytest.raises(TraceError, match="There are no runs in .*TASK/AGENT"):
        evaluate_session(tmp_path, SET, SingleAppDetector(Judge(), None))


def test_an_unknown_task_is_told(session):
    (session / "clock_99").mkdir()
    with pytest.raises(TraceError, match="clock_99.*SPA-Bench has no task"):
        evaluate_session(session, SET, SingleAppDetector(Judge(), None))
    with pytest.raises(OptionError, match="task_set"):
        evaluate_session(session, "ENG", SingleAppDetector(Judge(), None))


def test_tasks_of_several_apps_need_their_detector(tmp_path, trajectory):
    uid = "cross-app-ENG/General_Tool_2_ENG"
    run = trajectory("a", "b", uid=uid)
    write_run(tmp_path / "General_Tool_2_ENG" / "A", run, Summary(2, True))
    single = SingleAppDetector(Judge(), None)
    (found,) = evaluate_session(tmp_path, "cross-app-ENG", single)
    assert found.signal == "E" and "several apps" in found.details

    def ask(messages):
        from android_gym.agents.formats import ModelReply

        return ModelReply(
            '{"Settings": {"start screen": 1, "end screen": 1},'
            ' "Clock": {"start screen": 2, "end screen": 2}}'
        )

    (found,) = evaluate_session(tmp_path, "cross-app-ENG", single, CrossAppDetector(ask, Judge()))
    assert found.signal == "S"


def result(**values):
    return Result(
        **{"task": f"{SET}/clock_0", "agent": "A", "signal": "S", "termination": "finished"}
        | {"rounds": 5}
        | values
    )


RESULTS = [
    result(seconds=20.5, prompt_tokens=1000, completion_tokens=10, details='said "yes",\nthen no'),
    result(task=f"{SET}/clock_2", signal="F", termination="max_rounds", rounds=31),
    result(agent="B", signal="E", termination="error", rounds=0, details="<b>|HTTP 500"),
]


def test_results_are_read_as_they_were_written(tmp_path):
    path = tmp_path / "results.csv"
    write_results(path, RESULTS)
    assert read_results(path) == RESULTS
    assert [p.name for p in tmp_path.iterdir()] == ["results.csv"]
    with path.open(newline="") as file:
        first = next(csv.DictReader(file))
    assert (first["total_steps"], first["step_ratio"], first["exit_code"]) == ("4", "1.00000", "0")
    assert first["total_token_cost"] == "0.00515"


def test_a_result_twice_is_told(tmp_path):
    path = tmp_path / "results.csv"
    write_results(path, [RESULTS[0], RESULTS[0]])
    with pytest.raises(TraceError, match=r"csv:\d has another result of .*Remove one of them"):
        read_results(path)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("task,agent", "task,agents", "results.csv:1: the columns"),
        (",S,", ",X,", "results.csv:2: 'signal' must be"),
        ("finished", "fin", "results.csv:2: 'termination' must be"),
        ("single-app-ENG/clock_0", "single-app-ENG/clock_99", "results.csv:2: SPA-Bench has no"),
        ("20.5", "1e999", "results.csv:2: 'elapsed_time_exec' must be"),
        (",1000,", ",-1,", "results.csv:2: 'total_prompt_tokens' must be"),
    ],
)
def test_a_damaged_table_is_told(tmp_path, old, new, told):
    path = tmp_path / "results.csv"
    write_results(path, RESULTS[:1] if old != "x" else RESULTS)
    path.write_text(path.read_text().replace(old, new, 1))
    # The first line break is within a cell of the second line.
    with pytest.raises(TraceError, match=told.replace("results.csv:2", r"results.csv:\d")):
        read_results(path)


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(TraceError, match="can't be written"):
        write_results(tmp_path / "none" / "results.csv", RESULTS)


def test_reports_tell_each_agents_figures():
    text = report_text(RESULTS)
    assert "| A | 2 | 0.500 | 1.00 | 0.500 | 0.500 | 0.000 | 0.000 | 0.000 |" in text
    assert "| A | 0.500 | 1.000 | - | 0.000 |" in text
    assert "| single-app-ENG/clock_0 | B | <b>\\|HTTP 500 |" in text
    page = report_html(RESULTS)
    assert "&lt;b&gt;|HTTP 500" in page and "<b>" not in page
    assert "http" not in page.replace("HTTP", "").lower()  # it loads nothing


def test_agreement_counts_verdicts():
    found = agreement([(True, True)] * 6 + [(True, False)] * 2 + [(False, True)] + [(False, False)])
    assert (found.precision, found.recall) == (0.75, pytest.approx(6 / 7))
    assert found.f1 == pytest.approx(2 * 0.75 * (6 / 7) / (0.75 + 6 / 7))
    assert found.accuracy == 0.7
    assert agreement([]).f1 is None and agreement([(False, False)]).precision is None


def test_the_command_reports_and_lists(tmp_path):
    runner = CliRunner()
    path = tmp_path / "results.csv"
    write_results(path, RESULTS)
    shown = runner.invoke(app, ["spa-bench", "report", str(path)])
    assert shown.exit_code == 0 and "single-app-ENG: metrics" in shown.output
    page = tmp_path / "report.html"
    assert (
        runner.invoke(app, ["spa-bench", "report", str(path), "--html", str(page)]).exit_code == 0
    )
    assert page.read_text("utf-8").startswith("<!doctype html>")
    listed = runner.invoke(app, ["spa-bench", "tasks", "--set", "cross-app-CHN"])
    assert len(listed.output.splitlines()) == 20
    for wrong in (["report", str(tmp_path / "none.csv")], ["tasks", "--set", "FRA"]):
        told = runner.invoke(app, ["spa-bench", *wrong])
        assert told.exit_code == 2 and "Traceback" not in told.output


def test_the_command_asks_a_model_and_goes_on(session):
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            choice = {"message": {"role": "assistant", "content": "Result: 1"}}
            body = json.dumps({"choices": [choice]}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        command = ["spa-bench", "evaluate", str(session), "--set", SET, "--model", "m"]
        command += ["--base-url", f"http://127.0.0.1:{server.server_port}/v1"]
        (session / "clock_0" / "B" / "1.png").write_bytes(b"")
        first = CliRunner().invoke(app, [*command, "--no-key-components"])
        again = CliRunner().invoke(app, [*command, "--no-key-components"])
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert first.exit_code == again.exit_code == 0, first.output
    assert len(asked) == 2  # A and C once; what is left of B can't be shown
    assert [r.signal for r in read_results(session / "results.csv")] == ["S", "E", "S"]


LATE = [Fault(429, headers={"Retry-After": "7"}), Fault(500), ModelReply("Result: 1")]


@pytest.mark.parametrize(
    ("said", "signal", "cause"),
    [
        (LATE, "S", "judged"),
        ([Fault(429, headers={"Retry-After": "7"})] * 3, "E", "failed 3 times.*429"),
        ([Fault(500)] * 3, "E", "failed 3 times.*500"),
        ([Fault(200, b'{"choices": [{"mess')], "E", "did not answer with JSON"),
        ([ModelReply("The alarm is there, well done.")] * 3, "F", "unread.*well done"),
        ([Fault(0)] * 3, "E", "failed 3 times"),
    ],
    ids=["late", "too many", "broken", "cut off", "prose", "never"],
)
def test_a_judge_that_fails_keeps_the_others_and_is_told(session, said, signal, cause):
    waits, left = [], [*said, *[ModelReply("Result: 1")] * 2]
    with ModelServer(lambda request: left.pop(0)) as server:
        client = ChatClient(server.base_url, "m", max_retries=2, sleep=waits.append)
        judge = ModelJudge(client.complete, tries=3)
        found = evaluate_session(session, SET, SingleAppDetector(judge, None))
    assert [r.signal for r in found] == [signal, "S", "S"] and not left
    assert re.search(cause, found[0].details)
    assert (7.0 in waits) == (isinstance(said[0], Fault) and said[0].status == 429)
    write_results(session / "results.csv", found)
    assert read_results(session / "results.csv") == found
    assert ("| single-app-ENG/clock_0 | A |" in report_text(found)) == (signal == "E")


def test_a_row_with_another_number_of_cells_is_told(tmp_path):
    path = tmp_path / "results.csv"
    for row, cells in (("single-app-ENG/clock_0,A", 2), (",".join("x" * 15), 15)):
        write_results(path, [])
        with path.open("a") as file:
            file.write(row + "\n")
        with pytest.raises(TraceError, match=f"results.csv:2 has {cells} cells, the head has 14"):
            read_results(path)


def test_a_table_without_end_is_not_read():
    with pytest.raises(TraceError, match="/dev/zero can't be read: .*it is not a regular file"):
        read_results("/dev/zero")


def test_a_folder_in_place_of_a_table_is_told(tmp_path):
    with pytest.raises(TraceError, match="it is a folder, not a file.* Give the results.csv in it"):
        read_results(tmp_path)

"""Tasks, launch modes, results, processes, broadcasts: what Android's activity manager does."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from sampleapps.manifest import PING

from android_gym.simulator.apps import discover
from android_gym.simulator.system import intents
from android_gym.simulator.system.activity_records import RESULT_OK, token_of
from android_gym.simulator.system.intents import Intent

Log = list[tuple[str, ...]]
MAIN = "android.intent.action.MAIN"
LAUNCHER = "android.intent.category.LAUNCHER"


def launch(phone: Any, package: str = "com.sample") -> Any:
    """Tap the app's icon."""
    return phone.system.activities.start(
        Intent(
            action=MAIN,
            categories=(LAUNCHER,),
            component=f"{package}/{package}.Main",
            flags=intents.FLAG_ACTIVITY_NEW_TASK | intents.FLAG_ACTIVITY_RESET_TASK_IF_NEEDED,
        )
    )


def stack(phone: Any) -> list[list[str]]:
    """Short class names by task, the foreground one first; the launcher's is left out."""
    return [
        [record.component.rpartition(".")[2] for record in task.records]
        for task in phone.system.activities.tasks
        if not task.home
    ]


def names(log: Log) -> list[str]:
    """The log as words, then empties it."""
    words = [" ".join(entry) for entry in log]
    log.clear()
    return words


class TestTokens:
    def test_no_two_components_share_theirs(self) -> None:
        found = [
            f"{manifest.package}/{manifest.qualify(info.name)}"
            for manifest in discover()
            for info in manifest.activities
        ]
        assert len(found) > 200
        assert len({token_of(component, 1) for component in found}) == len(set(found))

    def test_none_is_given_twice(self, phone: Any) -> None:
        given = []
        for _ in range(3):
            page = phone.start(".Second")
            given.append(page.token)
            page.finish()
        assert given == [token_of("com.sample/com.sample.Second", start) for start in (1, 2, 3)]
        assert len(set(given)) == 3

    def test_names_with_one_checksum_get_two(
        self, phone: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("zlib.crc32", lambda data: 7)
        tokens = [phone.start(".Second").token, phone.start(".Main").token]
        assert (
            len({*tokens, *(r.token for t in phone.system.activities.tasks for r in t.records)}) > 2
        )

    def test_it_does_not_depend_on_what_was_started_before(self, phone: Any) -> None:
        start = phone.snapshot()
        token = phone.start(".Second").token
        phone.restore(start)
        launch(phone, "com.other")
        assert phone.start(".Second").token == token


class TestLifecycle:
    def test_one_is_paused_before_the_next_is_created(self, phone: Any, log: Log) -> None:
        launch(phone)
        page = phone.host.activity(phone.system.activities.top)
        page.start_activity(".Second")
        assert names(log) == [
            "Main create", "Main resume", "Main pause", "Second create", "Second resume",
        ]  # fmt: skip

    def test_one_finished_is_paused_and_destroyed(self, phone: Any, log: Log) -> None:
        launch(phone)
        second = phone.start(".Second")
        log.clear()
        second.finish()
        assert names(log) == ["Second pause", "Second destroy", "Main resume"]
        assert stack(phone) == [["Main"]]

    def test_finishing_twice_does_nothing_more(self, phone: Any, log: Log) -> None:
        launch(phone)
        second = phone.start(".Second")
        second.finish()
        log.clear()
        second.finish()
        assert log == []

    def test_the_launcher_comes_up_when_nothing_is_left(self, phone: Any) -> None:
        phone.start(".Second").finish()
        assert phone.top == "NexusLauncherActivity"

    def test_a_translucent_one_leaves_the_one_below_visible(self, phone: Any, log: Log) -> None:
        launch(phone)
        phone.start(".Clear")
        shown = [r.component.rpartition(".")[2] for r in phone.system.activities.visible()]
        assert shown == ["Main", "Clear"]

    def test_no_history_leaves_the_stack_when_left(self, phone: Any) -> None:
        launch(phone)
        page = phone.start(".Fleeting")
        assert stack(phone) == [["Main", "Fleeting"]]
        page.start_activity(".Second")
        assert stack(phone) == [["Main", "Second"]]

    def test_no_history_as_a_flag(self, phone: Any) -> None:
        launch(phone)
        phone.start(".Second", flags=intents.FLAG_ACTIVITY_NO_HISTORY).start_activity(".Top")
        assert stack(phone) == [["Main", "Top"]]

    def test_extras_reach_the_activity(self, phone: Any) -> None:
        launch(phone)
        page = phone.start(".Main")
        page.start_activity(".Second", text="hello")
        top = phone.host.activity(phone.system.activities.top)
        assert top.state.text == "hello"


class TestLaunchModes:
    def test_standard_makes_another_instance(self, phone: Any) -> None:
        page = phone.start(".Second")
        page.start_activity(".Second")
        assert stack(phone) == [["Second", "Second"]]

    def test_single_top_delivers_only_on_top(self, phone: Any, log: Log) -> None:
        top = phone.start(".Top")
        top.start_activity(".Top")
        assert stack(phone) == [["Top"]] and names(log)[-1] == "Top new_intent"
        top.start_activity(".Second")
        phone.host.activity(phone.system.activities.top).start_activity(".Top")
        assert stack(phone) == [["Top", "Second", "Top"]]

    def test_single_task_clears_what_is_above(self, phone: Any, log: Log) -> None:
        task = phone.start(".Task")
        task.start_activity(".Second")
        log.clear()
        phone.start(".Task")
        assert stack(phone) == [["Task"]]
        assert names(log) == ["Second pause", "Second destroy", "Task new_intent", "Task resume"]

    def test_single_instance_stands_alone_in_its_task(self, phone: Any) -> None:
        launch(phone)
        alone = phone.start(".Instance")
        assert stack(phone) == [["Instance"], ["Main"]]
        alone.start_activity(".Second")
        assert stack(phone) == [["Main", "Second"], ["Instance"]]
        phone.start(".Instance")
        assert stack(phone) == [["Instance"], ["Main", "Second"]]

    def test_an_alias_keeps_its_name_and_shows_its_target(self, phone: Any) -> None:
        phone.start(".Alias")
        assert stack(phone) == [["Alias"]]
        assert phone.text_of("name") == "Alias"


class TestFlags:
    def test_clear_top_makes_a_standard_one_anew(self, phone: Any, log: Log) -> None:
        page = phone.start(".Second")
        page.start_activity(".Top")
        token = phone.system.activities.tasks[0].records[0].token
        log.clear()
        phone.start(".Second", flags=intents.FLAG_ACTIVITY_CLEAR_TOP)
        assert stack(phone) == [["Second"]]
        assert phone.system.activities.top.token != token
        assert "Second create" in names(log)

    def test_clear_top_with_single_top_delivers(self, phone: Any, log: Log) -> None:
        page = phone.start(".Second")
        page.start_activity(".Top")
        flags = intents.FLAG_ACTIVITY_CLEAR_TOP | intents.FLAG_ACTIVITY_SINGLE_TOP
        again = phone.start(".Second", flags=flags)
        assert again.token == page.token and "Second new_intent" in names(log)

    def test_clear_task_begins_the_task_anew(self, phone: Any, log: Log) -> None:
        launch(phone)
        phone.start(".Top")
        flags = intents.FLAG_ACTIVITY_CLEAR_TASK | intents.FLAG_ACTIVITY_NEW_TASK
        phone.start(".Second", flags=flags)
        assert stack(phone) == [["Second"]]
        assert {"Main destroy", "Top destroy"} <= set(names(log))

    def test_reorder_to_front_moves_the_instance_up(self, phone: Any) -> None:
        first = phone.start(".Second")
        first.start_activity(".Top")
        top = phone.system.activities.top
        flags = intents.FLAG_ACTIVITY_REORDER_TO_FRONT
        intent = Intent(component="com.sample/com.sample.Second", flags=flags)
        phone.system.activities.start(intent, caller=top.token)
        assert stack(phone) == [["Top", "Second"]]
        assert phone.system.activities.top.token == first.token

    def test_an_icon_tapped_again_shows_the_task_as_it_was_left(self, phone: Any) -> None:
        assert launch(phone).status == "started"
        phone.host.activity(phone.system.activities.top).start_activity(".Second")
        phone.windows.go_home()
        assert launch(phone).status == "brought_to_front"
        assert stack(phone) == [["Main", "Second"]]
        assert launch(phone).status == "delivered"

    def test_another_intent_adds_to_the_task(self, phone: Any) -> None:
        launch(phone)
        assert phone.start(".Main").token == phone.system.activities.top.token
        assert stack(phone) == [["Main", "Main"]]


class TestResults:
    def test_a_result_comes_before_resuming(self, phone: Any, log: Log) -> None:
        asking = phone.start(".Second")
        asking.start_activity(".Top", request="name")
        answering = phone.host.activity(phone.system.activities.top)
        answer = Intent(data="content://people/Ann")
        log.clear()
        answering.finish(RESULT_OK, answer)
        assert names(log) == [
            "Top pause", "Top destroy", f"Second result name -1 {answer}", "Second resume",
        ]  # fmt: skip
        assert asking.state.result == ("name", RESULT_OK, answer)

    def test_leaving_without_one_is_a_cancellation(self, phone: Any, log: Log) -> None:
        phone.start(".Second").start_activity(".Top", request="name")
        phone.windows.back()
        assert "Second result name 0 None" in names(log)

    def test_it_reaches_an_activity_whose_process_died(self, phone: Any, log: Log) -> None:
        launch(phone)
        asking = phone.host.activity(phone.system.activities.top)
        component = "com.other/com.other.Main"
        phone.system.activities.start(
            Intent(component=component), caller=asking.token, request="pick"
        )
        assert phone.system.activities.kill("com.sample")
        phone.host.activity(phone.system.activities.top).finish(
            RESULT_OK, Intent(data="content://7")
        )
        assert f"Main result pick -1 {Intent(data='content://7')}" in names(log)

    def test_it_waits_while_another_covers_the_one_that_asked(self, phone: Any, log: Log) -> None:
        phone.start(".Second").start_activity(".Top", request="name")
        answering = phone.host.activity(phone.system.activities.top)
        answering.start_activity(".Main")
        log.clear()
        answering.finish(RESULT_OK)
        assert names(log) == ["Top destroy"]
        phone.windows.back()
        assert names(log) == [
            "Main pause", "Main destroy", "Second result name -1 None", "Second resume",
        ]  # fmt: skip

    def test_clearing_what_was_asked_cancels_before_the_new_intent(
        self, phone: Any, log: Log
    ) -> None:
        launch(phone)
        main = phone.host.activity(phone.system.activities.top)
        main.start_activity(".Second", request="name")
        second = phone.host.activity(phone.system.activities.top)
        flags = intents.FLAG_ACTIVITY_CLEAR_TOP | intents.FLAG_ACTIVITY_SINGLE_TOP
        log.clear()
        second.start_activity(Intent(component="com.sample/com.sample.Main", flags=flags))
        assert names(log) == [
            "Second pause", "Second destroy", "Main result name 0 None", "Main new_intent",
            "Main resume",
        ]  # fmt: skip

    @pytest.mark.app_crashes
    @pytest.mark.parametrize("command", ["am force-stop com.other", "am crash com.other"])
    def test_one_that_was_stopped_cancels(self, phone: Any, log: Log, command: str) -> None:
        launch(phone)
        main = phone.host.activity(phone.system.activities.top)
        main.start_activity(Intent(component="com.other/com.other.Main"), request="pick")
        log.clear()
        phone.shell(command)
        assert names(log)[-2:] == ["Main result pick 0 None", "Main resume"]

    def test_all_that_was_asked_answers(self, phone: Any, log: Log) -> None:
        asking = phone.start(".Second")
        activities = phone.system.activities
        for request in ("first", "second"):
            component = "com.sample/com.sample.Top"
            activities.start(Intent(component=component), caller=asking.token, request=request)
        log.clear()
        phone.windows.back()
        phone.windows.back()
        assert [name for name in names(log) if name.startswith("Second")] == [
            "Second result second 0 None", "Second result first 0 None", "Second resume",
        ]  # fmt: skip

    def test_no_task_of_its_own_where_a_result_is_wanted(self, phone: Any) -> None:
        phone.start(".Second").start_activity(".Task", request="x")
        assert stack(phone) == [["Second", "Task"]]


class TestProcesses:
    def test_a_killed_process_comes_back_with_its_saved_state(self, phone: Any, log: Log) -> None:
        launch(phone)
        phone.tap_on("more")
        phone.tap_on("more")
        phone.windows.go_home()
        pid = phone.system.activities.processes["com.sample"]
        assert phone.system.activities.kill("com.sample")
        assert not phone.system.activities.running("com.sample")
        log.clear()
        launch(phone)
        assert phone.text_of("count") == "2"
        assert names(log) == ["Main restart", "Main resume"]
        assert phone.system.activities.processes["com.sample"] != pid

    def test_memory_dies_with_the_process(self, phone: Any) -> None:
        launch(phone)
        memory = phone.host.context("com.sample").memory
        assert memory.get().starts == 1
        phone.windows.go_home()
        phone.system.activities.kill("com.sample")
        assert memory.get().starts == 0

    def test_what_is_on_screen_is_spared(self, phone: Any) -> None:
        launch(phone)
        assert not phone.system.activities.kill("com.sample")
        assert phone.system.activities.running("com.sample")

    def test_killing_in_the_background_tells_the_foreground_nothing(
        self, phone: Any, log: Log
    ) -> None:
        launch(phone)
        launch(phone, "com.other")
        log.clear()
        phone.system.activities.kill("com.sample")
        phone.start(".Second")
        assert names(log).count("Main resume") == 0
        assert not phone.system.activities.kill("com.sample.none")

    def test_force_stop_takes_everything(self, phone: Any, log: Log) -> None:
        launch(phone)
        phone.tap_on("more")
        log.clear()
        phone.system.activities.force_stop("com.sample")
        assert names(log) == []  # the process is shot, nobody is asked
        assert stack(phone) == [] and phone.top == "NexusLauncherActivity"
        assert phone.system.packages.state("com.sample").stopped
        launch(phone)
        assert phone.text_of("count") == "0"
        assert not phone.system.packages.state("com.sample").stopped

    @pytest.mark.parametrize("latency", ["none", "phone"])
    def test_a_phone_without_any_app(self, phone: Any, latency: str) -> None:
        phone.system.latency.use(latency)
        launch(phone)
        for package in phone.system.packages.names:
            phone.system.uninstall(package)
            phone.advance(100)
            assert phone.screenshot(100, 200).shape == (200, 100, 3)
        assert phone.system.activities.tasks == ()
        phone.press_key(3)
        phone.press_key(4)
        phone.advance(1_000)
        assert phone.shell("am start -n com.sample/.Main").exit_code == 0
        assert phone.system.activities.top is None

    def test_a_stopped_package_gets_what_names_it(self, phone: Any, log: Log) -> None:
        for command, heard in (
            ("am broadcast -a com.sample.PING", False),
            ("am broadcast -a com.sample.PING -p com.sample", False),
            ("am broadcast -a com.sample.PING --include-stopped-packages", True),
            ("am broadcast -a com.sample.PING -n com.sample/.Pong", True),
        ):
            phone.system.activities.force_stop("com.sample")
            log.clear()
            phone.shell(command)
            assert bool(log) is heard, command
            assert phone.system.packages.state("com.sample").stopped is not heard

    def test_force_stop_leaves_nothing_of_the_views(self, phone: Any) -> None:
        from android_gym.simulator.ui.widgets import EditText

        phone.show(lambda page: EditText(id="field"))
        phone.tap_on("field")
        phone.type_text("draft")
        assert phone.windows.view_states.peek()
        phone.system.activities.force_stop("com.sample")
        phone.screenshot(40, 80)
        assert not phone.windows.view_states.peek()
        assert phone.windows.focus.get() is None and not phone.windows.keyboard_shown

    def test_restarting_the_phone_keeps_tasks_but_no_process(self, phone: Any, log: Log) -> None:
        launch(phone)
        phone.tap_on("more")
        phone.system.restart()
        assert phone.top == "NexusLauncherActivity"
        assert not phone.system.activities.running("com.sample")
        launch(phone)
        assert phone.text_of("count") == "1"


class TestRefusals:
    def test_what_is_not_there(self, phone: Any) -> None:
        activities = phone.system.activities
        for intent in (
            Intent(component="com.sample/com.sample.None"),
            Intent(component="no.such/no.such.Main"),
            Intent(action="no.such.ACTION"),
            Intent(package="no.such"),
            Intent(),
        ):
            assert activities.start(intent).status == "not_found"
        assert phone.top == "NexusLauncherActivity"

    def test_what_is_not_exported_starts_from_its_own_package_or_root(self, phone: Any) -> None:
        activities = phone.system.activities
        private = Intent(component="com.sample/com.sample.Private")
        launch(phone, "com.other")
        other = activities.top.token
        assert activities.start(private, caller=other).status == "not_exported"
        assert activities.start(private, from_shell=True).ok
        launch(phone)
        assert activities.start(private, caller=activities.top.token).ok

    def test_a_disabled_package_cannot_be_started(self, phone: Any) -> None:
        phone.system.packages.change("com.sample", enabled=False)
        assert launch(phone).status == "not_found"


class TestTasks:
    def test_they_are_ordered_by_use(self, phone: Any) -> None:
        launch(phone)
        launch(phone, "com.other")
        activities = phone.system.activities
        tasks = [task.affinity for task in activities.tasks]
        assert tasks[:2] == ["com.other", "com.sample"]
        assert activities.move_to_front(activities.tasks[1].id)
        assert phone.top == "Main" and activities.tasks[0].affinity == "com.sample"
        assert not activities.move_to_front(4711)

    def test_one_removed_is_destroyed_the_launcher_is_not(self, phone: Any, log: Log) -> None:
        launch(phone)
        activities = phone.system.activities
        assert activities.remove_task(activities.tasks[0].id)
        assert names(log)[-1] == "Main destroy" and stack(phone) == []
        assert not activities.remove_task(activities.tasks[0].id)

    def test_back_on_a_root_activity_sends_its_task_back(self, phone: Any, log: Log) -> None:
        launch(phone)
        phone.windows.back()
        assert phone.top == "NexusLauncherActivity"
        assert "Main destroy" not in names(log) and stack(phone) == [["Main"]]

    def test_back_on_a_root_activity_shows_what_was_below_it(self, phone: Any) -> None:
        launch(phone)
        launch(phone, "com.other")
        phone.windows.back()
        assert phone.system.activities.top.package == "com.sample"
        phone.windows.back()
        assert phone.top == "NexusLauncherActivity"

    def test_when_it_was_last_active_is_noted(self, phone: Any) -> None:
        phone.advance(5000)
        launch(phone)
        task = phone.system.activities.tasks[0]
        assert task.last_active_ms == phone.system.clock.elapsed_ms()


class TestResolver:
    NOTE = Intent(action="android.intent.action.VIEW", data="note:1")

    def test_several_apps_are_offered(self, phone: Any) -> None:
        phone.system.activities.start(self.NOTE)
        assert phone.top == "ResolverActivity"
        assert phone.has("Other notes") and phone.has("Sample")
        phone.tap_on("Other notes")
        phone.tap_on("button_once")
        assert phone.top == "Note" and phone.system.activities.top.package == "com.other"
        assert phone.system.activities.top.intent.data == "note:1"
        assert phone.system.packages.preferred(self.NOTE) is None

    @pytest.mark.parametrize(
        ("action", "title"),
        [("VIEW", "Open with"), ("SEND", "Share"), ("INSERT", "Complete action using")],
    )
    def test_its_title_says_what_for(self, phone: Any, action: str, title: str) -> None:
        wanted = Intent(action=f"android.intent.action.{action}")
        resolver = "android/com.android.internal.app.ResolverActivity"
        phone.system.activities.start(Intent(component=resolver, extras=Map(intent=wanted)))
        assert phone.text_of("title") == title

    def test_always_is_remembered(self, phone: Any) -> None:
        phone.system.activities.start(self.NOTE)
        phone.tap_on("Sample")
        phone.tap_on("button_always")
        assert phone.system.activities.top.package == "com.sample"
        phone.windows.go_home()
        phone.system.activities.start(self.NOTE)
        assert phone.system.activities.top.component == "com.sample/com.sample.Note"

    def test_the_only_one_left_opens_at_once(self, phone: Any) -> None:
        phone.system.packages.change("com.other", enabled=False)
        phone.system.activities.start(self.NOTE)
        assert phone.system.activities.top.package == "com.sample"

    def test_back_closes_it(self, phone: Any) -> None:
        phone.system.activities.start(self.NOTE)
        phone.windows.back()
        assert phone.top == "NexusLauncherActivity"


class TestBroadcasts:
    def test_a_receiver_answers(self, phone: Any, log: Log) -> None:
        from immutables import Map

        intent = Intent(action=PING, extras=Map({"text": "hi"}))
        result = phone.system.activities.broadcast(intent)
        assert (result.code, result.data) == (-1, "hi")
        assert log == [("receive", PING, "hi")]
        assert phone.system.activities.running("com.sample")

    def test_nobody_answers_an_unknown_one(self, phone: Any) -> None:
        result = phone.system.activities.broadcast(Intent(action="no.such.ACTION"))
        assert (result.code, result.data) == (0, None)

    def test_a_stopped_app_does_not_hear_it(self, phone: Any, log: Log) -> None:
        phone.system.activities.force_stop("com.sample")
        phone.system.activities.broadcast(Intent(action=PING))
        assert log == []
        launch(phone)
        log.clear()
        phone.system.activities.broadcast(Intent(action=PING))
        assert len(log) == 1

    def test_services_listen_too(self, phone: Any) -> None:
        heard: list[Intent] = []
        phone.system.activities.listen("X", lambda intent: heard.append(intent))
        phone.system.activities.broadcast(Intent(action="X"))
        assert [intent.action for intent in heard] == ["X"]


def test_a_service_starts_its_process(phone: Any, log: Log) -> None:
    manifest = phone.system.packages.manifest("com.sample")
    phone.host.start_service(manifest, manifest.services[0], Intent(action="WORK"))
    assert log == [("serve", "WORK")] and phone.system.activities.running("com.sample")


@pytest.mark.parametrize("cleared", [False, True])
def test_clearing_lays_the_first_data_down_anew(phone: Any, cleared: bool) -> None:
    preferences = phone.host.context("com.sample").preferences()
    assert preferences.get("cleared") is False
    launch(phone)
    phone.system.packages.grant("com.sample", "android.permission.CAMERA")
    phone.push("/data/user/0/com.sample/files/x", b"x")
    if cleared:
        phone.clear("com.sample")
        assert stack(phone) == [] and not phone.system.activities.running("com.sample")
    assert phone.system.files.exists("/data/user/0/com.sample/files/x") is not cleared
    assert preferences.get("cleared") is cleared
    assert phone.system.packages.granted("com.sample", "android.permission.CAMERA") is not cleared

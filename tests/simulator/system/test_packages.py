"""Installed packages, their permissions, and the answers to an intent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from android_gym.errors import SimulatorError
from android_gym.simulator.state import State
from android_gym.simulator.system.intents import Intent, component_name, flatten_short
from android_gym.simulator.system.packages import (
    ACTION_VIEW,
    CATEGORY_DEFAULT,
    LAUNCHER_FILTER,
    ActivityInfo,
    Apk,
    IntentFilter,
    Manifest,
    PackageManager,
    ProviderInfo,
    ReceiverInfo,
    Version,
)

SEND = "android.intent.action.SEND"
CAMERA = "android.permission.CAMERA"


def app(package: str, *activities: ActivityInfo, **options: Any) -> Manifest:
    return Manifest(package=package, label=package.title(), activities=activities, **options)


@pytest.fixture
def packages() -> PackageManager:
    web = IntentFilter((ACTION_VIEW,), (CATEGORY_DEFAULT,), schemes=("http", "https"))
    return PackageManager(
        State(),
        (
            app("zoo.browser", ActivityInfo(".Web", filters=(web,)), granted=(CAMERA,)),
            app("ape.browser", ActivityInfo("ape.Web", filters=(web, LAUNCHER_FILTER))),
            app(
                "best.browser",
                ActivityInfo(".Web", filters=(IntentFilter((ACTION_VIEW,), schemes=("https",),
                                                            priority=5),)),
                ActivityInfo(".Other", filters=(LAUNCHER_FILTER,), label="Also"),
                ActivityInfo(".Alias", target=".Other"),
                providers=(ProviderInfo("best", "x:Y"),),
                receivers=(ReceiverInfo(".R", "x:y", (IntentFilter(("PING",)),)),),
            ),
        ),
    )  # fmt: skip


class TestInstalled:
    def test_uids_are_those_of_applications_and_differ(self, packages: PackageManager) -> None:
        uids = [packages.state(name).uid for name in packages.names]
        assert packages.names == ("ape.browser", "best.browser", "zoo.browser")
        assert len(set(uids)) == 3 and min(uids) >= 10_000

    def test_what_is_not_installed_is_named(self, packages: PackageManager) -> None:
        for call in (packages.manifest, packages.state, packages.remove):
            with pytest.raises(SimulatorError, match="'no.such' is not installed"):
                call("no.such")

    def test_one_removed_and_added_again_gets_a_new_uid(self, packages: PackageManager) -> None:
        uid = packages.state("zoo.browser").uid
        packages.remove("zoo.browser")
        assert not packages.installed("zoo.browser")
        packages.add("zoo.browser", 5)
        assert packages.state("zoo.browser").uid > uid
        assert packages.state("zoo.browser").first_install_ms == 5

    def test_an_update_keeps_uid_and_permissions(self, packages: PackageManager) -> None:
        before = packages.state("zoo.browser")
        packages.add("zoo.browser", 5)
        assert packages.state("zoo.browser") == replace(before, updated_ms=5)

    def test_another_version_is_declared_until_the_first_is_back(
        self, packages: PackageManager
    ) -> None:
        shipped = packages.manifest("zoo.browser")
        packages.add("zoo.browser", 5, version=Version(7, "7.0"), installer="a.store")
        assert packages.manifest("zoo.browser") == replace(
            shipped, version_code=7, version_name="7.0"
        )
        assert packages.manifest("zoo.browser") is packages.manifest("zoo.browser")
        assert packages.state("zoo.browser").installer == "a.store"
        assert packages.shipped("zoo.browser") is shipped
        packages.add("zoo.browser", 6, version=Version(shipped.version_code, shipped.version_name))
        assert packages.manifest("zoo.browser") is shipped
        assert packages.state("zoo.browser").installer == ""

    def test_a_foreign_apk_has_a_name_and_no_code(self, packages: PackageManager) -> None:
        packages.add(Apk("new.app", "New", version_name="9"), 5)
        manifest = packages.manifest("new.app")
        assert manifest == Manifest("new.app", "New", version_name="9")
        assert packages.manifest("new.app") is manifest
        assert packages.shipped("new.app") is None
        packages.remove("new.app")
        assert not packages.installed("new.app")

    def test_apps_are_named_and_others_given(self, packages: PackageManager) -> None:
        with pytest.raises(SimulatorError, match="'new.app' is no app of this phone"):
            packages.add("new.app", 5)
        with pytest.raises(SimulatorError, match="'zoo.browser' is an app of this phone"):
            packages.add(Apk("zoo.browser", "Fake"), 5)


@pytest.mark.parametrize(
    ("package", "sdk", "supported"), [("a", 22, False), ("a", 23, True), ("b", 33, False)]
)
def test_what_is_made_for_an_android_of_today(package: str, sdk: int, supported: bool) -> None:
    """An app that does not ship with the phone may be anything."""
    packages = PackageManager(State(), (app("a", target_sdk=sdk),))
    assert packages.is_supported(package) is supported


class TestPermissions:
    def test_they_are_granted_and_revoked(self, packages: PackageManager) -> None:
        assert packages.granted("zoo.browser", CAMERA)
        packages.revoke("zoo.browser", CAMERA)
        assert not packages.granted("zoo.browser", CAMERA)
        packages.grant("zoo.browser", CAMERA)
        assert packages.granted("zoo.browser", CAMERA)

    def test_refusals_are_counted(self, packages: PackageManager) -> None:
        packages.deny("zoo.browser", CAMERA)
        packages.deny("zoo.browser", CAMERA)
        assert packages.state("zoo.browser").denied[CAMERA] == 2

    def test_a_change_that_is_none_moves_nothing(self) -> None:
        state = State()
        packages = PackageManager(state, (app("a.b"),))
        before = state.revision
        packages.change("a.b", enabled=True)
        packages.revoke("a.b", CAMERA)
        assert state.revision == before


class TestResolution:
    def test_aliases_answer_with_their_target(self, packages: PackageManager) -> None:
        found = packages.activity("best.browser/best.browser.Alias")
        assert found is not None and found[1].name == ".Other"
        assert packages.activity("best.browser/best.browser.None") is None
        assert packages.activity("no.such/no.such.Main") is None

    def test_several_are_listed_by_priority_then_label(self, packages: PackageManager) -> None:
        intent = Intent(action=ACTION_VIEW, data="https://example.org")
        names = [manifest.package for manifest, _ in packages.query_activities(intent)]
        assert names == ["best.browser", "ape.browser", "zoo.browser"]

    def test_a_package_restricts_and_a_disabled_one_is_left_out(
        self, packages: PackageManager
    ) -> None:
        intent = Intent(action=ACTION_VIEW, data="http://x", package="zoo.browser")
        assert len(packages.query_activities(intent)) == 1
        packages.change("zoo.browser", enabled=False)
        assert packages.query_activities(intent) == []

    def test_the_launcher_lists_by_label(self, packages: PackageManager) -> None:
        labels = [info.label or m.label for m, info in packages.launcher_activities()]
        assert labels == ["Also", "Ape.Browser"]
        assert packages.launch_component("best.browser") == "best.browser/best.browser.Other"
        assert packages.launch_component("zoo.browser") is None
        packages.change("ape.browser", enabled=False)
        assert len(packages.launcher_activities()) == 1

    def test_a_provider_is_found_by_authority(self, packages: PackageManager) -> None:
        found = packages.provider("best")
        assert found is not None and found[0].package == "best.browser"
        assert packages.provider("none") is None
        packages.remove("best.browser")
        assert packages.provider("best") is None
        packages.add("best.browser", 0, version=Version(7, "7.0"))
        again = packages.provider("best")
        assert again is not None and again[0].version_code == 7

    def test_receivers_by_action_or_name_but_none_of_stopped_packages(
        self, packages: PackageManager
    ) -> None:
        by_action = Intent(action="PING")
        by_name = Intent(action="PONG", component="best.browser/best.browser.R")
        assert len(packages.query_receivers(by_action)) == 1
        assert len(packages.query_receivers(by_name)) == 1
        assert packages.query_receivers(Intent(action="PONG")) == []
        for change in ({"stopped": True}, {"enabled": False}):
            packages.change("best.browser", stopped=False)
            packages.change("best.browser", **change)
            assert packages.query_receivers(by_action) == []

    def test_the_choice_made_with_always_is_kept_for_such_intents(
        self, packages: PackageManager
    ) -> None:
        packages.prefer(Intent(action=ACTION_VIEW, data="https://a"), "zoo.browser/zoo.browser.Web")
        same = Intent(action=ACTION_VIEW, data="https://b/c")
        assert packages.preferred(same) == "zoo.browser/zoo.browser.Web"
        assert packages.preferred(Intent(action=ACTION_VIEW, data="http://a")) is None
        packages.prefer(same, None)
        packages.prefer(same, None)
        assert packages.preferred(same) is None


@pytest.mark.parametrize(
    ("filter_", "intent", "accepted"),
    [
        (IntentFilter(("A", "B")), Intent(action="B"), True),
        (IntentFilter(("A",)), Intent(action="B"), False),
        (IntentFilter(("A",)), Intent(), False),
        (IntentFilter(("A",), ("C",)), Intent(action="A", categories=("C",)), True),
        (IntentFilter(("A",), ()), Intent(action="A", categories=("C",)), False),
        (IntentFilter(("A",)), Intent(action="A", data="http://x"), False),
        (IntentFilter(("A",), schemes=("http",)), Intent(action="A", data="http://x"), True),
        (IntentFilter(("A",), schemes=("http",)), Intent(action="A", data="ftp://x"), False),
        (IntentFilter(("A",), schemes=("http",)), Intent(action="A"), False),
        (IntentFilter((SEND,), types=("text/*",)), Intent(action=SEND, type="text/plain"), True),
        (IntentFilter((SEND,), types=("text/*",)), Intent(action=SEND, type="image/png"), False),
        (IntentFilter((SEND,), types=("*/*",)), Intent(action=SEND), False),
        (IntentFilter((SEND,)), Intent(action=SEND, type="text/plain"), False),
        (
            IntentFilter(("A",), types=("text/*",)),
            Intent(action="A", type="text/x", data="content://a/b"),
            True,
        ),
        (
            IntentFilter(("A",), types=("text/*",)),
            Intent(action="A", type="text/x", data="http://a/b"),
            False,
        ),
        (
            IntentFilter(("A",), schemes=("https",), hosts=("x.org",)),
            Intent(action="A", data="https://x.org/a?b=c"),
            True,
        ),
        (
            IntentFilter(("A",), schemes=("https",), hosts=("x.org",)),
            Intent(action="A", data="https://evil.org/x.org"),
            False,
        ),
    ],
)
def test_filters_accept_what_androids_do(
    filter_: IntentFilter, intent: Intent, accepted: bool
) -> None:
    assert filter_.matches(intent) is accepted


def test_component_names() -> None:
    assert component_name("a.b/.C") == "a.b/a.b.C"
    assert component_name("a.b/c.D") == "a.b/c.D"
    assert component_name(".C", "a.b") == "a.b/a.b.C"
    assert flatten_short("a.b/a.b.C") == "a.b/.C"
    assert flatten_short("a.b/c.D") == "a.b/c.D"

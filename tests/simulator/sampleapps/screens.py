"""One screen for all activities of the sample apps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from android_gym.simulator.system.activity_records import ActivityRecord
from android_gym.simulator.system.intents import BroadcastResult
from android_gym.simulator.ui.activity import Activity, Context, Screen, callback
from android_gym.simulator.ui.layouts import column
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import Button, TextView

Builder = Callable[["Page"], View | Screen]

LOG: list[tuple[str, ...]] = []
"""Calls of the activities, oldest first."""

BUILDERS: dict[str, Builder] = {}
"""Pages in place of an activity's usual one, by name."""


@dataclass(frozen=True)
class Memory:
    """Dies with the process."""

    starts: int = 0


@dataclass(frozen=True)
class PageState:
    count: int = 0
    text: str = ""
    value: Any = None
    result: Any = None


def _component(record: ActivityRecord | None) -> str:
    assert record is not None
    return record.component.rpartition(".")[2]


class Page(Activity[PageState]):
    """Shows its name and a counter, or what a test has put into `BUILDERS`."""

    @property
    def name(self) -> str:
        return self.context.system.activities.part(self.token, "component", _component)

    def build(self) -> View | Screen:
        builder = BUILDERS.get(self.name)
        if builder is not None:
            return builder(self)
        return column(
            TextView(self.name, id="name"),
            TextView(str(self.state.count), id="count"),
            Button("More", id="more", on_click=self.more),
        )

    @callback
    def more(self) -> None:
        self.update(count=self.state.count + 1)

    def on_create(self) -> PageState:
        LOG.append((self.name, "create"))
        memory = self.context.memory
        if memory is not None:
            memory.update(starts=memory.get().starts + 1)
        return PageState(text=str(self.intent.extra("text", "")))

    def on_restart(self) -> None:
        LOG.append((self.name, "restart"))

    def on_new_intent(self) -> None:
        LOG.append((self.name, "new_intent"))

    def on_resume(self) -> None:
        LOG.append((self.name, "resume"))

    def on_pause(self) -> None:
        LOG.append((self.name, "pause"))

    def on_destroy(self) -> None:
        LOG.append((self.name, "destroy"))

    def on_activity_result(self, request: Any, code: int, data: Any) -> None:
        LOG.append((self.name, "result", request, str(code), str(data)))
        self.update(result=(request, code, data))

    def on_permission_result(self, request: Any, granted: bool) -> None:
        LOG.append((self.name, "permission", str(request), str(granted)))

    def on_key(self, name: str) -> bool:
        LOG.append((self.name, "key", name))
        return name == "F1"


def receive(context: Context, intent: Any) -> BroadcastResult:
    LOG.append(("receive", intent.action or "", str(intent.extra("text"))))
    return BroadcastResult(-1, str(intent.extra("text", "pong")))


def serve(context: Context, intent: Any) -> None:
    LOG.append(("serve", intent.action or ""))


def install(context: Context, cleared: bool) -> None:
    context.preferences().put(cleared=cleared)


class Notes:
    """A content provider."""

    def __init__(self, context: Context) -> None:
        self.context = context

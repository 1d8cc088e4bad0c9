"""The heads-up card of a new notification."""

from __future__ import annotations

from android_gym.simulator.apps.systemui.actions import SystemUi
from android_gym.simulator.apps.systemui.model import NoticesState, ReplyState
from android_gym.simulator.apps.systemui.screens.notices import notice
from android_gym.simulator.ui.activity import Overlay
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import wide_column


class HeadsUp(SystemUi[NoticesState]):
    """A new notification of high importance, shown over everything else."""

    LAYER = 25

    def build(self) -> Overlay | None:
        """Build the card; None if there is nothing to show."""
        item = self.system.notifications.heads_up
        if item is None or self.system.status_bar.panel:
            return None
        answering = self.state.reply.key == item.key
        return Overlay(
            wide_column(
                notice(self, item, peeks=True), id="notification_stack_scroller", padding=(0, 2)
            ),
            key=("heads_up", item.key),
            gravity="top",
            width=MATCH,
            margin=(0, 36, 0, 0),
            kind="system",
            title="Notification",
            on_dismiss=self.system.notifications.hide_heads_up,
            modal=answering,
            focusable=answering,
        )

    def on_back(self) -> bool:
        """Discard a started reply."""
        if not self.state.reply.key:
            return False
        self.update(reply=ReplyState())
        self.system.notifications.hide_heads_up()
        return True

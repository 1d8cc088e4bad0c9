"""The form of a new or existing marker."""

from __future__ import annotations

from typing import Final

from android_gym.simulator.apps.opentracks import recording
from android_gym.simulator.apps.opentracks.actions import Actions
from android_gym.simulator.apps.opentracks.look import (
    bottom_bar,
    bottom_buttons,
    completions,
    field,
    framed,
    top_bar,
)
from android_gym.simulator.apps.opentracks.model import MarkerEditState
from android_gym.simulator.ui.activity import Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column

TYPE_FIELD: Final = "marker_edit_marker_type"
TYPES: Final = (
    "ATM,bank,bar,barbecue,building,bus stop,cafe,campfire,campground,church,coffee house,"
    "convenience store,drinking water,falling rocks,ferry,fire place,fire station,fishing"
).split(",")
"""Suggested marker types."""


class MarkerEditActivity(Actions[MarkerEditState]):
    """The marker form: extra ``track`` for a new marker's track, ``marker`` for an old marker."""

    @property
    def marker(self) -> int:
        """Id of the marker; -1 for a new one."""
        return self.intent.get_int("marker", -1)

    @property
    def track(self) -> int:
        """Id of the track of a new marker."""
        return self.intent.get_int("track", -1)

    def on_create(self) -> MarkerEditState:
        """Fill in the fields."""
        store = self.store
        if self.marker < 0:
            return MarkerEditState(f"Marker {len(store.markers(self.track)) + 1}")
        marker = store.marker(self.marker)
        if marker is None:
            return MarkerEditState()
        return MarkerEditState(marker.name, marker.category, marker.description)

    def build(self) -> Screen:
        """Build the fields, the buttons and the bar."""
        state = self.state
        fields = column(
            field(state.name, "Name", "marker_edit_name", lambda text: self.update(name=text)),
            field(
                state.type,
                "Marker type (e.g. waterfall)",
                TYPE_FIELD,
                lambda text: self.update(type=text, typing=True),
                class_name="android.widget.AutoCompleteTextView",
                capitalize="none",
            ),
            field(
                state.description,
                "Description",
                "marker_edit_description",
                lambda text: self.update(description=text),
                ime_action="done",
            ),
            width=MATCH,
            padding=8,
        )
        body = column(
            ScrollView(fields, width=MATCH, height=0, weight=1.0),
            bottom_buttons(
                ("Cancel", "marker_edit_cancel", self._cancel),
                ("Add" if self.marker < 0 else "Save", "marker_edit_done", self._done),
            ),
        )
        popup = None
        if state.typing:
            popup = completions(
                self.context,
                TYPE_FIELD,
                TYPES,
                state.type,
                lambda text: self.update(type=text, typing=False),
                lambda: self.update(typing=False),
                beside=16,
            )
        return framed(
            body,
            bottom_bar(self.context, on_navigation=self._cancel),
            top=top_bar("Insert marker", "map_marker_plus", id="marker_edit_toolbar"),
            overlays=[popup],
        )

    def _cancel(self) -> None:
        if self.marker < 0:
            self.toast("Canceled, no marker added")
        self.hide_keyboard()
        self.finish()

    def _done(self) -> None:
        state = self.state
        self.hide_keyboard()
        if self.marker >= 0:
            self.store.edit_marker(self.marker, state.name, state.type, state.description)
        elif not recording.insert_marker(
            self.context, self.track, state.name, state.type, state.description
        ):
            self.toast("Unable to insert a marker. No GPS signal. Try again.", long=True)
            return
        self.finish()

"""The edit form of a track, and the base of the screen after a recording."""

from __future__ import annotations

from android_gym.simulator.apps.opentracks.actions import TrackActions
from android_gym.simulator.apps.opentracks.dialogs import ChooseSport
from android_gym.simulator.apps.opentracks.look import (
    bottom_bar,
    bottom_buttons,
    completions,
    field,
    framed,
)
from android_gym.simulator.apps.opentracks.model import EditState
from android_gym.simulator.apps.opentracks.sports import Sport, by_label, sports
from android_gym.simulator.ui.activity import Overlay, Screen
from android_gym.simulator.ui.geometry import MATCH
from android_gym.simulator.ui.layouts import ScrollView, column, row
from android_gym.simulator.ui.view import View
from android_gym.simulator.ui.widgets import ImageView

TYPE_FIELD = "track_edit_activity_type"


class FieldsActivity(TrackActions[EditState]):
    """Base of the screens with the fields of a track."""

    def on_create(self) -> EditState:
        """Fill in the fields."""
        track = self.track()
        if track is None:
            return EditState()
        return EditState(track.name, track.category, track.description)

    def on_resume(self) -> None:
        """Leave if the track is gone."""
        if self.track() is None:
            self.finish()

    def fields(self) -> View:
        """Build the fields."""
        state = self.state
        return column(
            field(state.name, "Name", "track_edit_name", lambda text: self.update(name=text)),
            row(
                column(
                    field(
                        state.type,
                        "Activity type",
                        TYPE_FIELD,
                        lambda text: self.update(type=text, typing=True),
                        class_name="android.widget.AutoCompleteTextView",
                        capitalize="none",
                    ),
                    width=0,
                    weight=1.0,
                ),
                ImageView(
                    by_label(state.type).icon,
                    id="track_edit_activity_type_icon",
                    width=56,
                    height=56,
                    margin=(8, 6, 0, 16),
                    on_click=lambda: self.show_dialog(ChooseSport()),
                ),
                width=MATCH,
            ),
            field(
                state.description,
                "Description",
                "track_edit_description",
                lambda text: self.update(description=text),
                ime_action="done",
            ),
            width=MATCH,
            padding=8,
        )

    def popup(self) -> Overlay | None:
        """Build the list of types that match the typed text."""
        state = self.state
        if not state.typing:
            return None
        return completions(
            self.context,
            TYPE_FIELD,
            [sport.label for sport in sports()],
            state.type,
            lambda text: self.update(type=text, typing=False),
            lambda: self.update(typing=False),
            beside=88,
        )

    def choose_sport(self, sport: Sport) -> None:
        """Set the activity type chosen by its icon."""
        self.update(type=sport.label, typing=False)

    def save(self) -> None:
        """Save the fields; a label that matches no type gets the unknown type."""
        state = self.state
        self.store.edit(
            self.number, state.name, state.type, by_label(state.type).id, state.description
        )


class TrackEditActivity(FieldsActivity):
    """The edit form of a track."""

    DIALOGS = (ChooseSport,)

    def build(self) -> Screen:
        """Build the fields, the buttons and the bar."""
        body = column(
            ScrollView(self.fields(), width=MATCH, height=0, weight=1.0),
            bottom_buttons(
                ("Cancel", "track_edit_cancel", self.finish),
                ("Save", "track_edit_save", self._save),
            ),
        )
        bar = bottom_bar(self.context, on_navigation=self.finish)
        return framed(body, bar, overlays=[self.popup()])

    def _save(self) -> None:
        self.hide_keyboard()
        self.save()
        self.finish()

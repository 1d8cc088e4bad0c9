"""Tasks that add rows listed in a picture, which the goal names and whose text no element has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from android_gym.task_suite.android_world.pictures import (
    FOLDER,
    READABLE,
    check_look,
    draw_look,
    put_pictures,
    text_picture,
)
from android_gym.task_suite.android_world.row_tasks import AddRows, note_near_misses
from android_gym.task_suite.android_world.rows import Item, does
from android_gym.task_suite.goal import Goal

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device
    from android_gym.task_suite.task import NearMiss, Params

__all__ = ["AddRowsOfPicture"]


class AddRowsOfPicture(AddRows):
    """Adding the rows listed in a picture to the existing ones.

    Attributes:
        picture: File name of the picture in `FOLDER`.
        old_pictures: File names of pictures of rows that exist already, as many as are wanted.
    """

    forms = ()
    observation_size = READABLE
    picture: ClassVar[str]
    old_pictures: ClassVar[tuple[str, ...]] = ()

    def written(self, items: Sequence[Item]) -> str:
        """Return the text of a picture of rows."""
        raise NotImplementedError(f"{type(self).__name__} must say how rows are written.")

    def sample(self, rng: np.random.Generator) -> Params:
        """Draw the rows, and the look of the picture."""
        return {**super().sample(rng), "look": draw_look(rng)}

    def check(self, params: Mapping[str, Any]) -> None:
        """Reject rows that the app could not hold, and unknown looks.

        Raises:
            OptionError: Naming the value at fault.
        """
        super().check(params)
        check_look(params["look"])

    def goal(self, params: Params) -> Goal:
        """Return the instruction, which only names the picture."""
        return Goal(self.template, {})

    def setup(self, device: Device, params: Params) -> None:
        """Fill the app, and put the pictures into the gallery, the wanted one first."""
        super().setup(device, params)
        pictures = {self.picture: text_picture(self.written(params[self.kind]), params["look"])}
        if self.old_pictures:
            rows = params["noise"][: len(params[self.kind])]
            old = text_picture(self.written(rows), params["look"])
            pictures |= dict.fromkeys(self.old_pictures, old)
        put_pictures(device, pictures)

    def near_misses(self, params: Params) -> Mapping[str, NearMiss]:
        """Return other additions, another picture's rows, and the picture changed or deleted."""
        wrong = {
            **super().near_misses(params),
            **note_near_misses(self, params, f"{FOLDER}/{self.picture}"),
        }
        if self.old_pictures:

            def adds_old(device: Device) -> None:
                rows = params["noise"][: len(params[self.kind])]
                values = [self.values(self.as_added(device, item)) for item in rows]
                self.rows.insert(device, values, len(params["noise"]) + 1)

            wrong["the rows of another picture"] = does(adds_old)
        return wrong

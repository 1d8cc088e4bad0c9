"""Touch events and multi-finger gestures that views receive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Scale", "Touch", "TouchAction"]

TouchAction = Literal["down", "move", "up", "cancel", "pointer_down", "pointer_up"]


class Touch:
    """A touch event for a view that follows the fingers itself.

    Attributes:
        action: "down", "move", "up" or "cancel" of the finger that began the gesture;
            "pointer_down" and "pointer_up" if another finger goes down or up meanwhile.
        x: Pixels from the left edge of the screen.
        y: Pixels from the top edge of the screen.
        start_x: Horizontal position where the finger went down.
        start_y: Vertical position where the finger went down.
        velocity_x: Pixels per second to the right when the finger goes up.
        velocity_y: Pixels per second downwards when the finger goes up.
        pointer: Id of the finger, like Android's pointer id.
    """

    __slots__ = ("action", "pointer", "start_x", "start_y", "velocity_x", "velocity_y", "x", "y")

    def __init__(
        self,
        action: TouchAction,
        x: float,
        y: float,
        start_x: float,
        start_y: float,
        velocity: tuple[float, float] = (0.0, 0.0),
        pointer: int = 0,
    ) -> None:
        self.velocity_x, self.velocity_y = velocity
        self.action = action
        self.x = x
        self.y = y
        self.start_x = start_x
        self.start_y = start_y
        self.pointer = pointer


@dataclass(frozen=True, slots=True)
class Scale:
    """A step of a gesture with two or more fingers.

    Attributes:
        action: "begin", "move" or "end"; only "move" changes anything.
        focus_x: Focal point between the fingers, in pixels from the left edge of the screen.
        focus_y: The same point, in pixels from the top edge of the screen.
        pan_x: Pixels that the focal point has moved to the right since the last step.
        pan_y: Pixels that it has moved downwards.
        factor: Distance between the fingers, relative to that at the last step.
        degrees: Clockwise rotation of the fingers since the last step.
    """

    action: Literal["begin", "move", "end"]
    focus_x: float
    focus_y: float
    pan_x: float = 0.0
    pan_y: float = 0.0
    factor: float = 1.0
    degrees: float = 0.0

"""SimulatedDevice: the built-in phone, in this process, as a `Device`."""

from __future__ import annotations

import copy
import functools
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

import numpy as np
from android_env.components import errors
from android_env.proto import adb_pb2

from android_gym.accessibility import UIElement
from android_gym.checks import check_choice
from android_gym.devices.device import Device
from android_gym.devices.phone_env import PhoneSimulator, load, new_phone
from android_gym.errors import ActionError, DeviceError, OptionError

if TYPE_CHECKING:
    from android_gym.simulator.phone import Phone

__all__ = ["SimulatedDevice"]


_LOG = logging.getLogger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _guarded(
    method: Callable[Concatenate[SimulatedDevice, _P], _T],
) -> Callable[Concatenate[SimulatedDevice, _P], _T]:
    """Turn a fault inside the phone into a `DeviceError`, which ends an episode, not a training."""

    @functools.wraps(method)
    def guarded(self: SimulatedDevice, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return method(self, *args, **kwargs)
        except (ActionError, DeviceError, OptionError):
            raise
        except Exception as error:
            _LOG.exception("The built-in phone failed.")
            raise DeviceError(
                f"The built-in phone failed with {error!r}. That is a fault of android_gym: please "
                "report it with the log. Reset to get a new phone."
            ) from error

    return cast("Callable[Concatenate[SimulatedDevice, _P], _T]", guarded)


class SimulatedDevice(Device):
    """The built-in phone.

    Args:
        width: Width of the screen, in pixels; by default the profile's, as are the next two.
        height: Height of the screen, in pixels.
        density_dpi: Pixels per inch.
        latency: Delay of windows, lists and keyboard, in the phone's time: ``"none"``, ``"phone"``
            or ``"slow"``, or ranges in milliseconds by name, see
            `android_gym.simulator.system.latency`.
        cutout: Display cutout: ``"none"``, ``"corner"``, ``"double"``, ``"hole"`` or ``"tall"``.
        profile: Device to simulate: ``"pixel_6"`` with Android 13, or ``"pixel_5"`` with Android
            12, see `android_gym.simulator.profiles`.

    Raises:
        OptionError: If an argument is wrong.
    """

    def __init__(
        self,
        width: int | None = None,
        height: int | None = None,
        density_dpi: int | None = None,
        latency: str | Mapping[str, Any] = "none",
        cutout: str = "none",
        profile: str = "pixel_6",
    ) -> None:
        from android_gym.simulator.profiles import profile_of

        chosen = profile_of(profile)
        self._options = {
            "width": chosen.width if width is None else width,
            "height": chosen.height if height is None else height,
            "density_dpi": chosen.density_dpi if density_dpi is None else density_dpi,
        }
        self._profile, self._build = profile, chosen.build
        self._latency = latency
        from android_gym.simulator.system import latency as latencies

        latencies.parse(latency)
        from android_gym.simulator.system.display import CUTOUTS

        check_choice("cutout", cutout, CUTOUTS)
        self._cutout = next(each for each in CUTOUTS if each == cutout)
        self._start()

    def _start(self) -> None:
        try:
            super().__init__(load(lambda: new_phone(**self._options, build=self._build)))
        except errors.SimulatorError as error:
            # android_env's wrapping hides the fault, such as an impossible width.
            raise error.__cause__ or error from None
        self._simulator: PhoneSimulator = self.android_env._simulator
        if self._latency != "none":
            self.phone.system.latency.use(self._latency)
        if self._cutout != "none":
            self.phone.system.display.set_cutout(self._cutout)
        self._base = self.phone.snapshot()

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the AndroidEnv, which has threads: a copy starts its own."""
        state = {k: v for k, v in vars(self).items() if k not in ("android_env", "_simulator")}
        return {**state, "state": self.phone.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        present = state.pop("state")
        vars(self).update(state)
        self._start()
        vars(self).update(state)  # again, over what the start has set
        self.restore(present)

    @property
    def phone(self) -> Phone:
        """The phone itself. Tasks and policies that use it won't run on an emulator."""
        return self._simulator.phone

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the screen in pixels, in its current rotation."""
        width, height = self.phone.windows.size
        return width, height

    @_guarded
    def call(self, request: adb_pb2.AdbRequest) -> adb_pb2.AdbResponse:
        """See `Device.call`."""
        return super().call(request)

    @_guarded
    def screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        """See `Device.screenshot`."""
        return self.phone.screenshot(*(size or ()))

    @_guarded
    def copy_screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        """See `Device.copy_screenshot`."""
        return self.phone.copy_screenshot(*(size or ()))

    @_guarded
    def ui_elements(self) -> tuple[UIElement, ...]:
        """See `Device.ui_elements`."""
        return self.phone.ui_elements()

    @_guarded
    def forest(self) -> Any:
        """See `Device.forest`."""
        return self.phone.forest()

    @_guarded
    def snapshot(self) -> Any:
        """See `Device.snapshot`. The handle can be pickled, for processes of this package only."""
        return self.phone.snapshot()

    @_guarded
    def restore(self, handle: Any | None = None) -> None:
        """See `Device.restore`."""
        self.phone.restore(self._base if handle is None else handle)

    @_guarded
    def remember(self, read: Callable[[Device], _T]) -> Callable[[], _T]:
        """See `Device.remember`. The state is read, if need be, when the function is called."""
        return _Recollection(self, read)

    @_guarded
    def reread(self, read: Callable[[Device], _T]) -> _T:
        """See `Device.reread`. Cheap if nothing that was read has changed since."""
        return self.phone.reread(read, lambda: read(self))

    def revision(self) -> int | None:
        """See `Device.revision`."""
        return self.phone.revision

    @_guarded
    def now_ms(self) -> int:
        """See `Device.now_ms`."""
        return self.phone.system.clock.now_ms()

    def require_web(self) -> None:
        """See `Device.require_web`."""
        from android_gym.simulator.web.engines import require_engine

        require_engine()

    def get_clipboard(self) -> str:
        """Return the clipboard's text."""
        return self.phone.system.clipboard.text

    @_guarded
    def set_clipboard(self, text: str) -> None:
        """Put text on the clipboard."""
        self.phone.system.clipboard.set_text(text)

    @_guarded
    def _type_unicode(self, text: str) -> None:
        self.phone.type_text(text)

    @_guarded
    def _send_touches(self, touches: Sequence[tuple[int, int, bool, int]]) -> None:
        self.phone.touches(touches)

    @_guarded
    def _let_pass(self, duration_ms: int) -> None:
        self.phone.advance(duration_ms)

    @_guarded
    def touch(self, action_type: int, x: float, y: float) -> None:
        """See `Device.touch`."""
        simulator = self._simulator
        simulator.painting = False
        simulator.step_ms = self.step_ms
        try:
            self._step(action_type, x, y)
        finally:
            simulator.painting = True

    @_guarded
    def reset(self) -> None:
        """See `Device.reset`."""
        self._simulator.painting = False
        try:
            super().reset()
        finally:
            self._simulator.painting = True

    def seed(self, rng: np.random.Generator) -> None:
        """See `Device.seed`."""
        if self._latency != "none":
            seed = int(copy.deepcopy(rng).integers(2**31))
            self.phone.system.latency.use(self._latency, seed)

    @property
    def twin(self) -> Mapping[str, Any]:
        """See `Device.twin`."""
        look = {"latency": self._latency, "cutout": self._cutout, "profile": self._profile}
        return {"kind": "simulator", **self._options, **look}

    def recover(self) -> None:
        """Start a new phone."""
        self.close()
        self._start()

    def close(self) -> None:
        """Release the phone. Can be called again."""
        self.phone.close()
        self.android_env.close()


class _Recollection(Generic[_T]):
    """Function that reads a past state of a device when first called, and keeps the result.

    If that state was read before, perhaps in another episode, nothing is read.
    """

    def __init__(self, device: SimulatedDevice, read: Callable[[Device], _T]) -> None:
        self._device = device
        self._read = read
        self._found: list[_T] = list(device.phone.known(read))
        self._state = None if self._found else device.snapshot()

    def __call__(self) -> _T:
        if not self._found:
            present = self._device.snapshot()
            self._device.restore(self._state)
            try:
                self._found.append(self._device.reread(self._read))
            finally:
                self._device.restore(present)
            self._state = None
        return self._found[0]

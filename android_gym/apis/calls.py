"""Execution of API calls on a device, over adb."""

from __future__ import annotations

import json

from android_gym.apis.registry import Registry
from android_gym.apis.results import DONE, ApiResult, cut, failure_in
from android_gym.devices.device import Device
from android_gym.errors import ActionError
from android_gym.events import ApiCall

__all__ = ["call_text", "perform_call"]

_TIMEOUT_S = 30.0
_SETTLE_S = 1
_NOT_DELIVERED = "Activity not started, its current task has been brought to the front"
"""Output of ``am start`` if the app just continues with what it was doing."""
_MAX_CALL = 500


def call_text(call: ApiCall) -> str:
    """Return a call as a line such as ``clock_set_alarm(hour=7, minute=15)``, cut if long."""
    arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in call.arguments)
    text = f"{call.api}({arguments})"
    return text if len(text) <= _MAX_CALL else f"{text[:_MAX_CALL]}...)"


def perform_call(device: Device, registry: Registry, call: ApiCall) -> ApiResult:
    """Make a call.

    Args:
        device: Any phone.
        registry: The available APIs.
        call: The call. Its values are quoted here, so that exactly one command is run.

    Returns:
        Its result. A call of an unknown API, or with wrong arguments, fails without a command.

    Raises:
        DeviceError: If the device fails, rather than the command.
    """
    text = call_text(call)
    try:
        api = registry.need(call.api)
        line = api.line(dict(call.arguments))
    except ActionError as error:
        return ApiResult(text, str(error), failed=True)
    output, code = device.run(line, _TIMEOUT_S)
    # Surrogate escapes stand for bytes that are not UTF-8.
    output = output.encode("utf-8", "replace").decode().strip("\n")
    failure = failure_in(api.program, output, code)
    if failure is None and api.expects not in output:
        failure = f"the phone did not say {api.expects!r}: {output}"
    if failure is None and api.parameters and _NOT_DELIVERED in output:
        failure = (
            f"the app was brought to the front, but not told what it was called with: {output}"
        )
    if failure is None and api.package and (front := _other_in_front(device, api.package)):
        failure = f"{front} is in front, not {api.package}: {output}"
    if failure is not None:
        return ApiResult(text, cut(failure), failed=True, command=line)
    return ApiResult(text, cut(output) or DONE, command=line, package=api.package)


def _other_in_front(device: Device, package: str) -> str:
    """Return the activity in front if it is not of the app that was started, ``""`` if it is.

    An activity that can't show what it was given starts all the same, and goes away at once.
    """
    front = device.foreground_activity()
    if not front.startswith(f"{package}/"):
        device.shell(f"sleep {_SETTLE_S}")  # the device's time: some apps open in two stages
        front = device.foreground_activity()
    return "" if front.startswith(f"{package}/") else front or "nothing"

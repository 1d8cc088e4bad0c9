"""JSON-RPC 2.0: from a request's body to the response's body."""

from __future__ import annotations

import json
import logging
from typing import Final

from greenlet import GreenletExit

from android_gym.checks import shown
from android_gym.errors import AndroidGymError
from android_gym.simulator.wire.uiautomator.errors import RemoteError
from android_gym.simulator.wire.uiautomator.methods import JsonValue, call

__all__ = ["answer"]

_log = logging.getLogger(__name__)

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INTERNAL_ERROR: Final = -32603


def answer(owner: object, body: bytes) -> bytes:
    """Handle a request, valid or not; return the response.

    Args:
        owner: The object that has the methods; see `methods.remote`.
        body: One request as JSON. Batches are rejected.
    """
    number: JsonValue = None
    try:
        request = json.loads(body)
    except (ValueError, RecursionError) as error:
        return _failed(number, PARSE_ERROR, f"The body is no JSON: {shown(str(error))}")
    if not isinstance(request, dict):
        return _failed(number, INVALID_REQUEST, "A request must be one JSON object.")
    given = request.get("id")
    if isinstance(given, str | int | float) and len(str(given)) < 100:
        number = given
    method, parameters = request.get("method"), request.get("params")
    parameters = parameters or []  # the client sends {} for none
    if not isinstance(method, str) or not isinstance(parameters, list):
        return _failed(number, INVALID_REQUEST, "method must be a text, and params a list.")
    try:
        result = call(owner, method, parameters)
    except RemoteError as error:
        return _failed(number, error.code, f"{error.kind}: {error}", error.kind)
    except (GreenletExit, KeyboardInterrupt):
        raise
    except AndroidGymError as error:  # rejected by the phone itself
        return _failed(number, INTERNAL_ERROR, f"java.lang.IllegalStateException: {error}")
    except Exception as error:  # a bug here must fail only this call
        _log.exception("The call of %r failed.", method)
        return _failed(number, INTERNAL_ERROR, f"Internal error of the simulator: {error!r}")
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": result}).encode()


def _failed(number: JsonValue, code: int, message: str, kind: str = "") -> bytes:
    error = {"code": code, "message": message, "data": kind or message}
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": error}).encode()

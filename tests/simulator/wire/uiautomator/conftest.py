"""uiautomator2's server without sockets."""

from __future__ import annotations

import json

import pytest

from android_gym.simulator.wire.uiautomator.automator import UiAutomator
from android_gym.simulator.wire.uiautomator.rpc import answer

FIELDS = (
    "text textContains textMatches textStartsWith className classNameMatches description "
    "descriptionContains descriptionMatches descriptionStartsWith checkable checked clickable "
    "longClickable scrollable enabled focusable focused selected packageName packageNameMatches "
    "resourceId resourceIdMatches index instance"
).split()


def selector(*below, **fields):
    """Return a selector as the client sends it; `below` are (relation, selector) pairs."""
    return {
        **fields,
        "mask": sum(1 << FIELDS.index(name) for name in fields),
        "childOrSibling": [relation for relation, _ in below],
        "childOrSiblingSelector": [one for _, one in below],
    }


class Client:
    """Calls methods as the client does."""

    def __init__(self, phone):
        self.phone = phone
        self.automator = UiAutomator(phone)

    def send(self, body):
        """Send any body; return the answer."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return json.loads(answer(self.automator, data))

    def error(self, method, *params):
        """Call a method that fails; return its error."""
        said = self.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)})
        assert "result" not in said, said
        assert isinstance(said["error"]["data"], str)
        return said["error"]

    def __call__(self, method, *params):
        said = self.send({"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)})
        assert "error" not in said, said["error"]
        return said["result"]


@pytest.fixture
def client(phone):
    return Client(phone)


@pytest.fixture
def sel():
    return selector

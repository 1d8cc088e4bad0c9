"""Contacts' rows, for questions about people."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from android_gym.task_suite.android_world.contacts.tasks import FIRST, LAST, PACKAGE, PROVIDER
from android_gym.task_suite.android_world.sms.messages import add_contact
from android_gym.task_suite.questions.adapter import Adapter
from android_gym.task_suite.questions.conditions import Row
from android_gym.task_suite.questions.values import Field

if TYPE_CHECKING:
    import numpy as np

    from android_gym.devices.device import Device

__all__ = ["ADAPTERS", "Contacts"]


class Contacts(Adapter):
    """Contacts with a name and a mobile number, in no account."""

    name = "contacts"
    fields: ClassVar[Mapping[str, Field]] = {
        "name": Field("text"),
        "number": Field("text"),
    }

    def noise(self, rng: np.random.Generator) -> Row:
        """Draw a name and a US number."""
        first, last = FIRST[int(rng.integers(len(FIRST)))], LAST[int(rng.integers(len(LAST)))]
        number = f"+1{int(rng.integers(201, 990))}{int(rng.integers(2_000_000, 10_000_000))}"
        return {"name": f"{first} {last}", "number": number}

    def settle(self, row: Row) -> Row:
        """Reject names that are displayed differently, and numbers that can't be dialled."""
        settled = super().settle(row)
        name, number = str(settled["name"]), str(settled["number"])
        if name != " ".join(name.split()) or not name or len(name) > 60:
            raise ValueError(f"no contact is called {name!r}")
        if not re.fullmatch(r"\+1[2-9]\d{9}", number):
            raise ValueError(f"{number!r} is no number like '+12025550123'")
        return settled

    def put(self, device: Device, rows: Sequence[Row]) -> None:
        """Replace all contacts.

        Raises:
            TaskError: If the device rejects one.
        """
        device.force_stop(PACKAGE)
        device.clear(PROVIDER)
        # The provider creates its database on the first request.
        device.shell("content query --uri content://contacts/phones/ --projection display_name")
        for row in rows:
            add_contact(device, str(row["name"]), str(row["number"]))


ADAPTERS = (Contacts(),)

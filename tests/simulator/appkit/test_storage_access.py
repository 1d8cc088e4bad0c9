"""Access to all files of the shared storage."""

from __future__ import annotations

from typing import Any

from android_gym.simulator.appkit.storage_access import (
    allow_all_files,
    forbid_all_files,
    may_manage_files,
)


def test_it_is_allowed_forbidden_and_switched_over_adb(phone: Any) -> None:
    context = phone.host.context("com.sample")
    assert not may_manage_files(context)
    allow_all_files(context)
    assert may_manage_files(context)
    forbid_all_files(context)
    forbid_all_files(context)
    assert not may_manage_files(context)
    phone.shell("appops set com.sample MANAGE_EXTERNAL_STORAGE allow")
    assert may_manage_files(context)

"""Exceptions for control flow: ``exit``, ``return``, loop jumps and errors."""

from __future__ import annotations

__all__ = ["Exit", "Loop", "RedirectFault", "Return", "ShellFault"]


class ShellFault(Exception):
    """An error that ends the shell, not only the command; raised after its message was written."""

    def __init__(self, code: int = 1) -> None:
        super().__init__(code)
        self.code = code


class RedirectFault(Exception):
    """A redirection that failed; raised after its message was written."""


class Exit(Exception):
    """Raised by ``exit``."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code & 0xFF


class Return(Exception):
    """Raised by ``return``."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code & 0xFF


class Loop(Exception):
    """Raised by ``break`` and ``continue``."""

    def __init__(self, levels: int, proceed: bool) -> None:
        super().__init__(levels)
        self.levels = levels
        self.proceed = proceed

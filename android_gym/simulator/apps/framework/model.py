"""State of the framework's activities."""

from dataclasses import dataclass

__all__ = ["ResolverState"]


@dataclass(frozen=True)
class ResolverState:
    """State of "Open with".

    Attributes:
        selected: The selected component; "" for none.
    """

    selected: str = ""

"""A mypy plugin that checks the arguments of an activity's `update`.

``self.update(titel="x")`` replaces fields of the screen's state, a frozen dataclass. Python's types
can't express that for keyword arguments; with this plugin mypy gives `update` the fields of the
state in question, as it does for `dataclasses.replace`. Add to ``pyproject.toml``:

    [tool.mypy]
    plugins = ["android_gym.testing.mypy_plugin"]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy.plugin import MethodSigContext, Plugin
    from mypy.types import FunctionLike

__all__ = ["plugin"]

CONTROLLER = "android_gym.simulator.ui.activity.Controller"


def plugin(version: str) -> type[Plugin]:
    """Return the plugin; mypy calls it."""
    from mypy.plugin import Plugin

    class UpdatePlugin(Plugin):
        """Plugin that gives `Controller.update` the fields of the state as keyword arguments."""

        def get_method_signature_hook(
            self, fullname: str
        ) -> Callable[[MethodSigContext], FunctionLike] | None:
            """Return `_signature` for a method `update` of any class; it checks which one."""
            return _signature if fullname.endswith(".update") else None

    return UpdatePlugin


def _signature(context: MethodSigContext) -> FunctionLike:
    """Return the signature of `update` in one call; the declared one if the state is unknown."""
    from mypy.maptype import map_instance_to_supertype
    from mypy.nodes import ARG_NAMED_OPT
    from mypy.types import CallableType, Instance, get_proper_type

    default = context.default_signature
    owner = get_proper_type(context.type)
    if not isinstance(owner, Instance) or not owner.type.has_base(CONTROLLER):
        return default
    base = next(info for info in owner.type.mro if info.fullname == CONTROLLER)
    state = get_proper_type(map_instance_to_supertype(owner, base).args[0])
    if not isinstance(state, Instance):
        return default
    if "dataclass" not in state.type.metadata:  # a protocol, in a function for several screens
        return default
    names, types = [], []
    for info in reversed(state.type.mro):
        for attribute in info.metadata.get("dataclass", {}).get("attributes", ()):
            field = state.type.get(attribute["name"])
            kind = get_proper_type(field.type) if field is not None else None
            if kind is not None and attribute["name"] not in names:
                names.append(attribute["name"])
                types.append(kind)
    return CallableType(
        types,
        [ARG_NAMED_OPT] * len(names),
        names,
        default.ret_type,
        default.fallback,
        name=f"update of {owner.type.name!r} (state {state.type.name!r})",
    )

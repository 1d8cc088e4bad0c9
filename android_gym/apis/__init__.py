"""API calls as an alternative to gestures: declarative entries, run over adb on any phone.

An entry names its parameters with their types and ranges, and a command as a list of arguments.
Callers give values, which are quoted here. See docs/mobile_bench.md.
"""

from android_gym.apis.calls import call_text, perform_call
from android_gym.apis.registry import Registry, load_registry
from android_gym.apis.results import ApiResult
from android_gym.apis.schema import Api

__all__ = ["Api", "ApiResult", "Registry", "call_text", "load_registry", "perform_call"]

import pytest

from android_gym.errors import OptionError
from android_gym.simulator.state import State
from android_gym.simulator.system import System
from android_gym.simulator.system.latency import PROFILES, SEED_SETTING, SETTING, parse


@pytest.fixture
def system() -> System:
    return System(State())


def test_nothing_is_late_unless_asked_for(system):
    assert not system.latency.on
    assert not any(system.latency.draw(kind) for kind in PROFILES["phone"])


@pytest.mark.parametrize("name", ["phone", "slow"])
def test_delays_are_within_the_profile_and_of_the_seed(system, name):
    drawn = {}
    for seed in (1, 2, 1):
        system = System(State())
        system.latency.use(name, seed)
        delays = [(kind, system.latency.draw(kind)) for _ in range(50) for kind in PROFILES[name]]
        for kind, delay in delays:
            low, high = PROFILES[name][kind]
            assert low <= delay <= high
        assert drawn.setdefault(seed, delays) == delays
        assert len({delay for kind, delay in delays if kind == "open"}) > 20
    assert drawn[1] != drawn[2]


def test_a_restored_phone_draws_what_it_drew():
    state = State()
    latency = System(state).latency
    latency.use("phone", 5)
    snapshot = state.snapshot()
    first = [latency.draw("load") for _ in range(5)]
    state.restore(snapshot)
    assert [latency.draw("load") for _ in range(5)] == first


def test_adb_sets_profile_and_seed(system):
    system.settings.put("global", SETTING, '{"open": [7, 7]}')
    system.settings.put("global", SEED_SETTING, "3")
    assert system.latency.on
    assert (system.latency.draw("open"), system.latency.draw("close")) == (7, 0)
    system.settings.put("global", SETTING, "a device's own business")
    assert not system.latency.on


@pytest.mark.parametrize(
    "value",
    ["fast", '{"open": 3}', {"open": [3, 1]}, {"open": [0, 60_001]}, {"door": [1, 2]}, "[1]",
     {"open": [0.5, 1]}],
)  # fmt: skip
def test_other_profiles_are_refused(system, value):
    with pytest.raises(OptionError, match="latency"):
        parse(value)
    with pytest.raises(OptionError, match="latency"):
        system.latency.use(value)
    assert not system.latency.on

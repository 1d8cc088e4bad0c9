"""Programs that wait: how they are ended, and what is left of them."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import ThreadPoolExecutor

import pytest
from greenlet import GreenletExit, getcurrent

from android_gym.errors import SimulatorError
from android_gym.simulator.phone import Phone
from android_gym.simulator.state import State
from android_gym.simulator.system.clock import Clock
from android_gym.simulator.wire.programs import Programs
from android_gym.simulator.wire.server import PhoneServer, Ports
from android_gym.testing.serving import free_console_port


@pytest.fixture
def programs():
    programs = Programs(Clock(State()), real_time=True)
    programs.shares_time = True
    return programs


def test_closing_ends_programs_wherever_they_are(programs):
    said = []

    def main(name, work):
        try:
            while True:
                work()
        finally:
            said.append(name)

    works = {
        "waits": programs.wait,
        "sleeps": lambda: programs.pass_time(1000),
        "pauses": programs.pause,
    }
    started = [programs.start(lambda n=n, w=w: main(n, w)) for n, w in works.items()]
    programs.run()
    assert not any(program.done for program in started)
    unstarted = programs.start(lambda: said.append("never"))
    programs.close()
    assert all(program.done for program in (*started, unstarted))
    assert sorted(said) == sorted(works)


def test_closing_waits_for_what_programs_do_at_their_end(programs):
    said = []

    def main():
        try:
            programs.wait()
        finally:
            try:
                programs.wait()
            finally:
                said.append("end")

    program = programs.start(main)
    programs.run()
    programs.close()
    assert program.done
    assert said == ["end"]


def test_a_program_that_will_not_end_is_told(programs):
    over = False

    def main():
        while not over:
            try:
                programs.wait()
            except GreenletExit:
                pass

    programs.start(main)
    programs.run()
    with pytest.raises(SimulatorError, match="1 programs go on although they were killed"):
        programs.close()
    over = True
    programs.close()


def test_a_program_that_fails_is_forgotten(programs):
    def main():
        raise ValueError("a bug")

    program = programs.start(main)
    with pytest.raises(ValueError, match="a bug"):
        programs.run()
    assert program.done
    programs.close()


def test_nothing_keeps_the_main_greenlet_once_programs_are_closed():
    """It must be freed with its thread, not by the garbage collector; see `close`."""

    def work():
        programs = Programs(Clock(State()), real_time=True)
        ended, waiting = programs.start(lambda: None), programs.start(programs.wait)
        programs.run()
        seen = [ended.done, waiting.done, len(gc.get_referrers(getcurrent()))]
        programs.close()
        return [*seen, gc.get_referrers(getcurrent())]

    with ThreadPoolExecutor(1) as thread:  # other tests' programs may be left in this one
        assert thread.submit(work).result() == [True, False, 1, []]


def test_a_server_ends_its_programs_when_it_stops():
    console = free_console_port()
    server = PhoneServer(Phone(), Ports(console, console + 1, 0, adb_servers=()))
    started = []

    def work():
        started.append(server.programs.start(lambda: server.programs.pass_time(1_000_000)))
        server.stop()

    asyncio.run(server.run(work, signals=False))
    assert [program.done for program in started] == [True]

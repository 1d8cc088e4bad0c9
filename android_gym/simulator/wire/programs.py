"""Programs on the phone that can wait: for input, for a log line, for time to pass.

The shell runs a command line from start to end, which suffices for callers in the same process. A
host on the wire sends input late, reads output slowly and follows logs. So on the wire each command
line runs in a greenlet: where it has to wait it is suspended, everything else goes on, and it is
resumed when what it waits for is there. All programs run in one thread, one at a time; without
waiting there is no switching.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from greenlet import GreenletExit, getcurrent, greenlet

from android_gym.errors import SimulatorError

if TYPE_CHECKING:
    from android_gym.simulator.system.clock import Clock

__all__ = ["Program", "Programs"]

_MAX_KILLS: Final = 10
"""Maximum number of times that a program is killed: it may wait again while it ends."""


class Program:
    """Something that runs on the phone and may wait.

    Attributes:
        before_wait: Called whenever it is about to wait.
        done: Whether it has ended.
    """

    def __init__(self, programs: Programs, main: Callable[[], object]) -> None:
        self._programs = programs
        self._greenlet: greenlet | None = greenlet(main)
        self._signal: BaseException | None = None
        self._queued = False
        self.before_wait: Callable[[], None] = lambda: None

    @property
    def done(self) -> bool:
        """Return whether it has ended."""
        return self._greenlet is None

    def wake(self) -> None:
        """Make it check again what it waits for. May be called by another program."""
        if not (self._queued or self.done):
            self._queued = True
            self._programs._ready.append(self)
            self._programs.on_ready()

    def interrupt(self, signal: BaseException) -> None:
        """Raise an exception where it waits."""
        self._signal = signal
        self.wake()

    def kill(self) -> None:
        """End it where it waits."""
        self.interrupt(GreenletExit())

    def _resume(self, hub: greenlet) -> None:
        """Run it until it switches to the hub, which is the caller, or ends."""
        self._queued = False
        if self._greenlet is None:
            return
        signal, self._signal = self._signal, None
        self._greenlet.parent = hub
        try:
            if signal is None:
                self._greenlet.switch()
            else:
                self._greenlet.throw(signal)
        finally:
            if self._greenlet.dead:
                self._greenlet = None


class _Sleep:
    """A program's sleep until a time of the phone's elapsed clock."""

    __slots__ = ("due_ms", "number", "over", "program")

    def __init__(self, due_ms: int, number: int, program: Program) -> None:
        self.due_ms = due_ms
        self.number = number
        self.program = program
        self.over = False

    def __lt__(self, other: _Sleep) -> bool:
        return (self.due_ms, self.number) < (other.due_ms, other.number)


class Programs:
    """All programs of a phone, and the passing of time for them.

    Args:
        clock: The phone's clock.
        real_time: Whether time passes only by `advance_to`, so that a sleeping program waits for
            it. Otherwise sleeping advances the clock.

    Attributes:
        on_ready: Called when a program may continue; `run` must be called then or later.
        shares_time: Whether a program that works for long lets others run; see `pause`.
    """

    def __init__(self, clock: Clock, *, real_time: bool = False) -> None:
        self._clock = clock
        self.real_time = real_time
        self.on_ready: Callable[[], None] = lambda: None
        self.shares_time = False
        self._ready: deque[Program] = deque()
        self._paused: list[Program] = []
        self._sleeping: list[_Sleep] = []
        self._numbers = itertools.count()
        self._current: Program | None = None
        self._alive: dict[Program, None] = {}

    def start(self, main: Callable[[], object]) -> Program:
        """Create a program, which `run` will start."""
        program = Program(self, main)
        self._alive[program] = None
        program.wake()
        return program

    def run(self) -> None:
        """Run programs until all of them wait, pause or have ended.

        Called by a program, it returns at once: they run after the caller has switched back.
        """
        if self._current is not None:
            return
        self._ready.extend(self._paused)
        self._paused.clear()
        hub = getcurrent()
        while self._ready:
            self._current = program = self._ready.popleft()
            try:
                program._resume(hub)
            finally:
                self._current = None
                if program.done:
                    self._alive.pop(program, None)

    def close(self) -> None:
        """End all programs. Must be called in the thread in which they ran, before it ends.

        A greenlet that outlives its thread keeps that thread's main greenlet, which greenlet frees
        by the count of what refers to it: if the garbage collector is at work then, Python crashes.

        Raises:
            SimulatorError: If a program goes on whenever it is killed.
        """
        for _ in range(_MAX_KILLS):
            for program in list(self._alive):
                program.kill()
            self.run()
            if not self._alive:
                return
        raise SimulatorError(f"{len(self._alive)} programs go on although they were killed.")

    @property
    def current(self) -> Program | None:
        """The program that is running."""
        return self._current

    def wait(self) -> None:
        """Wait until `Program.wake`, which may come spuriously.

        Raises:
            SimulatorError: If the caller is not a program.
        """
        if self._current is None:
            raise SimulatorError("Only a program can wait.")
        self._current.before_wait()
        hub = getcurrent().parent
        assert hub is not None  # `run` has set it
        hub.switch()

    def pause(self) -> None:
        """Let everything else run first; the calling program continues in the next `run`."""
        program = self._current
        if program is not None and self.shares_time:
            self._paused.append(program)
            self.on_ready()
            self.wait()

    def pass_time(self, duration_ms: int) -> None:
        """Let time pass, as during a swipe or ``sleep``."""
        program = self._current
        if not self.real_time or program is None:
            self._clock.advance(duration_ms)
        elif duration_ms > 0:
            due = self._clock.elapsed_ms() + duration_ms
            sleep = _Sleep(due, next(self._numbers), program)
            heapq.heappush(self._sleeping, sleep)
            while not sleep.over:
                self.wait()

    @property
    def next_due_ms(self) -> int | None:
        """Return when the next timer or sleeping program is due, in the phone's elapsed time."""
        boot = self._clock.now_ms() - self._clock.elapsed_ms()
        due = [t.due_ms - boot if t.wall else t.due_ms for t in self._clock.timers()[:1]]
        due += [sleep.due_ms for sleep in self._sleeping[:1]]
        return min(due, default=None)

    def advance_to(self, elapsed_ms: int) -> None:
        """Advance the clock, waking sleeping programs in order at their due times."""
        clock = self._clock
        while self._sleeping and self._sleeping[0].due_ms <= elapsed_ms:
            sleep = heapq.heappop(self._sleeping)
            clock.advance(max(0, sleep.due_ms - clock.elapsed_ms()))
            sleep.over = True
            sleep.program.wake()
            self.run()
        clock.advance(max(0, elapsed_ms - clock.elapsed_ms()))

    def shift(self, difference_ms: int) -> None:
        """Shift sleeps by a change of the phone's elapsed time, as restoring a snapshot makes."""
        for sleep in self._sleeping:
            sleep.due_ms += difference_ms

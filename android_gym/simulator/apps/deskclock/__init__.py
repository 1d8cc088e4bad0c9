"""Clock: alarms, world clock, timers, stopwatch, bedtime."""

"""Clock: alarms, world clock, timers, stopwatch and bedtime."""

"""Goals of the Clock in other words."""

from __future__ import annotations

REWORDINGS = {
    "Pause the stopwatch.": (
        "Make sure the stopwatch is not ticking.",
        "Please put the stopwatch on hold.",
        "In the Clock app, the stopwatch should be paused.",
        "Stop the stopwatch for now, if it is going.",
    ),
    "Run the stopwatch.": (
        "Start the stopwatch.",
        "Please get the stopwatch going.",
        "In the Clock app, set the stopwatch running and leave it so.",
        "I want to measure time: have the stopwatch count up.",
    ),
    "Create a timer with {hours} hours, {minutes} minutes, and {seconds} seconds. "
    "Do not start the timer.": (
        "Enter a timer of {hours} hours, {minutes} minutes and {seconds} seconds, but leave it "
        "unstarted.",
        "In the Clock app, set up a timer: hours {hours}, minutes {minutes}, seconds {seconds}. "
        "Don't press start.",
        "I will need a countdown of {hours} h {minutes} min {seconds} s. Prepare it without "
        "letting it run.",
        "Without starting it, type in a timer that lasts {hours} hours plus {minutes} minutes "
        "plus {seconds} seconds.",
    ),
}

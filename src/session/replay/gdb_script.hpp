// SPDX-License-Identifier: Apache-2.0
// A Python script for gdb with the commands next-step, prev-step, goto-step and show-steps.
//
// Three lines in front of it set STEPS and VIOLATIONS, lists of texts, and STOP, a number.
#pragma once

namespace skein::session {

inline constexpr const char* kGdbScript = R"PYTHON(
import gdb

class Position:
    wanted = 1       # stop before this step
    now = 0          # before which step we stand; 0: not started
    news = None      # what else made us stop

def say(text):
    gdb.write(text + "\n")

def show_step(number):
    text = STEPS[number - 1] if 0 < number <= len(STEPS) else "after the schedule's end"
    say("step %d of %d: %s" % (number, len(STEPS), text))

# The innermost frame that is the program's own.
def select_own_frame():
    frame = gdb.newest_frame()
    while frame is not None:
        library = gdb.solib_name(frame.pc())
        if library is None and frame.is_valid():
            frame.select()
            return
        frame = frame.older()

class AtStep(gdb.Breakpoint):
    def stop(self):
        Position.now = int(gdb.parse_and_eval("(unsigned int)$rdi"))
        return Position.now >= Position.wanted

class AtViolation(gdb.Breakpoint):
    def stop(self):
        number = int(gdb.parse_and_eval("(unsigned int)$rdi"))
        text = VIOLATIONS[number] if number < len(VIOLATIONS) else "what the schedule did not show"
        Position.news = "went wrong in step %d: %s" % (Position.now, text)
        return True

class AtEnd(gdb.Breakpoint):
    def stop(self):
        Position.news = "the run is over"
        return True

def set_breakpoints():
    AtStep("skein_at_step", internal=True).silent = True
    AtViolation("skein_at_violation", internal=True).silent = True
    AtEnd("skein_at_end", internal=True).silent = True

def after_stop():
    try:
        select_own_frame()
        gdb.execute("frame")
    except gdb.error:
        pass

def is_alive():
    return gdb.selected_inferior().pid != 0

def go_to(number):
    if number < 1:
        say("there is no step before the first")
        return
    Position.wanted = number
    Position.news = None
    if not is_alive() or number <= Position.now:
        Position.now = 0
        gdb.execute("run", to_string=True)
    else:
        gdb.execute("continue", to_string=True)
    if not is_alive():
        say("the program has ended")
        return
    if Position.news is not None:
        say(Position.news)
    elif Position.now >= Position.wanted:
        show_step(Position.now)
    after_stop()

class NextStep(gdb.Command):
    """Go on to the next step of the schedule: next-step [COUNT]"""
    def __init__(self):
        super().__init__("next-step", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        go_to(Position.now + (int(argument) if argument else 1))

class PreviousStep(gdb.Command):
    """Go back to the step before, by running the program again: prev-step [COUNT]"""
    def __init__(self):
        super().__init__("prev-step", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        go_to(Position.now - (int(argument) if argument else 1))

class GotoStep(gdb.Command):
    """Go to a step of the schedule: goto-step NUMBER"""
    def __init__(self):
        super().__init__("goto-step", gdb.COMMAND_RUNNING)
    def invoke(self, argument, from_tty):
        go_to(int(argument))

class ShowSteps(gdb.Command):
    """Show the schedule; the step that is about to be executed is marked."""
    def __init__(self):
        super().__init__("show-steps", gdb.COMMAND_STATUS)
    def invoke(self, argument, from_tty):
        for number, text in enumerate(STEPS, 1):
            say("%s %4d  %s" % (">" if number == Position.now else " ", number, text))

NextStep()
PreviousStep()
GotoStep()
ShowSteps()
# The symbols are in a library that is loaded when the program starts.
gdb.execute("set breakpoint pending on")
set_breakpoints()
go_to(STOP)
say("next-step, prev-step, goto-step N, show-steps move along the schedule")
)PYTHON";

}  // namespace skein::session

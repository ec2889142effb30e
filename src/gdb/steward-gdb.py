"""Steward in gdb: stops a program at its races, and shows both sides of one.

    steward replay R-7f3a.1 --gdb                      has it loaded, and stops
    gdb -x steward-gdb.py -ex 'steward break' --args ./program

The program is one that was built with -fsanitize=thread. Repeated by Steward, both threads stand at
their accesses. Otherwise, under the runtime of Steward or of ThreadSanitizer, one thread is about to
make the second access, and what is known of the first one is the report's.
"""

import itertools
import os
import re

import gdb

# Functions of the runtimes that are called where a debugger may want to stop.
AT_REPORT, AT_RACE, AT_DEAD_END = "__tsan_on_report", "steward_at_race", "steward_at_dead_end"
AT_STALE_READ = "steward_at_stale_read"
STOPS = (AT_REPORT, AT_RACE, AT_STALE_READ, AT_DEAD_END)
# Where their first two arguments are: they have no debug information.
ARGUMENTS = {"i386:x86-64": ("$rdi", "$rsi"), "aarch64": ("$x0", "$x1")}
RUNTIMES = re.compile(r"(libsteward-|libtsan\.|libclang_rt\.tsan)")
SYSTEM = re.compile(r"(libc\.so|libpthread\.so|ld-linux|libstdc\+\+\.so|linux-vdso)")
# In a program that has its runtime linked in.
RUNTIME_NAMES = re.compile(r"(__tsan|__sanitizer|__interceptor_|steward_at_)")
AROUND = 3  # lines of source
REPORTED = "as reported"


def file_of(frame):
    return os.path.basename(gdb.solib_name(frame.pc()) or "")


def is_of_runtime(frame):
    return bool(RUNTIMES.match(file_of(frame)) or RUNTIME_NAMES.match(frame.name() or ""))


def is_of_program(frame):
    return not is_of_runtime(frame) and not SYSTEM.match(file_of(frame))


def frames():
    """Of the selected thread, the newest first."""
    frame = gdb.newest_frame()
    while frame:
        yield frame
        frame = frame.older()


def program_frame():
    """Where the selected thread is in the program, whatever it has called."""
    return next(filter(is_of_program, frames()), gdb.newest_frame())


def argument(number):
    registers = ARGUMENTS[gdb.newest_frame().architecture().name()]
    return int(gdb.parse_and_eval(registers[number])) & 0xFFFFFFFFFFFFFFFF


class Side:
    """One thread of a race, and where it stood."""

    def __init__(self, thread, goes):
        self.thread = thread
        self.goes = goes
        thread.switch()
        self.pc = program_frame().pc()

    def select(self):
        self.thread.switch()
        program_frame().select()

    def show(self):
        if not self.thread.is_valid():
            print(f"The thread that goes {self.goes} has ended.")
            return False
        self.select()
        if self.goes == REPORTED:
            print(f"Thread {self.thread.num} is at what was reported; the report has the other side:")
        elif gdb.selected_frame().pc() == self.pc:
            print(f"Thread {self.thread.num} stands at the race, and goes {self.goes}:")
        else:
            print(f"Thread {self.thread.num} stood at the race and goes {self.goes}; by now it is here:")
        gdb.execute("frame")
        return True


class Race:
    """The last threads that stood at a race, as pairs of the system's number and who goes when. The one
    shown last stays selected."""

    def __init__(self, *order):
        threads = {thread.ptid[1]: thread for thread in gdb.selected_inferior().threads()}
        self.sides = [Side(threads[number], goes) for number, goes in order if number in threads]

    def show(self, in_full):
        for side in self.sides:
            if side.show() and in_full:
                show_source()
                gdb.execute("backtrace")
                print()

    def select(self, goes):
        for side in self.sides:
            if side.goes == goes:
                side.show()
                return
        raise gdb.GdbError(f"No thread goes {goes}: the report has the other side.")


def show_source():
    line = gdb.selected_frame().find_sal().line
    if not line:
        return
    try:
        text = gdb.execute(f"list {max(1, line - AROUND)},{line + AROUND}", to_string=True)
    except gdb.error:  # the source is not there
        return
    for one in text.splitlines():
        print(f"{'->' if one.startswith(f'{line}{chr(9)}') else '  '} {one}")


def show_stale_read(address, size):
    """The old value lies in memory until the load is over."""
    value = int.from_bytes(gdb.selected_inferior().read_memory(address, size).tobytes(), "little")
    print(f"Thread {gdb.selected_thread().num} is about to read {size} bytes at {address:#x}, and gets an old value: "
          f"{value if value < 2**32 else hex(value)}. Memory has it for this read only.")
    program_frame().select()
    gdb.execute("frame")


race = None


def on_stop(_):
    """All of them stop in the runtime: the user wants to see the function that accesses."""
    global race
    # The compilers' own runtimes have it in a namespace.
    name = (gdb.newest_frame().name() or "").rpartition("::")[2]
    if name == AT_RACE:
        first, second = argument(0) & 0xFFFFFFFF, argument(1) & 0xFFFFFFFF
        # The one that makes the next step last.
        race = Race((second, "second"), (first, "first"))
        race.show(in_full=False)
    elif name == AT_REPORT:
        race = Race((gdb.selected_thread().ptid[1], REPORTED))
        race.show(in_full=False)
    elif name == AT_STALE_READ:
        show_stale_read(argument(0), argument(1))
    elif name == AT_DEAD_END:
        program_frame().select()
        gdb.execute("frame")


def on_exit(_):
    global race
    race = None


class StewardCommand(gdb.Command):
    """What Steward knows of the program that is debugged."""

    def __init__(self):
        super().__init__("steward", gdb.COMMAND_USER, prefix=True)


class BreakCommand(gdb.Command):
    """Stop when two threads stand at a race, when one is reported, when a read gets an old value, and when no
thread can go on.

steward break N: of such reads the first N - 1 go by.
Where the program does so is in the runtime, which may not be loaded yet: the breakpoints wait for it."""

    def __init__(self):
        super().__init__("steward break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, argument, from_tty):
        there = {point.location for point in gdb.breakpoints()}
        for stop in STOPS:
            if stop not in there:
                gdb.execute(f"break {stop}")
        if argument:
            stale = next(point for point in gdb.breakpoints() if point.location == AT_STALE_READ)
            stale.ignore_count = max(0, int(gdb.parse_and_eval(argument)) - 1)


class RaceCommand(gdb.Command):
    """Show both threads of the race: their source and what called them. The one that goes first is selected.

steward race first, steward race second: select that thread, where it accesses."""

    def __init__(self):
        super().__init__("steward race", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        if argument not in ("", "first", "second"):
            raise gdb.GdbError('steward race: "first", "second" or nothing')
        if race is None:
            raise gdb.GdbError("No thread has stopped at a race: see steward break.")
        if argument:
            race.select(argument)
        else:
            race.show(in_full=True)

    def complete(self, text, word):
        return [goes for goes in ("first", "second") if goes.startswith(word)]


class ThreadsCommand(gdb.Command):
    """Show where each thread is in the program, without what it has called in the runtime."""

    def __init__(self):
        super().__init__("steward threads", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        selected = gdb.selected_thread()
        if selected is None:
            raise gdb.GdbError("The program does not run.")
        frame = gdb.selected_frame()
        for thread in sorted(gdb.selected_inferior().threads(), key=lambda thread: thread.num):
            thread.switch()
            place = program_frame()
            line = place.find_sal()
            where = f" at {line.symtab.filename}:{line.line}" if line.symtab else f" in {file_of(place)}"
            mark = "*" if thread.num == selected.num else " "
            print(f"{mark} {thread.num:<3} {thread.name or '':<16} {place.name() or '??'}{where}")
        selected.switch()
        frame.select()


class WithoutRuntime:
    """Leaves the runtime out of backtraces: "backtrace -no-filters" has it."""

    name, priority, enabled = "steward", 100, True

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, decorated):
        called = []
        for one in decorated:
            if is_of_program(one.inferior_frame()):
                decorated = itertools.chain([one], decorated)
                break
            called.append(one)
        else:
            return iter(called)
        # What the runtime has called in its turn is no concern of the program's either.
        if any(is_of_runtime(one.inferior_frame()) for one in called):
            called = []
        return itertools.chain(called, (one for one in decorated if not is_of_runtime(one.inferior_frame())))


StewardCommand()
BreakCommand()
RaceCommand()
ThreadsCommand()
WithoutRuntime()
gdb.events.stop.connect(on_stop)
gdb.events.exited.connect(on_exit)

"""How costs grow: with threads, with locks that are held, with memory in use."""

from pathlib import Path

from lib.bench.programs import ROOT, THREADS, Case, Program

THREAD_COUNTS = (2, 4, 8, 16, 32, 64, 128, 256)
LOCKS_HELD = (0, 1, 2, 4, 8, 16)
MEBIBYTES = (16, 64, 256, 1024, 4096)
# With it, of whichever runtime: 4 more bytes a byte, and some room.
MEMORY_FACTOR = 5.5


class Series:
    """Cases that differ in one number."""

    def __init__(self, name, axis, columns, cases, work=None):
        self.name, self.axis, self.columns = name, axis, columns
        self.cases = cases  # number: Case
        self.work = work or dict.fromkeys(cases, 1)  # number: how many accesses, in some unit
        self.left_out = {}  # number: why

    def costs(self, samples, keys, column, figure):
        """Seconds that the runtime adds for so many accesses, by number."""
        found = {}
        for number, case in self.cases.items():
            with_runtime = samples.median(keys[case], column, figure)
            without = samples.median(keys[case], "native", figure)
            if with_runtime is not None and without is not None:
                found[number] = (with_runtime - without) / self.work[number]
        return found


def ends_of(numbers, quick):
    return (numbers[0], numbers[len(numbers) // 2], numbers[-1]) if quick else numbers


def threads_series(quick):
    program = Program(ROOT / "bench/growth/sharing.c")
    size = "quick" if quick else "full"
    return Series("threads", "threads", ("run",), {
        count: Case(program, size, [str(count), program.sizes[size]], f"sharing-{count}")
        for count in ends_of(THREAD_COUNTS, quick)})


def locks_series(quick):
    program = Program(ROOT / "bench/programs/hashmap.cc")
    size = "quick" if quick else "full"
    return Series("locks", "locks held", ("run",), {
        held: Case(program, size, [str(THREADS), program.sizes[size], str(held)], f"hashmap-{held}")
        for held in ends_of(LOCKS_HELD, quick)})


def predicted_locks_series(quick):
    program = Program(ROOT / "bench/programs/hashmap.cc")
    size = "quick" if quick else "short"
    return Series("locks, predict", "locks held", ("simple", "detailed"), {
        held: Case(program, size, [str(THREADS), program.sizes[size], str(held)], f"predict-hashmap-{held}")
        for held in ends_of(LOCKS_HELD, quick)})


def memory_series(quick):
    program = Program(ROOT / "bench/growth/memory.c")
    sizes, least = (MEBIBYTES[:2], 16) if quick else (MEBIBYTES, 256)
    series = Series("memory", "MiB in use", ("run",), {
        size: Case(program, "quick" if quick else "full", [str(THREADS), str(size), str(least)], f"memory-{size}")
        for size in sizes}, work={size: max(size, least) for size in sizes})
    available = int(Path("/proc/meminfo").read_text().split("MemAvailable:")[1].split()[0]) // 1024
    for size in [size for size in sizes if size * MEMORY_FACTOR > available]:
        del series.cases[size]
        series.left_out[size] = f"needs {size * MEMORY_FACTOR:.0f} MiB, {available} are available"
    return series


def all_series(quick):
    return [threads_series(quick), locks_series(quick), predicted_locks_series(quick), memory_series(quick)]

"""What is wanted of the figures, each met or missed."""

from lib.bench.table import ratio

# Times the slowdown of each compiler's own ThreadSanitizer, on builds of that compiler.
MEAN = {"clang": 1.1, "gcc": 0.8}
RELAXATION = {"clang": 1.5, "gcc": 1.0}
MEMORY = {"clang": 1.5, "gcc": 1.0}
WORST = 2.0
SIMPLE = 1.0
DETAILED = 1.4
THREADS = 1.3
LOCKS = 2.0
PLUGIN = 1.0
SETS = 3.0


class Bar:
    def __init__(self, what, is_, at_most, detail=""):
        self.what, self.value, self.at_most, self.detail = what, is_, at_most, detail

    def is_met(self):
        return self.value is not None and self.value <= self.at_most

    def text(self):
        if self.value is None:
            return f"unknown  {self.what}: not measured ({self.at_most} at most)"
        detail = f", {self.detail}" if self.detail else ""
        return (f"{'met' if self.is_met() else 'MISSED':8} {self.what}: {self.value:.2f} "
                f"({self.at_most} at most{detail})")


def bars_of_compiler(compiler, figures):
    """Of one compiler's builds."""
    builds = f"{compiler} builds"
    worst, whose = figures.worst_against("full", "run", "tsan")
    def programs(size, column, other):
        return f"{figures.count(size, column, other)} of {len(figures.names)} programs"

    yield Bar(f"{builds}: run, times ThreadSanitizer, geometric mean",
              figures.mean_against("full", "run", "tsan"), MEAN[compiler], programs("full", "run", "tsan"))
    yield Bar(f"{builds}: run, times ThreadSanitizer, worst program", worst, WORST, whose)
    yield Bar(f"{builds}: run, times ThreadSanitizer, relaxation",
              figures.against("relaxation", "full", "run", "tsan"), RELAXATION[compiler])
    yield Bar(f"{builds}: run, peak memory, times ThreadSanitizer's, geometric mean",
              figures.mean_against("full", "run", "tsan", "memory"), MEMORY[compiler],
              programs("full", "run", "tsan"))
    if compiler == "clang":
        yield Bar(f"{builds}: predict's simple phase, times ThreadSanitizer, geometric mean",
                  figures.mean_against("short", "simple", "tsan"), SIMPLE, programs("short", "simple", "tsan"))
    if compiler == "gcc":
        yield Bar(f"{builds}: guard by the plugin, times ThreadSanitizer, geometric mean",
                  figures.mean_against("short", "plugin", "tsan"), PLUGIN, programs("short", "plugin", "tsan"))
        yield Bar(f"{builds}: guard by goldilocks, times guard by fasttrack, geometric mean",
                  figures.mean_against("short", "plugin-sets", "plugin"), SETS,
                  programs("short", "plugin-sets", "plugin"))
    yield Bar(f"{builds}: predict's detailed phase, times empty callbacks, geometric mean",
              figures.mean_against("short", "detailed", "empty"), DETAILED,
              programs("short", "detailed", "empty"))


def bars_of_growth(series, samples, keys, figure):
    if series.name == "memory":
        return
    at_most = THREADS if series.name == "threads" else LOCKS
    for column in series.columns:
        costs = series.costs(samples, keys, column, figure)
        least = costs.get(min(series.cases))
        relative = {number: ratio(cost, least) for number, cost in costs.items()}
        number = max(relative, key=lambda n: relative[n] or 0, default=None)
        yield Bar(f"{column}, cost of the same accesses, {min(series.cases)} to {max(series.cases)} {series.axis}",
                  relative.get(number), at_most, f"at {number}" if number is not None else "")

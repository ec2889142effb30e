"""The ways in which each program runs, and what they give."""

import json

from lib.commands import Failed


class Configuration:
    """One command line, which gives figures for one or more columns."""

    def __init__(self, columns, flavour, run, sizes, guards=False):
        self.columns, self.flavour, self.run, self.sizes, self.guards = columns, flavour, run, sizes, guards
        self.name = columns[0]

    def fits(self, compiler, size, is_package):
        """What guards is measured where it can throw: in programs of ours, by the compiler with the plugin."""
        return size in self.sizes and (not self.guards or (compiler == "gcc" and not is_package))


def alone(meter, case, program):
    return meter.run(case.program.words(program, case), cwd=case.program.folder(program))


def with_empty_callbacks(meter, case, program):
    return meter.run(case.program.words(program, case), cwd=case.program.folder(program),
                     environment={"LD_PRELOAD": meter.preload_empty})


def under(*command):
    """Under a command of the tool, which starts the process that measures the program."""

    def run(meter, case, program):
        return meter.run(case.program.words(program, case), before=[meter.tool, *command, "--"],
                         cwd=case.program.folder(program))

    return run


def recorded(meter, case, program):
    trace = meter.folder / "trace"
    try:
        return under("record", "-o", trace)(meter, case, program)
    finally:
        for file in meter.folder.glob("trace*"):
            file.unlink()


def confirmed(meter, case, program):
    """What one more execution costs: it begins in a server of the runtime's own, where nothing can be
    put in between. So the whole command is measured, with few runs and with more."""
    if case.program.site is None:
        return []
    site, report = case.program.site, meter.folder / "confirm.json"

    def command(runs):
        figures = meter.run([meter.tool, "confirm", "--sites", f"{site},{site}", "--runs", str(runs), "--json",
                             report, "--", *case.program.words(program, case)])
        return figures[0], json.loads(report.read_text())["outcome"]["runs"]

    (few, few_runs), (many, many_runs) = command(1), command(3)
    if many_runs <= few_runs:
        raise Failed(f"confirm made {many_runs} runs, {few_runs} with fewer wanted")
    between = many_runs - few_runs
    return [{"wall": (many["wall"] - few["wall"]) / between, "cpu": (many["cpu"] - few["cpu"]) / between,
             "memory": many["memory"], "exit": 0}]


ALL, SHORT, QUICK = ("full", "short", "quick"), ("short", "quick"), ("quick",)

# What is slow is measured at the short size, beside what it is compared with at that size; runs of
# confirm at the quick one, since each atomic operation may be a change of threads.
CONFIGURATIONS = [
    Configuration(["native"], "native", alone, ALL),
    Configuration(["tsan"], "tsan", alone, ALL),
    Configuration(["empty"], "instrumented", with_empty_callbacks, ALL),
    Configuration(["run"], "instrumented", under("run"), ALL),
    Configuration(["simple", "detailed"], "instrumented", under("predict"), SHORT),
    Configuration(["record"], "instrumented", recorded, SHORT),
    Configuration(["confirm"], "instrumented", confirmed, QUICK),
    Configuration(["guard"], "instrumented", under("guard"), SHORT, guards=True),
    Configuration(["guard-sets"], "instrumented", under("guard", "--detector", "goldilocks"), SHORT, guards=True),
    Configuration(["plugin"], "guarded", under("guard"), SHORT, guards=True),
    Configuration(["plugin-sets"], "guarded", under("guard", "--detector", "goldilocks"), SHORT, guards=True),
    Configuration(["plugin-all"], "guarded-all", under("guard"), SHORT, guards=True),
]


def rotated(configurations, by):
    by %= len(configurations)
    return configurations[by:] + configurations[:by]

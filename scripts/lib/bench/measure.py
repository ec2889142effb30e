"""One run of one program, measured from outside by bench/measure.c."""

import hashlib

from lib.commands import Failed, execute

FIGURES = ("wall", "cpu", "memory")  # seconds, seconds of processor time, MiB


class Meter:
    """Where the tool, the process that measures and the empty runtime are."""

    def __init__(self, tool, helper, preload_empty, folder, limit):
        self.tool, self.helper, self.preload_empty = tool, helper, preload_empty
        self.folder, self.limit = folder, limit
        self.lines, self.output, self.errors = (folder / name for name in ("lines", "output", "errors"))

    def run(self, words, before=(), environment=None, cwd=None):
        """Runs it behind the words `before`, a command of Steward's that may start it more than once.

        Gives the figures of each of these processes, and what the last one printed."""
        self.lines.write_text("")
        surroundings = {"STEWARD_STORE": str(self.folder / "store"),
                        "TSAN_OPTIONS": "exitcode=0", **(environment or {})}
        command = list(map(str, [*before, self.helper, self.lines, *words]))
        code = execute(command, self.output, cwd or self.folder, env=surroundings, limit=self.limit,
                       errors=self.errors)
        if code is None:
            raise Failed(f"takes longer than {self.limit} s: {' '.join(command)}")
        figures = [figures_of(line) for line in self.lines.read_text().splitlines()]
        if code not in (0, 66) or not figures or any(one["exit"] not in (0, 66) for one in figures):
            raise Failed(f"exit {code}: {' '.join(command)}\n{self.errors.read_text(errors='replace')[-2000:]}")
        return figures

    def digest(self):
        """Of what was printed: the same for all configurations of a program, or one of them is wrong."""
        return hashlib.sha256(self.output.read_bytes()).hexdigest()[:12]


def figures_of(line):
    nanoseconds, microseconds, kibibytes, code = map(int, line.split())
    return {"wall": nanoseconds / 1e9, "cpu": microseconds / 1e6, "memory": kibibytes / 1024, "exit": code}

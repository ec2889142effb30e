"""The programs on the managed run-time system (runtimes/), recorded, compared, and watched by
ThreadSanitizer."""

import hashlib
import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from lib.commands import Failed

ROOT = Path(__file__).resolve().parents[2]
WORKLOADS = ROOT / "runtimes/workloads"
COLLECTORS = {"MS": "mark-sweep", "SS": "semispace"}
CONFIGURATIONS = ("LARD", "AllMem", "AllSync", "NoClear", "NoCopy", "NoThread", "Naive")
KINDS = ("false", "missed")
# What the paper's numbers come to here: enough to do for some collections, and not for long traces.
SIZE, COLLECT_EVERY = 3, 50
LIMIT = 300
# Each access that races, not only the first of its place.
EVERY_REPORT = ("exitcode=0 suppress_equal_stacks=0 suppress_equal_addresses=0 history_size=7 "
                "report_thread_leaks=0")


def workloads():
    """{name: whether it has races}."""
    table = re.findall(r'\{"(\w+)", \w+, (true|false)\}', (WORKLOADS / "workloads.cc").read_text())
    return {name: races == "true" for name, races in table}


@dataclass(frozen=True)
class Run:
    """One execution of a workload."""
    workload: str
    collector: str
    threads: int
    seed: int

    @property
    def name(self):
        return f"{self.workload}-{self.collector}-{self.threads}-{self.seed}"

    def words(self):
        return [self.workload, "--collector", COLLECTORS[self.collector], "--threads", self.threads,
                "--carriers", min(self.threads + 1, 4), "--seed", self.seed, "--size", SIZE,
                "--collect-every", COLLECT_EVERY]


def output_of(command, env=None):
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=LIMIT,
                              env={**os.environ, **(env or {})})
    except subprocess.TimeoutExpired as late:
        raise Failed(f"{' '.join(words)} does not end") from late
    if done.returncode != 0:
        raise Failed(f"{' '.join(words)} ends with {done.returncode}: {done.stderr[-500:]}")
    return done.stdout, done.stderr


def digest_of(*files):
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.read_bytes())
    return whole.hexdigest()[:16]


class Programs:
    """What is built in the folder `build`, and files in the folder `folder`, gone after use, but for
    what came of comparisons: a folder for each build."""

    def __init__(self, build, folder):
        self.build, self.folder = build, folder
        self.results = folder / digest_of(build / "bin/steward", *sorted((build / "lib/steward").glob("*.so")),
                                          self.program("lard"), self.program("lard-compare"))
        self.results.mkdir(parents=True, exist_ok=True)

    def program(self, name):
        return self.build / "managed" / name

    def compared(self, run):
        """What each configuration says of one recorded execution (see lard-compare), of today or by an
        earlier call."""
        result = self.results / f"{' '.join(map(str, run.words()))}.json"
        if not result.exists():
            draft = result.with_suffix(".draft")
            draft.write_text(json.dumps(self.compare(run)) + "\n")
            draft.replace(result)
        return json.loads(result.read_text())

    def compare(self, run):
        trace, truth = self.folder / f"{run.name}.trace", self.folder / f"{run.name}.truth"
        try:
            output_of([self.build / "bin/steward", "record", "--exit-code", "0", "-o", trace, "--",
                       self.program("lard"), *run.words(), "--truth", truth])
            return json.loads(output_of([self.program("lard-compare"), trace, truth])[0])
        finally:
            trace.unlink(missing_ok=True)
            truth.unlink(missing_ok=True)

    def by_thread_sanitizer(self, run):
        """The lines where the program races, and those that ThreadSanitizer reports, None for places
        that are not the program's. Of an execution of its own."""
        truth = self.folder / f"{run.name}.truth"
        try:
            _, said = output_of([self.program("tsan"), *run.words(), "--truth", truth],
                                {"TSAN_OPTIONS": EVERY_REPORT})
            lines, _ = output_of([self.program("lard-compare"), truth])
        finally:
            truth.unlink(missing_ok=True)
        return ({short(line) for line in lines.split()},
                {place_in(report) for report in said.split("WARNING: ThreadSanitizer: data race")[1:]})


def short(place):
    """file:line without folders and column."""
    name, line = place.split(":")[:2]
    return f"{Path(name).name}:{line}"


def place_in(report):
    """Where the program makes the second access of a race."""
    stack = report.split("Previous ")[0]
    frames = re.findall(r"#\d+ .* (/\S+:\d+)", stack)
    return next((short(frame) for frame in frames if "/workloads/" in frame), None)


def seconds_of(command):
    """Of the processor, by a command and all that it waits for."""
    with open(os.devnull, "wb") as nowhere:
        child = subprocess.Popen([str(word) for word in command], stdout=nowhere, stderr=nowhere)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))} ends with {child.returncode}")
    return usage.ru_utime + usage.ru_stime

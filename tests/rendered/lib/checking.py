"""What tests of rendered reports share: where things are, how a report is made, how a test ends."""

import argparse
import subprocess
import sys
from pathlib import Path

# CMake knows this exit code as "skipped", and ctest lists the test as one that did not run.
SKIPPED = 77


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--source", type=Path, required=True, help="the source tree")
    parser.add_argument("--build", type=Path, required=True, help="a build folder with the tool")
    return parser.parse_args()


def skip(reason):
    """Ends a test that cannot be made here. `reason` says what is missing and how to get it."""
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def render(options, report, form, output):
    """The report corpus/reports/`report` in that form. Its sources are named relative to the tree."""
    command = [options.build / "bin/steward", "report", "--format", form, "--root", ".",
               "--from", f"corpus/reports/{report}", "-o", output]
    subprocess.run(command, cwd=options.source, check=True)


class Checks:
    """Counts what was checked and keeps what was wrong, so that one run shows all of it."""

    def __init__(self):
        self.made = 0
        self.problems = []
        self.about = ""

    def that(self, holds, otherwise):
        self.made += 1
        if not holds:
            self.problems.append(f"{self.about}: {otherwise}")

    def equal(self, what, found, expected):
        self.that(found == expected, f"{what}: found {found!r}, expected {expected!r}")

    def finish(self):
        for problem in self.problems:
            print(problem)
        print(f"{len(self.problems)} problem(s) in {self.made} checks")
        sys.exit(1 if self.problems or not self.made else 0)

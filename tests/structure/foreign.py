#!/usr/bin/env python3
"""Every recipe for foreign code can be read, has what scripts/foreign calls, and is written about.

The recipes themselves need the network and minutes: make foreign runs them.
"""
# scans: tests/foreign

import re
import subprocess

from lib.project import arguments, finish

STEPS = ("build", "work")


def problems_of(recipe, triage):
    text = recipe.read_text()
    if not re.search(r"(?m)^packages=\(\S.*\)$", text):
        yield f"{recipe.name} does not say which packages it needs"
    for step in STEPS:
        if not re.search(rf"(?m)^{step}\(\) {{$", text):
            yield f"{recipe.name} has no function {step}"
    parsed = subprocess.run(["bash", "-n", recipe], capture_output=True, text=True)
    if parsed.returncode != 0:
        yield f"{recipe.name} is not bash: {parsed.stderr.strip()}"
    if not re.search(rf"(?m)^## {re.escape(recipe.stem)}$", triage):
        yield f"docs/foreign.md has no section {recipe.stem}"


def main():
    options = arguments(__doc__)
    triage = (options.source / "docs/foreign.md").read_text()
    recipes = sorted((options.source / "tests/foreign").glob("*.recipe"))
    finish([problem for recipe in recipes for problem in problems_of(recipe, triage)], len(recipes))


if __name__ == "__main__":
    main()

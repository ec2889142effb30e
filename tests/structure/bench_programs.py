#!/usr/bin/env python3
"""Every program of the benchmarks compiles without a warning and finds its own result right, at its
tiny size, with one thread and with three; every recipe there can be read.

Each program by one compiler, GCC or clang by turns; with STEWARD_EVERY_BUILD=1 by both.
"""

import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lib.project import arguments, finish

COMPILERS = {".c": ("gcc", "clang"), ".cc": ("g++", "clang++")}
STANDARDS = {".c": "-std=gnu11", ".cc": "-std=c++20"}
SIZES = re.compile(r"sizes: full \d+, short \d+, quick \d+, tiny (\d+)")
LIMIT = 60  # seconds for one run


def problems_of_build(source, compiler, tiny, folder):
    program = folder / f"{source.stem}-{compiler}"
    built = subprocess.run([compiler, STANDARDS[source.suffix], "-O0", "-Wall", "-Wextra", "-Werror", "-pthread",
                            source, "-o", program, "-lm"], capture_output=True, text=True)
    if built.returncode != 0:
        yield f"{source.name} does not compile by {compiler}:\n{built.stderr}"
        return
    for threads in ("1", "3"):
        run = subprocess.run([program, threads, tiny], capture_output=True, text=True, timeout=LIMIT)
        if run.returncode != 0 or not run.stdout.startswith(f"{source.stem}: "):
            yield f"{source.name} by {compiler}, {threads} threads: exit {run.returncode}, prints: {run.stdout}"


def problems_of_program(source, turn, folder):
    text = source.read_text()
    sizes = SIZES.search(text)
    if not sizes:
        yield f"{source.name} does not name its sizes"
        return
    if not re.search(r"/[/*] here\b", text):
        yield f"{source.name} has no statement marked for confirm"
    both = COMPILERS[source.suffix]
    for compiler in both if os.environ.get("STEWARD_EVERY_BUILD") else both[turn % 2:][:1]:
        yield from problems_of_build(source, compiler, sizes[1], folder)


def problems_of_recipe(recipe):
    text = recipe.read_text()
    if not re.search(r"(?m)^package=\S+$", text):
        yield f"{recipe.name} does not say which package it needs"
    for step in ("build", "words"):
        if not re.search(rf"(?m)^{step}\(\) {{", text):
            yield f"{recipe.name} has no function {step}"
    parsed = subprocess.run(["bash", "-n", recipe], capture_output=True, text=True)
    if parsed.returncode != 0:
        yield f"{recipe.name} is not bash: {parsed.stderr.strip()}"


def main():
    bench = arguments(__doc__).source / "bench"
    sources = sorted(file for folder in ("programs", "growth") for file in (bench / folder).glob("*.c*"))
    recipes = sorted((bench / "packages").glob("*.recipe"))
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda job: list(problems_of_program(job[1], job[0], Path(name))), enumerate(sources))
        problems = [problem for some in found for problem in some]
    problems += [problem for recipe in recipes for problem in problems_of_recipe(recipe)]
    finish(problems, len(sources) + len(recipes))


if __name__ == "__main__":
    main()

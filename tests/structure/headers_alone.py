#!/usr/bin/env python3
"""Every header of include/ and src/ compiles alone, with its layer's flags: by turns with GCC and
clang, or with both if STEWARD_EVERY_BUILD is set. Otherwise not those whose own source includes them
first: the build has shown it of them."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from lib.project import RUNTIME_GRADE, arguments, files_below, finish, layer_of

COMPILERS = ("g++", "clang++")
FLAGS = ("-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only")
RUNTIME_FLAGS = ("-fno-exceptions", "-fno-rtti")


def compile_alone(source, header, compiler):
    """What the compiler says; empty if the header is fine."""
    flags = FLAGS + (RUNTIME_FLAGS if layer_of(source, header) in RUNTIME_GRADE else ())
    folders = [f"-I{source / 'src'}", f"-I{source / 'include'}"]
    # Through an #include, because compilers warn about "#pragma once" in a main file. Twice, so
    # that a forgotten one shows.
    text = f'#include "{header}"\n' * 2
    command = [compiler, *flags, *folders, "-x", "c++", "-"]
    result = subprocess.run(command, input=text, capture_output=True, text=True)
    if result.returncode == 0:
        return None
    return f"{header.relative_to(source)} does not compile alone ({compiler}):\n{result.stderr}"


def is_shown_by_build(source, header):
    """Whether the source beside it includes it before anything else, and nobody can include it twice."""
    beside = header.with_suffix(".cc")
    if not beside.exists() or "#pragma once" not in header.read_text():
        return False
    first = re.search(r'^#include [<"](.*)[>"]', beside.read_text(), re.MULTILINE)
    return first is not None and source / "src" / first[1] == header


def main():
    options = arguments(__doc__)
    headers = files_below(options.source / "src", ".h") + files_below(options.source / "include", ".h")
    every = "STEWARD_EVERY_BUILD" in os.environ
    if not every:
        headers = [header for header in headers if not is_shown_by_build(options.source, header)]
    jobs = [(options.source, header, compiler)
            for i, header in enumerate(headers) for j, compiler in enumerate(COMPILERS)
            if every or i % len(COMPILERS) == j]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [p for p in pool.map(lambda job: compile_alone(*job), jobs) if p]
    finish(problems, len(headers))


if __name__ == "__main__":
    main()

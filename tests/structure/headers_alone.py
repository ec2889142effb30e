#!/usr/bin/env python3
"""Every header of include/ and src/ compiles alone, with its layer's flags: by turns with GCC and
clang, or with both if STEWARD_EVERY_BUILD is set.

Most of the time goes into what headers have in common. It is saved where that hides nothing:
- headers are compiled in chains: each of a chain includes all those before it anyway, so that what
  they declare is no help for it;
- a chain that needs one of the hubs is compiled behind a precompiled form of it.
"""

import os
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lib.project import RUNTIME_GRADE, arguments, files_below, finish, layer_of

FORMS = {"g++": ".gch", "clang++": ".pch"}  # how each compiler calls a precompiled header
# The last as the runtime is built.
FLAGS = ("-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-ignored-attributes")
RUNTIME_FLAGS = ("-fno-exceptions", "-fno-rtti")
INCLUDES = re.compile(r'^#include [<"](.+)[>"]', re.MULTILINE)
# Headers that many others need, and that need many themselves.
HUBS = (
    "base/hash_map.h", "core/policy/policy.h", "core/policy/shadow.h", "runtime/state/thread.h",
    "runtime/state/runtime.h", "report/live/live_report.h", "cli/explore/campaign_report.h",
)


def what_each_needs(folders, headers):
    """{header: the headers among these that it includes, directly or through others}."""
    direct = {}
    for header in headers:
        named = INCLUDES.findall(header.read_text())
        direct[header] = [f / name for name in named for f in (header.parent, *folders) if f / name in headers]
    needs = {}

    def collect(header):
        if header not in needs:
            needs[header] = set()  # also ends a circle
            needs[header] = {h for one in direct[header] for h in (one, *collect(one))}
        return needs[header]

    for header in headers:
        collect(header)
    return needs


def chains_of(headers, needs):
    """The headers in as few chains as a greedy search finds."""
    left = sorted(headers, key=lambda h: (-len(needs[h]), h))
    while left:
        chain = [left[0]]
        for header in left:
            if header in needs[chain[0]]:
                chain.insert(0, header)
        yield chain
        left = [h for h in left if h not in chain]


def by_flags_and_hub(source, headers, needs):
    """{(flags, hub): headers}; the hub is the largest that a header needs, or None."""
    hubs = [source / "src" / name for name in HUBS]
    groups = {}
    for header in sorted(headers):
        flags = RUNTIME_FLAGS if layer_of(source, header) in RUNTIME_GRADE else ()
        needed = [hub for hub in hubs if hub in needs[header]]
        hub = max(needed, key=lambda h: len(needs[h]), default=None)
        groups.setdefault((flags, hub), []).append(header)
    return groups


class Compiler:
    """One of the two, with the flags of a layer, behind one hub or none."""

    def __init__(self, name, source, flags, hub, folder):
        folders = [f"-I{source / 'src'}", f"-I{source / 'include'}"]
        self.source = source
        self.name = name
        self.command = [name, *FLAGS, *flags, *folders]
        self.hub = hub
        self.form = None
        if hub is not None:
            self.form = Path(tempfile.mkdtemp(dir=folder)) / "hub.h"
            self.form.write_text(f'#include "{hub}"\n')

    def prepare(self):
        """Precompiles the hub. If it does not compile, its own chain says so: the others go without."""
        if self.form is not None:
            output = str(self.form) + FORMS[self.name]
            done = subprocess.run([*self.command, "-x", "c++-header", self.form, "-o", output],
                                  capture_output=True, check=False)
            if done.returncode != 0:
                self.form = None

    def complaints(self, chain):
        """What is wrong with the headers of a chain, which one of them being found out one by one."""
        said = self.complaint(chain)
        if said is None:
            return []
        return [c for c in (self.complaint([header]) for header in chain) if c] or [said]

    def complaint(self, chain):
        """What the compiler says; None if it has nothing against any."""
        # Through an #include, because compilers warn about "#pragma once" in a main file. Twice, so
        # that a forgotten one shows.
        text = "".join(f'#include "{header}"\n' * 2 for header in chain)
        behind = [] if self.form is None else ["-include", self.form]
        result = subprocess.run([*self.command, "-fsyntax-only", *behind, "-x", "c++", "-"],
                                input=text, capture_output=True, text=True, check=False)
        if result.returncode == 0:
            return None
        names = ", ".join(str(header.relative_to(self.source)) for header in chain)
        return f"{names} does not compile alone ({self.name}):\n{result.stderr}"


def jobs_of(source, headers, folder):
    """Pairs of a compiler and a chain."""
    needs = what_each_needs((source / "src", source / "include"), headers)
    every = "STEWARD_EVERY_BUILD" in os.environ
    for (flags, hub), some in by_flags_and_hub(source, headers, needs).items():
        compilers = [Compiler(name, source, flags, hub, folder) for name in FORMS]
        for i, chain in enumerate(chains_of(some, needs)):
            for compiler in compilers if every else [compilers[i % 2]]:
                yield compiler, chain


def main():
    options = arguments(__doc__)
    source = options.source
    headers = set(files_below(source / "src", ".h") + files_below(source / "include", ".h"))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = list(jobs_of(source, headers, folder))
        list(pool.map(Compiler.prepare, {compiler for compiler, _ in jobs}))
        problems = [p for found in pool.map(lambda job: job[0].complaints(job[1]), jobs) for p in found]
    finish(problems, len(headers))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""No name that a program takes from the compilers' libraries falls back to an old function of libc.

A program linked with ThreadSanitizer's library asks for the names that it defines without a version.
The loader answers with libc's oldest version unless our runtime has the name. Where the versions are
different functions, it must.
"""

import subprocess
from pathlib import Path

from lib.project import arguments, finish

COMPILERS = (("gcc", "libtsan.so"), ("clang", "libclang_rt.tsan-x86_64.so"))
LIBRARIES = ("libc.so.6", "libm.so.6")
# The loader takes a library's first version for names without one; others give way to the newest.
OLDEST = "GLIBC_2.2.5"


def defined(library):
    """(name, version or "", is it the newest, address) of every function."""
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True,
                            check=True).stdout
    for line in listed.splitlines():
        address, _, symbol = line.rpartition(" ")
        name, _, version = symbol.partition("@")
        yield name, version.lstrip("@"), version.startswith("@"), address.split(" ")[0]


def library_of(compiler, name):
    asked = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True)
    return Path(asked.stdout.strip()).resolve()


def names_with_another_old_version():
    found = set()
    for library in LIBRARIES:
        old, new = {}, {}
        for name, version, newest, address in defined(library_of("gcc", library)):
            if version == OLDEST:
                old[name] = address
            if newest:
                new[name] = address
        found |= {name for name in old if new.get(name, old[name]) != old[name]}
    return found


def main():
    options = arguments(__doc__)
    names = names_with_another_old_version()
    problems, checked = [], 0
    for runtime in sorted((options.build / "lib/steward").glob("libsteward-*.so")):
        ours = {name for name, *_ in defined(runtime)}
        for compiler, library in COMPILERS:
            theirs = {name for name, *_ in defined(library_of(compiler, library))}
            checked += len(names & theirs)
            problems += [f"{runtime.name} lacks {name}, which {library} has: libc's oldest would be taken"
                         for name in sorted((names & theirs) - ours)]
    finish(problems, checked)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""base, core and sched can live inside somebody else's process.

Their objects are compiled without exceptions and RTTI, run nothing before main, take no memory but
what they are handed, and link into a shared library that needs libc alone. The analyses are mostly
templates, so each of their headers must be part of some object: a .cc file instantiates it.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from lib.project import RUNTIME_GRADE, arguments, compilations, files_below, finish, layer_of

ANALYSES = ("core", "sched")
FLAGS = ("-fno-exceptions", "-fno-rtti")
# Symbols an object must not ask for, and what asking for them means. (base defines what stands for a
# pure virtual function: without it the linked library would need more than libc.)
FORBIDDEN = {
    "allocates": r"_Zn[wa].*|_Zd[la].*|malloc|calloc|realloc|reallocarray|free|strdup|strndup"
    r"|asprintf|(posix_)?memalign|aligned_alloc|valloc|sbrk|brk",
    "needs the C++ run-time library": r"__cxa_(?!pure_virtual$).*|__gxx_personality.*|_Unwind_.*|__dynamic_cast"
    r"|_ZTVN10__cxxabiv1.*|_ZN?K?St.*",
}
PAGES = re.compile(r"mmap(64)?|munmap|mremap|madvise")
# The one place that asks the system for memory.
PAGE_SOURCE = "src/base/heap.cc"
NEEDED = {"libc.so.6"}


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def problems_of_symbols(name, obj):
    for symbol in re.findall(r"\b[Uw] (\S+)", output_of("nm", "--undefined-only", obj)):
        for what, pattern in FORBIDDEN.items():
            if re.fullmatch(pattern, symbol):
                readable = output_of("c++filt", symbol).strip()
                yield f"{name} {what}: {readable}"
        if PAGES.fullmatch(symbol) and name != PAGE_SOURCE:
            yield f"{name} asks the system for memory: {symbol}; only the page source may"


def problems_of_object(name, compilation):
    for flag in FLAGS:
        if flag not in compilation.arguments:
            yield f"{name} is compiled without {flag}"
    if not compilation.object.is_file():
        yield f"{name} has not been built: {compilation.object}"
        return
    sections = output_of("readelf", "--section-headers", "--wide", compilation.object)
    if re.search(r" \.(preinit_array|init_array|ctors)", sections):
        yield f"{name} has a static constructor"
    yield from problems_of_symbols(name, compilation.object)


def problems_of_library(compiler, objects):
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "runtime_grade.so"
        link = [compiler, "-shared", "-nodefaultlibs", "-Wl,-z,defs", "-o", library]
        result = subprocess.run([*link, *objects, "-lc", "-lgcc"], capture_output=True, text=True)
        if result.returncode != 0:
            yield f"does not link against libc alone:\n{result.stderr}"
            return
        needed = re.findall(r"\(NEEDED\).*\[(.+)\]", output_of("readelf", "--dynamic", library))
        for name in sorted(set(needed) - NEEDED):
            yield f"the linked library needs {name}"


def problems_of_headers(source, compiler, files):
    command = [compiler, "-std=c++20", "-MM", f"-I{source / 'src'}", f"-I{source / 'include'}", *files]
    part_of_objects = set(output_of(*command).split())
    for layer in ANALYSES:
        for header in files_below(source / "src" / layer, ".h"):
            if str(header) not in part_of_objects:
                yield f"{header.relative_to(source)} is part of no object, so nothing here checks it"


def main():
    options = arguments(__doc__)
    source = options.source
    mine = [
        c for c in compilations(options.build)
        if c.source.is_relative_to(source) and layer_of(source, c.source) in RUNTIME_GRADE
    ]
    problems = []
    for c in mine:
        problems += problems_of_object(str(c.source.relative_to(source)), c)
    objects = [c.object for c in mine if c.object.is_file()]
    if objects:
        compiler = mine[0].arguments[0]
        problems += problems_of_library(compiler, objects)
        problems += problems_of_headers(source, compiler, [c.source for c in mine])
    finish(problems, len(objects))


if __name__ == "__main__":
    main()

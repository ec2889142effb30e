"""The compilers whose ThreadSanitizer is the measure, and how programs are built by them."""

import subprocess

from lib.commands import Failed, newest_clang

COMPILERS = ("clang", "gcc")
# native: without callbacks. tsan: with the compiler's own runtime, linked as its users do.
# instrumented: for runtimes that are preloaded, the empty one and Steward's. guarded: by `steward c++
# --guard`, so that accesses are asked about; guarded-all: all of them.
FLAVOURS = ("native", "tsan", "instrumented", "guarded", "guarded-all")
OPTIMISED = ["-O2", "-g", "-pthread"]


class Toolchain:
    def __init__(self, compiler, tool=None):
        self.compiler, self.tool = compiler, tool
        number = newest_clang() if compiler == "clang" else ""
        self.cc = f"{compiler}{number}"
        self.cxx = f"clang++{number}" if compiler == "clang" else "g++"

    def version(self):
        return subprocess.run([self.cc, "--version"], capture_output=True, text=True,
                              check=True).stdout.splitlines()[0]

    def flags(self, flavour):
        if flavour == "native":
            return OPTIMISED
        if flavour.startswith("guarded"):
            everything = ["-fplugin-arg-steward_guard-check-all"] if flavour == "guarded-all" else []
            return [*OPTIMISED, *everything]
        shared = ["-shared-libsan"] if self.compiler == "clang" and flavour == "instrumented" else []
        quiet = ["-Wno-tsan"] if self.compiler == "gcc" else []
        return [*OPTIMISED, "-fsanitize=thread", *shared, *quiet]

    def has_own_build_for(self, flavour):
        """GCC's ThreadSanitizer is a shared library anyway: one build serves both."""
        return not (self.compiler == "gcc" and flavour == "tsan")

    def build(self, source, flavour, to):
        language, standard = (self.cxx, "-std=c++20") if source.suffix == ".cc" else (self.cc, "-std=gnu11")
        if flavour.startswith("guarded"):
            language = (self.tool, "c++" if source.suffix == ".cc" else "cc", "--guard")
        else:
            language = (language,)
        done = subprocess.run([*language, standard, *self.flags(flavour), source, "-o", to, "-lm"],
                              capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"{source.name} cannot be compiled by {language[0]}:\n{done.stderr}")


def build_helper(source, to, flags):
    """The process that measures, and the empty runtime."""
    if not to.exists() or to.stat().st_mtime < source.stat().st_mtime:
        subprocess.run(["gcc", "-O2", *flags, source, "-o", to], check=True)


def stubs_beside(tool):
    """Empty libraries by the names of the compilers' own keep those out."""
    return sorted((tool.parent.parent / "lib/steward").glob("lib*tsan*"))

"""Programs of others: Debian source packages, built by the recipes of bench/packages/."""

import hashlib
import os
import re
import shutil
import subprocess

from lib.bench.programs import ROOT
from lib.commands import Failed, clang_runtime, execute

RECIPES = ROOT / "bench/packages"
LIMIT = 1800  # seconds for one step
SAMPLE_MEBIBYTES = {"full": 24, "short": 2, "quick": 1}


class Package:
    """One recipe, which sets variables and a function: see recipe.sh there."""

    site = None
    is_package = True

    def __init__(self, name):
        self.name = name
        text = (RECIPES / f"{name}.recipe").read_text()
        self.source_package = re.search(r"(?m)^package=(\S+)$", text)[1]
        self.compares_output = not re.search(r"(?m)^output_differs=yes$", text)
        self.key = hashlib.sha256(text.encode() + (RECIPES / "recipe.sh").read_bytes()).hexdigest()[:12]
        self.sizes = {}
        self.description = None  # of its sources, when they are fetched

    def fetch(self, apt):
        self.description = apt.fetch(self.source_package)

    def prepare(self, toolchain, flavour, folder):
        """The folder of a finished build."""
        if not toolchain.has_own_build_for(flavour):
            return self.prepare(toolchain, "instrumented", folder)
        folder = folder / "packages" / self.name / f"{toolchain.compiler}-{flavour}"
        flags = " ".join(toolchain.flags(flavour))
        key = f"{self.key} {toolchain.version()} {flags} {self.description.name}"
        done = folder / "complete"
        if not done.exists() or done.read_text() != key:
            print(f"bench: building {self.name}, {toolchain.cc}, {flavour}", flush=True)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            if execute(["dpkg-source", "--no-check", "-x", self.description, folder / "source"],
                       folder / "unpack.log", folder, limit=LIMIT) != 0:
                raise Failed(f"{self.name} cannot be unpacked ({folder}/unpack.log)")
            environment = {"CC": toolchain.cc, "CXX": toolchain.cxx, "CFLAGS": flags, "CXXFLAGS": flags,
                           "LDFLAGS": flags, "JOBS": os.environ.get("JOBS", str(os.cpu_count()))}
            # Configuring runs what it compiles, and the loader does not look where clang's library is.
            if toolchain.compiler == "clang":
                environment["LD_LIBRARY_PATH"] = str(clang_runtime(toolchain.cc).parent)
            if execute(["bash", RECIPES / "recipe.sh", self.name, "build"], folder / "build.log", folder / "source",
                       env=environment, limit=LIMIT) != 0:
                raise Failed(f"{self.name} cannot be built ({folder}/build.log)")
            done.write_text(key)
        return folder / "source"

    def words(self, folder, case):
        """The recipe's command, with the sample's path or a number in it."""
        sample = self.sample(folder.parents[3], case.size)
        asked = subprocess.run(["bash", RECIPES / "recipe.sh", self.name, "command", sample, case.size],
                               cwd=folder, capture_output=True, text=True, check=True)
        words = asked.stdout.splitlines()
        return [folder / words[0], *words[1:]]

    def folder(self, folder):
        return folder

    def sample(self, folder, size):
        file = folder / f"sample-{size}.txt"
        if not file.exists():
            file.write_bytes(sample_text(SAMPLE_MEBIBYTES[size] << 20))
        return file


def sample_text(size):
    """Text that compresses, the same on every machine."""
    lines, written, state = [], 0, 1
    while written < size:
        state = state * 16807 % 2147483647
        lines.append(f"{len(lines)} line {written} of a sample: {state % 977} {state:x}\n")
        written += len(lines[-1])
    return "".join(lines).encode()


def all_packages():
    return [Package(recipe.stem) for recipe in sorted(RECIPES.glob("*.recipe"))]

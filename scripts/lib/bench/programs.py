"""What is run: programs of bench/, each at a full size, at a short one, or at one for a quick look."""

import hashlib
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
THREADS = 2


class Program:
    """One source file. Its first comment names its sizes; the line marked `here` is for confirm."""

    compares_output = True
    is_package = False

    def __init__(self, source):
        self.source, self.name = source, source.stem
        text = source.read_text()
        found = re.search(r"sizes: full (\d+), short (\d+), quick (\d+), tiny (\d+)", text)
        self.sizes = dict(zip(("full", "short", "quick", "tiny"), found.groups()))
        self.site = next((f"{source.name}:{number}" for number, line in enumerate(text.splitlines(), 1)
                          if re.search(r"/[/*] here\b", line)), None)
        self.key = hashlib.sha256(text.encode()).hexdigest()[:12]
        self.built = {}

    def prepare(self, toolchain, flavour, folder):
        if not toolchain.has_own_build_for(flavour):
            return self.prepare(toolchain, "instrumented", folder)
        folder = folder / f"{toolchain.compiler}-{flavour}"
        folder.mkdir(parents=True, exist_ok=True)
        program, key = folder / self.name, folder / f"{self.name}.key"
        wanted = f"{self.key} {toolchain.version()} {toolchain.flags(flavour)}"
        if not key.exists() or key.read_text() != wanted or not program.exists():
            toolchain.build(self.source, flavour, program)
            key.write_text(wanted)
        return program

    def words(self, program, case):
        return [program, *case.arguments]

    def folder(self, _program):
        """Where it is to run; None: anywhere."""
        return None


class Case:
    """A program with arguments. Several cases of one program show how something grows."""

    def __init__(self, program, size, arguments=None, label=None):
        self.program, self.size = program, size
        self.arguments = arguments or [str(THREADS), program.sizes.get(size, "")]
        self.name = label or program.name
        self.key = f"{self.name} {size} {program.key} {' '.join(self.arguments)}"


def threaded_programs():
    folder = ROOT / "bench/programs"
    return [Program(source) for source in sorted(folder.iterdir()) if source.suffix in (".c", ".cc")]

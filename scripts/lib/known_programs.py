"""Programs whose races are known: what their heads say of them, how they are compiled and timed."""

import re
import subprocess
import time
from pathlib import Path

from lib.commands import Failed

INCLUDE = Path(__file__).resolve().parents[2] / "include"
COMPILERS = {"gcc": ("g++", "-Wno-tsan"), "clang": ("clang++", "-shared-libsan")}
CLASSES = ("bug", "benign", "false")


def said(source, word):
    """What the lines "// WORD: ..." at the head of a program say."""
    for line in source.read_text().splitlines():
        if not line.startswith("//"):
            return
        if line.startswith(f"// {word}: "):
            yield line.removeprefix(f"// {word}: ")


class Truth:
    """What a program says of its own races.

    "// truth: CLASS NAME: why" in its head, and on each line that accesses the location, "// [NAME]";
    or "// [NAME.WHAT]" where lines of one location have to be told apart, because not all of them can
    meet: "// apart: NAME.WHAT NAME.OTHER: why". "// hard: ..." is the same for those that can, but
    hardly ever do. "// fails: NAME, NAME" says which races make the program fail.
    """

    def __init__(self, source):
        self.name = source.name
        self.classes, self.tags = {}, {}
        for text in said(source, "truth"):
            match = re.fullmatch(r"(\w+) (\w+): \S.*", text)
            if not match or match[1] not in CLASSES or match[2] in self.classes:
                raise Failed(f"{source.name}: not understood: truth: {text}")
            self.classes[match[2]] = match[1]
        for number, line in enumerate(source.read_text().splitlines(), 1):
            if comment := re.search(r"// ((\[[\w.]+\] ?)+)$", line):
                self.tags[number] = set(re.findall(r"[\w.]+", comment[1]))
        tags = set().union(*self.tags.values())
        self.check_used(source, {tag.partition(".")[0] for tag in tags}, set(self.classes))
        self.apart = self.pairs_of(source, "apart", tags)
        self.hard = self.pairs_of(source, "hard", tags)
        self.fails = {name for text in said(source, "fails") for name in re.findall(r"\w+", text)}
        if not self.fails <= set(self.classes):
            raise Failed(f"{source.name}: fails: no such truth: {self.fails - set(self.classes)}")

    @staticmethod
    def check_used(source, used, told):
        if used != told:
            raise Failed(f"{source.name}: with a truth, or on a line, but not both: "
                         f"{', '.join(sorted(used ^ told))}")

    @staticmethod
    def pairs_of(source, word, tags):
        pairs = set()
        for text in said(source, word):
            match = re.fullmatch(r"([\w.]+) ([\w.]+): \S.*", text)
            if not match or not {match[1], match[2]} <= tags:
                raise Failed(f"{source.name}: not understood: {word}: {text}")
            pairs.add(frozenset((match[1], match[2])))
        return pairs

    def tags_of(self, access):
        if access["file"] and Path(access["file"]).name == self.name:
            return self.tags.get(access["line"], set())
        return set()

    def location_of(self, race):
        """The location that both accesses are tagged with; None if that is not exactly one.

        Where clang has made one access of several lines it names no line: the other access tells.
        """
        names = [{tag.partition(".")[0] for tag in self.tags_of(access)}
                 for access in race["accesses"] if not self.has_lost_line(access)]
        if not names:
            return None
        common = set.intersection(*names)
        return common.pop() if len(common) == 1 else None

    def has_lost_line(self, access):
        return access["file"] and Path(access["file"]).name == self.name and not access["line"]

    def of_class(self, wanted):
        return {name for name, kind in self.classes.items() if kind == wanted}

    def is_real(self, race):
        """Whether the two accesses can race; None if nothing depends on it."""
        first, second = (self.tags_of(access) for access in race["accesses"])
        pairs = {frozenset((a, b)) for a in first for b in second}
        if pairs & self.hard:
            return None
        return self.classes[self.location_of(race)] != "false" and not pairs & self.apart


class Builder:
    """Compiles programs into a folder."""

    def __init__(self, compiler, level, folder):
        self.compiler, *self.flags = COMPILERS[compiler]
        self.level = level
        self.folder = folder.resolve() / compiler
        self.folder.mkdir(parents=True, exist_ok=True)

    def compiled(self, source, instrumented=True):
        program = self.folder / (source.stem if instrumented else f"{source.stem}-native")
        language = ["-x", "c"] if source.suffix == ".c" else ["-std=c++20"]
        command = [self.compiler, *language, "-g", self.level, "-pthread", "-I", INCLUDE, source, "-x", "none",
                   *" ".join(said(source, "flags")).split(), "-o", program]
        if instrumented:
            command += ["-fsanitize=thread", *self.flags]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"{source.name} does not compile: {done.stderr}")
        return program


def timed(command, expected=(0,), limit=300):
    """How long a command takes."""
    name = " ".join(Path(str(word)).name for word in command)
    begin = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=limit)
    except subprocess.TimeoutExpired as late:
        raise Failed(f"{name} does not end") from late
    if done.returncode not in expected:
        raise Failed(f"{name} ends with {done.returncode}: {done.stderr[-500:]}")
    return time.monotonic() - begin


def place_of(race):
    return " and ".join(f"{Path(access['file'] or '?').name}:{access['line']}"
                        for access in race["accesses"])


def show(title, head, rows):
    print(f"\n{title}\n")
    widths = [max(len(line[i]) for line in [head, *rows]) for i in range(len(head))]
    for line in [head, *rows]:
        first, *others = (cell.rjust(width) for cell, width in zip(line, widths))
        print("  ".join([first.strip().ljust(widths[0]), *others]))

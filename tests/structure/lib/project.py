"""What the structural checks share: the tree, the compile database, and how to report."""

import argparse
import json
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

RUNTIME_GRADE = ("base", "core", "sched")


@dataclass
class Compilation:
    """One entry of the compile database."""

    source: Path
    object: Path
    arguments: list

    @property
    def target(self):
        """The CMake target the object belongs to."""
        found = re.search(r"CMakeFiles/([^/]+)\.dir/", str(self.object))
        return found.group(1) if found else ""


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--source", type=Path, required=True, help="the source tree")
    parser.add_argument("--build", type=Path, required=True, help="a configured build folder")
    return parser.parse_args()


def compilations(build):
    entries = json.loads((build / "compile_commands.json").read_text())
    for entry in entries:
        words = shlex.split(entry["command"])
        folder = Path(entry["directory"])
        output = words[words.index("-o") + 1]
        for source in sources_in(Path(entry["file"])):
            yield Compilation(source, folder / output, words)


def sources_in(file):
    """What is compiled with `file`: itself, or the sources of a group that CMake compiles as one."""
    if file.parent.name != "Unity":
        return [file]
    return [Path(name) for name in re.findall(r'^#include "(.+)"', file.read_text(), re.MULTILINE)]


def layer_of(source, file):
    """The folder of src/ that `file` belongs to, or None."""
    parts = file.relative_to(source).parts
    return parts[1] if len(parts) > 2 and parts[0] == "src" else None


def files_below(folder, *suffixes):
    found = (f for f in folder.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
    return sorted(f for f in found if not suffixes or f.suffix in suffixes)


def project_files(source):
    """Every file that is, or is about to be, committed."""
    command = ["git", "-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True)
    if listed.returncode != 0:  # a copy without history
        return [f for f in files_below(source) if f.relative_to(source).parts[0] != "build"]
    files = (source / name for name in listed.stdout.split("\0") if name)
    return sorted(f for f in files if f.is_file())


# What a C++ file may hold that only looks like code. Literals are skipped whole, the rest is blanked.
NOT_CODE = re.compile(
    r"""R"(?P<mark>\w*)\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])'
        | (?P<blank> //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])* )""",
    re.S | re.M | re.X,
)


def code_of(text):
    """`text` of a C++ file without comments and preprocessor lines; line numbers stay."""
    return NOT_CODE.sub(lambda m: "\n" * m[0].count("\n") if m["blank"] else m[0], text)


def finish(problems, checked):
    """Ends the check. One that looked at nothing has failed."""
    if not checked:
        problems = [*problems, "nothing to check: the scan found no file"]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problem(s) in {checked} checked")
    sys.exit(1 if problems else 0)

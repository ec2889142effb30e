#!/usr/bin/env python3
"""Every test and every input on disk is registered with ctest, and none is switched off silently.

Five rules:
- every tests/**/*.cc is compiled into an executable that ctest runs;
- every script of the groups that are scripts is a test of ctest;
- every test that a source defines is one that ctest runs;
- DISABLED_ and GTEST_SKIP carry a comment "// reason: ..." on their line or the one before;
- every other file of corpus/ and tests/ is named by a test, or lies in a folder that a test declares
  to scan: "// scans: corpus/traces", or "// scans: corpus/traces/**" with the folders below.
"""

import re

from lib.project import arguments, code_of, compilations, files_below, finish, project_files

DEFINES_TEST = re.compile(
    r"\b(?:TEST(?:_F|_P)?|TYPED_TEST(?:_P)?|RC_GTEST(?:_TYPED)?(?:_FIXTURE)?_PROP)"
    r"\s*\(\s*(\w+)\s*,\s*(\w+)"
)
SWITCHED_OFF = re.compile(r"\bDISABLED_\w|\bGTEST_SKIP\b")
REASON = re.compile(r"//.*\breason: \S")
SCANS = re.compile(r"(?://|#)\s*scans:\s*(\S+)")
CODE = (".cc", ".h", ".py")
# Folders whose sources are parts of tests, not tests.
PARTS = ("support", "structure")
# Folders whose scripts are tests.
SCRIPTS = ("structure", "rendered")


class Registry:
    """What ctest will run, read from the files CMake wrote for it."""

    def __init__(self, build):
        self.commands = (build / "CTestTestfile.cmake").read_text()
        # target: its GoogleTest names, like "Suite.Name"
        self.tests = {}
        for file in build.glob("*_tests.cmake"):
            names = re.findall(r"\[==\[--gtest_filter=(.+?)\]==\]", file.read_text())
            self.tests[file.name.split("[")[0]] = {plain for name in names for plain in plain_names(name)}

    def runs_target(self, target):
        """Fuzz targets are commands of their own; the others are lists of tests."""
        fuzzer = target.removeprefix("fuzz_")
        return bool(self.tests.get(target)) or f"[fuzz_corpus.{fuzzer}]" in self.commands

    def runs_script(self, group, name):
        return f"[{group}.{name}]" in self.commands


def plain_names(name):
    """A listed test as its source may name it: All/Suite.Name/3 and Suite/type.Name are Suite.Name."""
    suite, test = name.split(".", 1)
    return {f"{part}.{test.split('/')[0]}" for part in suite.split("/")}


def problems_of_source(name, text, target, registry):
    if target is None:
        yield f"{name} is not compiled into any test"
        return
    if not registry.runs_target(target):
        yield f"{name}: ctest runs nothing of {target}"
        return
    for suite, test in DEFINES_TEST.findall(code_of(text)):
        if f"{suite}.{test}" not in registry.tests.get(target, ()):
            yield f"{name}: ctest does not run {suite}.{test}"


def problems_of_switches(name, text):
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        above = lines[number - 2] if number > 1 else ""
        if SWITCHED_OFF.search(line) and not REASON.search(line) and not REASON.search(above):
            yield f'{name}:{number}: switched off without "// reason: ..."'


def is_scanned(name, scans):
    folder = name.rpartition("/")[0]
    return any(
        name.startswith(s.removesuffix("**")) if s.endswith("/**") else folder == s.rstrip("/")
        for s in scans
    )


def problems_of_inputs(inputs, texts):
    scans = [s for text in texts for s in SCANS.findall(text)]
    for name in inputs:
        mention = re.compile(r"(?<![\w.-])" + re.escape(name.rpartition("/")[2]) + r"(?![\w.-])")
        if not is_scanned(name, scans) and not any(mention.search(t) for t in texts):
            yield f"{name}: no test names it or scans its folder"


def main():
    options = arguments(__doc__)
    registry = Registry(options.build)
    targets = {c.source: c.target for c in compilations(options.build)}
    code = {str(f.relative_to(options.source)): f for f in files_below(options.source / "tests", *CODE)}
    texts = {name: file.read_text() for name, file in code.items()}

    problems = []
    for name, file in code.items():
        group = name.split("/")[1]
        if file.suffix == ".cc" and group not in PARTS:
            problems += problems_of_source(name, texts[name], targets.get(file), registry)
        if file.suffix == ".py" and file.parent.name in SCRIPTS:
            if not registry.runs_script(file.parent.name, file.stem):
                problems.append(f"{name} is not registered")
        if file.suffix != ".py":
            problems += problems_of_switches(name, texts[name])

    present = (str(f.relative_to(options.source)) for f in project_files(options.source))
    inputs = [n for n in present if n.startswith(("corpus/", "tests/")) and not n.endswith(".md")]
    inputs = [n for n in inputs if n not in code]
    problems += problems_of_inputs(inputs, texts.values())
    finish(problems, len(code) + len(inputs))


if __name__ == "__main__":
    main()

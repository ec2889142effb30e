#!/usr/bin/env python3
"""The other checks pass on a small sound tree, and each fails once that tree is broken."""

import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from lib.project import arguments, finish

SOUND = {
    "include/steward/api.h": "#pragma once\n",
    "src/base/id.h": "#pragma once\nint id();\n",
    "src/base/id.cc": '#include "base/id.h"\nint id() { return 1; }\n',
    "src/base/hash_map.h": "#pragma once\n#include <string>\n",
    "src/core/event.h": '#pragma once\n#include "base/hash_map.h"\n#include "base/id.h"\n',
    "src/core/event.cc": '#include "core/event.h"\nint event() { return id(); }\n',
    "src/trace/trace_writer.h": "#pragma once\n",
    "src/runtime/record.h": '#pragma once\n#include "trace/trace_writer.h"\n',
    "tests/unit/id_test.cc": "// scans: corpus/racy/**\n// scans: tests/foreign\nTEST(Id, IsOne) {}\n",
    "tests/foreign/sort.recipe": "packages=(sort)\nbuild() {\n  make\n}\nwork() {\n  make test\n}\n",
    "docs/foreign.md": "## sort\n",
    "bench/programs/one.c": "/* sizes: full 1, short 1, quick 1, tiny 1 */\n#include <stdio.h>\n"
                            'int main(void) { puts("one: 1"); /* here */ }\n',
    "bench/packages/sort.recipe": "package=sort\nbuild() {\n  make\n}\nwords() {\n  command=(sort)\n}\n",
    "docs/threadsanitizer.md": "of the 3 that apply, 2 pass\n\n## Programs that differ\n\n| a | `b.c` |\n",
    "corpus/racy/counter/counter.c": "int x;\n",
    "build/CTestTestfile.cmake": "",
    "build/unit_tests[1]_tests.cmake": "add_test([=[a]=] b [==[--gtest_filter=All/Id.IsOne/0]==])\n",
}

# check, file, what it holds then, what the check must say
BREAKS = [
    ("bench_programs", "bench/programs/two.c", "int main(void) {}\n", "two.c does not name its sizes"),
    ("bench_programs", "bench/programs/one.c", "/* sizes: full 1, short 1, quick 1, tiny 1 */\nint main(void) {}\n",
     "no statement marked"),
    ("bench_programs", "bench/programs/one.c",
     "/* sizes: full 1, short 1, quick 1, tiny 1 */\nint main(void) { int x; /* here */ }\n", "one.c does not compile"),
    ("bench_programs", "bench/programs/one.c",
     "/* sizes: full 1, short 1, quick 1, tiny 1 */\nint main(void) { return 1; /* here */ }\n", "exit 1, prints"),
    ("bench_programs", "bench/packages/sort.recipe", "package=sort\n", "no function build"),
    ("foreign", "docs/foreign.md", "## short\n", "has no section sort"),
    ("foreign", "tests/foreign/sort.recipe", "packages=(sort)\nbuild() {\n  make\n}\n", "no function work"),
    ("foreign", "tests/foreign/sort.recipe", "if\n", "sort.recipe is not bash"),
    ("foreign", "tests/foreign/sort.recipe", "packages=()\n", "does not say which packages"),
    ("regressions", "docs/threadsanitizer.md", "all pass\n", "does not say how many"),
    ("regressions", "docs/threadsanitizer.md", "of the 3 that apply, 2 pass\n", "0 programs are listed"),
    ("regressions", "docs/threadsanitizer.md",
     "of the 3 that apply, 1 pass\n\n## Programs that differ\n| a | `b.c`, `b.c` |\n", "b.c is listed twice"),
    ("headers_alone", "src/core/event.h", "inline std::string s;\n", "event.h does not compile alone"),
    ("headers_alone", "src/base/alone.h", "#pragma once\ninline std::string s;\n", "alone.h does not"),
    ("headers_alone", "src/base/hash_map.h", "#pragma once\ninline std::string s;\n", "hash_map.h does not"),
    ("headers_alone", "src/base/id.h", "#pragma once\ninline std::string s;\n", "id.h does not compile alone"),
    ("headers_alone", "src/core/event.h", "inline int x;\n", "event.h does not compile alone"),
    ("headers_alone", "src/base/alone.h", "#pragma once\ninline void f() { throw 1; }\n", "alone.h does not"),
    ("headers_alone", "include/steward/api.h", "#pragma once\nsize_t x;\n", "api.h does not"),
    ("includes", "src/base/id.h", '#include "core/event.h"\n', "base may include only: base"),
    ("includes", "src/runtime/record.h", '#include "report/x.h"\n', "no such file"),
    ("includes", "src/core/event.h", '#include "event.h"\n', "no such file"),
    ("includes", "src/core/event.h", '# include "trace/trace_writer.h"\n', "core may include only"),
    ("includes", "src/extra/x.h", '#include "base/id.h"\n', "not a known layer"),
    ("machine_paths", "docs/x.md", "see /" "home/me/x\n", "docs/x.md:1: names a path of one machine"),
    ("machine_paths", "docs/x.md", "see ../" "shared/x\n", "names a folder outside"),
    ("machine_paths", "docs/x.md", "from registry" ".example.org\n", "names the host of a registry"),
    ("registered", "tests/unit/lost_test.cc", "TEST(A, B) {}\n", "not compiled into any test"),
    ("registered", "tests/unit/id_test.cc", "TEST(Id, IsTwo) {}\n", "does not run Id.IsTwo"),
    ("registered", "tests/unit/id_test.cc", "GTEST_SKIP();\n", "switched off without"),
    ("registered", "build/unit_tests[1]_tests.cmake", "", "ctest runs nothing of unit_tests"),
    ("registered", "tests/structure/lost.py", "", "lost.py is not registered"),
    ("registered", "tests/rendered/lost.py", "", "lost.py is not registered"),
    ("registered", "corpus/lost.c", "", "corpus/lost.c: no test names it"),
    ("registered", "tests/unit/golden.txt", "", "golden.txt: no test names it"),
    ("runtime_grade", "src/core/event.cc", "int* f() { return new int; }\n", "allocates: operator new"),
    ("runtime_grade", "src/core/event.cc", "int g(); int x = g();\n", "static constructor"),
    ("runtime_grade", "src/core/lost.h", "#pragma once\n", "core/lost.h is part of no object"),
    ("runtime_grade", "src/core/event.cc", "void g(); void f() { g(); }\n", "does not link"),
    ("runtime_grade", "src/core/event.cc", "struct S { S(); };\nS& f() { static S s; return s; }\n",
     "needs the C++ run-time library: __cxa_guard_acquire"),
    ("runtime_grade", "src/core/event.cc", "#include <sys/mman.h>\nvoid f(void* p) { munmap(p, 1); }\n",
     "asks the system for memory"),
    ("runtime_grade", "src/core/event.cc", "#include <cstdlib>\nvoid f(void* p) { std::free(p); }\n",
     "allocates: free"),
]
# Broken by its flags instead of its text.
WITHOUT_FLAG = ("runtime_grade", "-fno-rtti", "is compiled without -fno-rtti")
FLAGS = "-std=c++20 -fPIC -fno-exceptions -fno-rtti -Isrc"


def make_tree(root, files, flags):
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    database = [compile_command(root, name, flags) for name in SOUND if name.endswith(".cc")]
    (root / "build/compile_commands.json").write_text(json.dumps(database))


def compile_command(root, name, flags):
    target = "unit_tests" if name.startswith("tests") else "layer"
    output = f"build/CMakeFiles/{target}.dir/{name}.o"
    command = f"g++ {flags} -o {output} -c {name}"
    return {"directory": str(root), "file": str(root / name), "command": command}


def build_objects(root):
    for entry in json.loads((root / "build/compile_commands.json").read_text()):
        if "/src/" in entry["file"]:
            words = shlex.split(entry["command"])
            (root / words[words.index("-o") + 1]).parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(words, cwd=root, check=True)


def run_check(check, files, flags=FLAGS):
    """Exit code and output of a check over a tree of `files`."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        make_tree(root, files, flags)
        if check == "runtime_grade":
            build_objects(root)
        script = Path(__file__).with_name(f"{check}.py")
        command = [sys.executable, "-B", script, "--source", root, "--build", root / "build"]
        result = subprocess.run(command, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr


def main():
    options = arguments(__doc__)
    here = options.source / "tests" / "structure"
    checks = sorted(f.stem for f in here.glob("*.py") if f.stem != Path(__file__).stem)
    problems = []
    for check in checks:
        code, output = run_check(check, SOUND)
        if code != 0:
            problems.append(f"{check} fails on the sound tree:\n{output}")
        if check not in {b[0] for b in BREAKS}:
            problems.append(f"{check} is never seen to fail")
    cases = [(check, SOUND | {name: text}, FLAGS, says) for check, name, text, says in BREAKS]
    check, flag, says = WITHOUT_FLAG
    cases.append((check, SOUND, FLAGS.replace(flag, ""), says))
    for check, files, flags, says in cases:
        code, output = run_check(check, files, flags)
        if code != 1 or says not in output:
            problems.append(f'{check} does not say "{says}" (exit {code}):\n{output}')
    finish(problems, len(cases))


if __name__ == "__main__":
    main()

"""A test program in the form that LLVM's runner reads: what its head asks for, as a shell script.

RUN lines say how to build and run it, REQUIRES, UNSUPPORTED and XFAIL where. Only what the programs of
compiler-rt/test/tsan use is known here."""

import re

# What holds on this machine, in the words of those tests.
FEATURES = {"linux", "x86_64-target-arch", "stable-runtime", "glibc-2.30", "shared_unwind"}
TRIPLE = "x86_64-pc-linux-gnu"


def holds(term):
    term = term.strip()
    if term.startswith("!"):
        return not holds(term[1:])
    target = re.fullmatch(r"target=(.*)", term)
    if target:
        parts = re.split(r"\{\{(.*?)\}\}", target[1])
        pattern = "".join(p if i % 2 else re.escape(p) for i, p in enumerate(parts))
        return re.fullmatch(pattern, TRIPLE) is not None
    return term == "*" or term in FEATURES


def fulfilled(expression):
    return any(all(map(holds, choice.split("&&"))) for choice in expression.split("||"))


def lines_of(text, keyword):
    return [line.strip() for line in re.findall(rf"\b{keyword}:(.*)", text)]


def reason_to_skip(text):
    """Why this program does not apply here, or None."""
    for line in lines_of(text, "REQUIRES"):
        if not all(map(fulfilled, line.split(","))):
            return f"requires {line}"
    for line in lines_of(text, "UNSUPPORTED"):
        if any(map(fulfilled, line.split(","))):
            return f"unsupported: {line}"
    for line in lines_of(text, "XFAIL"):
        if any(map(fulfilled, line.split(","))):
            return "fails under ThreadSanitizer, too"
    return None


def script_of(text, substitutions):
    """The RUN lines as a bash script that says what it does and ends at the first failure."""
    commands = "\n".join(lines_of(text, "RUN")).replace("\\\n", " ").splitlines()
    script = ["set -eo pipefail"]
    for command in commands:
        for name, value in substitutions.items():
            command = command.replace(name, value)
        script += [f"cat <<'COMMAND'\n$ {command}\nCOMMAND", command]
    return "\n".join(script) + "\n"

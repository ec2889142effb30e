"""Commands of which nothing is left when they end, and questions to compilers."""

import contextlib
import os
import re
import signal
import subprocess
from pathlib import Path

CLANG_RUNTIME = "libclang_rt.tsan-x86_64.so"
running = set()


class Failed(Exception):
    """A step that could not be done."""


def answer_of(compiler, question):
    return subprocess.run([compiler, question], capture_output=True, text=True).stdout.strip()


def clang_runtime(compiler):
    """ThreadSanitizer's shared library of this clang, or None."""
    path = Path(answer_of(compiler, f"-print-file-name={CLANG_RUNTIME}"))
    return path if path.is_absolute() else None


def newest_clang():
    """The suffix of the newest that has ThreadSanitizer's shared library: before 15 that one crashes
    with C++."""
    found = [re.fullmatch(r"clang-(\d+)", file.name) for file in Path("/usr/bin").glob("clang-*")]
    versions = sorted((int(match[1]) for match in found if match), reverse=True)
    return next((f"-{version}" for version in versions if clang_runtime(f"clang-{version}")), "")


def end_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_all():
    """For who is told to end while threads of it wait for commands."""
    for leader in list(running):
        end_group(leader)


def execute(command, log, cwd, env=None, limit=None, errors=None):
    """Runs a command in a session of its own; afterwards nothing of it is left. None: too late.

    What it says goes to the file `log`, or what it says of errors to a file of that name."""
    with log.open("wb") as out, contextlib.ExitStack() as others:
        error = others.enter_context(errors.open("wb")) if errors else subprocess.STDOUT
        child = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *map(str, command)], cwd=cwd,
                                 stdin=subprocess.DEVNULL, stdout=out, stderr=error,
                                 env={**os.environ, **(env or {})}, start_new_session=True)
        running.add(child.pid)
        try:
            return child.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            end_group(child.pid)
            child.wait()
            running.remove(child.pid)

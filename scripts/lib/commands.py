"""Commands of which nothing is left when they end, and questions to compilers."""

import os
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


def end_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_all():
    """For who is told to end while threads of it wait for commands."""
    for leader in list(running):
        end_group(leader)


def execute(command, log, cwd, env=None, limit=None):
    """Runs a command in a session of its own; afterwards nothing of it is left. None: too late."""
    with log.open("wb") as out:
        child = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *map(str, command)], cwd=cwd,
                                 stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
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

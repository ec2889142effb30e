"""What figures depend on besides the programs."""

import os
import subprocess
from pathlib import Path


def machine():
    """Processor, memory, kernel, and how busy it is."""
    processor = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                      if line.startswith("model name")), "unknown")
    memory = int(Path("/proc/meminfo").read_text().split("MemTotal:")[1].split()[0]) // 1024
    system = subprocess.run(["uname", "-srm"], capture_output=True, text=True).stdout.strip()
    return {"processor": processor, "memory_mib": memory, "system": system,
            "processors": os.cpu_count(), "load": os.getloadavg()[0]}


def commit_of(root):
    """With a plus if there is more than that in the tree."""
    commit = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=root, capture_output=True, text=True)
    changed = subprocess.run(["git", "status", "--porcelain", "-uno"], cwd=root, capture_output=True, text=True)
    return commit.stdout.strip() + ("+" if changed.stdout.strip() else "") if commit.returncode == 0 else "unknown"

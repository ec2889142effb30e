#!/usr/bin/env python3
"""The list of regression programs that differ on purpose can be read, and agrees with its count.

The programs themselves need the network and minutes: make regressions runs them.
"""

import re

from lib.project import arguments, finish


def problems_of(text):
    counts = re.search(r"of the\s+(\d+)\s+that\s+apply,\s+(\d+)\s+pass", text)
    if not counts:
        yield "docs/threadsanitizer.md does not say how many programs pass"
        return
    section = text.split("## Programs that differ", 1)[-1]
    rows = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \|$", section)
    listed = [name for _, names in rows for name in re.findall(r"`([^`]+)`", names)]
    for name in sorted(set(listed)):
        if listed.count(name) > 1:
            yield f"{name} is listed twice"
    if int(counts[1]) - int(counts[2]) != len(listed):
        yield f"{len(listed)} programs are listed, but {counts[2]} of {counts[1]} are said to pass"


def main():
    options = arguments(__doc__)
    text = (options.source / "docs/threadsanitizer.md").read_text()
    finish(list(problems_of(text)), 1)


if __name__ == "__main__":
    main()

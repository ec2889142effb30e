#!/usr/bin/env python3
"""Includes point only downward, from a layer of src/ to itself or to one it stands on."""

import re

from lib.project import arguments, files_below, finish, layer_of

# layer: the layers it may include, besides itself
BELOW = {
    "base": (),
    "core": ("base",),
    "channel": ("base",),
    "sched": ("base", "core"),
    "runtime": ("base", "core", "channel", "sched"),
    "trace": ("base", "core"),
    "report": ("base", "core", "channel", "trace"),
    "store": ("base", "core", "channel", "trace", "report"),
    "cli": ("base", "core", "channel", "sched", "trace", "report", "store"),
}
# The runtime records traces but reads none.
EXCEPTIONS = {"runtime": re.compile(r"trace/(\w+/)*\w*(writer|encoder)\w*\.h")}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.M)


def objection(source, layer, included):
    """Why a file of `layer` must not include `included`, or None."""
    if layer not in BELOW:
        return f"src/{layer} is not a known layer"
    if not (source / "src" / included).is_file() and not (source / "include" / included).is_file():
        return "no such file relative to src/ or include/"
    target = included.split("/")[0]
    if target not in BELOW:
        return "not the path of a layer, like \"core/event/event.h\""
    if target == layer or target in BELOW[layer]:
        return None
    if layer in EXCEPTIONS and EXCEPTIONS[layer].fullmatch(included):
        return None
    return f"{layer} may include only: {', '.join((layer, *BELOW[layer]))}"


def main():
    options = arguments(__doc__)
    files = files_below(options.source / "src", ".h", ".cc")
    problems = []
    for file in files:
        layer = layer_of(options.source, file)
        for match in INCLUDE.finditer(file.read_text()):
            reason = objection(options.source, layer, match[1])
            if reason:
                line = file.read_text()[: match.start()].count("\n") + 1
                problems.append(f'{file.relative_to(options.source)}:{line}: "{match[1]}": {reason}')
    finish(problems, len(files))


if __name__ == "__main__":
    main()

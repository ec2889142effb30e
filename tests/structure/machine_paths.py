#!/usr/bin/env python3
"""No committed file names a path of somebody's machine or the host of a package registry."""

import re

from lib.project import arguments, finish, project_files

# Bracketed letters keep these patterns from matching themselves.
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.}])/(?:[h]ome|[r]oot|[w]ork|[U]sers)/|/[t]mp/build",
    "a folder outside the project": r"\.\./[s]hared\b",
    "the host of a registry": r"\b(?:[p]ypi\.org|[n]pmjs\.(?:com|org)|[c]rates\.io|[d]ocker\.io"
    r"|[g]hcr\.io|[q]uay\.io|deb\.[d]ebian\.org|[r]egistry[-.][\w.-]+\.(?:com|dev|io|net|org))\b",
}


def main():
    options = arguments(__doc__)
    files = project_files(options.source)
    problems = []
    for file in files:
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            for what, pattern in FORBIDDEN.items():
                found = re.search(pattern, line)
                if found:
                    name = file.relative_to(options.source)
                    problems.append(f"{name}:{number}: names {what}: {found[0]}")
    finish(problems, len(files))


if __name__ == "__main__":
    main()

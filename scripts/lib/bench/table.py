"""Figures as text."""

import math


def text_table(head, rows):
    """Columns as wide as they must be, numbers to the right; None is a dash."""
    lines = [head, *[[shown(cell) for cell in row] for row in rows]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)


def shown(cell):
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.0f}" if cell >= 100 else f"{cell:.1f}" if cell >= 10 else f"{cell:.2f}"
    return str(cell)


def ratio(a, b):
    return a / b if a is not None and b else None


def geometric_mean(values):
    """Of those that are there; None: there are none."""
    known = [value for value in values if value]
    return math.exp(sum(map(math.log, known)) / len(known)) if known else None


class Figures:
    """Medians of one compiler's builds: of a case at its full size, and of what is slow at its short one."""

    def __init__(self, samples, keys, names, figure):
        self.samples, self.keys, self.names, self.figure = samples, keys, names, figure

    def median(self, name, size, column, figure=None):
        key = self.keys.get((name, size))
        return self.samples.median(key, column, figure or self.figure) if key else None

    def slowdown(self, name, size, column):
        # At a size of its own, and one thread at a time: what confirm is compared with is the time of
        # all threads together.
        if column == "confirm":
            return ratio(self.median(name, "quick", column), self.median(name, "quick", "native", "cpu"))
        return ratio(self.median(name, size, column), self.median(name, size, "native"))

    def against(self, name, size, column, other, figure=None):
        return ratio(self.median(name, size, column, figure), self.median(name, size, other, figure))

    def mean_slowdown(self, size, column):
        return geometric_mean([self.slowdown(name, size, column) for name in self.names])

    def mean_against(self, size, column, other, figure=None):
        return geometric_mean([self.against(name, size, column, other, figure) for name in self.names])

    def count(self, size, column, other):
        """Of how many programs both are known."""
        return sum(self.against(name, size, column, other) is not None for name in self.names)

    def worst_against(self, size, column, other, figure=None):
        """The greatest ratio and whose it is."""
        known = [(self.against(name, size, column, other, figure), name) for name in self.names]
        return max(((value, name) for value, name in known if value), default=(None, None))


def slowdowns(figures, quick):
    """Two tables: run at full size; all that is slower at the short one."""
    sizes = ("quick size", "quick size") if quick else ("full size", "short size")
    full = [[name, figures.median(name, "full", "native"),
             *[figures.slowdown(name, "full", column) for column in ("tsan", "empty", "run")],
             figures.against(name, "full", "run", "tsan"), figures.against(name, "full", "run", "empty")]
            for name in figures.names]
    full.append(["geometric mean", None,
                 *[figures.mean_slowdown("full", column) for column in ("tsan", "empty", "run")],
                 figures.mean_against("full", "run", "tsan"), figures.mean_against("full", "run", "empty")])
    columns = ("tsan", "empty", "run", "simple", "detailed", "record", "confirm")
    short = [[name, figures.median(name, "short", "native"),
              *[figures.slowdown(name, "short", column) for column in columns],
              figures.against(name, "short", "simple", "tsan"), figures.against(name, "short", "detailed", "empty")]
             for name in figures.names]
    short.append(["geometric mean", None, *[figures.mean_slowdown("short", column) for column in columns],
                  figures.mean_against("short", "simple", "tsan"),
                  figures.mean_against("short", "detailed", "empty")])
    return (text_table([sizes[0], "native s", "tsan", "empty", "run", "run/tsan", "run/empty"], full),
            text_table([sizes[1], "native s", *columns, "simple/tsan", "detailed/empty"], short))


def guards(figures):
    """Programs that are kept from racing: by callbacks or by the plugin, by fasttrack or by goldilocks."""
    columns = ("tsan", "guard", "guard-sets", "plugin", "plugin-sets", "plugin-all")
    pairs = (("plugin", "tsan"), ("plugin-sets", "plugin"), ("plugin", "plugin-all"))
    rows = [[name, figures.median(name, "short", "native"),
             *[figures.slowdown(name, "short", column) for column in columns],
             *[figures.against(name, "short", *pair) for pair in pairs]] for name in figures.names]
    rows.append(["geometric mean", None, *[figures.mean_slowdown("short", column) for column in columns],
                 *[figures.mean_against("short", *pair) for pair in pairs]])
    return text_table(["guard, short size", "native s", *columns, *["/".join(pair) for pair in pairs]], rows)


def memory(figures):
    columns = ("native", "tsan", "run")
    rows = [[name, *[figures.median(name, "full", column, "memory") for column in columns],
             figures.against(name, "full", "run", "tsan", "memory"),
             *[figures.median(name, "short", column, "memory") for column in ("simple", "detailed")]]
            for name in figures.names]
    rows.append(["geometric mean", None, None, None, figures.mean_against("full", "run", "tsan", "memory"),
                 None, None])
    return text_table(["MiB at the peak", *columns, "run/tsan", "simple (short)", "detailed (short)"], rows)


def growth(series, samples, keys, figure):
    columns = ("tsan", *series.columns)
    costs = {column: series.costs(samples, keys, column, figure) for column in columns}
    rows = []
    for number, case in series.cases.items():
        row = [str(number), samples.median(keys[case], "native", figure)]
        for column in columns:
            row += [ratio(samples.median(keys[case], column, figure), row[1]),
                    ratio(costs[column].get(number), costs[column].get(min(series.cases)))]
        rows.append(row + [samples.median(keys[case], column, "memory") for column in ("native", *columns)])
    head = [series.axis, "native s"]
    for column in columns:
        head += [column, "cost"]
    return text_table(head + [f"{column} MiB" for column in ("native", *columns)], rows)

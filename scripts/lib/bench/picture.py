"""The picture of a benchmark's results: slowdowns by program, then how costs grow."""

from lib.bench.plot import Drawing, bars, lines
from lib.bench.table import ratio

WIDTH, BARS, LINES = 1100, 320, 260
COLUMNS = {"full": ("tsan", "empty", "run"), "short": ("tsan", "empty", "simple", "detailed", "record", "confirm")}


def slowdown_panels(results):
    for compiler, figures in results.measured():
        for size, columns in COLUMNS.items():
            rows = [(name, [figures.slowdown(name, size, column) for column in columns])
                    for name in figures.names]
            rows.append(("mean", [figures.mean_slowdown(size, column) for column in columns]))
            yield f"{compiler} builds, {size} size: times native", rows, columns


def growth_panels(results):
    for series in results.series:
        numbers = list(series.cases)
        curves = {}
        for column in ("tsan", *series.columns):
            costs = series.costs(results.samples, results.series_keys, column, results.figure)
            curves[column] = [ratio(costs.get(number), costs.get(numbers[0])) for number in numbers]
        yield f"cost of an access by {series.axis} ({series.name}), times that at {numbers[0]}", numbers, curves


def picture(results):
    panels = [(BARS, bars, panel) for panel in slowdown_panels(results)]
    panels += [(LINES, lines, panel) for panel in growth_panels(results)]
    drawing = Drawing(WIDTH, sum(height for height, _, _ in panels))
    y = 0
    for height, draw, panel in panels:
        drawing.group(y)
        draw(drawing, *panel, height)
        drawing.end()
        y += height
    return drawing.svg()

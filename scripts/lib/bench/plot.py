"""Figures as pictures: SVG, written by hand."""

import math
from html import escape

COLOURS = {"tsan": "#888888", "empty": "#c9c9c9", "run": "#1f6fb4", "simple": "#5aa469", "detailed": "#d08c2f",
           "record": "#9467bd", "confirm": "#b4482f"}
OTHER = "#333333"
LEFT, TOP, BOTTOM = 50, 40, 90


class Drawing:
    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def box(self, x, y, width, height, colour, title=""):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(height, 0):.1f}" '
                          f'fill="{colour}"><title>{escape(title)}</title></rect>')

    def line(self, points, colour, width=1.5):
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="{width}"/>')

    def text(self, x, y, text, anchor="start", turned=False):
        turn = f' transform="rotate(-40 {x:.1f} {y:.1f})"' if turned else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}>{escape(text)}</text>')

    def group(self, y):
        """What follows, down by so much, until `end`."""
        self.parts.append(f'<g transform="translate(0 {y})">')

    def end(self):
        self.parts.append("</g>")

    def svg(self):
        body = "\n".join(self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'font-family="sans-serif" font-size="11">\n<rect width="100%" height="100%" fill="white"/>\n'
                f"{body}\n</svg>\n")


class Scale:
    """Logarithmic, from a power of two to another."""

    def __init__(self, values, bottom, top):
        self.low = math.floor(math.log2(min(values)))
        self.high = max(math.ceil(math.log2(max(values))), self.low + 1)
        self.bottom, self.top = bottom, top

    def at(self, value):
        part = (math.log2(value) - self.low) / (self.high - self.low)
        return self.bottom + (self.top - self.bottom) * part

    def marks(self):
        return [2.0 ** power for power in range(self.low, self.high + 1)]


def axis(drawing, scale, title):
    drawing.text(LEFT, TOP - 18, title)
    for mark in scale.marks():
        drawing.line([(LEFT, scale.at(mark)), (drawing.width - 10, scale.at(mark))], "#e4e4e4", 1)
        drawing.text(LEFT - 5, scale.at(mark) + 4, f"{mark:g}", "end")


def legend(drawing, columns, y):
    for i, column in enumerate(columns):
        drawing.box(LEFT + 90 * i, y - 9, 10, 10, COLOURS.get(column, OTHER))
        drawing.text(LEFT + 14 + 90 * i, y, column)


def bars(drawing, title, rows, columns, height):
    """rows: name, then a value or None for each column, above 1 in general."""
    values = [value for _, row in rows for value in row if value]
    if not values:
        return
    scale = Scale([1.0, *values], height - BOTTOM, TOP)
    axis(drawing, scale, title)
    room = (drawing.width - LEFT - 10) / len(rows)
    thickness = room * 0.8 / len(columns)
    for i, (name, row) in enumerate(rows):
        for j, (column, value) in enumerate(zip(columns, row)):
            if value:
                y = scale.at(value)
                drawing.box(LEFT + i * room + j * thickness, y, thickness, height - BOTTOM - y,
                            COLOURS.get(column, OTHER), f"{name}, {column}: {value:.2f}")
        drawing.text(LEFT + (i + 0.5) * room, height - BOTTOM + 14, name, "end", turned=True)
    legend(drawing, columns, height - 12)


def lines(drawing, title, numbers, curves, height):
    """curves: a name, and a value or None for each number."""
    values = [value for curve in curves.values() for value in curve if value and value > 0]
    if not values:
        return
    scale = Scale(values, height - BOTTOM, TOP)
    axis(drawing, scale, title)
    room = (drawing.width - LEFT - 10) / len(numbers)
    for i, number in enumerate(numbers):
        drawing.text(LEFT + (i + 0.5) * room, height - BOTTOM + 16, str(number), "middle")
    for column, curve in curves.items():
        points = [(LEFT + (i + 0.5) * room, scale.at(value)) for i, value in enumerate(curve)
                  if value and value > 0]
        drawing.line(points, COLOURS.get(column, OTHER))
        for x, y in points:
            drawing.box(x - 2, y - 2, 4, 4, COLOURS.get(column, OTHER))
    legend(drawing, list(curves), height - 40)

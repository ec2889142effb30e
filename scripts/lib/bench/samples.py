"""Every measured run, a line each in one file: a kill loses only the one under way."""

import json
import statistics


class Samples:
    def __init__(self, file, fresh):
        self.file = file
        if fresh:
            file.unlink(missing_ok=True)
        lines = file.read_text().splitlines() if file.exists() else []
        self.all = [line for line in map(parsed, lines) if line is not None]

    def add(self, **sample):
        self.all.append(sample)
        with self.file.open("a") as file:
            file.write(json.dumps(sample) + "\n")

    def has(self, key, round_number, column):
        return any(one["key"] == key and one["round"] == round_number and one["column"] == column
                   for one in self.all)

    def median(self, key, column, figure):
        """None: not measured."""
        values = self.values(key, column, figure)
        return statistics.median(values) if values else None

    def values(self, key, column, figure):
        return [one[figure] for one in self.all if one["key"] == key and one["column"] == column]


def parsed(line):
    try:
        return json.loads(line)
    except json.JSONDecodeError:  # killed while it was written
        return None

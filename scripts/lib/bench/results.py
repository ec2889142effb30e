"""What the samples come to: tables, bars, and all of it as JSON."""

import json

from lib.bench import table
from lib.bench.bars import bars_of_compiler, bars_of_growth
from lib.bench.picture import picture


class Results:
    def __init__(self, samples, figure, about):
        self.samples, self.figure, self.about = samples, figure, about
        self.figures = {}  # by compiler
        self.series, self.series_keys = [], {}  # the latter by case
        self.notes = []

    def bars(self):
        for compiler, figures in self.measured():
            yield from bars_of_compiler(compiler, figures)
        for series in self.series:
            yield from bars_of_growth(series, self.samples, self.series_keys, self.figure)

    def measured(self):
        """Compilers, unless only growth was asked for."""
        return [(compiler, figures) for compiler, figures in self.figures.items() if figures.names]

    def text(self):
        parts = [self.heading()]
        for compiler, figures in self.measured():
            parts.append(f"{self.about['compilers'][compiler]}: slowdowns, times native")
            parts += [*table.slowdowns(figures, self.about["quick"]), table.memory(figures)]
            if compiler == "gcc":
                parts.append(table.guards(figures))
        for series in self.series:
            parts.append(f"Growth: {series.name} ({self.about['compilers'][self.about['growth']]}; "
                         f"cost: added time for so many accesses, in times of that of the first row)\n"
                         + table.growth(series, self.samples, self.series_keys, self.figure))
        if self.about["quick"]:
            parts.append("A first look: starting a process counts for much at these sizes. The bars are for full ones.")
        parts.append("\n".join(bar.text() for bar in self.bars()))
        if self.notes:
            parts.append("\n".join(self.notes))
        return "\n\n".join(parts) + "\n"

    def heading(self):
        about, machine = self.about, self.about["machine"]
        by = "on the clock" if self.figure == "wall" else "of processor time"
        return (f"Steward {about['commit']}; {machine['processor']}, {machine['processors']} processors, "
                f"{machine['memory_mib']} MiB; {machine['system']}\n"
                f"seconds {by}, medians of up to {about['rounds']} rounds{', quick' if about['quick'] else ''}; "
                f"load when it began: {machine['load']:.1f}")

    def data(self):
        programs = {compiler: {name: {size: self.columns_of(figures, name, size) for size in ("full", "short")}
                               for name in figures.names} for compiler, figures in self.figures.items()}
        growth = {series.name: {str(number): self.columns_by_key(self.series_keys[case])
                                for number, case in series.cases.items()} for series in self.series}
        means = {compiler: {"run/tsan": figures.mean_against("full", "run", "tsan"),
                            **{column: figures.mean_slowdown("full", column) for column in ("tsan", "empty", "run")},
                            **{column: figures.mean_slowdown("short", column)
                               for column in ("simple", "detailed", "record", "confirm")}}
                 for compiler, figures in self.figures.items()}
        bars = [{"what": bar.what, "value": bar.value, "at_most": bar.at_most, "met": bar.is_met(),
                 "detail": bar.detail} for bar in self.bars()]
        return {**self.about, "by": self.figure, "geometric_means": means, "programs": programs, "growth": growth,
                "bars": bars, "notes": self.notes}

    def columns_of(self, figures, name, size):
        return self.columns_by_key(figures.keys.get((name, size)))

    def columns_by_key(self, key):
        columns = dict.fromkeys(one["column"] for one in self.samples.all if one["key"] == key)
        return {column: {figure: self.samples.values(key, column, figure) for figure in ("wall", "cpu", "memory")}
                for column in columns}

    def write(self, folder):
        """All three beside each other; only the text is for reading while it goes on."""
        text = self.text()
        (folder / "results.txt").write_text(text)
        (folder / "results.json").write_text(json.dumps(self.data(), indent=1) + "\n")
        (folder / "results.svg").write_text(picture(self))
        return text

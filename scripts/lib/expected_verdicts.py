"""What the heads of programs say of the verdicts that `steward hunt` should come to.

A head speaks the language of the test that reads it, and some leave things open:

  // hunt: NAME VERDICT [OUTCOME|...]   the verdict, and how the program fails
  // hunt: finding KIND[|...]           no race explains how the program fails: that is a finding
  // hunt: none                         (corpus/patterns: these know all races of their program)
  // not reached: NAME [COMPILER]       a verdict that hunt does not come to, or not by that compiler:
                                        docs/hunt.md
  // location: NAME CLASS [OPTIONS]     what old values do (corpus/classify)
  // confirm: A B VERDICT               what directed schedules do to the lines that end in "// A" and
                                        "// B" (corpus/explore)
  // run: race NAME, // expect: ...     what races in one execution (corpus/live, litmus, predict)
"""

import re
from dataclasses import dataclass, field

from lib.commands import Failed
from lib.known_programs import said

VERDICTS = ("none", "potential", "real", "harmful")
# What old values do: make the program fail, slow it down, nothing that matters; or there are none.
CLASSES = ("destructive", "slow", "benign", "none")


def strength(verdict):
    return VERDICTS.index(verdict)


@dataclass
class Expected:
    """Of a location: the weakest and the strongest verdict that its head allows."""
    least: str
    most: str
    outcomes: set = field(default_factory=set)  # one of them; any if there is none
    reached: bool = True  # by the tool

    @property
    def text(self):
        if self.least == self.most:
            verdict = self.least
        else:
            verdict = f"at most {self.most}" if self.least == "none" else f"at least {self.least}"
        return " ".join([verdict, "|".join(sorted(self.outcomes))]).strip()

    @property
    def races(self):
        """None: the head does not say."""
        return self.is_at_least("real")

    @property
    def hurts(self):
        return self.is_at_least("harmful")

    def is_at_least(self, verdict):
        if strength(self.least) >= strength(verdict):
            return True
        return False if strength(self.most) < strength(verdict) else None


@dataclass
class Expectations:
    """Of a program: its locations by their names, and what others may be. None: anything."""
    locations: dict
    others: Expected = None
    lines: dict = field(default_factory=dict)  # of a location that is two lines and has no name
    findings: set = field(default_factory=set)  # one of these kinds; if it is empty, none is needed

    @property
    def is_race_free(self):
        return self.others is not None and not any(one.races is not False
                                                   for one in self.locations.values())

    @property
    def is_clean(self):
        """There is nothing at all to be found."""
        return not self.locations and not self.findings and self.others is not None and self.others.most == "none"

    def name_of(self, race):
        """As heads call its location."""
        lines = sorted(access["line"] or 0 for access in race["accesses"])
        for name, wanted in self.lines.items():
            if lines == wanted:
                return name
        location = race["location"]
        if location["name"] in self.locations or location["kind"] not in self.locations:
            return location["name"] or location["kind"]
        return location["kind"]


def expectations_of(source, compiler):
    """None if the head says nothing of verdicts."""
    for read in (lambda of: by_hunts(of, compiler), by_locations, by_pairs, by_runs):
        expectations = read(source)
        if expectations is not None:
            return expectations
    return None


def by_hunts(source, compiler):
    found, findings, marks = {}, set(), [line.split() for line in said(source, "not reached")]
    not_reached = {name for name, *by in marks if not by or compiler in by}
    lines = list(said(source, "hunt"))
    for line in lines:
        match = re.fullmatch(r"(\S+) (potential|real|harmful)(?: (\S+))?", line)
        if match:
            outcomes = set(match[3].split("|")) if match[3] else set()
            found[match[1]] = Expected(match[2], match[2], outcomes, match[1] not in not_reached)
        elif match := re.fullmatch(r"finding (\S+)", line):
            findings |= set(match[1].split("|"))
        elif line != "none":
            raise Failed(f"{source.name}: not understood: hunt: {line}")
    if strange := {name for name, *_ in marks} - set(found):
        raise Failed(f"{source.name}: not reached, but not expected: {strange}")
    return Expectations(found, Expected("none", "none"), findings=findings) if lines else None


def classes_said(source):
    """Name, class and options of each line "// location: ..."."""
    for line in said(source, "location"):
        name, kind, *options = line.split()
        if kind not in CLASSES:
            raise Failed(f"{source.name}: not understood: location: {line}")
        yield name, kind, options


def by_locations(source):
    """Members have the name of the whole, as in reports. With options hunt does something else."""
    found = {}
    for name, kind, options in classes_said(source):
        verdict = "harmful" if kind == "destructive" else "real"
        least, most = ("real", "harmful") if options else (verdict, verdict)
        found[re.split(r"[.+]", name)[0]] = Expected(least, most)
    return Expectations(found) if found else None


def by_pairs(source):
    """Stale values may show harm that directed schedules do not."""
    found, lines = {}, {}
    text = source.read_text().splitlines()
    for line in said(source, "confirm"):
        first, second, verdict, *_ = line.split()
        name = f"{first}-{second}"
        found[name] = Expected("none", verdict) if verdict == "potential" else Expected(verdict, "harmful")
        lines[name] = sorted(number for tag in (first, second)
                             for number, code in enumerate(text, 1) if code.endswith(f"// {tag}"))
    others = Expected("none", "potential") if source.stem.endswith("_good") else None
    return Expectations(found, others, lines) if found else None


def by_runs(source):
    """What one execution shows is real; what is only predicted may be. Harm is not spoken of."""
    shown, predicted = list(said(source, "run")), list(said(source, "expect"))
    if not predicted:
        return None
    found = {}
    for lines, least in ((predicted, "potential" if shown else "real"), (shown, "real")):
        for line in lines:
            if line.startswith("race "):
                found[line.removeprefix("race ")] = Expected(least, "harmful")
    return Expectations(found, Expected("none", "potential"))


def by_session(text, source):
    """What the end of a hunt prints in a document: "VERDICT  ID  NAME, FILE:LINE ..."."""
    found = {}
    for verdict, name in re.findall(rf"(?m)^(\w+) +R-\w+ +(\S+), {re.escape(source.name)}:", text):
        old = found.get(name)
        if verdict in VERDICTS and (old is None or strength(verdict) > strength(old.least)):
            found[name] = Expected(verdict, verdict)
    if not found:
        raise Failed(f"no session with {source.name} is told")
    return Expectations(found, Expected("none", "none"))

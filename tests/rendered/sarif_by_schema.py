#!/usr/bin/env python3
"""SARIF as code hosts check it: against the published schema, and what the schema cannot say.

scripts/setup fetches the schema; it is not part of this tree.
"""

import json
import os
import re
import tempfile
from pathlib import Path
from urllib.parse import unquote

from lib.checking import Checks, arguments, render, skip

REPORTS = ("every_verdict.json", "hostile_names.json", "without_symbols.json", "nothing.json")
SCHEMA = "build/schema/sarif-2.1.0.json"
LEVELS = {"harmful": "error", "real": "warning", "potential": "note"}
# RFC 3986: what may stand in a path.
PATH = re.compile(r"(?:[\w.~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*", re.ASCII)


def parts(value, name=""):
    """Every value in a document, with the key or index it has where it is."""
    yield name, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from parts(part, key)


def check_by_schema(check, validator, sarif):
    errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(sarif)]
    check.equal("what the schema says", errors, [])
    # Where there should be a list there is one, if empty.
    nothing = [name for name, value in parts(sarif) if value is None]
    check.equal("nulls", nothing, [])


def check_places(check, source, run, program):
    check.equal("the root", run["originalUriBaseIds"]["SRCROOT"]["uri"], f"{source.resolve().as_uri()}/")
    for name, place in parts(run):
        if name != "artifactLocation":
            continue
        uri = place["uri"]
        path = uri.removeprefix("file://")
        check.that(PATH.fullmatch(path), f"no URI: {uri}")
        if "uriBaseId" in place:
            check.that(not path.startswith("/") and ".." not in path.split("/"), f"not below the root: {uri}")
            # What has no place in the source is in the program, which need not be there any more.
            check.that((source / unquote(path)).exists() or unquote(path) == program, f"no file of the tree: {uri}")
        else:
            check.that(uri.startswith("file:///"), f"neither below the root nor absolute: {uri}")


def check_flow(check, flow, access):
    check.equal("the thread of a flow", flow["id"], access["thread"])
    check.equal("steps of a flow", len(flow["locations"]), max(1, len(access["stack"])))
    # From the outside in: the access is the last step.
    check_location(check, flow["locations"][-1]["location"], access)


def check_location(check, location, access):
    check.that(f"by {access['thread']}" in location["message"]["text"], f"whose: {location['message']}")
    if access["file"]:
        physical = location["physicalLocation"]
        check.that(unquote(physical["artifactLocation"]["uri"]).endswith(access["file"]), f"where: {physical}")
        region = {"startLine": access["line"], "startColumn": access["column"]}
        check.equal("the region", physical["region"], region)


def check_race(check, result, race):
    check.about = f"{check.about.split(' ')[0]} {race['id']}"
    check.equal("rule", result["ruleId"], "data-race")
    check.equal("level", result["level"], LEVELS[race["verdict"]])
    check.equal("fingerprints", result.get("partialFingerprints"), {"stewardRace/v1": race["fingerprint"]})
    (flows,) = result["codeFlows"]
    check.equal("flows", len(flows["threadFlows"]), 2)
    for flow, access in zip(flows["threadFlows"], race["accesses"]):
        check_flow(check, flow, access)
    # The later access is where the race is shown, the earlier one is related to it.
    for key, access in (("locations", race["accesses"][1]), ("relatedLocations", race["accesses"][0])):
        check.equal(key, len(result[key] or ""), 1 if access["stack"] or key == "locations" else 0)
        for location in result[key] or () if access["stack"] else ():
            check_location(check, location, access)
    for evidence in race["evidence"]:
        check.that(evidence["replay"] in result["message"]["text"], f"no {evidence['replay']} in the message")


def check_results(check, run, report):
    races = sorted(report["races"], key=lambda race: list(LEVELS).index(race["verdict"]))
    check.equal("results", len(run["results"]), len(races) + len(report["findings"]))
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    check.equal("rules", len(rules), len(set(rules)))
    for result in run["results"]:
        check.that(result["ruleId"] in rules, f"no rule {result['ruleId']}")
        check.that(result["message"]["text"], "a result without a message")
        check.that("physicalLocation" in result["locations"][0], "a result that is nowhere")
    for result, item in zip(run["results"][len(races):], report["findings"]):
        check.equal("a finding", (result["ruleId"], result["level"]), (item["kind"], "warning"))
        check.equal("its fingerprint", result.get("partialFingerprints"), {"stewardFinding/v1": item["id"]})
    for result, race in zip(run["results"], races):
        check_race(check, result, race)


def main():
    options = arguments(__doc__)
    schema = options.source / SCHEMA
    if not schema.is_file():
        skip(f"no {SCHEMA}: scripts/setup fetches it, which needs npm and a network")
    try:
        import jsonschema
    except ImportError:
        skip("this python has no jsonschema: scripts/setup installs python3-jsonschema")
    validator = jsonschema.Draft4Validator(json.loads(schema.read_text()))
    check = Checks()
    with tempfile.TemporaryDirectory() as folder:
        for name in REPORTS:
            check.about = name
            output = Path(folder) / "report.sarif"
            render(options, name, "sarif", output)
            sarif = json.loads(output.read_text())
            check_by_schema(check, validator, sarif)
            check.equal("version and runs", (sarif["version"], len(sarif["runs"])), ("2.1.0", 1))
            (run,) = sarif["runs"]
            report = json.loads((options.source / "corpus/reports" / name).read_text())
            check_places(check, options.source, run, os.path.normpath(report["program"][0]))
            check_results(check, run, report)
    # A schema that lets everything pass would prove nothing.
    check.that(not validator.is_valid({"version": "2.1.0", "runs": [{"results": None}]}), "the schema is empty")
    check.finish()


if __name__ == "__main__":
    main()

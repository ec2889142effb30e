#!/usr/bin/env python3
"""validate_report.py SCHEMA REPORT: exit 0 if the report is valid, else 1 and the reasons."""

import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    try:
        with open(sys.argv[2], encoding="utf-8") as file:
            report = json.load(file)
    except ValueError as error:
        print(f"not JSON: {error}")
        return 1
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(report))
    for error in errors:
        print(f"invalid: {'/'.join(map(str, error.absolute_path))}: {error.message}")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env bash
# recipe.sh NAME build|work|confirm|classify|hunt
#
# One step of the recipe tests/foreign/NAME.recipe, in the folder that holds the unpacked sources, a
# folder a package. The environment says how to compile: CC, CXX, CFLAGS, CXXFLAGS, LDFLAGS, JOBS.
# A recipe sets `packages`, the Debian source packages that it needs, the one it is about first, and
# has two functions, each started in that package's folder:
#   build  compiles, with the package's own build files
#   work   calls `check NAME COMMAND...` for every test
# A recipe that is free of races, but not of false predictions, has a third:
#   confirm  calls `put_to_confirm NAME COMMAND...` for commands that reach what is predicted
# and one that is free of races, and short, another:
#   classify  calls `put_to_classify NAME COMMAND...` for commands that no stale value may disturb
# and one with races to find:
#   hunt  calls `put_to_hunt NAME COMMAND...` for small tests that are over in well under a second
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$PWD
somebody=() # in front of commands that root may not start

# A test passes if its command ends with 0 in time. Only the last lines of a failure are shown: some
# suites are talkative.
check() { # NAME COMMAND...
  local name=$1 log=$top/check.log code=0
  shift
  timeout --kill-after=5 "${CHECK_SECONDS:-300}" "$@" >"$log" 2>&1 </dev/null || code=$?
  if [ "$code" -eq 0 ]; then
    echo "ok $name"
  else
    tail -n 40 "$log" | sed 's/^/  /'
    echo "not ok $name (exit $code)"
  fi
}

# Whether the races of $PREDICTED, a report, can be forced to happen in one command: what the tool
# $STEWARD says goes into the folder $REPORTS. Each race's statements must be executed by some command.
put_to_confirm() { # NAME COMMAND...
  local report=$REPORTS/$1.json
  shift
  "$STEWARD" confirm --runs 20 --from "$PREDICTED" --json "$report" -- "$@" >"$top/check.log" 2>&1 </dev/null ||
    [ -e "$report" ]
}

# Whether stale values do anything to a command, of its variables and of its atomic objects: $RUNS
# runs by each heuristic.
put_to_classify() { # NAME COMMAND...
  local name=$1 location
  shift
  for location in variables atomics; do
    local report=$REPORTS/$name-$location.json options=()
    [ $location = atomics ] || options=(--location '*')
    STEWARD_STORE=$REPORTS/store-$name-$location "$STEWARD" classify "${options[@]}" --runs "$RUNS" --json "$report" \
      -- "$@" >"$top/check.log" 2>&1 </dev/null || [ -e "$report" ]
  done
}

# Hunts a command for $HUNT_TIME, or goes on with the hunt that an earlier start has begun; text, JSON and
# HTML go into the folder $REPORTS.
put_to_hunt() { # NAME COMMAND...
  local report=$REPORTS/$1
  shift
  export STEWARD_STORE=$report.store
  "${somebody[@]}" "$STEWARD" hunt --resume --time "$HUNT_TIME" --jobs "$JOBS" --json "$report.json" -- "$@" \
    >"$report.txt" 2>"$report.log" </dev/null || [ -e "$report.json" ]
  "$STEWARD" report --from "$report.json" --format html -o "$report.html"
}

# Text that compresses, the same on every machine: MEBIBYTES of numbered, hashed lines.
sample() { # MEBIBYTES
  awk -v bytes=$(($1 * 1048576)) 'BEGIN {
    state = 1
    while (written < bytes) {
      state = (state * 16807) % 2147483647
      line = sprintf("%d line %d of a sample: %d", NR, written, state % 977)
      print line
      written += length(line) + 1
    }
  }'
}

# shellcheck source=/dev/null
source "$here/$1.recipe"
# shellcheck disable=SC2154
cd "$top/${packages[0]}"
"$2"

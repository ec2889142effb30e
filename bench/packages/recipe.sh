#!/usr/bin/env bash
# recipe.sh NAME build               in the folder of the unpacked sources
# recipe.sh NAME command SAMPLE SIZE prints the words of the command that is measured, a line each
#
# A recipe NAME.recipe sets `package`, a Debian source package, and has two functions: `build`
# compiles by CC, CXX, CFLAGS, CXXFLAGS, LDFLAGS and JOBS of the environment; `words SAMPLE SIZE` sets
# `command`, relative to that folder, for a file of text and a size, full or short. What the command
# prints must not differ from run to run, unless the recipe says output_differs=yes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# shellcheck source=/dev/null
source "$here/$1.recipe"
case $2 in
  build) build ;;
  command)
    command=()
    words "$3" "$4"
    printf '%s\n' "${command[@]}"
    ;;
  *) exit 2 ;;
esac

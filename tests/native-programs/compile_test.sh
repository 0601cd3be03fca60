#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles every native program (bench/programs, tests/native-programs) with warnings as errors, and runs those that
# are expected to be clean a few times outside of skein. Those of reports/ are compiled, and checked, by the tests of reports. See README.md for the header lines.
# A sixth of them, or all if SKEIN_LONG is set.
# Usage: compile_test.sh [FILE...]; needs SKEIN_SOURCE, the root of the source tree. CC and CXX choose the compilers.
# g++ reads the headers of C++ programs once, in support/common.hpp; expectations.py compiles them without it.
set -euo pipefail

: "${SKEIN_SOURCE:?the root of the source tree}"
self=$(readlink -f -- "${BASH_SOURCE[0]}")
runs=3
common_flags=(-pthread -Wall -Wextra -Werror "-I$SKEIN_SOURCE/include" "-I$SKEIN_SOURCE/include/skein/adapters")

# The value of the header line "// KEY: VALUE", the first one if there are several.
header() { sed -n "s|^// $1: *||p;/^#include/q" "$2" | head -n 1; }

# The arguments that the first expectation asks for: the values of its upper-case keys, in order.
arguments() {
  local word
  for word in $(header expect "$1"); do
    if [[ $word =~ ^[A-Z][A-Z0-9_]*=(.*)$ ]]; then printf '%s\n' "${BASH_REMATCH[1]}"; fi
  done
}

is_clean() { [[ $(header expect "$1") =~ (^| )verdict=clean( |$) ]]; }

# Compiles and runs one program; prints nothing unless something is wrong.
check_one() {
  local file=$1 work compiler flags libs=() expected status round args part
  work=$(mktemp -d "$TMP/XXXXXX")
  case $file in
    *.c) compiler=${CC:-gcc} flags=(-std=c11) ;;
    *) compiler=${CXX:-g++} flags=(-std=c++20) ;;
  esac
  flags+=("${common_flags[@]}")
  if [[ -z $(header expect "$file") ]]; then
    echo "$file: no '// expect:' line"
    return 1
  fi
  if [[ $(header needs "$file") == *skein.h* && ! -f $SKEIN_SOURCE/include/skein/skein.h ]]; then return 0; fi
  read -ra libs <<<"$(header libs "$file")"
  for part in "${libs[@]}"; do
    if [[ $part == -f* || $part == -O* ]]; then flags+=("$part"); fi
  done
  # gcc leaves a precompiled header aside if the program has -f, -O or -std of its own.
  if [[ -n $HEADERS && $file == *.cpp ]]; then flags+=(-include "$HEADERS"); fi
  # shellcheck disable=SC2086 # ccache and compilers may come with arguments
  $CCACHE $compiler "${flags[@]}" -c "$file" -o "$work/program.o" || return 1
  [[ $(header native "$file") == no ]] && return 0
  if [[ $(header needs "$file") == *events.h* ]]; then
    for part in real public; do
      $CCACHE gcc -pthread "-I$SKEIN_SOURCE/include" "-I$SKEIN_SOURCE/src" -c "$SKEIN_SOURCE/src/handlers/$part.c" \
        -o "$work/$part.o" || return 1
      libs+=("$work/$part.o")
    done
  fi
  # shellcheck disable=SC2086
  $compiler -pthread "$work/program.o" "${libs[@]}" -o "$work/program" || return 1
  if ! is_clean "$file" || [[ $(header native "$file") == never-ends ]]; then return 0; fi
  mapfile -t args < <(arguments "$file")
  expected=$(header exit "$file")
  for ((round = 0; round < runs; round++)); do
    status=0
    # As many OpenMP threads as skein has by default: the programs count on it.
    (cd "$work" && OMP_NUM_THREADS=2 timeout 300 ./program "${args[@]}" >output 2>&1) || status=$?
    if ((status != ${expected:-0})); then
      echo "$file: exit status $status, expected ${expected:-0}"
      cat "$work/output"
      return 1
    fi
  done
  rm -rf "$work"
}

if [[ ${1:-} == --one ]]; then
  check_one "$2"
  exit
fi

TMP=$(mktemp -d)
export TMP
trap 'rm -rf "$TMP"' EXIT
CCACHE=$(command -v ccache || true)
[[ -z $CCACHE ]] || CCACHE="$SKEIN_SOURCE/cmake/ccache.sh $CCACHE"
export CCACHE
HEADERS=''
if [[ -z ${CXX:-} ]]; then
  # Always at the same place, so that ccache knows the command again.
  HEADERS=${SKEIN_BUILD:-$TMP}/tests/native-programs/common.hpp
  mkdir -p "${HEADERS%/*}"
  cp "$SKEIN_SOURCE/tests/native-programs/support/common.hpp" "$HEADERS"
  # shellcheck disable=SC2086
  $CCACHE g++ -std=c++20 "${common_flags[@]}" -x c++-header -c "$HEADERS" -o "$HEADERS.gch" -MD -MF "$TMP/read"
fi
export HEADERS

if (($# > 0)); then
  files=("$@")
else
  mapfile -t files < <(cd "$SKEIN_SOURCE" && find "$PWD/bench/programs" "$PWD/tests/native-programs" \
    -path '*/native-programs/reports' -prune -o \( -name '*.c' -o -name '*.cpp' \) -print | sort |
    "$SKEIN_SOURCE/tests/support/shares.py" 6)
fi
((${#files[@]} > 0)) || { echo "no programs found"; exit 1; }

# The slow ones, C++, first.
printf '%s\n' "${files[@]}" | sort -t. -k2r |
  xargs -P "$(nproc)" -d '\n' -I{} "$self" --one {} || { echo "some programs failed"; exit 1; }
echo "${#files[@]} programs compiled"

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cmake/ccache.sh: precompiled headers are made anew, what is compiled with them comes from the cache.
set -euo pipefail

command -v ccache >/dev/null || exit 77
rm -rf ./*
export CCACHE_DIR=$PWD/cache
unset CCACHE_DISABLE

printf '#pragma once\nstruct Move { int to; };\n' >move.hpp
printf '#include "move.hpp"\n' >all.hpp
printf '#include "move.hpp"\nint main() { return Move{0}.to; }\n' >main.cpp

# compile: the precompiled header and the program, as in a build folder made anew.
compile() {
  rm -f all.hpp.gch all.hpp.gch.sum main.o
  "$SKEIN_SOURCE/cmake/ccache.sh" ccache g++ -x c++-header -MD -MT all.hpp.gch -MF all.hpp.gch.d \
    -o all.hpp.gch -c all.hpp
  "$SKEIN_SOURCE/cmake/ccache.sh" ccache g++ -Winvalid-pch -Werror -include "$PWD/all.hpp" \
    -MD -MF main.d -o main.o -c main.cpp
}

# expect HITS MISSES
expect() {
  local statistics
  statistics=$(ccache --print-stats | awk -F'\t' '
    /^(direct|preprocessed)_cache_hit/ { hits += $2 } /^cache_miss/ { misses += $2 }
    END { print hits + 0, misses + 0 }')
  [[ $statistics == "$1 $2" ]] || {
    echo "hits and misses: $statistics, expected: $1 $2"
    exit 1
  }
}

touch -d '2001-01-01' ./*.hpp main.cpp
compile
expect 0 1
# The same files with other times: a header from the cache would not be the same file any more.
touch -d '2002-02-02' ./*.hpp main.cpp
compile
expect 1 1
# Another content.
printf '#pragma once\nstruct Move { long from; int to; };\n' >move.hpp
touch -d '2003-03-03' move.hpp
sed -i 's/Move{0}/Move{0, 0}/' main.cpp
compile
expect 1 2
# Only the header differs: the program is compiled again.
printf '#pragma once\nstruct Move { short from; int to; };\n' >move.hpp
touch -d '2004-04-04' move.hpp
compile
expect 1 3

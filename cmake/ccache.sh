#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles with ccache: cmake/ccache.sh CCACHE COMPILER ARGUMENT...
#
# Precompiled headers are not cached. The compiler writes the times of the files it read into them, to
# know `#pragma once` files again: in a checkout made anew at the same place, a cached one makes it
# read them twice ("redefinition of ..."). What is compiled with a precompiled header is cached by the
# content of the files it was made of, in FILE.gch.sum, because no two of them have the same bytes.
set -eu

ccache=$1
shift

output='' dependencies='' option=''
for argument; do
  case $option in
    -o) output=$argument ;;
    -MF) dependencies=$argument ;;
  esac
  option=$argument
done

case $output in
  *.gch | *.pch)
    rm -f "$output.sum"
    "$@"
    if [ -n "$dependencies" ]; then
      # "target: file file \", and a file's blanks as "\ ", as xargs reads them.
      sed -e 's/^[^ ]*: *//' -e 's/\\$//' "$dependencies" | xargs cat -- | sha256sum >"$output.sum"
    fi
    ;;
  *)
    # What ccache must not be strict about, to keep what is compiled with precompiled headers.
    CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1 exec "$ccache" "$@"
    ;;
esac

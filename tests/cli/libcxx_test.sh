#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# libc++ instead of libstdc++: the same bugs, also where its library synchronises, which skein has
# not compiled. The package is installed if that is possible.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
reports=$SKEIN_SOURCE/tests/native-programs/reports

echo '#include <thread>' > probe.cpp
has_libcxx() { clang++-19 -stdlib=libc++ -fsyntax-only probe.cpp 2> probe.log; }
if ! has_libcxx && [ "$(id -u)" -eq 0 ] && [ -z "${SKEIN_NO_INSTALL:-}" ]; then
  {
    apt-get -o DPkg::Lock::Timeout=60 -q update
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=60 -q -y \
      --no-install-recommends install libc++-19-dev libc++abi-19-dev
  } > apt.log 2>&1
fi
has_libcxx || { echo "skipped: no libc++: $(tail -n 1 probe.log)"; exit 77; }

programs='mpmc_queue rate_limiter'
if is_long; then programs="$programs connection_pool philosophers work_deque"; fi
for program in $programs; do
  "$SKEIN" check "$reports/$program.cpp" --compiler=clang --witness-seconds 0.1 --cflags=-stdlib=libc++ > out.txt 2>&1
  status=$?
  grep -q '^bug: 1 bug found; all executions explored' out.txt || status="$status, wrong verdict"
  [ "$status" = 1 ] || fail "$program: $status: $(cat out.txt)"
  sed '/^  skein replay/d' out.txt | grep -n '0x\|/usr/\|__tree\|__thread' &&
    fail "$program: an address or a header"
done
expect 1 '^bug: .* found; all executions explored' \
  "$SKEIN" check "$reports/async_graph.cpp" --compiler=clang --witness-seconds 0.1 --cflags=-stdlib=libc++
finish

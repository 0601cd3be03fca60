#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# skein cc and skein c++ as the compilers of make, CMake and a configure script.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check "$@"; }

rm -rf project
mkdir -p project
cat > project/part.c <<'END_C'
#include <stdatomic.h>
extern atomic_int x;
void add(void) { x = x + 1; }
END_C
cat > project/whole.cpp <<'END_C'
#include <atomic>
#include <cassert>
#include <thread>
extern "C" {
std::atomic<int> x;
void add(void);
}
int main() {
  std::thread t(add);
  add();
  t.join();
  assert(x == 2);
}
END_C
cat > project/Makefile <<'END_MAKE'
CFLAGS = -O2 -Wall
CXXFLAGS = -O2 -Wall -std=c++20
whole: whole.o libpart.a
	$(CXX) $(CXXFLAGS) $^ -o $@ -pthread
libpart.a: part.o
	$(AR) rcs $@ $^
END_MAKE
cat > project/CMakeLists.txt <<'END_CMAKE'
cmake_minimum_required(VERSION 3.16)
project(whole C CXX)
set(CMAKE_CXX_STANDARD 20)
find_package(Threads REQUIRED)
add_library(part SHARED part.c)
add_executable(whole whole.cpp)
target_link_libraries(whole part Threads::Threads)
END_CMAKE

# The lost update is found, with names and lines: the program was instrumented, in both languages.
expect_bug() {
  expect 1 '^bug: 1 bug found; all executions explored' check "$1" -q --json built.json
  json built.json "r['findings'][0]['kind'] == 'assertion' and r['findings'][0]['repeated']"
}

for compiler in gcc clang-19; do
  command -v "$compiler" > /dev/null || continue
  if ! make -C project -B CC="$SKEIN cc --compiler=$compiler" CXX="$SKEIN c++ --compiler=$compiler" \
    > make.log 2>&1; then
    fail "make with $compiler: $(tail -n 5 make.log)"
  fi
  expect_bug project/whole
done

# Build systems want a program, not a command line: two small scripts.
printf '#!/bin/sh\nexec "%s" cc "$@"\n' "$SKEIN" > skein-cc
printf '#!/bin/sh\nexec "%s" c++ "$@"\n' "$SKEIN" > skein-c++
chmod +x skein-cc skein-c++
rm -rf built
if ! { cmake -S project -B built -DCMAKE_C_COMPILER="$PWD/skein-cc" -DCMAKE_CXX_COMPILER="$PWD/skein-c++" \
  -DCMAKE_BUILD_TYPE=Debug && cmake --build built; } > cmake.log 2>&1; then
  fail "CMake: $(tail -n 10 cmake.log)"
fi
expect_bug built/whole

# What a configure script asks of a compiler: does it work, does its program run, what is it,
# what does the preprocessor say, does this function exist, where do dependencies go.
CC="$SKEIN cc"
echo 'int main(void) { return 0; }' > conftest.c
{ $CC -g -O2 conftest.c -o conftest && ./conftest; } || fail "configure: programs do not run"
$CC -v > /dev/null 2>&1 || fail "configure: -v"
$CC --version > /dev/null || fail "configure: --version"
$CC -dumpmachine | grep -q linux || fail "configure: -dumpmachine"
[ "$(echo __GNUC__ | $CC -E -P -)" -ge 4 ] || fail "configure: -E"
echo 'char no_such_function(void); int main(void) { return no_such_function(); }' > conftest.c
$CC conftest.c -o conftest 2> /dev/null && fail "configure: links what does not exist"
echo '#include <no_such_header.h>' > conftest.c
$CC -E conftest.c > /dev/null 2>&1 && fail "configure: finds what does not exist"
echo 'int f(void) { return 1; }' > conftest.c
{ $CC -MMD -MF conftest.d -c conftest.c -o conftest.o && grep -q conftest.c conftest.d; } || fail "configure: -MMD"
$CC -shared -fPIC conftest.c -o libconftest.so || fail "configure: -shared"
$CC -fsyntax-only conftest.c || fail "configure: -fsyntax-only"
finish

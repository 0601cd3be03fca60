#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The example project with find_package(skein), from an installed skein that was moved: with Ninja
# and with make, gcc and clang; its tests pass, and turn red when its code is broken.
set -u
: "${SKEIN_BUILD:?}" "${SKEIN_SOURCE:?}"
failures=0
fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

rm -rf prefix installed project build-*
cmake --install "$SKEIN_BUILD" --prefix "$PWD/prefix" > install.log 2>&1 || fail "cmake --install"
mv prefix installed
cp -r "$SKEIN_SOURCE/examples/cmake-project" project
unset SKEIN # the installed one is meant

# configure FOLDER ARGUMENT...: with the project in its present state
configure() {
  local folder=$1
  shift
  if ! cmake -S project -B "$folder" -DCMAKE_PREFIX_PATH="$PWD/installed" "$@" > "$folder.log" 2>&1 ||
    ! cmake --build "$folder" >> "$folder.log" 2>&1; then
    tail -n 30 "$folder.log"
    fail "cannot build $folder"
  fi
}
# tests FOLDER: runs ctest; the output is in FOLDER.txt
tests() {
  ctest --test-dir "$1" --output-on-failure > "$1.txt" 2>&1
}

configure build-ninja -G Ninja
tests build-ninja || fail "$(tail -n 60 build-ninja.txt)"
grep -q '100% tests passed, 0 tests failed out of 3' build-ninja.txt ||
  fail "not three tests: $(tail build-ninja.txt)"
for ending in html json sarif xml; do
  [ -s "build-ninja/reports/skein.handover.$ending" ] || fail "no report as $ending"
done
python3 - <<'END' || fail "the program was not explored, or without its argument"
import json
r = json.load(open("build-ninja/reports/skein.handover.json"))
assert r["verdict"] == "clean" and r["arguments"] == ["2"] and r["executions"] > 1, r
END

configure build-make -G "Unix Makefiles" -DCMAKE_CXX_COMPILER=clang++-19
tests build-make || fail "$(tail -n 60 build-make.txt)"

# notify_one without anything waiting for it is lost if the condition is not looked at first.
sed -i 's/wait(guard, .*/wait(guard);/' project/src/stack.hpp
cmake --build build-ninja > broken.log 2>&1 || fail "cannot build the broken project"
rm -rf kept
SKEIN_REPORTS=$PWD/kept tests build-ninja && fail "the broken project passes"
grep -q 'skein.handover.*Failed' build-ninja.txt || fail "handover does not fail"
grep -q 'HandsOverEveryValueOnce.*Failed' build-ninja.txt || fail "the test of GoogleTest does not fail"
grep -q 'TryPopTakesNothingTwice.*Passed' build-ninja.txt || fail "what is not broken fails"
grep -q 'C++ exception.*skein::check at .*stack_test.cpp' build-ninja.txt ||
  fail "the failure does not say where: $(cat build-ninja.txt)"
grep -q 'BUG 1: deadlock' build-ninja.txt || fail "the failure does not show the deadlock"
[ "$(find kept -name 'stack_test-stack_test.cpp-*.sarif' | wc -l)" -eq 2 ] ||
  fail "reports of the checks: $(ls kept)"

# EXPECTS_BUG, ACCEPTS_INCOMPLETE, and mistakes.
cat >> project/CMakeLists.txt <<'END'
skein_add_test(handover NAME buggy ARGUMENTS 1 EXPECTS_BUG)
skein_add_test(handover NAME cut ARGUMENTS 2 OPTIONS --max-steps 5 ACCEPTS_INCOMPLETE)
skein_add_test(handover NAME wrong OPTIONS --no-such-option EXPECTS_BUG)
END
configure build-ninja
tests build-ninja
grep -q ' buggy \.*  *Passed' build-ninja.txt || fail "EXPECTS_BUG: $(grep buggy build-ninja.txt)"
grep -q ' cut \.*\**Skipped' build-ninja.txt || fail "ACCEPTS_INCOMPLETE: $(grep cut build-ninja.txt)"
grep -q ' wrong \.*\**Failed' build-ninja.txt || fail "an error pleases EXPECTS_BUG"

# Libraries of the project that an instrumented program links are instrumented too; those that another
# program needs as well are named.
mkdir -p project/linked
cat > project/linked/deep.c <<'END'
#include <stdatomic.h>
static atomic_int x;
int deep_get(void) { return atomic_load(&x); }
void deep_set(int value) { atomic_store(&x, value); }
END
cat > project/linked/outer.c <<'END'
int deep_get(void);
void deep_set(int value);
void outer_add(void) { deep_set(deep_get() + 1); }
int outer_get(void) { return deep_get(); }
END
cat > project/linked/main.c <<'END'
#include <assert.h>
#include <pthread.h>
void outer_add(void);
int outer_get(void);
static void* t(void* p) { outer_add(); return p; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t, 0);
  outer_add();
  pthread_join(a, 0);
  assert(outer_get() == 2);
}
END
cat > project/linked/CMakeLists.txt <<'END'
add_library(deep STATIC deep.c)
add_library(outer STATIC outer.c)
add_library(project::outer ALIAS outer)
target_link_libraries(outer PRIVATE deep)
add_executable(linked main.c)
find_package(Threads REQUIRED)
target_link_libraries(linked PRIVATE project::outer Threads::Threads)
skein_add_test(linked EXPECTS_BUG)
END
sed -i 's/^project(\([a-z_-]*\).*/project(\1 LANGUAGES C CXX)/' project/CMakeLists.txt
echo 'add_subdirectory(linked)' >> project/CMakeLists.txt
configure build-linked -G Ninja
grep -q 'is not instrumented' build-linked.log && fail "a warning for nothing: $(cat build-linked.log)"
ctest --test-dir build-linked -R linked > build-linked.txt 2>&1 ||
  fail "the race in a library of a library is not found: $(cat build-linked.txt)"
echo 'add_executable(other main.c)
target_link_libraries(other PRIVATE deep outer)' >> project/linked/CMakeLists.txt
configure build-linked
tr '\n' ' ' < build-linked.log | grep -q 'the library deep is not instrumented, since  *other' ||
  fail "no warning: $(cat build-linked.log)"

# The package of the build folder.
cmake -S project -B build-tree -G Ninja -Dskein_DIR="$SKEIN_BUILD/package" > tree.log 2>&1 ||
  fail "the package of the build folder: $(tail tree.log)"
[ "$failures" -eq 0 ] || exit 1

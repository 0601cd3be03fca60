#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `cmake --install` to a prefix that is then moved: skein, its compilers, its headers, its man page
# and its completions work from there, and nothing leads back to the source or build folder.
set -u
: "${SKEIN_BUILD:?}" "${SKEIN_SOURCE:?}"
failures=0
fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

rm -rf prefix moved && mkdir work 2> /dev/null
cmake --install "$SKEIN_BUILD" --prefix "$PWD/prefix" > install.log 2>&1 || {
  tail -n 20 install.log
  fail "cmake --install"
  exit 1
}
mv prefix moved
bin=$PWD/moved/bin

# Nothing in the environment helps.
plain() {
  env -i PATH="$bin:/usr/bin:/bin" HOME="$PWD" LANG=C.UTF-8 "$@"
}

cd work || exit 1
cp "$SKEIN_SOURCE/examples/lost_update.c" .
plain skein check lost_update.c > check.txt 2>&1
[ $? -eq 1 ] || fail "check of a source: $(cat check.txt)"
grep -q "assertion" check.txt || fail "no assertion reported: $(cat check.txt)"

cat > own.cpp <<'END'
#include <skein/skein.h>
#include <thread>
#include <mutex>
std::mutex m;
int n;
int main() {
  std::thread t([] { std::lock_guard<std::mutex> l(m); ++n; });
  { std::lock_guard<std::mutex> l(m); ++n; }
  t.join();
  skein_assert(n == 2);
  skein_assert(skein_choose(3) < 3);
}
END
for compiler in "skein c++" skein-c++; do
  rm -f own
  # shellcheck disable=SC2086
  plain $compiler own.cpp -o own || fail "$compiler cannot compile with skein's header"
  plain ./own || fail "$compiler: the program does not run alone"
  plain skein check ./own > own.txt 2>&1 || fail "$compiler: $(cat own.txt)"
  readelf -d own | grep -q "$PWD/../moved/lib/skein\|$(cd .. && pwd)/moved/lib/skein" ||
    fail "$compiler: the program is linked to another runtime: $(readelf -d own | grep RUNPATH)"
done
plain skein-cc lost_update.c -o lost || fail "skein-cc"

plain skein doctor > doctor.txt 2>&1 || fail "doctor: $(cat doctor.txt)"
grep -q "runtime library $(cd .. && pwd)/moved/lib/skein/" doctor.txt ||
  fail "the runtime is not the installed one: $(cat doctor.txt)"

# What is loaded late is the installed one too.
loads() { # LIBRARY ARGUMENT...
  library=$(cd .. && pwd)/moved/lib/skein/$1
  plain LD_DEBUG=files skein "${@:2}" > loaded.txt 2>&1
  grep -qF "calling init: $library" loaded.txt ||
    fail "skein ${*:2} does not load $library: $(grep "calling init.*$1" loaded.txt)"
}
loads libskein-debug-info.so check lost_update.c
plain LD_DEBUG=files skein check ./own > loaded.txt 2>&1
grep -q "calling init.*skein-debug-info" loaded.txt && fail "debug information is read for nothing"
loads libskein-ir-decoder.so verify lost_update.c

# What is installed knows nothing of where it was built, but for the last resort.
if grep -rlF -e "$SKEIN_SOURCE" ../moved/share ../moved/include ../moved/lib/cmake 2> /dev/null; then
  fail "these files name the source folder"
fi

[ -s ../moved/share/man/man1/skein.1 ] || fail "no man page"
[ -s ../moved/share/bash-completion/completions/skein ] || fail "no completion for bash"
[ -s ../moved/share/zsh/vendor-completions/_skein ] || fail "no completion for zsh"
[ -s ../moved/include/skein/skein.h ] || fail "no header"

[ "$failures" -eq 0 ] || exit 1

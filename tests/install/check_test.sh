#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# skein::check in tests of GoogleTest and of Catch2, in every way it can go.
set -u
: "${SKEIN:?}" "${SKEIN_SOURCE:?}"
failures=0
fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

cat > lost.hpp <<'END'
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>
// What constructors left before main is what every body begins with.
inline int constructed = 0;
struct Constructor { Constructor() { constructed += 42; } };
inline Constructor constructor;
template <class Add> int sum_of_two(Add add) {
  std::atomic<int> n{0};
  std::thread a([&] { add(n); }), b([&] { add(n); });
  a.join();
  b.join();
  return n;
}
inline void add_badly(std::atomic<int>& n) { int r = n; n = r + 1; }
inline void add_well(std::atomic<int>& n) { ++n; }
END
bodies='
TEST(Check, Kept) { skein::check([] { EXPECT_EQ(sum_of_two(add_well), 2); }); }
TEST(Check, Lost) { skein::check([] { EXPECT_EQ(sum_of_two(add_badly), 2) << "one is lost"; }); }
TEST(Check, LostInThread) {
  skein::check([] {
    std::atomic<int> n{0};
    std::thread a([&] { EXPECT_EQ(n++, 0); }), b([&] { EXPECT_LE(n++, 1); });
    a.join(); b.join();
  });
}
TEST(Check, Assert) { skein::check([] { assert(sum_of_two(add_badly) == 2); }); }
TEST(Check, Throws) { skein::check([] { if (sum_of_two(add_badly) != 2) throw std::runtime_error("lost"); }); }
TEST(Check, Race) { skein::check([] { int n = 0; std::thread t([&] { n = 1; }); n = 2; t.join(); }); }
TEST(Check, Fresh) {
  constructed = 7;
  skein::check([] { EXPECT_EQ(constructed, 42); constructed = 8; });
  EXPECT_EQ(constructed, 7);
}
TEST(Check, Incomplete) { skein::check([] { sum_of_two(add_well); }, {{"--max-steps", "4"}}); }
TEST(Check, IncompleteAccepted) {
  skein::CheckOptions options;
  options.arguments = {"--max-steps", "4"};
  options.accepts_incomplete = true;
  skein::check([] { sum_of_two(add_well); }, options);
}
TEST(Check, WrongOption) { skein::check([] {}, {{"--no-such-option"}}); }
TEST(Check, Twice) {
  skein::check([] { EXPECT_EQ(sum_of_two(add_well), 2); });
  skein::check([] { EXPECT_EQ(sum_of_two(add_badly), 2); });
}
'
printf '#include <gtest/gtest.h>\n#include <skein/check.hpp>\n#include "lost.hpp"\n%s' "$bodies" > first.cpp
# The other order: the failure of an EXPECT is known only at the end, but it is known.
printf '#include <skein/check.hpp>\n#include <gtest/gtest.h>\n#include "lost.hpp"\n%s' \
  "$(grep -E '^TEST.Check, (Kept|Lost)[)]' <<< "$bodies")" > last.cpp
passing=" Kept Fresh IncompleteAccepted "
for source in first last; do
  "$SKEIN" c++ -std=c++17 $source.cpp -o $source -lgtest -lgtest_main || fail "cannot build $source"
  ./$source > $source.txt 2>&1 && fail "$source passes as a whole"
  mapfile -t tests < <(grep -oP '^TEST\(Check, \K\w+' $source.cpp)
  for test in "${tests[@]}"; do
    word=FAILED
    [[ $passing == *" $test "* ]] && word=OK
    grep -qE "^\[ +$word +\] Check\.$test( |$)" $source.txt || fail "$source: $test is not $word: $(cat $source.txt)"
  done
done
part() { sed -n "/RUN.*Check.$1\$/,/FAILED.*Check.$1 /p" first.txt; }
part Lost | grep -q "^BUG 1: GoogleTest: assertion 'Expected equality" || fail "$(part Lost)"
part Lost | grep -q "one is lost" || fail "the EXPECT's own message is missing: $(part Lost)"
part Lost | grep -qE 'step +main +lambda@lost.hpp:12\(1\) +lambda@lost.hpp:12\(2\)' || fail "no schedule: $(part Lost)"
part Race | grep -q 'BUG 1: .*race' || fail "$(part Race)"
part Incomplete | grep -q 'incomplete: no bug' || fail "$(part Incomplete)"
part WrongOption | grep -q 'no-such-option' || fail "$(part WrongOption)"

# The command that replays the schedule runs the same body.
replay=$(part Assert | grep -m 1 'skein replay ' | sed 's/^ *//')
[[ $replay == SKEIN_CHECK=* ]] || fail "no command to replay: $(part Assert)"
bash -c "${replay/skein replay/\"$SKEIN\" replay}" > replay.txt 2>&1
[ $? -eq 1 ] || fail "$replay: $(cat replay.txt)"
grep -q 'sum_of_two(add_badly) == 2' replay.txt || fail "$replay: $(cat replay.txt)"

# So does a trace file, which knows by itself which body it was.
body=${replay#SKEIN_CHECK=}
SKEIN_CHECK=${body%% *} "$SKEIN" check ./first -q --traces bodies > traces.txt 2>&1
[ $? -eq 1 ] || fail "a body alone: $(cat traces.txt)"
"$SKEIN" replay bodies/first-1.skein-trace > replay.txt 2>&1
[ $? -eq 1 ] || fail "the trace of a body: $(cat replay.txt)"
grep -q 'replay: the same bug' replay.txt || fail "the trace of a body: $(cat replay.txt)"
grep -q 'sum_of_two(add_badly) == 2' replay.txt || fail "the trace of a body: $(cat replay.txt)"

# Under skein itself a body is a part of the program.
"$SKEIN" check ./first -q -- --gtest_filter=Check.Kept > under.txt 2>&1 || fail "under skein: $(cat under.txt)"
"$SKEIN" check ./first -q -- --gtest_filter=Check.Assert > under.txt 2>&1
[ $? -eq 1 ] || fail "under skein: $(cat under.txt)"

# Built without skein the body runs on real threads, as often as asked.
cat > plain.cpp <<'END'
#include <skein/check.hpp>
int main() {
  static int times = 0;
  skein::CheckOptions options;
  options.repetitions = 7;
  skein::check([] { ++times; }, options);
  return skein::is_checking() || times != 7 ? 1 : 0;
}
END
for standard in 14 20; do
  g++ -std=c++$standard -Wall -Wextra -Werror -I"$SKEIN_SOURCE/include" plain.cpp -o plain -pthread ||
    fail "cannot build without skein, C++$standard"
  ./plain || fail "without skein, C++$standard"
done

# Bodies that capture are refused when compiling, with a reason.
printf '#include <skein/check.hpp>\nint main() { int n = 0; skein::check([&] { ++n; }); }\n' > capture.cpp
"$SKEIN" c++ capture.cpp -o capture > capture.txt 2>&1 && fail "a body may capture"
grep -q 'must capture nothing' capture.txt || fail "$(cat capture.txt)"

# A SKEIN_CHECK that names nothing in the program is refused.
SKEIN_CHECK=ffffffffff,1 "$SKEIN" check ./first > refused.txt 2>&1
[ $? -ge 2 ] || fail "a wrong SKEIN_CHECK: $(cat refused.txt)"

# Where there is no skein to start, the test says so.
SKEIN=/nonexistent/skein ./first --gtest_filter=Check.Kept > without.txt 2>&1 && fail "no skein, no failure"
grep -q 'set SKEIN to the skein command' without.txt || fail "$(cat without.txt)"

# Catch2.
if [ -e /usr/include/catch2/catch.hpp ]; then
  cat > catch.cpp <<'END'
#include <catch2/catch.hpp>
#include <skein/check.hpp>
#include "lost.hpp"
TEST_CASE("kept") { skein::check([] { assert(sum_of_two(add_well) == 2); }); }
TEST_CASE("lost") { skein::check([] { assert(sum_of_two(add_badly) == 2); }); }
TEST_CASE("lost, expected") {
  REQUIRE_THROWS_AS(skein::check([] { assert(sum_of_two(add_badly) == 2); }), skein::CheckFailed);
}
END
  printf '#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n' > catch_main.cpp
  $(command -v ccache) g++ -c catch_main.cpp -o catch_main.o || fail "cannot build Catch2's main"
  "$SKEIN" c++ -std=c++17 catch.cpp catch_main.o -o catch || fail "cannot build the test of Catch2"
  ./catch > catch.txt 2>&1
  grep -q 'test cases: 3 | 2 passed | 1 failed' catch.txt || fail "Catch2: $(tail catch.txt)"
  grep -q "assertion.*sum_of_two(add_badly)" catch.txt || fail "Catch2: $(cat catch.txt)"
else
  echo "note: Catch2 is not installed (Debian: catch2), so it was not tried"
fi
[ "$failures" -eq 0 ] || exit 1

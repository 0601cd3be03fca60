#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The HTML page, in Chromium: it renders, steps by keys and buttons, draws arrows, shows sources,
# escapes what the program says, and asks the network for nothing. What is missing (playwright-core
# from npm, Chromium from Debian) is installed; without a network, or node 20, the test is skipped.
# With npm, the page in the repository is also built again and compared.
set -u
: "${SKEIN:?}" "${SKEIN_SOURCE:?}" "${SKEIN_BUILD:?}"
failures=0
fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}
skip() {
  echo "skipped: $*"
  [ "$failures" -eq 0 ] && exit 77
  exit 1
}

# What needs no browser: the data cannot break out of its element, and the other rules of outputs.
cat > escape.cpp <<'END'
#include <cassert>
#include <mutex>
#include <thread>
// </script><script>document.title = "broken in"</script> <!-- <b>bold</b>
std::mutex first, second;
template <class T> void take(std::mutex& one, std::mutex& two, T) {
  std::lock_guard<std::mutex> a(one);
  std::lock_guard<std::mutex> b(two);
}
int main() {
  std::thread other([] { take(first, second, 1); });
  take(second, first, 'c');
  other.join();
  const char* text = "</script><img src=x onerror=document.title='broken'>";
  assert(text[0] == '<' && text == nullptr && "</script><script>document.title='broken'</script>");
}
END
"$SKEIN" check escape.cpp -q --html escape.html -- '<script>document.title="broken"</script>' > out.txt 2>&1
[ $? -eq 1 ] || fail "escape.cpp: $(cat out.txt)"
"$SKEIN" check "$SKEIN_SOURCE/examples/lost_update.c" -q --html lost.html > out.txt 2>&1
[ $? -eq 1 ] || fail "lost_update.c: $(cat out.txt)"
cp "$SKEIN_SOURCE/examples/lost_update.c" .
"$SKEIN" verify lost_update.c -q --html prefix.html --json prefix.json > out.txt 2>&1
[ $? -eq 1 ] || fail "verify lost_update.c: $(cat out.txt)"
# What the page shows next to the schedule: the places of verify's steps are those that check finds.
"$SKEIN" check lost_update.c -q --json lost.json > out.txt 2>&1
python3 - << 'END' || fail "the places of verify's steps"
import json
def places(name):
    steps = json.load(open(name))["findings"][0]["steps"]
    return {(s["agent"], s["operation"], *s["place"].values()) for s in steps if s["operation"] in ("load", "store", "join")}
assert len(places("prefix.json")) >= 6 and places("prefix.json") == places("lost.json"), (places("prefix.json"), places("lost.json"))
END
"$SKEIN" verify "$SKEIN_SOURCE/bench/verify/peterson.c" -q --races=off --html proved.html > out.txt 2>&1 || fail "verify peterson.c: $(cat out.txt)"
"$SKEIN" check "$SKEIN_SOURCE/examples/first.skein" -q --html model.html > out.txt 2>&1
[ $? -eq 1 ] || fail "first.skein: $(cat out.txt)"
# The longest paths decide what is beyond the edge of a narrow window, and checkouts are anywhere.
deep=$PWD/a_folder_with_a_long_name/and_below_it_another_one_with_a_long_name
mkdir -p "$deep"
cp "$SKEIN_SOURCE/examples/philosophers.skein" "$deep"
"$SKEIN" check "$deep/philosophers.skein" -D N=6 -q --html large.html > out.txt 2>&1
[ $? -eq 1 ] || fail "philosophers.skein: $(cat out.txt)"
printf 'atomic x = 0\nthread main { for i in 0..3000 { x = x + 1 }; assert x == 0 }\n' > long.skein
"$SKEIN" check long.skein -q --html long.html > out.txt 2>&1
[ $? -eq 1 ] || fail "long.skein: $(cat out.txt)"
cat > race.cpp <<'END'
#include <thread>
int main() {
  int* n = new int(0);
  std::thread other([&] { *n = 1; });
  *n = 2;
  other.join();
  delete n;
}
END
"$SKEIN" check race.cpp -q --html race.html > out.txt 2>&1
[ $? -eq 1 ] || fail "race.cpp: $(cat out.txt)"
# Races are reported, not explored: the accesses are in the local code of steps, not steps themselves.
cat > "$deep/shared.cpp" <<'END'
#include <mutex>
#include <thread>
#include <vector>
struct Log {
  std::mutex mutex;
  std::vector<int> lines;
  int count = 0;
};
void append(Log& log) {
  {
    std::lock_guard<std::mutex> guard(log.mutex);
  }
  log.lines.push_back(1);
  ++log.count;
}
int main() {
  Log log;
  std::thread one(append, std::ref(log));
  std::thread other(append, std::ref(log));
  one.join();
  other.join();
}
END
"$SKEIN" check "$deep/shared.cpp" -q --races=report --html shared.html > out.txt 2>&1
[ $? -eq 1 ] || fail "shared.cpp: $(cat out.txt)"
# Findings that the user accepts: suppressed, known, and of kinds that do not fail.
cat > fields.cpp <<'END'
#include <thread>
struct Counts {
  int hits = 0;
  int misses = 0;
};
void add(Counts& counts) {
  ++counts.hits;
  ++counts.misses;
}
int main() {
  Counts counts;
  std::thread other(add, std::ref(counts));
  add(counts);
  other.join();
}
END
printf 'race:add\n' > rules.supp
"$SKEIN" check fields.cpp -q --json fields.json > out.txt 2>&1
[ $? -eq 1 ] || fail "fields.cpp: $(cat out.txt)"
"$SKEIN" check fields.cpp -q --suppressions rules.supp --html suppressed.html > out.txt 2>&1 ||
  fail "suppressed: $(cat out.txt)"
"$SKEIN" check fields.cpp -q --baseline fields.json --html known.html > out.txt 2>&1 ||
  fail "known: $(cat out.txt)"
"$SKEIN" check fields.cpp -q --fail-on=deadlock --html tolerated.html > out.txt 2>&1 ||
  fail "tolerated: $(cat out.txt)"
# Twelve threads, about 300 steps, stopped by a budget: there is advice.
cat > "$deep/busy.skein" <<'END'
param N = 11
param rounds = 12
mutex shard[3]
data hits[3] = 0
atomic total = 0
data t[N]
thread server(i) {
  for round in 0..rounds {
    critical shard[(i + round) % 3] { hits[(i + round) % 3] += 1 }
  }
  if i >= N - 2 {
    seen = total
    total = seen + 1
  }
}
thread main {
  for i in 0..N { t[i] = create server(i) }
  for i in 0..N { join t[i] }
  assert total == 2
}
END
"$SKEIN" check "$deep/busy.skein" -q --max-runs 3000 --html busy.html --json busy.json > out.txt 2>&1
[ $? -eq 1 ] || fail "busy.skein: $(cat out.txt)"
# A warning of prove: no draw is likely to meet the input, and the search gets no time.
cat > "$deep/warned.c" <<'END'
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* writer(void* p) {
  int v = __VERIFIER_nondet_int();
  if (v < 3 || v > 9000) v = 3;
  pthread_mutex_lock(&m);
  x = v;
  pthread_mutex_unlock(&m);
  return p;
}
static void look(int seen, unsigned char small) {
  assert(seen * 7919 + small * 31 != 15847093);
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writer, 0);
  int y = __VERIFIER_nondet_int();
  pthread_mutex_lock(&m);
  look(x, (unsigned char)y);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
END
"$SKEIN" prove "$deep/warned.c" -q --refine-seconds 0.001 --html warned.html > out.txt 2>&1
[ $? -eq 4 ] || fail "warned.c: $(cat out.txt)"
# The variables of the failing function.
cat > locals.cpp <<'END'
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> level;
void look(int limit) {
  const int seen = level;
  const bool is_low = seen < limit;
  assert(is_low);
}
int main() {
  std::thread other([] { level = 7; });
  look(5);
  other.join();
}
END
"$SKEIN" check locals.cpp -q --html locals.html > out.txt 2>&1
[ $? -eq 1 ] || fail "locals.cpp: $(cat out.txt)"
# A wake-up that libstdc++ loses.
cat > semaphore.cpp <<'END'
#include <semaphore>
#include <thread>
std::counting_semaphore<2> items(0);
int main() {
  std::thread a([] { items.acquire(); });
  std::thread b([] { items.acquire(); });
  items.release();
  items.release();
  a.join();
  b.join();
}
END
"$SKEIN" check semaphore.cpp -q --html semaphore.html > out.txt 2>&1
[ $? -eq 1 ] || fail "semaphore.cpp: $(cat out.txt)"
printf 'thread main { }\n' > clean.skein
"$SKEIN" check clean.skein -q --html clean.html > out.txt 2>&1 || fail "clean.skein: $(cat out.txt)"
"$SKEIN" check missing.skein --html error.html > /dev/null 2>&1
if [ $? -ne 2 ] || [ ! -s error.html ]; then fail "an error has no page"; fi
[ "$(grep -c '</script>' lost.html)" -eq "$(grep -c '</script>' escape.html)" ] ||
  fail "the program's text ends a script element"
grep -q 'https\?://' <(sed '/^<!--/,$d' lost.html | grep -o 'src="[^"]*"\|href="[^"]*"') &&
  fail "the page refers to the network"

# install PACKAGE...: from Debian; false if that is not possible.
install() {
  if [ "$(id -u)" -ne 0 ] || [ -n "${SKEIN_NO_INSTALL:-}" ]; then
    echo "not root, or SKEIN_NO_INSTALL is set" > apt.log
    return 1
  fi
  {
    apt-get -o DPkg::Lock::Timeout=60 -q update
    DEBIAN_FRONTEND=noninteractive \
      apt-get -o DPkg::Lock::Timeout=60 -q -y --no-install-recommends install "$@"
  } > apt.log 2>&1
}
# Debian 12's own node is too old for Playwright and for the tools that make the page.
node_version=$(node -p 'process.versions.node.split(".")[0]' 2> /dev/null || echo 0)
if [ "$node_version" -lt 20 ] || ! command -v npm > /dev/null; then
  skip "the rest needs npm and node 20 or later; there is $(node --version 2> /dev/null || echo none)"
fi
place=$SKEIN_BUILD/npm/browser
mkdir -p "$place"
(
  flock 9
  [ -e "$place/node_modules/playwright-core/package.json" ] ||
    npm install --silent --prefer-offline --no-audit --no-fund --prefix "$place" playwright-core@1.65.0
) 9> "$place/lock" > npm.log 2>&1 || skip "playwright-core cannot be had: $(tail -n 2 npm.log)"
browser=$(command -v chromium)
if [ -z "$browser" ]; then
  install chromium || skip "no Chromium, and it cannot be installed: $(tail -n 2 apt.log)"
  browser=$(command -v chromium)
fi
NODE_PATH=$place/node_modules CHROMIUM=$browser \
  node "$SKEIN_SOURCE/tests/report/page.cjs" "$PWD" || fail "in the browser"

# The page in the repository is the one that its sources make.
rm -rf page && mkdir page
cp -r "$SKEIN_SOURCE"/report-page/{src,index.html,package.json,vite.config.js} page/
if (cd page && npm install --silent --prefer-offline --no-audit --no-fund --no-package-lock > ../npm.log 2>&1); then
  (cd page && npm run --silent build > ../vite.log 2>&1) || fail "the page cannot be built: $(tail vite.log)"
  cmp page/built/index.html "$SKEIN_SOURCE/report-page/built/index.html" ||
    fail "report-page/built is not what report-page makes: npm install && npm run build there"
else
  echo "note: the page was not built again: $(tail -n 2 npm.log)"
fi
rm -rf page/node_modules
[ "$failures" -eq 0 ] || exit 1

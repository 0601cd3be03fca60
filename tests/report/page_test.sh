#!/bin/bash
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
# What the page shows beside the schedule: the places of verify's steps are those that check finds.
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
"$SKEIN" check "$SKEIN_SOURCE/examples/philosophers.skein" -D N=6 -q --html large.html > out.txt 2>&1
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
    npm install --silent --no-audit --no-fund --prefix "$place" playwright-core@1.65.0
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
if (cd page && npm install --silent --no-audit --no-fund --no-package-lock > ../npm.log 2>&1); then
  (cd page && npm run --silent build > ../vite.log 2>&1) || fail "the page cannot be built: $(tail vite.log)"
  cmp page/built/index.html "$SKEIN_SOURCE/report-page/built/index.html" ||
    fail "report-page/built is not what report-page makes: npm install && npm run build there"
else
  echo "note: the page was not built again: $(tail -n 2 npm.log)"
fi
rm -rf page/node_modules
[ "$failures" -eq 0 ] || exit 1

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A wake-up that is lost inside libstdc++ 12 is attributed to the library; a program that forgets one
# is not excused.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > semaphore.cpp <<'END_C'
#include <semaphore>
#include <thread>
std::counting_semaphore<2> items(0);
int main() {
  std::thread a([] { items.acquire(); });
  std::thread b([] { items.acquire(); });
#ifndef FORGETS
  items.release();
#endif
  items.release();
  a.join();
  b.join();
}
END_C
for compiler in gcc clang; do
  for level in -O0 -O2; do
    expect 1 '^bug: 1 bug found' "$SKEIN" check semaphore.cpp "--compiler=$compiler" "--cflags=$level" \
      --json report.json
    json report.json "all(f['kind'] == 'deadlock' and 'inside the C++ library' in f['headline']
      for f in r['findings'])"
    json report.json "all(sum(w.get('library_fault') == {'function':
      'std::counting_semaphore::acquire', 'count': 1} for w in f['waits']) == 1
      for f in r['findings'])"
  done
done
expect 1 '^bug' "$SKEIN" check semaphore.cpp --cflags=-DFORGETS --json report.json
json report.json "all(f['kind'] == 'deadlock' and 'C++ library' not in f['headline'] for f in r['findings'])"

finish

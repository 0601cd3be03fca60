#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Exit statuses other than 0 are not bugs, but the verdict speaks of them, in the words of check: of main's return, of exit in
# any thread, in every execution or in some.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# says REGEX: the verdict's line is proved, with this after the semicolon; in the JSON report too. Empty: nothing.
says() {
  expect_verdict proved "^proved: .*${1:+; $1}\.$"
  if [ -z "$1" ]; then
    if grep -q "exit status" output; then
      fail "an exit status is mentioned:"
      cat "$program" output
    fi
    return
  fi
  python3 - "$1" <<'END' || fail "the JSON report has no '$1'"
import json, sys
sys.exit(sys.argv[1] not in json.load(open("report.json"))["reservations"])
END
}
for end in "return 3" "exit(3)" "_exit(3)" "quick_exit(3)" "return 259" "atexit(other); exit(3)" "atexit(other); return 3" \
  "atexit(last); return 0"; do
  says "every execution ended with exit status 3" <<END
#include <stdlib.h>
#include <unistd.h>
static int x;
static void other(void) { x = 1; }
static void last(void) { _exit(3); }
int main(void) { if (x) { atexit(other); atexit(last); } $end; }
END
done
for end in "return 0" "" "exit(0)" "return 256" "pthread_exit((void*)3)"; do
  says "" <<END
#include <pthread.h>
#include <stdlib.h>
int main(void) { $end; }
END
done
# with FIRST SECOND: a thread that ends so, and main.
with() {
  cat <<END
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void* f(void* p) { $1; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  $2;
}
END
}
with "x = 1" "int seen = x; pthread_join(t, 0); if (seen) exit(7); return 0" |
  says "some executions ended with exit status 7"
with "exit(5)" "return 0" | says "some executions ended with exit status 5"
with "exit(5)" "pthread_join(t, 0); return 0" | says "every execution ended with exit status 5"
with "exit(5)" "return 6" | says "some executions ended with exit status 6"
grep -q "; some executions ended with exit status 5; some executions" output || fail "of two statuses one is missing"
with "return (void*)9" "pthread_join(t, 0); return 0" | says ""
# Main has ended by then, and so has the program.
says "" <<'END'
#include <pthread.h>
#include <stdlib.h>
static pthread_t self;
static void* f(void* p) { pthread_join(self, 0); exit(5); return p; }
int main(void) {
  pthread_t t;
  self = pthread_self();
  pthread_create(&t, 0, f, 0);
}
END

finish

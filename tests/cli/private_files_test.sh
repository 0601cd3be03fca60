#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Files that a run writes, makes, renames and removes are as they were for the next run, and after
# the exploration: however it ends.
# shellcheck source-path=SCRIPTDIR
. "$SKEIN_SOURCE/tests/cli/common.sh"

cat > files.c << 'END'
// Two threads append a letter each; before and after them main does with files what can be done.
// N=0: whatever the order of letters, the assertions hold. 1: the last one fails in one order.
// 2: a thread crashes in the middle. 3: a thread computes for ever.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static int variant;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* append(void* text) {
  pthread_mutex_lock(&m);
  FILE* f = fopen("log", "a");
  fputs(text, f);
  fclose(f);
  if (variant == 2) abort();
  if (variant == 3) for (volatile unsigned long i = 0;; ++i) {}
  pthread_mutex_unlock(&m);
  return 0;
}
static void expect_log(const char* a, const char* b) {
  char text[100] = "";
  FILE* f = fopen("log", "r");
  assert(f != NULL && fgets(text, sizeof(text), f) != NULL);
  fclose(f);
  assert(strcmp(text, a) == 0 || strcmp(text, b) == 0);
}
int main(int argc, char** argv) {
  variant = argc > 1 ? atoi(argv[1]) : 0;
  struct stat status;
  expect_log("old", "old");
  assert(stat("log", &status) == 0 && (status.st_mode & 0777) == 0640 && status.st_mtime == 1500000000);
  assert(mkdir("made", 0755) == 0 && mkdir("made/inner", 0700) == 0);
  const int made = open("made/inner/file", O_CREAT | O_EXCL | O_RDWR, 0644);
  assert(made >= 0 && ftruncate(made, 4096) == 0);
  char* const mapped = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, made, 0);
  assert(mapped != MAP_FAILED && mapped[0] == 0);
  mapped[0] = 'x';
  assert(rename("made", "renamed") == 0 && access("made/inner", F_OK) != 0);
  assert(rename("folder", "folder2") == 0 && unlink("folder2/inside") == 0 && rmdir("folder2") == 0);
  assert(unlink("gone") == 0 && access("gone", F_OK) != 0);
  assert(rename("from", "to") == 0 && access("from", F_OK) != 0);
  assert(link("log", "another") == 0 && symlink("log", "arrow") == 0);
  FILE* const other = fopen("another", "r+");  // the same file by another name
  fputs("new", other);
  fclose(other);
  char name[] = "chosenXXXXXX";
  assert(close(mkstemp(name)) == 0);
  assert(chmod("log", 0600) == 0 && truncate("log", 2) == 0);
  pthread_t t, u;
  pthread_create(&t, 0, append, "a");
  pthread_create(&u, 0, append, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  expect_log("neab", variant == 1 ? "neab" : "neba");
  return 0;
}
END
mkdir work work/folder
(cd work && printf old > log && chmod 640 log && touch -d @1500000000 log && echo bye > gone &&
  echo inside > folder/inside && echo 1 > from && echo 2 > to && ln -s gone link)

# names, modes, times and contents; the times of folders may change
state() {
  (cd work && find . -printf '%p %y %m %n %l\n' | sort && find . -type f -printf '%p %T@\n' | sort &&
    find . -type f | sort | xargs cat)
}
state > before.txt
unchanged() {
  state > after.txt
  cmp -s before.txt after.txt || fail "$* has left: $(diff before.txt after.txt)"
}
"$SKEIN" cc files.c -pthread -o files || fail "cannot compile"
cd work || exit 1
check() {
  expect "$@"
  (cd .. && unchanged "${@:3}")
}

# Two orders of the appends.
for options in "" "--reset=fork" "--snapshots=1" "--explorer=optimal"; do
  # shellcheck disable=SC2086
  check 0 'clean: all executions explored \(2\)' "$SKEIN" check ../files $options
  # shellcheck disable=SC2086
  check 1 'bug: 1 bug found; all executions explored \(2\)' "$SKEIN" check ../files $options -- 1
  # shellcheck disable=SC2086
  check 1 'bug: ' "$SKEIN" check ../files $options -- 2
done
check 1 'bug: ' "$SKEIN" check ../files --stop-at-first -- 1
check 1 'bug' "$SKEIN" check ../files --show-output -- 1
check 4 'incomplete' "$SKEIN" check ../files --max-seconds 1 -- 3
check 4 'incomplete' "$SKEIN" check ../files --max-runs 1

# Interrupted, also twice, while a run has changed files.
for signals in "INT" "INT INT"; do
  SKEIN_LOG=all "$SKEIN" check ../files -- 3 > ../out.txt 2> ../log.txt &
  process=$!
  wait_for $process ../log.txt 'request 1' || fail "did not start: $(tail -n 3 ../log.txt)"
  until [ -e renamed ]; do sleep 0.02; done
  for signal in $signals; do kill -s "$signal" $process; done
  wait $process
  (cd .. && unchanged "SIG$signals")
done

finish

// A loop that looks at a flag and then polls: a signal between the two is not noticed before the
// next byte comes, and none comes (N=0). With the byte that the handler writes it is (N=1).
// expect: N=0 verdict=bug kind=deadlock
// expect: N=1 verdict=clean
// options: --signals=TERM
// native: never-ends
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];
static atomic_int stops;
static int tells;

static void on_term(int signal) {
  (void)signal;
  atomic_store(&stops, 1);
  if (tells) assert(write(ends[1], "x", 1) == 1);
}

int main(int argc, char** argv) {
  tells = argc > 1 && atoi(argv[1]) == 1;
  assert(pipe(ends) == 0);
  signal(SIGTERM, on_term);
  while (atomic_load(&stops) == 0) {
    struct pollfd entry = {ends[0], POLLIN, 0};
    const int found = poll(&entry, 1, -1);
    assert(found == 1 || errno == EINTR);
  }
}

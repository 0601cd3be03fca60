// A periodic timer, read by a thread that counts reads (N=0): two expirations that come together
// are lost. A reader that adds what the read says (N=1) has at least as many as reads.
// expect: N=0 verdict=bug kind=assertion executions=4
// expect: N=1 verdict=clean executions=4
//
// Each of two reads finds one expiration or two.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const struct itimerspec setting = {{0, 1000000}, {0, 1000000}};
  assert(timerfd_settime(timer, 0, &setting, 0) == 0);
  uint64_t sum = 0;
  for (int i = 0; i < 2; ++i) {
    uint64_t times = 0;
    assert(read(timer, &times, sizeof(times)) == sizeof(times));
    sum += times;
  }
  assert(argc > 1 && atoi(argv[1]) == 1 ? sum >= 2 : sum == 2);
}

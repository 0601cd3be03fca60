// Calls that a handler interrupts: who does not expect EINTR (RETRY=0) fails, who calls again
// (RETRY=1) does not. CALL: write to a full pipe, poll, select, epoll_wait, accept, recv,
// nanosleep.
// expect: CALL=0 RETRY=0 verdict=bug kind=assertion
// expect: CALL=0 RETRY=1 verdict=clean
// expect: CALL=1 RETRY=0 verdict=bug kind=assertion
// expect: CALL=1 RETRY=1 verdict=clean
// expect: CALL=2 RETRY=0 verdict=bug kind=assertion
// expect: CALL=2 RETRY=1 verdict=clean
// expect: CALL=3 RETRY=0 verdict=bug kind=assertion
// expect: CALL=3 RETRY=1 verdict=clean
// expect: CALL=4 RETRY=0 verdict=bug kind=assertion
// expect: CALL=4 RETRY=1 verdict=clean
// expect: CALL=5 RETRY=0 verdict=bug kind=assertion
// expect: CALL=5 RETRY=1 verdict=clean
// expect: CALL=6 RETRY=0 verdict=bug kind=assertion
// expect: CALL=6 RETRY=1 verdict=clean
// options: --signals=USR1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum Call { WRITE, POLL, SELECT, EPOLL, ACCEPT, RECV, SLEEP };

static int call;
static int ends[2];
static int listener;
static struct sockaddr_un address = {.sun_family = AF_UNIX};
static char page[4096];

static void on_signal(int signal) { (void)signal; }

// Lets the call go on.
static void* helps(void* p) {
  if (call == WRITE) {
    assert(read(ends[0], page, sizeof(page)) == sizeof(page));
  } else if (call == ACCEPT) {
    const int end = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(connect(end, (struct sockaddr*)&address, sizeof(address)) == 0);
  } else if (call != SLEEP) {
    assert(write(ends[1], "x", 1) == 1);
  }
  return p;
}

static void prepare(void) {
  if (call == RECV) {
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  } else if (call == ACCEPT) {
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    strcpy(address.sun_path, "outside_eintr_calls.socket");
    assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
    assert(listen(listener, 1) == 0);
  } else {
    assert(pipe(ends) == 0);
  }
  if (call == WRITE) assert(fcntl(ends[1], F_SETPIPE_SZ, sizeof(page)) == sizeof(page));
  if (call == WRITE) assert(write(ends[1], page, sizeof(page)) == sizeof(page));
}

static int do_call(void) {
  struct pollfd entry = {ends[0], POLLIN, 0};
  struct epoll_event event = {.events = EPOLLIN};
  const struct timespec second = {1, 0};
  fd_set set;
  char c;
  switch (call) {
    case WRITE: return (int)write(ends[1], "x", 1);
    case POLL: return poll(&entry, 1, -1);
    case SELECT:
      FD_ZERO(&set);
      FD_SET(ends[0], &set);
      return select(ends[0] + 1, &set, 0, 0, 0);
    case EPOLL: {
      const int all = epoll_create1(0);
      assert(epoll_ctl(all, EPOLL_CTL_ADD, ends[0], &event) == 0);
      return epoll_wait(all, &event, 1, -1);
    }
    case ACCEPT: return accept(listener, 0, 0);
    case RECV: return (int)recv(ends[0], &c, 1, 0);
    default: return nanosleep(&second, 0);
  }
}

int main(int argc, char** argv) {
  assert(argc == 3);
  call = atoi(argv[1]);
  const int calls_again = atoi(argv[2]);
  const struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, 0);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &signals, 0);
  prepare();
  pthread_t t;
  pthread_create(&t, 0, helps, 0);
  pthread_sigmask(SIG_UNBLOCK, &signals, 0);
  int result;
  do {
    result = do_call();
  } while (calls_again && result < 0 && errno == EINTR);
  assert(result >= 0);
  pthread_join(t, 0);
  if (call == ACCEPT) unlink(address.sun_path);
}

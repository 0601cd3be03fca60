// SPDX-License-Identifier: Apache-2.0
// nanomsg: a message from one thread to another, inproc.
// packages: libnanomsg-dev
// flags: -lnanomsg
#include <assert.h>
#include <nanomsg/nn.h>
#include <nanomsg/pipeline.h>
#include <pthread.h>

static void* push(void* unused) {
  const int s = nn_socket(AF_SP, NN_PUSH);
  assert(nn_connect(s, "inproc://a") >= 0);
  assert(nn_send(s, "x", 1, 0) == 1);
  return unused;
}

int main(void) {
  const int s = nn_socket(AF_SP, NN_PULL);
  assert(nn_bind(s, "inproc://a") >= 0);
  pthread_t thread;
  pthread_create(&thread, NULL, push, NULL);
  char got = 0;
  assert(nn_recv(s, &got, 1, 0) == 1 && got == 'x');
  pthread_join(thread, NULL);
  nn_close(s);
  return 0;
}

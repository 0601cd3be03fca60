// SPDX-License-Identifier: Apache-2.0
// ZeroMQ: a message from one thread to another, inproc. WRONG: two pushers, one order expected.
// packages: libzmq3-dev
// flags: -lzmq
#include <assert.h>
#include <pthread.h>
#include <zmq.h>

static void* context;

static void* push(void* text) {
  void* const socket = zmq_socket(context, ZMQ_PUSH);
  assert(zmq_connect(socket, "inproc://a") == 0);
  assert(zmq_send(socket, text, 1, 0) == 1);
  zmq_close(socket);
  return NULL;
}

int main(void) {
  context = zmq_ctx_new();
  void* const socket = zmq_socket(context, ZMQ_PULL);
  assert(zmq_bind(socket, "inproc://a") == 0);
  pthread_t thread;
  pthread_create(&thread, NULL, push, "1");
  char got = 0;
#ifdef WRONG
  pthread_t other;
  pthread_create(&other, NULL, push, "2");
  zmq_recv(socket, &got, 1, 0);
  pthread_join(other, NULL);
#else
  zmq_recv(socket, &got, 1, 0);
#endif
  assert(got == '1');
  pthread_join(thread, NULL);
  zmq_close(socket);
  zmq_ctx_term(context);
  return 0;
}

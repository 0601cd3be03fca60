// SPDX-License-Identifier: Apache-2.0
/* A handler has a queue and, while the queue is not empty, a thread. When the queue is empty the
 * thread ends, so a program whose main has called pthread_exit ends with its last message. A
 * program that returns from main or calls exit waits for all messages in an exit handler. All
 * queues share one lock: performance does not matter here. For a handler of any order we are free
 * to choose the order; we take that of posting.
 */
#include "handlers/real.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
  struct message* next;
  void (*function)(void*);
  void* argument;
};

struct skein_handler {
  struct message* first;
  struct message* last;
  unsigned long left; /* messages posted but not ended */
  int has_thread;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_ended = PTHREAD_COND_INITIALIZER;
static unsigned long left_in_all = 0;
static pthread_once_t is_prepared = PTHREAD_ONCE_INIT;
static __thread skein_handler* self = NULL;

/* Posted messages still run. A message that ends the process does not wait for itself. */
static void wait_for_all(void) {
  const unsigned long own = self != NULL ? 1 : 0;
  pthread_mutex_lock(&lock);
  while (left_in_all > own) pthread_cond_wait(&has_ended, &lock);
  pthread_mutex_unlock(&lock);
}

static void prepare(void) { atexit(wait_for_all); }

static void* run_messages(void* argument) {
  skein_handler* const handler = argument;
  self = handler;
  pthread_mutex_lock(&lock);
  while (handler->first != NULL) {
    struct message* const message = handler->first;
    handler->first = message->next;
    pthread_mutex_unlock(&lock);
    message->function(message->argument);
    free(message);
    pthread_mutex_lock(&lock);
    --left_in_all;
    /* A waiting thread may free the handler as soon as we release the lock. */
    if (--handler->left == 0) {
      handler->has_thread = 0;
      pthread_cond_broadcast(&has_ended);
      break;
    }
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

skein_handler* skein_real_handler_create(int order) {
  if (order != SKEIN_ANY_ORDER && order != SKEIN_FIFO) return NULL;
  pthread_once(&is_prepared, prepare);
  return calloc(1, sizeof(skein_handler));
}

int skein_real_post(skein_handler* handler, void (*function)(void*), void* argument) {
  if (handler == NULL || function == NULL) return EINVAL;
  struct message* const message = malloc(sizeof(*message));
  if (message == NULL) return ENOMEM;
  message->next = NULL;
  message->function = function;
  message->argument = argument;
  pthread_mutex_lock(&lock);
  if (!handler->has_thread) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_messages, handler) != 0) {
      pthread_mutex_unlock(&lock);
      free(message);
      return EAGAIN;
    }
    pthread_detach(thread);
    handler->has_thread = 1;
  }
  if (handler->first == NULL) {
    handler->first = message;
  } else {
    handler->last->next = message;
  }
  handler->last = message;
  ++handler->left;
  ++left_in_all;
  pthread_mutex_unlock(&lock);
  return 0;
}

void skein_real_handler_wait(skein_handler* handler) {
  pthread_mutex_lock(&lock);
  while (handler->left > 0) pthread_cond_wait(&has_ended, &lock);
  pthread_mutex_unlock(&lock);
}

void skein_real_handler_destroy(skein_handler* handler) {
  if (handler == NULL) return;
  skein_real_handler_wait(handler);
  free(handler);
}

skein_handler* skein_real_handler_self(void) { return self; }

/* SPDX-License-Identifier: Apache-2.0 */
/* Event handlers: mailboxes whose messages run one at a time.
 *
 *   skein_handler *h = skein_handler_create(SKEIN_ANY_ORDER);
 *   skein_post(h, function, argument);     // from any thread or message; never blocks
 *   skein_handler_wait(h);                 // until its mailbox is empty and no message runs
 *   skein_handler_destroy(h);              // waits first
 *
 * A message is a call function(argument). A handler runs one message at a time; threads, and
 * messages of different handlers, run concurrently. With SKEIN_ANY_ORDER a handler may take its
 * messages in any order, with SKEIN_FIFO in the order in which they were posted. A message may do
 * all that a thread may: lock, wait, create threads, post. A message that waits for its own handler
 * deadlocks. Messages that were posted before main returns still run.
 *
 * The messages of a handler may run on different threads: thread-local variables of one message
 * are not those of the next. Each message of a handler happens before the next one begins.
 *
 * Under skein (programs built by `skein cc`, or linked to the library and preloaded) the orders of
 * messages are explored; `skein check --explorer event` explores only the orders that matter.
 * Without skein, link libskein-events (-lskein-events -pthread): real threads and queues.
 */
#ifndef SKEIN_EVENTS_H
#define SKEIN_EVENTS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct skein_handler skein_handler;

enum { SKEIN_ANY_ORDER = 0, SKEIN_FIFO = 1 };

/* Returns NULL if there is no memory, or if the order is neither of the two. */
skein_handler* skein_handler_create(int order);

/* Returns 0 or an error number: EINVAL (no handler or function), ENOMEM, EAGAIN (no thread). */
int skein_post(skein_handler* handler, void (*function)(void*), void* argument);

void skein_handler_wait(skein_handler* handler);

/* The handler must not be used any more. NULL is ignored. */
void skein_handler_destroy(skein_handler* handler);

/* The handler whose message is running; NULL in a thread. */
skein_handler* skein_handler_self(void);

#ifdef __cplusplus
}
#endif

#endif

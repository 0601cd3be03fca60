// SPDX-License-Identifier: Apache-2.0
/* The functions of skein/events.h for programs that link libskein-events. They call skein's runtime
 * if it is preloaded into the program, otherwise the versions on real threads.
 */
#include "handlers/real.h"

extern skein_handler* skein_runtime_handler_create(int order) __attribute__((weak));
extern int skein_runtime_post(skein_handler* handler, void (*function)(void*), void* argument)
    __attribute__((weak));
extern void skein_runtime_handler_wait(skein_handler* handler) __attribute__((weak));
extern void skein_runtime_handler_destroy(skein_handler* handler) __attribute__((weak));
extern skein_handler* skein_runtime_handler_self(void) __attribute__((weak));

skein_handler* skein_handler_create(int order) {
  return skein_runtime_handler_create != 0 ? skein_runtime_handler_create(order)
                                           : skein_real_handler_create(order);
}

int skein_post(skein_handler* handler, void (*function)(void*), void* argument) {
  return skein_runtime_post != 0 ? skein_runtime_post(handler, function, argument)
                                 : skein_real_post(handler, function, argument);
}

void skein_handler_wait(skein_handler* handler) {
  if (skein_runtime_handler_wait != 0) {
    skein_runtime_handler_wait(handler);
  } else {
    skein_real_handler_wait(handler);
  }
}

void skein_handler_destroy(skein_handler* handler) {
  if (skein_runtime_handler_destroy != 0) {
    skein_runtime_handler_destroy(handler);
  } else {
    skein_real_handler_destroy(handler);
  }
}

skein_handler* skein_handler_self(void) {
  return skein_runtime_handler_self != 0 ? skein_runtime_handler_self() : skein_real_handler_self();
}

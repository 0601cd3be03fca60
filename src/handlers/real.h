/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers on real threads and queues: skein/events.h without skein.
 *
 * The runtime contains these functions too, for programs built by `skein cc` that run without
 * skein.
 */
#ifndef SKEIN_EVENTS_REAL_H
#define SKEIN_EVENTS_REAL_H

#include <skein/events.h>

#ifdef __cplusplus
extern "C" {
#endif

skein_handler* skein_real_handler_create(int order);
int skein_real_post(skein_handler* handler, void (*function)(void*), void* argument);
void skein_real_handler_wait(skein_handler* handler);
void skein_real_handler_destroy(skein_handler* handler);
skein_handler* skein_real_handler_self(void);

#ifdef __cplusplus
}
#endif

#endif

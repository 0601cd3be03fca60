/* SPDX-License-Identifier: Apache-2.0 */
/* How long the threads of these programs go on: for ever, which is what `skein verify` is for; or,
 * with -D ROUNDS=n, n times, so that `skein check` can run all schedules of the same program. */
#ifndef FOREVER_H
#define FOREVER_H

#ifdef ROUNDS
#define FOR_EVER for (int round_ = 0; round_ < ROUNDS; round_++)
#else
#define FOR_EVER for (;;)
#endif

#endif

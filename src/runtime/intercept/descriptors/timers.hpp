// SPDX-License-Identifier: Apache-2.0
// Timers that are read from descriptors (timerfd), on virtual time.
//
// A timer that is armed may expire at any later moment, as a timed wait may time out at any moment:
// how fast threads are is not known. That it has expired shows only when a thread looks, so the
// look decides whether it has: a look is a step with a choice, and a thread that can only continue
// when a timer expires wakes up by itself, as from a timed wait. Once expired, a timer
// stays so until it is read or set again; then no look has a choice.
//
// One order of times is certain: of two timers that are polled together, and that one thread has
// armed, the one that was armed first expires first unless it had the longer time.
//
// In the kernel a timer is an eventfd, so polls and epoll sets find it as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::timers {

void begin_run();

[[nodiscard]] bool is_timer(int number);
// The descriptor refers to the timer of another one.
void copied(int from, int to);
void closed(int number);
// It is in one epoll set more (1) or less (-1).
void note_set(int number, int change);

// Whether it is armed and has not expired.
[[nodiscard]] bool may_expire(int number);
// Whether a timer that is in an epoll set may.
[[nodiscard]] bool may_expire_in_set();
// It expires, and so do those that certainly expire before it. Call in a step on its conduit.
void expire(int number);

// Which timers of epoll sets have expired is one of this many choices; the first one: none.
[[nodiscard]] std::uint32_t count_choices();
void expire_choice(std::uint32_t choice);

// For the descriptor of a timer: libc's function.
ssize_t read(int number, void* buffer, std::size_t size, const void* site);

}  // namespace skein::runtime::timers

// SPDX-License-Identifier: Apache-2.0
// Signals that are read from descriptors (signalfd). In the kernel such a descriptor is an event
// counter, which can be read while a signal of its set is pending for the process; so polls and
// epoll sets find it as it is. (A signal that is pending for one thread can be read by that thread,
// but is not found by polls.)
//
// Sends must let polls go on, so from the next exploration on signals are part of the object of the
// polled descriptors. Asynchronous signals come as to sigwait: to a thread that waits, or by choice
// of a look that returns anyway.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace skein::runtime::signal_sets {

void begin_run();

[[nodiscard]] bool is_signal_set(int number);
void copied(int from, int to);
void closed(int number);
// It is in one epoll set more (1) or less (-1).
void note_set(int number, int change);

// The pending signals have changed.
void update();
// There is a new signal that may come asynchronously: threads that wait must know.
void note_source();

// The number of asynchronous signals that may come and that a poll of this descriptor would find,
// or a wait for epoll sets (negative number); and lets the n-th of them come. Call in a step on the
// polled descriptors.
[[nodiscard]] std::uint32_t count_coming(int number);
void come(int number, std::uint32_t n);
inline constexpr int kOfEpollSets = -1;

// For such a descriptor: libc's function.
ssize_t read(int number, void* buffer, std::size_t size, const void* site);

}  // namespace skein::runtime::signal_sets

// SPDX-License-Identifier: Apache-2.0
// Words of memory whose plain accesses are visible operations, because they were found to race
// (RaceMode::Explore). They are kept in the channel, so they outlive an executor.
//
// Among them are *section words*: one agent accesses them in an atomic section and another outside
// of sections, in no order. Accesses outside of sections then wait for sections
// (atomic_sections.hpp), which makes the order of all accesses to the word visible; they need no
// other steps. A section word is stored as its address + 1, so code that passes on the watched
// words passes on both kinds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/learned_sections.hpp"

namespace skein::runtime::watched {

using channel::WatchedId;

extern bool has_any;
extern bool has_words;  // of the program's memory
extern bool has_section_words;
// std::lock is executed as it is written (intercept/locks/lock_all.hpp).
extern bool locks_as_written;
// The order of arrivals at barriers, of posts of semaphores, and of additions counts
// (docs/equivalence.md).
extern bool orders_arrivals;
extern bool orders_posts;
extern bool orders_additions;

void begin_run();

// Makes the 8-byte word at this address a watched word. If it is new, the exploration must start
// over. Returns false if its accesses (outside of sections) were visible already.
bool add(std::uint64_t word_address);

// Whether this is the address of a watched word.
[[nodiscard]] bool has_word(std::uint64_t word_address);

// Asks for dead values from the next run on (dead_stack_values.hpp), by an entry among the words.
// Returns false if no room is left.
bool learn_dead_values();

// Has std::lock executed as it is written from the next run on, by an entry among the words.
void lock_as_written();

// Has the order of arrivals, of posts, or of additions count from the next run on, in the same way.
void order_arrivals();
void order_posts();
void order_additions();

// Adds what a run has taught of the sections of locks (protocol/learned_sections.hpp).
void learn(std::uint64_t entry);
// An entry that is not a word; none if it is not there.
[[nodiscard]] WatchedId find(std::uint64_t entry);

// Makes it a section word, unless races are only to be reported.
void add_section_word(std::uint64_t word_address);
[[nodiscard]] bool has_section_word(const volatile void* address, std::size_t size);

// A plain access by the current agent: if any of the bytes is watched, waits for its turn. Ranges
// are read and written piece by piece, as the processor does.
void on_access(const void* address, std::size_t size, bool is_write, const void* pc);

}  // namespace skein::runtime::watched

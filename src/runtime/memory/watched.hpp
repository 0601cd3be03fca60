// SPDX-License-Identifier: Apache-2.0
// Words of memory whose plain accesses are visible operations, because they were found to race
// (RaceMode::Explore). They are remembered in the channel, so they outlive an executor.
//
// Among them are *section words*: accessed in an atomic section and outside of sections by another
// agent, in no order. Accesses to these outside of sections wait for sections (sections.hpp), which
// makes the order of all their accesses visible; there are no other steps for them. They are known
// by their addresses + 1, so whoever passes on what is watched passes on both.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime::watched {

extern bool has_any;
extern bool has_section_words;

void begin_run();

// Makes the word of 8 bytes at this address a watched one. If it is new, the exploration has to
// begin anew. Returns false if its accesses (outside of sections) were visible already.
bool add(std::uint64_t word_address);

// Whether it is one.
[[nodiscard]] bool has_word(std::uint64_t word_address);

// Dead values are to be known from the next run on (dead_values.hpp), which is noted among the
// words. Returns false if there is no more room.
bool learn_dead_values();

// Makes it a section word, unless races are only to be reported.
void add_section_word(std::uint64_t word_address);
[[nodiscard]] bool has_section_word(const volatile void* address, std::size_t size);

// A plain access by the current agent: if any of the bytes is watched, waits for its turn. Ranges
// are read and written piece by piece, as the machine does it.
void on_access(const void* address, std::size_t size, bool is_write, const void* pc);

}  // namespace skein::runtime::watched

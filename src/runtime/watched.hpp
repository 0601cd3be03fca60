// Words of memory whose plain accesses are visible operations, because they were found to race
// (RaceMode::Explore). They are remembered in the channel, so they outlive an executor.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime::watched {

extern bool has_any;

void begin_run();

// Makes the word of 8 bytes at this address a watched one. If it is new, the exploration has to
// begin anew.
void add(std::uint64_t word_address);

// A plain access by the current agent: if any of the bytes is watched, waits for its turn. Ranges
// are read and written piece by piece, as the machine does it.
void on_access(const void* address, std::size_t size, bool is_write, const void* pc);

}  // namespace skein::runtime::watched

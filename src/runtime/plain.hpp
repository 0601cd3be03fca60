// A plain access of the program: told to spin loops, the race detector and the heap's checks.
#pragma once

#include <cstddef>

namespace skein::runtime {

void on_plain_read(const void* address, std::size_t size, const void* pc);
void on_plain_write(const void* address, std::size_t size, const void* pc);

}  // namespace skein::runtime

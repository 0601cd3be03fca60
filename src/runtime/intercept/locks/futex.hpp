// SPDX-License-Identifier: Apache-2.0
// Futexes as steps (futex.cpp).
#pragma once

#include <cstdint>
#include <time.h>

namespace skein::runtime {

// As the system call, with libc's results: -1 and errno.
long futex(std::uint32_t* word, int operation, std::uint32_t value, const timespec* timeout,
           const void* site);

}  // namespace skein::runtime

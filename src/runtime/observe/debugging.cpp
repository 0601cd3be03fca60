// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/debugging.hpp"

namespace skein::runtime::debugging {

// The arguments must reach the breakpoint, and the functions must stay distinct.
extern "C" {

[[gnu::noinline]] void skein_at_step(std::uint32_t step) {
  asm volatile("# step" : : "r"(step) : "memory");
}

[[gnu::noinline]] void skein_at_violation(std::uint32_t number) {
  asm volatile("# violation" : : "r"(number) : "memory");
}

[[gnu::noinline]] void skein_at_end() { asm volatile("# end" : : : "memory"); }

}  // extern "C"

}  // namespace skein::runtime::debugging

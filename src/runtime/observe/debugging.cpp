// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/debugging.hpp"

namespace skein::runtime::debugging {

// Their arguments have to reach the breakpoint, and none may be taken for another.
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

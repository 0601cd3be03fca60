// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/valgrind.hpp"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

namespace skein::runtime::valgrind {

#ifdef VALGRIND_STACK_REGISTER

bool is_under_valgrind() { return RUNNING_ON_VALGRIND != 0; }

void note_stack(const char* low, const char* top) {
  static_cast<void>(VALGRIND_STACK_REGISTER(low, top));
}

#else

bool is_under_valgrind() { return false; }

void note_stack(const char*, const char*) {}

#endif

}  // namespace skein::runtime::valgrind

// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/real.hpp"

#include <dlfcn.h>

#include "runtime/intercept/raw.hpp"

namespace skein::runtime {

void* find_real(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    raw::write_error("skein: the C library has no function ");
    raw::write_error(name);
    raw::write_error("\n");
    raw::exit_process(3);
  }
  return found;
}

}  // namespace skein::runtime

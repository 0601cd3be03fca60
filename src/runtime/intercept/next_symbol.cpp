// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/next_symbol.hpp"

#include <dlfcn.h>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap.hpp"

namespace skein::runtime {

namespace {

void* find_in(const char* library, const char* name) {
  const PrivateHeapScope scope;
  void* const handle = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  return handle == nullptr ? nullptr : dlsym(handle, name);
}

}  // namespace

void* find_next_symbol(const char* name, const char* library) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr && library != nullptr) found = find_in(library, name);
  if (found == nullptr) {
    syscalls::write_error("skein: the C library has no function ");
    syscalls::write_error(name);
    syscalls::write_error("\n");
    syscalls::exit_process(3);
  }
  return found;
}

}  // namespace skein::runtime

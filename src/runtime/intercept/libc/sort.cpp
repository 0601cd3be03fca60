// SPDX-License-Identifier: Apache-2.0
// qsort sorts a copy of ours, so that all reads of the array come before all writes, whatever the
// comparison function does in between; that function is the program's code and may take steps.
// (libc also passes it pointers to copies. bsearch needs nothing: only the comparison reads.)
#include <cstddef>
#include <cstdlib>

#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/libc/scratch.hpp"

namespace skein::runtime {

namespace {

template <class Sort>
void sort_array(void* array, std::size_t count, std::size_t size, const void* pc, Sort sort) {
  std::size_t bytes = 0;
  if (!is_running() || count < 2 || size == 0 || __builtin_mul_overflow(count, size, &bytes)) {
    return sort(array);
  }
  reported::read(array, bytes, pc);
  const Scratch scratch(bytes);
  if (scratch.data() == nullptr) {
    reported::written(array, bytes, pc);
    return sort(array);
  }
  std::memcpy(scratch.data(), array, bytes);
  sort(scratch.data());
  reported::copy_out(array, scratch.data(), bytes, pc);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void __wrap_qsort(void* array, std::size_t count, std::size_t size, __compar_fn_t compare) {
  rt::sort_array(array, count, size, __builtin_return_address(0),
                 [&](void* where) { std::qsort(where, count, size, compare); });
}

void __wrap_qsort_r(void* array, std::size_t count, std::size_t size, __compar_d_fn_t compare,
                    void* argument) {
  rt::sort_array(array, count, size, __builtin_return_address(0),
                 [&](void* where) { qsort_r(where, count, size, compare, argument); });
}

}  // extern "C"

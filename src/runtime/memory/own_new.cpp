// SPDX-License-Identifier: Apache-2.0
// The runtime's own containers (those of core/scheduler.hpp) allocate from the private heap. These
// operators are hidden: the program keeps those of its own C++ library.
#include <cstddef>
#include <new>

#include "runtime/memory/heap.hpp"

void* operator new(std::size_t size) { return skein::runtime::allocate_private(size); }
void* operator new[](std::size_t size) { return skein::runtime::allocate_private(size); }
void operator delete(void*) noexcept {}
void operator delete[](void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
void operator delete[](void*, std::size_t) noexcept {}

// SPDX-License-Identifier: Apache-2.0
// std::pmr::monotonic_buffer_resource and unsynchronized_pool_resource, which are compiled into the
// C++ library. To the race detector each allocation from one is a write to the resource, and so is
// each deallocation from a pool.
//
// The pool's functions are called through its table of virtual functions, which names them: so
// functions of ours under the same names are called instead, also by other resources of the
// library. The functions of the monotonic resource have no names outside of the library. Its
// constructors are compiled into the program, and take their table from the linker: there they find
// one of ours.
#include <cstddef>
#include <iterator>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

constexpr const char* kCxxLibrary = "libstdc++.so.6";

// One word of the resource is enough: any two allocations have it in common, also if one is
// inlined. Of the monotonic resource it is the end of what is used, of the pool its options.
constexpr std::size_t kFirstMember = 8;

void changes_resource(char* resource, const void* site) {
  accesses::written(resource + kFirstMember, sizeof(void*), site);
}

namespace next {
NextSymbol<void*(char*, std::size_t, std::size_t)> pool_allocate(
    "_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm", kCxxLibrary);
NextSymbol<void(char*, void*, std::size_t, std::size_t)> pool_deallocate(
    "_ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm", kCxxLibrary);
NextSymbol<void(char*)> pool_release("_ZNSt3pmr28unsynchronized_pool_resource7releaseEv",
                                     kCxxLibrary);
}  // namespace next

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void* _ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm(char* resource, std::size_t size,
                                                              std::size_t alignment) {
  rt::changes_resource(resource, __builtin_return_address(0));
  return rt::next::pool_allocate(resource, size, alignment);
}

void _ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm(char* resource, void* block,
                                                                 std::size_t size,
                                                                 std::size_t alignment) {
  rt::changes_resource(resource, __builtin_return_address(0));
  rt::next::pool_deallocate(resource, block, size, alignment);
}

void _ZNSt3pmr28unsynchronized_pool_resource7releaseEv(char* resource) {
  rt::changes_resource(resource, __builtin_return_address(0));
  rt::next::pool_release(resource);
}

// The library's table: offset, type, two destructors, do_allocate, do_deallocate, do_is_equal. Not
// there in programs without the C++ library.
[[gnu::weak]] extern void* const _ZTVNSt3pmr25monotonic_buffer_resourceE[7];
[[gnu::weak]] extern char _ZTINSt3pmr25monotonic_buffer_resourceE[];
}

namespace skein::runtime {

namespace {

constexpr int kDestroy = 2;
constexpr int kDelete = 3;
constexpr int kAllocate = 4;
constexpr int kDeallocate = 5;
constexpr int kIsEqual = 6;

template <class Function>
Function* monotonic_function(int entry) {
  return reinterpret_cast<Function*>(_ZTVNSt3pmr25monotonic_buffer_resourceE[entry]);
}

void destroy_monotonic(char* resource) { monotonic_function<void(char*)>(kDestroy)(resource); }

void delete_monotonic(char* resource) { monotonic_function<void(char*)>(kDelete)(resource); }

void* monotonic_allocate(char* resource, std::size_t size, std::size_t alignment) {
  changes_resource(resource, __builtin_return_address(0));
  return monotonic_function<void*(char*, std::size_t, std::size_t)>(kAllocate)(resource, size,
                                                                               alignment);
}

void monotonic_deallocate(char* resource, void* block, std::size_t size, std::size_t alignment) {
  using Deallocate = void(char*, void*, std::size_t, std::size_t);
  monotonic_function<Deallocate>(kDeallocate)(resource, block, size, alignment);
}

bool is_equal_to_monotonic(const char* resource, const char* other) {
  return monotonic_function<bool(const char*, const char*)>(kIsEqual)(resource, other);
}

}  // namespace

}  // namespace skein::runtime

extern "C" const void* const __wrap__ZTVNSt3pmr25monotonic_buffer_resourceE[7] = {
    nullptr,
    static_cast<const void*>(_ZTINSt3pmr25monotonic_buffer_resourceE),
    reinterpret_cast<const void*>(rt::destroy_monotonic),
    reinterpret_cast<const void*>(rt::delete_monotonic),
    reinterpret_cast<const void*>(rt::monotonic_allocate),
    reinterpret_cast<const void*>(rt::monotonic_deallocate),
    reinterpret_cast<const void*>(rt::is_equal_to_monotonic),
};

// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/uncaught.hpp"

#include <cstdint>
#include <dlfcn.h>
#include <exception>
#include <typeinfo>

#include "runtime/memory/heap.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// What the Itanium ABI for C++ says about exceptions, as libstdc++ lays them out: the header of an
// exception, with the thrown object after it.
struct Header {
  const std::type_info* type;
  void* handling[9];
  alignas(16) std::uint64_t exception_class;
  std::uint64_t unwinder[3];
};
static_assert(sizeof(Header) == 112);

struct Globals {
  Header* caught;  // the innermost exception being handled
};

void* find(const char* name) {
  const PrivateHeapScope scope;
  return dlsym(RTLD_DEFAULT, name);
}

}  // namespace

Uncaught find_uncaught(const void* caller) {
  const void* const terminate = find("_ZSt9terminatev");
  void* const get_globals = find("__cxa_get_globals");
  void* const exception_type = find("_ZTISt9exception");
  if (terminate == nullptr || get_globals == nullptr || exception_type == nullptr) return {};
  if (module_of(caller) == nullptr || module_of(caller) != module_of(terminate)) return {};
  const Globals* const globals = reinterpret_cast<Globals* (*)()>(get_globals)();
  // "GNUCC++" and 0; a rethrown exception_ptr has 1, and the object elsewhere.
  constexpr std::uint64_t kPrimary = 0x474e5543432b2b00ULL;
  Header* const header = globals->caught;
  if (header == nullptr || header->type == nullptr) return {};
  if ((header->exception_class & ~std::uint64_t{1}) != kPrimary) return {};
  Uncaught result;
  result.type = header->type->name();
  if (header->exception_class != kPrimary) return result;
  void* object = header + 1;
  const auto* const base = static_cast<const std::type_info*>(exception_type);
  // The library's own handler has just called what().
  if (base->__do_catch(header->type, &object, 1)) {
    result.what = static_cast<const std::exception*>(object)->what();
  }
  return result;
}

}  // namespace skein::runtime

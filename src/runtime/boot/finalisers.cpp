// SPDX-License-Identifier: Apache-2.0
#include "runtime/boot/finalisers.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <link.h>

#include "protocol/channel.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

using Finaliser = void();

// A loaded object, with the data that its finalisation needs.
struct Object {
  const ElfW(Dyn) * dynamic;
  const char* names;     // its string table
  const char* own_name;  // the name by which others ask for it; may be null
  Finaliser** array;
  std::size_t count;
  Finaliser* last;
  bool is_visited;
};

constexpr std::uint32_t kMostObjects = channel::kMaxModules;
Object objects[kMostObjects];
std::uint32_t object_count = 0;
std::uint32_t in_order[kMostObjects];  // each library after those that need it
std::uint32_t first_in_order = kMostObjects;

// Libraries whose names begin with one of these are left out.
constexpr const char* kLeftOut[] = {"ld-linux",  "libc.so",    "libm.so",   "libpthread.so",
                                    "libdl.so",  "librt.so",   "libgcc_s",  "libstdc++",
                                    "libc++.so", "libc++abi",  "libtsan",   "libskein-runtime",
                                    "libatomic", "libunwind.", "linux-vdso"};

bool is_left_out(const char* path) {
  const char* name = std::strrchr(path, '/');
  name = name == nullptr ? path : name + 1;
  for (const char* each : kLeftOut) {
    if (std::strncmp(name, each, std::strlen(each)) == 0) return true;
  }
  return false;
}

// The loader replaces the file's offsets by addresses, except in sections that it cannot write.
std::uint64_t address_of(const link_map& map, std::uint64_t value) {
  return value < map.l_addr ? value + map.l_addr : value;
}

void note_object(const link_map& map) {
  Object object{};
  object.dynamic = map.l_ld;
  std::uint64_t own_name = 0;
  bool has_own_name = false;
  for (const ElfW(Dyn)* d = map.l_ld; d->d_tag != DT_NULL; ++d) {
    switch (d->d_tag) {
      case DT_STRTAB:
        object.names = reinterpret_cast<const char*>(address_of(map, d->d_un.d_ptr));
        break;
      case DT_SONAME:
        own_name = d->d_un.d_val;
        has_own_name = true;
        break;
      case DT_FINI_ARRAY:
        object.array = reinterpret_cast<Finaliser**>(map.l_addr + d->d_un.d_ptr);
        break;
      case DT_FINI_ARRAYSZ: object.count = d->d_un.d_val / sizeof(Finaliser*); break;
      case DT_FINI: object.last = reinterpret_cast<Finaliser*>(map.l_addr + d->d_un.d_ptr); break;
      default: break;
    }
  }
  if (object.names == nullptr) return;
  if (has_own_name) object.own_name = object.names + own_name;
  if (is_left_out(map.l_name)) {
    object.count = 0;
    object.last = nullptr;
  }
  objects[object_count++] = object;
}

void put_in_order(Object& object) {
  if (object.is_visited) return;
  object.is_visited = true;
  for (const ElfW(Dyn)* d = object.dynamic; d->d_tag != DT_NULL; ++d) {
    if (d->d_tag != DT_NEEDED) continue;
    const char* needed = object.names + d->d_un.d_val;
    for (std::uint32_t i = 0; i < object_count; ++i) {
      const char* name = objects[i].own_name;
      if (name != nullptr && std::strcmp(name, needed) == 0) put_in_order(objects[i]);
    }
  }
  in_order[--first_in_order] = static_cast<std::uint32_t>(&object - objects);
}

}  // namespace

void find_finalisers() {
  for (const link_map* map = _r_debug.r_map; map != nullptr && object_count < kMostObjects;
       map = map->l_next) {
    note_object(*map);
  }
  // From the object loaded last to the program itself, as the loader does.
  for (std::uint32_t i = object_count; i > 0; --i) put_in_order(objects[i - 1]);
}

void call_finalisers() {
  for (std::uint32_t i = first_in_order; i < kMostObjects; ++i) {
    const Object& object = objects[in_order[i]];
    for (std::size_t n = object.count; n > 0; --n) object.array[n - 1]();
    if (object.last != nullptr) object.last();
  }
}

}  // namespace skein::runtime

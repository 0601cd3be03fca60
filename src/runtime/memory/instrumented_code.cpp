// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/instrumented_code.hpp"

#include <cstddef>
#include <dlfcn.h>

#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::instrumented_code {

namespace {

struct Range {
  const char* begin;
  const char* end;
};

constexpr std::size_t kMostFiles = 256;
Range files[kMostFiles];
std::size_t file_count = 0;

}  // namespace

void add(const void* pc) {
  dl_find_object found{};
  if (contains(pc) || file_count == kMostFiles ||
      _dl_find_object(const_cast<void*>(pc), &found) != 0) {
    return;
  }
  files[file_count++] =
      Range{static_cast<char*>(found.dlfo_map_start), static_cast<char*>(found.dlfo_map_end)};
}

// With more files than there is room for, all code counts as instrumented.
bool contains(const void* pc) {
  for (std::size_t i = 0; i < file_count; ++i) {
    if (files[i].begin <= pc && pc < files[i].end) return true;
  }
  return file_count == kMostFiles;
}

bool is_foreign(const void* pc) {
  if (contains(pc)) return false;
  const channel::ModuleRecord* const module = module_of(pc);
  return module != nullptr && !module->is_known;
}

bool has_foreign() {
  const channel::Channel& c = *g.channel;
  for (std::uint32_t i = 0; i < c.module_count; ++i) {
    if (is_foreign(reinterpret_cast<const void*>(c.modules[i].begin))) return true;
  }
  return false;
}

}  // namespace skein::runtime::instrumented_code

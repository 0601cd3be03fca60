// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/instrumented_code.hpp"

#include <cstddef>
#include <link.h>
#include <string_view>

#include "runtime/boot/module_imports.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::instrumented_code {

namespace {

constexpr std::size_t kMostFiles = 256;
module_imports::Range files[kMostFiles];
std::size_t file_count = 0;

unsigned long long loaded_files = 0;  // ever, when we last looked

bool is_init(std::string_view name) { return name == "__tsan_init"; }

// Returns 1 to stop.
int look_at(dl_phdr_info* file, std::size_t, void*) {
  if (file_count == kMostFiles) return 1;
  if (!module_imports::has(*file, &is_init)) return 0;
  const module_imports::Range addresses = module_imports::addresses_of(*file);
  if (!contains(reinterpret_cast<const void*>(addresses.begin))) files[file_count++] = addresses;
  return 0;
}

}  // namespace

// Each object file has such a constructor; files are loaded rarely.
void look_at_files() {
  const unsigned long long count = module_imports::files_ever_loaded();
  if (count == loaded_files) return;
  loaded_files = count;
  dl_iterate_phdr(&look_at, nullptr);
}

// With more files than there is room for, all code counts as instrumented.
bool contains(const void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(pc);
  for (std::size_t i = 0; i < file_count; ++i) {
    if (files[i].begin <= address && address < files[i].end) return true;
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

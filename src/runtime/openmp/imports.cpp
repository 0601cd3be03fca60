// SPDX-License-Identifier: Apache-2.0
#include "runtime/openmp/imports.hpp"

#include <cstdint>
#include <link.h>
#include <string_view>

namespace skein::runtime::openmp {

namespace {

bool is_known = false;
bool is_imported = false;

struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  struct {
    const ElfW(Rela) * first = nullptr;
    std::size_t bytes = 0;
  } calls, others;
};

// The loader has made these addresses absolute, except in the vDSO, which calls nothing.
Tables tables_of(const ElfW(Dyn) * entry) {
  Tables t;
  for (; entry->d_tag != DT_NULL; ++entry) {
    switch (entry->d_tag) {
      case DT_SYMTAB: t.symbols = reinterpret_cast<const ElfW(Sym)*>(entry->d_un.d_ptr); break;
      case DT_STRTAB: t.names = reinterpret_cast<const char*>(entry->d_un.d_ptr); break;
      case DT_JMPREL: t.calls.first = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr); break;
      case DT_PLTRELSZ: t.calls.bytes = entry->d_un.d_val; break;
      case DT_RELA: t.others.first = reinterpret_cast<const ElfW(Rela)*>(entry->d_un.d_ptr); break;
      case DT_RELASZ: t.others.bytes = entry->d_un.d_val; break;
      default: break;
    }
  }
  return t;
}

bool names_task(const Tables& t, const ElfW(Rela) * first, std::size_t bytes) {
  for (std::size_t i = 0; first != nullptr && i < bytes / sizeof(*first); ++i) {
    const std::string_view name = t.names + t.symbols[ELF64_R_SYM(first[i].r_info)].st_name;
    if (name == "GOMP_task" || name.starts_with("GOMP_taskloop")) return true;
  }
  return false;
}

int look_at_module(dl_phdr_info* info, std::size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = info->dlpi_phdr[i];
    if (p.p_type != PT_DYNAMIC) continue;
    const auto* dynamic = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + p.p_vaddr);
    const Tables t = tables_of(dynamic);
    const bool is_relocated = reinterpret_cast<std::uintptr_t>(t.names) >= info->dlpi_addr;
    if (t.symbols == nullptr || t.names == nullptr || !is_relocated) continue;
    if (names_task(t, t.calls.first, t.calls.bytes)) return 1;
    if (names_task(t, t.others.first, t.others.bytes)) return 1;
  }
  return 0;
}

}  // namespace

// No static of the function: its guard would be a step of the program.
bool imports_tasks() {
  if (!is_known) is_imported = dl_iterate_phdr(&look_at_module, nullptr) != 0;
  is_known = true;
  return is_imported;
}

}  // namespace skein::runtime::openmp

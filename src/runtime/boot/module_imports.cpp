// SPDX-License-Identifier: Apache-2.0
#include "runtime/boot/module_imports.hpp"

#include <algorithm>

namespace skein::runtime::module_imports {

namespace {

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

bool names_wanted(const Tables& t, const ElfW(Rela) * first, std::size_t bytes,
                  IsWanted is_wanted) {
  for (std::size_t i = 0; first != nullptr && i < bytes / sizeof(*first); ++i) {
    if (is_wanted(t.names + t.symbols[ELF64_R_SYM(first[i].r_info)].st_name)) return true;
  }
  return false;
}

}  // namespace

Range addresses_of(const dl_phdr_info& module) {
  Range all{~std::uint64_t{0}, 0};
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = module.dlpi_phdr[i];
    if (p.p_type != PT_LOAD) continue;
    const std::uint64_t begin = module.dlpi_addr + p.p_vaddr;
    all.begin = std::min(all.begin, begin);
    all.end = std::max(all.end, begin + p.p_memsz);
  }
  return all;
}

bool has(const dl_phdr_info& module, IsWanted is_wanted) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = module.dlpi_phdr[i];
    if (p.p_type != PT_DYNAMIC) continue;
    const auto* dynamic = reinterpret_cast<const ElfW(Dyn)*>(module.dlpi_addr + p.p_vaddr);
    const Tables t = tables_of(dynamic);
    const bool is_relocated = reinterpret_cast<std::uintptr_t>(t.names) >= module.dlpi_addr;
    if (t.symbols == nullptr || t.names == nullptr || !is_relocated) continue;
    if (names_wanted(t, t.calls.first, t.calls.bytes, is_wanted)) return true;
    if (names_wanted(t, t.others.first, t.others.bytes, is_wanted)) return true;
  }
  return false;
}

bool has_any(IsWanted is_wanted) {
  return dl_iterate_phdr(
             [](dl_phdr_info* info, std::size_t, void* wanted) {
               return has(*info, *static_cast<IsWanted*>(wanted)) ? 1 : 0;
             },
             &is_wanted) != 0;
}

// Each entry of the loader's list holds the number.
unsigned long long files_ever_loaded() {
  unsigned long long count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<unsigned long long*>(result) = info->dlpi_adds;
        return 1;
      },
      &count);
  return count;
}

}  // namespace skein::runtime::module_imports

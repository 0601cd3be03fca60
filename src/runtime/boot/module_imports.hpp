// SPDX-License-Identifier: Apache-2.0
// The loaded files: where they lie, what they can call, from their relocations, and how many there
// are.
#pragma once

#include <cstdint>
#include <link.h>
#include <string_view>

namespace skein::runtime::module_imports {

struct Range {
  std::uint64_t begin;
  std::uint64_t end;
};
// From its first segment to its last one.
[[nodiscard]] Range addresses_of(const dl_phdr_info& module);

using IsWanted = bool (*)(std::string_view name);

// Whether a symbol that this loaded file refers to is a wanted one.
[[nodiscard]] bool has(const dl_phdr_info& module, IsWanted is_wanted);
// Whether that is so for any loaded file.
[[nodiscard]] bool has_any(IsWanted is_wanted);

[[nodiscard]] unsigned long long files_ever_loaded();

}  // namespace skein::runtime::module_imports

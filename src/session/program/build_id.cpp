// SPDX-License-Identifier: Apache-2.0
#include "session/program/build_id.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include "machine/native/elf/elf_file.hpp"

namespace skein::session {

std::string build_id_of(const std::string& path) {
  const ElfFile file(path);
  const auto bytes = file.bytes();
  if (bytes.empty()) return "";
  const std::string id = file.build_id();
  return id.empty() ? fmt::format("xxh:{:016x}", XXH3_64bits(bytes.data(), bytes.size())) : id;
}

}  // namespace skein::session

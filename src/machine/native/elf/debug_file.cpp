// SPDX-License-Identifier: Apache-2.0
#include "machine/native/elf/debug_file.hpp"

#include <array>
#include <filesystem>
#include <optional>

#include "machine/native/elf/elf_file.hpp"

namespace skein {

namespace {

namespace fs = std::filesystem;

// The contents of .gnu_debuglink: a name without folders, and the checksum of that file.
struct DebugLink {
  std::string name;
  std::uint32_t checksum = 0;
};

std::optional<DebugLink> link_in(const ElfFile& file) {
  const Elf64_Shdr* const section = file.section_named(".gnu_debuglink");
  if (section == nullptr) return std::nullopt;
  DebugLink link;
  link.name = file.text_at(*section, 0);
  // The checksum follows the name and its zero, aligned to 4 bytes.
  const std::size_t at = (link.name.size() + 4) / 4 * 4;
  const ElfFile::Bytes content = file.content(*section);
  if (link.name.empty() || link.name.find('/') != std::string::npos ||
      content.size() < at + sizeof link.checksum) {
    return std::nullopt;
  }
  std::memcpy(&link.checksum, content.data() + at, sizeof link.checksum);
  return link;
}

// CRC-32 with the polynomial of IEEE 802.3, as the linker's tools compute it.
std::uint32_t checksum_of(ElfFile::Bytes bytes) {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) * 0xedb88320U);
    table[i] = value;
  }
  std::uint32_t sum = 0xffffffffU;
  for (const std::uint8_t byte : bytes) sum = table[(sum ^ byte) & 0xffU] ^ (sum >> 8U);
  return ~sum;
}

}  // namespace

std::string debug_file_of(const std::string& path, const std::string& folder) {
  const ElfFile file(path);
  if (file.header() == nullptr || file.section_named(".debug_info") != nullptr) return path;
  if (const std::string id = file.build_id(); id.size() > 2) {
    const fs::path found =
        fs::path(folder) / ".build-id" / id.substr(0, 2) / (id.substr(2) + ".debug");
    if (ElfFile(found).build_id() == id) return found;
  }
  const std::optional<DebugLink> link = link_in(file);
  if (!link) return path;
  std::error_code error;
  const fs::path here = fs::canonical(path, error).parent_path();
  for (const fs::path& found : {here / link->name, here / ".debug" / link->name,
                                fs::path(folder) / here.relative_path() / link->name}) {
    const ElfFile other(found);
    if (other.header() != nullptr && checksum_of(other.bytes()) == link->checksum) return found;
  }
  return path;
}

}  // namespace skein

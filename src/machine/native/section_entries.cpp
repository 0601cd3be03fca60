// SPDX-License-Identifier: Apache-2.0
#include "machine/native/section_entries.hpp"

#include <algorithm>
#include <iterator>

#include "protocol/learned_sections.hpp"

namespace skein {

LearnedLocks learned_locks(std::span<const std::uint64_t> watched) {
  namespace entries = channel::sections;
  LearnedLocks locks;
  for (const std::uint64_t entry : watched) {
    if (!channel::is_of_sections(entry)) continue;
    const entries::Kind kind = entries::kind_of(entry);
    if (kind == entries::Kind::Ordinary) locks.ordinary.insert(entries::address_in(entry));
    if (kind == entries::Kind::None) locks.has_simple = false;
  }
  return locks;
}

std::vector<std::uint64_t> without_sections(std::span<const std::uint64_t> watched) {
  std::vector<std::uint64_t> rest;
  std::copy_if(watched.begin(), watched.end(), std::back_inserter(rest),
               [](std::uint64_t entry) { return !channel::is_of_sections(entry); });
  return rest;
}

}  // namespace skein

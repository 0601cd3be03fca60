// SPDX-License-Identifier: Apache-2.0
// What a list of watched words says about sections of locks (protocol/learned_sections.hpp), for
// those outside of the machine who keep such lists.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace skein {

struct LearnedLocks {
  bool has_simple = true;            // false: no lock is simple
  std::set<std::uint64_t> ordinary;  // addresses of locks that are not simple
};

[[nodiscard]] LearnedLocks learned_locks(std::span<const std::uint64_t> watched);

// What a machine must know whose steps are single locks: the list without what is about sections.
[[nodiscard]] std::vector<std::uint64_t> without_sections(std::span<const std::uint64_t> watched);

}  // namespace skein

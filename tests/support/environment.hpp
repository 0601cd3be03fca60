// SPDX-License-Identifier: Apache-2.0
// Settings of tests that are larger on demand.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace skein::test {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Whether there is time for everything: ./test --long.
inline bool is_long() { return std::getenv("SKEIN_LONG") != nullptr; }

// How many of something to try: as many as the variable says, else `all` with --long and a fourth
// of them without.
inline std::uint64_t sample_size(const char* name, std::uint64_t all) {
  return number_from_environment(name, is_long() ? all : all / 4);
}

}  // namespace skein::test

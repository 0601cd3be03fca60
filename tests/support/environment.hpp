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

}  // namespace skein::test

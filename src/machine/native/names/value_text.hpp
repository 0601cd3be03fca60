// SPDX-License-Identifier: Apache-2.0
// A value as the program's source would write it: "Done" of an enumeration, "true", "'x'", "1.5",
// "null", "&Node@queue.cpp:14" of a pointer; else a number.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "machine/native/names/debug_info.hpp"

namespace skein {

// The name of what is at an address; empty if it is not known.
using Target = std::function<std::string(std::uint64_t address)>;

// The lowest `size` bytes as a signed number.
[[nodiscard]] std::int64_t as_number(std::uint64_t bytes, std::uint32_t size);

// Whether the number is so large that it must be an address.
[[nodiscard]] bool looks_like_address(std::uint64_t bits, std::uint32_t size);

// `bits` has the value in its lowest `size` bytes.
[[nodiscard]] std::string value_text(const ValueType& type, std::uint64_t bits, std::uint32_t size,
                                     const Target& target);

}  // namespace skein
